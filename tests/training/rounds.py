"""Round things: edges vote for the centres of circles of the sizes looked for."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.ruler.flat import Flat, Tones
from vision.ruler.lens import Floats

_BLUR_PX = 1.0
_PARTS = ((1.0, 0.0, 0.0), (0.0, 1.0, 1.0), (1.0, 2.0, 2.0))  # brightness, colour, and both
_EDGE = 1.5  # times the usual strength
_SMEAR_PX = 1.5
_AROUND_PX = 41  # a place stands out against so much around it
_FLOOR = 0.03
_APART_PX = 7


def find_rounds(flat: Flat, radii_mm: Sequence[float], most: int) -> Floats:
    """The centres (N, 2) in mm of what may be a circle of one of these radii, the most likely first."""
    shape, scale = flat.tones.shape[:2], flat.px_per_mm
    best = np.max([_votes(e, r * scale, shape) for e in _edges(flat.tones) for r in radii_mm], axis=0)
    peak = (best == cv2.dilate(best, np.ones((_APART_PX, _APART_PX), np.uint8))) & (best > 0)
    rows, columns = np.nonzero(peak)
    order = np.argsort(-best[rows, columns])[:most]
    return flat.to_mm(np.stack([columns[order], rows[order]], axis=1).astype(np.float64))


def _edges(tones: Tones) -> list[tuple[Floats, Floats]]:
    """Where edges of brightness are, and edges of colour: (N, 2) in pixels and the direction across each, (N, 2).
    Every edge has one vote, however strong: bases are often darker than what is printed on the pitch."""
    soft = cv2.GaussianBlur(tones, (0, 0), _BLUR_PX)
    gx, gy = cv2.Scharr(soft, cv2.CV_32F, 1, 0), cv2.Scharr(soft, cv2.CV_32F, 0, 1)
    products = gx * gx, gx * gy, gy * gy
    return [
        _told(*(np.asarray(cv2.transform(p, np.array([part], np.float32)), np.float32) for p in products))
        for part in _PARTS
    ]


def _told(a: Tones, b: Tones, c: Tones) -> tuple[Floats, Floats]:
    strength = np.sqrt((a + c + np.hypot(a - c, 2 * b)) * 0.5)
    angle = 0.5 * np.arctan2(2 * b, a - c)
    kept = (strength > _EDGE * np.median(strength[::4, ::4])) & (strength >= _across(strength, angle))
    rows, columns = np.nonzero(kept)
    turned = angle[rows, columns]
    return np.stack([columns, rows], axis=1).astype(np.float64), np.stack([np.cos(turned), np.sin(turned)], axis=1)


def _across(strength: NDArray[np.float32], angle: NDArray[np.float32]) -> NDArray[np.float32]:
    """The stronger of the two neighbours across the edge, of each pixel."""
    wide = np.pad(strength, 1)
    height, width = strength.shape

    def pair(dx: int, dy: int) -> NDArray[np.float32]:
        one = wide[1 + dy : 1 + dy + height, 1 + dx : 1 + dx + width]
        return np.maximum(one, wide[1 - dy : 1 - dy + height, 1 - dx : 1 - dx + width])

    eighth = np.rint(angle * (4 / np.pi)).astype(np.int8) % 4
    return np.asarray(np.choose(eighth, [pair(1, 0), pair(1, 1), pair(0, 1), pair(1, -1)]), np.float32)


def _votes(edges: tuple[Floats, Floats], radius_px: float, shape: tuple[int, int]) -> NDArray[np.float32]:
    """How far each pixel stands out as the centre of a circle, in spreads of what is around it."""
    height, width = shape
    heard = np.zeros(height * width)
    for side in (radius_px, -radius_px):
        x, y = np.rint(edges[0] + side * edges[1]).astype(np.int64).T
        inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
        heard += np.bincount(y[inside] * width + x[inside], minlength=height * width)
    votes = cv2.GaussianBlur(heard.reshape(shape).astype(np.float32), (0, 0), _SMEAR_PX)
    usual = cv2.blur(votes, (_AROUND_PX, _AROUND_PX))
    spread = cv2.blur(votes * votes, (_AROUND_PX, _AROUND_PX)) - usual * usual
    return np.asarray((votes - usual) / np.sqrt(np.maximum(spread, 0) + _FLOOR**2), np.float32)
