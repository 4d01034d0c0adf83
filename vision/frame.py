"""A frame: one picture with the moment it was taken, and what every camera looks like from outside."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from types import TracebackType
from typing import Protocol, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

Image: TypeAlias = NDArray[np.uint8]
"""A picture, shape (height, width, 3), blue-green-red as OpenCV has it."""


@dataclass(frozen=True, eq=False)
class Frame:
    """`seq` counts up from 1 without telling how many were skipped; `t_s` is monotonic seconds of a live camera, or
    seconds from the start of a video."""

    seq: int
    t_s: float
    image: Image


class CameraState(StrEnum):
    """How a camera is doing. Only frames of a LIVE camera say something about the table."""

    OPENING = "opening"
    LIVE = "live"
    FROZEN = "frozen"
    LOST = "lost"
    ENDED = "ended"


class FrameSource(Protocol):
    """What a real, a simulated and a recorded camera have in common."""

    @property
    def state(self) -> CameraState: ...

    @property
    def sentence(self) -> str:
        """The state in one English sentence, with the remedy where there is one."""

    @property
    def fps(self) -> float:
        """Frames a second as measured over the last seconds; 0.0 before the second frame."""

    def frame(self, after: int = 0, timeout_s: float = 1.0) -> Frame | None:
        """The newest frame with `seq > after`; None if none comes within `timeout_s`."""

    def close(self) -> None:
        """Lets the device go. May be called twice."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...
