"""A drawn pitch: four markers and round bases with a painted rim, through a lens that bends. The simulated camera shows
it, and tests measure it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike

from vision.frame import Image
from vision.ruler.lens import Floats, Lens
from vision.ruler.paint import RIM_COLOURS
from vision.ruler.pitch import Mm, Pitch
from vision.ruler.pose import Pose

LENS = Lens((1280, 960), (1000.0, 1000.0), (646.0, 474.0), (-0.18, 0.05, 0.0005, -0.0005, 0.0), 0.2, 12)
PITCH = Pitch((914.4, 660.4), {0: (-430.2, 303.2), 1: (430.2, 303.2), 2: (430.2, -303.2), 3: (-430.2, -303.2)})
CLOTH, TURF = (50, 45, 40), (62, 96, 58)
"""What the pitch may be made of: blue, green, red."""

_FINER = 3  # drawn so much finer, then shrunk: edges as a lens shows them
_LINEAR = (np.arange(256, dtype=np.float32) / 255) ** 2.2
_TOKEN_MM = 15.0
_SKIN = (120, 150, 200)
_BOARD = (60, 70, 75)


@dataclass(frozen=True)
class Standing:
    """A base to draw: centre and diameter in mm, and its rim's colour."""

    centre_mm: tuple[float, float]
    diameter_mm: float
    rim: str


@dataclass(frozen=True)
class Scene:
    """What is drawn. `print_scale` shrinks the markers' sides only; `covered` markers have a hand on them; `turn`
    (radians) and `height_mm` are how the camera stands; `glare` are places that a lamp is mirrored in; `ground` is what
    the pitch is made of, with white `lines` where they are at these x; `tokens` are markers and where they lie;
    `template` is a scatter template's marker, its middle, and where its arrow 1 points, degrees clockwise from +x."""

    bases: Sequence[Standing] = ()
    print_scale: float = 1.0
    covered: Sequence[int] = ()
    turn: tuple[float, float, float] = (3.0, 0.1, 0.1)
    height_mm: float = 1000.0
    noise: float = 2.0
    glare: Sequence[tuple[float, float]] = ()
    ground: tuple[int, int, int] = CLOTH
    lines: Sequence[float] = ()
    tokens: Sequence[tuple[int, tuple[float, float]]] = ()
    template: tuple[int, tuple[float, float], float] | None = None


def pose_of(scene: Scene) -> Pose:
    """The true pose of a scene."""
    return Pose(LENS, np.array(scene.turn), np.array([0.0, 0.0, scene.height_mm]), np.eye(6), 0.0)


def draw(scene: Scene, seed: int = 1) -> Image:
    """The picture (960, 1280, 3)."""
    pose = pose_of(scene)
    width, height = LENS.size_px
    big = np.full((height * _FINER, width * _FINER, 3), _BOARD, np.uint8)
    _fill(big, pose, PITCH.outline_mm, scene.ground)
    for x in scene.lines:
        y = PITCH.size_mm[1] / 2
        _fill(big, pose, [[x - 1.5, y], [x + 1.5, y], [x + 1.5, -y], [x - 1.5, -y]], (205, 215, 210))
    for number, centre in PITCH.markers.items():
        _marker(big, pose, number, np.array(centre), PITCH.marker_mm * scene.print_scale)
    for number, place in scene.tokens:
        _marker(big, pose, number, np.array(place), _TOKEN_MM)
    if scene.template:
        _template(big, pose, *scene.template)
    for base in scene.bases:
        _base(big, pose, base)
    for number in scene.covered:
        _disc(big, pose, PITCH.markers[number], 45.0, 30.0, _SKIN)
    for place in scene.glare:
        _disc(big, pose, place, 14.0, 6.0, (255, 255, 255))
    return _seen(big, scene.noise, seed)


def _seen(big: Image, noise: float, seed: int) -> Image:
    """As a camera sees it: light adds up in linear light, not in stored values."""
    linear = cv2.resize(cv2.LUT(big, _LINEAR), LENS.size_px, interpolation=cv2.INTER_AREA)
    soft = np.asarray(cv2.GaussianBlur(linear, (0, 0), 0.7), np.float64) ** (1 / 2.2) * 255
    chance = np.random.default_rng(seed)
    return np.clip(np.rint(soft + chance.normal(0, noise, soft.shape)), 0, 255).astype(np.uint8)


def _fill(big: Image, pose: Pose, points_mm: ArrayLike, colour: tuple[float, float, float]) -> None:
    px = (pose.to_picture(points_mm) + 0.5) * _FINER - 0.5
    cv2.fillPoly(big, [np.rint(px * 16).astype(np.int32)], colour, cv2.LINE_8, 4)


def _disc(
    big: Image, pose: Pose, centre: ArrayLike, radius: float, height: float, colour: tuple[float, float, float]
) -> None:
    turn = np.arange(72) * (2 * np.pi / 72)
    ring = np.asarray(centre) + radius * np.stack([np.cos(turn), np.sin(turn)], axis=1)
    _fill(big, pose, np.concatenate([ring, np.full((72, 1), height)], axis=1), colour)


def _template(big: Image, pose: Pose, number: int, centre: Mm, arrow1_deg: float) -> None:
    radius = PITCH.template_mm / 2
    _disc(big, pose, centre, radius, 0.0, (230, 235, 235))
    tip = np.array([[0.0, radius], [-2.0, radius - 4.0], [2.0, radius - 4.0]])
    for arrow in range(12):
        turn = _rotation(-90.0 - arrow1_deg - 30.0 * arrow)
        _fill(big, pose, np.array(centre) + tip @ turn.T, (25, 25, 25))
    _marker(big, pose, number, np.array(centre), 0.36 * PITCH.template_mm, -90.0 - arrow1_deg)


def _rotation(degrees: float) -> Floats:
    """(2, 2), counter-clockwise as seen from above."""
    cos, sin = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[cos, -sin], [sin, cos]])


def _marker(big: Image, pose: Pose, number: int, centre: Floats, side: float, turned_deg: float = 0.0) -> None:
    code = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50).generateImageMarker(number, 6)
    turn = _rotation(turned_deg)
    _fill(big, pose, centre + _square(np.zeros(2), side * 8 / 6) @ turn.T, (235, 235, 235))
    for row in range(6):
        for column in range(6):
            away = np.array([column - 2.5, 2.5 - row]) * side / 6
            shade = 235.0 if code[row, column] else 25.0
            _fill(big, pose, centre + _square(away, side / 6) @ turn.T, (shade, shade, shade))


def _square(away: Floats, side: float) -> Floats:
    half = side / 2
    return np.asarray(away + np.array([[-half, half], [half, half], [half, -half], [-half, -half]]))


def _base(big: Image, pose: Pose, base: Standing) -> None:
    red, green, blue = RIM_COLOURS[base.rim]
    centre, radius = np.array(base.centre_mm), base.diameter_mm / 2
    for step in np.linspace(0, 1, 9):
        _disc(big, pose, centre, radius - 0.8 * step, 4.0 * step, (blue, green, red))
    _disc(big, pose, centre, radius - 0.8, 4.0, (60, 75, 85))
    _disc(big, pose, centre + np.array([1.0, 2.0]), 5.0, 25.0, (90, 140, 190))
