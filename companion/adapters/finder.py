"""The finder: what the camera sees, for the page that sets it up. It looks only while somebody watches, reads at most
twice a second, and in the thread of who asks: the eye never waits for it."""

from __future__ import annotations

import math
import pathlib
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from companion.adapters.advice import spelled
from companion.adapters.camera import CAMERA_STATES, PLACE, STANDS, doubt_text
from companion.adapters.lookout import live_picture
from companion.vocabulary import JSON, PromptRefused, Text, to_json
from companion.vocabulary import Status as Reported
from vision.advice import Profile, advise, profile
from vision.dice.colour import TEACHABLE, Palette, body_of
from vision.dice.die import Die, Point, Reading, Status
from vision.dice.expect import Expected
from vision.frame import CameraState, Frame, FrameSource, Image
from vision.lying import radius_px
from vision.memory import Memory, remember
from vision.region import WHOLE, Region, RegionError
from vision.settle import State
from vision.view import Shift, Standing, View

LOOK_EVERY_S = 0.5
_PAUSE_MOST_S = 2.0
_PROFILES = 8
_RESTING = (State.EMPTY, State.SETTLED, State.CONSUMED)


_DAMAGED_DE = "Die Datei mit der Kamera-Einrichtung ist beschädigt: bitte die Kamera neu einrichten."
_COUNTED = Text("Dice read for sure: {count}.", "Sicher gelesene Würfel: {count}.")
_NO_DICE = Text("No dice in view.", "Keine Würfel im Bild.")


class TeachableReader(Protocol):
    """What the finder needs of a reader. `palette` may be assigned at any time."""

    palette: Palette

    def read(self, image: Image, expect: Sequence[Expected] = ()) -> Reading: ...


class SeesTray(Protocol):
    """What the finder needs of the eye."""

    @property
    def state(self) -> State: ...

    @property
    def expected(self) -> tuple[Expected, ...]: ...

    @property
    def shift(self) -> Shift | None: ...

    def set_up(self, memory: Memory) -> None: ...

    def forget_tray(self) -> None: ...


@dataclass(frozen=True, eq=False)
class _Looked:
    """A frame and what it was read as, in pixels of the frame."""

    frame: Frame
    reading: Reading
    verdict: JSON


