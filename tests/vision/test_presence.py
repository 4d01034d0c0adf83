"""What of all that was seen counts as a die: sightings made by hand."""

from __future__ import annotations

import numpy as np
import pytest

from vision.dice.face import Look
from vision.dice.finder import Spot
from vision.dice.names import BODIES, FACES, STATES
from vision.dice.presence import LIKELY_DIE, SECOND_DIE, SURE_DIE, present
from vision.dice.sighting import Sighting


def seen(x: float, y: float, side: float = 50.0, sure: float = 0.99, body: str = "cube") -> Sighting:
    """A die at x, y that is one with a chance that grows with `sure`."""
    faces = np.zeros(len(FACES))
    faces[FACES.index("p3")], faces[FACES.index("nothing")] = sure, 1 - sure
    bodies, states = np.zeros(len(BODIES)), np.zeros(len(STATES))
    bodies[BODIES.index(body)] = states[0] = 1.0
    spot = Spot(np.array([x, y]), side, 0.0, sure)
    return Sighting(spot, Look(faces, bodies, states, np.zeros(64), np.zeros(3), spot, np.zeros(2)))


SURE, DOUBTED, UNLIKELY = seen(0, 0, sure=0.99), seen(0, 0, sure=0.72), seen(0, 0, sure=0.4)


def test_the_sightings_of_these_tests_are_as_sure_as_they_say() -> None:
    assert SURE.chance > SECOND_DIE > SURE_DIE > DOUBTED.chance > LIKELY_DIE > UNLIKELY.chance


def test_all_that_is_likely_counts_the_likeliest_first() -> None:
    dice = [seen(0, 0, sure=0.9), seen(200, 0, sure=0.99), seen(400, 0, sure=0.35)]
    assert present(dice, 0) == [dice[1], dice[0]]


def test_a_body_under_a_finger_is_not_passed_over_although_it_shows_no_face() -> None:
    """Unless so many dice are wanted as are seen for sure."""
    whole, covered = seen(0, 0), seen(200, 0, sure=0.42)
    assert covered.chance < LIKELY_DIE
    assert present([whole, covered], 0) == [whole, covered]
    assert present([whole, covered], 1) == [whole]


@pytest.mark.parametrize("wanted", [0, 1])
def test_a_tray_that_looks_like_a_die_is_none_if_a_die_lies_in_it(wanted: int) -> None:
    """Six-sided trays, wholly in view, were taken for dice with a numeral (num6_baylor among the photographs)."""
    tray, die = seen(0, 0, side=480, sure=0.999), seen(60, 40, side=64)
    assert present([tray, die], wanted) == [die]
    assert present([tray, seen(60, 40, side=64, sure=0.4)], wanted) == [tray], "what is hardly a die tells nothing"


@pytest.mark.parametrize("wanted", [0, 2])
def test_what_is_seen_on_the_side_of_a_die_is_a_part_of_it(wanted: int) -> None:
    dice = [seen(0, 0), seen(200, 0)]
    assert present([*dice, seen(30, 0, sure=0.75), seen(210, 20, side=15)], wanted) == dice


def test_a_second_die_that_touches_counts() -> None:
    assert len(present([seen(0, 0), seen(38, 0, sure=0.985)], 0)) == 2


@pytest.mark.parametrize("wanted", [0, 2])
def test_a_heap_of_dice_is_no_die(wanted: int) -> None:
    dice = [seen(0, 0), seen(60, 0)]
    assert present([*dice, seen(30, 0, side=140, sure=0.95)], wanted) == dice


@pytest.mark.parametrize("side", [20.0, 120.0])
def test_a_token_beside_dice_is_passed_over_if_they_are_all_there(side: float) -> None:
    dice = [seen(0, 0), seen(200, 0)]
    assert present([*dice, seen(400, 0, side=side, sure=0.95)], 2) == dice


def test_a_die_too_many_is_not_passed_over_if_it_is_one_for_sure() -> None:
    assert len(present([seen(0, 0), seen(200, 0), seen(400, 0, sure=0.98)], 2)) == 3


def test_a_die_of_another_size_counts_if_it_is_one_for_sure() -> None:
    assert len(present([seen(0, 0), seen(200, 0), seen(400, 0, side=25)], 0)) == 3


def test_of_two_sightings_of_one_die_the_likelier_stays() -> None:
    good, bad, other = seen(0, 0), seen(8, 5, sure=0.8), seen(60, 0, sure=0.9)
    assert present([bad, good, other], 0) == [good, other]
