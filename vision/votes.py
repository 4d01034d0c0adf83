"""Votes: one picture may deceive; several that agree count."""

from __future__ import annotations

from collections import Counter
from typing import TypeAlias

from vision.dice.die import Doubt, Reading, Status
from vision.lying import unmoved

AGREE = 3
AGREE_AFTER_CONTRADICTION = 8
_PATIENCE = 14

_Key: TypeAlias = frozenset[tuple[tuple[str, str | None, int | str], int]] | Doubt | Status | None


class Votes:
    """Readings of consecutive pictures in which nothing moved."""

    def __init__(self) -> None:
        self._last: Reading | None = None
        self._streak = self._undecided = 0
        self._values: set[_Key] = set()

    @property
    def last(self) -> Reading | None:
        return self._last

    def add(self, reading: Reading) -> Reading | None:
        """The reading once enough in a row agree with it; a doubt once they keep changing; else None.

        Dice that creep too slowly to be seen to move show the same values, but not at the same places. Dice that were
        read differently a moment ago, though nothing moved, need more agreement."""
        same = self._last is not None and _agree(self._last, reading)
        self._streak = self._streak + 1 if same else 1
        self._last = reading
        if reading.status is Status.OK:
            self._values.add(_key(reading))
        self._undecided += 1
        if self._streak >= self._needed(reading):
            self._streak = self._undecided = 0
            return reading
        if self._undecided >= _PATIENCE:
            self._undecided = 0
            return _wavering(reading)
        return None

    def _needed(self, reading: Reading) -> int:
        contradicted = reading.status is Status.OK and len(self._values) > 1
        return AGREE_AFTER_CONTRADICTION if contradicted else AGREE


def _agree(last: Reading, now: Reading) -> bool:
    return _key(last) == _key(now) and (now.status is not Status.OK or unmoved(last.dice, now.dice))


def _key(reading: Reading) -> _Key:
    if reading.status is Status.OK:
        return frozenset(Counter((d.kind, d.colour, d.value) for d in reading.dice).items())
    return reading.doubt or reading.status


def _wavering(reading: Reading) -> Reading:
    return Reading(
        Status.UNSURE,
        reading.dice,
        Doubt.UNREADABLE,
        "the reading changes from picture to picture though nothing moves",
    )
