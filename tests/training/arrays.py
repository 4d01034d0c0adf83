"""Arrays: bodies in the form in which the renderer takes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from tests.training import faces as art
from tests.training.body import THING, Body
from tests.training.solids import MOST_FACES

_NOWHERE = 1e7  # where the one body of an empty table is, mm
_CORNERS = {6: 1.75, 12: 1.3, 20: 1.3}  # how far the corners of dice with so many faces are at most, in inradii


class Arrays(NamedTuple):
    """N bodies, at least one, with up to F faces each. Lengths are millimetres."""

    centers: np.ndarray  # (N, 3)
    turns: np.ndarray  # (N, 3, 3) from the solid to the world
    normals: np.ndarray  # (N, F, 3) of the faces, in the solid's coordinates
    offsets: np.ndarray  # (N, F) of the faces' planes from the middle
    across: np.ndarray  # (N, F, 3) the direction of u of the faces' pictures
    extents: np.ndarray  # (N,) half the width of the faces' pictures
    faces: np.ndarray  # (N,) int64 how many faces there are
    soft: np.ndarray  # (N,) how round edges are
    cap: np.ndarray  # (N,) radius of the sphere that cuts corners
    bound: np.ndarray  # (N,) radius of a sphere that holds the body
    pictures: np.ndarray  # (N, F, S, S, 4) float32 linear RGB and alpha, 0..255
    relief: np.ndarray  # (N,) depth of the ink
    colours: np.ndarray  # (N, 3) linear RGB
    gloss: np.ndarray  # (N,) strength of highlights
    rough: np.ndarray  # (N,) exponent of highlights
    clear: np.ndarray  # (N,) how far lamps shine through
    marble: np.ndarray  # (N,) strength of the grain


def arrays(rng: np.random.Generator, bodies: Sequence[Body]) -> Arrays:
    """All bodies; their faces' pictures are turned by quarters at random."""
    out = _empty(max(len(bodies), 1))
    known: dict[tuple, np.ndarray] = {}
    for k, body in enumerate(bodies):
        _put_form(out, k, body)
        _put_surface(out, k, body)
        if body.look is not None:
            _put_pictures(rng, out.pictures[k], body, body.look, known)
    return out


def _empty(n: int) -> Arrays:
    across = np.zeros((n, MOST_FACES, 3))
    across[..., 0] = 1
    return Arrays(
        centers=np.full((n, 3), _NOWHERE),
        turns=np.stack([np.eye(3)] * n),
        normals=np.zeros((n, MOST_FACES, 3)),
        offsets=np.full((n, MOST_FACES), 1e6),
        across=across,
        extents=np.ones(n),
        faces=np.zeros(n, np.int64),
        soft=np.ones(n),
        cap=np.full(n, 1e4),
        bound=np.full(n, 0.01),
        pictures=np.zeros((n, MOST_FACES, art.SIZE, art.SIZE, 4), np.float32),
        relief=np.zeros(n),
        colours=np.ones((n, 3)),
        gloss=np.zeros(n),
        rough=np.ones(n) * 9,
        clear=np.zeros(n),
        marble=np.zeros(n),
    )


def _put_form(out: Arrays, k: int, body: Body) -> None:
    solid, faces = body.solid, len(body.solid.normals)
    out.normals[k, :faces], out.across[k, :faces], out.faces[k] = solid.normals, solid.across, faces
    out.offsets[k, :faces] = solid.offsets * body.size
    out.extents[k] = solid.extent * body.size
    out.soft[k], out.cap[k] = body.surface.soft, body.surface.cap
    out.bound[k] = min(_reach(body), body.surface.cap + 0.1) + 0.1
    out.centers[k], out.turns[k] = body.center, body.turn


def _reach(body: Body) -> float:
    """How far the corners of a body are from its middle, or a little less than that."""
    offsets, faces = body.solid.offsets, len(body.solid.normals)
    if body.shape != THING:
        return body.size * _CORNERS.get(faces, 2.0)
    if faces == 6:
        return float(np.linalg.norm(np.sort(offsets)[::-1][[0, 2, 4]]))
    return float(np.hypot(offsets[0] * 1.03, offsets[-1]))


def _put_surface(out: Arrays, k: int, body: Body) -> None:
    surface = body.surface
    out.relief[k], out.colours[k], out.gloss[k] = surface.relief, body.colour, surface.gloss
    out.rough[k], out.clear[k], out.marble[k] = surface.rough, surface.clear, surface.marble


def _put_pictures(
    rng: np.random.Generator, pictures: np.ndarray, body: Body, look: art.Style, known: dict[tuple, np.ndarray]
) -> None:
    """Draws the faces into `pictures` (F, S, S, 4); those in `known` have been drawn before."""
    turned = rng.integers(0, 4, len(body.solid.normals))
    for face, (name, glyph) in enumerate(body.names):
        if name == "blank":
            continue
        turn = 90.0 * int(turned[face])
        pose = (id(look), body.draw, name, glyph, turn, body.shrink)
        if pose not in known:
            drawn = body.draw(name, look, glyph, turn, body.shrink)
            known[pose] = np.concatenate([(drawn[..., :3] / 255.0) ** 2.2 * 255, drawn[..., 3:]], axis=2)
        pictures[face] = known[pose]
