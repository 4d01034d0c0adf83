"""Windows: parts of pictures, turned and scaled, with the maps that the finder shall answer."""

from __future__ import annotations

import math
from typing import NamedTuple

import cv2
import numpy as np

from tests.training.augment import lit
from tests.training.finder import SIDES
from tests.training.pictures import IGNORED, Example
from tests.training.truth import COVERED, FLAT, Truth
from vision.dice.finder import STRIDE

SIZE = 256  # pixels
CELLS = SIZE // STRIDE


class Goals(NamedTuple):
    """What is where: `heat` and `care`, how much it counts, (CELLS, CELLS); of each die its cell (row, column) in
    `at`, its place in the cell, size and yaw in `rest`, its face or -1 in `faces`; `hand` (CELLS / 2, CELLS / 2), 1
    where a hand is, NaN if that is not known."""

    heat: np.ndarray
    care: np.ndarray
    at: list[tuple[int, int]]
    rest: list[tuple[float, ...]]
    faces: list[int]
    hand: np.ndarray


class _View(NamedTuple):
    """Where a window is: `turn` (2, 2) and `scale` from the picture, its `middle` (2,) there, `angle` radians."""

    turn: np.ndarray
    middle: np.ndarray
    scale: float
    angle: float


def window(rng: np.random.Generator, example: Example) -> tuple[np.ndarray, Goals]:
    """One window (SIZE, SIZE, 3) of a picture, turned and scaled, with its goals."""
    picture = example.picture()
    height, width = picture.shape[:2]
    view = _view(rng, example, width, height)
    picture, shrink = _shrunk(picture, view.scale)
    matrix = np.column_stack([view.turn / shrink, SIZE / 2 - view.turn @ view.middle])
    border = cv2.BORDER_CONSTANT
    if rng.random() >= 0.5 and _inside(view.turn, view.middle, width, height):
        border = cv2.BORDER_REFLECT_101
    seen = cv2.warpAffine(picture, matrix, (SIZE, SIZE), flags=cv2.INTER_LINEAR, borderMode=border)
    return lit(rng, seen), _goals(example, view, _hand(example.hand, np.array([width, height]), view))


def _hand(hand: np.ndarray | None, size: np.ndarray, view: _View) -> np.ndarray:
    """Where in the window a hand is, told of a picture of `size` (2,)."""
    if hand is None:
        return np.full((CELLS // 2, CELLS // 2), np.nan)
    matrix = np.column_stack([view.turn * size / hand.shape[::-1], SIZE / 2 - view.turn @ view.middle])
    seen = cv2.warpAffine(hand, matrix, (SIZE, SIZE), flags=cv2.INTER_NEAREST)
    return cv2.resize(seen, (CELLS // 2, CELLS // 2), interpolation=cv2.INTER_AREA) > 127


def _view(rng: np.random.Generator, example: Example, width: int, height: int) -> _View:
    """Mostly around a die of a size that the finder knows."""
    if example.dice and rng.random() < 0.9:
        die = example.dice[rng.integers(len(example.dice))]
        scale = math.exp(rng.uniform(math.log(SIDES[0]), math.log(SIDES[1]))) / die.side
        middle = die.center + rng.uniform(-0.5, 0.5, 2) * SIZE * 0.9 / scale
    else:
        scale = math.exp(rng.uniform(math.log(0.25), math.log(1.2))) * 640 / max(height, width)
        middle = rng.uniform(0, 1, 2) * (width, height)
    scale = float(np.clip(scale, 0.02, 2.5))
    a = rng.uniform(0, 2 * math.pi) if rng.random() < 0.7 else 0.0
    stretch = 1.0 if rng.random() < 0.6 else rng.uniform(0.85, 1.18)
    turn = scale * np.array([[math.cos(a), -math.sin(a)], [math.sin(a), math.cos(a)]]) @ np.diag([stretch, 1 / stretch])
    return _View(turn, middle, scale, a)


def _shrunk(picture: np.ndarray, scale: float) -> tuple[np.ndarray, float]:
    """The picture at no more pixels than needed, so that it does not alias, and how much it was shrunk."""
    if scale >= 0.7:
        return picture, 1.0
    shrink = 2.0 ** round(math.log2(scale) - 0.3)
    if shrink < 1:
        picture = cv2.resize(picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    return picture, shrink


def _inside(turn: np.ndarray, middle: np.ndarray, width: int, height: int) -> bool:
    """Whether the whole window lies in the picture."""
    corners = np.linalg.inv(turn) @ (np.array([[-1, 1, 1, -1], [-1, -1, 1, 1]]) * SIZE / 2) + middle[:, None]
    return bool((corners > 0).all() and (corners[0] < width).all() and (corners[1] < height).all())


def _goals(example: Example, view: _View, hand: np.ndarray) -> Goals:
    care = np.full((CELLS, CELLS), 1.0 if example.whole else 0.0, np.float32)
    goals = Goals(np.zeros((CELLS, CELLS), np.float32), care, [], [], [], hand)
    y, x = np.mgrid[0:CELLS, 0:CELLS]
    for die in example.dice:
        spot = (view.turn @ (die.center - view.middle) + SIZE / 2 + 0.5) / STRIDE - 0.5
        side = die.side * view.scale
        near = (x - spot[0]) ** 2 + (y - spot[1]) ** 2
        if not example.whole:
            care[near < (0.75 * side / STRIDE) ** 2] = 1
        if die.visible < 0.35 or not SIDES[0] * 0.94 < side < SIDES[1] * 1.06:
            if die.visible < 0.35 or SIDES[0] * 0.6 < side < SIDES[1] * 1.5:
                care[near < (0.6 * side / STRIDE) ** 2] = 0
        elif 0 <= round(spot[0]) < CELLS and 0 <= round(spot[1]) < CELLS:
            _mark(goals, die, spot, side, near, 4 * (die.yaw + view.angle))
    return goals


def _mark(goals: Goals, die: Truth, spot: np.ndarray, side: float, near: np.ndarray, yaw: float) -> None:
    """Adds a die at `spot` (2,), cells; `near` (CELLS, CELLS) are the squared distances from it, `yaw` is four times
    the die's."""
    col, row = round(spot[0]), round(spot[1])
    sigma = max(0.16 * side / STRIDE, 0.55)
    np.maximum(goals.heat, np.exp(-near / (2 * sigma * sigma)), out=goals.heat)
    goals.heat[row, col] = 1.0
    goals.care[row, col] = 1.0
    goals.at.append((row, col))
    turned = die.shape == 0 and not math.isnan(die.yaw)
    way = (math.cos(yaw), math.sin(yaw)) if turned else (math.nan, math.nan)
    goals.rest.append((spot[0] - col, spot[1] - row, math.log(side / 32), *way))
    readable = die.state in (FLAT, COVERED, IGNORED) and die.visible > 0.8 and side > 20
    goals.faces.append(die.face if readable else -1)
