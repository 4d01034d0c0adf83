"""The simulated pitch: a drawn pitch with two teams, for people who want to see the ruler before they own a camera."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from types import TracebackType
from typing import Self

from vision.frame import CameraState, Frame, Image
from vision.pace import Pace
from vision.ruler.drawn import TURF, Scene, Standing, draw
from vision.simulated import Grain, labelled

_RED = ((-250.0, 130.0), (-170.0, -60.0), (-80.0, 60.0), (-20.0, -190.0))
_YELLOW = ((60.0, 150.0), (110.0, -20.0), (190.0, -150.0), (270.0, 60.0))
_SIZES_MM = (32.0, 40.0, 40.0, 32.0)
TWO_TEAMS = tuple(
    Standing(place, size, rim)
    for rim, places in (("red", _RED), ("yellow", _YELLOW))
    for place, size in zip(places, _SIZES_MM, strict=True)
)
_LINES_MM = (-330.2, -228.6, 0.0, 228.6, 330.2)
_BUMPED = (3.08, 0.1, 0.1)
_SEED = 7


class PitchFault(StrEnum):
    """What can go wrong above a real pitch."""

    NONE = "none"
    BUMPED = "pitch_bumped"
    MARKERS_HIDDEN = "pitch_markers_hidden"


class SimulatedPitch:
    """A FrameSource that shows `scene`; idle, it costs nothing. `clock` and `pause` are for tests."""

    def __init__(
        self,
        scene: Scene | None = None,
        fps: float = 10.0,
        clock: Callable[[], float] = time.monotonic,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self._scene = scene or Scene(TWO_TEAMS, ground=TURF, lines=_LINES_MM)
        self._period_s, self._clock, self._pause = 1.0 / fps, clock, pause
        self._lock = threading.Lock()
        self._still: Image | None = None
        self._grain: Grain | None = None
        self._newest: Frame | None = None
        self._pace = Pace()
        self._closed = False

    @property
    def state(self) -> CameraState:
        return CameraState.ENDED if self._closed else CameraState.LIVE

    @property
    def sentence(self) -> str:
        return "The simulated pitch is closed." if self._closed else "The simulated pitch is live."

    @property
    def fps(self) -> float:
        return self._pace.fps

    def place(self, index: int, centre_mm: tuple[float, float]) -> None:
        """Puts a base elsewhere, mm on the table."""
        bases = list(self._scene.bases)
        bases[index] = replace(bases[index], centre_mm=centre_mm)
        self._show(replace(self._scene, bases=bases))

    def misbehave(self, fault: PitchFault) -> None:
        """From now on until `misbehave(PitchFault.NONE)`."""
        turn = _BUMPED if fault is PitchFault.BUMPED else Scene.turn
        self._show(replace(self._scene, turn=turn, covered=(0, 1) if fault is PitchFault.MARKERS_HIDDEN else ()))

    def frame(self, after: int = 0, timeout_s: float = 1.0) -> Frame | None:
        """The newest frame with `seq > after`; None where the next is not due within `timeout_s` seconds."""
        with self._lock:
            newest, now_s = self._newest, self._clock()
            wait_s = max(0.0, newest.t_s + self._period_s - now_s) if newest else 0.0
            if self._closed or (newest is not None and newest.seq > after and wait_s > 0):
                return None if self._closed else newest
            if wait_s > timeout_s:
                return None
            self._pause(wait_s)
            self._newest = Frame(newest.seq + 1 if newest else 1, self._clock(), self._image())
            self._pace.tick(self._newest.t_s)
            return self._newest

    def close(self) -> None:
        self._closed = True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _show(self, scene: Scene) -> None:
        with self._lock:
            self._scene, self._still = scene, None

    def _image(self) -> Image:
        if self._still is None:
            self._still = labelled(draw(replace(self._scene, noise=0.0), _SEED))
        self._grain = self._grain or Grain(self._still.shape[:2], _SEED)
        return self._grain.over(self._still)
