"""Which dice do not stand on the table: the sides that are seen of a die tell how it stands to the camera, and dice on
one table must agree on where down is.

Where the middle of the face below a top face appears follows from the pinhole camera (Hartley and Zisserman, Multiple
View Geometry, 2004, chapter 6): with the ray (r, 1) to the top and the unit vector d of down, both as the camera sees
them, and the die's height k in units of its distance, it is (d_xy - r d_z) / (1 + k d_z) widths of the die away."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.dice.picture import Floats
from vision.dice.sighting import Sighting

LENSES = (0.8, 1.1, 1.5, 2.2)  # focal lengths in longest sides of the picture: 64 to 26 degrees wide
STEEP = 0.8  # sine of the steepest tilt of a camera that counts as one over a table
TIPPED = 0.27  # widths of the die between where its foot appears and where it should, from which on it leans


@dataclass(frozen=True)
class _Die:
    """A ray (2,) to the top of a die, its height over its distance, and where its foot appears (2,), in widths."""

    ray: Floats
    near: float
    drop: Floats

    def down(self) -> Floats:
        """The x and y (2,) of down if this die stands upright."""
        down: Floats = np.zeros(2)
        for _ in range(4):  # settles at once: the tilt is small against the distance
            upright = _upright(down)
            down = self.drop * (1 + self.near * upright) + self.ray * upright
        return down

    def off(self, down: Floats) -> float:
        """Widths between where the foot appears and where it would if `down` (2,) is down."""
        upright = _upright(down)
        expected = (down - self.ray * upright) / (1 + self.near * upright)
        return float(np.linalg.norm(self.drop - expected))


def _upright(down: Floats) -> float:
    """The z of a unit vector with this x and y (2,)."""
    return math.sqrt(max(1 - float(down @ down), 0.05))


def tipped(seen: Sequence[Sighting], width: int, height: int) -> list[float]:
    """Of each sighting on a picture how far its foot is from where it should appear, in widths of the die, if as many
    dice as can be stand upright. A single die agrees with itself, unless it leans more than any camera is tilted."""
    best, least = [0.0] * len(seen), np.inf
    for lens in LENSES:
        dice = [_die(s, width, height, lens * max(width, height)) for s in seen]
        for one in dice:
            down = one.down()
            off = [die.off(down) for die in dice]
            cost = sum(min(o, TIPPED) for o in off) + max(0.0, float(np.linalg.norm(down)) - STEEP)
            if cost < least - 1e-9:
                best, least = off, cost
    return best


def _die(sighting: Sighting, width: int, height: int, focal: float) -> _Die:
    middle = np.array([width - 1, height - 1]) / 2
    spot = sighting.spot
    return _Die((spot.center - middle) / focal, spot.side / focal, sighting.look.drop)
