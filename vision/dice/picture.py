"""Pictures as arrays: their types, and the two ways of sampling them that the reader needs."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Floats = NDArray[np.floating[Any]]
WORK_SIDE = 1280  # longer pictures are read at this size
MOST_ROWS = 30000  # OpenCV's remap addresses at most 32767 rows


SMOOTH = 0.7  # what is shrunk by less loses nothing if pixels are interpolated, and that is five times as fast


def shrink(picture: Picture, scale: float) -> Picture:
    """The picture (H, W, 3) at `scale` (at most 1) of its size, areas averaged: halved as often as can be, which is
    fast, and then brought to its size."""
    height, width = picture.shape[:2]
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    seen: cv2.typing.MatLike = picture
    while scale <= 0.5 and min(seen.shape[:2]) >= 2:
        seen, scale = cv2.resize(seen, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), 2 * scale
    if seen.shape[1::-1] != size:
        seen = cv2.resize(seen, size, interpolation=cv2.INTER_LINEAR if scale >= SMOOTH else cv2.INTER_AREA)
    return np.asarray(seen, np.uint8)


def remap(plane: Floats | Picture, where: Floats) -> Floats:
    """Values of `plane` (H, W) or (H, W, C) at pixels `where` (..., 2), with the leading axes of `where`."""
    rows = where.astype(np.float32).reshape(-1, 2)
    parts = [_piece(plane, rows[i : i + MOST_ROWS]) for i in range(0, len(rows), MOST_ROWS)]
    flat = np.concatenate(parts) if parts else np.zeros((0, 1, *plane.shape[2:]), np.float32)
    return np.asarray(flat.reshape(*where.shape[:-1], *plane.shape[2:]), np.float32)


def _piece(plane: Floats | Picture, rows: Floats) -> Floats:
    x, y = rows[:, :1].copy(), rows[:, 1:].copy()
    source: cv2.typing.MatLike = plane
    sampled = cv2.remap(source, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(sampled, np.float32)
