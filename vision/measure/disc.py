"""The disc: a base, token, ball or template seen from above, and the gap between two of them."""

from __future__ import annotations

import cmath
import math
from dataclasses import dataclass, replace

from vision.measure.verdict import INCH_MM, Distance, MeasureError, Verdict

TOUCH_MM = 1.0
"""R-21: bases with a gap of up to 1.0 mm (0.04") are in contact."""


@dataclass(frozen=True)
class Disc:
    """A round thing on the table: centre and diameter in mm, x along the pitch, y across and downward as seen from
    above, so that positive angles turn clockwise. `pm_mm` bounds how far the true centre may lie away; 0 is exact.
    Raises MeasureError for sizes that are none."""

    x: float
    y: float
    d: float
    pm_mm: float = 0.0

    def __post_init__(self) -> None:
        if not all(map(math.isfinite, (self.x, self.y, self.d, self.pm_mm))) or self.d < 0 or self.pm_mm < 0:
            raise MeasureError(f"a disc needs a place and a diameter and a ± of 0 mm or more, not {self}")

    @property
    def r(self) -> float:
        """The radius, mm."""
        return self.d / 2

    @property
    def centre(self) -> complex:
        """The centre as x + y·i, mm: sums are shifts, products are turns."""
        return complex(self.x, self.y)

    def at(self, centre: complex) -> Disc:
        """The same disc elsewhere."""
        return replace(self, x=centre.real, y=centre.imag)

    def moved(self, degrees: float, mm: float) -> Disc:
        """The same disc so far on, in a direction clockwise from +x."""
        return self.at(self.centre + cmath.rect(mm, math.radians(degrees)))


def gap_mm(a: Disc, b: Disc) -> float:
    """From edge to edge, mm; negative where the discs overlap (G-01)."""
    return abs(a.centre - b.centre) - a.r - b.r


def edge_distance(a: Disc, b: Disc) -> Distance:
    """Between the closest points of two discs, never below 0 (TAK-MEA-02, G-01). The two ± add up."""
    return Distance.of_mm(max(0.0, gap_mm(a, b)), a.pm_mm + b.pm_mm)


def contact(a: Disc, b: Disc) -> Verdict:
    """Whether two discs touch (G-01, R-21)."""
    return touches(gap_mm(a, b), a.pm_mm + b.pm_mm)


def touches(gap: float, pm_mm: float) -> Verdict:
    """Whether a gap of so many mm is contact. R-21 grants 1.0 mm and expects a measurement as good as that; a worse one
    can be too close to call: it may hide a gap, or see one where there is none."""
    if gap + max(0.0, pm_mm - TOUCH_MM) <= TOUCH_MM + 1e-9:
        return Verdict.IN
    return Verdict.OUT if gap > pm_mm else Verdict.CLOSE


def overlap(a: Disc, b: Disc) -> Verdict:
    """Whether two discs share more than an edge, which no two pieces may (TAK-OCC-01, G-01)."""
    return Distance.of_mm(-gap_mm(a, b), a.pm_mm + b.pm_mm).more_than(0)


def move_to(disc: Disc, degrees: float, inches: float) -> Disc:
    """Move TO: the leading edge, and so the whole disc, travels that far (TAK-MEA-03, G-02)."""
    return disc.moved(degrees, _length(inches) * INCH_MM)


def place_at(disc_d: float, reference: Disc, degrees: float, inches: float) -> Disc:
    """Place AT: a disc of diameter `disc_d` mm with its far edge at that distance from the reference's edge; in contact
    where it is wider than that (TAK-MEA-03, G-03, R-18)."""
    far = max(_length(inches) * INCH_MM, disc_d)
    return replace(reference.moved(degrees, reference.r + far - disc_d / 2), d=disc_d)


def _length(inches: float) -> float:
    if not 0 <= inches < math.inf:
        raise MeasureError(f"a length is 0 inches or more, not {inches}")
    return inches
