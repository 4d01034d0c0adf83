"""The pitch's corner markers in a picture: found by their pattern, measured along their edges."""

from __future__ import annotations

from collections.abc import Mapping
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
_ALONG = np.linspace(0.1, 0.9, _POINTS)  # of the side: near a corner another edge disturbs
_HALF_PX, _STEP_PX = 4.0, 0.5  # across the side
_ACROSS = np.arange(-_HALF_PX, _HALF_PX + 1e-6, _STEP_PX)
_AROUND_PX = 10
_PEAK_PX = 1.75  # of the edge's own width that is averaged
_OFF_LINE_PX = 0.5  # a point further off belongs to something that covers the marker
_LEAST_ON_LINE = 0.5
_LEAST_RISE = 0.25  # of the contrast of the whole marker
_ROUNDS = 2
_CELL = 8, 0.25  # pixels that a cell is stretched to, and the share at its edges that is not read: blur comes in there
_GLIMPSE_PX = 640  # so wide is a picture that is only glimpsed at
_SETTLING, _TRIMMING = 4, 2  # rounds in which a line is found, and in which points off it are left out
_ON_LINE_PX = 0.05


@dataclass(frozen=True, eq=False)
class Marker:
    """A marker's corners (4, 2) in pixels, as the pattern orders them; `sure` (4,) bool where both edges that meet in
    a corner were seen."""

    corners_px: Floats
    sure: NDArray[np.bool_]


@lru_cache(maxsize=4)
def _detector(dictionary: str) -> cv2.aruco.ArucoDetector:
    how = cv2.aruco.DetectorParameters()
    how.adaptiveThreshWinSizeStep = 10
    how.perspectiveRemovePixelPerCell, how.perspectiveRemoveIgnoredMarginPerCell = _CELL  # tags on bases are small
    how.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_NONE  # measured here, in linear light
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary)), how)


@lru_cache(maxsize=4)
def _glimpser(dictionary: str) -> cv2.aruco.ArucoDetector:
    """For small pictures, in which a cell of a marker is two or three pixels wide."""
    how = cv2.aruco.DetectorParameters()
    how.adaptiveThreshWinSizeMin = how.adaptiveThreshWinSizeMax = 9
    how.perspectiveRemovePixelPerCell, how.perspectiveRemoveIgnoredMarginPerCell = _CELL
    how.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_NONE
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, dictionary)), how)


def see_markers(image: Image, dictionary: str) -> dict[int, Floats]:
    """The same as `find_markers`, in a picture (height, width, 3)."""
    return find_markers(np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8), dictionary)


def see_markers_again(image: Image, dictionary: str, before_px: Mapping[int, Floats]) -> dict[int, Floats]:
    """Those of the markers (4, 2) of an earlier picture that are about where they were."""
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    found = {number: find_marker_at(grey, dictionary, number, quad) for number, quad in before_px.items()}
    return {number: quad for number, quad in found.items() if quad is not None}


def find_markers(grey: NDArray[np.uint8], dictionary: str) -> dict[int, Floats]:
    """The corners (4, 2) in pixels of each marker that is found, to about a pixel. Of two with one id the larger."""
    return _largest(_detector(dictionary), grey)


