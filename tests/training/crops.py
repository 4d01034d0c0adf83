"""Crops: the surroundings of dice, and of what is none, from which the face network learns."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import NamedTuple

import cv2
import numpy as np

from tests.training import faces as art
from tests.training.augment import lit
from tests.training.face_net import POSE
from tests.training.pictures import IGNORED, Example, shrunk
from tests.training.truth import COVERED, FLAT, ILLEGIBLE, LEANING, NUMBER_OF, STACKED, Truth
from vision.dice.face import CLOSER, COVER, SIZE
from vision.dice.finder import Finder
from vision.dice.names import BODIES as SHAPES

KEPT, WIDE = 128, 2.9  # crops are kept this many pixels and sides wide, to be turned and shifted in training
MISTAKES = 6  # at most so many of a finder's mistakes a picture
NOTHING = NUMBER_OF["nothing"]
NO_BODY = SHAPES.index("nothing")
CUBE, D12 = SHAPES.index("cube"), SHAPES.index("d12")

SELDOM = {LEANING: 6.0, ILLEGIBLE: 3.0, COVERED: 1.5, STACKED: 9.0}  # so much more often are dice in these states shown
WILD = 0.2  # of the views are turned at random, as where the finder is mistaken
FAR = 0.33  # sides of a die: who looks so far beside its middle need not read it


@dataclass
class Crop:
    """The surroundings of a place (KEPT, KEPT, 3); `face`, `glyph`, `shape`, `state`, `yaw`, `rival` and `sure` as in
    `Truth`, `drop` in sides of the die or None where its place is not known exactly, `weight` how often it is drawn."""

    picture: np.ndarray
    face: int  # -1: not to be learnt from
    glyph: int
    shape: int
    state: int  # -1: not to be learnt from
    weight: float
    yaw: float = math.nan
    drop: np.ndarray | None = None
    rival: int = -1
    sure: float = 1.0


class View(NamedTuple):
    """What the network sees (SIZE, SIZE, 3), its face or -1, and the pose (9,) of the die in it, NaN where unknown:
    from the middle of the view to that of the die, in sides that a view takes a die to have; the logarithm of the
    die's true side over that; cosine and sine of 4 and of 5 times its yaw; its drop in true sides."""

    picture: np.ndarray
    face: int
    pose: np.ndarray


def crops(rng: np.random.Generator, example: Example, share: float, finder: Finder) -> list[Crop]:
    """A crop of each die of an example, as many beside them, some of empty table, and what a finder of the round
    before takes for dice: tokens, coins, cards, the sides of dice. `share` is the weight of a plain one."""
    picture = example.picture()
    found = _mistaken(picture, example, share, finder) if example.whole else []
    for die in example.dice:
        if die.visible < 0.2:
            continue
        found.append(_of(picture, die, share))
        if die.shape == D12:  # its top is small: it is looked at closer as well
            found.append(_of(picture, replace(die, side=CLOSER * die.side), 1.5 * share))
        if example.whole or rng.random() < 0.5:
            found += _beside(rng, picture, example, die, share)
    if example.whole:
        found += _empty(rng, picture, example, share)
    return found


def _beside(rng: np.random.Generator, picture: np.ndarray, example: Example, die: Truth, share: float) -> list[Crop]:
    """Off the middle of a die, where no other is."""
    a, far = rng.uniform(0, 2 * math.pi), rng.uniform(0.42, 1.0) * die.side
    spot = die.center + far * np.array([math.cos(a), math.sin(a)])
    if not _free(example, spot, 0.38):
        return []
    return [_nothing(picture, spot, die.side * math.exp(rng.normal(0, 0.2)), 0.5 * share)]


def _empty(rng: np.random.Generator, picture: np.ndarray, example: Example, share: float) -> list[Crop]:
    """Up to two spots anywhere."""
    height, width = picture.shape[:2]
    found = []
    for _ in range(2):
        spot, side = rng.uniform(0, 1, 2) * (width, height), math.exp(rng.uniform(math.log(20), math.log(100)))
        if _free(example, spot, 0.4):
            found.append(_nothing(picture, spot, side, 0.35 * share))
    return found


def _mistaken(picture: np.ndarray, example: Example, share: float, finder: Finder) -> list[Crop]:
    small, scale = shrunk(picture)
    wrong = []
    for spot in finder.find(small).spots:
        if _free(example, spot.center / scale, 0.4) and len(wrong) < MISTAKES:
            wrong.append(_nothing(picture, spot.center / scale, spot.side / scale, 0.7 * share))
    return wrong


def _free(example: Example, spot: np.ndarray, gap: float) -> bool:
    return all(np.hypot(*(spot - d.center)) > gap * d.side for d in example.dice)


