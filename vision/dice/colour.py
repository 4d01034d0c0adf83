"""Body colours: their names, and how far a seen colour is from a named one, under the lamp of this table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import cv2
import numpy as np

from vision.dice.picture import Floats, Picture

Bgr = tuple[float, float, float]
Lab = tuple[float, float, float]

# CIE L*, a*, b* of plastic dice as cameras show them under lamps from cool to warm
PROTOTYPES: dict[str, Lab] = {
    "white": (93.0, 0.0, 2.0),
    "ivory": (86.0, 1.0, 20.0),
    "yellow": (76.0, 4.0, 66.0),
    "red": (42.0, 56.0, 34.0),
    "green": (36.0, -34.0, 22.0),
    "blue": (34.0, 20.0, -52.0),
    "black": (16.0, 0.0, 0.0),
}
# colours that lie between those above: they only count where they were taught
RARE = ("orange", "pink", "purple", "turquoise", "brown", "grey")
TEACHABLE = (*PROTOTYPES, *RARE)
LIGHTNESS = 0.55  # lightness counts less than hue: lamps and glare change it first
# under a warm lamp white is ivory, ivory yellow, blue black: without knowing the lamp they get no name
CLEAR = frozenset({"red", "blue", "green"})
FAMILIES = (("white", "ivory", "yellow"),)  # a lamp turns one of a family into another
FAR = 55.0  # a body this far from the colour asked for has another colour
FAR_TAUGHT = 40.0  # ... where this very colour was shown under this very lamp
SURE_RATIO = 0.55  # the nearest name must be this much nearer than the next
SAME = 6.0  # samples this near to each other show one body: the later lesson counts
MOST_SAMPLES = 8  # of one colour
_PRIOR = 0.05  # how much light it takes to believe in a cast


@dataclass(frozen=True)
class Palette:
    """The names of body colours at one table. `samples` are body colours (blue, green, red, 0..255) that people named;
    without any it knows plastic dice under household lamps."""

    samples: Mapping[str, tuple[Bgr, ...]] = field(default_factory=dict)

    @cached_property
    def prototypes(self) -> dict[str, Lab]:
        """L*, a*, b* of each name: as shown where it was taught, else moved along with the lamp."""
        lit = {name: self._lit(lab) for name, lab in PROTOTYPES.items()}
        return lit | {name: _middle(bodies) for name, bodies in self.samples.items()}

    @cached_property
    def cast(self) -> tuple[float, float, float]:
        """The lamp's gains on linear blue, green and red (von Kries), 1 each for the usual lamp. A colour that says
        little of a channel leaves it at the common brightness."""
        pairs = [
            (_linear(bgr), _linear(_bgr(PROTOTYPES[name])))
            for name, bodies in self.samples.items()
            if name in PROTOTYPES
            for bgr in bodies
        ]
        if not pairs:
            return (1.0, 1.0, 1.0)
        seen, known = (np.stack(side).astype(np.float64) for side in zip(*pairs, strict=True))
        common = (float((seen * known).sum()) + _PRIOR) / (float((known**2).sum()) + _PRIOR)
        gains = ((seen * known).sum(axis=0) + _PRIOR * common) / ((known**2).sum(axis=0) + _PRIOR)
        return float(gains[0]), float(gains[1]), float(gains[2])

    def learnt(self, shown: Mapping[str, Sequence[Bgr]]) -> Palette:
        """A palette that has seen these bodies as well, each under its name. A body named otherwise before has the
        new name. ValueError names a colour that cannot be taught."""
        samples = dict(self.samples)
        for name, bodies in shown.items():
            if name not in TEACHABLE:
                raise ValueError(f"{name!r} is no colour of dice: {', '.join(TEACHABLE)}")
            for body in bodies:
                told = (float(body[0]), float(body[1]), float(body[2]))
                samples = {n: tuple(b for b in old if _apart(b, told) > SAME) for n, old in samples.items()}
                samples[name] = (*samples.get(name, ()), told)[-MOST_SAMPLES:]
        return Palette({name: bodies for name, bodies in samples.items() if bodies})

    def distance(self, bgr: Floats | Bgr, name: str) -> float:
        """How far a body of colour `bgr` (3,) looks from a named colour, in units of Lab; infinite for unknown
        names."""
        if name not in self.prototypes:
            return float("inf")
        off = (lab_of(bgr) - np.asarray(self.prototypes[name], np.float32)) * (LIGHTNESS, 1.0, 1.0)
        return float(np.linalg.norm(off))

    def could_be(self, bgr: Floats | Bgr, name: str) -> bool:
        """True if a body of colour `bgr` (3,) may be one of colour `name`: under this lamp where it was taught, else
        under some household lamp."""
        if name in self.samples:
            return self.distance(bgr, name) < FAR_TAUGHT
        family = next((f for f in FAMILIES if name in f), (name,))
        return min(self.distance(bgr, member) for member in family) < FAR

    def name_of(self, bgr: Floats | Bgr) -> str | None:
        """The name of a body colour (3,), or None between two names and for one that this lamp may have made."""
        ranked = sorted((self.distance(bgr, name), name) for name in self.prototypes)
        (first, name), (second, _) = ranked[:2]
        clear = name in CLEAR or name in self.samples
        return name if clear and first < SURE_RATIO * second else None

    def _lit(self, lab: Lab) -> Lab:
        if self.cast == (1.0, 1.0, 1.0):
            return lab
        return _of_linear(_linear(_bgr(lab)) * np.asarray(self.cast, np.float32))


USUAL = Palette()
"""Nothing taught: plastic dice under household lamps."""


def distance(bgr: Floats, name: str) -> float:
    """`Palette.distance` of the usual palette."""
    return USUAL.distance(bgr, name)


def could_be(bgr: Floats, name: str) -> bool:
    """`Palette.could_be` of the usual palette."""
    return USUAL.could_be(bgr, name)


def name_of(bgr: Floats) -> str | None:
    """`Palette.name_of` of the usual palette."""
    return USUAL.name_of(bgr)


def body_of(image: Picture, polygon: Sequence[tuple[float, float]]) -> Bgr:
    """The body colour within a polygon (corners in pixels) of a picture (H, W, 3): most of a face is body, pips are
    less than half. ValueError if nothing of the polygon is in the picture."""
    corners = np.asarray(polygon, np.float32)
    middle = corners.mean(axis=0)
    inner = np.rint(middle + 0.85 * (corners - middle)).astype(np.int32)  # edges are blurred into the table
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.fillPoly(mask, [inner], 255)
    pixels = image[mask > 0]
    if not len(pixels):
        raise ValueError("the die is outside the picture")
    blue, green, red = (float(v) for v in np.median(pixels, axis=0))
    return blue, green, red


def _middle(bodies: Sequence[Bgr]) -> Lab:
    light, a, b = (float(v) for v in np.median([lab_of(body) for body in bodies], axis=0))
    return light, a, b


def _apart(one: Bgr, other: Bgr) -> float:
    return float(np.linalg.norm(lab_of(one) - lab_of(other)))


def lab_of(bgr: Floats | Picture | Bgr) -> Floats:
    """Blue, green and red of 0 to 255 (..., 3) in CIE Lab (..., 3)."""
    pixels = np.asarray(bgr, np.float32) / 255
    return np.asarray(cv2.cvtColor(pixels.reshape(-1, 1, 3), cv2.COLOR_BGR2LAB), np.float32).reshape(pixels.shape)


def _bgr(lab: Lab) -> Bgr:
    pixel = cv2.cvtColor(np.asarray(lab, np.float32).reshape(1, 1, 3), cv2.COLOR_LAB2BGR)[0, 0] * 255
    blue, green, red = (float(v) for v in pixel)
    return blue, green, red


def _linear(bgr: Bgr) -> Floats:
    """Light of each channel, 0..1 (sRGB, IEC 61966-2-1)."""
    value = np.clip(np.asarray(bgr, np.float32) / 255, 0, 1)
    return np.asarray(np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4), np.float32)


def _of_linear(light: Floats) -> Lab:
    light = np.clip(light, 0, 1)
    value = np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
    lightness, a, b = (float(v) for v in lab_of(np.asarray(value * 255, np.float32)))
    return lightness, a, b
