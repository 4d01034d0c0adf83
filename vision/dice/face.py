"""The second look: a network that sees one die at a time, close up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.finder import Spot
from vision.dice.names import BODIES, FACES, STATES
from vision.dice.network import Network, softmax
from vision.dice.picture import Floats, Picture, shrink

SIZE = 72  # pixels of a crop's side
COVER = 1.6  # widths of the die that a crop shows
TURNS = (0.0, np.pi / 2)  # each die is looked at turned by these
SIGNATURE = 64


@dataclass(frozen=True)
class Look:
    """What the network makes of one die: odds of `names.FACES` (29,), `names.BODIES` (4,) and `names.STATES` (4,);
    `signature` (64,), of unit length, is alike for like faces, also of dice it was not taught."""

    faces: Floats
    bodies: Floats
    states: Floats
    signature: Floats


class FaceReader:
    """Looks at dice. Serves many threads."""

    def __init__(self) -> None:
        self._network = Network("faces.onnx")

    def look(self, picture: Picture, spots: Sequence[Spot]) -> list[Look]:
        """One Look for each spot of a BGR picture (H, W, 3) uint8."""
        if not spots:
            return []
        levels = pyramid(picture)
        crops = np.stack([crop(levels, s.center, s.side, s.yaw + turn) for s in spots for turn in TURNS])
        return self.look_at(crops.reshape(len(spots), len(TURNS), SIZE, SIZE, 3))

    def look_at(self, crops: NDArray[np.uint8]) -> list[Look]:
        """One Look for each of the dice in crops (N, T, SIZE, SIZE, 3): T of each die, turned."""
        out = self._network.run(crops.reshape(-1, SIZE, SIZE, 3))
        return [_pooled(rows) for rows in out.reshape(*crops.shape[:2], -1)]


def _pooled(out: Floats) -> Look:
    """The looks (T, 101) at one die from several sides as one: the mean of what they say."""
    ends = np.cumsum([len(FACES), len(BODIES), len(STATES)])
    faces, bodies, states, signatures = np.split(out, ends, axis=1)
    signature = signatures.mean(axis=0)
    signature = signature / max(float(np.linalg.norm(signature)), 1e-6)
    odds = [softmax(part).mean(axis=0) for part in (faces, bodies, states)]
    return Look(odds[0], odds[1], odds[2], signature)


def pyramid(picture: Picture) -> list[Picture]:
    """The picture, and each half the size of the one before, down to a crop's size."""
    levels = [picture]
    while min(levels[-1].shape[:2]) > SIZE:
        levels.append(shrink(levels[-1], 0.5))
    return levels


def crop(levels: Sequence[Picture], center: Floats, side: float, turn: float) -> NDArray[np.uint8]:
    """(SIZE, SIZE, 3) around `center` (2,) of the first of `levels`, each half the size of the one before; `turn`ed in
    radians."""
    step = COVER * side / SIZE  # picture pixels a crop pixel
    depth = int(np.clip(np.ceil(np.log2(max(step, 1e-3) / 1.6)), 0, len(levels) - 1))
    axes = step * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    offset = np.asarray(center) - axes @ np.full(2, (SIZE - 1) / 2)
    matrix = np.column_stack([axes, offset + 0.5]) * 0.5**depth
    matrix[:, 2] -= 0.5
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    seen = cv2.warpAffine(levels[depth], matrix, (SIZE, SIZE), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.uint8)
