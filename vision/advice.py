"""Advice: how well the dice can be seen, measured, with a verdict and its reasons. Codes here, words elsewhere."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.die import Die, Doubt, Reading
from vision.dice.focus import (
    BLURRED_FACES,
    BLURRED_PX,
    SOFT_FACES,
    SOFT_PX,
    USUAL_DIE_PX,
    Grey,
    blur_px,
    near,
)
from vision.dice.picture import WORK_SIDE, shrink
from vision.frame import Image
from vision.view import Shift

Profile: TypeAlias = NDArray[np.float32]
"""The brightness of a picture row by row, shape (90, 32)."""

LEAST_DIE_PX = 24.0
"""A top face smaller than this, at the reader's size, cannot be read for sure."""
ROOMY_DIE_PX = 32.0
"""From here on the size of the dice is no longer worth a word."""
_DARK_LEVEL, _DIM_LEVEL = 40.0, 90.0  # grey level of the brightest hundredth, with dice in view
_DARK_BARE, _DIM_BARE = 22.0, 40.0  # ... and without: a black tray is no dark picture
_CLIPPED, _CLIPPED_BADLY = 0.10, 0.35  # share of the picture at which a sensor is full
_BLOWN = 250  # grey level at which a sensor is full
_SPOT_FACES = 0.12  # a blown spot of so many top faces hides a pip
_GLARE_ON_DIE = 0.25  # of a top face
_WHITE_BODY = 170.0  # lowest channel of a white body beside what is blown out
_MOSTLY = 0.5  # of a face: more than that is body
_SURE = 0.75
_LIKELY = 0.5  # dice less sure than this are left out where there are others
_FLICKER, _FLICKER_BADLY = 0.04, 0.20  # of the brightness, from crest to trough
_PROFILE_ROWS = 90


class Level(IntEnum):
    """How good the picture is; the worst reason counts. A HINT lowers nothing."""

    HINT = -1
    GOOD = 0
    USABLE = 1
    NOT_USABLE = 2


class Cause(StrEnum):
    """What stands against a picture. The code is stable: screens translate it."""

    TOO_DARK = "too_dark"  # grey level of the brightest hundredth
    TOO_BRIGHT = "too_bright"  # share of the picture that is blown out, in percent
    GLARE = "glare"  # share of the worst top face that is blown out, in percent; 0 where no die is hit
    BLURRED = "blurred"  # blur radius of the sharpest edges, in pixels
    SMALL = "small"  # side of the smallest top face, in pixels of the reader
    FLICKER = "flicker"  # from crest to trough, in percent of the brightness
    MOVED = "moved"  # how far the farthest corner wandered, in pixels; 0 where the old view is not to be found
    NO_DICE = "no_dice"  # nothing to judge size and focus by


@dataclass(frozen=True)
class Reason:
    """One cause with the number that shows it (its meaning stands at the Cause) and the number that would do."""

    cause: Cause
    level: Level
    number: float
    wanted: float


@dataclass(frozen=True)
class Measures:
    """A picture in numbers. `brightness` mean grey level; `bright` grey level of the brightest hundredth; `clipped`
    share of the picture, 0..1; `blur_px` and `die_px` at the reader's size, None where nothing shows them; `glare`
    share 0..1 of the worst top face; `spots` share of the picture in blown patches; `flicker` share, crest to trough,
    None before three frames."""

    brightness: float
    bright: float
    clipped: float
    spots: float
    glare: float
    blur_px: float | None
    die_px: float | None
    flicker: float | None


@dataclass(frozen=True)
class Verdict:
    """`reasons` are the worst first."""

    level: Level
    reasons: tuple[Reason, ...]
    measures: Measures


def advise(image: Image, reading: Reading, profiles: Sequence[Profile] = (), shift: Shift | None = None) -> Verdict:
    """The verdict on a picture (height, width, 3) of the tray that was read so. `profiles` are `profile` of frames of
    the last seconds, `shift` the camera's where it has moved."""
    measures = _measure(image, reading.dice, profiles)
    found = [r for r in _reasons(measures, reading, shift) if r is not None]
    found.sort(key=lambda reason: -reason.level)
    level = max((Level.GOOD, *(r.level for r in found)))
    return Verdict(level, tuple(found), measures)


