"""The simulated camera: looks at the simulated tray, and misbehaves on request."""

from __future__ import annotations

import math
import pathlib
import random
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from types import TracebackType
from typing import Self

import cv2
import numpy as np

from vision.arm import reach_in
from vision.frame import CameraState, Frame, Image
from vision.pace import Pace
from vision.tray import Placed, Tray, Wanted
from vision.video import frames

DEMO = pathlib.Path(__file__).parent / "demo"
"""Recorded throws of Tooor! dice, `play_clip` shows them."""

_CAPTION = "SIMULATED TABLE"
_HAND_FRAMES = 14
_HAND_TIP_PX = (640, 330)
_CALM_FRAMES = 6
_NUDGE_AFTER = 30  # frames at rest before the hand comes
_GRAIN = 1.6  # standard deviation of the sensor noise, grey levels
_SHIFT_PX = 64  # the noise field is this much larger than a picture, and moves about behind it


_SENTENCES = {
    CameraState.LIVE: "The simulated table is live.",
    CameraState.FROZEN: "The simulated camera shows the same picture for ever, as it was asked to.",
    CameraState.LOST: "The simulated camera is gone, as it was asked to be.",
    CameraState.ENDED: "The simulated table is closed.",
}


class Fault(StrEnum):
    """What can go wrong at a real table. DIE_MISSING, HAND_LEFT, GLARE and NUDGED concern the dice that lie there and
    those of later throws."""

    NONE = "none"
    DIE_MISSING = "die_missing"
    HAND_LEFT = "hand_left"
    GLARE = "glare"
    NUDGED = "nudged"
    FROZEN = "frozen"
    LOST = "lost"


