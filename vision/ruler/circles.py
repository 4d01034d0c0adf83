"""The circles: where rays from a point agree on the foot of a base, how large it is, and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.ruler.closeup import Closeup
from vision.ruler.lens import Floats
from vision.ruler.rays import OFFSETS_MM, RAYS, STEP_MM, Fan, Group, RayNet, look

_SIZE_TEMPER, _CENTRE_TEMPER = 0.16, 0.3  # rays side by side see the same thing: all say as much as so many


@dataclass(frozen=True)
class Grid:
    """How far and how closely a centre is looked for around a point, in mm."""

    reach: float
    step: float

    @cached_property
    def moves_mm(self) -> Floats:
        """(M, 2)."""
        line = np.arange(-self.reach, self.reach + self.step / 2, self.step)
        return np.stack(np.meshgrid(line, line), axis=2).reshape(-1, 2)


@dataclass(frozen=True, eq=False)
class Circles:
    """The best circle around each of N points, in mm: `centres` (N, 2), `radii` (N,), `scores` how well rays agree,
    and the covariance of centres (N, 2, 2) and standard deviation of radii (N,): it is not 0 where two fit about as
    well."""

    centres: Floats
    radii: Floats
    scores: Floats
    spreads: Floats
    radius_spreads: Floats

    def __len__(self) -> int:
        return len(self.scores)

    def __getitem__(self, pick: NDArray[np.int64] | NDArray[np.bool_]) -> Circles:
        parts = (self.centres, self.radii, self.scores, self.spreads, self.radius_spreads)
        return Circles(*(part[pick] for part in parts))

    def apart(self, least_mm: float | Floats, most: int) -> Circles:
        """The best, none nearer to a better one than this; as a number, or (N, N) for each two."""
        far = np.hypot(*(self.centres[:, None] - self.centres[None]).transpose(2, 0, 1)) >= least_mm
        kept: list[int] = []
        free = np.ones(len(self), bool)
        for k in np.argsort(-self.scores):
            if free[k] and len(kept) < most:
                kept.append(int(k))
                free &= far[k]
        return self[np.array(kept, np.int64)]


def best_circles(view: Closeup, points_mm: Floats, fan: Fan, height_mm: float, net: RayNet, grid: Grid) -> Circles:
    """The best circle around each point (N, 2), with a centre on the grid around it, to a part of its step."""
    if not len(points_mm):
        return Circles(np.zeros((0, 2)), np.zeros(0), np.zeros(0), np.zeros((0, 2, 2)), np.zeros(0))
    agreed = [
        (net.odds(seen).reshape(len(points_mm), -1) @ _votes(group, grid, fan.each)).reshape(
            len(points_mm), len(group.radii_mm), -1
        )
        for seen, group in zip(look(view, points_mm, fan, height_mm), fan.groups, strict=True)
    ]
    sizes = np.array([radius for group in fan.groups for radius in group.radii_mm])
    return _best(points_mm, np.concatenate(agreed, axis=1).astype(np.float64), sizes, grid.moves_mm)


@lru_cache(maxsize=32)
def _votes(group: Group, grid: Grid, each: int) -> NDArray[np.float32]:
    """(rays * 17, radii * moves): what each ray's odds count for a circle of a radius with its centre moved: where the
    ray meets it lies between two offsets."""
    moves = grid.moves_mm
    rays = RAYS[::each]
    along, aside = moves @ rays.T, moves[:, :1] * rays[:, 1] - moves[:, 1:] * rays[:, 0]
    radii = np.array(group.radii_mm)[:, None, None]
    off = along + np.sqrt(radii**2 - aside**2) - group.middle_mm
    at = np.clip((off - OFFSETS_MM[0]) / STEP_MM, 0, len(OFFSETS_MM) - 1)[..., None]
    share = np.clip(1 - np.abs(at - np.arange(len(OFFSETS_MM))), 0, None)  # (radii, moves, rays, 17)
    return np.ascontiguousarray(each * share.reshape(-1, len(rays) * len(OFFSETS_MM)).T, np.float32)


def _shares(odds: Floats) -> Floats:
    """How likely each of some possibilities is, (N, M), from the logarithms of their odds."""
    likely = np.exp(odds)
    return np.asarray(likely / likely.sum(axis=1, keepdims=True))


def _best(points: Floats, agreed: Floats, sizes: Floats, moves: Floats) -> Circles:
    """The likeliest radius, and of it the mean of the likely centres. `agreed` is (N, radii, moves)."""
    tops = agreed.max(axis=2)
    top, chosen = tops.max(axis=1), tops.argmax(axis=1)
    by_size = _shares(_SIZE_TEMPER * (tops - top[:, None]))
    own = agreed[np.arange(len(points)), chosen] - top[:, None]
    mean = _shares(own) @ moves
    spreads = _spreads(_shares(_CENTRE_TEMPER * own), moves, mean)
    wrong = np.sqrt((by_size * (sizes[None] - sizes[chosen][:, None]) ** 2).sum(axis=1))
    return Circles(points + mean, sizes[chosen], top, spreads, wrong)


def _spreads(shares: Floats, moves: Floats, means: Floats) -> Floats:
    """The mean square distances from means (N, 2), along and across (N, 2, 2), of moves (M, 2) with shares (N, M)."""
    squares = (moves[:, :, None] * moves[:, None]).reshape(-1, 4)
    lean = (shares @ moves)[:, :, None] * means[:, None]
    both = means[:, :, None] * means[:, None]
    return np.asarray((shares @ squares).reshape(-1, 2, 2) - lean - lean.transpose(0, 2, 1) + both)
