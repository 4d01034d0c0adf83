"""Matching the dice seen with those expected."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.drawn import BGR
from vision.dice.colour import USUAL
from vision.dice.die import Doubt, Value
from vision.dice.expect import parse_expected
from vision.dice.match import Mismatch, assign, match
from vision.dice.picture import Floats


@dataclass(frozen=True)
class Seen:
    """A die that shows clearly what one kind shows, or what several do."""

    colour: Floats
    kinds: tuple[str, ...] = ("d6", "number_die")

    def odds_as(self, kind: str) -> Mapping[Value, float]:
        return {1: 0.97} if kind in self.kinds else {1: 0.001}


def seen(*dice: str, kinds: tuple[str, ...] = ("d6", "number_die")) -> list[Seen]:
    return [Seen(np.asarray(BGR[colour], np.float32), kinds) for colour in dice]


@pytest.mark.parametrize(
    ("dice", "spec", "doubt", "reason"),
    [
        ((), "d6", Doubt.MISSING, "one die is missing"),
        ((), "2*number_die:white", Doubt.MISSING, "two white number dice are missing"),
        (("white",), "d6:white,d6:red", Doubt.MISSING, "one red die is missing"),
        (("white",), "3*d6:white,3*d6:red", Doubt.MISSING, "five dice are missing"),
        (("white", "red"), "d6", Doubt.TOO_MANY, "two dice seen, one die expected"),
        (("blue",), "d6:red", Doubt.WRONG_COLOUR, "a blue die lies where a red one is expected"),
        (("white",), "event_die:white", Doubt.UNKNOWN_KIND, "a die shows what no event die shows"),
    ],
)
def test_what_differs_is_named(dice: tuple[str, ...], spec: str, doubt: Doubt, reason: str) -> None:
    with pytest.raises(Mismatch) as refused:
        match(seen(*dice), parse_expected(spec), USUAL)
    assert (refused.value.doubt, str(refused.value)) == (doubt, reason)


def test_near_colours_go_to_the_nearer_die() -> None:
    slots = match(seen("ivory", "white"), parse_expected("d6:white,d6:ivory"), USUAL)
    assert [slot.colour for slot in slots] == ["ivory", "white"]


def test_kinds_of_one_colour_are_told_apart_by_what_they_show() -> None:
    dice = [*seen("white", kinds=("event_die",)), *seen("white"), *seen("white", kinds=("d12",))]
    slots = match(dice, parse_expected("d12:white,number_die:white,event_die:white"), USUAL)
    assert [slot.kind for slot in slots] == ["event_die", "number_die", "d12"]


@given(st.lists(st.sampled_from(["white", "red", "blue", "black", "green"]), min_size=1, max_size=8), st.randoms())
def test_the_order_of_dice_does_not_matter(colours: list[str], random: st.DataObject) -> None:
    shuffled = list(colours)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    slots = match(seen(*shuffled), parse_expected(",".join(f"d6:{colour}" for colour in colours)), USUAL)
    assert [slot.colour for slot in slots] == shuffled


@given(st.lists(st.lists(st.floats(0, 100), min_size=4, max_size=4), min_size=4, max_size=4))
def test_no_swap_improves_an_assignment(costs: list[list[float]]) -> None:
    column = dict(assign(costs))
    assert sorted(column.values()) == [0, 1, 2, 3]
    for a in range(4):
        for b in range(a):
            now = costs[a][column[a]] + costs[b][column[b]]
            assert costs[a][column[b]] + costs[b][column[a]] >= now - 1e-5