def glimpse_markers(grey: NDArray[np.uint8], dictionary: str) -> dict[int, Floats]:
    """The same at a fraction of the time, to about three pixels; it misses one of eight that `find_markers` finds."""
    shrink = max(1, max(grey.shape) // _GLIMPSE_PX)
    small = cv2.resize(grey, None, fx=1 / shrink, fy=1 / shrink, interpolation=cv2.INTER_AREA)
    found = _largest(_glimpser(dictionary), np.asarray(small, np.uint8))
    return {number: (quad + 0.5) * shrink - 0.5 for number, quad in found.items()}


def find_marker_at(grey: NDArray[np.uint8], dictionary: str, number: int, corners_px: Floats) -> Floats | None:
    """The corners (4, 2) of one marker, looked for only around where it should be; None where it is not seen."""
    margin = np.ptp(corners_px, axis=0).max() / 2
    left, top = np.maximum(corners_px.min(axis=0) - margin, 0).astype(int)
    right, bottom = (corners_px.max(axis=0) + margin).astype(int)
    around = np.ascontiguousarray(grey[top:bottom, left:right])
    found = find_markers(around, dictionary).get(number) if around.size else None
    return None if found is None else found + np.array([left, top])


def _largest(detector: cv2.aruco.ArucoDetector, grey: NDArray[np.uint8]) -> dict[int, Floats]:
    corners, ids, _ = detector.detectMarkers(grey)
    found: dict[int, Floats] = {}
    for number, quad in zip([] if ids is None else np.asarray(ids).ravel(), corners, strict=True):
        seen = np.asarray(quad, np.float64).reshape(4, 2)
        if int(number) not in found or _area(seen) > _area(found[int(number)]):
            found[int(number)] = seen
    return found


def measure_markers(grey: NDArray[np.uint8], found_px: Mapping[int, Floats]) -> dict[int, Marker]:
    """Markers to a fraction of a pixel: their corners are where lines through the points of the four edges meet. The
    corners that were found, (4, 2) each, must be right to about three pixels."""
    if not found_px:
        return {}
    start = np.stack(list(found_px.values()))
    light = _linear_light(grey, start)
    quads, seen = start, np.zeros(start.shape[:2], bool)
    for _ in range(_ROUNDS):
        sides, seen = _sides(light, quads)
        met = np.cross(np.roll(sides, 1, axis=1), sides)
        quads = met[..., :2] / np.where(np.abs(met[..., 2:]) < 1e-9, 1e-9, met[..., 2:])
    near = np.hypot(*np.moveaxis(quads - start, 2, 0)) <= _HALF_PX
    corners = np.where(near[..., None], quads, start)
    sure = seen & np.roll(seen, 1, axis=1) & near
    return {number: Marker(corners[k], sure[k]) for k, number in enumerate(found_px)}


def _linear_light(grey: NDArray[np.uint8], quads: Floats) -> Light:
    """A picture in linear light where the markers (M, 4, 2) are. There an edge lies in the middle of its ramp; in
    stored values it seems to lie in the dark part, and a marker would look smaller than it is."""
    light = np.zeros(grey.shape, np.float32)
    for quad in quads:
        left, top = np.maximum(np.floor(quad.min(axis=0)) - _AROUND_PX, 0).astype(int)
        right, bottom = np.ceil(quad.max(axis=0) + _AROUND_PX).astype(int)
        part = slice(top, bottom), slice(left, right)
        light[part] = cv2.LUT(grey[part], _LINEAR)
    return light


def _sides(light: Light, quads: Floats) -> tuple[Floats, NDArray[np.bool_]]:
    """The lines (M, 4, 3) through the edges from each corner to the next, and which are seen, (M, 4); of the others the
    line through the corners. A marker is dark, and lies to the right of a side that is followed clockwise, so that
    light rises to the left."""
    here = quads.reshape(-1, 2)
    way = (np.roll(quads, -1, axis=1) - quads).reshape(-1, 2)
    out = np.stack([way[:, 1], -way[:, 0]], axis=1) / np.maximum(np.hypot(*way.T), 1e-9)[:, None]
    at = here[:, None] + way[:, None] * _ALONG[:, None]
    where = (at[:, :, None] + _ACROSS[:, None] * out[:, None, None]).reshape(-1, len(_ACROSS), 2).astype(np.float32)
    seen = cv2.remap(light, where[..., 0], where[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    edge, clear = _steps(np.asarray(seen, np.float64).reshape(-1, _POINTS, len(_ACROSS)))
    ends, told = _straight(edge, clear)
    ends = np.where(told[:, None], ends, 0.0)
    first, last = here + ends[:, :1] * out, here + way + ends[:, 1:] * out
    line = np.stack([first[:, 1] - last[:, 1], last[:, 0] - first[:, 0], first[:, 0] * last[:, 1]], axis=1)
    line[:, 2] -= first[:, 1] * last[:, 0]
    return line.reshape(-1, 4, 3), told.reshape(-1, 4)


def _steps(seen: Floats) -> tuple[Floats, NDArray[np.bool_]]:
    """Where light rises along each line across a side (sides, points, samples): pixels outwards, and whether it clearly
    does, (sides, points)."""
    rise = np.clip(np.diff(seen, axis=2), 0.0, None)
    middle = _ACROSS[:-1] + _STEP_PX / 2
    peak = middle[rise.argmax(axis=2)]
    weight = rise * (np.abs(middle - peak[..., None]) <= _PEAK_PX)
    height = weight.sum(axis=2)
    clear = height >= _LEAST_RISE * np.maximum(np.median(height, axis=1), 0.02)[:, None]
    return (weight @ middle) / np.maximum(height, 1e-9), clear


def _straight(edge: Floats, clear: NDArray[np.bool_]) -> tuple[Floats, NDArray[np.bool_]]:
    """How far out the edge lies at both ends of each side, (sides, 2), and whether enough points lie on one line,
    (sides,). `edge` (sides, points) says how far out it is at each."""
    weight, told = clear.astype(np.float64), clear.sum(axis=1) >= _LEAST_ON_LINE * _POINTS
    for k in range(_SETTLING + _TRIMMING):
        start, slope = _regression(edge, weight)
        off = np.abs(edge - start[:, None] - slope[:, None] * _ALONG)
        if k < _SETTLING:
            weight = clear / np.maximum(off, _ON_LINE_PX)  # the least sum of distances: half of a side may be covered
        else:
            kept = clear & (off <= np.maximum(_OFF_LINE_PX, _median(off, clear))[:, None])
            told &= kept.sum(axis=1) >= _LEAST_ON_LINE * _POINTS
            weight = kept.astype(np.float64)
    told &= _median(off, kept) <= _OFF_LINE_PX
    start, slope = _regression(edge, weight)
    return np.stack([start, start + slope], axis=1), told


def _regression(edge: Floats, weight: Floats) -> tuple[Floats, Floats]:
    """Weighted least squares of each row: its value at the first corner, and how much it grows to the next."""
    total = np.maximum(weight.sum(axis=1), 1e-9)
    x, y = (weight @ _ALONG) / total, (weight * edge).sum(axis=1) / total
    away = _ALONG - x[:, None]
    slope = (weight * away * edge).sum(axis=1) / np.maximum((weight * away**2).sum(axis=1), 1e-9)
    return y - slope * x, slope


def _median(values: Floats, among: NDArray[np.bool_]) -> Floats:
    """Of the chosen values of each row."""
    ordered = np.sort(np.where(among, values, np.inf), axis=1)
    return np.take_along_axis(ordered, (among.sum(axis=1) // 2).clip(max=values.shape[1] - 1)[:, None], axis=1)[:, 0]


def _area(quad: Floats) -> float:
    return float(cv2.contourArea(quad.astype(np.float32)))
