"""The difference between two pictures of one tray: what is left of it without light, exposure, focus and noise."""

from __future__ import annotations

from typing import TypeAlias

import cv2
import numpy as np
from cv2.typing import MatLike
from numpy.typing import NDArray

Small: TypeAlias = NDArray[np.float32]
"""A picture at most 320 pixels wide, slightly blurred: shape (height, width, 3), grey levels 0..255."""
Kernel: TypeAlias = NDArray[np.uint8]
_Range: TypeAlias = tuple[MatLike, MatLike]
Where: TypeAlias = NDArray[np.bool_]
"""Pixels of a Small picture, shape (height, width)."""

_FAINT = 8.0  # grey levels that sensor noise and compression stay below
_NOISE_TIMES = 6.0  # ... or this many times the median difference, in the dark
_SPECKS = 12  # pixels that may differ by chance
_LIGHT_PX = 15  # light is even over so much; dice have edges and pips, hands an outline
_FOCUS = np.ones((3, 3), np.uint8)  # a lens that searches for focus moves edges about within this
_ZOOM = np.ones((5, 5), np.uint8)  # ... and within this where it zooms as it does; then most of the picture moves
_MOST = 0.5
_PARTS = (8, 6)  # of the picture, across and down, to tell the whole from a spot
_WHITE = np.float32(255)
_SATURATED = 246.0  # from here on a pixel hides how bright it is


def edges(now: Small, before: Small) -> Where:
    """Where the pictures differ in detail, whatever the light: the outline of what has come or gone, its pips."""
    differ = _detail(now, before)
    return np.asarray(differ > _noise(differ), np.bool_)


def same(now: Small, before: Small) -> bool:
    """Whether there is no difference in detail at all."""
    return now.shape == before.shape and int(np.count_nonzero(edges(now, before))) < _SPECKS


def moved(now: Small, before: Small) -> float:
    """Share of the pixels that differ because something moved; 0 for noise, light, exposure and focus alone."""
    detail = _detail(now, before)
    chance = _noise(detail)
    loud = detail > chance
    if np.count_nonzero(loud) < _SPECKS:
        return 0.0
    around = _ZOOM if _wide(loud) else _FOCUS
    count = int(np.count_nonzero(_beyond_focus(now, before, around) > chance))
    return count / loud.size if count >= _SPECKS else 0.0


def noise(now: Small, before: Small) -> float:
    """Grey levels of difference that chance explains: nothing fainter can be told."""
    return _noise(_detail(now, before))


def _detail(now: Small, before: Small) -> NDArray[np.float32]:
    """Grey levels by which the pictures differ, each pixel in the light that is around it now."""
    lit = cv2.multiply(before, cv2.divide(_light(now), _light(before)))
    return strongest(cv2.absdiff(now, np.minimum(lit, _WHITE)))


def _noise(differ: NDArray[np.float32]) -> float:
    return max(_FAINT, _NOISE_TIMES * float(np.median(differ[::3, ::3])))


def _wide(where: Where) -> bool:
    """Whether this is most of the picture, and not a spot in it."""
    parts = cv2.resize(where.astype(np.float32), _PARTS, interpolation=cv2.INTER_AREA)
    return float(np.mean(parts > 0)) > _MOST


def _beyond_focus(now: Small, before: Small, around: Kernel) -> NDArray[np.float32]:
    """How far each pixel is from all that lay `around` it before, and what lay there from all that is around it now.

    A blurred picture lies within the neighbourhoods of a sharp one, so focus alone never makes both differ. Saturated
    pixels tell nothing of the light, but near them there may be few others: either account of the light will do."""
    clear = _unsaturated(now) * _unsaturated(before)
    gains = cv2.divide(_light(now), _light(before)), cv2.divide(_light(now, clear), _light(before, clear))
    was, became = _neighbourhood(before, around), _neighbourhood(now, around)
    first, second = (_outside(now, before, gain, was, became) for gain in gains)
    return strongest(cv2.min(first, second))


def _outside(now: Small, before: Small, gain: MatLike, was: _Range, became: _Range) -> MatLike:
    lit = cv2.multiply(before, gain)
    low, high = np.minimum(cv2.multiply(was[0], gain), _WHITE), cv2.multiply(was[1], gain)
    after = cv2.max(cv2.subtract(now, high), cv2.subtract(low, now))
    ahead = cv2.max(cv2.subtract(lit, became[1]), cv2.subtract(became[0], lit))
    return cv2.min(after, ahead)


def _unsaturated(picture: Small) -> NDArray[np.float32]:
    return np.asarray(strongest(picture) < _SATURATED, np.float32)


def _neighbourhood(picture: Small, around: Kernel) -> _Range:
    """The darkest and the brightest of each neighbourhood; the latter without limit where that is saturated."""
    brightest = cv2.dilate(picture, around)
    return cv2.erode(picture, around), np.where(brightest >= _SATURATED, 4 * _WHITE, brightest)


def _light(picture: Small, clear: NDArray[np.float32] | None = None) -> MatLike:
    """How bright it is around each pixel, never black; with `clear` counting only pixels where that is 1."""
    counted = picture if clear is None else picture * clear[..., None]
    return cv2.blur(counted, (_LIGHT_PX, _LIGHT_PX)) + np.float32(1.0)


def strongest(differ: MatLike) -> NDArray[np.float32]:
    """The greatest of the three channels, shape (height, width)."""
    blue, green, red = cv2.split(differ)
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.float32)
