"""The close look at one die: where the finder is a little off, it finds the middle, the size and the turn itself."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from vision.dice.face import FaceReader, Look
from vision.dice.finder import Finder, Spot
from vision.dice.names import FACES
from vision.dice.picture import Picture
from vision.tray import Tray, Wanted

EYES = FaceReader()
FINDER = Finder()
DICE: list[Wanted] = [
    ("d6", "white", 5),
    ("d6", "red", 3),
    ("event_die", "white", "injured"),
    ("star_green", "green", 2),
]


def thrown(die: Wanted) -> tuple[Picture, Spot]:
    """A die on the simulated tray, and the look at it from where the finder marked it."""
    tray = Tray(chance=random.Random(3))
    picture = tray.compose(tray.place([die]))
    return picture, EYES.look(picture, FINDER.find(picture).spots[:1])[0].spot


def looked(picture: Picture, spot: Spot) -> Look:
    return EYES.look(picture, [spot])[0]


def name(look: Look) -> str:
    return FACES[int(look.faces.argmax())]


@pytest.mark.parametrize("die", DICE, ids=lambda die: "-".join(map(str, die)))
@pytest.mark.parametrize("angle", [0.3, 2.2, 4.0])
def test_a_spot_beside_the_middle_is_moved_to_it(die: Wanted, angle: float) -> None:
    picture, spot = thrown(die)
    beside = replace(spot, center=spot.center + 0.22 * spot.side * np.array([np.cos(angle), np.sin(angle)]))
    look = looked(picture, beside)
    assert np.linalg.norm(look.spot.center - spot.center) < 0.07 * spot.side
    assert name(look) == name(looked(picture, spot))


@pytest.mark.parametrize("die", DICE, ids=lambda die: "-".join(map(str, die)))
@pytest.mark.parametrize("factor", [0.85, 1.18])
def test_a_spot_of_the_wrong_size_is_mended(die: Wanted, factor: float) -> None:
    picture, spot = thrown(die)
    look = looked(picture, replace(spot, side=spot.side * factor))
    assert abs(look.spot.side / spot.side - 1) < 0.08


@pytest.mark.parametrize("off", [-0.2, 0.15])
def test_a_turn_that_is_off_is_mended(off: float) -> None:
    picture, spot = thrown(("d6", "red", 3))
    look = looked(picture, replace(spot, yaw=spot.yaw + off))
    quarter = np.pi / 2
    assert abs((look.spot.yaw - spot.yaw + quarter / 2) % quarter - quarter / 2) < 0.06


def test_nothing_to_look_at_is_no_trouble() -> None:
    assert EYES.look(np.zeros((90, 120, 3), np.uint8), []) == []
