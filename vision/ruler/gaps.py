"""The gaps: how far bases are from each other, from edge to edge, and how sure that is."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import TypeAlias

import numpy as np

from vision.measure import Distance
from vision.ruler.bases import Base
from vision.ruler.lens import Floats
from vision.ruler.pose import Pose

_SURE = 1.7  # standard deviations of which 95 % lie inside: rays say a little less than they know

Gaps: TypeAlias = Mapping[tuple[int, int], Distance]
"""The distance between two bases from edge to edge, by their index, the smaller first; 95 % lie inside its ±."""


def gaps(bases: Sequence[Base], pose: Pose) -> Gaps:
    """All distances between bases."""
    drift = pose.drift(np.array([base.centre_mm for base in bases])) if bases else np.zeros((0, 2, 6))
    pairs = itertools.combinations(range(len(bases)), 2)
    return {(a, b): _gap(bases[a], bases[b], drift[a] - drift[b], pose) for a, b in pairs}


def _gap(one: Base, other: Base, drift: Floats, pose: Pose) -> Distance:
    way = np.array(one.centre_mm) - np.array(other.centre_mm)
    apart = float(np.hypot(*way))
    unit = way / max(apart, 1e-6)
    slide = unit @ drift
    variance = unit @ (one.spread + other.spread) @ unit + slide @ pose.spread @ slide
    variance += one.spread_mm**2 + other.spread_mm**2
    edge = apart - (one.diameter_mm + other.diameter_mm) / 2
    return Distance.of_mm(max(0.0, edge), _SURE * float(np.sqrt(variance)))
