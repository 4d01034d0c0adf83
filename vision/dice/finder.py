"""The finder: marks the middle of the top of every die, and hands, in one pass of a small network over each size of a
picture.

The network works like CenterNet (Zhou, Wang and Krähenbühl, Objects as Points, 2019): a map of heat with a peak at each
middle, and beside it what the die there is like."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.network import Network
from vision.dice.picture import Floats, Picture, shrink

WORK_SIDE = 480  # the longest side of the largest picture the network sees at first
CLOSER_SIDE = 800  # ... and where dice are small, or none was seen
LARGE, ROOMY = 20.0, 27.0  # a die's width in pixels, at first, from which on it is found mostly, and for sure
NARROW = 18.0  # ... from which on others of its size are not overlooked where it stands out
CERTAIN = 0.4  # the heat from which on a die that is wanted, or that stands out, is found
WIDE = 44.0  # a die's width in pixels, at first, from which on wider ones may lie there that are not seen
PLAINLY = 0.6  # the heat from which on a spot is a die by all odds
WARM = 0.3  # the least heat of a spot that may be a small die
_HAND = 24  # the answer after those for four cells of six each: whether a hand is there
STRIDE = 4  # pixels a cell of the maps; the network answers for squares of four cells
MARGIN = 16
SIDES = (11.0, 66.0)  # a die's width in pixels that is looked for at one size
UNIT_SIDE = 32.0  # the network tells widths as logarithms of this one's multiples
SMALLEST = 32  # pictures are halved down to about this shorter side
HOT = 0.2  # the least heat of a peak
MOST = 40  # spots of a picture that are looked at: there are more only in noise
SAME = 0.5  # peaks this near, in widths of the smaller die, may mean one die
ALIKE = 1.4  # ... if neither is so many times as wide as the other: two dice side by side may look like a large one


@dataclass(frozen=True)
class Spot:
    """A place where a die may lie: `center` (2,) of its top face and `side`, the width of its body, in pixels of the
    picture; `yaw` of a square face in radians, modulo a quarter turn; `heat` 0..1 that a die is there."""

    center: Floats
    side: float
    yaw: float
    heat: float


class Found(NamedTuple):
    """What the finder sees: `spots`, hottest first, and the `hand`, the part 0..1 of the picture that hands hide;
    `everywhere` if every place was looked at that may be a die."""

    spots: list[Spot]
    hand: float
    everywhere: bool = True


class Finder:
    """Finds dice and hands. Serves many threads."""

    def __init__(self) -> None:
        self._network = Network("finder.onnx")

    def find(self, picture: Picture, wanted: int | None = None) -> Found:
        """What is on a BGR picture (H, W, 3) uint8; of the spots that mean one die the hottest. Where it may leave
        out the less likely ones it looks only until so many dice as are `wanted` are found, or, if it is not known how
        many lie there (0), until some stand out."""
        longest = max(picture.shape)
        scale = first = min(1.0, WORK_SIDE / longest)
        seen = shrink(picture, scale)
        out = self._out(seen)
        hand, spots = _hand(out[_HAND], seen), _apart(_spots(_maps(out[:_HAND]), scale))
        if wanted and _all_found(spots[:wanted], wanted, WIDE / scale):
            return Found(spots[:MOST], hand, False)
        if wanted == 0 and (outstanding := _outstanding(spots, first, WIDE)):
            return Found(outstanding, hand, False)
        warm = [s.side for s in spots if s.heat >= WARM]
        while min(seen.shape[:2]) >= 2 * SMALLEST:
            seen, scale = shrink(seen, 0.5), scale / 2
            spots += self._found(seen, scale)
        if wanted == 0 and (outstanding := _outstanding(_apart(spots), first)):
            return Found(outstanding, hand, False)
        if first < 1 and min(warm, default=0.0) < (LARGE if wanted else ROOMY) / first:
            near = min(1.0, CLOSER_SIDE / longest)
            spots += self._found(shrink(picture, near), near)
        return Found(_apart(spots)[:MOST], hand)

    def _found(self, seen: Picture, scale: float) -> list[Spot]:
        """The spots of one size of a picture, in pixels of the picture that it is `scale` of."""
        return _spots(_maps(self._out(seen)[:_HAND]), scale)

    def _out(self, seen: Picture) -> Floats:
        answers: Floats = self._network.run(_padded(seen)[None])[0]
        return answers


def _all_found(hottest: list[Spot], wanted: int, wide: float) -> bool:
    """True if these are as many dice as are wanted: each may be one, together they are plain, and none is so wide that
    others may be too wide to be seen at this size."""
    heats = [spot.heat for spot in hottest]
    narrow = all(spot.side <= wide for spot in hottest)
    return len(heats) == wanted and narrow and min(heats) >= CERTAIN and sum(heats) >= PLAINLY * wanted


def _outstanding(spots: list[Spot], scale: float, wide: float = np.inf) -> list[Spot]:
    """The dice, if each is found for certain, nothing else is even warm, and none is so small or so `wide` that others
    of its size may not have been seen at this `scale`; else none."""
    dice = [spot for spot in spots if spot.heat >= CERTAIN]
    clear = len(dice) <= MOST and all(spot.heat < WARM for spot in spots[len(dice) :])
    widths = [spot.side * scale for spot in dice]
    fit = all((width >= NARROW or scale == 1) and width <= wide for width in widths)
    return dice if clear and fit else []


def _padded(picture: Picture) -> Picture:
    """The picture in a black margin, so that the middle of a die may lie outside."""
    height, width = picture.shape[:2]
    down, right = MARGIN + -height % 16, MARGIN + -width % 16
    return np.asarray(cv2.copyMakeBorder(picture, MARGIN, down, MARGIN, right, cv2.BORDER_CONSTANT), np.uint8)


def _maps(out: Floats) -> Floats:
    """The network's answers (4 * n, H, W) as n maps (n, 2 H, 2 W)."""
    count, height, width = out.shape
    squares = out.reshape(count // 4, 2, 2, height, width)
    return squares.transpose(0, 3, 1, 4, 2).reshape(count // 4, 2 * height, 2 * width)


def _hand(logits: Floats, seen: Picture) -> float:
    """The part of a picture (H, W, 3) where a hand is likelier than not that reaches in over its border, of the answers
    for squares of four cells."""
    margin, square = MARGIN // (2 * STRIDE), 2 * STRIDE
    rows, columns = -(-seen.shape[0] // square), -(-seen.shape[1] // square)
    inside = (logits[margin : margin + rows, margin : margin + columns] > 0).astype(np.uint8)
    parts = cv2.connectedComponentsWithStats(inside)[2][1:]
    left, top, wide, high = parts[:, :4].T
    entering = (left <= 1) | (top <= 1) | (left + wide >= columns - 1) | (top + high >= rows - 1)
    return float(parts[entering, cv2.CC_STAT_AREA].sum() / inside.size)


def _spots(out: Floats, scale: float) -> list[Spot]:
    heat: Floats = 1 / (1 + np.exp(-out[0]))
    rows, columns = np.nonzero((heat >= HOT) & (heat >= _highest(heat)))
    found = []
    for row, column in zip(rows, columns, strict=True):
        there = out[:, row, column]
        side = float(np.exp(np.clip(there[3], -3, 3))) * UNIT_SIDE
        if SIDES[0] <= side <= SIDES[1]:
            middle = ((np.array([column, row]) + there[1:3] + 0.5) * STRIDE - MARGIN) / scale - 0.5
            yaw = float(np.arctan2(there[5], there[4])) / 4
            found.append(Spot(middle, side / scale, yaw, float(heat[row, column])))
    return found


def _highest(heat: Floats) -> NDArray[np.float32]:
    return np.asarray(cv2.dilate(heat, np.ones((3, 3), np.uint8)), np.float32)


def _apart(spots: list[Spot]) -> list[Spot]:
    """The hottest first, without those that mean the same die as a hotter one."""
    kept: list[Spot] = []
    for spot in sorted(spots, key=lambda s: s.heat, reverse=True):
        if not any(_same(spot, other) for other in kept):
            kept.append(spot)
    return kept


def _same(a: Spot, b: Spot) -> bool:
    small, large = sorted((a.side, b.side))
    return large < ALIKE * small and float(np.linalg.norm(a.center - b.center)) < SAME * small
