"""The close-up: what a picture shows around points of the table, taken straight from its pixels."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.ruler.lens import Floats
from vision.ruler.pose import Pose

_REACH_MM = 20.0
_GRID = np.stack(np.meshgrid(*2 * [(-1.0, 0.0, 1.0)]), axis=2).reshape(-1, 2)


def _powers(x: Floats, y: Floats) -> Floats:
    return np.stack([np.ones_like(x), x, y, x * x, x * y, y * y])


_FIT = np.linalg.pinv(_powers(*_GRID.T).T)
"""(6, 9): what takes the surface of second order from a grid of nine."""


@dataclass(frozen=True, eq=False)
class Closeup:
    """A picture (height, width, 3), how its camera stands, and white paper (3,) under its lamp. Around a point, lens
    and tilt are followed to the second order: over 30 mm to a hundredth of a pixel."""

    image: Image
    pose: Pose
    white: Floats

    def around(self, centres_mm: Floats, ways_mm: Floats) -> NDArray[np.uint8]:
        """Blue, green, red (N, K, 3) at the same ways (K, 2) from each centre (N, 2)."""
        places = (centres_mm[:, None] + _REACH_MM * _GRID).reshape(-1, 2)
        near = self.pose.to_picture(places).reshape(len(centres_mm), 9, 2)
        surface = np.einsum("kg,ngc->cnk", _FIT, near).astype(np.float32)
        x, y = surface @ _powers(*(ways_mm / _REACH_MM).T).astype(np.float32)
        seen = cv2.remap(self.image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(seen, np.uint8)
