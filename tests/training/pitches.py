"""Pitches drawn at random, with truth: prints, bases and figures in any colour under any lamp, for the ruler's
networks. Real tables differ more from each other than a few rendered pitches do."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.frame import Image
from vision.ruler.closeup import Closeup
from vision.ruler.drawn import LENS, PITCH
from vision.ruler.lens import Floats
from vision.ruler.pose import Pose

_FINER, _KNOT_PX = 2, 32
_PX_PER_MM, _MARGIN_MM = 2.0, 320.0  # of the print
_AROUND = np.arange(48) * (2 * np.pi / 48)
_RING = np.stack([np.cos(_AROUND), np.sin(_AROUND)], axis=1)
_SIZES_MM, _THICK_MM, _SHARPER_MM = (25.0, 30.0, 32.0, 40.0), 4.0, 0.8
_EDGE_MM, _APART_MM = 25.0, 2.0

Drawing = NDArray[np.float32]
"""(H, W, 3): blue, green, red, in linear light; white paper is 1."""


@dataclass(frozen=True, eq=False)
class Taught:
    """A picture of a pitch, the centres (N, 2) and diameters (N,) of its bases in mm, and the centres (M, 2) of what
    is round and no base."""

    view: Closeup
    centres_mm: Floats
    diameters_mm: Floats
    tokens_mm: Floats


def draw_pitch(seed: int) -> Taught:
    chance = np.random.default_rng(seed)
    pose = _pose(chance)
    lamp = chance.uniform(-1.5, 1.5, 2)  # mm of shadow for each mm of height
    drawing = _laid(_print(chance), pose)
    centres, sizes = _stood(chance)
    drawing *= _shadows(centres, sizes, lamp, pose, chance)
    teams = [_colour(chance, chance.uniform(0.7, 1), 0.4) for _ in range(2)]
    for k in np.argsort(-np.hypot(*(centres - pose.camera_mm[:2]).T)):
        _base(drawing, pose, centres[k], sizes[k] / 2, teams[k % 2], lamp, chance)
    tokens = _clear_of(centres, chance)
    for token in tokens:
        _token(drawing, pose, token, chance)
    image, white = _photographed(drawing, chance)
    return Taught(Closeup(image, pose, white), centres, sizes, tokens)


def _pose(chance: np.random.Generator) -> Pose:
    """From about a metre above, nearly straight down, either way round."""
    yaw, tilt = chance.normal(np.pi * chance.integers(2), 0.1), chance.normal(0, 0.04, 2)
    turn = cv2.Rodrigues(np.array([*tilt, 0.0]))[0] @ cv2.Rodrigues(np.array([np.pi, 0.0, 0.0]))[0]
    turn = turn @ cv2.Rodrigues(np.array([0.0, 0.0, yaw]))[0]
    way = np.array([*chance.normal(0, 25, 2), chance.uniform(850, 1250)])
    return Pose(LENS, np.asarray(cv2.Rodrigues(turn)[0]).ravel(), way, np.eye(6), 0.0)


def _colour(chance: np.random.Generator, strength: float, least: float = 0.1) -> Floats:
    """Of paint, (3,) in linear light."""
    hue, light = chance.uniform(0, 2 * np.pi), chance.uniform(least, 0.9)
    wheel = 0.51 + 0.49 * np.cos(hue + np.array([0.0, 2.1, 4.2]))
    return np.asarray(light**1.5 * ((1 - strength) + strength * wheel**1.5 * chance.uniform(0.6, 1.6)))


def _print(chance: np.random.Generator) -> Drawing:
    """What the pitch is printed with: a ground, and lines, boxes, letters and hatching on it, some of them pale."""
    width, height = ((np.array(PITCH.size_mm) + 2 * _MARGIN_MM) * _PX_PER_MM).astype(int)
    ground = _colour(chance, chance.uniform(0.05, 0.5)) * chance.choice([0.15, 0.3, 0.6, 1.0])
    drawing = np.full((height, width, 3), _stored(ground), np.uint8)
    for _ in range(int(chance.integers(60, 400))):
        paint = _colour(chance, 0.8) if chance.random() < 0.8 else np.full(3, 0.85)
        paint = ground + (paint - ground) * chance.uniform(0.1, 1)
        _mark(drawing, _stored(paint), chance)
    for _ in range(int(chance.integers(4))):
        _hatch(drawing, _stored(_colour(chance, 0.8) * chance.uniform(0.2, 1)), chance)
    grain = cv2.resize(chance.normal(1, chance.uniform(0, 0.12), (height // 6, width // 6)), (width, height))
    return np.asarray(np.clip((drawing / 255) ** 2 * grain[..., None], 0.003, 1), np.float32)


def _stored(paint: Floats) -> Floats:
    """As eight bits hold it best: words are only drawn in such."""
    return np.asarray(255 * np.sqrt(np.clip(paint, 0, 1)))


def _mark(drawing: Image, paint: Floats, chance: np.random.Generator) -> None:
    """A line, a box, a ring, a polygon or a word."""
    height, width = drawing.shape[:2]
    at = chance.uniform(0, 1, 2) * (width, height)
    to = at + chance.choice([-1.0, 1.0], 2) * chance.exponential(120, 2) * chance.choice([[1, 0], [0, 1], [1, 1]])
    one, other = (tuple(int(v) for v in p) for p in (at, to))
    thick, kind = int(chance.integers(2, 12)), chance.integers(6)
    if kind < 2:
        cv2.line(drawing, one, other, paint.tolist(), thick)
    elif kind == 2:
        cv2.rectangle(drawing, one, other, paint.tolist(), -1 if chance.random() < 0.5 else thick)
    elif kind == 3:
        filled = chance.random() < 0.4
        cv2.circle(drawing, one, int(chance.uniform(8, 90)), paint.tolist(), -1 if filled else thick)
    elif kind == 4:
        corners = at + chance.uniform(10, 60) * _RING[:: int(chance.choice([6, 8, 12, 16]))]
        cv2.polylines(drawing, [corners.astype(np.int32)], True, paint.tolist(), thick)
    else:
        word = "".join(chance.choice(list("ABEGIKMNORTUXYZ0278"), int(chance.integers(1, 6))))
        font = int(chance.choice([cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX]))
        cv2.putText(drawing, word, one, font, chance.uniform(0.8, 4), paint.tolist(), thick)


def _hatch(drawing: Image, paint: Floats, chance: np.random.Generator) -> None:
    corner = chance.uniform(0, 0.7, 2) * drawing.shape[:2]
    row, column = corner.astype(int)
    part = drawing[row : row + int(chance.uniform(100, 500)), column : column + int(chance.uniform(100, 500))]
    slope = chance.uniform(-1.5, 1.5)
    for x in range(-800, 1300, int(chance.integers(20, 60))):
        cv2.line(part, (x, 0), (int(x + slope * 500), 500), paint.tolist(), int(chance.integers(2, 5)))


def _laid(flat: Drawing, pose: Pose) -> Drawing:
    """The print as the camera sees it."""
    width, height = (side * _FINER for side in LENS.size_px)
    columns, rows = (np.arange(-_KNOT_PX, n + _KNOT_PX, _KNOT_PX) + (_KNOT_PX - 1) / 2 for n in (width, height))
    knots = (np.stack(np.meshgrid(columns, rows), axis=2) + 0.5) / _FINER - 0.5
    table = pose.to_table(knots.reshape(-1, 2)).reshape(knots.shape)
    middle = np.array([flat.shape[1], flat.shape[0]]) / 2
    px = (table * (_PX_PER_MM, -_PX_PER_MM) + middle).astype(np.float32)
    wide = cv2.resize(px, None, fx=_KNOT_PX, fy=_KNOT_PX)[_KNOT_PX : _KNOT_PX + height, _KNOT_PX : _KNOT_PX + width]
    x, y = (np.ascontiguousarray(wide[..., k]) for k in range(2))
    return np.asarray(cv2.remap(flat, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.float32)


def _stood(chance: np.random.Generator) -> tuple[Floats, Floats]:
    """Where bases stand and how wide they are: some touch."""
    half = np.array(PITCH.size_mm) / 2 - _EDGE_MM
    centres, sizes = np.zeros((0, 2)), np.zeros(0)
    for _ in range(60):
        size, place = float(chance.choice(_SIZES_MM)), chance.uniform(-half, half)
        if len(centres) and chance.random() < 0.2:
            turn = chance.uniform(0, 2 * np.pi)
            apart = (size + sizes[-1]) / 2 + chance.exponential(_APART_MM)
            place = centres[-1] + apart * np.array([np.cos(turn), np.sin(turn)])
        if (np.abs(place) < half).all() and (np.hypot(*(centres - place).T) >= (sizes + size) / 2).all():
            centres, sizes = np.vstack([centres, place]), np.append(sizes, size)
    return centres[:24], sizes[:24]


def _fill(drawing: Drawing, pose: Pose, points_mm: ArrayLike, paint: Floats) -> None:
    px = (pose.to_picture(points_mm) + 0.5) * _FINER - 0.5
    cv2.fillPoly(drawing, [np.rint(px * 16).astype(np.int32)], paint.tolist(), cv2.LINE_8, 4)


def _ring(centre: Floats, radius: float, height: float) -> Floats:
    """(48, 3)."""
    return np.concatenate([centre + radius * _RING, np.full((len(_RING), 1), height)], axis=1)


def _shadows(centres: Floats, sizes: Floats, lamp: Floats, pose: Pose, chance: np.random.Generator) -> Drawing:
    """How much light is left on the table, (H, W, 1)."""
    left = np.ones((LENS.size_px[1] * _FINER, LENS.size_px[0] * _FINER, 3), np.float32)
    dark = np.full(3, chance.uniform(0.25, 0.9))
    for centre, size in zip(centres, sizes, strict=True):
        _fill(left, pose, _ring(centre + lamp * 3, size / 2 + 0.5, 0.0), dark)
        for height in range(5, 32, 4):
            _fill(left, pose, _ring(centre + lamp * height, chance.uniform(3, 7), 0.0), dark)
    return np.asarray(cv2.GaussianBlur(left, (0, 0), chance.uniform(1, 8)), np.float32)


def _base(
    drawing: Drawing, pose: Pose, centre: Floats, radius: float, team: Floats, lamp: Floats, chance: np.random.Generator
) -> None:
    """A foot, a painted rim that is brighter towards the lamp, a top and a figure."""
    low, high = _ring(centre, radius, 0.0), _ring(centre, radius - _SHARPER_MM, _THICK_MM)
    toward = -lamp / max(float(np.hypot(*lamp)), 1e-6)
    strength, paint = chance.uniform(0, 0.6), team * chance.uniform(0.5, 1)
    _fill(drawing, pose, low, paint)
    for k in range(len(_RING)):
        side = 1 + strength * float(_RING[k] @ toward)
        _fill(drawing, pose, np.stack([low[k - 1], low[k], high[k], high[k - 1]]), paint * side)
    top = _colour(chance, 0.3) * chance.choice([0.15, 0.3, 0.3, 0.7])
    _fill(drawing, pose, high, top)
    for _ in range(int(chance.integers(8))):
        spot = centre + chance.normal(0, radius / 3, 2)
        if np.hypot(*(spot - centre)) < radius - 5:
            _fill(drawing, pose, _ring(spot, chance.uniform(1, 4), _THICK_MM), top * chance.uniform(0.3, 1.8))
    _figure(drawing, pose, centre, team, chance)


def _figure(drawing: Drawing, pose: Pose, centre: Floats, team: Floats, chance: np.random.Generator) -> None:
    """A body with limbs that reach beyond the base now and then."""
    paints = [team, _colour(chance, 0.6), np.array([0.25, 0.35, 0.6]) * chance.uniform(0.3, 1.2)]
    lean = chance.normal(0, 0.12, 2)
    for height in np.sort(chance.uniform(4, 36, int(chance.integers(6, 20)))):
        away = lean * height + chance.normal(0, 4.5, 2)
        part = _ring(np.zeros(2), chance.uniform(2, 5), 0.0)[:, :2] * chance.uniform(0.4, 1.3, 2)
        shade = paints[int(chance.integers(3))] * chance.uniform(0.3, 1.2)
        _fill(drawing, pose, np.column_stack([centre + away + part, np.full(len(part), height)]), shade)


def _clear_of(bases: Floats, chance: np.random.Generator) -> Floats:
    """Where tokens lie, (M, 2)."""
    places = chance.uniform(-0.5, 0.5, (12, 2)) * PITCH.size_mm
    return np.asarray(places[np.hypot(*(places[:, None] - bases).transpose(2, 0, 1)).min(axis=1) > max(_SIZES_MM)])


def _token(drawing: Drawing, pose: Pose, centre: Floats, chance: np.random.Generator) -> None:
    """A thin disc with rings, discs or an arrow printed on it."""
    radius, height = chance.uniform(8, 16), chance.uniform(1, 3)
    paint = _colour(chance, 0.9, 0.3)
    _fill(drawing, pose, _ring(centre, radius, 0.0), paint * chance.uniform(0.3, 1))
    _fill(drawing, pose, _ring(centre, radius, height), paint)
    for share in np.sort(chance.uniform(0.2, 0.95, int(chance.integers(3))))[::-1]:
        _fill(drawing, pose, _ring(centre, radius * share, height), _colour(chance, 0.9))
    arrow = chance.normal(0, radius / 2, (int(chance.choice([0, 3, 4])), 2))
    if len(arrow):
        _fill(drawing, pose, np.column_stack([centre + arrow, np.full(len(arrow), height)]), _colour(chance, 0.9))


def _photographed(drawing: Drawing, chance: np.random.Generator) -> tuple[Image, Floats]:
    """As a camera shows it, and what white paper would be, (3,): blur, lamp, glare, noise, and JPEG."""
    seen = cv2.GaussianBlur(cv2.resize(drawing, LENS.size_px, interpolation=cv2.INTER_AREA), (0, 0), 0.7)
    cast = np.array([np.exp(chance.normal(0, 0.25)), 1.0, np.exp(chance.normal(0, 0.25))])
    cast *= chance.uniform(0.3, 1.0) / cast.max()
    y, x = np.meshgrid(*(np.linspace(-1, 1, n) for n in seen.shape[:2]), indexing="ij")
    slope = chance.uniform(-0.35, 0.35, 2)
    seen = seen * (1 + slope[0] * x + slope[1] * y)[..., None].astype(np.float32)
    for _ in range(int(chance.integers(3))):
        place, wide = chance.uniform(-1, 1, 2), chance.uniform(0.05, 0.4)
        glare = np.exp(-((x - place[0]) ** 2 + (y - place[1]) ** 2) / wide**2) * chance.uniform(0, 0.5)
        seen = seen + glare[..., None].astype(np.float32)
    stored = 255 * np.clip(seen * cast, 0, 1) ** (1 / 2.2)
    noise = chance.normal(0, chance.uniform(0.5, 4.0), stored.shape)
    picture = np.clip(np.rint(stored + cv2.GaussianBlur(noise, (0, 0), 0.6)), 0, 255).astype(np.uint8)
    coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(chance.integers(75, 96))])[1]
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8), 255 * (0.85 * cast) ** (1 / 2.2)
