"""The lane of a pass: everything that a line from one base to the other can cross."""

from __future__ import annotations

import math
from dataclasses import dataclass

from vision.measure.disc import Disc
from vision.measure.verdict import Distance, Verdict


@dataclass(frozen=True)
class InLane:
    """How a base stands to a lane: how deep it reaches into it (inches, negative where it stays clear), and at which
    share of the way from passer (0) to receiver (1), by which several are ordered."""

    depth: Distance
    along: float

    @property
    def verdict(self) -> Verdict:
        """Whether it may intercept; to touch the lane is not enough (R-22)."""
        return self.depth.more_than(0)


def in_lane(passer: Disc, receiver: Disc, defender: Disc) -> InLane:
    """A defender against the lane of a pass, the hull of the bases of passer (at the pass point) and receiver
    (TAK-STL-04, G-10, R-22)."""
    along = _along(passer, receiver, defender.centre)
    centre = passer.centre + along * (receiver.centre - passer.centre)
    radius = passer.r + along * (receiver.r - passer.r)
    depth = defender.r + radius - abs(defender.centre - centre)
    return InLane(Distance.of_mm(depth, defender.pm_mm + max(passer.pm_mm, receiver.pm_mm)), along)


def _along(passer: Disc, receiver: Disc, point: complex) -> float:
    """Where on the way from passer to receiver the lane comes closest to a point, 0..1."""
    way, wider = receiver.centre - passer.centre, receiver.r - passer.r
    length = abs(way)
    if length <= abs(wider):  # one base lies on the other: the larger is the lane
        return float(wider > 0)
    seen = (point - passer.centre) * way.conjugate() / length
    nearest = seen.real + abs(seen.imag) * wider / math.sqrt(length * length - wider * wider)
    return min(max(nearest / length, 0.0), 1.0)
