"""Rays: what is seen from a point outwards, and how likely the foot of a base ends at each distance on it.

Seen from above, a base is its top, around it the part of its rim that faces the camera, and the table; a figure hides
some of it. A small network that looked at many rays of rendered bases says for one ray where the foot may end; a circle
that many rays agree on is a base. It knows rays only, no places and no colours by name."""

from __future__ import annotations

import pathlib
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.ruler.closeup import Closeup
from vision.ruler.lens import Floats
from vision.ruler.paper import tones_of

COUNT = 32
SHARPER_MM = 0.8
"""The upper circle of a base has a radius smaller by this than its foot."""

REACH_MM, STEP_MM = 4.0, 0.5
OFFSETS_MM = np.arange(-REACH_MM, REACH_MM + STEP_MM / 2, STEP_MM)
"""(17,): by how much the foot may end further out on a ray than the radius looked at."""

FEATURES = 3 * 19 + 3
WEIGHTS = pathlib.Path(__file__).with_name("rays.npz")

_APART_MM, _SAMPLES = 0.75, 19  # looked at around a radius
_GROUP_MM = 4.0  # radii this near to each other are looked at together
_BESIDE = 3  # rays that are seen as one, against noise
_CENTRED = np.kron(np.eye(_SAMPLES) - 1 / _SAMPLES, np.eye(3)).astype(np.float32)  # takes the mean of each tone away
_COLOUR = 2.0  # how much colour counts against brightness
_LEARNT_MM = 20.0  # the widest radius that the network has seen; a wider foot looks the same on a ray
_QUIET = 0.02  # tones that differ by less are noise
_LEAST, _MOST = -3.0, 4.0  # no ray may say more: it may see a figure

_FINE = (np.arange(COUNT * _BESIDE) - (_BESIDE - 1) / 2) * (2 * np.pi / (COUNT * _BESIDE))
_WAYS = np.stack([np.cos(_FINE), np.sin(_FINE)], axis=1)
_TURN = np.arange(COUNT) * (2 * np.pi / COUNT)
RAYS = np.stack([np.cos(_TURN), np.sin(_TURN)], axis=1)
"""(32, 2): the directions in which is looked."""


@dataclass(frozen=True, eq=False)
class RayNet:
    """Layers of weights (inputs, outputs) and offsets (outputs,); the last output says that no base ends here."""

    layers: tuple[tuple[NDArray[np.float32], NDArray[np.float32]], ...]

    def odds(self, features: NDArray[np.float32]) -> NDArray[np.float32]:
        """(..., 17): the logarithm of how much likelier the foot of a base ends at each offset than there is none."""
        flow = features
        for weights, offset in self.layers[:-1]:
            flow = flow @ weights
            flow += offset
            np.maximum(flow, 0, out=flow)
        weights, offset = self.layers[-1]
        said = flow @ weights + offset
        return np.clip(said[..., :-1] - said[..., -1:], _LEAST, _MOST)


@lru_cache(maxsize=1)
def ray_net() -> RayNet:
    """The network that comes with the program."""
    with np.load(WEIGHTS) as held:
        count = len(held.files) // 2
        return RayNet(tuple((held[f"weights{k}"], held[f"offset{k}"]) for k in range(count)))


@dataclass(frozen=True, eq=False)
class Group:
    """Radii that are looked at together, as if they were `middle_mm`; what is seen around it begins with the sample
    `first` of the fan."""

    radii_mm: tuple[float, ...]
    middle_mm: float
    first: int


@dataclass(frozen=True, eq=False)
class Fan:
    """Where is looked around a point for circles of some radii: at `ways_mm` (rays * 3 * samples, 2) from it, along
    each ray or along some of them."""

    groups: tuple[Group, ...]
    ways_mm: Floats
    each: int

    @property
    def count(self) -> int:
        """Of rays."""
        return COUNT // self.each


@lru_cache(maxsize=8)
def fan_for(radii_mm: tuple[float, ...], each: int = 1) -> Fan:
    """The fan for circles of these radii, along each ray or each second or fourth."""
    groups: list[list[float]] = []
    for radius in sorted(radii_mm):
        if groups and radius - groups[-1][0] <= _GROUP_MM:
            groups[-1].append(radius)
        else:
            groups.append([radius])
    start = (groups[0][0] + groups[0][-1]) / 2
    firsts = [round(((group[0] + group[-1]) / 2 - start) / _APART_MM) for group in groups]
    samples = start + _APART_MM * (np.arange(firsts[-1] + _SAMPLES) - _SAMPLES // 2)
    told = [Group(tuple(group), start + _APART_MM * first, first) for group, first in zip(groups, firsts, strict=True)]
    ways = _WAYS.reshape(COUNT, _BESIDE, 1, 2)[::each] * samples[:, None]
    return Fan(tuple(told), ways.reshape(-1, 2), each)


def look(view: Closeup, centres_mm: Floats, fan: Fan, height_mm: float) -> list[NDArray[np.float32]]:
    """(N, rays, FEATURES) of each group of the fan: what the rays from points (N, 2) see around its radius."""
    rays = len(centres_mm) * fan.count
    beside = view.around(centres_mm, fan.ways_mm).reshape(rays, _BESIDE, -1)
    seen = sum(beside[:, k].astype(np.float32) for k in range(_BESIDE)) * np.float32(1 / _BESIDE)
    tones = tones_of(seen.reshape(rays, -1, 3), view.white, _COLOUR)
    shown = [rim_shown(centres_mm, g.middle_mm, view.pose.camera_mm, height_mm)[:, :: fan.each] for g in fan.groups]
    return [
        _features(tones[:, g.first : g.first + _SAMPLES], rim, min(g.middle_mm, _LEARNT_MM))
        for g, rim in zip(fan.groups, shown, strict=True)
    ]


def _features(tones: NDArray[np.float32], shown: Floats, radius_mm: float) -> NDArray[np.float32]:
    """`tones` (rays of all, 19, 3), and how much of the rim shows on each, (N, rays)."""
    seen = tones.reshape(len(tones), -1) @ _CENTRED
    spread = np.sqrt(np.einsum("nk,nk->n", seen, seen) / seen.shape[1])[:, None] + np.float32(_QUIET)
    more = [np.log(spread), shown.reshape(-1, 1), np.full_like(spread, (radius_mm - 15) / 5)]
    return np.concatenate([seen / spread, *more], axis=1, dtype=np.float32).reshape(*shown.shape, FEATURES)


def rim_shown(centres_mm: Floats, radius_mm: float, camera_mm: Floats, height_mm: float) -> Floats:
    """How much of the rim shows on each ray, (N, 32) in mm on the flattened table; below 0 the top hides it. The upper
    circle of a base stays a circle there: larger, and shifted away from the camera."""
    larger = camera_mm[2] / (camera_mm[2] - height_mm)
    shift = (centres_mm - camera_mm[:2]) * (larger - 1)
    along = shift @ RAYS.T
    aside = shift[:, :1] * RAYS[:, 1] - shift[:, 1:] * RAYS[:, 0]
    upper = along + np.sqrt(np.maximum(((radius_mm - SHARPER_MM) * larger) ** 2 - aside**2, 0.0))
    return np.asarray(radius_mm - upper)
