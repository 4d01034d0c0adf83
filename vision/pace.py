"""Pace: how many frames a second really come."""

from __future__ import annotations

from collections import deque

_FRAMES = 30


class Pace:
    """Measured over the last 30 frames."""

    def __init__(self) -> None:
        self._times_s: deque[float] = deque(maxlen=_FRAMES)

    @property
    def fps(self) -> float:
        """Frames a second; 0.0 before the second frame."""
        times_s = self._times_s
        return (len(times_s) - 1) / (times_s[-1] - times_s[0]) if len(times_s) > 1 else 0.0

    def tick(self, t_s: float) -> None:
        """A frame came at this monotonic time, later than the one before."""
        self._times_s.append(t_s)

    def restart(self) -> None:
        self._times_s.clear()
