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

from vision.ruler.flat import Flat
from vision.ruler.lens import Floats

COUNT = 32
SHARPER_MM = 0.8
"""The upper circle of a base has a radius smaller by this than its foot."""

REACH_MM, STEP_MM = 4.0, 0.5
OFFSETS_MM = np.arange(-REACH_MM, REACH_MM + STEP_MM / 2, STEP_MM)
"""(17,): by how much the foot may end further out on a ray than the radius looked at."""

FEATURES = 3 * 19 + 3
WEIGHTS = pathlib.Path(__file__).with_name("rays.npz")

_SAMPLES = np.arange(-9, 10) * 0.75  # mm from the radius looked at
_BESIDE = 3  # rays that are seen as one, against noise
_COLOUR = 2.0  # how much colour counts against brightness
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

    def odds(self, features: NDArray[np.float32]) -> Floats:
        """(..., 17): the logarithm of how much likelier the foot of a base ends at each offset than there is none."""
        flow = features
        for weights, offset in self.layers[:-1]:
            flow = np.maximum(flow @ weights + offset, 0)
        weights, offset = self.layers[-1]
        said = flow @ weights + offset
        return np.clip(said[..., :-1] - said[..., -1:], _LEAST, _MOST).astype(np.float64)


@lru_cache(maxsize=1)
def ray_net() -> RayNet:
    """The network that comes with the program."""
    with np.load(WEIGHTS) as held:
        count = len(held.files) // 2
        return RayNet(tuple((held[f"weights{k}"], held[f"offset{k}"]) for k in range(count)))


def look(flat: Flat, centres_mm: Floats, radius_mm: float, camera_mm: Floats, height_mm: float) -> NDArray[np.float32]:
    """(N, 32, FEATURES): what the rays from points (N, 2) see around this radius."""
    fan = (radius_mm + _SAMPLES)[None, :, None] * _WAYS[:, None]
    fine = flat.around(centres_mm, fan).reshape(len(centres_mm), COUNT, _BESIDE, len(_SAMPLES), 3)
    seen = fine.mean(axis=2) * np.array([1.0, _COLOUR, _COLOUR], np.float32)
    seen = seen - seen.mean(axis=2, keepdims=True)
    spread = np.sqrt((seen**2).mean(axis=(2, 3)))[..., None] + np.float32(_QUIET)
    shown = rim_shown(centres_mm, radius_mm, camera_mm, height_mm)
    scaled = (seen / spread[..., None]).reshape(len(centres_mm), COUNT, -1)
    more = [np.log(spread), shown[..., None], np.full_like(spread, (radius_mm - 15) / 5)]
    return np.concatenate([scaled, *more], axis=2).astype(np.float32)


def rim_shown(centres_mm: Floats, radius_mm: float, camera_mm: Floats, height_mm: float) -> Floats:
    """How much of the rim shows on each ray, (N, 32) in mm on the flattened table; below 0 the top hides it. The upper
    circle of a base stays a circle there: larger, and shifted away from the camera."""
    larger = camera_mm[2] / (camera_mm[2] - height_mm)
    shift = (centres_mm - camera_mm[:2]) * (larger - 1)
    along = shift @ RAYS.T
    aside = shift[:, :1] * RAYS[:, 1] - shift[:, 1:] * RAYS[:, 0]
    upper = along + np.sqrt(np.maximum(((radius_mm - SHARPER_MM) * larger) ** 2 - aside**2, 0.0))
    return np.asarray(radius_mm - upper)
