"""Bands: the modifier of a distance, read off a table of rows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from vision.measure.verdict import Distance, MeasureError, Verdict

Rows: TypeAlias = Sequence[tuple[float, int]]
"""Upper bound in inches, itself inside the row, and modifier; nearest row first, the last one without an end."""

PASS: Rows = ((2.0, 4), (4.0, 2), (8.0, 0), (math.inf, -2))
"""TAK-PAS-07."""
RECEPTION: Rows = ((2.0, 2), (4.0, 0), (8.0, -2), (math.inf, -4))
"""TAK-REC-02."""


@dataclass(frozen=True)
class Band:
    """The modifier of a distance: the better one where the ± reaches over a bound. `worse` is what the distance could
    bring as well; the same as `modifier` where it is clear."""

    modifier: int
    worse: int

    @property
    def verdict(self) -> Verdict:
        """IN where one row alone is possible, else CLOSE."""
        return Verdict.IN if self.modifier == self.worse else Verdict.CLOSE


def band(rows: Rows, distance: Distance) -> Band:
    """The row of a distance; just between two rows, or within the ± of it, the better (TAK-PAS-08, TAK-REC-02, G-09,
    R-21). Raises MeasureError for rows that are out of order or come to an end."""
    bounds = [bound for bound, _ in rows]
    if not bounds or bounds[-1] != math.inf or any(a >= b for a, b in pairwise(bounds)):
        raise MeasureError(f"the bounds of a table rise and end at infinity, not {bounds}")
    possible = _possible(rows, distance)
    return Band(max(possible), min(possible))


def _possible(rows: Rows, distance: Distance) -> list[int]:
    """The modifiers of all rows that the true distance may lie in."""
    starts = [-math.inf, *(bound for bound, _ in rows[:-1])]
    return [
        modifier
        for start, (end, modifier) in zip(starts, rows, strict=True)
        if distance.within(end) is not Verdict.OUT and distance.more_than(start) is not Verdict.OUT
    ]
