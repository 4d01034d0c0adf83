"""Bodies: the square of plain colour that a face of pips lies on."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.dice.lattice import Face
from vision.dice.picture import Floats, Picture, remap
from vision.dice.pips import Pips

HALVES = np.linspace(1.62, 2.46, 15, dtype=np.float32)  # half the face's width, in steps of its lattice
SINGLE_HALVES = np.geomspace(1.05, 2.45, 15).astype(np.float32)  # the same in three radii of a lone pip
REACH = 4.8  # frame units from the middle of a face to the far corner of its surroundings
_YAWS = np.deg2rad(np.arange(0.0, 90.0, 7.5))
_ALONG = np.linspace(-0.72, 0.72, 11, dtype=np.float32)
_CORNERS = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], dtype=np.float32)


def _rotation(angle: float) -> Floats:
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]], np.float32)


def _lines(halves: Floats) -> Floats:
    """(len(halves), 4, len(_ALONG), 2) points along the four sides of squares."""
    one = np.ones_like(_ALONG)
    sides = np.stack([np.stack(p, 1) for p in ((_ALONG, -one), (one, _ALONG), (_ALONG, one), (-one, _ALONG))])
    lines: Floats = halves[:, None, None, None] * sides[None]
    return lines


_GAP = 0.14  # colours are compared this far within and without a side, in frame units
_IN, _OUT = _lines(HALVES - _GAP), _lines(HALVES + _GAP)
_SINGLE_IN, _SINGLE_OUT = (
    np.stack([_lines(SINGLE_HALVES + gap) @ _rotation(yaw).T for yaw in _YAWS]) for gap in (-_GAP, _GAP)
)


@dataclass(frozen=True)
class Body:
    """The body under one face. `face` has its frame as wide as measured; `half` is half the face's width in frame
    units; `steps` (4,) are the colour steps over its four sides in grey levels, weakest first; `colour` (3,) is
    its BGR colour; `polygon` (4, 2) its corners in pixels."""

    face: Face
    half: float
    steps: Floats
    colour: Floats
    polygon: Floats

    @property
    def side(self) -> float:
        """Width of the face in pixels."""
        return 2 * self.half * self.face.step


class Canvas:
    """A picture on which bodies are measured; the pips of a face are painted over before its body is."""

    def __init__(self, picture: Picture, pips: Pips) -> None:
        self.pips = pips
        self._smooth: Picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8))

    def body(self, face: Face) -> Body:
        """Measures where the body of `face` ends."""
        plain, corner = self._painted(face)
        if face.value == 1:
            out, within = (face.center - corner + lines @ face.axes.T for lines in (_SINGLE_OUT, _SINGLE_IN))
            steps = _edges(plain, out, within)
            best = int(rank(steps).max(axis=1).argmax())
            return _measure(plain, corner, _turn(face, _YAWS[best]), SINGLE_HALVES, steps[best])
        squared = _square(face)
        steps = _edges(plain, squared.at(_OUT) - corner, squared.at(_IN) - corner)
        return _measure(plain, corner, squared, HALVES, steps)

    def _painted(self, face: Face) -> tuple[Picture, Floats]:
        """The surroundings of a face without its pips, and their corner (2,) in the picture."""
        reach = REACH * float(np.linalg.norm(face.axes, axis=0).max())
        height, width = self._smooth.shape[:2]
        x0, y0 = (int(np.clip(v - reach, 0, m - 2)) for v, m in zip(face.center, (width, height), strict=True))
        x1, y1 = (int(np.clip(v + reach, 2, m)) for v, m in zip(face.center, (width, height), strict=True))
        window = self._smooth[y0 : max(y1, y0 + 2), x0 : max(x1, x0 + 2)].copy()
        corner = np.array([x0, y0], np.float32)
        for row in face.rows:
            _paint_over(window, self.pips, row, corner)
        return window, corner


def _edges(plain: Picture, outer: Floats, inner: Floats) -> Floats:
    """(..., 4) colour steps between points (..., 4, K, 2) without and within the sides of squares."""
    a, b = (remap(plain, line).mean(axis=-2) for line in (inner, outer))
    steps: Floats = np.linalg.norm(a - b, axis=-1)
    return steps


def _measure(plain: Picture, corner: Floats, face: Face, halves: Floats, steps: Floats) -> Body:
    best = int(rank(steps).argmax())
    half = float(halves[best])
    inside = remap(plain, face.at(_grid(0.8 * half)) - corner)
    colour = np.median(inside, axis=0).astype(np.float32)
    return Body(face, half, np.sort(steps[best]), colour, face.at(half * _CORNERS))


def rank(steps: Floats) -> Floats:
    """How good an outline steps (..., 4) over four sides make: one side may be faint, two may not."""
    ordered = np.sort(np.minimum(steps, 60.0), axis=-1)
    return ordered[..., 1] + 0.3 * ordered[..., 0] + 0.3 * ordered[..., 2]


def _paint_over(clean: Picture, pips: Pips, row: int, corner: Floats) -> None:
    axes, turn = _axes_of(pips.shape[row])
    center = tuple(round(16 * float(v)) for v in pips.center[row] - corner)
    size = tuple(round(16 * (1.3 * float(v) + 0.8)) for v in axes)
    colour = [float(v) for v in pips.body[row]]
    cv2.ellipse(clean, center, size, turn, 0, 360, colour, -1, cv2.LINE_8, 4)


def _axes_of(shape: Floats) -> tuple[Floats, float]:
    values, vectors = np.linalg.eigh(shape)
    return values, float(np.rad2deg(np.arctan2(vectors[1, 0], vectors[0, 0])))


def _turn(face: Face, angle: float) -> Face:
    return Face(face.value, face.rows, face.center, (face.axes @ _rotation(angle)).astype(np.float32), face.misfit)


def _square(face: Face) -> Face:
    """The same face with a frame as wide as high: a six's columns stand closer than its rows reach."""
    if face.value != 6:
        return face
    wide = np.linalg.norm(face.axes, axis=0)
    reach = wide.max() / wide if wide.max() / wide.min() > 1.15 else np.ones(2)
    return Face(face.value, face.rows, face.center, (face.axes * reach).astype(np.float32), face.misfit)


def _grid(half: float) -> Floats:
    line = np.linspace(-half, half, 11, dtype=np.float32)
    return np.stack(np.meshgrid(line, line), axis=-1).reshape(-1, 2)
