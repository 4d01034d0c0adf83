"""Why a die cannot be read: cut by the border, glare, darkness, blur."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.dice.die import Doubt
from vision.dice.focus import BLURRED_PX, SOFT_FACES, USUAL_DIE_PX, blur_px
from vision.dice.picture import Floats, Picture

BLOWN = 250  # grey level at which a sensor is full
BLOWN_PART = 0.35  # of a face
HIDDEN = 0.35  # of a face that a blown patch must hide
DARK_LEVEL = 22.0  # mean grey level of a face, or of a picture, in which nothing can be told
CUT = 0.05  # widths of a die that may lie outside the picture before that counts as cut
HALF = 0.4  # ... before it counts as lying beside the picture
LOST, LOST_PLAIN = 0.2, 0.3  # so much outside, a face cannot be trusted that is read fairly, or for sure

WORDS = {
    Doubt.AT_EDGE: "is cut by the border of the picture",
    Doubt.STACKED: "lies on another die or under it",
    Doubt.COVERED: "is partly covered",
    Doubt.LEANING: "does not lie flat",
    Doubt.GLARE: "cannot be read: glare",
    Doubt.DARK: "cannot be read: too dark",
    Doubt.BLURRED: "cannot be read: blurred",
    Doubt.AMBIGUOUS: "can be read in two ways",
    Doubt.UNREADABLE: "cannot be read",
}


def outside(picture: Picture, polygon: Floats, side: float) -> float:
    """How far the face with these corners (4, 2) reaches over the border of a picture (H, W, 3), in widths of its
    die."""
    height, width = picture.shape[:2]
    low, high = polygon.min(axis=0), polygon.max(axis=0)
    return float(max(-low.min(), (high - np.array([width, height]) + 1).max()) / side)


def cause(picture: Picture, polygon: Floats) -> Doubt:
    """The likeliest reason why the face with corners (4, 2) on a BGR picture (H, W, 3) cannot be read."""
    height, width = picture.shape[:2]
    x0, y0 = np.clip(polygon.min(axis=0).astype(int), 0, (width - 2, height - 2))
    x1, y1 = np.clip(polygon.max(axis=0).astype(int) + 1, (x0 + 2, y0 + 2), (width, height))
    grey = cv2.cvtColor(picture[y0:y1, x0:x1], cv2.COLOR_BGR2GRAY)
    if np.mean(grey >= BLOWN) > BLOWN_PART:
        return Doubt.GLARE
    if np.mean(grey) < DARK_LEVEL:
        return Doubt.DARK
    return Doubt.BLURRED if out_of_focus(picture, [polygon]) else Doubt.UNREADABLE


def out_of_focus(picture: Picture, faces: Sequence[Floats]) -> bool:
    """True if the edges of faces with these corners (4, 2), or of a BGR picture without any, are smeared so wide that
    pips run together."""
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    corners = [np.asarray(face, np.float32) for face in faces]
    side = float(np.median([cv2.contourArea(c) ** 0.5 for c in corners])) if corners else USUAL_DIE_PX
    smear = blur_px(grey, corners, side)
    return smear is not None and smear > (SOFT_FACES * side if corners else BLURRED_PX)


def glaring(picture: Picture, faces: Sequence[Floats]) -> bool:
    """True if a patch of a BGR picture, beside the faces with these corners (4, 2), is so bright that it could hide a
    die."""
    blown = (picture.min(axis=2) >= BLOWN).astype(np.uint8)
    for face in faces:
        cv2.fillConvexPoly(blown, np.rint(face).astype(np.int32), 0)
    side = float(np.median([cv2.contourArea(np.asarray(f, np.float32)) ** 0.5 for f in faces] or [USUAL_DIE_PX]))
    areas = cv2.connectedComponentsWithStats(blown)[2][1:, cv2.CC_STAT_AREA]
    return bool((areas > HIDDEN * side**2).any())


def too_dark(picture: Picture) -> bool:
    """True if nothing on the picture could be told from anything else."""
    blue, green, red = np.moveaxis(picture[::8, ::8], 2, 0)
    return float(np.percentile(np.maximum(np.maximum(blue, green), red), 95)) < DARK_LEVEL
