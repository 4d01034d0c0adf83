"""Patterns: the top of a die as brightness on a small grid, compared by correlation. It knows nothing and so cannot be
wrong about what it was not taught: the second witness beside the network's signatures."""

from __future__ import annotations

import cv2
import numpy as np

from vision.dice.face import COVER, SIZE
from vision.dice.picture import Floats, Picture

GRID = 20
REACH = 0.65
_SHIFTS = (-4.0, -2.0, 0.0, 2.0, 4.0)  # pixels of a crop by which the finder may be off
_TURNS = (-0.24, -0.12, 0.0, 0.12, 0.24)  # radians
_ZOOMS = (0.72, 0.85, 1.0, 1.17, 1.36)
_BLUR = 1.2  # pixels of a crop
_FAINT = 1e-3  # what differs by less is one shade


def _grid(views: list[tuple[float, float, float, float]]) -> tuple[Floats, Floats]:
    """Places (V * GRID, GRID) of a crop for views (shift x, shift y, turn, zoom)."""
    half = REACH * SIZE / COVER / 2
    x, y = np.meshgrid(*[np.linspace(-half, half, GRID)] * 2)
    middle = (SIZE - 1) / 2
    across = [zoom * (np.cos(turn) * x - np.sin(turn) * y) + middle + dx for dx, _, turn, zoom in views]
    down = [zoom * (np.sin(turn) * x + np.cos(turn) * y) + middle + dy for _, dy, turn, zoom in views]
    return np.concatenate(across).astype(np.float32), np.concatenate(down).astype(np.float32)


def _round() -> Floats:
    """Weights (GRID * GRID,): corners count less."""
    x, y = np.meshgrid(*[np.linspace(-1, 1, GRID)] * 2)
    weights: Floats = (np.clip(1.2 - np.hypot(x, y), 0, 0.3) / 0.3).astype(np.float32).ravel()
    return weights


_SEEN = _grid([(x, y, turn, zoom) for turn in _TURNS for zoom in _ZOOMS for x in _SHIFTS for y in _SHIFTS])
_KNOWN = _grid([(0, 0, quarter * np.pi / 2, 1) for quarter in range(4)])
_WEIGHTS = _round()


def seen(crop: Picture) -> Floats:
    """Patterns (V, GRID * GRID) of a crop (SIZE, SIZE, 3), a little shifted, turned, nearer or farther."""
    return _patterns(crop, _SEEN)


def known(crop: Picture) -> Floats:
    """Patterns (4, GRID * GRID) of a sample's crop (SIZE, SIZE, 3), one for each quarter turn."""
    return _patterns(crop, _KNOWN)


def _patterns(crop: Picture, places: tuple[Floats, Floats]) -> Floats:
    grey = cv2.cvtColor(crop.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)[..., 0]
    source: cv2.typing.MatLike = cv2.GaussianBlur(grey, (0, 0), _BLUR)
    sampled = cv2.remap(source, places[0], places[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    rows = np.asarray(sampled, np.float32).reshape(-1, GRID * GRID)
    rows = (rows - (rows @ _WEIGHTS)[:, None] / _WEIGHTS.sum()) * np.sqrt(_WEIGHTS)
    unit: Floats = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), _FAINT)
    return unit
