"""The gaps: how far bases are from each other, from edge to edge, and how sure that is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.measure import Distance
from vision.ruler.bases import Base
from vision.ruler.lens import Floats
from vision.ruler.pose import Pose

_SURE = 1.65  # standard deviations of which 95 % lie inside: rays say a little less than they know

Indices: TypeAlias = NDArray[np.intp]

Gaps: TypeAlias = Mapping[tuple[int, int], Distance]
"""The distance between two bases from edge to edge, by their index, the smaller first; 95 % lie inside its ±."""


def gaps(bases: Sequence[Base], pose: Pose) -> Gaps:
    """All distances between bases."""
    if len(bases) < 2:
        return {}
    one, other = np.triu_indices(len(bases), 1)
    centres = np.array([base.centre_mm for base in bases])
    radii = np.array([base.diameter_mm / 2 for base in bases])
    way = centres[one] - centres[other]
    apart = np.hypot(*way.T)
    edges = np.maximum(0.0, apart - radii[one] - radii[other])
    unit = way / np.maximum(apart, 1e-6)[:, None]
    wide = _SURE * np.sqrt(_variances(bases, pose, one, other, unit))
    pairs = zip(one.tolist(), other.tolist(), edges.tolist(), wide.tolist(), strict=True)
    return {(a, b): Distance.of_mm(edge, pm) for a, b, edge, pm in pairs}


def _variances(bases: Sequence[Base], pose: Pose, one: Indices, other: Indices, unit: Floats) -> Floats:
    """Of the distances (P,) between two bases each, along a unit (P, 2): by the picture, the pose and the sizes."""
    drift = pose.drift(np.array([base.centre_mm for base in bases]))
    spreads = np.array([base.spread for base in bases])
    wrong = np.array([base.spread_mm for base in bases]) ** 2
    slide = np.einsum("pi,pij->pj", unit, drift[one] - drift[other])
    seen = np.einsum("pi,pij,pj->p", unit, spreads[one] + spreads[other], unit)
    return np.asarray(seen + np.einsum("pi,ij,pj->p", slide, pose.spread, slide) + wrong[one] + wrong[other])
