"""Which dice do not stand on the table: the sides that are seen of a die tell how it stands to the camera, and dice on
one table must agree on where down is.

Where the middle of the face below a top face appears follows from the pinhole camera (Hartley and Zisserman, Multiple
View Geometry, 2004, chapter 6): with the ray (r, 1) to the top and the unit vector d of down, both as the camera sees
them, and the die's height k in units of its distance, it is (d_xy - r d_z) / (1 + k d_z) widths of the die away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.dice.picture import Floats

LENSES = (0.8, 1.1, 1.5, 2.2, 4.0)  # focal lengths in longest sides of the picture: 64 to 14 degrees wide
STEEP = 0.8  # sine of the steepest tilt of a camera that counts as one over a table
TIPPED = 0.27  # widths of the die between where its foot appears and where it should, from which on it leans


@dataclass(frozen=True)
class Foot:
    """Of a die in a picture: the middle of its `top` face (2,) and its width `side`, in pixels; and how far from there
    the middle of the face below appears, `drop` (2,), in widths of the die."""

    top: Floats
    side: float
    drop: Floats


@dataclass(frozen=True)
class Tilt:
    """How a camera stands over a table: x and y of `down` (2,) as it sees it, its focal length and the `middle` (2,)
    of its picture, in pixels."""

    down: Floats
    focal: float
    middle: Floats

    def off(self, feet: Sequence[Foot]) -> list[float]:
        """Of each die how far its foot is from where it should appear, in widths of the die."""
        dice = _dice(feet, self.focal, self.middle)
        return [float(off) for off in dice.off(self.down[None])[0]]


@dataclass(frozen=True)
class _Dice:
    """Rays (N, 2) to the tops of N dice, their heights over their distances (N, 1), and where their feet appear (N, 2),
    in widths of the die."""

    rays: Floats
    near: Floats
    drops: Floats

    def downs(self) -> Floats:
        """Of each die the x and y of down if it stands upright, (N, 2)."""
        downs: Floats = np.zeros_like(self.drops)
        for _ in range(4):  # settles at once: the tilt is small against the distance
            upright = _upright(downs)
            downs = self.drops * (1 + self.near * upright) + self.rays * upright
        return downs

    def off(self, downs: Floats) -> Floats:
        """Widths between where each foot appears and where it would if `downs` (K, 2) is down: (K, N)."""
        upright = _upright(downs)[:, None]
        expected = (downs[:, None] - self.rays * upright) / (1 + self.near * upright)
        return np.asarray(np.linalg.norm(self.drops - expected, axis=2))


def _upright(downs: Floats) -> Floats:
    """The z (K, 1) of unit vectors with these x and y (K, 2)."""
    return np.asarray(np.sqrt(np.maximum(1 - (downs**2).sum(axis=1, keepdims=True), 0.05)))


def tipped(feet: Sequence[Foot], width: int, height: int) -> list[float]:
    """Of each die on a picture how far its foot is from where it should appear, in widths of the die, if as many dice
    as can be stand upright. A single die agrees with itself, unless it leans more than any camera is tilted."""
    return tilt_of(feet, width, height).off(feet) if feet else []


def tilt_of(feet: Sequence[Foot], width: int, height: int) -> Tilt:
    """How the camera stands before which as many as can be of these dice, one at least, stand upright."""
    middle = np.array([width - 1, height - 1]) / 2
    best, least = Tilt(np.zeros(2), np.inf, middle), np.inf
    for focal in (lens * max(width, height) for lens in LENSES):
        dice = _dice(feet, focal, middle)
        downs = dice.downs()
        steep = np.maximum(np.linalg.norm(downs, axis=1) - STEEP, 0)
        costs = np.minimum(dice.off(downs), TIPPED).sum(axis=1) + steep
        k = int(np.round(costs, 9).argmin())
        if costs[k] < least - 1e-9:
            best, least = Tilt(downs[k], focal, middle), costs[k]
    return best


def _dice(feet: Sequence[Foot], focal: float, middle: Floats) -> _Dice:
    tops, sides, drops = (np.array(part) for part in zip(*((f.top, f.side, f.drop) for f in feet), strict=True))
    return _Dice((tops - middle) / focal, sides[:, None] / focal, drops)
