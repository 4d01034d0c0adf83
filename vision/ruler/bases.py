"""The bases: where round bases stand on the pitch, how large they are, whose they are, and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.ruler.circles import Circles, Grid, best_circles
from vision.ruler.closeup import Closeup
from vision.ruler.lens import Floats
from vision.ruler.pitch import Mm, Pitch
from vision.ruler.rays import RayNet, fan_for, ray_net
from vision.ruler.rim import name_rims, rim_tones, two_teams
from vision.ruler.spots import BASE, BASES, LEARNT_MM, WIDE_BASES, Spotter

_MOST_SPOTS, _LIKELIEST, _FOLLOWED = 60, 10, 32  # the likeliest are followed whatever the rays say at first
_BESIDE_MM = np.stack(np.meshgrid(*2 * [(-4.25, 0.0, 4.25)]), axis=2).reshape(-1, 2)  # a spot may be off by a cell
_ACROSS_MM = _BESIDE_MM[(_BESIDE_MM == 0).any(axis=1)]  # from where a base is clear, its true size may still be beside
_COARSE, _MIDDLE, _FINE = Grid(3.0, 1.0), Grid(2.0, 0.5), Grid(1.5, 0.25)
_HOPEFUL, _HOPING, _PROMISING = -24.0, -48.0, -16.0  # to be followed from a spot, from beside it, and to the end
_HALF = 2  # as long as little is known, only each second ray is looked along
_OTHER_MM = 2.5  # circles nearer to each other come to the same: a wrong size pulls its centre aside
CLEAR_SCORE, LEAST_SCORE = 14.0, 6.0
"""Of the rays' odds: from which on it is a base, and from which on it is one if its rim has a team's colour."""

_CLEAR_DEG, _RIM_DEG = 45.0, 15.0  # how far the hue of a team's rim may be off, of what is clear and of what is not

_KEPT = 40
_OVERLAP_MM = 4.0  # so much two bases may seem to overlap


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


def find_bases(view: Closeup, pitch: Pitch, net: RayNet | None = None) -> tuple[Base, ...]:
    """The bases in a picture, in the order of their place: along the pitch."""
    circles = _stood(_promising(view, pitch, net or ray_net()), pitch)
    tones = rim_tones(view, circles.centres, circles.radii, pitch.base_height_mm)
    clear = circles.scores >= CLEAR_SCORE
    teams = two_teams(tones[clear], pitch.rim_colours)
    names, off = name_rims(tones, teams)
    kept = np.nonzero(off <= np.where(clear, _CLEAR_DEG, _RIM_DEG))[0]
    return tuple(sorted((_base(circles, int(k), names[k]) for k in kept), key=lambda base: base.centre_mm))


def _base(circles: Circles, k: int, name: str) -> Base:
    centre = (float(circles.centres[k, 0]), float(circles.centres[k, 1]))
    size, wrong = float(2 * circles.radii[k]), float(circles.radius_spreads[k])
    return Base(centre, size, name, float(circles.scores[k]), circles.spreads[k], wrong)


def _promising(view: Closeup, pitch: Pitch, net: RayNet) -> Circles:
    """Circles that rays agree on, looked at ever nearer."""
    radii = tuple(size / 2 for size in pitch.base_diameters_mm)

    def fitted(points: Floats, grid: Grid, each: int = 1) -> Circles:
        return best_circles(view, points, fan_for(radii, each), pitch.base_height_mm, net, grid)

    each = [spotter.find(view, pitch)[BASE].mm[:_MOST_SPOTS] for spotter in _spotters(pitch)]
    spots = np.concatenate(each)
    there = fitted(spots, _COARSE, _HALF)
    clear = there.scores >= CLEAR_SCORE
    hopeful = there.scores > _HOPEFUL
    hopeful |= np.concatenate([np.arange(len(some)) < _LIKELIEST for some in each])
    near = _around(there.centres[clear], _ACROSS_MM), _around(spots[hopeful & ~clear], _BESIDE_MM)
    first = fitted(np.concatenate(near), _COARSE, _HALF)
    first = first[first.scores > _HOPING].apart(_OTHER_MM, _FOLLOWED)
    second = fitted(first.centres, _MIDDLE)
    return fitted(second.centres[second.scores > _PROMISING], _FINE)


def _spotters(pitch: Pitch) -> tuple[Spotter, ...]:
    return (BASES, WIDE_BASES) if max(pitch.base_diameters_mm) > LEARNT_MM else (BASES,)


def _around(points_mm: Floats, ways_mm: Floats) -> Floats:
    return np.asarray((points_mm[:, None] + ways_mm).reshape(-1, 2))


def _stood(circles: Circles, pitch: Pitch) -> Circles:
    """Those that are bases, none inside another."""
    there = circles[(circles.scores >= LEAST_SCORE) & pitch.holds(circles.centres, 0.0)]
    return there.apart(there.radii[:, None] + there.radii - _OVERLAP_MM, _KEPT)
