"""Cases: round dishes, rings and gratings that dice lie in, printed flat on the ground around them."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from tests.training.body import Body
from tests.training.prints import Ink
from tests.training.texture import PX, ink, printable

_WIDTHS = (0.72, 2.6)  # radius of a case in widths of its die


def cased(rng: np.random.Generator, picture: np.ndarray, scale: float, dice: Sequence[Body]) -> np.ndarray:
    """The ground's `picture` (PX, PX, 3), linear, `scale` pixels a millimetre, with cases around some of the dice."""
    canvas = printable(picture)
    for die in dice:
        if rng.random() < 0.6:
            width = 2 * die.size * scale
            radius = float(width * np.exp(rng.uniform(*np.log(_WIDTHS))))
            middle = np.array([PX / 2, PX / 2]) + die.center[:2] * (scale, -scale) + rng.normal(0, 0.12 * width, 2)
            _case(rng, canvas, middle, radius, width)
    return (canvas / 255.0) ** 2


def _case(rng: np.random.Generator, canvas: np.ndarray, middle: np.ndarray, radius: float, width: float) -> None:
    tint, other = ink(rng), ink(rng)
    if rng.random() < 0.5:
        _petals(rng, canvas, middle, radius, other)
    if rng.random() < 0.6:
        cv2.circle(canvas, _whole(middle), int(radius), ink(rng), -1, cv2.LINE_AA)
    if rng.random() < 0.6:
        _grating(rng, canvas, middle, radius, width, tint)
    for _ in range(rng.integers(1, 4)):
        wide = max(1, int(width * rng.uniform(0.03, 0.25)))
        cv2.circle(canvas, _whole(middle), int(radius), (tint, other)[rng.integers(2)], wide, cv2.LINE_AA)
        radius *= rng.uniform(1.1, 1.5)


def _grating(
    rng: np.random.Generator, canvas: np.ndarray, middle: np.ndarray, radius: float, width: float, tint: Ink
) -> None:
    """Bars across the case, mostly both ways, so that the gaps look like dice or pips."""
    step = width * rng.uniform(0.15, 0.6)
    bar = max(1, int(step * rng.uniform(0.15, 0.5)))
    bars = canvas.copy()
    turn = rng.uniform(0, np.pi)
    for a in (turn, turn + np.pi / 2)[: rng.integers(1, 3)]:
        along, across = np.array([np.cos(a), np.sin(a)]), np.array([-np.sin(a), np.cos(a)])
        for k in range(-int(radius / step) - 1, int(radius / step) + 2):
            spot = middle + k * step * across
            cv2.line(bars, _whole(spot - 2 * radius * along), _whole(spot + 2 * radius * along), tint, bar, cv2.LINE_AA)
    inside = np.zeros(canvas.shape[:2], np.uint8)
    cv2.circle(inside, _whole(middle), int(radius), 255, -1)
    canvas[inside > 0] = bars[inside > 0]


def _petals(rng: np.random.Generator, canvas: np.ndarray, middle: np.ndarray, radius: float, tint: Ink) -> None:
    count, reach, wide = int(rng.integers(5, 18)), radius * rng.uniform(1.2, 1.9), int(rng.integers(1, 7))
    for k in range(count):
        a = 2 * np.pi * k / count
        spot = middle + reach * np.array([np.cos(a), np.sin(a)])
        cv2.circle(canvas, _whole(spot), int(reach * np.pi / count * rng.uniform(0.7, 1.1)), tint, wide, cv2.LINE_AA)


def _whole(spot: np.ndarray) -> tuple[int, int]:
    return int(spot[0]), int(spot[1])
