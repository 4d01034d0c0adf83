"""Pictures that hold no dice, however much they may look like some; each from a seed."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Chance = np.random.Generator


def white_noise(chance: Chance, height: int, width: int) -> Picture:
    grain = int(chance.integers(1, 12))
    small = chance.integers(0, 256, (height // grain + 1, width // grain + 1, 3), np.uint8)
    return _sized(small, height, width, cv2.INTER_NEAREST)


def clouds(chance: Chance, height: int, width: int) -> Picture:
    """Octaves of smooth noise, as Perlin's."""
    total = np.zeros((height, width, 3), np.float32)
    for octave in range(1, 8):
        grid = chance.normal(0, 2.0**-octave, (2**octave, 2**octave, 3)).astype(np.float32)
        total += cv2.resize(grid, (width, height), interpolation=cv2.INTER_CUBIC)
    return np.clip(128 + total * float(chance.uniform(80, 400)), 0, 255).astype(np.uint8)


def stripes(chance: Chance, height: int, width: int) -> Picture:
    y, x = np.mgrid[:height, :width].astype(np.float32)
    angle, length = chance.uniform(0, np.pi), chance.uniform(4, 120)
    wave = np.sin((x * np.cos(angle) + y * np.sin(angle)) * 2 * np.pi / length)
    return _blend(chance, np.sign(wave) if chance.integers(2) else wave)


def checkers(chance: Chance, height: int, width: int) -> Picture:
    """A chessboard, turned and of any size of field."""
    y, x = np.mgrid[:height, :width].astype(np.float32)
    angle, side = chance.uniform(0, np.pi / 2), chance.uniform(12, 120)
    u, v = x * np.cos(angle) + y * np.sin(angle), y * np.cos(angle) - x * np.sin(angle)
    return _blend(chance, np.where((np.floor(u / side) + np.floor(v / side)) % 2, 1.0, -1.0))


def dots(chance: Chance, height: int, width: int) -> Picture:
    """Discs at random on a plain ground: pips without dice."""
    picture = _plain(chance, height, width)
    radius = int(chance.integers(2, 14))
    for _ in range(int(chance.integers(5, 150))):
        at = (int(chance.integers(width)), int(chance.integers(height)))
        cv2.circle(picture, at, radius + int(chance.integers(0, 3)), _colour(chance), -1, cv2.LINE_AA)
    return picture


def text(chance: Chance, height: int, width: int) -> Picture:
    """Lines of letters and digits."""
    picture = _plain(chance, height, width)
    size = chance.uniform(0.5, 3)
    ink = _colour(chance)
    for y in range(20, height, int(34 * size)):
        words = "".join(chance.choice(list("abcdef 0123456789 OQ&%8:.")) for _ in range(60))
        cv2.putText(picture, words, (5, y), cv2.FONT_HERSHEY_SIMPLEX, float(size), ink, max(1, int(2 * size)))
    return picture


def plain(chance: Chance, height: int, width: int) -> Picture:
    """One colour, or a slope of light."""
    slope = np.linspace(0, chance.uniform(0, 120), width)[None, :, None]
    return np.clip(_plain(chance, height, width) + slope, 0, 255).astype(np.uint8)


NOISES: tuple[Callable[[Chance, int, int], Picture], ...] = (white_noise, clouds, stripes, checkers, dots, text, plain)


def _sized(picture: Picture, height: int, width: int, how: int) -> Picture:
    return np.asarray(cv2.resize(picture, (width, height), interpolation=how), np.uint8)


def _colour(chance: Chance) -> tuple[int, int, int]:
    b, g, r = (int(v) for v in chance.integers(0, 256, 3))
    return b, g, r


def _plain(chance: Chance, height: int, width: int) -> Picture:
    return np.full((height, width, 3), _colour(chance), np.uint8)


def _blend(chance: Chance, wave: NDArray[np.floating]) -> Picture:
    """Two colours by a wave of -1..1, with the noise of a camera."""
    one, other = (np.array(_colour(chance), np.float32) for _ in range(2))
    share = (wave[..., None] + 1) / 2
    grain = chance.normal(0, 3, (*wave.shape, 1))
    return np.clip(one * share + other * (1 - share) + grain, 0, 255).astype(np.uint8)
