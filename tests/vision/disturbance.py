"""What real cameras and rooms do to pictures of a tray in which nothing moves. Each is a function of picture and time.

Pictures are (height, width, 3), floats of grey level 0..255 as the camera would encode them; a factor on them stands
for a change of exposure (encoded light is a power of the light, so a factor stays a factor)."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

Light: TypeAlias = NDArray[np.float32]
Disturbance: TypeAlias = Callable[[Light, float], Light]

READOUT_S = 1 / 33  # a rolling shutter takes so long from the first row to the last
_WANDER_PX = 90
FULL_WIDTH_PX = 1280.0  # what the widths of blurs below refer to


def exposure_drift(depth: float = 0.3, period_s: float = 4.0, step_s: float = 0.25) -> Disturbance:
    """Automatic exposure that hunts: up and down by `depth`, in steps."""

    def disturbed(image: Light, t_s: float) -> Light:
        stepped_s = step_s * math.floor(t_s / step_s)
        return image * np.float32(1 + depth * math.sin(2 * math.pi * stepped_s / period_s))

    return disturbed


def exposure_jumps(low: float = 0.6, every_s: float = 1.7, recover_s: float = 0.8) -> Disturbance:
    """Every now and then a bright card passes by and the exposure drops at once, then recovers."""

    def disturbed(image: Light, t_s: float) -> Light:
        since_s = t_s % every_s
        return image * np.float32(min(1.0, low + (1 - low) * since_s / recover_s)) if t_s >= every_s else image

    return disturbed


def breathing(sigma_px: float = 2.5, hertz: float = 0.5, zoom: float = 0.0) -> Disturbance:
    """Autofocus that goes to and fro: blur from 0 to `sigma_px`, and a picture larger by up to `zoom` as it does."""

    def disturbed(image: Light, t_s: float) -> Light:
        away = 0.5 - 0.5 * math.cos(2 * math.pi * hertz * t_s)
        sigma = sigma_px * away * image.shape[1] / FULL_WIDTH_PX
        height, width = image.shape[:2]
        if zoom:
            larger = cv2.getRotationMatrix2D((width / 2, height / 2), 0, 1 + zoom * away)
            image = np.asarray(
                cv2.warpAffine(image, larger, (width, height), borderMode=cv2.BORDER_REFLECT), np.float32
            )
        return np.asarray(cv2.GaussianBlur(image, (0, 0), sigma), np.float32) if sigma > 0.15 else image

    return disturbed


def flicker(amplitude: float = 0.15, mains_hertz: float = 50.0) -> Disturbance:
    """A lamp on the mains: its light swells twice a period. Rows are exposed one after the other, so it stands in the
    picture as bands, which wander as the frame rate and the mains beat."""

    def disturbed(image: Light, t_s: float) -> Light:
        row_s = t_s + READOUT_S * np.arange(image.shape[0], dtype=np.float64) / image.shape[0]
        bands = 1 + amplitude * np.sin(2 * math.pi * 2 * mains_hertz * row_s)
        return image * bands.astype(np.float32)[:, None, None]

    return disturbed


def beat(amplitude: float = 0.15, mains_hertz: float = 50.0) -> Disturbance:
    """The same lamp before a camera that exposes all rows at once: the whole picture swells."""

    def disturbed(image: Light, t_s: float) -> Light:
        return image * np.float32(1 + amplitude * math.sin(2 * math.pi * 2 * mains_hertz * t_s))

    return disturbed


def high_gain(sigma: float = 18.0, seed: int = 5) -> Disturbance:
    """Sensor noise of a dim room, half of it as wide as two pixels, as cameras that clean their pictures leave it."""

    def disturbed(image: Light, t_s: float) -> Light:
        chance = np.random.default_rng(seed + round(1000 * t_s))
        y, x = (int(v) for v in chance.integers(0, _WANDER_PX, 2))
        field = _noise(image.shape[:2], seed)[y : y + image.shape[0], x : x + image.shape[1]]
        return np.asarray(cv2.scaleAdd(field, sigma, image), np.float32)

    return disturbed


def wandering_shadow(depth: float = 0.35, speed: float = 0.1, soft: float = 0.12) -> Disturbance:
    """Somebody leans over the table: the soft edge of a shadow goes to and fro over the picture.

    `speed` is in widths of the picture a second; `soft`, the width of its edge, in widths of the picture."""

    def disturbed(image: Light, t_s: float) -> Light:
        edge = 0.5 + 0.5 * math.sin(2 * speed * t_s)
        across = np.linspace(0, 1, image.shape[1], dtype=np.float32)[None, :]
        down = np.linspace(-0.15, 0.15, image.shape[0], dtype=np.float32)[:, None]  # the edge lies aslant
        shade = 0.5 + 0.5 * np.tanh((across + down - np.float32(edge)) * np.float32(2 / soft))
        return image * (1 - np.float32(depth) * shade)[..., None]

    return disturbed


def daylight(over_s: float = 8.0, brighter: float = 0.4, warmer: float = 0.1) -> Disturbance:
    """A cloud goes: brighter by and by, from one side more than from the other, and of another colour."""

    def disturbed(image: Light, t_s: float) -> Light:
        share = min(1.0, t_s / over_s)
        side = 0.6 + brighter * share * np.linspace(0.3, 1, image.shape[1], dtype=np.float32)[None, :, None]
        colour = np.array([1 - warmer * share, 1.0, 1 + warmer * share], np.float32)
        return image * side * colour

    return disturbed


def shoulder(image: Light) -> Light:
    """The tone curve of a camera: steep in the dark, flat where it is bright."""
    bent = 1 - np.asarray(cv2.exp(image * np.float32(-1.3 / 255)), np.float32)
    return bent * np.float32(255 / (1 - math.exp(-1.3)))


def both(*parts: Disturbance) -> Disturbance:
    """One after the other."""

    def disturbed(image: Light, t_s: float) -> Light:
        for part in parts:
            image = part(image, t_s)
        return image

    return disturbed


@cache
def _noise(shape: tuple[int, int], seed: int) -> Light:
    """Fine and coarse noise of deviation 1 in all, larger than the picture so that it can be moved about behind it."""
    chance = np.random.default_rng(seed)
    height, width = (side + _WANDER_PX for side in shape)
    fine = chance.standard_normal((height, width, 3), np.float32)
    coarse = cv2.resize(chance.standard_normal((height // 2, width // 2, 3), np.float32), (width, height))
    return np.asarray(0.7 * fine + coarse, np.float32)
