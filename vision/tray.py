"""The simulated tray: composes pictures of dice on a tray from cut-out sprites."""

from __future__ import annotations

import json
import math
import pathlib
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import cv2
import numpy as np

from vision.dice.die import Value
from vision.frame import Image

KIT = pathlib.Path(__file__).parent / "tray_kit"
GAP_MM = 20.0
"""Free space between dice: closer, a die stands in its neighbour's shadow."""
_DIE_MM = 20.0  # the widest die of the kit
_WALL_MM = 15.0  # centre of a die to the edge of the floor
_TRIES = 200
_MOTION_FRAMES = 12

Wanted = tuple[str, str | None, Value]
"""Kind, colour (None: any) and the value that shall lie face up."""


class NoSprite(LookupError):
    """The kit has no picture of such a die."""


class TrayFull(ValueError):
    """More dice than the floor has room for."""


@dataclass(frozen=True)
class Sprite:
    """One cut-out die with its shadow."""

    file: str
    kind: str
    colour: str
    value: Value


@dataclass(frozen=True)
class Placed:
    """A sprite and the pixel of the tray picture its middle lies on."""

    sprite: Sprite
    center_px: tuple[int, int]


class Tray:
    """Composes rolls. The values are given by the caller; only the places and the turns of the dice are drawn here.

    `kit` is a folder with `sprites.json`, the empty tray and the cut-outs; `chance` draws the places."""

    def __init__(self, kit: pathlib.Path = KIT, chance: random.Random | None = None) -> None:
        self._kit = kit
        self._chance = chance or random.Random()
        sheet = json.loads((kit / "sprites.json").read_text())
        self._px_per_mm = float(sheet["px_per_mm"])
        self._floor_px = tuple(float(edge) for edge in sheet["floor_px"])
        self._background = kit / str(sheet["background"])
        self._sprites = [Sprite(s["file"], s["kind"], s["colour"], s["value"]) for s in sheet["sprites"]]

    @property
    def px_per_mm(self) -> float:
        return self._px_per_mm

    @cached_property
    def empty(self) -> Image:
        """The tray without dice, shape (720, 1280, 3). Not to be written to."""
        return _read_picture(self._background)

    def kinds(self) -> tuple[str, ...]:
        return tuple(sorted({s.kind for s in self._sprites}))

    def colours(self, kind: str) -> tuple[str, ...]:
        """The colours the kit has of a kind; raises NoSprite for a kind it has not."""
        colours = tuple(sorted({s.colour for s in self._sprites if s.kind == kind}))
        if not colours:
            raise NoSprite(f"the simulated tray has no {kind!r}: it has {', '.join(self.kinds())}")
        return colours

    def place(self, dice: Sequence[Wanted]) -> list[Placed]:
        """Draws a place and a turn for each die. Raises NoSprite or TrayFull."""
        sprites = [self._chance.choice(self._showing(*die)) for die in dice]
        return [Placed(s, c) for s, c in zip(sprites, self._centers(len(sprites)), strict=True)]

    def with_value(self, placed: Placed, value: Value) -> Placed:
        """The same die at the same place, showing another value."""
        return replace(
            placed, sprite=self._chance.choice(self._showing(placed.sprite.kind, placed.sprite.colour, value))
        )

    def other_values(self, placed: Placed) -> list[Value]:
        """What the die could show instead, as far as the kit has it."""
        die = placed.sprite
        values = {s.value for s in self._sprites if (s.kind, s.colour) == (die.kind, die.colour)}
        return sorted(values - {die.value}, key=str)

    def compose(self, dice: Sequence[Placed]) -> Image:
        """The tray with these dice at rest; a new array of shape (720, 1280, 3)."""
        image = self.empty.copy()
        for die in dice:
            paste(image, self._cut_out(die.sprite), die.center_px)
        return image

    def throw(self, dice: Sequence[Placed]) -> Iterator[Image]:
        """The dice rolling in from one side: about half a second of blurred pictures. The dice are not yet at rest
        in the last of them; `compose` shows the rest."""
        angle = self._chance.uniform(0, 2 * math.pi)
        reach = 2.2 * max(self.empty.shape[:2])
        starts = [
            (math.cos(a) * reach, math.sin(a) * reach) for a in (angle + self._chance.uniform(-0.2, 0.2) for _ in dice)
        ]
        for step in range(_MOTION_FRAMES):
            left, before = _way_left(step), _way_left(step - 1)
            image = self.empty.copy()
            for die, (x, y) in zip(dice, starts, strict=True):
                rush = (x * (before - left), y * (before - left))
                at = (round(die.center_px[0] + x * left), round(die.center_px[1] + y * left))
                paste(image, self._tumbling(die.sprite, rush), at)
            yield image

    def _showing(self, kind: str, colour: str | None, value: Value) -> list[Sprite]:
        colours = self.colours(kind)
        if colour is not None and colour not in colours:
            raise NoSprite(f"the simulated tray has no {colour} {kind}: it has {', '.join(colours)}")
        fits = [s for s in self._sprites if s.kind == kind and colour in (None, s.colour) and s.value == value]
        if not fits:
            values = sorted({str(s.value) for s in self._sprites if s.kind == kind})
            raise NoSprite(f"no {kind} shows {value!r}: it shows {', '.join(values)}")
        return fits

    def _centers(self, count: int) -> list[tuple[int, int]]:
        """Centres in pixels, at least a die and a gap from each other."""
        apart_px = (GAP_MM + _DIE_MM) * self._px_per_mm
        for _ in range(_TRIES):
            centers: list[tuple[int, int]] = []
            for _ in range(_TRIES):
                if len(centers) == count:
                    return centers
                spot = self._spot()
                if all(math.dist(spot, c) >= apart_px for c in centers):
                    centers.append(spot)
        return self._grid(count, apart_px)

    def _spot(self) -> tuple[int, int]:
        left, top, right, bottom = self._inner_px()
        return round(self._chance.uniform(left, right)), round(self._chance.uniform(top, bottom))

    def _grid(self, count: int, apart_px: float) -> list[tuple[int, int]]:
        left, top, right, bottom = self._inner_px()
        step = math.ceil(apart_px)
        spots = [
            (x, y)
            for y in range(math.ceil(top), int(bottom) + 1, step)
            for x in range(math.ceil(left), int(right) + 1, step)
        ]
        if count > len(spots):
            raise TrayFull(f"{count} dice do not fit in the simulated tray: it has room for {len(spots)}")
        return self._chance.sample(spots, count)

    def _inner_px(self) -> tuple[float, float, float, float]:
        wall = _WALL_MM * self._px_per_mm
        left, top, right, bottom = self._floor_px
        return left + wall, top + wall, right - wall, bottom - wall

    def _tumbling(self, sprite: Sprite, rush_px: tuple[float, float]) -> Image:
        """Some side of the die, turned and smeared along its way of this frame."""
        sides = [s for s in self._sprites if (s.kind, s.colour) == (sprite.kind, sprite.colour)]
        cut_out = self._cut_out(self._chance.choice(sides))
        turn = cv2.getRotationMatrix2D((cut_out.shape[1] / 2, cut_out.shape[0] / 2), self._chance.uniform(0, 360), 1.0)
        return _smeared(np.asarray(cv2.warpAffine(cut_out, turn, cut_out.shape[1::-1]), np.uint8), rush_px)

    def _cut_out(self, sprite: Sprite) -> Image:
        return _read_cut_out(self._kit / sprite.file)


