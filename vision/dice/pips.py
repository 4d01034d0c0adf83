"""Pips: small round spots, lighter or darker than the body around them."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.picture import Floats, Picture, remap

OCTAVES = 5
SIGMAS = (1.3, 1.65, 2.1)  # of the spot filter within one octave; a spot of radius r answers best at r / sqrt(2)
RAYS = 20
STEPS = 16
REACH = 2.8  # a ray ends at this many expected radii
INNER = 5  # its first steps lie within the spot
MIN_CONTRAST = 14.0
MIN_ANSWER = 2.0  # a spot's filter answer is about a fifth of its contrast
MIN_ASPECT = 0.5
MAX_SPOTS = 1200


@dataclass(frozen=True)
class Pips:
    """N spots, one a row. `center` (N, 2) and `radius` (N,) are pixels of the picture searched; `shape` (N, 2, 2) maps
    the unit circle to the spot's outline; `aspect` is the short axis over the long one; `light` tells light spots on
    a darker body; `contrast` is grey levels; `evenness` the spread of the body around it over the contrast;
    `body` (N, 3) is the colour around the spot, BGR."""

    center: Floats
    radius: Floats
    shape: Floats
    aspect: Floats
    light: NDArray[np.bool_]
    contrast: Floats
    evenness: Floats
    body: Floats

    def __len__(self) -> int:
        return len(self.radius)

    def take(self, rows: NDArray[np.intp] | NDArray[np.bool_]) -> Pips:
        """The pips of these rows."""
        return Pips(**{name: getattr(self, name)[rows] for name in self.__dataclass_fields__})


def find_pips(picture: Picture) -> Pips:
    """All round spots of 2 to 50 pixels radius in a BGR picture (H, W, 3), best first, none twice."""
    smooth = np.asarray(cv2.GaussianBlur(picture, (3, 3), 0), np.uint8)
    found = [
        _spots(plane, smooth, light) for light, plane in ((False, dark_plane(smooth)), (True, light_plane(smooth)))
    ]
    merged = _join(found)
    merged = merged.take(_strongest(merged))
    return merged.take(~_hollow(merged))


def dark_plane(picture: Picture) -> Floats:
    """(H, W) brightness in which a dark spot stands out on a body of any colour."""
    blue, green, red = cv2.split(picture)
    return _mean_of(picture, cv2.max(cv2.max(blue, green), red))


def light_plane(picture: Picture) -> Floats:
    """(H, W) brightness in which a light spot stands out on a body of any colour."""
    blue, green, red = cv2.split(picture)
    return _mean_of(picture, cv2.min(cv2.min(blue, green), red))


def _mean_of(picture: Picture, extreme: cv2.typing.MatLike) -> Floats:
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.addWeighted(grey, 0.5, extreme, 0.5, 0.0, dtype=cv2.CV_32F))


def _spots(plane: Floats, picture: Picture, light: bool) -> Pips:
    signed = -plane if light else plane
    seeds = _seeds(signed)
    return _outline(signed, picture, seeds, light)


def _seeds(signed: Floats) -> Floats:
    """(N, 3) x, y, expected radius of the dark spots, strongest first."""
    level, scale, rows = signed, 1.0, []
    for _ in range(OCTAVES):
        rows.extend(_octave(level, scale))
        level = np.asarray(cv2.resize(level, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
        scale *= 2
        if min(level.shape) < 16:
            break
    seeds = np.concatenate(rows)
    order = np.argsort(-seeds[:, 3], kind="stable")[:MAX_SPOTS]
    return seeds[order, :3]


def _octave(level: Floats, scale: float) -> list[Floats]:
    """Local maxima of the spot filter (a difference of Gaussians), one array (N, 4) a sigma."""
    blurred = [cv2.GaussianBlur(level, (0, 0), s) for s in (*SIGMAS, SIGMAS[-1] * 1.27)]
    rows = []
    for sigma, fine, coarse in zip(SIGMAS, blurred, blurred[1:], strict=False):
        answer = coarse - fine
        peak = (answer >= cv2.dilate(answer, np.ones((3, 3), np.uint8))) & (answer > MIN_ANSWER)
        y, x = np.nonzero(peak)
        at = (scale - 1) / 2  # pixel centres move when a picture is halved
        rows.append(np.stack([x * scale + at, y * scale + at, np.full(len(x), sigma * 1.41 * scale), answer[y, x]], 1))
    return [r.astype(np.float32) for r in rows]


def _outline(signed: Floats, picture: Picture, seeds: Floats, light: bool) -> Pips:
    """Measures every seed along rays; keeps those with a closed, elliptic outline on an even body."""
    center, reach = seeds[:, :2], seeds[:, 2]
    cut, low, high = _cross(signed, center, reach)
    hopeful = (high - low > 0.6 * MIN_CONTRAST) & (cut.std(axis=1) < 0.5 * cut.mean(axis=1))
    reach, cut = reach[hopeful], cut[hopeful]
    center = center[hopeful] + _drift(cut, reach)
    cut, low, high = _cross(signed, center, reach)
    shape, axes, misfit = _ellipse(cut * reach[:, None])
    ring = _ring(cut * reach[:, None], 1.4)
    around = _sample(signed, center, ring)
    contrast = high - low
    evenness = around.std(axis=1) / np.maximum(contrast, 1e-3)
    crossing = (around > (low + 0.6 * contrast)[:, None]).mean(axis=1)
    aspect = axes[:, 0] / np.maximum(axes[:, 1], 1e-3)
    radius = np.sqrt(axes[:, 0] * axes[:, 1])
    keep = (contrast > MIN_CONTRAST) & (crossing > 0.88) & (misfit < 0.17) & (aspect > MIN_ASPECT) & (radius > 1.4)
    keep &= (evenness < 0.45) & np.isfinite(radius)
    body = np.median(remap(picture, center[:, None] + ring), axis=1).astype(np.float32)
    spots = Pips(center, radius, shape, aspect, np.full(len(radius), light), contrast, evenness, body)
    return spots.take(keep)


_ANGLES = np.arange(RAYS, dtype=np.float32) * np.float32(2 * np.pi / RAYS)
_RAY = np.stack([np.cos(_ANGLES), np.sin(_ANGLES)], axis=1)
_STEP = np.linspace(0.0, REACH, STEPS, dtype=np.float32)
# 1 / radius^2 along a ray is linear in these three numbers of an ellipse, so one matrix fits all spots
_BASIS = np.stack([_RAY[:, 0] ** 2, _RAY[:, 1] ** 2, 2 * _RAY[:, 0] * _RAY[:, 1]], axis=1)
_SOLVE = np.linalg.pinv(_BASIS).astype(np.float32)


def _sample(plane: Floats, center: Floats, offsets: Floats) -> Floats:
    """Values of `plane` at center (N, 2) + offsets (N, K, 2) -> (N, K)."""
    where = (center[:, None, :] + offsets).astype(np.float32)
    return remap(plane, where)


def _ring(length: Floats, stretch: float) -> Floats:
    return np.asarray(stretch * length[:, :, None] * _RAY[None])


def _cross(signed: Floats, center: Floats, reach: Floats) -> tuple[Floats, Floats, Floats]:
    """Where each ray leaves the spot, in expected radii (N, RAYS), and the levels within and around it."""
    offsets = reach[:, None, None, None] * _STEP[None, None, :, None] * _RAY[None, :, None, :]
    line = _sample(signed, center, offsets.reshape(-1, RAYS * STEPS, 2)).reshape(-1, RAYS, STEPS)
    inner = line[:, :, :INNER]
    # a recessed pip has a glint in it: its level is that of the darkest part of each ray, and the ray starts there
    low = np.median(inner.min(axis=2), axis=1)
    # the top of a ray within reach is the body; the median over rays forgives a rim or a neighbour
    high = np.median(line[:, :, : int(STEPS * 0.75)].max(axis=2), axis=1)
    middle = ((low + high) / 2)[:, None, None]
    beyond = (line > middle) & (np.arange(STEPS) > inner.argmin(axis=2)[:, :, None])
    first = beyond.argmax(axis=2)
    first = np.where(beyond.any(axis=2), np.maximum(first, 1), STEPS - 1)
    after = np.take_along_axis(line, first[:, :, None], 2)[:, :, 0]
    before = np.take_along_axis(line, first[:, :, None] - 1, 2)[:, :, 0]
    part = (middle[:, :, 0] - before) / np.where(np.abs(after - before) < 1e-3, 1e-3, after - before)
    return ((first - 1 + np.clip(part, 0, 1)) * (REACH / (STEPS - 1))).astype(np.float32), low, high


def _drift(cut: Floats, reach: Floats) -> Floats:
    """From the seed to the middle of the outline, (N, 2) pixels."""
    drift: Floats = (2 * (cut[:, :, None] * _RAY[None]).mean(axis=1) * reach[:, None]).astype(np.float32)
    return np.clip(drift, -1.2 * reach[:, None], 1.2 * reach[:, None])


def _ellipse(length: Floats) -> tuple[Floats, Floats, Floats]:
    """Ellipses through the ends of the rays: shape (N, 2, 2), axes (N, 2) short first, relative misfit (N,)."""
    inverse = 1 / np.maximum(length, 0.3) ** 2
    a, b, c = (inverse @ _SOLVE.T).T
    matrix = np.stack([np.stack([a, c], 1), np.stack([c, b], 1)], 1)
    values, vectors = np.linalg.eigh(matrix.astype(np.float64))
    axes = 1 / np.sqrt(np.maximum(values[:, ::-1], 1e-6))
    shape = vectors @ (vectors.transpose(0, 2, 1) / np.sqrt(np.maximum(values, 1e-6))[:, :, None])
    fitted = 1 / np.sqrt(np.maximum(np.stack([a, b, c], 1) @ _BASIS.T, 1e-6))
    misfit = np.abs(length - fitted).mean(axis=1) / np.maximum(length.mean(axis=1), 1e-3)
    return shape.astype(np.float32), axes.astype(np.float32), misfit.astype(np.float32)


def _join(parts: list[Pips]) -> Pips:
    return Pips(**{n: np.concatenate([getattr(p, n) for p in parts]) for n in Pips.__dataclass_fields__})


def _strongest(pips: Pips) -> NDArray[np.intp]:
    """Rows without doubles: of spots that cover each other the one with the cleaner outline stays."""
    order = np.argsort(pips.evenness - pips.contrast / 255, kind="stable")
    kept: list[int] = []
    for i in order:
        near = np.asarray(kept, dtype=np.intp)
        gap = np.linalg.norm(pips.center[near] - pips.center[i], axis=1)
        small, large = np.minimum(pips.radius[near], pips.radius[i]), np.maximum(pips.radius[near], pips.radius[i])
        if not ((gap < 0.8 * large) & (large < 2.2 * small)).any():
            kept.append(int(i))
    return np.asarray(kept, dtype=np.intp)


def _hollow(pips: Pips) -> NDArray[np.bool_]:
    """Spots that hold a much smaller strong spot: a die with its own pips, no pip."""
    gap = np.linalg.norm(pips.center[:, None] - pips.center[None], axis=2)
    holds = (gap < 0.85 * pips.radius[:, None]) & (pips.radius[:, None] > 3.0 * pips.radius[None])
    holds &= (pips.radius[None] > 2.0) & (pips.contrast[None] > 0.5 * pips.contrast[:, None])
    return np.asarray(holds.any(axis=1) & (pips.radius > 8.0))
