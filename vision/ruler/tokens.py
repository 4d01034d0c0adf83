"""Tokens and the ball: what lies on the pitch without a figure. A token is a flat disc, printed with an arrow or not;
which of a game's tokens it is, nothing tells but a printed tag or a person."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.ruler.bases import Base
from vision.ruler.closeup import Closeup
from vision.ruler.lens import Floats
from vision.ruler.paper import tones_of
from vision.ruler.pitch import Mm, Pitch
from vision.ruler.rays import COUNT, RAYS
from vision.ruler.spots import BALL, LOOSE, TOKEN, Spots

TOKEN_PM_MM, BALL_PM_MM = 2.5, 3.0
"""± of their centres: 95 % of the rendered ones lie inside."""

BALL_MM = 17.0
"""As wide as it lies, on its side."""

_LEAST_ODDS = {TOKEN: 0.0, BALL: -0.2}
_COLOUR = 2.0
_STEP_MM = 0.75
_SAMPLES_MM = np.arange(4.5, 20.0, _STEP_MM)  # from a middle
_EDGES_MM = _SAMPLES_MM[1:-1]
_RADII_MM = np.arange(8.5, 14.6, 0.25)
_WAYS_MM = (_SAMPLES_MM[None, :, None] * RAYS[:, None]).reshape(-1, 2)
_QUIET = 0.03
_COARSE, _FINE = (4.0, 1.0), (1.0, 0.25)  # how far and how closely a middle is looked for, mm
_NEARLY_AS_ROUND = 0.85  # the outermost circle counts: an arrow has edges too


@dataclass(frozen=True)
class Loose:
    """A `token` or the `ball`: its centre on the table in mm, its width, and ± of the centre; 95 % lie inside."""

    kind: str
    centre_mm: Mm
    diameter_mm: float
    pm_mm: float


def find_loose(view: Closeup, pitch: Pitch, bases: tuple[Base, ...]) -> tuple[Loose, ...]:
    """The tokens and the ball, if there is one: the likeliest."""
    spots = LOOSE.find(view, pitch)
    places = _clear_of(bases, spots[TOKEN], _LEAST_ODDS[TOKEN], pitch)
    balls = _clear_of(bases, spots[BALL], _LEAST_ODDS[BALL], pitch)[:1]
    found = [Loose(BALL, (float(x), float(y)), BALL_MM, BALL_PM_MM) for x, y in balls]
    if not len(places):
        return tuple(found)
    centres, radii = _discs(view, _discs(view, places, _COARSE)[0], _FINE)
    return tuple(found) + tuple(
        Loose(TOKEN, (float(x), float(y)), float(2 * radius), TOKEN_PM_MM)
        for (x, y), radius in zip(centres, radii, strict=True)
    )


def _clear_of(bases: tuple[Base, ...], spots: Spots, least: float, pitch: Pitch) -> Floats:
    """The places (N, 2) that are likely enough, on the pitch and not on a base."""
    places = spots.mm[(spots.odds >= least) & pitch.holds(spots.mm)]
    for base in bases:
        places = places[np.hypot(*(places - base.centre_mm).T) > base.diameter_mm / 2]
    return places


def _discs(view: Closeup, points_mm: Floats, grid: tuple[float, float]) -> tuple[Floats, Floats]:
    """The centre (N, 2) and radius (N,) of the disc that lies around each point: the edges of many rays are on it."""
    seen = tones_of(view.around(points_mm, _WAYS_MM), view.white, _COLOUR).reshape(len(points_mm), COUNT, -1, 3)
    steep = np.sqrt(((seen[:, :, 2:] - seen[:, :, :-2]) ** 2).sum(axis=3))
    share = (steep / (steep.max(axis=2, keepdims=True) + np.float32(_QUIET))).reshape(len(points_mm), -1)
    votes, moves = _votes(grid)
    heard = (share @ votes).reshape(len(points_mm), len(_RADII_MM), -1)
    tops = heard.max(axis=2)
    beside = np.pad(tops, ((0, 0), (1, 1)), constant_values=-1.0)
    peak = (tops >= beside[:, :-2]) & (tops >= beside[:, 2:]) & (tops >= _NEARLY_AS_ROUND * tops.max(axis=1)[:, None])
    size = len(_RADII_MM) - 1 - peak[:, ::-1].argmax(axis=1)
    return points_mm + moves[heard[np.arange(len(size)), size].argmax(axis=1)], _RADII_MM[size]


@lru_cache(maxsize=2)
def _votes(grid: tuple[float, float]) -> tuple[NDArray[np.float32], Floats]:
    """(32 * edges, radii * moves): which edges lie on a circle of a radius with its centre moved; and the moves."""
    reach, step = grid
    line = np.arange(-reach, reach + step / 2, step)
    moves = np.stack(np.meshgrid(line, line), axis=2).reshape(-1, 2)
    along, aside = moves @ RAYS.T, moves[:, :1] * RAYS[:, 1] - moves[:, 1:] * RAYS[:, 0]
    at = along + np.sqrt(_RADII_MM[:, None, None] ** 2 - aside**2)
    share = np.clip(1 - np.abs(at[..., None] - _EDGES_MM) / _STEP_MM, 0, None)
    return np.ascontiguousarray(share.reshape(-1, COUNT * len(_EDGES_MM)).T, np.float32), moves
