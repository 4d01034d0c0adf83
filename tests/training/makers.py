"""Makers: the many kinds of dice, one look and size a maker."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from tests.training import faces as art
from tests.training import solids
from tests.training.body import COLOURS, CUBE, D12, POLY, Body, Surface
from tests.training.mix import KINDS, Mix
from tests.training.style import marked, worn

Names = list[tuple[str, int]]
Maker = Callable[[np.random.Generator], Body]

COLOUR_ODDS = np.array([6, 3, 3, 5, 3, 3, 3, 1, 1, 1, 1, 1, 1], float) / 32
_SEE_THROUGH = ("red", "green", "blue", "purple", "yellow")


def maker(rng: np.random.Generator, mix: Mix) -> Maker:
    """Makes dice of one kind, colour, style and size."""
    kind = str(rng.choice(KINDS, p=mix.kinds))
    name = _colour(rng, kind)
    base = np.clip(np.array(COLOURS[name]) * rng.uniform(0.7, 1.2) + rng.normal(0, 0.015, 3), 0.012, 0.95)
    look = art.style(rng, base ** (1 / 2.2))
    if mix.cased and rng.random() < 0.3:
        look = marked(rng, look)
    if mix.worn and rng.random() < mix.worn:
        look = worn(rng, look)
    glossy = bool(mix.glossy) and rng.random() < mix.glossy
    size = float(rng.uniform(5.5, 12.5)) * (1.1 if kind == "d12" else 1)
    surface = _surface(rng, kind, size, look, name in _SEE_THROUGH)
    if glossy:
        surface = replace(surface, gloss=float(rng.uniform(2, 9)), rough=float(rng.uniform(6, 40)))

    def make(own: np.random.Generator) -> Body:
        which = str(own.choice(["pips", "numeral", "glyph", "event"])) if kind == "mixed" else kind
        solid, shape, names, shrink = _sides(own, which)
        return Body(solid, size, base, look, names, surface, shape, shrink)

    return make


def _colour(rng: np.random.Generator, kind: str) -> str:
    name = str(rng.choice(list(COLOURS), p=COLOUR_ODDS))
    if kind in ("star_white", "star_green"):
        return kind.removeprefix("star_")
    if kind == "d12" and rng.random() < 0.6:
        return str(rng.choice(["red", "yellow"]))
    return name


def _surface(rng: np.random.Generator, kind: str, size: float, look: art.Style, see_through: bool) -> Surface:
    # a rounded cube's top face is smaller than its body
    cap = float(rng.choice([3.0, rng.uniform(1.32, 1.6)])) if kind != "d12" else 3.0
    return Surface(
        soft=float(rng.choice([0.03, 0.06, 0.1, 0.16])) * size * (0.6 if kind == "d12" else 1),
        cap=cap * size,
        relief=look.depth * float(rng.choice([1, 1, -0.3])),
        gloss=float(rng.choice([0.05, 0.3, 0.8, 1.6])),
        rough=float(rng.choice([12, 40, 120])),
        clear=float(rng.choice([0, 0, 0, 0.35])) if see_through else 0.0,
        marble=float(rng.choice([0, 0, 0, 0.25, 0.5])),
    )


def _sides(rng: np.random.Generator, kind: str) -> tuple[solids.Solid, int, Names, float]:
    """The solid, its shape, the names of its faces, and how small they are drawn."""
    if kind == "d12":
        solid = solids.dodecahedron()
        return solid, D12, [(f"n{k}", -1) for k in _opposed(rng, solid, 13)], 0.62 / 0.72
    if kind == "poly":
        solid = (solids.icosahedron, solids.octahedron, solids.trapezohedron)[rng.integers(3)]()
        return solid, POLY, [(f"n{rng.integers(13)}", -1) for _ in solid.normals], 0.6
    solid = solids.cube()
    return solid, CUBE, _CUBES[kind](rng, solid), 1.0


def _pips(rng: np.random.Generator, solid: solids.Solid) -> Names:
    if rng.random() < 0.22:
        return _shuffled(rng, ["blank", "p1", "p1", "p2", "p2", "p3"])
    return [(f"p{k}", -1) for k in _opposed(rng, solid, 7)]


def _numerals(rng: np.random.Generator, _solid: solids.Solid) -> Names:
    low = int(rng.choice([0, 0, 1, 1, 4, 7]))
    numbers = [0, 1, 1, 2, 2, 3] if low == 0 and rng.random() < 0.7 else list(range(low, low + 6))
    return _shuffled(rng, [f"n{k}" for k in numbers])


def _events(rng: np.random.Generator, _solid: solids.Solid) -> Names:
    faces = ["red_card", "yellow_card", "yellow_card", "injured", "blank", "blank"]
    if rng.random() < 0.3:
        faces = ["red_card", "yellow_card", "injured", "injured", "blank", "red_x"]
    return _shuffled(rng, faces)


def _white_stars(rng: np.random.Generator, _solid: solids.Solid) -> Names:
    return _shuffled(rng, ["blank", "star", "two_stars", "red_x", "star", "red_x"])


def _green_stars(rng: np.random.Generator, _solid: solids.Solid) -> Names:
    return _shuffled(rng, ["star", "star", "two_stars", "two_stars", "three_stars", "three_stars"])


def _glyphs(rng: np.random.Generator, _solid: solids.Solid) -> Names:
    return [("other", int(g)) for g in rng.integers(0, min(art.GLYPHS, len(art.icons())), 6)]


_CUBES: dict[str, Callable[[np.random.Generator, solids.Solid], Names]] = {
    "pips": _pips,
    "numeral": _numerals,
    "event": _events,
    "star_white": _white_stars,
    "star_green": _green_stars,
    "glyph": _glyphs,
}


def _shuffled(rng: np.random.Generator, faces: list[str]) -> Names:
    return [(faces[i], -1) for i in rng.permutation(len(faces))]


def _opposed(rng: np.random.Generator, solid: solids.Solid, total: int) -> list[int]:
    """Numbers for the faces so that opposite ones add up to `total`."""
    numbers = [0] * len(solid.normals)
    low = list(rng.permutation(len(numbers) // 2) + 1)
    for face in range(len(numbers)):
        if not numbers[face]:
            k = int(low.pop())
            k = total - k if rng.random() < 0.5 else k
            numbers[face], numbers[solid.opposite(face)] = k, total - k
    return numbers
