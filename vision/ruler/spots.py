"""Spots: where on a flat pitch something may be, as a small network sees it from afar."""

from __future__ import annotations

import pathlib
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.engine import CLASSIC
from vision.ruler.closeup import Closeup
from vision.ruler.flat import Flat, lay_flat
from vision.ruler.lens import Floats
from vision.ruler.pitch import Pitch

STRIDE = 2
"""A cell of a network's answer is so many pixels of the flat picture wide."""

_COLOUR = 2.0
_LEAST = -4.5  # of a network's odds
_AROUND = np.stack(np.meshgrid(*2 * [(-1, 0, 1)]), axis=2).reshape(-1, 2)  # columns and rows


@dataclass(frozen=True, eq=False)
class Spots:
    """Places (N, 2) in mm, the likeliest first, and the logarithm of their odds, (N,)."""

    mm: Floats
    odds: Floats


@dataclass(frozen=True, eq=False)
class Spotter:
    """A network that tells `kinds` of things, in the order of its answers, in a flat picture with so many pixels a
    mm. `plain`: of plain convolutions only, which OpenCV's older engine runs faster."""

    model: str
    px_per_mm: float
    kinds: tuple[str, ...]
    plain: bool = False

    @cached_property
    def _net(self) -> cv2.dnn.Net:
        engine = CLASSIC if self.plain else ()
        return cv2.dnn.readNetFromONNX(str(pathlib.Path(__file__).with_name(self.model)), *engine)

    def sees(self, view: Closeup, pitch: Pitch) -> Flat:
        """What the network looks at."""
        return lay_flat(view, pitch, self.px_per_mm, _COLOUR)

    def find(self, view: Closeup, pitch: Pitch) -> dict[str, Spots]:
        """Where each kind may be."""
        flat = self.sees(view, pitch)
        self._net.setInput(cv2.dnn.blobFromImage(flat.tones))
        said = np.asarray(self._net.forward(), np.float32)[0]
        return {kind: _peaks(flat, odds) for kind, odds in zip(self.kinds, said, strict=True)}


BASE, TOKEN, BALL = "base", "token", "ball"
BASES = Spotter("spots.onnx", 0.4, (BASE,), plain=True)
WIDE_BASES = Spotter("spots.onnx", 0.24, (BASE,), plain=True)
"""The same network, for bases wider than those it learnt from: seen from further away they look like them."""

LEARNT_MM = 40.0
"""The widest base that it learnt from."""

LOOSE = Spotter("tokens.onnx", 0.4, (BASE, TOKEN, BALL))
"""Of its answers, those about tokens and balls are used: bases it only learnt to leave alone."""


def to_cells(flat: Flat, points_mm: Floats) -> Floats:
    """Where points (N, 2) lie in a network's answer, (N, 2)."""
    return np.asarray(flat.to_px(points_mm) / STRIDE)


def _peaks(flat: Flat, odds: NDArray[np.float32]) -> Spots:
    """Where a network is surest, to a part of a cell: what it says of the cells beside pulls."""
    inner = np.zeros(odds.shape, bool)
    inner[1:-1, 1:-1] = True
    rows, columns = np.nonzero((odds == cv2.dilate(odds, np.ones((3, 3), np.uint8))) & (odds > _LEAST) & inner)
    there = odds[rows, columns]
    pulls = np.exp(odds[rows[:, None] + _AROUND[:, 1], columns[:, None] + _AROUND[:, 0]] - there[:, None])
    cells = np.stack([columns, rows], axis=1) + (pulls @ _AROUND) / pulls.sum(axis=1)[:, None]
    order = np.argsort(-there)
    return Spots(flat.to_mm(cells[order] * STRIDE), there[order].astype(np.float64))