class Finder:
    """Shows and sets up the camera of one table. May be used from many threads. What is set up is written to `folder`;
    where the disk fails it counts until the program ends, and the failure is raised as OSError."""

    def __init__(
        self,
        camera: FrameSource,
        reader: TeachableReader,
        eye: SeesTray,
        folder: pathlib.Path,
        memory: Memory,
        *,
        damage: str = "",
        report: Callable[[Reported], None] = lambda status: None,
        simulated: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._camera, self._reader, self._eye = camera, reader, eye
        self._folder, self._memory, self._damage = folder, memory, damage
        self._simulated, self._clock = simulated, clock
        self._lock = threading.Lock()  # who looks
        self._writing = threading.Lock()
        self._looked: _Looked | None = None
        self._due_s = 0.0
        self._profiles: deque[Profile] = deque(maxlen=_PROFILES)
        self._report = report
        self._reader.palette = memory.palette
        if damage:
            report(Reported(PLACE, "damaged", Text(f"{damage}.", _DAMAGED_DE), False))

    def picture(self, after: int, width_px: int) -> tuple[int, bytes] | None:
        """The number of the newest frame and its JPEG, if there is one after `after`."""
        return live_picture(self._camera, after, width_px)

    def look(self) -> JSON:
        """The newest reading, the verdict and what is set up; see `web.finder.Finder`."""
        if self._lock.acquire(blocking=False):  # while somebody else looks, what was seen before will do
            try:
                self._look_again()
            finally:
                self._lock.release()
        return self._told()

    def set_region(self, corners: Sequence[Point] | None) -> None:
        """Reads only this part of the picture, and remembers how the camera stands now; None: the whole picture."""
        try:
            region = WHOLE if corners is None else Region(tuple((float(x), float(y)) for x, y in corners))
        except RegionError as error:
            raise PromptRefused(list(corners or ()), str(error)) from error
        self._keep(region, self._view_now())
        self._profiles.clear()

    def remember_view(self) -> None:
        """The camera stands well now."""
        self._keep(view=self._view_now())

    def forget_tray(self) -> None:
        """What lies beside the dice belongs to the tray."""
        self._eye.forget_tray()

    def teach(self, point: Point, colour: str) -> None:
        """The die at this point (fractions of the picture) is of this colour."""
        if colour not in TEACHABLE:
            raise PromptRefused(colour, f"one of {', '.join(TEACHABLE)}")
        looked = self._looked
        die = _die_at(looked, point) if looked else None
        if looked is None or die is None:
            raise PromptRefused(list(point), "the place of a die that the camera sees now")
        body = body_of(looked.frame.image, die.polygon)
        self._keep(palette=self._memory.palette.learnt({colour: [body]}))

    def forget_colours(self) -> None:
        """Back to the colours of plastic dice under household lamps."""
        self._keep(palette=Palette())

    def _keep(self, region: Region | None = None, view: View | None = None, palette: Palette | None = None) -> None:
        """Counts from now on, and is written."""
        with self._writing:
            old = self._memory
            self._memory = memory = Memory(region or old.region, view or old.view, palette or old.palette)
            self._reader.palette = memory.palette
            self._eye.set_up(memory)
            self._due_s = 0.0
            remember(self._folder, memory)
            if self._damage:
                self._damage = ""
                self._report(Reported(PLACE, "stands", STANDS))

    def _view_now(self) -> View:
        frame = self._camera.frame(timeout_s=0.0)
        if frame is None or self._camera.state is not CameraState.LIVE:
            raise PromptRefused(None, "a camera that shows a picture")
        return View.of(frame.image, self._read(frame).dice)

    def _look_again(self) -> None:
        now_s = self._clock()
        if now_s < self._due_s:
            return
        self._see()
        ended_s = self._clock()
        # on a slow machine at most a third of the time: the eye reads too
        self._due_s = max(now_s + LOOK_EVERY_S, min(ended_s + 2 * (ended_s - now_s), ended_s + _PAUSE_MOST_S))

    def _see(self) -> None:
        frame = self._camera.frame(timeout_s=0.0)
        if frame is None or self._camera.state is not CameraState.LIVE:
            self._looked = None
            return
        cropped = self._memory.region.crop(frame.image)
        self._profiles.append(profile(cropped))
        if self._eye.state not in _RESTING and self._looked is not None:
            return  # what moves is blurred: that says nothing about the camera
        reading = self._reader.read(cropped, self._eye.expected)
        verdict = spelled(advise(cropped, reading, tuple(self._profiles), self._eye.shift))
        self._looked = _Looked(frame, self._back(reading, frame), verdict)

    def _read(self, frame: Frame) -> Reading:
        return self._back(self._reader.read(self._memory.region.crop(frame.image)), frame)

    def _back(self, reading: Reading, frame: Frame) -> Reading:
        """The reading with its places in the whole picture."""
        region, image = self._memory.region, frame.image
        dice = [
            replace(
                die,
                center=region.back(die.center, image),
                polygon=tuple(region.back(corner, image) for corner in die.polygon),
            )
            for die in reading.dice
        ]
        return replace(reading, dice=tuple(dice))

    def _told(self) -> JSON:
        looked, memory = self._looked, self._memory
        state = self._camera.state
        shift = self._eye.shift
        return {
            "state": state.value,
            "text": to_json(None if state is CameraState.LIVE else CAMERA_STATES[state]),
            "simulated": self._simulated,
            "fps": round(self._camera.fps, 1),
            "resting": self._eye.state in _RESTING,
            "seq": looked.frame.seq if looked else 0,
            "size": list(looked.frame.image.shape[1::-1]) if looked else None,
            "reading": _reading_json(looked.reading) if looked else None,
            "dice": [self._die_json(die, looked.frame.image) for die in looked.reading.dice] if looked else [],
            "verdict": looked.verdict if looked else None,
            "region": [list(corner) for corner in memory.region.corners],
            "whole": memory.region == WHOLE,
            "view": _view_word(memory.view),
            "moved": None if shift is None else {"px": round(shift.px), "degrees": round(shift.degrees, 1)},
            "colours": [
                {"name": name, "rgb": [[round(v) for v in body[::-1]] for body in bodies]}
                for name, bodies in memory.palette.samples.items()
            ],
            "teachable": list(TEACHABLE),
            "damage": self._damage,
        }

    def _die_json(self, die: Die, image: Image) -> JSON:
        height, width = image.shape[:2]
        return {
            "kind": die.kind,
            "colour": die.colour or self._memory.palette.name_of(body_of(image, die.polygon)),
            "value": die.value,
            "confidence": round(die.confidence, 3),
            "center": _share(die.center, width, height),
            "polygon": [_share(corner, width, height) for corner in die.polygon],
        }


def _share(point: Point, width: int, height: int) -> list[float]:
    """Fractions of the picture; (0, 0) is the middle of its first pixel."""
    return [round((point[0] + 0.5) / width, 5), round((point[1] + 0.5) / height, 5)]


def _reading_json(reading: Reading) -> JSON:
    if reading.status is Status.UNSURE:
        return {"status": reading.status.value, "text": to_json(doubt_text(reading))}
    count = len(reading.dice)
    text = _COUNTED.format(count=count) if count else _NO_DICE
    return {"status": reading.status.value, "text": to_json(text)}


def _die_at(looked: _Looked, point: Point) -> Die | None:
    """The die nearest to a point (fractions), within its own size."""
    height, width = looked.frame.image.shape[:2]
    place = (point[0] * width - 0.5, point[1] * height - 0.5)

    def away(die: Die) -> float:
        return math.dist(place, die.center) / radius_px(die)

    near = min(looked.reading.dice, key=away, default=None)
    return near if near is not None and away(near) <= 1 else None


def _view_word(view: View | None) -> str:
    if view is None:
        return "none"
    return "known" if Standing(view).can_tell else "plain"
