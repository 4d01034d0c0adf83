"""Dice that the border cuts off so far that no network takes them for dice: pictures drawn from nothing."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.drawn import BGR, Drawn, Picture, draw, table
from tests.vision.test_presence import seen
from vision.dice.border import cut_off
from vision.dice.colour import USUAL
from vision.dice.die import Doubt, Reading, Status
from vision.dice.expect import Expected
from vision.dice.report import report
from vision.dice.sighting import Sighting, View

WIDTH, HEIGHT, SIDE = 640, 480, 40.0
WHOLE = (300.0, 220.0)
CUT = {"left": (-8.0, 250.0), "right": (647.0, 200.0), "top": (200.0, -8.0), "bottom": (420.0, 487.0)}
COLOURS = ["white", "red", "black", "blue"]


def sighting(at: tuple[float, float], colour: str, sure: float = 0.99, side: float = SIDE) -> Sighting:
    """A die that is coloured as one is drawn."""
    die, drawn = seen(*at, side=side, sure=sure), tray(WHOLE, colour=colour)
    (x, y), reach = np.array(WHOLE, int), int(0.4 * SIDE)
    ring = drawn[y - reach : y + reach, x - reach]
    return replace(die, look=replace(die.look, colour=np.median(ring, axis=0).astype(np.float32)))


def tray(*places: tuple[float, float], colour: str) -> Picture:
    return draw(table(WIDTH, HEIGHT, (70, 140, 150)), [Drawn(3, at, SIDE, body=BGR[colour]) for at in places])


def told(picture: Picture, read: Sighting, *others: Sighting, expected: int = 0) -> Reading:
    spec = (Expected("d6", count=expected),) if expected else ()
    return report(picture, 1.0, View([read, *others], 0.0), spec, USUAL)


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("border", CUT)
def test_a_die_of_which_a_piece_is_seen_is_doubted_in_a_free_reading(border: str, colour: str) -> None:
    picture, whole = tray(WHOLE, CUT[border], colour=colour), sighting(WHOLE, colour)
    hardly = sighting(CUT[border], colour, sure=0.2)
    place = cut_off(picture, [whole], [whole, hardly])
    assert place is not None
    assert np.linalg.norm(place - CUT[border]) < SIDE
    assert told(picture, whole, hardly).doubt is Doubt.AT_EDGE
    assert told(picture, whole, hardly, expected=1).status is Status.OK


@pytest.mark.parametrize("border", CUT)
def test_bare_ground_at_the_border_is_none_though_the_finder_is_not_cold(border: str) -> None:
    whole, hardly = sighting(WHOLE, "red"), sighting(CUT[border], "red", sure=0.2)
    assert told(tray(WHOLE, colour="red"), whole, hardly).status is Status.OK


def test_a_patch_where_the_finder_is_cold_belongs_to_the_table() -> None:
    whole = sighting(WHOLE, "red")
    assert told(tray(WHOLE, CUT["left"], colour="red"), whole).status is Status.OK


def test_a_bar_along_the_border_is_no_die() -> None:
    picture, whole = tray(WHOLE, colour="red"), sighting(WHOLE, "red")
    picture[100:300, :20] = BGR["red"]
    assert told(picture, whole, sighting((8, 200), "red", sure=0.2)).status is Status.OK


@pytest.mark.parametrize("size", [(1, 1), (5, 300), (300, 5)])
def test_pictures_that_are_hardly_wider_than_a_border(size: tuple[int, int]) -> None:
    whole, hardly = sighting((0, 0), "red"), sighting((2, 2), "red", sure=0.2, side=30)
    assert cut_off(np.zeros((*size, 3), np.uint8), [whole], [whole, hardly]) is None
