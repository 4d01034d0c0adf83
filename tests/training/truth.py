"""The truth of a picture: what each die shows, how it lies, and where."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from tests.training import faces as art
from tests.training.body import CUBE, Body
from tests.training.camera import Camera

FLAT, LEANING, COVERED, ILLEGIBLE, STACKED = range(5)
NUMBER_OF = {name: k for k, name in enumerate(art.NAMES)}
_WITHOUT = {"p1": "blank", "p3": "p2", "p5": "p4", "p6": "p4"}  # what is left where the middle pips are gone
_SQUARE = ((1, 1), (1, -1), (-1, -1), (-1, 1))


@dataclass(frozen=True)
class Truth:
    """One die: `face` into faces.NAMES, `glyph` of a face that is "other" or -1, `shape` into SHAPES, `state` FLAT,
    LEANING, COVERED, ILLEGIBLE or STACKED (it lies on another), `center` (2,) of the top face and `side` of the body in
    pixels, `yaw` radians, `visible` the part of the top face that is seen, `drop` (2,) from its middle to where that of
    the face below is seen, in pixels (None: not known); `rival` what the face may be as well where pips are worn, or
    -1, and `sure` the odds that it is not."""

    face: int
    glyph: int
    shape: int
    state: int
    center: np.ndarray
    side: float
    yaw: float
    visible: float = 1.0
    drop: np.ndarray | None = None
    rival: int = -1
    sure: float = 1.0


def truth(number: int, die: Body, camera: Camera, who: np.ndarray, grey: np.ndarray) -> Truth:
    """Of a die that is body `number` of the picture `grey` (H, W); `who` (H, W) is the body that each pixel shows."""
    if die.leaning:  # the face that looks up most
        die.top = int((die.turn @ die.solid.normals.T)[2].argmax())
    middle, below = ends(die)
    side = 2 * die.size * camera.focal / float((camera.rotation @ (middle - camera.eye))[2])
    corners = camera.seen(_top_face(die, middle))
    edge = corners[0] - corners[3]
    mask = np.zeros(grey.shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 1)
    area = float(cv2.contourArea(corners.astype(np.float32)))
    visible = float(((mask > 0) & (who == number)).sum()) / max(area, 1.0) / _share(die)
    inner = cv2.erode(mask, np.ones((3, 3), np.uint8), iterations=max(1, int(side / 12))) > 0
    name, glyph = die.names[die.top]
    state = _state(die, visible, name, grey[inner & (who == number)])
    center, yaw = camera.seen(middle[None])[0], float(np.arctan2(edge[1], edge[0]))
    drop = camera.seen(below[None])[0] - center
    rival, sure = _doubt(die, name)
    return Truth(NUMBER_OF[name], glyph, die.shape, state, center, side, yaw, min(visible, 1.0), drop, rival, sure)


def _doubt(die: Body, name: str) -> tuple[int, float]:
    """What a face with worn pips may be as well, and the odds that it is not."""
    left = die.look.worn if die.look is not None else 1.0
    if left == 1.0 or name not in _WITHOUT:
        return -1, 1.0
    return NUMBER_OF[_WITHOUT[name]], float(np.clip((left - 0.15) / 0.4, 0.02, 1.0))


def ends(die: Body) -> tuple[np.ndarray, np.ndarray]:
    """The middles (3,) of the top face and of where the face opposite is, or would be."""
    up = die.turn @ die.solid.normals[die.top] * die.size
    return die.center + up, die.center - up


def _top_face(die: Body, middle: np.ndarray) -> np.ndarray:
    """The corners (4, 3) of a square in the plane of the top face; of other bodies than cubes it lies inside."""
    across = die.turn @ die.solid.across[die.top]
    other = np.cross(die.turn @ die.solid.normals[die.top], across)
    e = die.size * (1.0 if die.shape == CUBE else 0.55)
    return np.array([middle + s * e * across + t * e * other for s, t in _SQUARE])


def _share(die: Body) -> float:
    """How much of the top face's square belongs to the body: rounded corners cut some off."""
    return 0.93 if die.surface.cap < 2 * die.size else 1.0


def _state(die: Body, visible: float, name: str, pixels: np.ndarray) -> int:
    if die.leaning or die.stacked:
        return LEANING if die.leaning else STACKED
    if visible < 0.9:
        return COVERED
    return FLAT if _legible(name, pixels) else ILLEGIBLE


def _legible(name: str, pixels: np.ndarray) -> bool:
    """Whether the pixels (N,) of a face differ enough to show what is on it; a blank face need not."""
    if pixels.size == 0:
        return False
    if name == "blank":
        return True
    glare = float(np.mean(pixels > 250)) > 0.5 and float(np.std(pixels)) < 12
    return float(np.percentile(pixels, 98) - np.percentile(pixels, 2)) >= 14 and not glare
