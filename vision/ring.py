"""The last seconds before dice came to rest, as small pictures that people step through."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from vision.draw import jpeg
from vision.frame import Frame

SPAN_S = 4.0
EVERY_S = 0.1
MOST_BYTES = 1_500_000
WIDTH_PX = 640
_SHOT_BYTES = 36_000
_SLACK_S = 0.002  # times of frames are not exact: every third of 30 a second is a tenth of a second


@dataclass(frozen=True)
class Shot:
    """One moment of a roll: monotonic seconds as its frame had them, and the JPEG, at most `WIDTH_PX` wide."""

    t_s: float
    jpeg: bytes


class Ring:
    """Keeps the newest shots: none older than `SPAN_S` before the last one, one each `EVERY_S`, at most `MOST_BYTES`
    together. Nothing is kept of a frame that comes too soon, and nothing is done while no frames come."""

    def __init__(self) -> None:
        self._shots: deque[Shot] = deque()
        self._bytes = 0

    def take(self, frame: Frame) -> None:
        """The next frame. Where its time goes back, the ring begins anew."""
        if self._shots and frame.t_s < self._shots[-1].t_s:
            self.clear()
        if self._shots and frame.t_s < self._shots[-1].t_s + EVERY_S - _SLACK_S:
            return
        shot = Shot(frame.t_s, jpeg(frame.image, _SHOT_BYTES, WIDTH_PX))
        self._shots.append(shot)
        self._bytes += len(shot.jpeg)
        while self._shots[0].t_s < shot.t_s - SPAN_S or self._bytes > MOST_BYTES:
            self._bytes -= len(self._shots.popleft().jpeg)

    def shots(self) -> tuple[Shot, ...]:
        """What is kept, oldest first."""
        return tuple(self._shots)

    def clear(self) -> None:
        """Forgets everything."""
        self._shots.clear()
        self._bytes = 0
