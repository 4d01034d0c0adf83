"""Whether an input can be believed: a button that is pressed for a minute, or 20 times a second, has a fault and not a
finger on it. The same limits as on the board (firmware_bridge/firmware/contact.py)."""

from __future__ import annotations

from collections import deque
from typing import Final

HELD_S: Final = 60.0
OFTEN: Final = 20
OFTEN_S: Final = 1.0
"""So many presses within that time are no finger."""
BOUNCE_S: Final = 0.025
"""Rises closer than this are one press that bounces."""
QUIET_S: Final = 2.0
"""A stuck input counts again when it has been at rest for so long."""


class Stuck:
    """One input, told of its level at every look and every edge. `stuck` says whether it counts no longer."""

    def __init__(self, level: bool, now_s: float) -> None:
        self.stuck = False
        self._level, self._since_s, self._pressed_s = level, now_s, now_s
        self._rises: deque[float] = deque(maxlen=OFTEN)

    def look(self, level: bool, now_s: float) -> None:
        if level is not self._level:
            self._changed(level, now_s)
        was, self.stuck = self.stuck, self._is_stuck(now_s)
        if was and not self.stuck:
            self._rises.clear()

    def _changed(self, level: bool, now_s: float) -> None:
        bounce = now_s - self._since_s < BOUNCE_S
        self._level, self._since_s = level, now_s
        if level and not bounce:
            self._pressed_s = now_s
        if level and not (self._rises and now_s - self._rises[-1] < BOUNCE_S):
            self._rises.append(now_s)

    def _is_stuck(self, now_s: float) -> bool:
        if self.stuck:
            return self._level or now_s - self._since_s < QUIET_S
        chatters = len(self._rises) == OFTEN and now_s - self._rises[0] < OFTEN_S
        return chatters or (self._level and now_s - self._pressed_s >= HELD_S)
