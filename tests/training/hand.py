"""Hands: fingers over a part of the picture."""

from __future__ import annotations

import cv2
import numpy as np


def hand(rng: np.random.Generator, image: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Linear light (H, W, 3) with a hand before it, and where the hand is (H, W) bool."""
    mask, thick = _outline(rng, *image.shape[:2])
    skin = np.array([0.55, 0.3, 0.2]) * rng.uniform(0.25, 1.2)
    depth = cv2.distanceTransform(mask, cv2.DIST_L2, 3)
    shade = np.clip(0.45 + depth / thick, 0, 1.1)[..., None]
    shadow, soft = _blurred(mask, 12), _blurred(mask, 1.2)
    level = float(image.mean()) / 0.25
    return (image * (1 - 0.5 * shadow) * (1 - soft) + skin * shade * level * soft).astype(np.float32), mask > 127


def _outline(rng: np.random.Generator, height: int, width: int) -> tuple[np.ndarray, int]:
    """A hand (H, W) uint8, 255 where it is, and the thickness of its fingers in pixels."""
    mask = np.zeros((height, width), np.uint8)
    palm = rng.uniform(0.2, 0.8, 2) * (width, height)
    aim = rng.uniform(0, 2 * np.pi)
    thick = int(rng.uniform(18, 60))
    for k in range(int(rng.integers(2, 6))):
        a = aim + (k - 2) * 0.22
        tip = palm + rng.uniform(2.5, 4.5) * thick * np.array([np.cos(a), np.sin(a)])
        _limb(mask, palm, tip, thick)
    _limb(mask, palm, palm - 30 * thick * np.array([np.cos(aim), np.sin(aim)]), int(thick * 3.2))
    return mask, thick


def _limb(mask: np.ndarray, start: np.ndarray, end: np.ndarray, thick: int) -> None:
    cv2.line(mask, tuple(int(v) for v in start), tuple(int(v) for v in end), 255, thick)


def _blurred(mask: np.ndarray, sigma: float) -> np.ndarray:
    return cv2.GaussianBlur(mask, (0, 0), sigma).astype(np.float32)[..., None] / 255
