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
    value: int = 1

    def odds_as(self, kind: str) -> Mapping[Value, float]:
        return {self.value: 0.97} if kind in self.kinds else {self.value: 0.001}


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


WARM = {"white": (153, 187, 207), "ivory": (123, 173, 212), "blue": (53, 52, 57), "black": (7, 19, 33)}
"""BGR of bodies under a warm lamp, as the project's renders show them."""


@pytest.mark.parametrize("pair", [("white", "ivory"), ("blue", "black")])
def test_a_lamp_that_turns_all_colours_alike_mixes_up_no_sides(pair: tuple[str, str]) -> None:
    dice = [Seen(np.asarray(WARM[colour], np.float32), value=k) for k, colour in enumerate(pair)]
    slots = match(dice, parse_expected(",".join(f"d6:{colour}" for colour in reversed(pair))), USUAL)
    assert tuple(slot.colour for slot in slots) == pair


def test_which_of_two_like_dice_is_whose_is_asked_if_it_matters() -> None:
    one, other = (Seen(np.asarray(BGR["white"], np.float32), value=value) for value in (2, 5))
    with pytest.raises(Mismatch, match="cannot be told"):
        match([one, other], parse_expected("d6:white,d6:ivory"), USUAL)


def test_which_of_two_like_dice_is_whose_is_not_asked_if_both_show_the_same() -> None:
    assert len(match(seen("white", "white"), parse_expected("d6:white,d6:ivory"), USUAL)) == 2


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
