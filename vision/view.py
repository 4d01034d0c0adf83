"""The view: how the tray stood in the picture when it was set up, so that a moved camera is noticed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.die import Die
from vision.frame import Image

Grey: TypeAlias = NDArray[np.uint8]
"""A picture, shape (height, width), grey levels."""
_Points: TypeAlias = NDArray[np.float32]

WIDTH_PX = 320
_HALF_PX = 10
_PATCH_PX = 2 * _HALF_PX + 1
_TURNS = (0.0, -5.0, 5.0, -10.0, 10.0, -15.0, 15.0)  # degrees; a patch is still itself when turned by half a step
_MOST_PATCHES = 40
_APART_PX = 16
_STRUCTURE = 4.0  # grey levels of spread within a patch, above sensor noise
_ALIKE = 0.8  # correlation from which on a patch is found again
_NEAR_PX = 7  # first looked for here, which is cheap
_FAR_PX = 72  # then here
_LEAST_FOUND = 4  # patches that must agree
_LEAST_SHARE = 0.3
_BY_CHANCE = 0.16  # share of patches that may look alike although all has changed
_MOST_SCALE = 1.2
_LEAST_PATCHES = 6  # a view with less has nothing to hold on to
_BODY_RADII = 2.2  # body and shadow of a die, in radii of its top face
MOVED_SHARE = 0.015
"""Of the width of the picture: a corner that has wandered so far has moved."""
_CLEAR_S = 1.0  # so long the looks must agree


@dataclass(frozen=True)
class Shift:
    """How the picture lies against the remembered one. `found` is False where too little of it can be recognised;
    `px` is how far the farthest corner has wandered, at the size of the picture handed in; `degrees` clockwise."""

    found: bool
    px: float = 0.0
    degrees: float = 0.0
    moved: bool = False


@dataclass(frozen=True, eq=False)
class View:
    """A remembered picture of the tray, small and grey. `dice` of that moment are left out: they do not stay."""

    picture: Grey

    @classmethod
    def of(cls, image: Image, dice: Sequence[Die] = ()) -> View:
        """The view of a picture (height, width, 3)."""
        small = _small(image)
        scale = small.shape[1] / image.shape[1]
        for die in dice:
            reach = max(math.dist(die.center, corner) for corner in die.polygon) * scale * _BODY_RADII
            at = (round(die.center[0] * scale), round(die.center[1] * scale))
            cv2.circle(small, at, math.ceil(reach) + 1, 0, -1)  # black counts as unknown, see `_patches`
        return cls(small)


class Standing:
    """Compares pictures with a view, again and again. Frames carry their time; no clock, no I/O."""

    def __init__(self, view: View) -> None:
        self._picture = view.picture
        self._patches = _patches(view.picture)
        self._since_s: float | None = None

    @property
    def can_tell(self) -> bool:
        """Whether the view has enough that does not look alike everywhere."""
        return len(self._patches) >= _LEAST_PATCHES

    def look(self, image: Image) -> Shift:
        """How this picture (height, width, 3) lies against the view."""
        small = _small(image)
        if not self.can_tell or small.shape != self._picture.shape:
            return Shift(False)
        near = self._shift(small, _NEAR_PX, image.shape[1])
        if near.found and not near.moved:
            return near
        far = (self._shift(small, _FAR_PX, image.shape[1], turn) for turn in _TURNS)
        return next((shift for shift in far if shift.found), Shift(False))

    def moved(self, image: Image, t_s: float) -> Shift | None:
        """The shift, once looks over a second agree that the camera has moved; None while it stands, or while
        something covers so much that it cannot be told."""
        shift = self.look(image)
        if not shift.moved and (shift.found or not self._all_changed(image)):
            self._since_s = None
            return None
        self._since_s = t_s if self._since_s is None else self._since_s
        return shift if t_s - self._since_s >= _CLEAR_S else None

    def _all_changed(self, image: Image) -> bool:
        """Next to nothing of the view is there, in a picture with as much to see: it looks elsewhere."""
        now = _small(image)
        if now.shape != self._picture.shape or not self.can_tell:
            return False
        there = len(self._matches(now, _NEAR_PX)[0])
        return there <= _BY_CHANCE * len(self._patches) and len(_patches(now)) >= 0.5 * len(self._patches)

    def _shift(self, small: Grey, reach_px: int, width_px: int, turn: float = 0.0) -> Shift:
        before, now = self._matches(small, reach_px, turn)
        need = max(_LEAST_FOUND, math.ceil(_LEAST_SHARE * len(self._patches)))
        if len(before) < need:
            return Shift(False)
        fit, agree = cv2.estimateAffinePartial2D(before, now, ransacReprojThreshold=1.5)
        if fit is None or int(agree.sum()) < need:
            return Shift(False)
        if not 1 / _MOST_SCALE < math.hypot(fit[0, 0], fit[1, 0]) < _MOST_SCALE:
            return Shift(False)
        height, width = small.shape
        corners = np.array([(0, 0, 1), (width, 0, 1), (width, height, 1), (0, height, 1)], np.float64)
        wandered = float(np.linalg.norm(corners @ fit.T - corners[:, :2], axis=1).max())
        turned = math.degrees(math.atan2(fit[1, 0], fit[0, 0]))
        return Shift(True, wandered * width_px / width, turned, wandered > MOVED_SHARE * width)

    def _matches(self, small: Grey, reach_px: int, turn: float = 0.0) -> tuple[_Points, _Points]:
        """Patches that are found again within `reach_px`, turned by so many degrees: their middles (N, 2) before and
        now."""
        turned, way = _turned(self._picture, turn)
        before, now = [], []
        for patch in self._patches:
            x, y = (round(v) for v in way @ (*patch, 1))
            cut = _cut(turned, x, y, _HALF_PX)
            if cut.shape != (_PATCH_PX, _PATCH_PX):
                continue
            left, top = max(0, x - _HALF_PX - reach_px), max(0, y - _HALF_PX - reach_px)
            alike = cv2.matchTemplate(_cut(small, x, y, _HALF_PX + reach_px), cut, cv2.TM_CCOEFF_NORMED)
            _, best, _, at = cv2.minMaxLoc(alike)
            if best >= _ALIKE and _is_inner(at, alike.shape):
                before.append(patch)
                now.append((left + at[0] + _HALF_PX, top + at[1] + _HALF_PX))
        return np.array(before, np.float32), np.array(now, np.float32)


def _turned(picture: Grey, degrees: float) -> tuple[Grey, NDArray[np.float64]]:
    """The picture turned clockwise about its middle, and the way (2, 3) its points went."""
    height, width = picture.shape
    way = np.asarray(cv2.getRotationMatrix2D((width / 2, height / 2), -degrees, 1.0), np.float64)
    return np.asarray(cv2.warpAffine(picture, way, (width, height)) if degrees else picture, np.uint8), way


def _cut(picture: Grey, x: int, y: int, reach_px: int) -> Grey:
    return picture[max(0, y - reach_px) : y + reach_px + 1, max(0, x - reach_px) : x + reach_px + 1]


def _is_inner(at: Sequence[int], shape: tuple[int, ...]) -> bool:
    """Whether a best match is a peak, and not where the search ended."""
    return 0 < at[0] < shape[1] - 1 and 0 < at[1] < shape[0] - 1


def _small(image: Image) -> Grey:
    height, width = image.shape[:2]
    scale = WIDTH_PX / width
    size = (WIDTH_PX, max(1, round(height * scale)))
    grey = cv2.cvtColor(cv2.resize(image, size, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    return np.maximum(cv2.GaussianBlur(grey, (0, 0), 1.0), 1).astype(np.uint8)


def _patches(picture: Grey) -> list[tuple[int, int]]:
    """Middles of patches with corners in them, so that they fit at one place only; none where a die was masked."""
    known = cv2.erode((picture > 0).astype(np.uint8), np.ones((_PATCH_PX, _PATCH_PX), np.uint8))
    rim = _HALF_PX + 1
    known[:rim], known[-rim:], known[:, :rim], known[:, -rim:] = 0, 0, 0, 0
    found = cv2.goodFeaturesToTrack(picture, _MOST_PATCHES, 0.01, _APART_PX, mask=known, blockSize=7)
    spots = [] if found is None else [(round(float(x)), round(float(y))) for x, y in found.reshape(-1, 2)]
    return [(x, y) for x, y in spots if float(_cut(picture, x, y, _HALF_PX).std()) >= _STRUCTURE]
