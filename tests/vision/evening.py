"""An evening at the simulated tray, under a disturbance: what happens is known frame by frame."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from tests.vision.disturbance import Disturbance, Light, high_gain
from vision.arm import reach_in
from vision.dice.die import Die, Doubt, Reading, Status
from vision.dice.expect import Expected
from vision.frame import Frame, Image
from vision.settle import DoubtShown, Event, Settle, State
from vision.tray import Placed, Tray, Wanted

SCALE = 0.5  # of the tray's 1280x720, to spare the tests time
HAND_FRAMES = 16
_GRAIN = high_gain(1.5)


@dataclass(frozen=True)
class Rest:
    """A time in which nothing moves: the frame of its first picture, and what lies there."""

    since_frame: int
    what: str
    dice: tuple[Die, ...]


@dataclass
class Evening:
    """Plays throws, hands and nudges to a Settle. It reads what is true, and nothing sure while something moves."""

    disturbance: Disturbance
    fps: float = 24.0
    seed: int = 1
    rests: list[Rest] = field(default_factory=list)
    states: list[State] = field(default_factory=list)
    events: list[tuple[int, Event]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self.tray = Tray(chance=self.chance)
        self.placed: list[Placed] = []
        self.sure: tuple[Die, ...] | None = ()
        self.settle = Settle(self)

    def read(self, image: Image, expect: Sequence[Expected] = ()) -> Reading:
        """The dice that lie still; a doubt while they move or a hand is over them."""
        if self.sure is None:
            return Reading(Status.UNSURE, (), Doubt.BLURRED, "something moves")
        return Reading(Status.OK, self.sure) if self.sure else Reading(Status.EMPTY)

    def still(self, seconds: float, what: str = "still") -> None:
        self.sure = tuple(die_of(p) for p in self.placed)
        self.rests.append(Rest(len(self.states), what, self.sure))
        light = _light(self.tray.compose(self.placed))
        for _ in range(round(seconds * self.fps)):
            self.show(light)

    def throw(self, dice: Sequence[Wanted], rest_s: float = 1.5) -> None:
        self.placed = self.tray.place(dice)
        for picture in self.tray.throw(self.placed):
            if not np.array_equal(picture, self.tray.empty):
                self.sure = None
            self.show(_light(picture))
        self.still(rest_s, "throw")

    def hand(self, after: Sequence[Placed], what: str, rest_s: float = 1.2) -> None:
        """A hand comes and goes; in between the dice change."""
        before, self.sure = self.placed, None
        for step in range(HAND_FRAMES):
            picture = self.tray.compose(before if step < HAND_FRAMES / 2 else after)
            reach_in(picture, (640, 330), math.sin(math.pi * step / (HAND_FRAMES - 1)))
            self.show(_light(picture))
        self.placed = list(after)
        self.still(rest_s, what)

    def push(self) -> None:
        """A hand pushes all dice about and turns them."""
        moved = self.tray.place([(p.sprite.kind, p.sprite.colour, p.sprite.value) for p in self.placed])
        self.hand([self.tray.with_value(p, self.tray.other_values(p)[0]) for p in moved], "push")

    def nudge(self) -> None:
        """A hand turns one die to another face."""
        first, *others = self.placed
        self.hand([self.tray.with_value(first, self.tray.other_values(first)[0]), *others], "nudge")

    def show(self, light: Light) -> None:
        """One frame."""
        seq = len(self.states) + 1
        disturbed = _GRAIN(self.disturbance(light, seq / self.fps), seq / self.fps)
        image = np.clip(disturbed, 0, 255).astype(np.uint8)
        seen = self.settle.see(Frame(seq, seq / self.fps, image))
        self.states.append(seen.state)
        if seen.event is not None:
            self.events.append((seq - 1, seen.event))

    def told(self) -> Iterator[tuple[str, str, float]]:
        """What was told: during what, roll or the doubt, how many seconds after that rest began."""
        for at, event in self.events:
            rest = [r for r in self.rests if r.since_frame <= at][-1]
            name = str(event.reading.doubt) if isinstance(event, DoubtShown) else "roll"
            if name == "roll" and event.reading.dice != rest.dice:
                name = "wrong roll"
            yield rest.what, name, (at - rest.since_frame) / self.fps


def _light(picture: Image) -> Light:
    small = cv2.resize(picture, None, fx=SCALE, fy=SCALE, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.float32)


def die_of(placed: Placed) -> Die:
    x, y = (SCALE * v for v in placed.center_px)
    half = 32 * SCALE
    corners = tuple((x + dx * half, y + dy * half) for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1)))
    return Die(placed.sprite.kind, placed.sprite.colour, placed.sprite.value, 1.0, (x, y), corners)
