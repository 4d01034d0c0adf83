"""Lying: dice that are known to lie in the tray, and how a later reading differs from them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from vision.dice.die import Die

_IN_PLACE = 0.7  # radii of the top face that a die may seem to wander, by light or a touch of the camera
_STILL = 0.25  # ... and from one picture to the next


class Change(StrEnum):
    """How dice differ from those known before."""

    NONE = "none"  # all lie where they lay, or all were shifted together: the camera was touched
    FEWER = "fewer"  # some were taken, the others lie where they lay
    JOINED = "joined"  # all lie where they lay, with new ones among them
    SOME = "some"  # some lie where they lay, others changed
    ALL = "all"  # none lies where it lay


@dataclass(frozen=True)
class Lying:
    """Dice of an earlier reading."""

    dice: tuple[Die, ...] = ()

    def change(self, now: Sequence[Die]) -> Change:
        """Compares with the dice of a later reading; both in any order."""
        kept = self.kept(now)
        if not kept:
            return Change.NONE if self._shifted(now) else Change.ALL
        if kept == len(now):
            return Change.NONE if kept == len(self.dice) else Change.FEWER
        return Change.JOINED if kept == len(self.dice) else Change.SOME

    def kept(self, now: Sequence[Die], within: float = _IN_PLACE, by: tuple[float, float] = (0.0, 0.0)) -> int:
        """How many dice of `now` are old ones: the same value at the same place, `within` so many radii of the top
        face, moved by `by` pixels."""
        left, kept = list(self.dice), 0
        for die in now:
            old = next((d for d in left if _same(d, die, within, by)), None)
            if old is not None:
                left.remove(old)
                kept += 1
        return kept

    def _shifted(self, now: Sequence[Die]) -> bool:
        """Whether two or more dice moved by one and the same way, as they do when the camera is touched."""
        if len(now) < 2 or len(now) > len(self.dice):
            return False
        first = now[0]
        ways = [(first.center[0] - d.center[0], first.center[1] - d.center[1]) for d in self.dice if _alike(d, first)]
        return any(self.kept(now, by=way) == len(now) for way in ways)


def unmoved(before: Sequence[Die], now: Sequence[Die]) -> bool:
    """Whether these are the same dice at the same places, as near as two readings of one picture agree."""
    return len(before) == len(now) and Lying(tuple(before)).kept(now, _STILL) == len(now)


def radius_px(die: Die) -> float:
    """From the centre to the farthest corner of the top face."""
    return max(math.dist(die.center, corner) for corner in die.polygon)


def _alike(old: Die, new: Die) -> bool:
    return old.value == new.value  # not the kind: it follows from what is expected, and that changes


def _same(old: Die, new: Die, within: float, by: tuple[float, float]) -> bool:
    was = (old.center[0] + by[0], old.center[1] + by[1])
    return _alike(old, new) and math.dist(was, new.center) < within * radius_px(old)
