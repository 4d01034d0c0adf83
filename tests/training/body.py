"""Bodies: a die, or a thing beside the dice, as it lies on the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from tests.training import faces as art
from tests.training.solids import Solid

COLOURS = {
    "white": (0.86, 0.86, 0.85), "ivory": (0.8, 0.72, 0.5), "yellow": (0.82, 0.6, 0.05), "red": (0.55, 0.03, 0.035),
    "green": (0.03, 0.25, 0.06), "black": (0.025, 0.025, 0.028), "blue": (0.03, 0.08, 0.45),
    "orange": (0.75, 0.25, 0.02), "purple": (0.2, 0.04, 0.35), "grey": (0.3, 0.3, 0.31), "brown": (0.15, 0.07, 0.03),
    "pink": (0.8, 0.25, 0.4), "teal": (0.02, 0.3, 0.32),
}  # fmt: skip
"""Linear RGB of what dice are made of."""

CUBE, D12, POLY, THING = range(4)  # what a body's `shape` may be; THING is no die


@dataclass(frozen=True)
class Surface:
    """How a body is rounded and shines. `soft` and `cap` (mm) round its edges and, by a sphere of that radius, its
    corners; `relief` is the depth of its ink; `gloss` and `rough` the strength and exponent of its highlights;
    `clear` how far lamps shine through it; `marble` how strong its grain is."""

    soft: float
    cap: float
    relief: float
    gloss: float
    rough: float
    clear: float = 0.0
    marble: float = 0.0


@dataclass
class Body:
    """A convex body. `size` is its inradius in mm, `colour` (3,) linear RGB, `names` the name and glyph of each face,
    drawn by `draw` in the style `look` (None: nothing is drawn); `shrink` makes the pictures smaller. `top` is the
    face that looks up, `turn` (3, 3) takes the solid to the table, `center` (3,) is its middle, mm above the table."""

    solid: Solid
    size: float
    colour: np.ndarray
    look: art.Style | None
    names: list[tuple[str, int]]
    surface: Surface
    shape: int
    shrink: float = 1.0
    draw: Callable[[str, art.Style, int, float, float], np.ndarray] = art.draw
    top: int = 0
    turn: np.ndarray = field(default_factory=lambda: np.eye(3))
    center: np.ndarray = field(default_factory=lambda: np.zeros(3))
    leaning: bool = False
    stacked: bool = False
