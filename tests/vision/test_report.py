"""What becomes of sightings: made by hand, on a picture of nothing."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.test_presence import seen
from vision.dice.colour import USUAL
from vision.dice.die import Doubt, Reading, Status
from vision.dice.expect import Expected
from vision.dice.names import STATES
from vision.dice.report import HANDED, report
from vision.dice.sighting import Sighting, View

WORK = np.full((300, 400, 3), 120, np.uint8)


def told(*sightings: Sighting, hand: float = 0.0, expected: int = 0) -> Reading:
    spec = (Expected("d6", count=expected),) if expected else ()
    return report(WORK, 1.0, View(list(sightings), hand), spec, USUAL)


@pytest.mark.parametrize("expected", [0, 1])
def test_what_hardly_is_a_die_and_lies_half_outside_is_beside_the_tray(expected: int) -> None:
    reading = told(seen(200, 150), seen(400, 150, sure=0.5), expected=expected)
    assert (reading.status, [die.value for die in reading.dice]) == (Status.OK, [3])


def test_a_die_that_is_cut_by_the_border_is_told() -> None:
    assert told(seen(200, 150), seen(395, 150)).doubt is Doubt.AT_EDGE


@pytest.mark.parametrize("expected", [0, 2])
def test_a_hand_may_hide_dice(expected: int) -> None:
    reading = told(seen(200, 150), hand=HANDED, expected=expected)
    assert (reading.status, reading.doubt, len(reading.dice)) == (Status.UNSURE, Doubt.HAND, 1)


def test_a_hand_beside_all_dice_that_are_expected_hides_none() -> None:
    assert told(seen(200, 150), hand=0.5, expected=1).status is Status.OK


@pytest.mark.parametrize(("odds", "doubted"), [(0.6, False), (0.9, True)])
def test_what_is_read_under_something_that_covers_it_for_sure_must_be_surer(odds: float, doubted: bool) -> None:
    die = seen(200, 150, sure=0.9)
    die.look.states[STATES.index("covered")] = odds
    reading = told(die)
    assert reading.dice[0].confidence == pytest.approx(0.9, abs=0.06)
    assert reading.doubt is (Doubt.COVERED if doubted else None)
