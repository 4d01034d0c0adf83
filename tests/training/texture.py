"""Textures: noise, colours and inks, from which grounds are made."""

from __future__ import annotations

import cv2
import numpy as np

PX = 700  # side of a ground's picture


def colour(rng: np.random.Generator, low: float = 0.02, high: float = 0.85) -> np.ndarray:
    """Any linear RGB (3,) between `low` and `high`."""
    hue, strong, bright = rng.uniform(0, 180), rng.uniform(0, 255) * rng.random() ** 0.5, rng.uniform(40, 255)
    hsv = np.array([[[hue, strong, bright]]], np.float32).astype(np.uint8)
    rgb = cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB)[0, 0] / 255.0
    return np.clip(rgb**2.2, low, high)


def printable(picture: np.ndarray) -> np.ndarray:
    """Linear light 0..1 as uint8 that OpenCV draws on: its square root."""
    return np.ascontiguousarray((np.sqrt(np.clip(picture, 0, 1)) * 255).astype(np.uint8))


def ink(rng: np.random.Generator) -> tuple[float, ...]:
    """A colour to draw with on what is `printable`."""
    return tuple(float(v) for v in np.sqrt(colour(rng)) * 255)


def noise(rng: np.random.Generator, cells: float, stretch: float = 1.0) -> np.ndarray:
    """Smooth noise of about `cells` bumps a side, roughly -1..1."""
    shape = (max(2, int(cells)), max(2, int(cells * stretch)))
    return cv2.resize(rng.standard_normal(shape).astype(np.float32), (PX, PX), interpolation=cv2.INTER_CUBIC)


def turned(rng: np.random.Generator, picture: np.ndarray) -> np.ndarray:
    """The picture turned by any angle about its middle, mirrored beyond its border."""
    turn = cv2.getRotationMatrix2D((PX / 2, PX / 2), float(rng.uniform(0, 360)), 1.0)
    return cv2.warpAffine(picture.astype(np.float32), turn, (PX, PX), borderMode=cv2.BORDER_REFLECT_101)
