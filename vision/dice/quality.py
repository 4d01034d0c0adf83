"""Why a die cannot be read: cut by the border, glare, darkness, blur."""

from __future__ import annotations

import cv2
import numpy as np

from vision.dice.body import Body
from vision.dice.die import Doubt
from vision.dice.picture import Picture

BLOWN = 250  # grey level at which a sensor is full
BLOWN_PART = 0.35  # of a face
DARK_LEVEL = 22.0  # mean grey level of a face, or of a picture, in which nothing can be told
SHARP = 2.0  # grey levels of edge strength that a face in focus has at least

WORDS = {
    Doubt.AT_EDGE: "is cut by the border of the picture",
    Doubt.GLARE: "cannot be read: glare",
    Doubt.DARK: "cannot be read: too dark",
    Doubt.BLURRED: "cannot be read: blurred",
    Doubt.UNREADABLE: "cannot be read",
}


def cause(picture: Picture, body: Body) -> Doubt:
    """The likeliest reason why the face of `body` on a BGR picture (H, W, 3) cannot be read."""
    height, width = picture.shape[:2]
    corners = body.polygon
    if (corners < 1).any() or (corners > np.array([width, height]) - 2).any():
        return Doubt.AT_EDGE
    (x0, y0), (x1, y1) = corners.min(axis=0).astype(int), corners.max(axis=0).astype(int) + 1
    grey = cv2.cvtColor(picture[y0:y1, x0:x1], cv2.COLOR_BGR2GRAY)
    if np.mean(grey >= BLOWN) > BLOWN_PART:
        return Doubt.GLARE
    if np.mean(grey) < DARK_LEVEL:
        return Doubt.DARK
    return Doubt.BLURRED if np.std(cv2.Laplacian(grey, cv2.CV_32F)) < SHARP else Doubt.UNREADABLE


def too_dark(picture: Picture) -> bool:
    """True if nothing on the picture could be told from anything else."""
    return float(np.percentile(picture.max(axis=2)[::4, ::4], 95)) < DARK_LEVEL
