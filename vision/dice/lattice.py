"""Faces: which pips lie together in the pattern of a one, two, ... six."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.dice.picture import Floats
from vision.dice.pips import Pips

# Corner pips lie at (+-1, +-1) of a face's own frame; a node off its place by more is no node
TOLERANCE = 0.32
STEP_RANGE = (1.65, 4.8)  # lattice step over pip radius, from fat to fine pips
GLINT_STEP = 7.0  # the same where only the glints in recessed pips are seen; two or three of those prove nothing
SIX_RANGE = (0.4, 1.1)  # half width of a six over its half height
SAME_BODY = 75.0  # largest colour distance between bodies around pips of one face
ODD_SPOT = 0.5  # a spot this strong, compared with its face, counts as a pip out of place

NODES = np.array([(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)], dtype=np.float32)
PATTERNS: dict[int, tuple[frozenset[int], ...]] = {
    2: (frozenset({0, 8}), frozenset({2, 6})),
    3: (frozenset({0, 4, 8}), frozenset({2, 4, 6})),
    4: (frozenset({0, 2, 6, 8}),),
    5: (frozenset({0, 2, 4, 6, 8}),),
    6: (frozenset({0, 3, 6, 2, 5, 8}), frozenset({0, 1, 2, 6, 7, 8})),
}
_VALUE = {pattern: value for value, patterns in PATTERNS.items() for pattern in patterns}


@dataclass(frozen=True)
class Face:
    """One face: its value, the rows of its pips, and its frame. A point (u, v) of the frame lies at
    center + axes @ (u, v) pixels; `misfit` is the pips' mean distance from their places in frame units."""

    value: int
    rows: frozenset[int]
    center: Floats
    axes: Floats
    misfit: float

    @property
    def step(self) -> float:
        """Pixels from the middle to a side pip."""
        return float(np.sqrt(abs(np.linalg.det(self.axes))))

    def at(self, points: Floats) -> Floats:
        """Points (..., 2) of the frame in pixels."""
        where: Floats = (points @ self.axes.T + self.center).astype(np.float32)
        return where


def faces_of(pips: Pips) -> list[Face]:
    """Every pattern of 2 to 6 that some pips form, also those that contradict each other."""
    found: dict[frozenset[int], Face] = {}
    for face in _candidates(pips):
        known = found.get(face.rows)
        if known is None or face.misfit < known.misfit:
            found[face.rows] = face
    return list(found.values())


def _candidates(pips: Pips) -> Iterator[Face]:
    for i in range(len(pips)):
        near = _companions(pips, i)
        columns = []
        for j in near[near > i]:
            local = _Local(pips, i, int(j), near)
            if (face := local.square()) is not None:
                yield face
            if (column := local.column()) is not None:
                columns.append(column)
        yield from _sixes(pips, columns)


def single(pips: Pips, row: int) -> Face:
    """The face of one pip alone; its frame is as large as the commonest print makes it."""
    axes = 3.0 * _rectifier(pips, row, row)
    return Face(1, frozenset({row}), pips.center[row], axes.astype(np.float32), 0.0)


def _companions(pips: Pips, i: int) -> NDArray[np.intp]:
    """Rows that may share a face with row i: like it in size, polarity and body, and close."""
    gap = np.linalg.norm(pips.center - pips.center[i], axis=1)
    size = pips.radius / pips.radius[i]
    body = np.linalg.norm(pips.body - pips.body[i], axis=1)
    alike = (pips.light == pips.light[i]) & (size > 0.6) & (size < 1.67) & (body < SAME_BODY)
    alike &= (gap < 2.9 * GLINT_STEP * pips.radius[i]) & (gap > 0)
    return np.nonzero(alike)[0]


def _rectifier(pips: Pips, i: int, j: int) -> Floats:
    """Maps the unit circle to a pip of this face; outlines of tiny pips are too coarse to show a slant."""
    shape = (pips.shape[i] + pips.shape[j]) / 2
    radius = float(np.sqrt(np.linalg.det(shape)))
    trust = min(max((radius - 2.5) / 4, 0.0), 1.0)
    mixed: Floats = (trust * shape + (1 - trust) * radius * np.eye(2)).astype(np.float32)
    return mixed


