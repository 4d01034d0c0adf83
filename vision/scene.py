"""The scene: what moves in a picture, what lies on the tray's ground, whether a hand is in it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.die import Die
from vision.difference import Small, edges, moved, noise, same, strongest
from vision.frame import Image
from vision.lying import radius_px

_Mask: TypeAlias = NDArray[np.uint8]

WIDTH_PX = 320
_FOREIGN = 22.0  # grey levels between the tray's ground and something that lies on it
_SHARP = 0.3  # of the outline of something solid, which has soft shadows too; shadows and bands of light are all soft
_BANDS = 0.25  # a lamp on the mains makes rows brighter or darker by so much
_CALM_LOOKS = 12  # pictures in which nothing moved, for one that is compared with the ground nevertheless
_DARK = 0.6  # of the brightness in which the ground was learned
_DROWNED = 70.0  # grey levels of noise that hide hands and dice
_EVERYWHERE = 0.5  # so much of the picture at once is the light or the camera, not dice
_DIE_SHARE = 0.004  # of the picture, before one was seen
_BODY_RADII = 2.2  # body and shadow of a die, in radii of its top face


@dataclass(frozen=True)
class Look:
    """One picture compared with the one since which nothing moved, and with the empty tray where that is known."""

    moved: float  # share of the pixels; 0 when still
    hand: bool = False  # a hand or something as big is in view
    bare: bool = False  # nothing lies on the tray
    veiled: bool = False  # the light or the camera changed, something covers most of the tray, or noise drowns it

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
        self._calm: Look | None = None  # what a look since the last motion told
        self._calm_looks = 0

    @property
    def small(self) -> Small:
        """The last picture, as it is compared with others."""
        return self._small

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
            self._anchor, self._ground, self._hand_was, self._die_px, self._calm = small, None, None, 0.0, None
            return Look(1.0, veiled=True)
        share = moved(small, self._anchor)
        if share:
            self._anchor = small
        return self._compared(share) if share else self._still()

    def _still(self) -> Look:
        """While nothing moves, a hand neither comes nor goes: the ground is not compared again for every picture."""
        self._calm_looks += 1
        if self._calm is None or self._calm_looks % _CALM_LOOKS == 0:
            self._calm = self._compared(0.0)
        return self._calm

    def _compared(self, share: float) -> Look:
        """What is seen where so much of the picture has moved."""
        self._calm = None
        if self._ground is not None and noise(self._small, self._ground) > _DROWNED:
            return Look(share, veiled=True)
        foreign = self._foreign()
        veiled = share > _EVERYWHERE or (foreign is not None and foreign.mean() > _EVERYWHERE)
        if veiled or foreign is None:
            return Look(share, veiled=veiled)
        return Look(share, self._hand(foreign, share > 0), self._bare(foreign))

    def same_as(self, before: Small) -> bool:
        """Whether the last picture shows what that one showed, whatever the light."""
        return same(self._small, before)

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
        self._guessed, self._calm = guess, None

    def forget(self) -> None:
        """Whatever is in view from now on belongs to the tray."""
        self._ground = self._calm = None

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
        differ = strongest(cv2.absdiff(self._small, _lit(ground, self._small)))
        foreign = (differ > _FOREIGN).astype(np.uint8)
        return _solid(foreign, self._small, ground) if foreign.any() else foreign

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


def _lit(before: Small, now: Small) -> Small:
    """The earlier picture in the light of now: as much brighter as the picture has become in each channel, and in
    each row, for a lamp on the mains lights rows unequally."""
    ratio = (now[:, ::8] + 1) / (before[:, ::8] + 1)
    gain = np.median(ratio[::8], axis=(0, 1))
    rows = np.median(ratio, axis=1) / gain
    rows = cv2.blur(np.clip(rows, 1 - _BANDS, 1 + _BANDS)[:, None], (1, 5)).reshape(-1, 1, 3)
    return np.asarray(np.minimum(before * (gain * rows).astype(np.float32), 255), np.float32)


def _solid(foreign: _Mask, now: Small, ground: Small) -> _Mask:
    """Without shadows and bands of light: what lies on the ground has a sharp outline."""
    count, labels = cv2.connectedComponents(foreign)
    rim = labels * (foreign - cv2.erode(foreign, np.ones((3, 3), np.uint8)))
    sharp = cv2.dilate(edges(now, ground).astype(np.uint8), np.ones((3, 3), np.uint8))
    around = np.bincount(rim.ravel(), minlength=count)
    keep = np.bincount((rim * sharp).ravel(), minlength=count) > _SHARP * around
    keep[0] = False
    return np.asarray(keep[labels], np.uint8)


def _patched(now: Small, ground: Small, bodies: _Mask) -> Small:
    return np.where(bodies[..., None] > 0, _lit(ground, now), now)


def _area(die: Die) -> float:
    return float(cv2.contourArea(np.asarray(die.polygon, np.float32)))


def _share_around(foreign: _Mask, die: Die, scale: float) -> float:
    reach = max(1, round(radius_px(die) * scale * 0.7))
    x, y = (round(v * scale) for v in die.center)
    part = foreign[max(0, y - reach) : y + reach + 1, max(0, x - reach) : x + reach + 1]
    return float(part.mean()) if part.size else 0.0
