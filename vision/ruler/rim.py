"""The rims of bases: their colours by name, seen through blur and under any lamp."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from vision.ruler.closeup import Closeup
from vision.ruler.lens import Floats
from vision.ruler.paint import RIM_COLOURS
from vision.ruler.paper import tones_of
from vision.ruler.rays import COUNT, RAYS, rim_shown

_SAMPLES = np.arange(-5.0, 4.01, 0.5)  # mm from the foot's radius
_BLUR_MM = (1.1, 1.9, 1.9)  # of brightness and the two colours: cameras store colour coarser
_LOOSE = 0.05
_PALE = 0.06  # a colour with less of it is white or grey
_DIM = 0.35  # white is brighter, in shares of paper
_FAR_DEG = 90.0
_MOST_DEG = 40.0  # a rim further from a colour casts its vote for no pair
_WIDTHS = np.arange(-1.0, 4.01, 0.25)  # of the visible rim, in mm


def rim_tones(view: Closeup, centres_mm: Floats, radii_mm: Floats, height_mm: float) -> Floats:
    """The tones (N, 3) of the rims of bases with these centres (N, 2) and radii (N,) of their feet: what is seen is
    taken apart into top, rim and table; rays on which much of the rim shows count most."""
    found = np.zeros((len(centres_mm), 3))
    for radius in np.unique(radii_mm):
        same = np.flatnonzero(radii_mm == radius)
        found[same] = _tones_of_size(view, centres_mm[same], float(radius), height_mm)
    return found


def _tones_of_size(view: Closeup, centres_mm: Floats, radius_mm: float, height_mm: float) -> Floats:
    shown = rim_shown(centres_mm, radius_mm, view.pose.camera_mm, height_mm)
    ways = (radius_mm + _SAMPLES)[None, :, None] * RAYS[:, None]
    bgr = view.around(centres_mm, ways.reshape(-1, 2))
    seen = tones_of(bgr, view.white).astype(np.float64).reshape(len(centres_mm), COUNT, len(_SAMPLES), 3)
    kind = np.clip(np.rint((shown - _WIDTHS[0]) / 0.25), 0, len(_WIDTHS) - 1).astype(int)
    mean = seen.mean(axis=2)
    found = np.stack(
        [np.einsum("nak,nak->na", _taker(c)[kind], seen[..., c] - mean[..., c : c + 1]) for c in range(3)], 2
    )
    return _median(found + mean, np.clip(shown, 0.05, None) ** 2)


@lru_cache(maxsize=3)
def _taker(tone: int) -> Floats:
    """(widths, samples): what takes the rim's tone from a ray whose mean is 0."""
    widths = _WIDTHS[:, None]
    top = _step((-widths - _SAMPLES) / _BLUR_MM[tone])
    table = _step((_SAMPLES - np.maximum(0.0, -widths)) / _BLUR_MM[tone])
    parts = np.stack([top, 1 - top - table, table], axis=1)
    gram = np.einsum("wpk,wqk->wpq", parts, parts) + _LOOSE * np.eye(3)
    return np.asarray(np.linalg.solve(gram, parts)[:, 1])


def _step(x: Floats) -> Floats:
    """The normal distribution's integral, to 0.0003."""
    return np.asarray(0.5 * (1 + np.tanh(0.7978845608 * (x + 0.044715 * x**3))))


def _median(values: Floats, weights: Floats) -> Floats:
    """The weighted median over the rays of (N, 32, 3)."""
    order = np.argsort(values, axis=1)
    heavy = np.take_along_axis(np.broadcast_to(weights[..., None], values.shape), order, axis=1).cumsum(axis=1)
    middle = (heavy >= heavy[:, COUNT - 1 :] / 2).argmax(axis=1)
    return np.asarray(np.take_along_axis(np.take_along_axis(values, order, 1), middle[:, None], 1)[:, 0])


def two_teams(tones: Floats, colours: Sequence[str]) -> tuple[str, ...]:
    """The two of `colours` that together are nearest to all rims (N, 3): two teams stand on a pitch."""
    if len(colours) < 3 or not len(tones):
        return tuple(colours)
    off = np.stack([_off(tones, colour) for colour in colours], axis=1)
    capped = np.minimum(off, _MOST_DEG) + 0.02 * off
    best = min(itertools.combinations(range(len(colours)), 2), key=lambda two: float(capped[:, two].min(axis=1).sum()))
    return tuple(colours[k] for k in best)


def name_rims(tones: Floats, colours: Sequence[str]) -> tuple[tuple[str, ...], Floats]:
    """The nearest of `colours` to each rim (N, 3), and how far its hue is off in degrees, (N,)."""
    off = np.stack([_off(tones, colour) for colour in colours], axis=1)
    return tuple(colours[int(k)] for k in off.argmin(axis=1)), np.asarray(off.min(axis=1, initial=_FAR_DEG))


def _off(tones: Floats, colour: str) -> Floats:
    """How far each rim's hue is from that of a colour, in degrees, (N,)."""
    strength = np.hypot(tones[:, 1], tones[:, 2])
    red, green, blue = (v / 255 for v in RIM_COLOURS[colour])
    bright = 0.299 * red + 0.587 * green + 0.114 * blue
    if red == green == blue:
        pale = np.minimum(_FAR_DEG, strength / _PALE * 15.0)
        return np.asarray(np.where(tones[:, 0] < _DIM, _FAR_DEG, pale))
    hue = np.arctan2(0.564 * (blue - bright), 0.713 * (red - bright))
    away = np.abs(np.angle(np.exp(1j * (np.arctan2(tones[:, 2], tones[:, 1]) - hue))))
    return np.asarray(np.where(strength < _PALE / 3, _FAR_DEG, np.degrees(away)))
