"""Dice that the border of a picture cuts off so far that they no longer look like dice: the finder is not cold there,
and a patch that is coloured like a die beside it stands out from even ground and ends at the border. Either alone is
wrong too often."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.colour import lab_of
from vision.dice.picture import Floats, Picture
from vision.dice.sighting import Sighting

FINE = 16  # pixels a die is wide where patches are looked for
DEEP = 1.6  # widths of a die that a strip along the border is wide
LIKE = 16.0  # units of Lab from the colour of a die that is read, at the most
APART = 25.0  # ... from the ground around, at the least
UNEVEN = 0.25  # of this distance: pixels of even ground lie no farther from its colour
LONG, FAR_IN = (0.5, 1.7), (0.15, 1.1)  # widths of a die that a patch is long at the border, and reaches in
CONVEX = 0.85  # the least share of a patch in its hull: pieces of letters and lines fill less
ALIKE = (0.5, 2.0)  # times as wide as the dice that are read, what the finder sees there
NEAR = 0.9  # widths of a die from its middle to a patch that means the same
AROUND = 0.35  # widths of a die around a patch that are its ground
GROWN = 1.6  # times as large as its top, a die with its sides and its shadow

Mask = NDArray[np.uint8]


def cut_off(picture: Picture, dice: Sequence[Sighting], seen: Sequence[Sighting]) -> Floats | None:
    """The middle (2,), in pixels, of what seems to be one more die at the border of a BGR picture (H, W, 3) uint8: of
    all that was `seen` there, these dice are read. None if there is nothing of the kind."""
    if not dice:
        return None
    side = float(np.median([die.spot.side for die in dice]))
    warm = _warm(picture, dice, seen, side)
    if not warm or min(picture.shape[:2]) < 2 * DEEP * side:
        return None
    patches = _cut_patches(picture, dice, side)
    return next((p for p in patches if any(np.linalg.norm(w - p) < NEAR * side for w in warm)), None)


def _warm(picture: Picture, dice: Sequence[Sighting], seen: Sequence[Sighting], side: float) -> list[Floats]:
    """The middles (2,) of what the finder sees at the border beside the dice that are read."""
    height, width = picture.shape[:2]
    least, most = (times * side for times in ALIKE)
    others = [s.spot for s in seen if least < s.spot.side < most and not any(s is die for die in dice)]
    reach = (FAR_IN[1] + NEAR) * side
    return [o.center for o in others if min(*o.center, *((width, height) - o.center)) < reach]


def _cut_patches(picture: Picture, dice: Sequence[Sighting], side: float) -> Iterator[Floats]:
    """The middles (2,) of patches at all four borders that may be dice of the width `side`."""
    step = max(1, round(side / FINE))
    bodies = lab_of(np.array([die.colour for die in dice]))
    known = _known(picture, dice, step)
    deep = round(DEEP * side / step)
    for turn in range(4):
        strip = lab_of(_smaller(picture[_border(picture, turn, deep * step)], step))
        taken = known[_border(known, turn, deep)]
        for patch in _patches(np.rot90(strip, turn), np.rot90(taken, turn), bodies, side / step):
            yield _turned_back((patch + 0.5) * step - 0.5, turn, picture)


def _known(picture: Picture, dice: Sequence[Sighting], step: int) -> NDArray[np.bool_]:
    """Where on a picture (H, W, 3) these dice lie: (H // step, W // step)."""
    known = np.zeros([length // step for length in picture.shape[:2]], np.uint8)
    for die in dice:
        corners, middle = die.polygon, die.spot.center
        cv2.fillConvexPoly(known, np.rint((middle + GROWN * (corners - middle)) / step).astype(np.int32), 1)
    return known > 0


def _border(picture: NDArray[np.generic], turn: int, deep: int) -> tuple[slice, slice]:
    """What is the upper border after so many quarter turns of the picture."""
    height, width = picture.shape[:2]
    every = slice(None)
    strips = (
        (slice(deep), every),
        (every, slice(max(0, width - deep), width)),
        (slice(max(0, height - deep), height), every),
        (every, slice(deep)),
    )
    return strips[turn]


def _smaller(image: Picture, step: int) -> Picture:
    height, width = (length // step for length in image.shape[:2])
    whole = image[: height * step, : width * step]
    return np.asarray(cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def _patches(strip: Floats, known: NDArray[np.bool_], bodies: Floats, side: float) -> Iterator[Floats]:
    """The middles (2,) of patches at the upper border that may be dice of the width `side`."""
    pixels = strip.reshape(-1, 3)
    off = np.square(pixels).sum(axis=1, keepdims=True) - 2 * pixels @ bodies.T + np.square(bodies).sum(axis=1)
    alike = ((off.min(axis=1).reshape(known.shape) < LIKE**2) & ~known).astype(np.uint8)
    _, labels, boxes, middles = cv2.connectedComponentsWithStats(alike, connectivity=4)
    long, high = boxes[:, cv2.CC_STAT_WIDTH] / side, boxes[:, cv2.CC_STAT_HEIGHT] / side
    fits = (LONG[0] <= long) & (long <= LONG[1]) & (FAR_IN[0] <= high) & (high <= FAR_IN[1])
    for k in np.flatnonzero(fits & (boxes[:, cv2.CC_STAT_TOP] == 0)):
        if k and _stands_out(strip, np.asarray(labels == k, np.uint8), known, side):
            yield np.asarray(middles[k], np.float32)


def _stands_out(strip: Floats, patch: Mask, known: NDArray[np.bool_], side: float) -> bool:
    """True if a patch is of one piece, on ground that is even and of another colour."""
    at_border = np.flatnonzero(patch[0])
    closed = np.vstack([np.zeros_like(patch[:1]), patch])
    closed[0, at_border[0] : at_border[-1] + 1] = 1  # so that a pip that is cut, too, lies inside
    (outline,) = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
    whole, hull = np.zeros_like(closed), np.zeros_like(closed)
    cv2.drawContours(whole, [outline], 0, 1, cv2.FILLED)
    cv2.fillConvexPoly(hull, cv2.convexHull(outline), 1)
    whole, hull = whole[1:], hull[1:]
    around = cv2.dilate(patch, np.ones((2 * max(2, round(AROUND * side)) + 1,) * 2, np.uint8))
    beside = cv2.dilate(patch, np.ones((3, 3), np.uint8))
    ground = strip[(around > beside) & (hull == 0) & ~known]
    if whole.sum() < CONVEX * hull.sum() or not len(ground):
        return False
    level = np.median(ground, axis=0)
    apart = float(np.linalg.norm(level - np.median(strip[patch > 0], axis=0)))
    uneven = float(np.median(np.linalg.norm(ground - level, axis=1)))
    return apart >= APART and uneven <= UNEVEN * apart


def _turned_back(place: Floats, turn: int, picture: Picture) -> Floats:
    """A place (2,) on a picture after so many quarter turns, on the picture (H, W, 3) before them."""
    (x, y), (height, width) = place, picture.shape[:2]
    places = ((x, y), (width - 1 - y, x), (width - 1 - x, height - 1 - y), (y, height - 1 - x))
    return np.array(places[turn], np.float32)
