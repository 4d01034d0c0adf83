"""Shapes that are drawn over a picture of the pitch: rings and lanes that lie on the table, as the camera sees them."""

from __future__ import annotations

import cv2
import numpy as np

from vision.ruler.bases import Base
from vision.ruler.lens import Floats
from vision.ruler.pitch import Mm
from vision.ruler.pose import Pose

_POINTS = 48


def ring(pose: Pose, centre_mm: Mm, radius_mm: float) -> Floats:
    """A circle on the table, (48, 2) in pixels."""
    return pose.to_picture(_circle(centre_mm, radius_mm))


def lane(pose: Pose, a: Base, b: Base) -> Floats:
    """The hull of two bases, (N, 2) in pixels (G-10)."""
    both = np.concatenate([_circle(base.centre_mm, base.diameter_mm / 2) for base in (a, b)])
    hull = cv2.convexHull(both.astype(np.float32)).reshape(-1, 2)
    return pose.to_picture(hull.astype(np.float64))


def between(pose: Pose, a: Base, b: Base) -> Floats:
    """From edge to edge of two bases, (2, 2) in pixels: what is measured (G-01)."""
    one, other = np.array(a.centre_mm), np.array(b.centre_mm)
    way = (other - one) / max(float(np.hypot(*(other - one))), 1e-6)
    return pose.to_picture(np.stack([one + way * a.diameter_mm / 2, other - way * b.diameter_mm / 2]))


def _circle(centre_mm: Mm, radius_mm: float) -> Floats:
    turn = np.arange(_POINTS) * (2 * np.pi / _POINTS)
    return np.asarray(np.asarray(centre_mm) + radius_mm * np.stack([np.cos(turn), np.sin(turn)], axis=1))