def profile(image: Image) -> Profile:
    """The profile of a picture (height, width, 3), for `advise`."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.resize(grey, (32, _PROFILE_ROWS), interpolation=cv2.INTER_AREA), np.float32)


def _measure(image: Image, dice: Sequence[Die], profiles: Sequence[Profile]) -> Measures:
    scale = min(1.0, WORK_SIDE / max(image.shape[:2]))
    work = shrink(image, scale)
    grey = np.asarray(cv2.cvtColor(work, cv2.COLOR_BGR2GRAY), np.uint8)
    dimmest = np.asarray(work.min(axis=2), np.uint8)
    blown = (dimmest >= _BLOWN).astype(np.uint8)
    dice = [die for die in dice if die.confidence >= _LIKELY] or dice
    sides = [math.sqrt(_area(die)) * scale for die in dice]
    faces = [np.asarray(die.polygon, np.float32) * scale for die in dice]
    side_px = float(np.median(sides)) if sides else USUAL_DIE_PX
    return Measures(
        brightness=float(grey.mean()),
        bright=float(np.percentile(grey[::2, ::2], 99)),
        clipped=float(((work >= _BLOWN).sum(axis=2) >= 2).mean()),  # a colour can fill one channel in good light
        spots=_spots(np.where(near(grey, faces) > 0, 0, blown).astype(np.uint8) if faces else blown, side_px),
        glare=max(
            (_glare_on(dimmest, f, d.confidence >= _SURE) for f, d in zip(faces, dice, strict=True)), default=0.0
        ),
        blur_px=blur_px(grey, faces, side_px),
        die_px=min(sides, default=None),
        flicker=_flicker(profiles),
    )


def _reasons(m: Measures, reading: Reading, shift: Shift | None) -> list[Reason | None]:
    soft, blurred = SOFT_PX, BLURRED_PX
    if m.die_px is not None and any(die.confidence >= _LIKELY for die in reading.dice):
        soft, blurred = max(1.2, SOFT_FACES * m.die_px), max(2.0, BLURRED_FACES * m.die_px)
    told = reading.doubt
    dim = (_DIM_LEVEL, _DARK_LEVEL) if reading.dice else (_DIM_BARE, _DARK_BARE)
    glare = Level.NOT_USABLE if m.glare >= _GLARE_ON_DIE else _spotted(m, told)
    moved = Reason(Cause.MOVED, Level.USABLE, shift.px, 0.0) if shift is not None and shift.moved else None
    if shift is not None and not shift.found:
        moved = Reason(Cause.MOVED, Level.NOT_USABLE, 0.0, 0.0)
    return [
        _below(Cause.TOO_DARK, m.bright, *dim, told is Doubt.DARK),
        _above(Cause.TOO_BRIGHT, 100 * m.clipped, 100 * _CLIPPED, 100 * _CLIPPED_BADLY),
        None
        if glare is Level.GOOD
        else Reason(Cause.GLARE, glare, 100 * m.glare if glare is Level.NOT_USABLE else 0.0, 0.0),
        _above(Cause.BLURRED, m.blur_px, soft, blurred, told is Doubt.BLURRED),
        _below(Cause.SMALL, m.die_px, ROOMY_DIE_PX, LEAST_DIE_PX),
        _above(Cause.FLICKER, _percent(m.flicker), 100 * _FLICKER, 100 * _FLICKER_BADLY),
        moved,
        None if reading.dice else Reason(Cause.NO_DICE, Level.HINT, 0.0, 1.0),
    ]


def _spotted(m: Measures, told: Doubt | None) -> Level:
    lit = m.spots > 0 and m.clipped < _CLIPPED_BADLY
    return Level.USABLE if lit or told is Doubt.GLARE else Level.GOOD


def _above(cause: Cause, number: float | None, fair: float, bad: float, told: bool = False) -> Reason | None:
    """A number that should be small. `told`: the reader stumbled over it, whatever the number."""
    if number is None or not (number > fair or told):
        return None
    return Reason(cause, Level.NOT_USABLE if number > bad else Level.USABLE, number, fair)


def _below(cause: Cause, number: float | None, fair: float, bad: float, told: bool = False) -> Reason | None:
    if number is None or not (number < fair or told):
        return None
    return Reason(cause, Level.NOT_USABLE if number < bad else Level.USABLE, number, fair)


def _percent(share: float | None) -> float | None:
    return None if share is None else 100 * share


def _area(die: Die) -> float:
    return float(cv2.contourArea(np.asarray(die.polygon, np.float32)))


def _spots(blown: Grey, side_px: float) -> float:
    """Share of the picture in blown patches that could hide a pip."""
    count, _, stats, _ = cv2.connectedComponentsWithStats(blown)
    areas = [int(stats[i][cv2.CC_STAT_AREA]) for i in range(1, count)]
    return sum(a for a in areas if a > _SPOT_FACES * side_px**2) / blown.size


def _glare_on(dimmest: Grey, face: NDArray[np.float32], sure: bool) -> float:
    """Share of a top face that is blown out; `dimmest` is the lowest channel of each pixel. A white die that is read
    for sure is no glare, however close to full its body is."""
    mask = np.zeros(dimmest.shape, np.uint8)
    cv2.fillConvexPoly(mask, np.rint(face).astype(np.int32), 1)
    pixels = dimmest[mask > 0]
    if not len(pixels):
        return 0.0
    rest = pixels[pixels < _BLOWN]
    share = 1 - len(rest) / len(pixels)
    white = share > _MOSTLY or float(np.percentile(rest, 58)) > _WHITE_BODY
    return 0.0 if sure and white else share


def _flicker(profiles: Sequence[Profile]) -> float | None:
    """Bands that wander over the rows, or brightness that beats; not a lamp that is switched nor a slow dusk."""
    if len(profiles) < 3 or len({p.shape for p in profiles}) > 1:
        return None
    light = np.log(np.stack(profiles) + 16)  # (frames, rows, columns); a ratio becomes a difference
    change = np.median(np.diff(light, axis=0), axis=2)  # of each row, from frame to frame; dice and hands are few
    banding = 2 * float(np.median(change.std(axis=1)))  # a lamp that is switched is one change among many
    beat = float(np.median(np.abs(np.diff(change.mean(axis=1))))) / 1.5
    return max(banding, beat)
