"""One input: a bouncing level goes in, clean strokes come out, and a stuck one disables itself."""

STABLE_MS = 8
"""A level counts after it has stayed that long; on a track field, where a magnet is put down slowly, FIELD_MS."""
FIELD_MS = 100
LONG_MS = 2000
HELD_MS = 60_000
OFTEN = 20
OFTEN_MS = 1000
"""So many presses within that time are no finger."""
BOUNCE_MS = 25
"""Rises closer than this are one press that bounces."""
QUIET_MS = 2000
"""A stuck input counts again when it has been at rest for so long."""

DOWN, LONG, UP = "down", "long", "up"
HELD, CHATTERS, FREED = "held", "chatters", "freed"


class Contact:
    """The level must be looked at every few ms. `level` is where it stands at the start: that is no press. A `field`
    may be on for hours and has no long stroke. While it `rests` at `level`, time alone brings nothing, and it need not
    be felt: on a slow chip most of a round would go there."""

    def __init__(self, level: bool, now_ms: int, field: bool = False) -> None:
        self.stuck = False
        self.level = level
        self.rests = False
        self._field = field
        self._stable_ms = FIELD_MS if field else STABLE_MS
        self._down = self._seen = level
        self._since_ms = self._down_ms = now_ms
        self._long = True
        self._rises: list[int] = []

    def feel(self, level: bool, now_ms: int) -> str | None:
        """What the level says: DOWN, LONG, UP; HELD or CHATTERS when it has become stuck, FREED when that is over."""
        stroke = self._felt(level, now_ms)
        self.level = level
        self.rests = level is self._down and not self.stuck and (self._field or not level)
        return stroke

    def _felt(self, level: bool, now_ms: int) -> str | None:
        if level is not self._seen:
            self._changed(level, now_ms)
        if self.stuck:
            return self._freed(now_ms)
        if self._chatters(now_ms):
            return self._disabled(CHATTERS)
        if self._down and not self._field and now_ms - self._down_ms >= HELD_MS:
            return self._disabled(HELD)
        return self._stroke(now_ms)

    def _changed(self, level: bool, now_ms: int) -> None:
        self._seen, self._since_ms = level, now_ms
        if level and not (self._rises and now_ms - self._rises[-1] < BOUNCE_MS):
            self._rises = self._rises[1 - OFTEN :] + [now_ms]

    def _stroke(self, now_ms: int) -> str | None:
        if self._seen is not self._down and now_ms - self._since_ms >= self._stable_ms:
            self._down, self._down_ms, self._long = self._seen, self._since_ms, False
            return DOWN if self._down else UP
        if self._down and self._seen and not (self._long or self._field) and now_ms - self._down_ms >= LONG_MS:
            self._long = True
            return LONG
        return None

    def _chatters(self, now_ms: int) -> bool:
        return len(self._rises) == OFTEN and now_ms - self._rises[0] < OFTEN_MS

    def _disabled(self, why: str) -> str:
        self.stuck = True
        return why

    def _freed(self, now_ms: int) -> str | None:
        if now_ms - self._since_ms < QUIET_MS or (self._seen and not self._field):
            return None
        self.stuck = False
        self._down, self._rises = self._seen, []
        return FREED
