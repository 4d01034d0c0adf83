"""The camera: always its newest frame, and how it is doing. A dead or busy camera never stops who asks."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Self

import numpy as np

from vision.frame import CameraState, Frame, Image
from vision.pace import Pace
from vision.sources import Opener, Source, opener_of
from vision.video import CameraError

log = logging.getLogger(__name__)

_SAMPLE = np.s_[::8, ::8]


@dataclass(frozen=True)
class Patience:
    """Seconds until a camera counts as lost while it opens or between two frames, as frozen while its frames are
    identical; and between attempts to open it again, doubling from the first to the most."""

    open_s: float = 8.0
    frame_s: float = 3.0
    frozen_s: float = 3.0
    retry_s: float = 0.5
    retry_most_s: float = 8.0


def open_camera(spelling: str) -> Camera:
    """A camera by its spelling: "0", "/dev/video0", "csi", "http://...", "rtsp://...", "clip.mp4" or "folder/".

    Returns at once, whatever the device does; `Camera.state` tells when it is live. A recording is played in real
    time. Raises CameraMissing for a text that is none of these."""
    return Camera(spelling, opener_of(spelling))


class Camera:
    """A FrameSource that grabs in a thread of its own and keeps only the newest frame.

    A camera that fails is opened again and again, ever more seldom. Frames identical to the one before are no news:
    they are not handed out, and too many of them in a row mean FROZEN. `clock` and `pause` are for tests; `pause`
    waits so many seconds, and returns True if the camera was closed meanwhile."""

    def __init__(
        self,
        name: str,
        opener: Opener,
        patience: Patience | None = None,
        clock: Callable[[], float] = time.monotonic,
        pause: Callable[[float], bool] | None = None,
    ) -> None:
        self._name, self._opener, self._clock = name, opener, clock
        self._patience = patience or Patience()
        self._closing = threading.Event()
        self._pause = pause or self._closing.wait
        self._news = threading.Condition()
        self._newest: Frame | None = None
        self._pace = Pace()
        self._state, self._since_s, self._error = CameraState.OPENING, clock(), ""
        self._repeated_at_s: float | None = None
        self._thread = threading.Thread(target=self._run, name=f"camera {name}", daemon=True)
        self._thread.start()

    @property
    def name(self) -> str:
        return self._name

    @property
    def state(self) -> CameraState:
        with self._news:
            return self._judge()[0]

    @property
    def sentence(self) -> str:
        with self._news:
            return self._judge()[1]

    @property
    def fps(self) -> float:
        """Frames a second as measured over the last 30 frames; 0.0 when there are none."""
        with self._news:
            return self._pace.fps if self._judge()[0] is CameraState.LIVE else 0.0

    def frame(self, after: int = 0, timeout_s: float = 1.0) -> Frame | None:
        """The newest frame with `seq > after`; None if none comes within `timeout_s` seconds or the camera ends."""
        with self._news:
            self._news.wait_for(lambda: self._has(after) or self._state is CameraState.ENDED, timeout_s)
            return self._newest if self._has(after) else None

    def close(self) -> None:
        """Lets the device go. Does not wait for a driver that hangs. May be called twice."""
        self._closing.set()
        self._tell(CameraState.ENDED, "is closed")
        if self._thread is not threading.current_thread():
            self._thread.join(timeout=1.0)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _has(self, after: int) -> bool:
        return self._newest is not None and self._newest.seq > after

    def _judge(self) -> tuple[CameraState, str]:
        """State and sentence as of now: the thread may be stuck in the driver, so silence is judged from outside."""
        silent_s = self._clock() - self._since_s
        if self._state is CameraState.OPENING and silent_s > self._patience.open_s:
            return CameraState.LOST, f"Camera {self._name} does not answer: unplug it and plug it in again."
        if self._state is CameraState.LIVE and self._repeated_s() > self._patience.frozen_s:
            return CameraState.FROZEN, f"Camera {self._name} repeats one picture: unplug it and plug it in again."
        if self._state is CameraState.LIVE and silent_s > self._patience.frame_s:
            return (
                CameraState.LOST,
                f"Camera {self._name} has sent nothing for {silent_s:.0f} seconds: check its cable.",
            )
        return self._state, f"Camera {self._name} {self._error or self._state.value}."

    def _repeated_s(self) -> float:
        return 0.0 if self._repeated_at_s is None else self._since_s - self._repeated_at_s

    def _tell(self, state: CameraState, error: str = "") -> None:
        with self._news:
            if self._state is not CameraState.ENDED:
                self._state, self._error, self._since_s = state, error, self._clock()
            self._news.notify_all()

    def _run(self) -> None:
        try:
            self._keep_open()
        except Exception as error:
            log.exception("camera %s stopped", self._name)
            self._tell(CameraState.LOST, f"stopped: {error}")

    def _keep_open(self) -> None:
        wait_s = self._patience.retry_s
        while not self._closing.is_set():
            before = self._newest
            try:
                self._serve()
                return
            except CameraError as error:
                log.warning("camera %s: %s", self._name, error)
                self._tell(CameraState.LOST, f"is lost: {error}")
            if self._newest is not before:
                wait_s = self._patience.retry_s
            if self._pause(wait_s):
                return
            wait_s = min(self._patience.retry_most_s, 2 * wait_s)

    def _serve(self) -> None:
        """Opens and grabs until the recording ends or the camera is closed. Raises CameraError when it fails."""
        self._tell(CameraState.OPENING)
        source = self._opener()
        try:
            while not self._closing.is_set():
                image = source.grab()
                if image is None:
                    self._tell(CameraState.ENDED, "has ended")
                    return
                self._take(image, source)
        finally:
            source.close()

    def _take(self, image: Image, source: Source) -> None:
        now_s = self._clock()
        last = self._newest
        repeated = source.live and last is not None and _identical(last.image, image)
        with self._news:
            if self._state is CameraState.ENDED:
                return
            if self._state is not CameraState.LIVE:
                self._pace.restart()
                self._repeated_at_s = None
            self._state, self._error, self._since_s = CameraState.LIVE, "", now_s
            self._news.notify_all()
            if repeated:
                self._repeated_at_s = now_s if self._repeated_at_s is None else self._repeated_at_s
                return
            self._repeated_at_s = None
            self._pace.tick(now_s)
            self._newest = Frame(last.seq + 1 if last else 1, now_s, image)


def _identical(one: Image, other: Image) -> bool:
    return one.shape == other.shape and np.array_equal(one[_SAMPLE], other[_SAMPLE])
