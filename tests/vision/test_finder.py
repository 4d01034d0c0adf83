"""The finder: it may stop early only where what it has seen stands out from all else."""

from __future__ import annotations

import random

import cv2
import numpy as np

from vision.dice.finder import CERTAIN, Finder, Spot
from vision.dice.picture import Picture
from vision.tray import Tray, Wanted

FINDER = Finder()
DICE: tuple[Wanted, ...] = (("d6", "white", 3), ("d6", "red", 5), ("d6", "black", 2))


def tray(*dice: Wanted) -> Picture:
    simulated = Tray(chance=random.Random(1))
    return simulated.compose(simulated.place(dice))


def smaller(picture: Picture, scale: float) -> Picture:
    """The picture at `scale`, in the middle of an empty table of its old size."""
    height, width = picture.shape[:2]
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    top, left = (height - small.shape[0]) // 2, (width - small.shape[1]) // 2
    table = np.full_like(picture, 90)
    table[top : top + small.shape[0], left : left + small.shape[1]] = small
    return table


def near(spots: list[Spot], others: list[Spot]) -> bool:
    return all(any(np.linalg.norm(s.center - o.center) < 0.3 * o.side for o in others) for s in spots)


def test_dice_that_stand_out_are_all_that_a_glance_finds() -> None:
    picture = tray(*DICE)
    glance, everywhere = FINDER.find(picture, 0), FINDER.find(picture)
    assert (glance.everywhere, len(glance.spots)) == (False, len(DICE))
    assert everywhere.everywhere
    assert near(glance.spots, everywhere.spots)


def test_no_glance_suffices_on_an_empty_tray() -> None:
    assert FINDER.find(tray(), 0).everywhere


def test_no_glance_suffices_where_dice_are_so_small_that_others_may_be_overlooked() -> None:
    found = FINDER.find(smaller(tray(*DICE), 0.5), 0)
    assert found.everywhere
    assert sum(spot.heat >= CERTAIN for spot in found.spots) >= len(DICE)


def test_no_glance_suffices_beside_what_may_be_a_die() -> None:
    """Of a die that the border cuts ever further less and less is seen: for a while it is warm, no more."""
    picture = tray(*DICE)
    spot = FINDER.find(picture).spots[0]
    cuts = [round(spot.center[0] + part * spot.side) for part in np.arange(0.1, 0.5, 0.05)]
    found = [FINDER.find(np.ascontiguousarray(picture[:, cut:]), 0) for cut in cuts]
    assert any(all_of.everywhere for all_of in found)
    assert all(s.heat >= CERTAIN for glance in found if not glance.everywhere for s in glance.spots)
