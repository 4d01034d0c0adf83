"""Rotations as matrices (3, 3)."""

from __future__ import annotations

import cv2
import numpy as np

UP = np.array([0, 0, 1.0])


def about(axis: np.ndarray, angle: float) -> np.ndarray:
    """The turn about `axis` (3,) of any length by `angle` radians."""
    return cv2.Rodrigues(axis / np.linalg.norm(axis) * angle)[0]


def between(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """The shortest turn that takes the unit vector `a` to `b`."""
    axis = np.cross(a, b)
    if np.linalg.norm(axis) < 1e-9:
        return np.eye(3) if a @ b > 0 else about(np.array([1.0, 0, 0]), np.pi)
    return about(axis, np.arccos(np.clip(a @ b, -1, 1)))
