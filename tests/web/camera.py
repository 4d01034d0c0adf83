"""A table whose camera can be looked through: the real finder, a simulated camera, and an eye that only remembers."""

from __future__ import annotations

import random
from pathlib import Path

from companion.adapters.finder import Finder
from tests.vision.degraded import DICE
from tests.web.house import PIN, House
from vision.dice.colour import Palette
from vision.dice.expect import Expected
from vision.dice.reader import Reader
from vision.frame import CameraState, Frame, Image
from vision.memory import Memory
from vision.settle import State
from vision.tray import Tray
from vision.view import Shift


class StillCamera:
    """Shows one picture for ever, a new frame each time it is asked."""

    def __init__(self, image: Image) -> None:
        self.image = image
        self.seq = 0
        self.state = CameraState.LIVE
        self.sentence = "It is live."
        self.fps = 24.0

    def frame(self, after: int = 0, timeout_s: float = 1.0) -> Frame | None:
        if self.state is not CameraState.LIVE:
            return None
        self.seq += 1
        return Frame(self.seq, self.seq / self.fps, self.image)

    def close(self) -> None:
        self.state = CameraState.ENDED


class RememberingEye:
    """An eye that looks at nothing and remembers what it was told."""

    def __init__(self) -> None:
        self.state = State.CONSUMED
        self.expected: tuple[Expected, ...] = ()
        self.shift: Shift | None = None
        self.memory: Memory | None = None
        self.forgot = 0

    def set_up(self, memory: Memory) -> None:
        self.memory = memory
        self.shift = None

    def forget_tray(self) -> None:
        self.forgot += 1


class ColourReader(Reader):
    """Today's reader with the palette that tomorrow's has."""

    palette = Palette()


class Seconds:
    """A clock that is always later: every look reads anew."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 10.0
        return self.now


def tray(seed: int = 1) -> Image:
    composer = Tray(chance=random.Random(seed))
    return composer.compose(composer.place(DICE))


class CameraHouse(House):
    """A House with a camera."""

    def __init__(self, folder: Path, image: Image | None = None, memory: Memory | None = None, **told: object) -> None:
        super().__init__()
        self.camera, self.eye, self.reader = (
            StillCamera(tray() if image is None else image),
            RememberingEye(),
            ColourReader(),
        )
        self.finder = Finder(
            self.camera,  # type: ignore[arg-type]
            self.reader,
            self.eye,
            folder,
            memory or Memory(),
            report=self.table.report,
            clock=Seconds(),
            **told,  # type: ignore[arg-type]
        )
        self.app = create(self)
        self.client = self.app.test_client()


def create(house: CameraHouse) -> object:
    from web import create_app

    return create_app(house.table, pin=PIN, simulation=house.simulation, finder=house.finder)
