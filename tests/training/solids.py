"""Solids: dice as convex bodies, given by the planes of their faces."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np

GOLDEN = (1 + 5**0.5) / 2
MOST_FACES = 20


@dataclass(frozen=True)
class Solid:
    """`normals` (F, 3) of the faces, unit length; `offsets` (F,) from the middle, for a body of inradius 1; `across`
    (F, 3) a direction in each face; `extent` the half width of a face's picture, in inradii."""

    normals: np.ndarray
    offsets: np.ndarray
    across: np.ndarray
    extent: float

    def opposite(self, face: int) -> int:
        """The face most nearly opposite."""
        return int((self.normals @ self.normals[face]).argmin())


def _solid(normals: np.ndarray, extent: float, offsets: np.ndarray | None = None) -> Solid:
    normals = normals / np.linalg.norm(normals, axis=1, keepdims=True)
    across = []
    for normal in normals:
        others = normals - np.outer(normals @ normal, normal)
        near = np.argsort(-(normals @ normal))[1]
        across.append(others[near] / np.linalg.norm(others[near]))
    return Solid(normals, np.ones(len(normals)) if offsets is None else offsets, np.array(across), extent)


def cube() -> Solid:
    """Six squares."""
    return _solid(np.array([v for axis in np.eye(3) for v in (axis, -axis)]), 1.0)


def dodecahedron() -> Solid:
    """Twelve pentagons: a D12."""
    base = np.array([(0, s, t * GOLDEN) for s, t in product((1, -1), repeat=2)])
    return _solid(np.concatenate([np.roll(base, k, axis=1) for k in range(3)]), 0.764)


def icosahedron() -> Solid:
    """Twenty triangles: a D20."""
    corners = np.array(list(product((1, -1), repeat=3)), float)
    base = np.array([(0, s / GOLDEN, t * GOLDEN) for s, t in product((1, -1), repeat=2)])
    return _solid(np.concatenate([corners, *(np.roll(base, k, axis=1) for k in range(3))]), 0.76)


def octahedron() -> Solid:
    """Eight triangles: a D8."""
    return _solid(np.array(list(product((1, -1), repeat=3)), float), 1.1)


def trapezohedron() -> Solid:
    """Ten kites: a D10."""
    turns = np.arange(10) * np.pi / 5
    slope = 0.85
    return _solid(np.stack([np.cos(turns), np.sin(turns), np.where(np.arange(10) % 2, -slope, slope)], axis=1), 1.0)


def block(half: tuple[float, float, float]) -> Solid:
    """A box with these half edges: a wall of a tray, a book."""
    normals = np.array([v for axis in np.eye(3) for v in (axis, -axis)])
    return _solid(normals, 1.0, np.repeat(np.asarray(half, float), 2))


def disc(radius: float, thick: float) -> Solid:
    """A coin with 16 edges, then its top and bottom; `thick` is half its height."""
    turns = np.arange(16) * np.pi / 8
    flat = np.concatenate([np.stack([np.cos(turns), np.sin(turns), 0 * turns], 1), [[0, 0, 1], [0, 0, -1]]])
    return _solid(flat, radius, np.array([radius] * 16 + [thick] * 2))
