"""Dice cut by the border of the picture: too little is seen to read them, enough to know that the roll is not whole."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.pips import Floats, Picture
from vision.dice.settle import Sighting

WORK = 4  # sought in a picture this many times smaller
LIKE = 42.0  # largest colour distance from the body of a die that is wholly seen
LENGTH = (0.45, 1.7)  # of the cut along the border, in sides of a die
DEPTH = (0.12, 1.2)  # of the part in view, from the border inward
FILL = 0.5  # of its box


def cut_die(picture: Picture, sightings: Sequence[Sighting]) -> Floats | None:
    """The place (2,) where something of a seen die's colour and size leaves a BGR picture (H, W, 3), or None."""
    small = cv2.resize(picture, None, fx=1 / WORK, fy=1 / WORK, interpolation=cv2.INTER_AREA).astype(np.float32)
    for sighting in sightings:
        found = _cut(small, sighting, sightings)
        if found is not None:
            return found * WORK
    return None


def _cut(small: Floats, model: Sighting, sightings: Sequence[Sighting]) -> Floats | None:
    side = model.body.side / WORK
    like = np.linalg.norm(small - model.body.colour, axis=2) < LIKE
    count, _, stats, centers = cv2.connectedComponentsWithStats(like.astype(np.uint8))
    for box, center in zip(stats[1:count], centers[1:count], strict=True):
        if _is_cut(box, small.shape[:2], side) and not _seen(center * WORK, sightings):
            return np.asarray(center, np.float32)
    return None


def _is_cut(box: NDArray[np.int32], shape: tuple[int, ...], side: float) -> bool:
    """True if a region's box (x, y, width, height, area) lies on one border as a die cut by it would."""
    x, y, width, height, area = (int(v) for v in box)
    upright = x == 0 or x + width == shape[1]
    level = y == 0 or y + height == shape[0]
    if not (upright or level) or area < FILL * width * height:
        return False
    length, depth = (height, width) if upright and not level else (width, height)
    return LENGTH[0] * side < length < LENGTH[1] * side and DEPTH[0] * side < depth < DEPTH[1] * side


def _seen(center: Floats, sightings: Sequence[Sighting]) -> bool:
    return any(np.linalg.norm(center - s.body.face.center) < 0.75 * s.body.side for s in sightings)
