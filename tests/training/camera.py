"""Cameras: where the picture is taken from."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tests.training.body import Body


class Camera(NamedTuple):
    """A pinhole camera: the picture's `height` and `width` and the `focal` length in pixels; `rotation` (3, 3) turns
    world into camera coordinates; `eye` (3,) is where it is, mm."""

    height: int
    width: int
    focal: float
    rotation: np.ndarray
    eye: np.ndarray

    def seen(self, points: np.ndarray) -> np.ndarray:
        """Points (N, 3) of the world in pixels (N, 2)."""
        q = (points - self.eye) @ self.rotation.T
        return q[:, :2] / q[:, 2:] * self.focal + (self.width / 2, self.height / 2)


def camera(rng: np.random.Generator, width: int, height: int, dice: list[Body]) -> Camera:
    """A camera that looks at the dice, mostly from above, from where they are 24 to 110 pixels large."""
    tilt = np.deg2rad(float(rng.choice([rng.uniform(0, 8), rng.uniform(0, 25), rng.uniform(15, 42)])))
    around = rng.uniform(0, 2 * np.pi)
    focal = width / 2 / np.tan(np.deg2rad(rng.uniform(35, 75)) / 2)
    size = 2 * np.mean([d.size for d in dice]) if dice else 16
    side = float(np.exp(rng.uniform(np.log(24), np.log(110))))
    aim = np.array([0.0, 0, 6])
    if dice:
        room = 0.42 * width / side * size
        aim[:2] = np.mean([d.center[:2] for d in dice], axis=0) + rng.uniform(-0.5, 0.5, 2) * room
    back = np.array([np.sin(tilt) * np.cos(around), np.sin(tilt) * np.sin(around), np.cos(tilt)])
    eye = aim + focal * size / side * back
    return Camera(height, width, float(focal), _looking(-back, rng.uniform(0, 2 * np.pi)), eye)


def _looking(forward: np.ndarray, roll: float) -> np.ndarray:
    """The rotation (3, 3) of a camera that looks along `forward` (3,)."""
    right = np.cross(forward, np.array([np.cos(roll), np.sin(roll), 0.01]))
    right /= np.linalg.norm(right)
    return np.stack([right, np.cross(forward, right), forward])
