"""A drawn dice tray for tests: every frame is made here, so that the truth is known and no data is needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from vision.dice.die import Die, Reading, Status
from vision.dice.expect import Expected
from vision.frame import Frame, Image
from vision.settle import DoubtShown, Event, Roll, Settle, State

WIDTH, HEIGHT, SIDE = 320, 180, 18
FPS = 24.0


@dataclass(frozen=True)
class Drawn:
    """A die as drawn: centre in pixels and value."""

    x: int
    y: int
    value: int

    def as_die(self) -> Die:
        half = SIDE / 2
        corners = tuple((self.x + dx * half, self.y + dy * half) for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1)))
        return Die("d6", "white", self.value, 1.0, (self.x, self.y), corners)


@dataclass
class TrueReader:
    """Reads what is drawn; `instead` replaces that with something else."""

    dice: tuple[Drawn, ...] = ()
    instead: Callable[[Reading], Reading] | None = None
    asked: list[tuple[Expected, ...]] = field(default_factory=list)

    def read(self, image: Image, expect: Sequence[Expected] = ()) -> Reading:
        self.asked.append(tuple(expect))
        dice = tuple(d.as_die() for d in self.dice)
        true = Reading(Status.OK, dice) if dice else Reading(Status.EMPTY)
        return self.instead(true) if self.instead else true


class Stage:
    """A tray in front of a camera, with a Settle that watches. Each method is something that happens there; `events`
    and `states` are what Settle made of it."""

    def __init__(self, dice: Sequence[Drawn] = (), seed: int = 1) -> None:
        self.chance = np.random.default_rng(seed)
        self.noise = [self.chance.normal(0, 1.5, (HEIGHT, WIDTH, 3)).astype(np.float32) for _ in range(7)]
        self.floor = cv2.GaussianBlur(
            self.chance.normal(95, 30, (HEIGHT + 40, WIDTH + 40, 3)).astype(np.float32), (0, 0), 2
        )
        self.reader = TrueReader(tuple(dice))
        self.settle = Settle(self.reader)
        self.light, self.shift, self.seq, self.drop = 1.0, (0, 0), 0, 0
        self.flicker = 0.0  # amplitude of the dark bands that a lamp on 50 Hz mains leaves in the picture
        self.side = 0.0  # how much brighter the right edge is than the middle, as a share
        self.hand: float = 0.0  # how far a hand reaches in from the right, 0..1
        self.events: list[tuple[int, Event]] = []
        self.states: list[State] = []

    @property
    def dice(self) -> tuple[Drawn, ...]:
        return self.reader.dice

    @property
    def rolls(self) -> list[list[int]]:
        return [[int(d.value) for d in e.reading.dice] for _, e in self.events if isinstance(e, Roll)]

    @property
    def doubts(self) -> list[str]:
        return [str(e.reading.doubt) for _, e in self.events if isinstance(e, DoubtShown)]

    def still(self, frames: int = 12) -> None:
        for _ in range(frames):
            self.show(self.dice)

    def put(self, *dice: Drawn) -> None:
        """Dice lie there as if they always had."""
        self.reader.dice = dice

    def throw(self, *dice: Drawn, frames: int = 10, from_left: bool = True) -> None:
        """Dice roll in and lie still for half a second."""
        self.reader.dice = dice
        way = -1 if from_left else 1
        for left in reversed(range(1, frames + 1)):
            self.show([replace(d, x=d.x + way * left * 12, value=left) for d in dice])
        self.still()

    def reach_in(self, frames: int = 5) -> None:
        self._move_hand(np.linspace(0.1, 1.0, frames))

    def draw_back(self, frames: int = 5) -> None:
        self._move_hand([*np.linspace(1.0, 0.1, frames), 0.0])

    def hand_over(self, during: Sequence[Drawn] | None = None) -> None:
        """A hand comes and goes; `during` lie there afterwards. Half a second of rest follows."""
        self.reach_in()
        if during is not None:
            self.reader.dice = tuple(during)
        self.draw_back()
        self.still()

    def pick_up(self) -> None:
        self.hand_over(during=())

    def show(self, dice: Sequence[Drawn]) -> None:
        """One frame with these dice in view; it never arrives where frames are being dropped."""
        self.seq += 1
        image = self._picture(dice)
        if self.drop > 0:
            self.drop -= 1
            return
        seen = self.settle.see(Frame(self.seq, self.seq / FPS, image))
        self.states.append(seen.state)
        if seen.event is not None:
            self.events.append((self.seq, seen.event))

    def _move_hand(self, depths: Sequence[float] | np.ndarray) -> None:
        for depth in depths:
            self.hand = float(depth)
            self.show(self.dice)

    def _picture(self, dice: Sequence[Drawn]) -> Image:
        dx, dy = self.shift
        image = self.floor[20 - dy : 20 - dy + HEIGHT, 20 - dx : 20 - dx + WIDTH].copy()
        for die in dice:
            _draw(image, replace(die, x=die.x + dx, y=die.y + dy))
        if self.hand > 0:
            tip = round(WIDTH - self.hand * 190)
            cv2.rectangle(image, (tip, 60), (WIDTH, 120), (120, 150, 215), -1)
        if self.flicker:
            image *= self._bands()
        if self.side:
            image *= 1 + self.side * np.linspace(-1, 1, WIDTH, dtype=np.float32)[None, :, None]
        noisy = cv2.addWeighted(image, self.light, self.noise[self.seq % 7], 1.0, 0.0)
        return np.clip(noisy, 0, 255).astype(np.uint8)

    def _bands(self) -> np.ndarray:
        phase = np.arange(HEIGHT, dtype=np.float32) / 150 + 0.37 * self.seq
        return (1 + self.flicker * np.sin(2 * np.pi * phase))[:, None, None]


def _draw(image: np.ndarray, die: Drawn) -> None:
    half = SIDE // 2
    cv2.rectangle(image, (die.x - half, die.y - half), (die.x + half, die.y + half), (235, 235, 235), -1)
    for dot in range(die.value):
        at = (die.x - 5 + 5 * (dot % 3), die.y - 4 + 7 * (dot // 3))
        cv2.circle(image, at, 2, (20, 20, 20), -1)


def dice_at(values: Sequence[int], row: int = 0) -> Iterator[Drawn]:
    """Dice in a loose row; another `row` is another place."""
    for index, value in enumerate(values):
        yield Drawn(40 + 45 * index + 9 * row, 40 + 33 * row + 5 * (index % 3), value)
