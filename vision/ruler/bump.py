"""The bump: a camera that was moved is noticed by the markers' places in the picture, within two seconds."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from enum import StrEnum

import numpy as np

from vision.ruler.lens import Floats

MOVED_PX = 2.0
"""A marker that has wandered so far is not where it was; a steady one wanders by a tenth of a pixel."""

_AGREE_S = 0.6  # so long a shift must be seen: a hand passes, a bumped camera stays
_LEARN_FRAMES = 5
_MOST_FRAMES = 400


class Standing(StrEnum):
    """How the camera stands. The code is stable: screens translate it."""

    LEARNING = "learning"  # the first frames
    STEADY = "steady"
    MOVED = "moved"  # the camera stands elsewhere than before; measuring waits until someone has looked
    MARKER_MOVED = "marker_moved"  # one marker lies elsewhere, the others do not
    UNSEEN = "unseen"  # no marker is seen that was there before


class Bump:
    """Gets the markers of each frame and says how the camera stands. Frames carry their time; no clock, no I/O."""

    def __init__(self) -> None:
        self._learnt: list[Mapping[int, Floats]] = []
        self._home: dict[int, Floats] = {}
        self._lately: deque[tuple[float, Standing]] = deque(maxlen=_MOST_FRAMES)
        self.standing = Standing.LEARNING

    def look(self, corners_px: Mapping[int, Floats], t_s: float) -> Standing:
        """Takes the corners (4, 2) of each marker that is seen in a frame. MOVED stays until `accept`."""
        if not self._home:
            self._learn(corners_px)
        elif self.standing is not Standing.MOVED:
            self._judge(self._compared(corners_px), t_s)
        return self.standing

    def accept(self) -> None:
        """The camera may stand where it stands now: the next frames are learnt."""
        self._learnt, self._home = [], {}
        self._lately.clear()
        self.standing = Standing.LEARNING

    def _learn(self, corners_px: Mapping[int, Floats]) -> None:
        if corners_px:
            self._learnt.append(corners_px)
        if len(self._learnt) >= _LEARN_FRAMES:
            ids = {number for seen in self._learnt for number in seen}
            each = {n: [np.asarray(seen[n]) for seen in self._learnt if n in seen] for n in ids}
            self._home = {n: np.median(quads, axis=0) for n, quads in each.items()}
            self.standing = Standing.STEADY

    def _compared(self, corners_px: Mapping[int, Floats]) -> Standing:
        """One frame against home. A covered marker is none that moved."""
        off = [
            float(np.median(np.hypot(*(np.asarray(quad) - self._home[n]).T)))
            for n, quad in corners_px.items()
            if n in self._home
        ]
        moved = sum(shift > MOVED_PX for shift in off)
        if not off:
            return Standing.UNSEEN
        if moved == 0:
            return Standing.STEADY
        return Standing.MARKER_MOVED if moved == 1 and len(off) > 1 else Standing.MOVED

    def _judge(self, now: Standing, t_s: float) -> None:
        """What was seen in each frame for a while is how it is."""
        self._lately.append((t_s, now))
        same_since = t_s
        for when, standing in reversed(self._lately):
            if standing is not now:
                break
            same_since = when
        if t_s - same_since >= _AGREE_S or now is Standing.STEADY:
            self.standing = now
