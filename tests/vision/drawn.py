"""Pictures of dice drawn from nothing, for tests and for training: rounded cubes under a slanted view."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
FINE = 4  # drawn this many times larger, then averaged
SPOTS: dict[int, tuple[tuple[float, float], ...]] = {
    0: (),
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
BGR = {
    "white": (245, 245, 245),
    "ivory": (205, 232, 240),
    "red": (40, 35, 200),
    "blue": (170, 70, 40),
    "green": (50, 110, 25),
    "black": (38, 36, 36),
    "yellow": (40, 190, 235),
}


@dataclass(frozen=True)
class Drawn:
    """A die to draw. `side`, `center` in pixels; `yaw`, `slant`, `toward` in degrees: the face is turned by `yaw` and
    leans by `slant` away from the viewer in the direction `toward`; `pip` and `spread` are parts of the side."""

    value: int
    center: tuple[float, float]
    side: float
    yaw: float = 0.0
    body: tuple[int, int, int] = BGR["white"]
    ink: tuple[int, int, int] = (20, 20, 20)
    pip: float = 0.09
    spread: float = 0.26
    slant: float = 0.0
    toward: float = 90.0
    narrow_six: float = 1.0
    sides: tuple[int, int, int, int] = (3, 2, 4, 5)
    shadow: tuple[float, float] = (0.12, 0.16)


def draw(picture: Picture, dice: Sequence[Drawn]) -> Picture:
    """The picture (H, W, 3) with these dice on it, each over those before it."""
    out = picture.copy()
    for die in dice:
        _paste(out, die)
    return out


def table(
    width: int, height: int, colour: tuple[int, int, int] = (60, 95, 40), grain: float = 4.0, seed: int = 0
) -> Picture:
    """A plain table with some grain and a lamp's fall-off."""
    rng = np.random.default_rng(seed)
    noise = cv2.GaussianBlur(rng.normal(0, grain * 2, (height, width, 1)).astype(np.float32), (0, 0), 1.0)[..., None]
    fall = np.linspace(1.08, 0.92, width, dtype=np.float32)[None, :, None]
    return np.clip(np.float32(colour) * fall + noise, 0, 255).astype(np.uint8)


def top_corners(die: Drawn) -> NDArray[np.float64]:
    """(4, 2) corners of the top face in pixels."""
    return _project(die, np.array([(-1, -1, 1), (1, -1, 1), (1, 1, 1), (-1, 1, 1)]) / 2)


def _rotation(die: Drawn) -> NDArray[np.float64]:
    yaw, slant, toward = np.deg2rad([die.yaw, die.slant, die.toward])
    turn = cv2.Rodrigues(np.array([0.0, 0.0, yaw]))[0]
    lean = cv2.Rodrigues(slant * np.array([np.cos(toward), np.sin(toward), 0.0]))[0]
    return np.asarray(lean @ turn)


def _project(die: Drawn, points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Points (N, 3) of the unit cube, z toward the viewer, in pixels; `center` is the middle of the top face."""
    turned = (points - (0, 0, 0.5)) @ _rotation(die).T
    return np.asarray(turned[:, :2] * die.side + die.center)


def _paste(out: Picture, die: Drawn) -> None:
    reach = int(1.6 * die.side) + 4
    x0, y0 = int(die.center[0]) - reach, int(die.center[1]) - reach
    xs, ys = max(x0, 0), max(y0, 0)
    xe, ye = min(x0 + 2 * reach, out.shape[1]), min(y0 + 2 * reach, out.shape[0])
    if xs >= xe or ys >= ye:
        return
    window = out[ys:ye, xs:xe]
    fine = cv2.resize(window, None, fx=FINE, fy=FINE, interpolation=cv2.INTER_NEAREST).astype(np.float32)
    _draw(fine, die, np.array([xs, ys]))
    window[:] = (
        cv2.resize(fine, (window.shape[1], window.shape[0]), interpolation=cv2.INTER_AREA).round().astype(np.uint8)
    )


def _draw(fine: NDArray[np.float32], die: Drawn, origin: NDArray[np.int64]) -> None:
    cube = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (0, 1)]) * (0.46, 0.46, 1.0)
    cube[:, 2] -= 0.5
    outline = cv2.convexHull(_fine(_project(die, cube), origin))
    _shade(fine, outline, die)
    cv2.fillConvexPoly(fine, outline, [0.72 * v for v in die.body], cv2.LINE_8)
    for normal, across, along, value in _faces(die):
        light = float(np.clip(0.62 + 0.4 * (_rotation(die) @ normal) @ (-0.25, -0.3, 0.92), 0.35, 1.0))
        _face(fine, die, origin, (normal, across, along), value, light)


def _faces(die: Drawn) -> list[tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], int]]:
    """Visible faces, sides first: normal, two axes, value."""
    x, y, z = np.eye(3)
    named = [(x, y, z), (-x, y, z), (y, x, z), (-y, x, z)]
    sides = [(*n, v) for n, v in zip(named, die.sides, strict=True) if (_rotation(die) @ n[0])[2] > 0.03]
    return [*sides, (z, x, y, die.value)]


def _face(
    fine: NDArray[np.float32],
    die: Drawn,
    origin: NDArray[np.int64],
    frame: tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]],
    value: int,
    light: float,
) -> None:
    normal, across, along = frame
    plane = [_plane(normal, across, along, points) for points in (_rounded(), *_discs(die, value))]
    for number, points in enumerate(plane):
        colour = [light * v for v in (die.ink if number else die.body)]
        cv2.fillPoly(fine, [_fine(_project(die, points), origin)], colour, cv2.LINE_8)


def _plane(
    normal: NDArray[np.float64], across: NDArray[np.float64], along: NDArray[np.float64], points: NDArray[np.float64]
) -> NDArray[np.float64]:
    return np.asarray(normal / 2 + points[:, :1] * across + points[:, 1:] * along)


def _rounded() -> NDArray[np.float64]:
    angle = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    both = np.stack([np.cos(angle), np.sin(angle)], 1)
    return np.asarray(0.47 * np.sign(both) * np.abs(both) ** 0.35)


def _discs(die: Drawn, value: int) -> list[NDArray[np.float64]]:
    angle = np.linspace(0, 2 * np.pi, 32, endpoint=False)
    disc = die.pip * np.stack([np.cos(angle), np.sin(angle)], 1)
    squeeze = np.array([die.narrow_six if value == 6 else 1.0, 1.0])
    return [disc + die.spread * np.array(spot) * squeeze for spot in SPOTS[value]]


def _fine(points: NDArray[np.float64], origin: NDArray[np.int64]) -> NDArray[np.int32]:
    return np.round((points - origin + 0.5) * FINE - 0.5).astype(np.int32)


def _shade(fine: NDArray[np.float32], outline: NDArray[np.int32], die: Drawn) -> None:
    shade = np.zeros(fine.shape[:2], np.float32)
    offset = (np.array(die.shadow) * die.side * FINE).astype(np.int32)
    cv2.fillConvexPoly(shade, outline + offset, 1.0)
    shade = cv2.GaussianBlur(shade, (0, 0), max(0.06 * die.side * FINE, 0.5))
    fine *= 1 - 0.5 * shade[..., None]
