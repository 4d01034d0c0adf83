"""The bases: where round bases stand on the pitch, how large they are, whose they are, and how sure that is."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.measure import Distance
from vision.ruler.flat import Flat, lay_flat
from vision.ruler.lens import Floats
from vision.ruler.pitch import Mm, Pitch
from vision.ruler.pose import Pose
from vision.ruler.rays import COUNT, OFFSETS_MM, RAYS, RayNet, look, ray_net
from vision.ruler.rim import name_rims, rim_tones, two_teams
from vision.ruler.spots import find_spots

_MOST_SPOTS, _LIKELIEST = 40, 12  # the likeliest are followed whatever the rays say at first
_BESIDE_MM = np.stack(np.meshgrid(*2 * [(-4.0, 0.0, 4.0)]), axis=2).reshape(-1, 2)  # a spot may be off by a cell
_GROUP_MM = 4.0  # radii this near to each other are looked at together
_COARSE, _MIDDLE, _FINE = (3.0, 1.0), (2.0, 0.5), (1.5, 0.25)  # mm: how far and how closely a centre is looked for
_HOPEFUL, _PROMISING = -48.0, -16.0
_OTHER_MM = 3.0  # circles nearer to each other come to the same: a wrong size pulls its centre aside
CLEAR_SCORE, LEAST_SCORE = 14.0, 0.0
"""Of the rays' odds: from which on it is a base, and from which on it is one if its rim has a team's colour."""

_CLEAR_DEG, _RIM_DEG = 45.0, 15.0  # how far the hue of a team's rim may be off, of what is clear and of what is not

_KEPT = 40
_OVERLAP_MM = 4.0  # so much two bases may seem to overlap
_SURE = 2.0  # standard deviations of which 95 % lie inside
_SIZE_TEMPER, _CENTRE_TEMPER = 0.16, 0.3  # rays side by side see the same thing: all say as much as so many


@dataclass(frozen=True, eq=False)
class Base:
    """A base on the table, in mm. `rim` is the colour of its rim; `score` how well its rays agree; `spread` (2, 2) is
    the covariance of its centre in the picture alone, `spread_mm` the standard deviation of its radius: where two
    sizes fit about as well, it is not 0."""

    centre_mm: Mm
    diameter_mm: float
    rim: str
    score: float
    spread: Floats
    spread_mm: float


@dataclass(frozen=True, eq=False)
class _Fits:
    """The best circle for each of N points: `centres` (N, 2), index of the radius (N,), score, and spreads."""

    centres: Floats
    radii: Floats
    scores: Floats
    spreads: Floats
    radius_spreads: Floats

    def __getitem__(self, pick: NDArray[np.int64]) -> _Fits:
        parts = (self.centres, self.radii, self.scores, self.spreads, self.radius_spreads)
        return _Fits(*(part[pick] for part in parts))


def find_bases(image: Image, pose: Pose, pitch: Pitch, net: RayNet | None = None) -> tuple[Base, ...]:
    """The bases in a picture (height, width, 3), in the order of their place: along the pitch."""
    flat = lay_flat(image, pose, pitch)
    radii = np.array(pitch.base_diameters_mm) / 2
    fits = _stood(_promising(flat, radii, pose, pitch, net or ray_net()), pitch)
    tones = rim_tones(flat, fits.centres, fits.radii, pose.camera_mm, pitch.base_height_mm)
    clear = fits.scores >= CLEAR_SCORE
    teams = two_teams(tones[clear], pitch.rim_colours)
    names, off = name_rims(tones, teams)
    kept = np.nonzero(off <= np.where(clear, _CLEAR_DEG, _RIM_DEG))[0]
    return tuple(sorted((_base(fits, int(k), names[k]) for k in kept), key=lambda base: base.centre_mm))


def _base(fits: _Fits, k: int, name: str) -> Base:
    centre = (float(fits.centres[k, 0]), float(fits.centres[k, 1]))
    size = float(2 * fits.radii[k])
    return Base(centre, size, name, float(fits.scores[k]), fits.spreads[k], float(fits.radius_spreads[k]))


def _promising(flat: Flat, radii: Floats, pose: Pose, pitch: Pitch, net: RayNet) -> _Fits:
    """Circles that rays agree on, looked at ever nearer."""
    spots = find_spots(flat, _MOST_SPOTS)
    hopeful = _fitted(flat, spots, radii, pose, pitch, net, _COARSE).scores > _HOPEFUL
    hopeful[:_LIKELIEST] = True
    points = (spots[hopeful][:, None] + _BESIDE_MM).reshape(-1, 2)
    first = _fitted(flat, points, radii, pose, pitch, net, _COARSE)
    first = _apart(first[np.flatnonzero(first.scores > _HOPEFUL)], _OTHER_MM)
    second = _fitted(flat, first.centres, radii, pose, pitch, net, _MIDDLE)
    second = second[np.flatnonzero(second.scores > _PROMISING)]
    return _fitted(flat, second.centres, radii, pose, pitch, net, _FINE)


def _stood(fits: _Fits, pitch: Pitch) -> _Fits:
    """Those that are bases, none inside another."""
    there = (fits.scores >= LEAST_SCORE) & pitch.holds(fits.centres, 0.0)
    return _apart(fits[np.flatnonzero(there)], None)


def _apart(fits: _Fits, least_mm: float | None) -> _Fits:
    """The best of those that are too near to each other; by their radii where no distance is given."""
    kept: list[int] = []
    for k in np.argsort(-fits.scores):
        far = (
            np.hypot(*(fits.centres[k] - fits.centres[j]))
            >= (least_mm if least_mm is not None else fits.radii[k] + fits.radii[j] - _OVERLAP_MM)
            for j in kept
        )
        if len(kept) < _KEPT and all(far):
            kept.append(int(k))
    return fits[np.array(kept, np.int64)]


def _groups(radii: Floats) -> list[Floats]:
    """Radii that can be looked at together."""
    groups: list[list[float]] = []
    for radius in np.sort(radii):
        if groups and radius - groups[-1][0] <= _GROUP_MM:
            groups[-1].append(float(radius))
        else:
            groups.append([float(radius)])
    return [np.array(group) for group in groups]


def _fitted(
    flat: Flat, points: Floats, radii: Floats, pose: Pose, pitch: Pitch, net: RayNet, grid: tuple[float, float]
) -> _Fits:
    """The best circle around each point (N, 2), with a centre on the grid around it, to a part of its step."""
    if not len(points):
        return _Fits(np.zeros((0, 2)), np.zeros(0), np.zeros(0), np.zeros((0, 2, 2)), np.zeros(0))
    reach, step = grid
    line = np.arange(-reach, reach + step / 2, step)
    moves = np.stack(np.meshgrid(line, line), axis=2).reshape(-1, 2)
    agreed, sizes = [], []
    for group in _groups(radii):
        middle = float(group[0] + group[-1]) / 2
        odds = net.odds(look(flat, points, middle, pose.camera_mm, pitch.base_height_mm))
        for radius in group:
            agreed.append(_agreed(odds, moves, float(radius), middle))
            sizes.append(float(radius))
    return _best(points, np.stack(agreed, axis=1), np.array(sizes), moves)


def _agreed(odds: Floats, moves: Floats, radius: float, middle: float) -> Floats:
    """(N, moves): the sum of what the rays say of a circle of this radius, its centre moved."""
    along = moves @ RAYS.T
    aside = moves[:, :1] * RAYS[:, 1] - moves[:, 1:] * RAYS[:, 0]
    off = along + np.sqrt(radius**2 - aside**2) - middle
    at = np.clip((off - OFFSETS_MM[0]) / (OFFSETS_MM[1] - OFFSETS_MM[0]), 0, len(OFFSETS_MM) - 1.001)
    low = at.astype(int)
    share = at - low
    rays = np.arange(COUNT)
    return np.asarray((odds[:, rays, low] * (1 - share) + odds[:, rays, low + 1] * share).sum(axis=2))


def _shares(odds: Floats) -> Floats:
    """How likely each of some possibilities is, (N, M), from the logarithms of their odds."""
    likely = np.exp(odds)
    return np.asarray(likely / likely.sum(axis=1, keepdims=True))


def _best(points: Floats, agreed: Floats, sizes: Floats, moves: Floats) -> _Fits:
    """Takes the likeliest radius, and of it the mean of the likely centres. `agreed` is (N, radii, moves)."""
    tops = agreed.max(axis=2)
    top, chosen = tops.max(axis=1), tops.argmax(axis=1)
    by_size = _shares(_SIZE_TEMPER * (tops - top[:, None]))
    own = agreed[np.arange(len(points)), chosen] - top[:, None]
    mean = _shares(own) @ moves
    off = moves[None] - mean[:, None]
    spreads = np.einsum("nm,nmp,nmq->npq", _shares(_CENTRE_TEMPER * own), off, off)
    wrong = np.sqrt((by_size * (sizes[None] - sizes[chosen][:, None]) ** 2).sum(axis=1))
    return _Fits(points + mean, sizes[chosen], top, spreads, wrong)


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
