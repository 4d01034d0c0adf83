"""The second look: a network that sees one die at a time, close up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.finder import Spot
from vision.dice.names import BODIES, FACES, STATES
from vision.dice.network import Network, softmax
from vision.dice.picture import Floats, Picture, shrink

SIZE = 72  # pixels of a crop's side
COVER = 1.6  # widths of the die that a crop shows
AGAIN = 0.97  # a die that is less sure at first sight is looked at once more, turned by a quarter
SIGNATURE = 64
CLOSER = 0.62  # width of a D12's top over its body's: the second look at it shows so much less
RING = (0.29, 0.43)  # widths of the die from its middle: there most of a face is body, not ink
MAYBE_D12 = 0.3  # from these odds on a body is looked at as a D12
BLOWN = 250  # level at which a sensor is full
LEFT = 0.2  # the least share of a ring that is not blown and tells its colour


@dataclass(frozen=True)
class Look:
    """What the network makes of one die: odds of `names.FACES` (29,), `names.BODIES` (4,) and `names.STATES` (4,);
    `signature` (64,), of unit length, is alike for like faces, also of dice it was not taught; `colour` (3,) is the
    body's, BGR."""

    faces: Floats
    bodies: Floats
    states: Floats
    signature: Floats
    colour: Floats


class FaceReader:
    """Looks at dice. Serves many threads."""

    def __init__(self) -> None:
        self._network = Network("faces.onnx")

    def look(self, picture: Picture, spots: Sequence[Spot]) -> list[Look]:
        """One Look for each spot of a BGR picture (H, W, 3) uint8."""
        levels = pyramid(picture)
        looks = self._look(levels, spots, 1.0)
        many = [k for k, look in enumerate(looks) if look.bodies[_D12] > MAYBE_D12]
        closer = self._look(levels, [spots[k] for k in many], CLOSER)
        for k, near in zip(many, closer, strict=True):
            looks[k] = replace(looks[k], faces=(looks[k].faces + near.faces) / 2)
        return looks

    def signatures(self, crops: NDArray[np.uint8]) -> Floats:
        """The signatures (N, 64) of crops (N, SIZE, SIZE, 3)."""
        told = self._network.run(crops)[:, -SIGNATURE:]
        unit: Floats = told / np.maximum(np.linalg.norm(told, axis=1, keepdims=True), 1e-6)
        return unit

    def _look(self, levels: Sequence[Picture], spots: Sequence[Spot], zoom: float) -> list[Look]:
        """Looks once, and at those that are unsure again from another side."""
        if not spots:
            return []
        upright = np.stack([crop(levels, s.center, zoom * s.side, s.yaw) for s in spots])
        rows = list(self._network.run(upright)[:, None])
        unsure = [k for k, row in enumerate(rows) if softmax(row[0, : len(FACES)]).max() < AGAIN]
        if unsure:
            turned = np.stack([np.rot90(upright[k]) for k in unsure])
            for k, row in zip(unsure, self._network.run(turned), strict=True):
                rows[k] = np.concatenate([rows[k], row[None]])
        return [_pooled(out, colour_of(seen)) for out, seen in zip(rows, upright, strict=True)]


def _pooled(out: Floats, colour: Floats) -> Look:
    """The looks (T, 101) at one die from several sides as one: the mean of what they say."""
    ends = np.cumsum([len(FACES), len(BODIES), len(STATES)])
    faces, bodies, states, signatures = np.split(out, ends, axis=1)
    signature = signatures.mean(axis=0)
    signature = signature / max(float(np.linalg.norm(signature)), 1e-6)
    odds = [softmax(part).mean(axis=0) for part in (faces, bodies, states)]
    return Look(odds[0], odds[1], odds[2], signature, colour)


_D12 = BODIES.index("d12")


def _ring() -> NDArray[np.bool_]:
    off = np.abs(np.arange(SIZE) - (SIZE - 1) / 2) * COVER / SIZE
    reach = np.maximum(off[:, None], off[None, :])
    return np.asarray((reach > RING[0]) & (reach < RING[1]))


_RING = _ring()


def colour_of(seen: NDArray[np.uint8]) -> Floats:
    """The body colour (3,) BGR of a die in a crop (SIZE, SIZE, 3) that is turned as its face is."""
    pixels = seen[_RING]
    told = pixels[pixels.min(axis=1) < BLOWN]
    enough = len(told) >= LEFT * len(pixels)
    return np.asarray(np.median(told if enough else pixels, axis=0), np.float32)


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
