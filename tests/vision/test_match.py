"""Matching the dice seen with those expected, and the names of colours."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.drawn import BGR
from vision.dice.colour import could_be, distance, name_of
from vision.dice.die import Die, Doubt, Status
from vision.dice.expect import parse_expected
from vision.dice.match import assign, match
from vision.dice.picture import Floats


def seen(*dice: tuple[str, int]) -> list[tuple[Die, Floats]]:
    return [(Die("d6", None, value, 1.0, (0, 0), ()), np.asarray(BGR[colour], np.float32)) for colour, value in dice]


@pytest.mark.parametrize(
    ("dice", "spec", "doubt", "reason"),
    [
        ((), "d6", Doubt.MISSING, "one die is missing"),
        ((), "2*number_die:white", Doubt.MISSING, "two white number dice are missing"),
        ((("white", 1),), "d6:white,d6:red", Doubt.MISSING, "one red die is missing"),
        ((("white", 1),), "3*d6:white,3*d6:red", Doubt.MISSING, "five dice are missing"),
        ((("white", 1), ("red", 2)), "d6", Doubt.TOO_MANY, "two dice seen, one die expected"),
        ((("blue", 1),), "d6:red", Doubt.WRONG_COLOUR, "another die lies where a red one is expected"),
        ((("white", 4),), "number_die:white", Doubt.UNREADABLE, "a number die seems to show 4, which it has not"),
        ((("white", 0),), "d6:white", Doubt.UNREADABLE, "a die seems to show 0, which it has not"),
    ],
)
def test_what_differs_is_named(dice: tuple[tuple[str, int], ...], spec: str, doubt: Doubt, reason: str) -> None:
    reading = match(seen(*dice), parse_expected(spec))
    assert (reading.status, reading.doubt, reading.reason) == (Status.UNSURE, doubt, reason)


def test_near_colours_go_to_the_nearer_die() -> None:
    reading = match(seen(("ivory", 2), ("white", 5)), parse_expected("d6:white,d6:ivory"))
    assert {d.colour: d.value for d in reading.dice} == {"white": 5, "ivory": 2}


@given(st.lists(st.sampled_from(["white", "red", "blue", "black", "green"]), min_size=1, max_size=8), st.randoms())
def test_the_order_of_dice_does_not_matter(colours: list[str], random: st.DataObject) -> None:
    spec = ",".join(f"d6:{colour}" for colour in colours)
    dice = seen(*((colour, 1 + i % 6) for i, colour in enumerate(colours)))
    random.shuffle(dice)  # type: ignore[attr-defined]
    reading = match(dice, parse_expected(spec))
    assert reading.status is Status.OK, reading.reason
    want = sorted((colour, 1 + i % 6) for i, colour in enumerate(colours))
    assert sorted((str(d.colour), d.value) for d in reading.dice) == want


@given(st.lists(st.lists(st.floats(0, 100), min_size=4, max_size=4), min_size=4, max_size=4))
def test_no_swap_improves_an_assignment(costs: list[list[float]]) -> None:
    column = dict(assign(costs))
    assert sorted(column.values()) == [0, 1, 2, 3]
    for a in range(4):
        for b in range(a):
            now = costs[a][column[a]] + costs[b][column[b]]
            assert costs[a][column[b]] + costs[b][column[a]] >= now - 1e-5


@pytest.mark.parametrize("name", ["red", "blue", "green"])
def test_clear_colours_are_named(name: str) -> None:
    assert name_of(np.asarray(BGR[name], np.float32)) in (name, None)
    assert could_be(np.asarray(BGR[name], np.float32), name)


@pytest.mark.parametrize("name", ["white", "ivory", "yellow", "black"])
def test_colours_that_a_lamp_changes_are_not_named(name: str) -> None:
    assert name_of(np.asarray(BGR[name], np.float32)) is None


def test_a_colour_without_prototype_is_infinitely_far() -> None:
    assert distance(np.asarray(BGR["red"], np.float32), "plaid") == float("inf")
