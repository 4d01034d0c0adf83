"""Matches the dice seen with the dice expected, and says in English what differs."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from vision.dice.colour import Palette
from vision.dice.die import Doubt, Value
from vision.dice.expect import Expected
from vision.dice.picture import Floats
from vision.dice.words import dice as some_dice
from vision.dice.words import kind_of, number, of_colour

_UNLIKELY = 1e-3  # odds below this are all the same
_SPREAD = 6.0  # how far, in units of Lab, the bodies of dice of one colour lie apart under one lamp
_EVEN = 1.0  # costs nearer than this tell no two dice apart
_POSSIBLE = 0.3  # the least odds that a die is of the kind it is matched with


class Matchable(Protocol):
    """What matching needs of a die seen."""

    @property
    def colour(self) -> Floats: ...

    def odds_as(self, kind: str) -> Mapping[Value, float]: ...


class Mismatch(Exception):
    """The dice seen are not those expected; `doubt` is the kind of difference, the text says it."""

    def __init__(self, doubt: Doubt, reason: str) -> None:
        super().__init__(reason)
        self.doubt = doubt


@dataclass(frozen=True)
class Slot:
    """One expected die."""

    kind: str
    colour: str | None


def match(seen: Sequence[Matchable], expect: Sequence[Expected], palette: Palette) -> list[Slot]:
    """The expected die that each die seen is. Raises Mismatch if they are not those expected."""
    slots = [Slot(e.kind, e.colour) for e in expect for _ in range(e.count)]
    if len(seen) < len(slots):
        raise Mismatch(Doubt.MISSING, _missing(seen, expect, len(slots), palette))
    if len(seen) > len(slots):
        raise Mismatch(Doubt.TOO_MANY, f"{some_dice(len(seen))} seen, {some_dice(len(slots))} expected")
    costs = [_costs(die, slots, palette) for die in seen]
    pairs = assign(costs)
    chosen = [slots[j] for _, j in pairs]
    _refuse_even(seen, costs, pairs, slots)
    for die, slot in zip(seen, chosen, strict=True):
        if slot.colour and _other_colour(die.colour, slot.colour, palette):
            have = of_colour(palette.name_of(die.colour))
            raise Mismatch(Doubt.WRONG_COLOUR, f"{have} die lies where {of_colour(slot.colour)} one is expected")
        if sum(die.odds_as(slot.kind).values()) < _POSSIBLE:
            raise Mismatch(Doubt.UNKNOWN_KIND, f"a die shows what no {kind_of(slot.kind)} shows")
    return chosen


def assign(costs: list[list[float]]) -> list[tuple[int, int]]:
    """Pairs (row, column) of a square table so that no swap of two pairs makes the sum smaller."""
    columns = list(range(len(costs)))
    improved = True
    while improved:
        improved = False
        for a in range(len(costs)):
            for b in range(a):
                now = costs[a][columns[a]] + costs[b][columns[b]]
                if costs[a][columns[b]] + costs[b][columns[a]] < now - 1e-6:
                    columns[a], columns[b] = columns[b], columns[a]
                    improved = True
    return list(enumerate(columns))


def _refuse_even(
    seen: Sequence[Matchable], costs: list[list[float]], pairs: list[tuple[int, int]], slots: Sequence[Slot]
) -> None:
    """Raises Mismatch if two dice might as well be one another and sides would be mixed up."""
    for a, i in pairs:
        for b, j in pairs[:a]:
            worse = costs[a][j] + costs[b][i] - costs[a][i] - costs[b][j]
            if worse < _EVEN and _differ((seen[a], seen[b]), (slots[i], slots[j])):
                either = f"{of_colour(slots[i].colour)} {kind_of(slots[i].kind)}"
                raise Mismatch(Doubt.WRONG_COLOUR, f"which die is {either} cannot be told")


def _differ(dice: tuple[Matchable, Matchable], slots: tuple[Slot, Slot]) -> bool:
    """True if it makes a difference which of two dice is which of two expected ones."""
    if slots[0] == slots[1]:
        return False
    one, other = ([_likeliest(die.odds_as(slot.kind)) for slot in slots] for die in dice)
    return one != other


def _likeliest(odds: Mapping[Value, float]) -> Value:
    return max(odds, key=lambda value: odds[value])


def _other_colour(seen: Floats, wanted: str, palette: Palette) -> bool:
    """True if a die clearly has another colour. A lamp may turn a colour to grey, which is no other one."""
    if palette.could_be(seen, wanted):
        return False
    named = palette.name_of(seen)
    return named is not None and named != wanted


def _costs(die: Matchable, slots: Sequence[Slot], palette: Palette) -> list[float]:
    """What it costs to take a die for each of the expected ones."""
    odd = {kind: _kind_cost(die, kind) for kind in {slot.kind for slot in slots}}
    strange = {colour: _colour_cost(die, colour, palette) for colour in {slot.colour for slot in slots}}
    return [odd[slot.kind] + strange[slot.colour] for slot in slots]


def _kind_cost(die: Matchable, kind: str) -> float:
    return -math.log(max(sum(die.odds_as(kind).values()), _UNLIKELY))


def _colour_cost(die: Matchable, colour: str | None, palette: Palette) -> float:
    """Squared, so that a cast of light on all dice changes no comparison of two of them."""
    return 0.5 * (palette.distance(die.colour, colour) / _SPREAD) ** 2 if colour else 0.0


def _missing(seen: Sequence[Matchable], expect: Sequence[Expected], wanted: int, palette: Palette) -> str:
    """Names the die that is missing, where colours tell which."""
    lack = wanted - len(seen)
    have = Counter(min((e.colour for e in expect), key=lambda c: _colour_cost(die, c, palette)) for die in seen)
    short = [e for e in expect if have[e.colour] < sum(f.count for f in expect if f.colour == e.colour)]
    colour = f"{short[0].colour} " if len(short) == 1 and short[0].colour else ""
    kind = kind_of(short[0].kind) if len(short) == 1 else "die"
    noun = kind if lack == 1 else kind.removesuffix("die") + "dice" if kind.endswith("die") else f"{kind}s"
    return f"{number(lack)} {colour}{noun} {'is' if lack == 1 else 'are'} missing"
