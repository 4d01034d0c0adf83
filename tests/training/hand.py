"""Hands: fingers over a part of the picture."""

from __future__ import annotations

import cv2
import numpy as np

from tests.training.texture import colour

_SKIN = np.array([[0.7, 0.43, 0.32], [0.55, 0.3, 0.2], [0.4, 0.2, 0.12], [0.16, 0.07, 0.04]])  # linear RGB


def hand(rng: np.random.Generator, image: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Linear light (H, W, 3) with a hand before it, and where the hand is (H, W) bool."""
    mask, thick = _outline(rng, *image.shape[:2])
    aside = np.column_stack([np.eye(2), rng.uniform(-thick, thick, 2)])
    shadow = _blurred(cv2.warpAffine(mask, aside, mask.shape[::-1]), rng.uniform(4, 16))
    soft = _blurred(mask, rng.uniform(0.4, 1.6))
    level = float(image.mean()) / 0.25
    lit = _tone(rng) * _shade(rng, mask, thick)[..., None] * level
    return (image * (1 - 0.5 * shadow) * (1 - soft) + lit * soft).astype(np.float32), mask > 127


def _tone(rng: np.random.Generator) -> np.ndarray:
    """Skin of any people, now and then a glove or a sleeve."""
    if rng.random() < 0.1:
        return colour(rng)
    a, b = _SKIN[rng.integers(len(_SKIN), size=2)]
    mix = rng.uniform()
    return (mix * a + (1 - mix) * b) * rng.uniform(0.6, 1.4) * (1 + rng.normal(0, 0.06, 3))


def _shade(rng: np.random.Generator, mask: np.ndarray, thick: int) -> np.ndarray:
    """How much light each pixel of a hand (H, W) gives back: fingers are round, skin is uneven."""
    depth = np.minimum(cv2.distanceTransform(mask, cv2.DIST_L2, 5), thick * rng.uniform(0.4, 1.2))
    round_ = cv2.GaussianBlur(np.sqrt(depth * thick), (0, 0), max(1.0, 0.1 * thick))
    uneven = cv2.resize(
        rng.standard_normal((24, 32)).astype(np.float32), mask.shape[::-1], interpolation=cv2.INTER_CUBIC
    )
    round_ = round_ + rng.uniform(0, 0.06) * thick * uneven
    down, across = np.gradient(round_)
    a, slant = rng.uniform(0, 2 * np.pi), rng.uniform(0.2, 1.2)
    facing = (1 + slant * (np.cos(a) * across + np.sin(a) * down)) / np.sqrt(1 + across**2 + down**2)
    return np.clip(rng.uniform(0.15, 0.5) + rng.uniform(0.4, 0.9) * np.clip(facing, 0, None), 0, 1.6)


def _outline(rng: np.random.Generator, height: int, width: int) -> tuple[np.ndarray, int]:
    """A hand (H, W) uint8, 255 where it is, and the thickness of its fingers in pixels."""
    mask = np.zeros((height, width), np.uint8)
    palm = rng.uniform(0.05, 0.95, 2) * (width, height)
    aim = np.arctan2(*(np.array([height, width]) / 2 - palm[::-1])) + rng.normal(0, 0.7)  # it reaches in
    thick = int(rng.uniform(0.035, 0.13) * width)
    for k in range(int(rng.integers(2, 6))):
        a = aim + (k - 2) * rng.uniform(0.14, 0.26)
        bend = a + rng.normal(0, 0.25)
        joint = palm + rng.uniform(2.4, 3.6) * thick * np.array([np.cos(a), np.sin(a)])
        tip = joint + rng.uniform(0.8, 2.2) * thick * np.array([np.cos(bend), np.sin(bend)])
        _limb(mask, palm, joint, thick)
        _limb(mask, joint, tip, int(thick * rng.uniform(0.75, 0.95)))
    back = palm - 2 * thick * np.array([np.cos(aim), np.sin(aim)])
    _limb(mask, palm, back, int(thick * rng.uniform(3.2, 4.2)))
    _limb(mask, back, palm - 30 * thick * np.array([np.cos(aim), np.sin(aim)]), int(thick * rng.uniform(2.2, 3.4)))
    return mask, thick


def _limb(mask: np.ndarray, start: np.ndarray, end: np.ndarray, thick: int) -> None:
    cv2.line(mask, tuple(int(v) for v in start), tuple(int(v) for v in end), 255, max(1, thick))


def _blurred(mask: np.ndarray, sigma: float) -> np.ndarray:
    return cv2.GaussianBlur(mask, (0, 0), sigma).astype(np.float32)[..., None] / 255
