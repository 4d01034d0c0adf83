"""Things: what lies beside the dice. Walls of a tray, boxes, tokens."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tests.training import faces as art
from tests.training import solids
from tests.training.body import COLOURS, THING, Body, Surface
from tests.training.rotation import UP, about

_DISC_TOP = 16  # the face of `solids.disc` that looks up


def things(rng: np.random.Generator, dice: list[Body]) -> list[Body]:
    """Walls around the table and things where no die is near."""
    found = list(_walls(rng)) if rng.random() < 0.3 else []
    for _ in range(int(rng.choice([0, 0, 0, 1, 2, 3]))):
        spot = rng.uniform(-80, 80, 2)
        if any(np.hypot(*(spot - d.center[:2])) < 24 for d in dice):
            continue
        colour = np.array(list(COLOURS.values())[rng.integers(len(COLOURS))])
        found.append(_box(rng, spot, colour) if rng.random() < 0.5 else _token(rng, spot, colour))
    return found


def thing(rng: np.random.Generator, solid: solids.Solid, center: np.ndarray, yaw: float, colour: np.ndarray) -> Body:
    """A plain body with its middle at `center` (3,), turned by `yaw` radians."""
    surface = Surface(
        soft=0.5,
        cap=1e4,
        relief=0.5,
        gloss=float(rng.choice([0.05, 0.3])),
        rough=20.0,
        marble=float(rng.choice([0, 0.2])),
    )
    names = [("blank", -1)] * len(solid.normals)
    body = Body(solid, 1.0, np.clip(colour, 0.01, 0.9), None, names, surface, THING)
    body.turn, body.center = about(UP, float(yaw)), center
    return body


def _walls(rng: np.random.Generator) -> Iterator[Body]:
    reach = float(rng.uniform(50, 130))
    half = (250.0, float(rng.uniform(4, 12)), float(rng.uniform(8, 26)))
    yaw = rng.uniform(0, np.pi)
    colour = np.array([0.25, 0.13, 0.06]) * rng.uniform(0.2, 2.2)
    for k in range(int(rng.integers(1, 5))):
        a = yaw + k * np.pi / 2
        out = np.array([-np.sin(a), np.cos(a)]) * reach
        yield thing(rng, solids.block(half), np.array([*out, half[2]]), a, colour)


def _box(rng: np.random.Generator, spot: np.ndarray, colour: np.ndarray) -> Body:
    half = (float(rng.uniform(5, 12)), float(rng.uniform(14, 40)), float(rng.uniform(2, 8)))
    return thing(rng, solids.block(half), np.array([*spot, half[2]]), rng.uniform(0, 3), colour)


def _token(rng: np.random.Generator, spot: np.ndarray, colour: np.ndarray) -> Body:
    """A coin or counter, mostly with a picture on it."""
    thick, radius = float(rng.uniform(1, 4)), float(rng.uniform(6, 16))
    token = thing(rng, solids.disc(radius, thick), np.array([*spot, thick]), 0.0, colour)
    if rng.random() < 0.7:
        token.look = art.style(rng, colour ** (1 / 2.2))
        name = str(rng.choice([*art.NUMERALS, "star", "other", "p1"]))
        token.names[_DISC_TOP] = (name, int(rng.integers(50)) if name == "other" else -1)
    return token