def paste(image: Image, cut_out: Image, center_px: tuple[int, int]) -> None:
    """Lays a cut-out (height, width, 4; colours already multiplied by alpha) on the picture, clipped at its edges."""
    height, width = cut_out.shape[:2]
    left, top = center_px[0] - width // 2, center_px[1] - height // 2
    x0, y0 = max(0, left), max(0, top)
    x1, y1 = min(image.shape[1], left + width), min(image.shape[0], top + height)
    if x0 >= x1 or y0 >= y1:
        return
    part = cut_out[y0 - top : y1 - top, x0 - left : x1 - left].astype(np.uint16)
    under = image[y0:y1, x0:x1]
    under[:] = np.minimum(255, part[..., :3] + under * (255 - part[..., 3:]) // 255)


def premultiplied(cut_out: Image) -> Image:
    """Colours (height, width, 4) times their alpha, so that blurring and turning leave no dark seam."""
    alpha = cut_out[..., 3:].astype(np.uint16)
    return np.concatenate([(cut_out[..., :3] * alpha // 255).astype(np.uint8), cut_out[..., 3:]], axis=2)


def _way_left(step: int) -> float:
    """The share of its way a die still has before it after this frame of motion: fast at first, 0 never reached."""
    return (1 - (step + 1) / (_MOTION_FRAMES + 1)) ** 3


def _smeared(cut_out: Image, rush_px: tuple[float, float]) -> Image:
    length = min(60, round(math.hypot(*rush_px) / 2))  # half of the frame's time the shutter is open
    if length < 2:
        return cut_out
    kernel = np.zeros((length, length), np.float32)
    middle, way = (length - 1) / 2, math.hypot(*rush_px)
    dx, dy = rush_px[0] / way * middle, rush_px[1] / way * middle
    ends = [(round(middle - dx), round(middle - dy)), (round(middle + dx), round(middle + dy))]
    cv2.line(kernel, ends[0], ends[1], 1.0)
    roomy = cv2.copyMakeBorder(cut_out, length, length, length, length, cv2.BORDER_CONSTANT)
    return np.asarray(cv2.filter2D(roomy, -1, kernel / kernel.sum()), np.uint8)


@lru_cache(maxsize=300)
def _read_cut_out(path: pathlib.Path) -> Image:
    return premultiplied(_read_picture(path, cv2.IMREAD_UNCHANGED))


def _read_picture(path: pathlib.Path, how: int = cv2.IMREAD_COLOR) -> Image:
    picture = cv2.imread(str(path), how)
    if picture is None:
        raise FileNotFoundError(f"the simulated tray lacks the picture {path}")
    return np.asarray(picture, np.uint8)
