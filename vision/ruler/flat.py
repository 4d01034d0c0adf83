"""The pitch laid flat: a picture seen straight from above, in the light of a white sheet."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.ruler.closeup import Closeup
from vision.ruler.lens import Floats
from vision.ruler.paper import Tones, tones_of
from vision.ruler.pitch import Pitch
from vision.ruler.pose import Pose

_MARGIN_MM = 20.0
_KNOT_PX = 16  # places between are interpolated: a lens bends little over so short a way
_SIDES_PX = 16  # networks are given sides that this divides


@dataclass(frozen=True, eq=False)
class Flat:
    """`tones` of the table plane, `px_per_mm` fine; `middle_px` is where the origin of the table frame lies. x goes
    right and y up."""

    tones: Tones
    middle_px: tuple[float, float]
    px_per_mm: float

    def to_px(self, points_mm: Floats) -> Floats:
        """Pixels (..., 2) of this picture for points (..., 2) of the table."""
        return np.asarray(points_mm * (self.px_per_mm, -self.px_per_mm) + self.middle_px)

    def to_mm(self, points_px: Floats) -> Floats:
        """Points (..., 2) of the table for pixels (..., 2) of this picture."""
        return np.asarray((points_px - self.middle_px) / (self.px_per_mm, -self.px_per_mm))


def lay_flat(view: Closeup, pitch: Pitch, px_per_mm: float, colour: float = 1.0) -> Flat:
    """The pitch with a margin around it, with colours so much stronger."""
    width, height = (_sides_px((side + 2 * _MARGIN_MM) * px_per_mm) for side in pitch.size_mm)
    flat = Flat(np.zeros((0, 0, 3), np.float32), ((width - 1) / 2, (height - 1) / 2), px_per_mm)
    columns, rows = (np.arange(-_KNOT_PX, side + _KNOT_PX, _KNOT_PX) + (_KNOT_PX - 1) / 2 for side in (width, height))
    knots = np.stack(np.meshgrid(columns, rows), axis=2)
    seen = view.pose.to_picture(flat.to_mm(knots).reshape(-1, 2)).reshape(knots.shape).astype(np.float32)
    wide = cv2.resize(seen, None, fx=_KNOT_PX, fy=_KNOT_PX, interpolation=cv2.INTER_LINEAR)
    shrink = max(1, int(_picture_px_per_mm(view.pose) / px_per_mm))
    small = cv2.resize(view.image, None, fx=1 / shrink, fy=1 / shrink, interpolation=cv2.INTER_AREA)
    where = (wide[_KNOT_PX : _KNOT_PX + height, _KNOT_PX : _KNOT_PX + width] + np.float32(0.5)) / np.float32(
        shrink
    ) - np.float32(0.5)
    bgr = np.asarray(cv2.remap(small, where[..., 0], where[..., 1], cv2.INTER_LINEAR), np.uint8)
    return Flat(tones_of(bgr, view.white, colour), flat.middle_px, px_per_mm)


def _sides_px(least: float) -> int:
    return math.ceil(least / _SIDES_PX) * _SIDES_PX


def _picture_px_per_mm(pose: Pose) -> float:
    return math.sqrt(abs(float(np.linalg.det(pose.px_per_mm(np.zeros((1, 2)))[0]))))
