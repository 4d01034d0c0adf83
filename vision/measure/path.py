"""The path of a base: straight legs, and where something on the table meets it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from vision.measure.disc import Disc, touches
from vision.measure.verdict import Distance, MeasureError, Verdict


@dataclass(frozen=True)
class Leg:
    """A straight part of a path: from `start` (x + y·i, mm) along `unit` for `length` mm, `before` mm into the path."""

    start: complex
    unit: complex
    length: float
    before: float = 0.0

    def at(self, mm: float) -> complex:
        """The point so far along this leg."""
        return self.start + self.unit * mm

    def gap_to(self, point: complex) -> float:
        """How far the point is from the leg, mm."""
        along, _ = self.seen_from(point)
        return abs(point - self.at(min(max(along, 0.0), self.length)))

    def seen_from(self, point: complex) -> tuple[float, float]:
        """How far along the line of this leg the point lies, and how far beside it; mm."""
        seen = (point - self.start) * self.unit.conjugate()
        return seen.real, abs(seen.imag)

    def near(self, point: complex, reach: float) -> tuple[float, float] | None:
        """From where to where, in mm along the line of this leg, the point is within `reach` mm; None if nowhere."""
        along, beside = self.seen_from(point)
        if beside > reach + 1e-9:
            return None
        half = math.sqrt(max(0.0, reach * reach - beside * beside))
        return along - half, along + half

    def first_near(self, point: complex, reach: float) -> float | None:
        """How far along this leg the point first is within `reach` mm; None if it never is."""
        span = self.near(point, reach)
        if span is None or span[1] < -1e-9 or span[0] > self.length + 1e-9:
            return None
        return max(0.0, span[0])


@dataclass(frozen=True)
class Meeting:
    """What a moving base and a standing disc have to do with each other: whether they touch, and after which length of
    the path first (None: never)."""

    verdict: Verdict
    at: Distance | None


def legs(points: Sequence[complex]) -> tuple[Leg, ...]:
    """The legs of a path through these points (x + y·i, mm); a path that goes nowhere has one of length 0."""
    if not points:
        raise MeasureError("a path has at least one point")
    return tuple(_legs(points)) or (Leg(points[0], 1 + 0j, 0.0),)


def _legs(points: Sequence[complex]) -> Iterator[Leg]:
    before = 0.0
    for start, end in pairwise(points):
        length = abs(end - start)
        if length > 0:
            yield Leg(start, (end - start) / length, length, before)
            before += length


def meeting(path: Sequence[complex], moving: Disc, standing: Disc) -> Meeting:
    """Whether a base that went along a path of centres touches a disc on the way, and where first (TAK-TKL-07,
    TAK-PUP-03, G-05, R-20). Near a graze the place is much less certain than the discs are, and its ± says so."""
    ways, reach, pm = legs(path), moving.r + standing.r, moving.pm_mm + standing.pm_mm
    verdict = touches(min(leg.gap_to(standing.centre) for leg in ways) - reach, pm)
    if verdict is Verdict.OUT:
        return Meeting(verdict, None)
    first = _first(ways, standing.centre, reach)
    early, late = (_first(ways, standing.centre, max(0.0, reach + by)) for by in (pm, -pm))
    return Meeting(verdict, Distance.of_mm(first, max(first - early, late - first)))


def _first(ways: Sequence[Leg], point: complex, reach: float) -> float:
    """After how many mm the point is first within reach, or else is nearest."""
    for leg in ways:
        along = leg.first_near(point, reach)
        if along is not None:
            return leg.before + along
    nearest = min(ways, key=lambda leg: leg.gap_to(point))
    return nearest.before + min(max(nearest.seen_from(point)[0], 0.0), nearest.length)


def opposed(pass_at_in: float, met: Meeting) -> Verdict:
    """Whether a pass thrown after so many inches of the path comes at or past a defender's contact, and so is rolled
    face to face (TAK-PAS-04, TAK-PAS-05, G-06, R-11)."""
    if met.at is None:
        return Verdict.OUT
    past = met.at.within(pass_at_in)
    return past if met.verdict is Verdict.IN or past is Verdict.OUT else Verdict.CLOSE
