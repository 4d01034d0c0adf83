"""Dice cut by the border of the picture: too little in view to be read, enough to know that the roll is not whole."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.picture import Floats, Picture, shrink
from vision.dice.sighting import Sighting

SCALE = 0.25  # of the picture in which regions are sought
STAND_OUT = 34.0  # colour step from the table
LIKE = 45.0  # largest colour distance from the body of a die that is wholly seen
LENGTH = (0.7, 1.6)  # of a cut die along the border, in sides of a die
DEPTH = (0.2, 1.2)  # of its part in view, from the border inward
FILL = 0.6  # of its box


def cut_die(picture: Picture, sightings: Sequence[Sighting]) -> Floats | None:
    """The place (2,) where something of a seen die's colour and size leaves a BGR picture (H, W, 3), or None."""
    if not sightings:
        return None
    small = shrink(picture, SCALE).astype(np.float32)
    sides = [s.body.side * SCALE for s in sightings]
    off = np.linalg.norm(small - _table(small, 2.2 * max(sides)), axis=2) > STAND_OUT
    for sighting in sightings:
        like = off & (np.linalg.norm(small - sighting.body.colour, axis=2) < LIKE)
        for center in _regions(like, small.shape[:2], min(sides), max(sides)):
            if not _seen(center / SCALE, sightings):
                return center / SCALE
    return None


def _table(small: Floats, window: float) -> Floats:
    """The table without dice, also along the border: a median over a window larger than they are."""
    coarse = shrink(np.asarray(small, np.uint8), 0.5)
    size = min(int(window / 2) | 1, 101)
    wide = cv2.copyMakeBorder(coarse, size, size, size, size, cv2.BORDER_REFLECT)
    plain = cv2.medianBlur(wide, max(size, 3))[size:-size, size:-size]
    return np.asarray(cv2.resize(plain, (small.shape[1], small.shape[0])), np.float32)


def _regions(like: NDArray[np.bool_], shape: tuple[int, ...], least: float, most: float) -> list[Floats]:
    """Middles (2,) of the regions on the border that a die cut by it could be."""
    count, _, stats, centers = cv2.connectedComponentsWithStats(like.astype(np.uint8))
    found = []
    for row, center in zip(stats[1:count], centers[1:count], strict=True):
        x, y, width, height, area = (int(v) for v in row)
        upright, level = x == 0 or x + width == shape[1], y == 0 or y + height == shape[0]
        length, depth = (height, width) if upright and not level else (width, height)
        fits = LENGTH[0] * least < length < LENGTH[1] * most and DEPTH[0] * least < depth < DEPTH[1] * most
        if (upright or level) and fits and area > FILL * width * height:
            found.append(np.asarray(center, np.float32))
    return found


def _seen(center: Floats, sightings: Sequence[Sighting]) -> bool:
    return any(np.linalg.norm(center - s.body.face.center) < 0.8 * s.body.side for s in sightings)
