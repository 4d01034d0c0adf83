"""Lamps: what lights a scene."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Lamps(NamedTuple):
    """L lamps: `places` (L, 3) and the radii `sizes` (L,) of their spheres in mm, `colours` (L, 3) linear RGB, and
    the light `ambient` (3,) that comes from everywhere."""

    places: np.ndarray
    colours: np.ndarray
    sizes: np.ndarray
    ambient: np.ndarray


def lamps(rng: np.random.Generator, eye: np.ndarray) -> Lamps:
    """One to three lamps of about the same tint; now and then one is a flash beside the camera at `eye` (3,)."""
    count = int(rng.integers(1, 4))
    places, colours, sizes = [], [], []
    warm = rng.uniform(-0.25, 0.45)
    tint = np.array([1 + 0.8 * warm, 1.0, 1 - warm])
    for _ in range(count):
        a, high = rng.uniform(0, 2 * np.pi), np.deg2rad(rng.uniform(25, 88))
        far = rng.uniform(350, 1500)
        places.append(far * np.array([np.cos(a) * np.cos(high), np.sin(a) * np.cos(high), np.sin(high)]))
        colours.append(tint * rng.uniform(0.15, 1.1) * np.clip(1 + rng.normal(0, 0.08, 3), 0.6, 1.4))
        sizes.append(far * float(rng.choice([0.03, 0.1, 0.25, 0.5])))
    if rng.random() < 0.1:
        places[0], sizes[0] = eye + rng.uniform(-40, 40, 3), 8.0
    ambient = tint * rng.uniform(0.12, 0.7)
    return Lamps(np.array(places), np.array(colours), np.array(sizes), ambient)
