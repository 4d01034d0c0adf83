"""The stance: how the camera stands over the tray, as the dice of earlier rolls tell it.

In one picture a die that leans with no others beside it looks like one that stands before a tilted camera."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence

import numpy as np

from vision.dice.die import Die, Doubt, Reading, Status
from vision.dice.level import TIPPED, Foot, Tilt, tilt_of
from vision.dice.quality import WORDS
from vision.dice.words import place
from vision.frame import Image

_LEANS = 0.30  # widths of the die; more than beside others in one picture, for these were in another place and light
_SEVERAL = 3  # dice that agree in one picture tell how the camera stands
_ENOUGH = 3  # rolls of several dice that must agree
_ROLLS = 5  # that are remembered
_MOVED = 0.6 * TIPPED  # off by so much in the middle, the dice of a roll stand before a camera that was moved


class Stance:
    """Remembers how the dice of the last rolls stood. No clock, no I/O."""

    def __init__(self) -> None:
        self._rolls: deque[Sequence[Foot]] = deque(maxlen=_ROLLS)
        self._size: tuple[int, ...] = ()
        self._tilt: Tilt | None = None  # of the camera, as the rolls tell it

    def judged(self, reading: Reading, image: Image) -> Reading:
        """The reading of a picture (height, width, 3); a doubt instead if a die leans that seemed to stand. Dice of
        which most seem to lean agree with each other: then the camera was moved."""
        dice = _with_feet(reading)
        if self._tilt is None or len(self._rolls) < _ENOUGH or image.shape[:2] != self._size or not dice:
            return reading
        off = self._tilt.off([_foot(die) for die in dice])
        leaning = sum(o >= _LEANS for o in off)
        if not leaning or leaning > max(1, len(dice) / 2):
            return reading
        where = place(np.array(dice[int(np.argmax(off))].center), image)
        return Reading(Status.UNSURE, reading.dice, Doubt.LEANING, f"a die {where} {WORDS[Doubt.LEANING]}")

    def learn(self, reading: Reading, image: Image) -> None:
        """This was a roll, shown by a picture (height, width, 3): its dice stand. Where two or more contradict what is
        remembered, that is forgotten."""
        feet = [_foot(die) for die in _with_feet(reading)]
        if image.shape[:2] != self._size or self._contradicted(feet):
            self._rolls.clear()
        self._size = height, width = image.shape[:2]
        if len(feet) >= _SEVERAL:
            self._rolls.append(feet)
        known = [foot for roll in self._rolls for foot in roll]
        self._tilt = tilt_of(known, width, height) if known else None

    def _contradicted(self, feet: Sequence[Foot]) -> bool:
        return self._tilt is not None and len(feet) > 1 and float(np.median(self._tilt.off(feet))) >= _MOVED


def _with_feet(reading: Reading) -> list[Die]:
    return [die for die in reading.dice if die.drop is not None] if reading.status is Status.OK else []


def _foot(die: Die) -> Foot:
    return Foot(np.array(die.center), math.dist(*die.polygon[:2]), np.array(die.drop))
