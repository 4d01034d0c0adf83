"""The pitch's corner markers in a picture: found by their pattern, measured along their edges."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.ruler.lens import Floats

Light: TypeAlias = NDArray[np.float32]
"""A picture (height, width) in linear light, 0..1."""

_GAMMA = 2.2
_LINEAR = (np.arange(256) / 255.0).astype(np.float32) ** _GAMMA
_POINTS = 20  # looked at along each side
_SHARE = (0.1, 0.9)  # of the side: near a corner another edge disturbs
_HALF_PX, _STEP_PX = 4.0, 0.5  # across the side
_PEAK_PX = 1.75  # of the edge's own width that is averaged
_OFF_LINE_PX = 0.5  # a point further off belongs to something that covers the marker
_LEAST_ON_LINE = 0.5
_LEAST_RISE = 0.25  # of the contrast of the whole marker
_ROUNDS = 2


@dataclass(frozen=True, eq=False)
class Marker:
    """A marker's corners (4, 2) in pixels, as the pattern orders them; `sure` (4,) bool where both edges that meet in
    a corner were seen."""

    corners_px: Floats
    sure: NDArray[np.bool_]


def linear_light(grey: NDArray[np.uint8]) -> Light:
    """A grey picture in linear light: there an edge lies in the middle of its ramp. In stored values it seems to lie
    in the dark part, and a marker would look smaller than it is."""
    return np.asarray(cv2.LUT(grey, _LINEAR), np.float32)


@lru_cache(maxsize=4)
def _detector(dictionary: str) -> cv2.aruco.ArucoDetector:
    how = cv2.aruco.DetectorParameters()
    how.adaptiveThreshWinSizeStep = 10
    how.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_NONE  # measured here, in linear light
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary)), how)


def see_markers(image: Image, dictionary: str) -> dict[int, Floats]:
    """The same as `find_markers`, in a picture (height, width, 3)."""
    return find_markers(np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8), dictionary)


def find_markers(grey: NDArray[np.uint8], dictionary: str) -> dict[int, Floats]:
    """The corners (4, 2) in pixels of each marker that is found, to about a pixel. Of two with one id the larger."""
    corners, ids, _ = _detector(dictionary).detectMarkers(grey)
    found: dict[int, Floats] = {}
    for number, quad in zip([] if ids is None else np.asarray(ids).ravel(), corners, strict=True):
        seen = np.asarray(quad, np.float64).reshape(4, 2)
        if int(number) not in found or _area(seen) > _area(found[int(number)]):
            found[int(number)] = seen
    return found


def measure_marker(light: Light, corners_px: Floats) -> Marker:
    """The corners to a fraction of a pixel: where lines through the points of the four edges meet. `corners_px` must
    be right to about three pixels."""
    quad, sure = corners_px, np.zeros(4, bool)
    for _ in range(_ROUNDS):
        sides = [_side(light, quad[k], quad[(k + 1) % 4]) for k in range(4)]
        if any(side is None for side in sides):
            lines = [s if s is not None else _through(quad[k], quad[(k + 1) % 4]) for k, s in enumerate(sides)]
        else:
            lines = [s for s in sides if s is not None]
        sure = np.array([sides[k - 1] is not None and sides[k] is not None for k in range(4)])
        met = [np.cross(lines[k - 1], lines[k]) for k in range(4)]
        if any(abs(m[2]) < 1e-9 for m in met):
            return Marker(corners_px, np.zeros(4, bool))
        quad = np.array([m[:2] / m[2] for m in met])
    near = np.hypot(*(quad - corners_px).T) <= _HALF_PX
    return Marker(np.where(near[:, None], quad, corners_px), sure & near)


def _side(light: Light, a: Floats, b: Floats) -> Floats | None:
    """The line (3,) through the edge from a to b; None where too little of it is seen. The marker is dark, and lies
    to the right of a side that is followed clockwise, so that light rises to the left."""
    along = (b - a) / max(float(np.hypot(*(b - a))), 1e-9)
    out = np.array([along[1], -along[0]])
    offsets = np.arange(-_HALF_PX, _HALF_PX + 1e-6, _STEP_PX)
    shares = np.linspace(*_SHARE, _POINTS)
    at = a + (b - a) * shares[:, None]
    where = (at[:, None] + offsets[None, :, None] * out).astype(np.float32)
    seen = cv2.remap(light, where[..., 0], where[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    rise = np.clip(np.diff(np.asarray(seen, np.float64), axis=1), 0.0, None)
    middle = offsets[:-1] + _STEP_PX / 2
    peak = middle[rise.argmax(axis=1)]
    weight = rise * (np.abs(middle - peak[:, None]) <= _PEAK_PX)
    height = weight.sum(axis=1)
    edge = (weight * middle).sum(axis=1) / np.maximum(height, 1e-9)
    clear = height >= _LEAST_RISE * max(float(np.median(height)), 0.02)
    return _line(at + edge[:, None] * out, clear)


def _line(points: Floats, clear: NDArray[np.bool_]) -> Floats | None:
    if clear.sum() < _LEAST_ON_LINE * len(points):
        return None
    kept = clear
    for _ in range(3):
        vx, vy, x, y = np.asarray(cv2.fitLine(points[kept].astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01)).ravel()
        off = np.abs((points[:, 0] - x) * vy - (points[:, 1] - y) * vx)
        kept = clear & (off <= max(_OFF_LINE_PX, float(np.median(off[clear]))))
        if kept.sum() < _LEAST_ON_LINE * len(points):
            return None
    if float(np.median(off[kept])) > _OFF_LINE_PX:
        return None
    return _through(np.array([x, y], np.float64), np.array([x + vx, y + vy], np.float64))


def _through(a: Floats, b: Floats) -> Floats:
    return np.cross([*a, 1.0], [*b, 1.0])


def _area(quad: Floats) -> float:
    return float(cv2.contourArea(quad.astype(np.float32)))
