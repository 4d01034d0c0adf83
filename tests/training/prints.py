"""Prints: boards with fields, words and spots, and what else lies flat and is not a die."""

from __future__ import annotations

import cv2
import numpy as np

from tests.training.texture import PX, colour, ink, noise, printable, turned

Ink = tuple[float, ...]
Spot = tuple[int, int]

_LETTERS = list("ABCDEFGHKMNOPRSTUVX0123456789")
_FEW_LETTERS = list("ABCDEX0123456789")
_PIP_PLACES = ((-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0), (1, 0), (-1, 0))


def board(rng: np.random.Generator) -> np.ndarray:
    """A printed board or playmat (PX, PX, 3), linear: fields, lines, words, spots."""
    picture = np.ones((PX, PX, 3)) * colour(rng)
    picture *= (1 + 0.05 * noise(rng, 30))[..., None]
    canvas = printable(picture)
    inks = [ink(rng) for _ in range(4)]
    if rng.random() < 0.6:
        _fields(rng, canvas, inks)
    for _ in range(rng.integers(0, 14)):
        a, b = (_spot(rng) for _ in range(2))
        draw = (_line, _circle, _word, _rectangle)[rng.integers(4)]
        draw(rng, canvas, a, b, inks[rng.integers(4)], int(rng.integers(1, 9)))
    return turned(rng, (canvas / 255.0) ** 2)


def littered(rng: np.random.Generator, picture: np.ndarray) -> np.ndarray:
    """Cards, dots, scribbles and dirt printed flat on the ground, some in the pattern of pips."""
    canvas = printable(picture)
    for _ in range(rng.integers(1, 9)):
        spot, tint = _spot(rng), ink(rng)
        draw = (_card, _dots, _button, _scribble, _square)[rng.integers(5)]
        draw(rng, canvas, spot, tint)
    return (canvas / 255.0) ** 2


def _spot(rng: np.random.Generator) -> Spot:
    x, y = (int(v) for v in rng.integers(0, PX, 2))
    return x, y


# --- on a board --------------------------------------------------------------------------------------------------


def _fields(rng: np.random.Generator, canvas: np.ndarray, inks: list[Ink]) -> None:
    """A grid of squares or hexagons."""
    step = float(rng.uniform(25, 110))
    six = rng.random() < 0.5
    wide = int(rng.integers(1, 6))
    for row in range(-1, int(PX / step) + 2):
        for col in range(-1, int(PX / step) + 2):
            ring = _hexagon(row, col, step) if six else _corners(col * step, row * step, step, 4, np.pi / 4)
            if rng.random() < 0.25:
                cv2.fillPoly(canvas, [ring], inks[rng.integers(4)], cv2.LINE_AA)
            cv2.polylines(canvas, [ring], True, inks[0], wide, cv2.LINE_AA)


def _hexagon(row: int, col: int, step: float) -> np.ndarray:
    return _corners((col + (row % 2) / 2) * step, row * step * 0.87, step, 6, np.pi / 6)


def _corners(x: float, y: float, step: float, count: int, turn: float) -> np.ndarray:
    around = [turn + 2 * np.pi * k / count for k in range(count)]
    return np.array([(x + step * 0.57 * np.cos(a), y + step * 0.57 * np.sin(a)) for a in around]).astype(np.int32)


def _line(_rng: np.random.Generator, canvas: np.ndarray, a: Spot, b: Spot, tint: Ink, wide: int) -> None:
    cv2.line(canvas, a, b, tint, wide, cv2.LINE_AA)


def _circle(rng: np.random.Generator, canvas: np.ndarray, a: Spot, _b: Spot, tint: Ink, wide: int) -> None:
    radius = int(rng.integers(6, 160))
    cv2.circle(canvas, a, radius, tint, wide if rng.random() < 0.6 else -1, cv2.LINE_AA)


def _word(rng: np.random.Generator, canvas: np.ndarray, a: Spot, _b: Spot, tint: Ink, wide: int) -> None:
    text = "".join(rng.choice(_LETTERS) for _ in range(rng.integers(1, 8)))
    font, size = int(rng.integers(0, 8)), float(rng.uniform(0.5, 4))
    cv2.putText(canvas, text, a, font, size, tint, wide, cv2.LINE_AA)


def _rectangle(rng: np.random.Generator, canvas: np.ndarray, a: Spot, _b: Spot, tint: Ink, wide: int) -> None:
    side = int(rng.integers(12, 140))
    end = (a[0] + side, a[1] + int(side * rng.uniform(0.6, 1.7)))
    cv2.rectangle(canvas, a, end, tint, wide if rng.random() < 0.4 else -1, cv2.LINE_AA)


# --- litter ------------------------------------------------------------------------------------------------------


def _card(rng: np.random.Generator, canvas: np.ndarray, spot: Spot, tint: Ink) -> None:
    w, h = int(rng.integers(50, 130)), int(rng.integers(50, 150))
    box = _box(rng, spot, (w, h))
    cv2.fillPoly(canvas, [box], tint, cv2.LINE_AA)
    cv2.polylines(canvas, [box], True, ink(rng), 2, cv2.LINE_AA)
    radius = int(rng.integers(6, 30))
    cv2.circle(canvas, spot, radius, ink(rng), -1, cv2.LINE_AA)


def _dots(rng: np.random.Generator, canvas: np.ndarray, spot: Spot, tint: Ink) -> None:
    gap, r = int(rng.integers(6, 16)), int(rng.integers(2, 5))
    for dx, dy in _PIP_PLACES[: rng.integers(1, 8)]:
        cv2.circle(canvas, (spot[0] + dx * gap, spot[1] + dy * gap), r, tint, -1, cv2.LINE_AA)


def _button(rng: np.random.Generator, canvas: np.ndarray, spot: Spot, tint: Ink) -> None:
    cv2.circle(canvas, spot, int(rng.integers(12, 34)), tint, -1, cv2.LINE_AA)
    radius = int(rng.integers(5, 12))
    cv2.circle(canvas, spot, radius, ink(rng), 2, cv2.LINE_AA)


def _scribble(rng: np.random.Generator, canvas: np.ndarray, spot: Spot, tint: Ink) -> None:
    text = "".join(rng.choice(_FEW_LETTERS) for _ in range(rng.integers(1, 12)))
    font, size, wide = int(rng.integers(0, 8)), float(rng.uniform(0.3, 1.6)), int(rng.integers(1, 4))
    cv2.putText(canvas, text, spot, font, size, tint, wide, cv2.LINE_AA)


def _square(rng: np.random.Generator, canvas: np.ndarray, spot: Spot, tint: Ink) -> None:
    side = float(rng.uniform(20, 60))
    cv2.fillPoly(canvas, [_box(rng, spot, (side, side))], tint, cv2.LINE_AA)


def _box(rng: np.random.Generator, spot: Spot, sides: tuple[float, float]) -> np.ndarray:
    """The corners (4, 2) of a rectangle, turned by any angle."""
    return cv2.boxPoints((spot, sides, float(rng.uniform(0, 180)))).astype(np.int32)
