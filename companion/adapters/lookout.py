"""The lookout: a thread that looks through a camera until it is closed, and the picture that people see meanwhile."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from vision.draw import jpeg
from vision.frame import Frame, FrameSource

_log = logging.getLogger(__name__)

_WAIT_S = 0.5
_WIDTHS_PX = (480, 1600)
_PICTURE_BYTES = 200_000


class Lookout:
    """Hands each new frame to `look`, or None where none came, with `every_s` of rest between and only while `wanted`.
    What `look` raises ends the thread, is logged, and is said by `failed`: a match goes on by hand."""

    def __init__(
        self,
        name: str,
        camera: FrameSource,
        look: Callable[[Frame | None], None],
        failed: Callable[[], None],
        *,
        every_s: float = 0.0,
        wanted: Callable[[], bool] = lambda: True,
    ) -> None:
        self._name, self._camera, self._look, self._failed = name, camera, look, failed
        self._every_s, self._wanted = every_s, wanted
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def close(self) -> None:
        """May be called twice, also before `start`."""
        self._stop.set()
        if self._thread.ident is not None:
            self._thread.join(timeout=5)

    def _run(self) -> None:
        seq = 0
        try:
            while not self._stop.wait(self._every_s):
                if self._wanted():
                    frame = self._camera.frame(after=seq, timeout_s=_WAIT_S)
                    seq = frame.seq if frame else seq
                    self._look(frame)
        except Exception:  # noqa: BLE001 - the thread ends here: the match goes on by hand
            _log.exception("the %s stopped", self._name)
            self._failed()


def live_picture(camera: FrameSource, after: int, width_px: int) -> tuple[int, bytes] | None:
    """The number of the newest frame and its JPEG, if there is one after `after`."""
    frame = camera.frame(after=after, timeout_s=0.0)
    if frame is None or frame.seq <= after:
        return None
    least, most = _WIDTHS_PX
    return frame.seq, jpeg(frame.image, _PICTURE_BYTES, min(max(width_px, least), most))
