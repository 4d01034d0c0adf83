"""The marked move: straight to the movement token, with one turn at most, as far as MOV goes."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from vision.measure.disc import Disc
from vision.measure.path import Leg, legs
from vision.measure.verdict import INCH_MM, MeasureError


class Stop(StrEnum):
    """What ended a marked move."""

    MOV = "mov"
    TOKEN = "token"
    TEAMMATE = "teammate"


@dataclass(frozen=True)
class MarkedMove:
    """Where the base lands, how far it travelled (inches), what stopped it, and its path of centres (x + y·i, mm)."""

    end: Disc
    travel_in: float
    stop: Stop
    path: tuple[complex, ...]


def marked_move(
    start: Disc, token: Disc, mov_in: float, turn: complex | None = None, teammates: Iterable[Disc] = ()
) -> MarkedMove:
    """The move to the token, over the turn token's centre if there is one, until contact with the movement token or
    until MOV is spent; shortened until no team-mate is in the way; all others are ignored (TAK-FST-03..08, TAK-EXE-02,
    TAK-EXE-03, TAK-EXE-05, G-04, R-19). Raises MeasureError for a MOV below 0."""
    if not mov_in >= 0:
        raise MeasureError(f"MOV is 0 inches or more, not {mov_in}")
    ways = legs([start.centre, *([] if turn is None else [turn]), token.centre])
    to_token = _to_token(ways, token.centre, start.r + token.r)
    marked = min(to_token, mov_in * INCH_MM)
    free = _free(ways, marked, start, tuple(teammates))
    stop = Stop.TEAMMATE if free < marked else Stop.TOKEN if to_token <= mov_in * INCH_MM else Stop.MOV
    path = cut(ways, free)
    end = replace(start.at(path[-1]), pm_mm=start.pm_mm + token.pm_mm)
    return MarkedMove(end, free / INCH_MM, stop, path)


def _to_token(ways: Sequence[Leg], token: complex, reach: float) -> float:
    found = ((leg, leg.first_near(token, reach)) for leg in ways)
    return next(leg.before + along for leg, along in found if along is not None)


def _free(ways: Sequence[Leg], marked: float, base: Disc, teammates: Sequence[Disc]) -> float:
    """The greatest length up to `marked` mm after which the base overlaps no team-mate."""
    length, before = marked, math.inf
    while length < before:
        before = length
        backs = [_back(leg, length, base, mate) for leg in ways for mate in teammates]
        length = min([length, *backs])
    return length


def _back(leg: Leg, length: float, base: Disc, mate: Disc) -> float:
    """How far back on this leg a base must go that overlaps a team-mate after `length` mm; else `length`."""
    along, span = length - leg.before, leg.near(mate.centre, base.r + mate.r)
    if span is None or not -1e-9 <= along <= leg.length + 1e-9 or not span[0] + 1e-9 < along < span[1] - 1e-9:
        return length
    return leg.before + max(0.0, span[0])


def cut(ways: Sequence[Leg], length: float) -> tuple[complex, ...]:
    """The corners of the first `length` mm of a path."""
    gone = [leg for leg in ways if leg.before < length] or [ways[0]]
    return (*(leg.start for leg in gone), gone[-1].at(length - gone[-1].before))
