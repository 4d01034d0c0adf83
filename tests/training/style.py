"""Styles: how the many makers of dice draw their faces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from tests.training.fonts import fonts


@dataclass
class Style:
    """How one set of dice is drawn; all lengths in sides of the face. `circle` is the radius of one around the face
    (0: none), `serial` a number on some faces, as casinos mark their dice; `worn` is how much is left of the ink of
    the pips that lie in the middle of a face or half way along its sides."""

    ink: tuple[int, int, int]
    pip: float
    reach: float
    one: float
    one_ink: tuple[int, int, int]
    ring: bool
    font: str
    letter: float
    mark: str
    star: int
    star_size: float
    depth: float
    accent: tuple[int, int, int]
    variant: int
    circle: float = 0.0
    serial: str = ""
    worn: float = 1.0


def style(rng: np.random.Generator, body: Sequence[float]) -> Style:
    """A style whose ink can be told from a body colour (3,) RGB 0..1."""
    dark = np.dot(body, (0.3, 0.59, 0.11)) < 0.42
    base = (235, 235, 228) if dark else (18, 18, 22)
    bright = [(250, 210, 60), (240, 240, 240), (230, 200, 120)]
    deep = [(170, 20, 25), (20, 60, 160), (20, 100, 40), (60, 30, 20)]
    lively = bright if dark else deep
    ink = base if rng.random() < 0.75 else lively[rng.integers(len(lively))]
    red = rng.random() < 0.2 and body[0] - body[1] < 0.3
    return Style(
        ink=ink,
        pip=float(rng.uniform(0.068, 0.125)),
        reach=float(rng.uniform(0.205, 0.285)),
        one=float(rng.choice([1, 1, 1, 1.3, 1.7, 2.1])),
        one_ink=(200, 25, 30) if red else ink,
        ring=rng.random() < 0.06,
        font=str(rng.choice(fonts())),
        letter=float(rng.uniform(0.42, 0.72)),
        mark=str(rng.choice(["dot", "line", "line", "none"])),
        star=int(rng.choice([5, 5, 5, 5, 4, 6, 8])),
        star_size=float(rng.uniform(0.27, 0.4)),
        depth=float(rng.choice([0, 0.4, 0.8, 1.3, 2.0])),
        accent=[(250, 205, 40), ink, (255, 255, 255) if dark else (20, 110, 50)][rng.integers(3)],
        variant=int(rng.integers(1000)),
    )


def marked(rng: np.random.Generator, look: Style) -> Style:
    """The same style with the marks of casino dice: larger pips, a polished circle, a serial number."""
    return replace(
        look,
        pip=float(rng.uniform(0.09, 0.135)),
        circle=float(rng.uniform(0.38, 0.48)) if rng.random() < 0.7 else 0.0,
        serial=f"{rng.integers(1000):03d}" if rng.random() < 0.6 else "",
    )


def worn(rng: np.random.Generator, look: Style) -> Style:
    """The same style with pips that are partly worn off."""
    return replace(look, ring=False, worn=float(rng.uniform(0.12, 0.7)))
