"""The ring: where the centre of a base can be while it touches something, and which parts of that are taken."""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from vision.measure.disc import Disc
from vision.measure.verdict import MeasureError

_SAME_RAD = 1e-9
_ALL_ROUND = 2 * math.pi


@dataclass(frozen=True)
class Field:
    """The field of play with both in-goal zones, `length` along x and `width` along y, mm, from the corner (0, 0)."""

    length: float
    width: float

    def __post_init__(self) -> None:
        if not (0 < self.length < math.inf and 0 < self.width < math.inf):
            raise MeasureError(f"a field has a length and a width in mm, not {self.length} × {self.width}")

    def from_middle(self, x: float, y: float) -> complex:
        """The place here of a point that is told from the middle of the pitch with y upward as seen from above, as a
        pitch file has it; mm. The two frames mirror each other: clockwise stays clockwise, its sign changes."""
        return complex(x + self.length / 2, self.width / 2 - y)

    def within(self, centre: complex, r: float) -> complex:
        """The nearest place for the centre of a base of radius `r` mm that is wholly on the pitch."""
        return complex(_clamp(centre.real, r, self.length - r), _clamp(centre.imag, r, self.width - r))

    def walls(self, centre: complex, r: float) -> tuple[tuple[float, float], ...]:
        """The direction (radians) of each side, and how far a base there may go towards it, mm."""
        right, down = self.length - r - centre.real, self.width - r - centre.imag
        return (0.0, right), (math.pi / 2, down), (math.pi, centre.real - r), (-math.pi / 2, centre.imag - r)


@dataclass(frozen=True)
class Span:
    """Directions that are taken, in radians: less than `half` away from `middle`."""

    middle: float
    half: float

    def holds(self, angle: float) -> bool:
        """Whether a direction is taken."""
        return abs(turn(self.middle, angle)) < self.half - _SAME_RAD

    @property
    def ends(self) -> tuple[float, float]:
        """The first free directions beside it."""
        return self.middle - self.half, self.middle + self.half


@dataclass(frozen=True)
class Ring:
    """The circle of radius `r` mm about `centre` (x + y·i, mm)."""

    centre: complex
    r: float

    @classmethod
    def about(cls, still: Disc, base: Disc) -> Ring:
        """Where the centre of a base is while it touches a disc."""
        return cls(still.centre, still.r + base.r)

    def at(self, angle: float) -> complex:
        """The point of the ring in a direction, radians."""
        return self.centre + cmath.rect(self.r, angle)

    def angle_of(self, point: complex) -> float:
        """The direction of a point, radians."""
        return cmath.phase(point - self.centre)

    def taken_by(self, other: Ring) -> Span | None:
        """The part of this ring inside another one; None if there is none."""
        apart = abs(other.centre - self.centre)
        if apart >= self.r + other.r or apart <= self.r - other.r:
            return None
        if apart <= other.r - self.r:
            return Span(0.0, _ALL_ROUND)
        cosine = (self.r**2 + apart**2 - other.r**2) / (2 * self.r * apart)
        return Span(self.angle_of(other.centre), math.acos(_clamp(cosine, -1.0, 1.0)))

    def taken(self, others: Iterable[Ring], field: Field | None, base_r: float) -> tuple[Span, ...]:
        """The parts where a base of radius `base_r` mm would overlap something or leave the pitch."""
        spans = [span for other in others if (span := self.taken_by(other))]
        return (*spans, *(self._outside(field, base_r) if field else ()))

    def _outside(self, field: Field, base_r: float) -> Iterator[Span]:
        for way, reach in field.walls(self.centre, base_r):
            if reach < self.r:
                yield Span(way, math.acos(reach / self.r)) if reach > -self.r else Span(way, _ALL_ROUND)


def turn(start: float, end: float) -> float:
    """The angle from one direction to another, −π..π."""
    return math.remainder(end - start, _ALL_ROUND)


def _clamp(value: float, low: float, high: float) -> float:
    return min(max(value, low), high)
