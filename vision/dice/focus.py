"""Focus: how wide the edges of a picture are smeared."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

Grey: TypeAlias = NDArray[np.uint8]
"""A picture, shape (height, width), grey levels."""

SOFT_FACES, BLURRED_FACES = 0.07, 0.11  # blur radius in sides of a top face; a pip's own radius is 0.09
SOFT_PX, BLURRED_PX = 2.2, 4.0  # where no die is in view
USUAL_DIE_PX = 50.0  # where none is in view
_FINE_PX = 1.2  # smoothing against noise, before edges are measured
_FAINT_EDGE = 1.5  # grey levels a pixel after that: above noise
_LEAST_EDGE_PX = 12


def blur_px(grey: Grey, faces: Sequence[NDArray[np.float32]], side_px: float) -> float | None:
    """How wide edges are smeared (standard deviation in pixels), at the faces (corners, 2) where there are any; None
    where nothing has edges. A step of height `a`, smeared by `b`, is a / (sqrt(2 pi) b) steep: noise hardly changes
    that on the strong edges of a smoothed picture."""
    soft = cv2.GaussianBlur(grey.astype(np.float32), (0, 0), _FINE_PX)
    slope = _slope(soft)
    crest = (near(grey, faces) > 0) & (slope > _FAINT_EDGE) & (slope >= cv2.dilate(slope, np.ones((3, 3), np.uint8)))
    if int(crest.sum()) < _LEAST_EDGE_PX:
        return blur_px(grey, (), USUAL_DIE_PX) if faces else None
    crest &= slope >= np.percentile(slope[crest], 50)
    reach = np.ones((2 * round(side_px / 5) + 1,) * 2, np.uint8)
    height = cv2.dilate(soft, reach)[crest] - cv2.erode(soft, reach)[crest]
    smear = float(np.median(height / (math.sqrt(2 * math.pi) * slope[crest])))
    return math.sqrt(max(0.0, smear**2 - _FINE_PX**2))


def near(grey: Grey, faces: Sequence[NDArray[np.float32]]) -> Grey:
    """1 on and around the faces, or everywhere where there are none."""
    if not faces:
        return np.ones(grey.shape, np.uint8)
    found = np.zeros(grey.shape, np.uint8)
    for face in faces:
        cv2.fillConvexPoly(found, np.rint(face).astype(np.int32), 1)
    return np.asarray(cv2.dilate(found, np.ones((9, 9), np.uint8)), np.uint8)


def _slope(soft: NDArray[np.float32] | cv2.typing.MatLike) -> NDArray[np.float32]:
    across, down = cv2.Sobel(soft, cv2.CV_32F, 1, 0, scale=0.125), cv2.Sobel(soft, cv2.CV_32F, 0, 1, scale=0.125)
    return np.asarray(cv2.magnitude(across, down), np.float32)
