"""Body colours: their names, and how far a seen colour is from a named one."""

from __future__ import annotations

import cv2
import numpy as np

from vision.dice.picture import Floats

# CIE L*, a*, b* of plastic dice as cameras show them under lamps from cool to warm
PROTOTYPES: dict[str, tuple[float, float, float]] = {
    "white": (93.0, 0.0, 2.0),
    "ivory": (86.0, 1.0, 20.0),
    "yellow": (76.0, 4.0, 66.0),
    "red": (42.0, 56.0, 34.0),
    "green": (36.0, -34.0, 22.0),
    "blue": (34.0, 20.0, -52.0),
    "black": (16.0, 0.0, 0.0),
}
LIGHTNESS = 0.55  # lightness counts less than hue: lamps and glare change it first
# under a warm lamp white is ivory, ivory yellow, blue black: without knowing the lamp they get no name
CLEAR = frozenset({"red", "blue", "green"})
FAMILIES = (("white", "ivory", "yellow"),)  # a lamp turns one of a family into another
FAR = 55.0  # a body this far from the colour asked for has another colour
SURE_RATIO = 0.55  # the nearest name must be this much nearer than the next


def distance(bgr: Floats, name: str) -> float:
    """How far a body of colour `bgr` (3,) looks from a named colour, in units of Lab; infinite for unknown names."""
    if name not in PROTOTYPES:
        return float("inf")
    lab = cv2.cvtColor((np.asarray(bgr, np.float32) / 255).reshape(1, 1, 3), cv2.COLOR_BGR2LAB)[0, 0]
    off = (lab - np.asarray(PROTOTYPES[name], np.float32)) * (LIGHTNESS, 1.0, 1.0)
    return float(np.linalg.norm(off))


def could_be(bgr: Floats, name: str) -> bool:
    """True if a body of colour `bgr` (3,) may be one of colour `name` under some household lamp."""
    family = next((f for f in FAMILIES if name in f), (name,))
    return min(distance(bgr, member) for member in family) < FAR


def name_of(bgr: Floats) -> str | None:
    """The name of a body colour (3,) BGR, or None between two names."""
    ranked = sorted((distance(bgr, name), name) for name in PROTOTYPES)
    (first, name), (second, _) = ranked[:2]
    return name if name in CLEAR and first < SURE_RATIO * second else None