class _Local:
    """The surroundings of the pips i and j, straightened so that pips are circles of radius 1."""

    def __init__(self, pips: Pips, i: int, j: int, near: NDArray[np.intp]) -> None:
        self.pips, self.i, self.j = pips, i, j
        self.rows = np.append(near, i)
        self.shape = _rectifier(pips, i, j)
        self.middle = (pips.center[i] + pips.center[j]) / 2
        self.points = (pips.center[self.rows] - self.middle) @ np.linalg.inv(self.shape).T
        self.half = np.linalg.solve(self.shape, (pips.center[j] - pips.center[i]) / 2)

    def square(self) -> Face | None:
        """The face that has i and j in opposite corners."""
        u, v = self.half
        step = float(np.hypot(u, v) / np.sqrt(2))
        if not STEP_RANGE[0] < step < GLINT_STEP:
            return None
        # (1, 1) of the frame is the corner j, (1, -1) the corner a quarter turn from it
        axes = self.shape @ (np.array([[u + v, u - v], [v - u, u + v]]) / 2)
        places = (self.pips.center[self.rows] - self.middle) @ np.linalg.inv(axes).T
        face = _read(self.pips, self.rows, places, self.middle, axes)
        return None if face is not None and face.value < 4 and step > STEP_RANGE[1] else face

    def column(self) -> tuple[int, int, int] | None:
        """Rows of i, a pip half way, and j: one side of a six, or a three."""
        length = float(np.linalg.norm(self.half))
        gap = np.linalg.norm(self.points, axis=1)
        k = int(gap.argmin())
        if gap[k] > 0.25 * length or not 1.7 < length < 5.5:
            return None
        return self.i, int(self.rows[k]), self.j


def _read(pips: Pips, rows: NDArray[np.intp], places: Floats, center: Floats, axes: Floats) -> Face | None:
    """The face whose pips are these rows at these places (N, 2) of its frame, or None if they form no pattern."""
    inside = np.abs(places).max(axis=1) < 1.5
    rows, places = rows[inside], places[inside]
    gap = np.abs(places[:, None] - NODES[None]).max(axis=2)
    node = gap.argmin(axis=1)
    hit = gap.min(axis=1) < TOLERANCE
    value = _VALUE.get(frozenset(node[hit].tolist()))
    if value is None or len(set(node[hit])) != hit.sum() or _odd(pips, rows, hit):
        return None
    return _fit(value, pips, rows[hit], NODES[node[hit]], center, axes)


def _odd(pips: Pips, rows: NDArray[np.intp], hit: NDArray[np.bool_]) -> bool:
    """True if a strong spot lies within the face where no pip may lie."""
    strength = pips.contrast * pips.radius
    return bool((strength[rows[~hit]] > ODD_SPOT * strength[rows[hit]].mean()).any())


def _fit(value: int, pips: Pips, rows: NDArray[np.intp], nodes: Floats, center: Floats, axes: Floats) -> Face:
    points = pips.center[rows]
    if value >= 4:
        known = np.column_stack([nodes, np.ones(len(nodes))])
        solved = np.linalg.lstsq(known, points, rcond=None)[0]
        axes, center = solved[:2].T, solved[2]
    off = (points - center) @ np.linalg.inv(axes).T - nodes
    misfit = float(np.linalg.norm(off, axis=1).mean())
    return Face(
        value, frozenset(int(r) for r in rows), np.asarray(center, np.float32), np.asarray(axes, np.float32), misfit
    )


def _sixes(pips: Pips, columns: list[tuple[int, int, int]]) -> Iterator[Face]:
    """Pairs of a column that starts at pip i with the one beside it."""
    for first in columns:
        shape = np.linalg.inv(_rectifier(pips, first[0], first[2]))
        for second in _beside(pips, first, shape):
            rows = np.array([*first, *second])
            axes = np.column_stack(
                [
                    (pips.center[second[1]] - pips.center[first[1]]) / 2,
                    (pips.center[first[2]] - pips.center[first[0]]) / 2,
                ]
            )
            middle = (pips.center[first[1]] + pips.center[second[1]]) / 2
            near = np.append(_companions(pips, first[1]), first[1])
            places = (pips.center[near] - middle) @ np.linalg.inv(axes).T
            face = _read(pips, near, places, middle, axes)
            if face is not None and face.value == 6 and set(rows) == face.rows:
                yield face


def _beside(pips: Pips, first: tuple[int, int, int], straighten: Floats) -> Iterator[tuple[int, int, int]]:
    """Columns parallel to `first`, to be found by shifting it sideways onto other pips."""
    near = _companions(pips, first[1])
    along = straighten @ (pips.center[first[2]] - pips.center[first[0]]) / 2
    for k in near[~np.isin(near, first)]:
        shift = pips.center[k] - pips.center[first[1]]
        across = straighten @ shift
        slant = abs(across @ along) / (np.linalg.norm(across) * np.linalg.norm(along) + 1e-6)
        width = np.linalg.norm(across) / 2 / (np.linalg.norm(along) + 1e-6)
        if slant > 0.35 or not SIX_RANGE[0] < width < SIX_RANGE[1]:
            continue
        ends = [_nearest(pips, near, pips.center[e] + shift) for e in (first[0], first[2])]
        yield ends[0], int(k), ends[1]


def _nearest(pips: Pips, rows: NDArray[np.intp], where: Floats) -> int:
    return int(rows[np.linalg.norm(pips.center[rows] - where, axis=1).argmin()])
