"""Matches the dice seen with the dice expected, and says in English what differs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from vision.dice.colour import could_be, distance
from vision.dice.die import FACES, Die, Doubt, Reading, Status
from vision.dice.expect import Expected
from vision.dice.picture import Floats


def match(dice: Sequence[tuple[Die, Floats]], expect: Sequence[Expected]) -> Reading:
    """Gives every die (with its BGR body colour (3,)) the kind and colour of the expected die it fits best.

    UNSURE with MISSING, TOO_MANY or WRONG_COLOUR if the dice are not those expected, with UNREADABLE if a value
    is none of the expected kind's faces."""
    slots = [(e.kind, e.colour) for e in expect for _ in range(e.count)]
    seen = tuple(die for die, _ in dice)
    if len(dice) < len(slots):
        return _unsure(seen, Doubt.MISSING, _missing(dice, expect, len(slots)))
    if len(dice) > len(slots):
        return _unsure(seen, Doubt.TOO_MANY, f"{_number(len(dice))} seen, {_number(len(slots))} expected")
    pairs = assign([[_cost(body, colour) for _, colour in slots] for _, body in dice])
    for i, j in pairs:
        wanted = slots[j][1]
        if wanted and not could_be(dice[i][1], wanted):
            reason = f"{_article(seen[i].colour)} die lies where {_article(wanted)} one is expected"
            return _unsure(seen, Doubt.WRONG_COLOUR, reason)
    named = tuple(replace(seen[i], kind=slots[j][0], colour=slots[j][1] or seen[i].colour) for i, j in pairs)
    odd = next((d for d in named if d.value not in FACES[d.kind]), None)
    if odd is not None:
        return _unsure(named, Doubt.UNREADABLE, f"a {_kind(odd.kind)} seems to show {odd.value}, which it has not")
    return Reading(Status.OK, named)


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


def _cost(body: Floats, colour: str | None) -> float:
    return min(distance(body, colour), 1e3) if colour else 0.0


def _unsure(dice: tuple[Die, ...], doubt: Doubt, reason: str) -> Reading:
    return Reading(Status.UNSURE, dice, doubt, reason)


def _missing(dice: Sequence[tuple[Die, Floats]], expect: Sequence[Expected], wanted: int) -> str:
    """Names the die that is missing, where colours tell which."""
    lack = wanted - len(dice)
    have = Counter(_nearest(body, expect) for _, body in dice)
    short = [e for e in expect if have[e.colour] < sum(f.count for f in expect if f.colour == e.colour)]
    colour = f"{short[0].colour} " if len(short) == 1 and short[0].colour else ""
    kind = _kind(short[0].kind) if len(short) == 1 else "die"
    noun = kind if lack == 1 else kind.removesuffix("die") + "dice"
    return f"{_word(lack)} {colour}{noun} {'is' if lack == 1 else 'are'} missing"


def _nearest(body: Floats, expect: Sequence[Expected]) -> str | None:
    return min((e.colour for e in expect), key=lambda colour: _cost(body, colour))


def _kind(kind: str) -> str:
    return kind.replace("_", " ") if kind != "d6" else "die"


def _article(colour: str | None) -> str:
    return f"{'an' if colour == 'ivory' else 'a'} {colour}" if colour else "another"


def _number(count: int) -> str:
    return f"{_word(count)} {'die' if count == 1 else 'dice'}"


def _word(count: int) -> str:
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
    return words[count] if count < len(words) else str(count)
