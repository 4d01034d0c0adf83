"""Pictures of a tray as bad cameras, lamps and stands make them. All from the tray kit: the truth is known."""

from __future__ import annotations

import random
from collections.abc import Sequence

import cv2
import numpy as np

from vision.arm import reach_in
from vision.frame import Image
from vision.tray import Tray, Wanted

DICE: tuple[Wanted, ...] = (("d6", "white", 5), ("d6", "red", 2), ("d6", "black", 3))


def tray(dice: Sequence[Wanted] = DICE, seed: int = 1) -> Image:
    """A well lit tray with these dice, shape (720, 1280, 3)."""
    composer = Tray(chance=random.Random(seed))
    return noisy(composer.compose(composer.place(dice)), seed)


def noisy(image: Image, seed: int = 0, sigma: float = 2.0) -> Image:
    grain = np.random.default_rng(seed).normal(0, sigma, image.shape)
    return np.clip(image + grain, 0, 255).astype(np.uint8)


def lit(image: Image, gain: float | tuple[float, float, float]) -> Image:
    """Under another lamp: gains of blue, green and red, or one for all."""
    return np.clip(image * np.asarray(gain, np.float32), 0, 255).astype(np.uint8)


def lit_from_the_side(image: Image) -> Image:
    fall = np.linspace(0.5, 1.4, image.shape[1])[None, :, None]
    return np.clip(image * fall, 0, 255).astype(np.uint8)


def blurred(image: Image, sigma_px: float) -> Image:
    return np.asarray(cv2.GaussianBlur(image, (0, 0), sigma_px), np.uint8)


def from_afar(image: Image, scale: float) -> Image:
    """The tray far away in the middle of a table."""
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    table = np.full(image.shape, (52, 66, 82), np.uint8)
    top, left = (image.shape[0] - small.shape[0]) // 2, (image.shape[1] - small.shape[1]) // 2
    table[top : top + small.shape[0], left : left + small.shape[1]] = small
    return noisy(table)


def with_a_reflection(image: Image, at: tuple[float, float], radius_px: int = 40) -> Image:
    spot = np.zeros(image.shape, np.uint8)
    cv2.circle(spot, (round(at[0]), round(at[1])), radius_px, (255, 255, 255), -1)
    return np.asarray(cv2.add(image, cv2.GaussianBlur(spot, (0, 0), 8)), np.uint8)


def with_a_hand(image: Image) -> Image:
    shown = image.copy()
    reach_in(shown, (640, 330), 1.0)
    return shown


def banded(image: Image, frame: int, depth: float) -> Image:
    """A lamp on 50 Hz mains through a rolling shutter: bands that wander from frame to frame."""
    phase = 2 * np.pi * (3.1 * np.arange(image.shape[0]) / image.shape[0] + 0.37 * frame)
    return np.clip(image * (1 + depth / 2 * np.sin(phase))[:, None, None], 0, 255).astype(np.uint8)


def beside(image: Image, dx: float, dy: float, degrees: float = 0.0) -> Image:
    """As a camera sees it that was shifted by so many pixels and turned."""
    height, width = image.shape[:2]
    way = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0)
    way[:, 2] += (dx, dy)
    return np.asarray(cv2.warpAffine(image, way, (width, height), borderMode=cv2.BORDER_REFLECT), np.uint8)