def _of(picture: np.ndarray, die: Truth, share: float) -> Crop:
    certain = die.state == FLAT or (die.state == COVERED and die.visible > 0.75)
    state = -1 if die.state == IGNORED else die.state
    certain = certain or (die.state == IGNORED and die.face >= 0)
    unsure_value = die.face < 0 or not certain
    rare = 1.6 if art.NAMES[max(die.face, 0)] in art.SYMBOLS or die.shape == 1 else 1.0
    rare *= SELDOM.get(state, 1.0)
    face = -1 if unsure_value else die.face
    drop = None if die.drop is None else die.drop / die.side
    seen = cut(picture, die.center, die.side)
    return Crop(seen, face, die.glyph, die.shape, state, share * rare, die.yaw, drop, die.rival, die.sure)


def _nothing(picture: np.ndarray, spot: np.ndarray, side: float, share: float) -> Crop:
    return Crop(cut(picture, spot, side), NOTHING, -1, NO_BODY, -1, share)


def cut(picture: np.ndarray, center: np.ndarray, side: float, size: int = KEPT, wide: float = WIDE) -> np.ndarray:
    """(size, size, 3) around `center`, `wide` sides wide."""
    step = wide * side / size
    shrink = 1.0
    while step > 1.6:
        picture = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        step, shrink = step / 2, shrink / 2
    spot = (np.asarray(center) + 0.5) * shrink - 0.5
    matrix = np.array([[step, 0, spot[0] - step * (size - 1) / 2], [0, step, spot[1] - step * (size - 1) / 2]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpAffine(picture, matrix, (size, size), flags=flags, borderMode=cv2.BORDER_REPLICATE)


def view(rng: np.random.Generator, crop: Crop) -> View:
    """The crop as the network sees it: turned by a quarter or more, a little off."""
    shift = np.clip(rng.normal(0, 0.05 if rng.random() < 0.7 else 0.17, 2), -0.36, 0.36)
    zoom = math.exp(np.clip(rng.normal(0, 0.07 if rng.random() < 0.7 else 0.16), -0.3, 0.3))
    matrix = _pose(rng, _angle(rng, crop), zoom, shift)
    picture = crop.picture
    if rng.random() < 0.25:  # fewer pixels than the crop has
        small = int(rng.uniform(26, 60) * WIDE / COVER)
        picture = cv2.resize(cv2.resize(picture, (small, small), interpolation=cv2.INTER_AREA), (KEPT, KEPT))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    seen = cv2.warpAffine(picture, matrix, (SIZE, SIZE), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    face = -1 if crop.face != NOTHING and np.hypot(*shift) > FAR else _shown(rng, crop)
    return View(lit(rng, seen), face, _told(crop, matrix, zoom))


def _shown(rng: np.random.Generator, crop: Crop) -> int:
    """What the face shows; one with worn pips as often this as that."""
    return crop.face if crop.face < 0 or rng.random() < crop.sure else crop.rival


def _angle(rng: np.random.Generator, crop: Crop) -> float:
    """Radians by which the view is turned: mostly as the die lies, as far as its finder knows."""
    fold = {D12: 5, CUBE: 4}.get(crop.shape)
    if fold is None or math.isnan(crop.yaw) or rng.random() < (0.5 if crop.shape == D12 else WILD):
        return float(rng.uniform(0, 2 * math.pi))
    off = rng.normal(0, math.radians(3.5 if rng.random() < 0.85 else 10))
    return float(crop.yaw + rng.integers(fold) * 2 * math.pi / fold + off)


def _pose(rng: np.random.Generator, angle: float, zoom: float, shift: np.ndarray) -> np.ndarray:
    """(2, 3) from pixels of a view to those of a crop."""
    step = COVER / WIDE * KEPT / SIZE * zoom
    stretch = math.exp(rng.normal(0, 0.05))
    c, s = math.cos(angle), math.sin(angle)
    turn = step * np.array([[c, -s], [s, c]]) @ np.diag([stretch, 1 / stretch])
    offset = np.full(2, (KEPT - 1) / 2) + shift * KEPT / WIDE - turn @ np.full(2, (SIZE - 1) / 2)
    return np.column_stack([turn, offset])


def _told(crop: Crop, matrix: np.ndarray, zoom: float) -> np.ndarray:
    """The pose (9,) of the die in the view that `matrix` (2, 3) takes to the crop."""
    if crop.drop is None:
        return np.full(POSE, np.nan)
    back = np.linalg.inv(matrix[:, :2])
    unit = COVER / SIZE  # sides a pixel of the view
    middle = (back @ (np.full(2, (KEPT - 1) / 2) - matrix[:, 2]) - (SIZE - 1) / 2) * unit
    ahead = back @ (math.cos(crop.yaw), math.sin(crop.yaw))
    yaw = math.atan2(ahead[1], ahead[0])
    four = (math.cos(4 * yaw), math.sin(4 * yaw)) if crop.shape == CUBE else (math.nan, math.nan)
    five = (math.cos(5 * yaw), math.sin(5 * yaw)) if crop.shape == D12 else (math.nan, math.nan)
    drop = back @ (crop.drop * KEPT / WIDE) * unit * zoom
    return np.array([*middle, -math.log(zoom), *four, *five, *drop])