class SimulatedCamera:
    """A FrameSource that makes its pictures when they are asked for, at most `fps` a second; idle, it costs nothing.

    May be used from several threads. `clock` and `pause` are for tests."""

    def __init__(
        self,
        tray: Tray | None = None,
        fps: float = 20.0,
        chance: random.Random | None = None,
        clock: Callable[[], float] = time.monotonic,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self._chance = chance or random.Random()
        self._tray = tray or Tray(chance=self._chance)
        self._period_s, self._clock, self._pause = 1.0 / fps, clock, pause
        self._grain = Grain(self._tray.empty.shape[:2], self._chance.getrandbits(32))
        self._lock = threading.RLock()
        self._fault, self._closed = Fault.NONE, False
        self._dice: list[Placed] = []
        self._coming: Iterator[Image] = iter(())
        self._rest = self._composed([])
        self._newest: Frame | None = None
        self._pace = Pace()
        self._due_s = clock()

    @property
    def fault(self) -> Fault:
        return self._fault

    @property
    def state(self) -> CameraState:
        if self._closed:
            return CameraState.ENDED
        return {Fault.FROZEN: CameraState.FROZEN, Fault.LOST: CameraState.LOST}.get(self._fault, CameraState.LIVE)

    @property
    def sentence(self) -> str:
        return _SENTENCES[self.state]

    @property
    def fps(self) -> float:
        with self._lock:
            return self._pace.fps if self.state is CameraState.LIVE else 0.0

    def throw(self, dice: Sequence[Wanted]) -> None:
        """Picks up what lies there and throws `dice`. The values are the caller's; raises NoSprite or TrayFull."""
        placed = self._tray.place(dice)
        with self._lock:
            self._coming = self._throwing(self._dice, placed)
            self._dice = placed
            self._rest = self._composed(placed)

    def pick_up(self) -> None:
        """A hand takes all dice out of the tray."""
        with self._lock:
            self._coming = self._hand(self._dice, [])
            self._dice = []
            self._rest = self._composed([])

    def play_clip(self, path: pathlib.Path) -> None:
        """Shows a recorded throw (see DEMO); its last picture stays until the next throw. Raises CameraError."""
        clip = [frame.image for frame in frames(path)]
        with self._lock:
            self._dice = []
            self._coming = iter(clip)
            self._rest = labelled(clip[-1])

    def misbehave(self, fault: Fault) -> None:
        """From now on until `misbehave(Fault.NONE)`."""
        with self._lock:
            was, self._fault = self._fault, fault
            if not self._dice or {was, fault} <= {Fault.NONE, Fault.FROZEN, Fault.LOST}:
                return
            self._coming = self._nudging() if fault is Fault.NUDGED else iter(())
            self._rest = self._composed(self._dice)

    def frame(self, after: int = 0, timeout_s: float = 1.0) -> Frame | None:
        """The newest frame with `seq > after`; None where the camera is lost, frozen or closed, or the next is not due
        within `timeout_s` seconds."""
        until_s = self._clock() + timeout_s
        while True:
            with self._lock:
                frame, wait_s = self._look()
            if frame is not None and frame.seq > after:
                return frame
            left_s = until_s - self._clock()
            if left_s <= 0:
                return None
            self._pause(min(wait_s, left_s))

    def close(self) -> None:
        self._closed = True

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _look(self) -> tuple[Frame | None, float]:
        """The newest frame, and the seconds until another one can be had."""
        if self.state in (CameraState.LOST, CameraState.ENDED):
            return None, self._period_s
        if self._fault is Fault.FROZEN and self._newest is not None:
            return self._newest, self._period_s
        now_s = self._clock()
        if now_s >= self._due_s:
            self._due_s = max(self._due_s + self._period_s, now_s)
            seq = self._newest.seq + 1 if self._newest else 1
            self._newest = Frame(seq, now_s, self._next_image())
            self._pace.tick(now_s)
        return self._newest, max(0.0, self._due_s - now_s)

    def _next_image(self) -> Image:
        coming = next(self._coming, None)
        return self._grain.over(self._rest if coming is None else labelled(coming))

    def _throwing(self, before: list[Placed], dice: list[Placed]) -> Iterator[Image]:
        if before:
            yield from self._hand(before, [])
        for _ in range(_CALM_FRAMES):
            yield self._tray.empty
        yield from self._tray.throw(self._left_over(dice))
        if self._fault is Fault.HAND_LEFT:
            yield from list(self._hand(dice, dice))[: _HAND_FRAMES // 2]
        if self._fault is Fault.NUDGED:
            yield from self._nudging()

    def _nudging(self) -> Iterator[Image]:
        """The dice rest; then a hand comes, and when it has gone one of them shows another value."""
        before = self._tray.compose(self._dice)
        for _ in range(_NUDGE_AFTER):
            yield before
        turned = self._chance.randrange(len(self._dice))
        value = self._chance.choice(self._tray.other_values(self._dice[turned]))
        after = list(self._dice)
        after[turned] = self._tray.with_value(self._dice[turned], value)
        yield from self._hand(self._dice, after, after[turned].center_px)
        self._dice = after
        self._rest = self._composed(after)

    def _hand(
        self, before: list[Placed], after: list[Placed], tip_px: tuple[int, int] = _HAND_TIP_PX
    ) -> Iterator[Image]:
        """A hand comes and goes; in between the dice change."""
        for step in range(_HAND_FRAMES):
            image = self._tray.compose(before if step < _HAND_FRAMES / 2 else after)
            reach_in(image, tip_px, math.sin(math.pi * step / (_HAND_FRAMES - 1)))
            yield image

    def _left_over(self, dice: list[Placed]) -> list[Placed]:
        return dice[:-1] if self._fault is Fault.DIE_MISSING else dice

    def _composed(self, dice: list[Placed]) -> Image:
        """The picture at rest, with the fault that was asked for."""
        image = self._tray.compose(self._left_over(dice))
        if dice and self._fault is Fault.GLARE:
            _blow_out(image, dice[0].center_px)
        if dice and self._fault is Fault.HAND_LEFT:
            reach_in(image, _HAND_TIP_PX, 1.0)
        return labelled(image)


class Grain:
    """Sensor noise that costs two additions a picture: one field, moved about at random."""

    def __init__(self, size_px: tuple[int, ...], seed: int) -> None:
        chance = np.random.default_rng(seed)
        shape = (size_px[0] + _SHIFT_PX, size_px[1] + _SHIFT_PX, 3)
        field = np.rint(chance.standard_normal(shape, np.float32) * _GRAIN)
        self._plus = np.maximum(field, 0).astype(np.uint8)
        self._minus = np.maximum(-field, 0).astype(np.uint8)
        self._chance = chance

    def over(self, image: Image) -> Image:
        y, x = (int(v) for v in self._chance.integers(0, _SHIFT_PX, 2))
        part = np.s_[y : y + image.shape[0], x : x + image.shape[1]]
        return np.asarray(cv2.subtract(cv2.add(image, self._plus[part]), self._minus[part]), np.uint8)


def labelled(image: Image) -> Image:
    """Says on the lower rim, outside the floor, that this is no real table."""
    marked = image.copy()
    scale = image.shape[0] / 1000
    at = (round(image.shape[1] * 0.03), image.shape[0] - round(image.shape[0] * 0.012))
    cv2.putText(marked, _CAPTION, at, cv2.FONT_HERSHEY_SIMPLEX, scale, (210, 210, 210), 2, cv2.LINE_AA)
    return marked


def _blow_out(image: Image, center_px: tuple[int, int]) -> None:
    """A lamp's reflection: white in the middle, softer outwards, wider than the face of a die."""
    spot = np.zeros(image.shape, np.uint8)
    cv2.circle(spot, center_px, 44, (255, 255, 255), -1)
    cv2.add(image, cv2.GaussianBlur(spot, (0, 0), 9), dst=image)
