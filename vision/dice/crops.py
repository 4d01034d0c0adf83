"""Crops: the surroundings of a candidate, turned upright and brought to one size."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.body import Body
from vision.dice.picture import Picture, shrink

SIZE = 48  # pixels of a crop's side
COVER = 2.0  # sides of the die that a crop shows: the face and what lies around it


def crop_all(picture: Picture, bodies: Sequence[Body], size: int = SIZE, cover: float = COVER) -> NDArray[np.uint8]:
    """(N, size, size, 3) BGR crops of a picture (H, W, 3), one a body, its sides parallel to the crop's."""
    levels = _pyramid(picture)
    crops = [_crop(levels, body, size, cover) for body in bodies]
    return np.stack(crops) if crops else np.zeros((0, size, size, 3), np.uint8)


def _pyramid(picture: Picture) -> list[Picture]:
    levels = [picture]
    while min(levels[-1].shape[:2]) > 64:
        levels.append(shrink(levels[-1], 0.5))
    return levels


def _crop(levels: list[Picture], body: Body, size: int, cover: float) -> Picture:
    step = cover * body.side / size  # picture pixels a crop pixel
    depth = int(np.clip(np.floor(np.log2(max(step, 1.0))), 0, len(levels) - 1))
    across = body.face.axes[:, 0] / max(float(np.linalg.norm(body.face.axes[:, 0])), 1e-6)
    turn = np.array([[across[0], -across[1]], [across[1], across[0]]]) * step
    offset = body.face.center - turn @ np.full(2, (size - 1) / 2)
    shrink = 0.5**depth
    matrix = np.column_stack([turn, offset + 0.5]) * shrink
    matrix[:, 2] -= 0.5
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    warped = cv2.warpAffine(levels[depth], matrix, (size, size), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(warped, np.uint8)
