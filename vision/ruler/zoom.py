"""The zoom: whether the markers look as through the lens of the file, or through a longer or shorter one.

A flat pitch seen straight on looks the same near a wide lens and far from a long one, but a tilted camera and the
lens's own bend give the focal length away. People lay markers a little off, and that moves them too: only what this
does not explain counts."""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.ruler.lens import Floats, Lens

LAID_MM = 0.7
"""How far off its place a marker lies, along and across: a standard deviation."""

_NOISE_PX = 0.2  # of a corner, or more where the corners of one marker do not agree
_ZOOM = 0.5  # so far the logarithm of a focal length may be off: nobody mounts a lens that differs more
_CALIBRATED = 0.005  # how well a calibration knows a focal length
_SURE = 3.0  # standard deviations: one camera in 400 whose zoom was not touched


def seen_zoom(
    points_mm: Floats, seen_px: Floats, ids: NDArray[np.float64], ways: Floats, lens: Lens, at: tuple[Floats, Floats]
) -> float:
    """How many times longer the focal length is than the lens's, 1 where the markers do not say so for sure. Points
    (N, 2) on the table, in mm, of markers `ids` (N,), are seen at pixels (N, 2), and move along `ways` (N, 2) as a
    marker grows; `at` is the turn and the way of a pose that nearly fits."""
    raised = np.concatenate([points_mm, np.zeros((len(points_mm), 1))], axis=1)
    awaited, told = cv2.projectPoints(raised, *at, lens.matrix, lens.bend)
    moves = np.asarray(told, np.float64)
    off = (seen_px - np.asarray(awaited).reshape(-1, 2)).ravel()
    table = (moves[:, 3:6] @ cv2.Rodrigues(at[0])[0][:, :2]).reshape(-1, 2, 2)  # pixels for a mm along x and y
    grown = np.einsum("nij,nj->ni", table, ways).reshape(-1, 1)
    zoomed = moves[:, 6:8] @ np.array(lens.focal_px)
    shifted = np.einsum("nij,nk->nikj", table, ids[:, None] == np.unique(ids)).reshape(len(off), -1)
    free = np.concatenate([zoomed[:, None], moves[:, :6], grown, shifted], axis=1)
    held = np.zeros(free.shape[1])
    held[0], held[-shifted.shape[1] :] = 1 / _ZOOM**2, 1 / LAID_MM**2
    spread = np.linalg.inv(free.T @ free / _NOISE_PX**2 + np.diag(held))
    moved = spread @ (free.T @ off) / _NOISE_PX**2
    left = off - free @ moved
    noisy = max(1.0, math.sqrt(left @ left / len(off)) / _NOISE_PX)
    sure = math.hypot(noisy * math.sqrt(spread[0, 0]), _CALIBRATED)
    return math.exp(moved[0]) if abs(moved[0]) > _SURE * sure else 1.0
