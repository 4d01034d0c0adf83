"""The verdict on a limit: in, out, or too close to call, because a measured distance has a ±."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

INCH_MM = 25.4
_SAME_IN = 1e-9  # sums of decimal fractions differ by less


class MeasureError(ValueError):
    """Something that cannot be measured; the message says what was given and what was expected."""


class Verdict(StrEnum):
    """The answer to "is it within the limit?". CLOSE: the limit lies inside the ±, so people decide (R-21)."""

    IN = "in"
    OUT = "out"
    CLOSE = "too close to call"

    def __invert__(self) -> Verdict:
        """The answer to the opposite question."""
        return {Verdict.IN: Verdict.OUT, Verdict.OUT: Verdict.IN}.get(self, self)


def all_of(verdicts: Iterable[Verdict]) -> Verdict:
    """IN if all are; OUT as soon as one is, whatever the doubt about the others."""
    told = set(verdicts)
    return Verdict.OUT if Verdict.OUT in told else Verdict.CLOSE if Verdict.CLOSE in told else Verdict.IN


def any_of(verdicts: Iterable[Verdict]) -> Verdict:
    """IN as soon as one is; OUT if all are."""
    return ~all_of(~verdict for verdict in verdicts)


@dataclass(frozen=True)
class Distance:
    """A measured distance in inches (TAK-MEA-10); the true one lies within `value` ± `pm`. Negative where the question
    has a sign (how deep one thing reaches into another). Raises MeasureError for what is no number."""

    value: float
    pm: float = 0.0

    def __post_init__(self) -> None:
        if not math.isfinite(self.value) or not 0 <= self.pm < math.inf:
            raise MeasureError(f"a distance is a number of inches and its ± is not negative: {self.value} ± {self.pm}")

    @classmethod
    def of_mm(cls, value_mm: float, pm_mm: float = 0.0) -> Distance:
        """The distance of so many millimetres."""
        return cls(value_mm / INCH_MM, pm_mm / INCH_MM)

    def within(self, limit_in: float) -> Verdict:
        """Whether it is at most the limit; the limit itself is within."""
        if self.value + self.pm <= limit_in + _SAME_IN:
            return Verdict.IN
        return Verdict.OUT if self.value - self.pm > limit_in + _SAME_IN else Verdict.CLOSE

    def more_than(self, limit_in: float) -> Verdict:
        """Whether it is more than the limit; the limit itself is not more."""
        return ~self.within(limit_in)

    def __str__(self) -> str:
        return f'{self.value:.2f}" ± {self.pm:.2f}"'
