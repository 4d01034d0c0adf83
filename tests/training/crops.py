"""Crops: the surroundings of dice, and of what is none, from which the face network learns."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np

from tests.training import faces as art
from tests.training.augment import lit
from tests.training.face_net import COVER, SIZE
from tests.training.pictures import IGNORED, Example, shrunk
from tests.training.truth import COVERED, FLAT, ILLEGIBLE, LEANING, NUMBER_OF, Truth
from vision.dice.face import CLOSER
from vision.dice.finder import Finder
from vision.dice.names import BODIES as SHAPES

KEPT, WIDE = 128, 2.9  # crops are kept this many pixels and sides wide, to be turned and shifted in training
MISTAKES = 6  # at most so many of a finder's mistakes a picture
NOTHING = NUMBER_OF["nothing"]
NO_BODY = SHAPES.index("nothing")
D12 = SHAPES.index("d12")

SELDOM = {LEANING: 3.0, ILLEGIBLE: 3.0, COVERED: 1.5}  # so much more often are dice in these states shown


@dataclass
class Crop:
    """The surroundings of a place (KEPT, KEPT, 3); `face`, `glyph`, `shape` and `state`
    as in `Truth`, `weight` how often it is drawn."""

    picture: np.ndarray
    face: int  # -1: not to be learnt from
    glyph: int
    shape: int
    state: int  # -1: not to be learnt from
    weight: float


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
    for spot in finder.find(small):
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
    return Crop(
        cut(picture, die.center, die.side), -1 if unsure_value else die.face, die.glyph, die.shape, state, share * rare
    )


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


def view(rng: np.random.Generator, crop: Crop) -> np.ndarray:
    """The crop as the network sees it (SIZE, SIZE, 3): turned at random, a little off."""
    matrix = _pose(rng)
    picture = crop.picture
    if rng.random() < 0.25:  # fewer pixels than the crop has
        small = int(rng.uniform(26, 60) * WIDE / COVER)
        picture = cv2.resize(cv2.resize(picture, (small, small), interpolation=cv2.INTER_AREA), (KEPT, KEPT))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return lit(rng, cv2.warpAffine(picture, matrix, (SIZE, SIZE), flags=flags, borderMode=cv2.BORDER_REPLICATE))


def _pose(rng: np.random.Generator) -> np.ndarray:
    """(2, 3) from pixels of a view to those of a crop."""
    a, zoom = rng.uniform(0, 2 * math.pi), math.exp(np.clip(rng.normal(0, 0.09), -0.22, 0.22))
    step = COVER / WIDE * KEPT / SIZE * zoom
    shift = rng.normal(0, 0.035, 2) * KEPT / WIDE
    stretch = math.exp(rng.normal(0, 0.05))
    turn = step * np.array([[math.cos(a), -math.sin(a)], [math.sin(a), math.cos(a)]]) @ np.diag([stretch, 1 / stretch])
    offset = np.full(2, (KEPT - 1) / 2) + shift - turn @ np.full(2, (SIZE - 1) / 2)
    return np.column_stack([turn, offset])
