"""Loose pips: spots like those of the dice found, on no die: the hint that one was not found."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.dice.body import Body
from vision.dice.picture import Floats
from vision.dice.pips import Pips
from vision.dice.sighting import Sighting

CLEAR_STEP = 15.0  # grey levels over the sides of a body
CLEAR_CONTRAST = 40.0  # grey levels between pips and body
ROUND = 0.75
EVEN = 0.2
SIZE = (0.7, 1.4)  # radius, compared with the pips of a die found
CONTRAST = 0.7  # the same for contrast
NEAR = 1.05  # sides of a die from its middle: so far reach its own sides' pips


def passed_over(pips: Pips, bodies: Sequence[Body], sightings: Sequence[Sighting]) -> Floats | None:
    """The place (2,) of pips that seem to belong to a die among none of the `sightings`, or None: a clear pattern of
    four and more that the network took for nothing, or a pair like the pips of the dice found."""
    least = 4 if sightings else 3
    for body in bodies:
        if body.face.value >= least and _clear(pips, body) and not _covered(body.face.center[None], sightings)[0]:
            return body.face.center
    return _pair(pips, sightings)


def _clear(pips: Pips, body: Body) -> bool:
    rows = sorted(body.face.rows)
    return bool(body.steps[1] > CLEAR_STEP and np.median(pips.contrast[rows]) > CLEAR_CONTRAST)


def _covered(points: Floats, sightings: Sequence[Sighting]) -> NDArray[np.bool_]:
    """Which points (N, 2) lie on a die seen or on its sides."""
    covered = np.zeros(len(points), np.bool_)
    for sighting in sightings:
        covered |= np.linalg.norm(points - sighting.body.face.center, axis=1) < NEAR * sighting.body.side
    return covered


def _pair(pips: Pips, sightings: Sequence[Sighting]) -> Floats | None:
    """The middle (2,) of two pips that are like those of a die seen, close together and on no die; or None."""
    alike = np.zeros(len(pips), np.bool_)
    reach = 0.0
    for sighting in sightings:
        if sighting.body.face.rows and sighting.agreed:
            alike |= _like(pips, np.array(sorted(sighting.body.face.rows)))
            reach = max(reach, sighting.body.side)
    rows = np.nonzero(alike & ~_covered(pips.center, sightings) & (pips.aspect > ROUND) & (pips.evenness < EVEN))[0]
    gap = np.linalg.norm(pips.center[rows, None] - pips.center[None, rows], axis=2)
    kin = pips.light[rows, None] == pips.light[None, rows]
    pairs = np.argwhere((gap > 0) & (gap < 0.9 * reach) & kin)
    return pips.center[rows[pairs[0]]].mean(axis=0) if len(pairs) else None


def _like(pips: Pips, rows: NDArray[np.intp]) -> NDArray[np.bool_]:
    size = pips.radius / np.median(pips.radius[rows])
    strength = pips.contrast / np.median(pips.contrast[rows])
    like = (size > SIZE[0]) & (size < SIZE[1]) & (strength > CONTRAST)
    return np.asarray(like & (pips.light == pips.light[rows[0]]))
