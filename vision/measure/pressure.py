"""Pressure: how many defenders press the one who acts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from vision.measure.disc import Disc, edge_distance
from vision.measure.verdict import Distance, Verdict

REACH_IN = 2.0


@dataclass(frozen=True)
class Pressure:
    """The distance to each presser, in the order given, and the verdict on each."""

    distances: tuple[Distance, ...]
    reach_in: float = REACH_IN

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """Whether each presses."""
        return tuple(distance.within(self.reach_in) for distance in self.distances)

    @property
    def modifier(self) -> int | None:
        """−1 for each who presses (TAK-PRS-03, TAK-PRS-04); None while one is too close to call."""
        return None if Verdict.CLOSE in self.verdicts else -self.verdicts.count(Verdict.IN)


def pressure(actor: Disc, pressers: Iterable[Disc]) -> Pressure:
    """The pressure on a base that stands where it acts: the pass point, the first contact with ball or holder, or the
    landing spot (TAK-PRS-02, G-08, R-24)."""
    return Pressure(tuple(edge_distance(actor, presser) for presser in pressers))
