"""How often the reader looks before it asks: what each look sees is made by hand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from tests.vision.test_presence import seen
from vision.dice.die import Doubt, Reading, Status
from vision.dice.expect import Expected
from vision.dice.picture import Picture
from vision.dice.reader import Reader
from vision.dice.report import HANDED
from vision.dice.sighting import Sighting, View

BLANK = np.full((300, 400, 3), 120, np.uint8)
SURE, DOUBTED = seen(100, 150), seen(250, 150, sure=0.72)
SURE_AFTER_ALL = seen(250, 150)


class Scripted(Reader):
    """Sees what it is told to see: a first, a closer and a long look; `hand` is the part of the picture behind one."""

    def __init__(self, *looks: Sequence[Sighting], hand: float = 0.0, glances: bool = False) -> None:
        """`glances`: where nothing is expected it looks at first only at what stands out."""
        super().__init__()
        self.looks, self.hand, self.glances, self.taken = looks, hand, glances, 0

    def _view(self, work: Picture, wanted: int | None = None) -> View:
        return self._next()._replace(everywhere=wanted is None or (wanted == 0 and not self.glances))

    def _long_view(self, work: Picture, view: View) -> View:
        return self._next()

    def _next(self) -> View:
        self.taken += 1
        return View(list(self.looks[self.taken - 1]), self.hand)


def told(reader: Reader, expected: int = 0) -> Reading:
    return reader.read(BLANK, (Expected("d6", count=expected),) if expected else ())


def test_what_is_sure_is_looked_at_once() -> None:
    for expected in (0, 1):
        reader = Scripted([SURE])
        assert (told(reader, expected).status, reader.taken) == (Status.OK, 1)


@pytest.mark.parametrize("expected", [0, 2])
def test_a_longer_look_may_settle_a_doubt(expected: int) -> None:
    doubts = [[SURE, DOUBTED]] * (2 if expected else 1)
    reading = told(Scripted(*doubts, [SURE, SURE_AFTER_ALL]), expected)
    assert (reading.status, len(reading.dice)) == (Status.OK, 2)


def test_a_longer_look_makes_no_doubted_die_vanish() -> None:
    """It may lie there all the same: cut by the border, or half under a hand."""
    reading = told(Scripted([SURE, DOUBTED], [SURE]))
    assert (reading.status, len(reading.dice)) == (Status.UNSURE, 2)


def test_where_one_die_is_expected_a_longer_look_may_find_no_second() -> None:
    assert told(Scripted([SURE, SURE_AFTER_ALL], [SURE, SURE_AFTER_ALL], [SURE]), 1).status is Status.OK


def test_a_glance_is_enough_where_what_stands_out_is_sure() -> None:
    reader = Scripted([SURE], glances=True)
    assert (told(reader).status, reader.taken) == (Status.OK, 1)


def test_a_glance_that_leaves_a_doubt_is_followed_by_a_look_everywhere() -> None:
    reader = Scripted([SURE, DOUBTED], [SURE, SURE_AFTER_ALL], glances=True)
    assert (told(reader).status, reader.taken) == (Status.OK, 2)


def test_that_nothing_lies_there_no_glance_tells() -> None:
    assert told(Scripted([], [SURE], glances=True)).status is Status.OK
    reader = Scripted([], [], glances=True)
    assert (told(reader).status, reader.taken) == (Status.EMPTY, 2)


@pytest.mark.parametrize(("looks", "expected"), [(2, 0), (3, 2)])
def test_a_hand_may_hide_dice(looks: int, expected: int) -> None:
    reading = told(Scripted(*[[SURE]] * looks, hand=HANDED), expected)
    assert (reading.status, reading.doubt, len(reading.dice)) == (Status.UNSURE, Doubt.HAND, 1)


def test_a_hand_over_an_empty_tray_is_told() -> None:
    assert told(Scripted([], [], hand=HANDED)).doubt is Doubt.HAND


def test_a_hand_beside_all_dice_that_are_expected_hides_none() -> None:
    assert told(Scripted([SURE], hand=0.5), 1).status is Status.OK
