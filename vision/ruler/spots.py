"""Spots: where on a flat pitch a base may stand, as a small network sees it from afar."""

from __future__ import annotations

import pathlib
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.ruler.flat import Flat
from vision.ruler.lens import Floats

MODEL = pathlib.Path(__file__).with_name("spots.onnx")
MM_PER_PX = 2.0
STRIDE = 2
"""A cell of the network's answer is 4 mm wide."""

_COLOUR = 2.0
_LEAST = -4.5  # of the network's odds
_SIDES = 16  # the network is given sides that this divides


def shrunk(flat: Flat) -> NDArray[np.float32]:
    """(height, width, 3): what the network looks at."""
    scale = 1 / (MM_PER_PX * flat.px_per_mm)
    height, width = (round(side * scale) // _SIDES * _SIDES for side in flat.tones.shape[:2])
    size = (round(width / scale), round(height / scale))
    part = flat.tones[: size[1], : size[0]]
    small = np.asarray(cv2.resize(part, (width, height), interpolation=cv2.INTER_AREA), np.float32)
    return np.asarray(small * np.array([1.0, _COLOUR, _COLOUR], np.float32), np.float32)


def to_cells(flat: Flat, points_mm: Floats) -> Floats:
    """Where points (N, 2) lie in the network's answer, (N, 2)."""
    return np.asarray(((flat.to_px(points_mm) + 0.5) / (MM_PER_PX * flat.px_per_mm) - 0.5) / STRIDE)


def _to_mm(flat: Flat, cells: Floats) -> Floats:
    return flat.to_mm((cells * STRIDE + 0.5) * (MM_PER_PX * flat.px_per_mm) - 0.5)


@lru_cache(maxsize=1)
def _net() -> cv2.dnn.Net:
    return cv2.dnn.readNetFromONNX(str(MODEL))


def find_spots(flat: Flat, most: int, net: cv2.dnn.Net | None = None) -> Floats:
    """The places (N, 2) in mm where a base may stand, the likeliest first."""
    network = net or _net()
    network.setInput(cv2.dnn.blobFromImage(shrunk(flat)))
    odds = np.asarray(network.forward(), np.float32)[0, 0]
    peak = (odds == cv2.dilate(odds, np.ones((3, 3), np.uint8))) & (odds > _LEAST)
    rows, columns = np.nonzero(peak)
    order = np.argsort(-odds[rows, columns])[:most]
    return _to_mm(flat, np.stack([columns[order], rows[order]], axis=1).astype(np.float64))
