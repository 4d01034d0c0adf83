"""Finds candidates: every place in a picture that could be the top of a die."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.body import Body, Canvas
from vision.dice.lattice import Face, faces_of, single
from vision.dice.picture import Floats, Picture
from vision.dice.pips import Pips, find_pips

REGION_WORK = 4  # bodies without pips are sought in a picture this many times smaller
SIDES = (0.022, 0.2)  # a die's side over the picture's long side
SMALLEST = 0.012  # of the picture's long side, and never less than
SMALLEST_PX = 12.0  # so many pixels: what is smaller is print
LARGEST = 0.6  # of the picture's short side: what is larger is a tray with a die in it
MIN_STEP = 5.0
MIN_SINGLE_STEP = 8.0
LIMITS = (18.0, 35.0, 65.0, 110.0)  # colour steps from the table to a body; a shadow reaches half of them


def find_candidates(picture: Picture) -> tuple[Pips, list[Body]]:
    """The pips of a BGR picture (H, W, 3) and all bodies that could be top faces: those of pips in a pattern, of
    one pip alone, and plain squares that stand out from the table."""
    pips = find_pips(picture)
    canvas = Canvas(picture, pips)
    largest = LARGEST * min(picture.shape[:2])
    many = [canvas.body(face) for face in faces_of(pips)]
    ones = [canvas.body(single(pips, row)) for row in range(len(pips)) if pips.aspect[row] > 0.6]
    bodies = [
        *(b for b in many if b.steps[1] > MIN_STEP),
        *(b for b in ones if b.steps[1] > MIN_SINGLE_STEP),
        *find_plain(picture, canvas),
    ]
    smallest = max(SMALLEST * max(picture.shape[:2]), SMALLEST_PX)
    return pips, [b for b in bodies if smallest < b.side < largest]


def find_plain(picture: Picture, canvas: Canvas) -> list[Body]:
    """Bodies that are found without regard to pips, for faces that have none or whose pips cannot be seen."""
    longest = max(picture.shape)
    low, high = SIDES[0] * longest, SIDES[1] * longest
    bodies: list[Body] = []
    for center, side in _regions(picture, low, high):
        body = canvas.body(Face(1, frozenset(), center, (np.eye(2) * side / 3.4).astype(np.float32), 0.0))
        if low <= body.side <= high and body.steps[1] > MIN_SINGLE_STEP and not _known(body, bodies):
            bodies.append(body)
    return bodies


def _known(body: Body, others: list[Body]) -> bool:
    return any(
        np.linalg.norm(o.face.center - body.face.center) < 0.12 * o.side and 0.85 < o.side / body.side < 1.18
        for o in others
    )


def _regions(picture: Picture, low: float, high: float) -> list[tuple[Floats, float]]:
    """Middle and side of the compact regions of about a die's size that differ from their surroundings."""
    scale = 1 / REGION_WORK
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(np.float32)
    off = np.linalg.norm(small - _ground(small, high * scale / 2), axis=2)
    found = [hit for limit in LIMITS for hit in _squares((off > limit).astype(np.uint8), low * scale, high * scale)]
    return [(center * REGION_WORK + (REGION_WORK - 1) / 2, side * REGION_WORK) for center, side in found]


def _ground(small: Floats, side: float) -> Floats:
    """The table without what lies on it: the median over a window larger than a die."""
    coarse = cv2.resize(small, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA).astype(np.uint8)
    window = min(max(int(1.6 * side) | 1, 3), 101)
    return cv2.resize(cv2.medianBlur(coarse, window), (small.shape[1], small.shape[0])).astype(np.float32)


def _squares(mask: NDArray[np.uint8], low: float, high: float) -> list[tuple[Floats, float]]:
    opened = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    contours, _ = cv2.findContours(opened, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    found = []
    for contour in contours:
        center, (a, b), _ = cv2.minAreaRect(contour)
        if low * 0.8 < min(a, b) + 1 and max(a, b) < high * 1.5 and cv2.contourArea(contour) > 0.6 * a * b:
            found.append((np.asarray(center, np.float32), float(min(a, b)) + 1))
    return found
