"""The scene: what moves in a picture, what lies on the tray's ground, whether a hand is in it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

from vision.dice.die import Die
from vision.frame import Image
from vision.lying import radius_px

Small: TypeAlias = NDArray[np.float32]
"""A picture at most 320 pixels wide, slightly blurred: shape (height, width, 3), grey levels 0..255."""
_Mask: TypeAlias = NDArray[np.uint8]

WIDTH_PX = 320
_LIGHT_PX = 32  # light changes over distances larger than this; dice and hands have edges
_FAINT = 8.0  # grey levels that sensor noise and compression stay below
_NOISE_TIMES = 6.0  # ... or this many times the median difference, in the dark
_SPECKS = 12  # pixels of the small picture that may differ by chance
_FOREIGN = 22.0  # grey levels between the tray's ground and something that lies on it
_DARK = 0.6  # of the brightness in which the ground was learned
_EVERYWHERE = 0.5  # so much of the picture at once is the light or the camera, not dice
_DIE_SHARE = 0.004  # of the picture, before one was seen
_BODY_RADII = 2.2  # body and shadow of a die, in radii of its top face


@dataclass(frozen=True)
class Look:
    """One picture compared with the one since which nothing moved, and with the empty tray where that is known."""

    moved: float  # share of the pixels; 0 when still
    hand: bool = False  # a hand or something as big is in view
    bare: bool = False  # nothing lies on the tray
    veiled: bool = False  # the light or the camera changed, or something covers most of the tray

    @property
    def still(self) -> bool:
        return self.moved == 0


class Scene:
    """Remembers the picture since which nothing moved, and the ground of the tray. No clock, no I/O."""

    def __init__(self) -> None:
        self._anchor: Small | None = None
        self._ground: Small | None = None
        self._small: Small = np.zeros((1, 1, 3), np.float32)
        self._hand_was: NDArray[np.bool_] | None = None
        self._width_px = 0
        self._die_px = 0.0
        self._guessed = False

    @property
    def small(self) -> Small:
        """The last picture, as it is compared with others."""
        return self._small

    @property
    def thumbnail(self) -> Image:
        """The last picture, at most 320 pixels wide."""
        return self._small.astype(np.uint8)

    @property
    def width_px(self) -> int:
        """Width of the full pictures."""
        return self._width_px

    @property
    def ground_known(self) -> bool:
        """Whether the empty tray has been learnt for sure."""
        return self._ground is not None and not self._guessed

    def look(self, image: Image) -> Look:
        """Takes in the next picture, shape (height, width, 3)."""
        self._small = small = _shrunk(image)
        self._width_px = image.shape[1]
        if self._anchor is None or self._anchor.shape != small.shape:
            self._anchor, self._ground, self._hand_was, self._die_px = small, None, None, 0.0
            return Look(1.0, veiled=True)
        moved = _moved(small, self._anchor)
        if moved:
            self._anchor = small
        foreign = self._foreign()
        veiled = moved > _EVERYWHERE or (foreign is not None and foreign.mean() > _EVERYWHERE)
        if veiled or foreign is None:
            return Look(moved, veiled=veiled)
        return Look(moved, self._hand(foreign, moved > 0), self._bare(foreign))

    def same_as(self, before: Small) -> bool:
        """Whether the last picture shows what that one showed, whatever the light."""
        return before.shape == self._small.shape and _moved(self._small, before) == 0

    def learn(self, dice: Sequence[Die], guess: bool = False) -> None:
        """The last picture shows these dice and else only the tray. A `guess` will do to tell hands, but not to tell
        that the tray is bare: a die that was not made out may be in it."""
        scale = self._small.shape[1] / self._width_px
        bodies = np.zeros(self._small.shape[:2], np.uint8)
        for die in dice:
            x, y = (round(v * scale) for v in die.center)
            cv2.circle(bodies, (x, y), math.ceil(radius_px(die) * scale * _BODY_RADII) + 1, 255, -1)
        if dice:
            self._die_px = 2 * max(_area(die) for die in dice) * scale**2
        known = self._ground if self.ground_known else None
        self._ground = self._filled(bodies) if known is None else _patched(self._small, known, bodies)
        self._guessed = guess

    def forget(self) -> None:
        """Whatever is in view from now on belongs to the tray."""
        self._ground = None

    def stands_out(self, dice: Sequence[Die]) -> bool:
        """Whether all these dice differ enough from the ground for `bare` to be trusted."""
        foreign = self._foreign()
        if foreign is None:
            return False
        scale = self._small.shape[1] / self._width_px
        return all(_share_around(foreign, die, scale) > 0.4 for die in dice)

    def _filled(self, bodies: _Mask) -> Small:
        picture = np.clip(self._small, 0, 255).astype(np.uint8)
        return np.asarray(cv2.inpaint(picture, bodies, 3, cv2.INPAINT_TELEA), np.float32)

    def _foreign(self) -> _Mask | None:
        """What is not the ground: 1 there, else 0. None where the ground is unknown."""
        ground = self._ground
        if ground is None:
            return None
        differ = _strongest(cv2.absdiff(self._small, _lit(ground, self._small)))
        return (differ > _FOREIGN).astype(np.uint8)

    def _hand(self, foreign: _Mask, moving: bool) -> bool:
        solid = cv2.morphologyEx(foreign, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
        count, labels, stats, _ = cv2.connectedComponentsWithStats(solid)
        hands = [i for i in range(1, count) if self._is_hand(stats[i], labels == i, moving)]
        self._hand_was = np.isin(labels, hands) if hands else None
        return bool(hands)

    def _is_hand(self, part: NDArray[np.int32], where: NDArray[np.bool_], moving: bool) -> bool:
        """Bigger than many dice; or bigger than a few and reaching in over the border; or, going out over the border,
        what is left of the hand a moment ago."""
        x, y, width, height, area = (int(v) for v in part)
        die_px = self._die_px or _DIE_SHARE * where.size
        if x > 0 and y > 0 and x + width < where.shape[1] and y + height < where.shape[0]:
            return area > 10 * die_px
        leaving = moving and self._hand_was is not None and bool(self._hand_was[where].any())
        return area > (0.5 if leaving else 3) * die_px

    def _bare(self, foreign: _Mask) -> bool:
        if self._ground is None or self._guessed or self._small.mean() < _DARK * self._ground.mean():
            return False  # in the dark dice no longer stand out
        die_px = self._die_px or _DIE_SHARE * foreign.size
        solid = cv2.erode(foreign, np.ones((3, 3), np.uint8))
        return int(solid.sum()) < 0.15 * die_px


def _shrunk(image: Image) -> Small:
    height, width = image.shape[:2]
    scale = min(1.0, WIDTH_PX / width)
    small = cv2.resize(image, (round(width * scale), round(height * scale)), interpolation=cv2.INTER_AREA)
    return cv2.blur(small, (3, 3)).astype(np.float32)


def _moved(now: Small, before: Small) -> float:
    """Share of the pixels that differ, once slow changes of light over the picture are taken out; 0 for mere noise."""
    light = cv2.divide(_coarse(now), _coarse(before))
    lit = cv2.multiply(before, cv2.resize(light, now.shape[1::-1], interpolation=cv2.INTER_LINEAR))
    differ = _strongest(cv2.absdiff(now, lit))
    faint = max(_FAINT, _NOISE_TIMES * float(np.median(differ[::3, ::3])))
    count = int(np.count_nonzero(differ > faint))
    return count / differ.size if count >= _SPECKS else 0.0


def _coarse(picture: Small) -> Small:
    """Only the light: a few pixels a side, never black."""
    size = (max(1, picture.shape[1] // _LIGHT_PX), max(1, picture.shape[0] // _LIGHT_PX))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA) + 1, np.float32)


def _strongest(differ: MatLike) -> NDArray[np.float32]:
    """The greatest of the three channels, shape (height, width)."""
    blue, green, red = cv2.split(differ)
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.float32)


def _lit(before: Small, now: Small) -> Small:
    """The earlier picture in the light of now: each channel as much brighter as the picture has become."""
    gain = np.median((now[::4, ::4] + 1) / (before[::4, ::4] + 1), axis=(0, 1))
    return np.asarray(before * gain.astype(np.float32), np.float32)


def _patched(now: Small, ground: Small, bodies: _Mask) -> Small:
    return np.where(bodies[..., None] > 0, _lit(ground, now), now)


def _area(die: Die) -> float:
    return float(cv2.contourArea(np.asarray(die.polygon, np.float32)))


def _share_around(foreign: _Mask, die: Die, scale: float) -> float:
    reach = max(1, round(radius_px(die) * scale * 0.7))
    x, y = (round(v * scale) for v in die.center)
    part = foreign[max(0, y - reach) : y + reach + 1, max(0, x - reach) : x + reach + 1]
    return float(part.mean()) if part.size else 0.0
