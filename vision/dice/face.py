"""The second look: a network that sees one die at a time, close up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.finder import Spot
from vision.dice.names import BODIES, FACES, PIPS, STATES
from vision.dice.network import Network, softmax
from vision.dice.picture import Floats, Picture, shrink

SIZE = 64  # pixels of a crop's side
COVER = 1.5  # widths of the die that a crop shows
AGAIN = 0.92  # a die that is less sure at first sight is looked at once more, turned by a quarter
ASTRAY = 0.12  # widths of the die: if the finder was off by more, the first sight counts no longer
FARTHEST = 0.5  # widths of the die that one look may move it
SIGNATURE = 64
CLOSER = 0.62  # width of a D12's top over its body's: the closer looks at it show so much less
RING = (0.29, 0.43)  # widths of the die from its middle: there most of a face is body, not ink
MAYBE_D12 = 0.3  # from these odds on a body is looked at as a D12
BLOWN = 250  # level at which a sensor is full
LEFT = 0.2  # the least share of a ring that is not blown and tells its colour
SURELY_NOTHING = 0.7  # from these odds on no second sight is worth while
D12_TURNS = (0.0, 4 * np.pi / 5)  # the turns of the closer looks at a pentagon
MOSTLY_PIPS = 0.5
CUBE_WIDTHS, D12_WIDTHS = (0.93, 1.07), (1.0, CLOSER)  # of a long look, the second dimmed
DIMMED = 1.6  # the gamma that dims
_DIM = np.rint(255 * np.linspace(0, 1, 256) ** DIMMED).astype(np.uint8)
_D12, _NOTHING = BODIES.index("d12"), FACES.index("nothing")
_PIPS = [FACES.index(face) for face in PIPS]
_PARTS = np.cumsum([len(FACES), len(BODIES), len(STATES), 9])


@dataclass(frozen=True)
class Look:
    """What the network makes of one die: odds of `names.FACES` (29,), `names.BODIES` (4,) and `names.STATES` (5,);
    `signature` (64,), of unit length, is alike for like faces, also of dice it was not taught; `colour` (3,) is the
    body's, BGR; `spot` is where it sees the die, closer than the finder could; `drop` (2,) is how far from the middle
    of the top face that of the face below appears, in widths of the die: what is seen of its sides."""

    faces: Floats
    bodies: Floats
    states: Floats
    signature: Floats
    colour: Floats
    spot: Spot
    drop: Floats

    @property
    def is_d12(self) -> bool:
        return _is_d12(self.bodies, self.faces)


def _is_d12(bodies: Floats, faces: Floats) -> bool:
    """True if it may be a D12: none has pips, but a cube with round corners, close up, looks like one."""
    return bool(bodies[_D12] > MAYBE_D12 and faces[_PIPS].sum() < MOSTLY_PIPS)


@dataclass(frozen=True)
class _Sight:
    """One output of the network for a crop around `spot`, turned by `turn`, `wide` times as wide as usual."""

    faces: Floats
    bodies: Floats
    states: Floats
    pose: Floats
    signature: Floats
    spot: Spot
    turn: float
    wide: float = 1.0

    @property
    def is_d12(self) -> bool:
        return _is_d12(self.bodies, self.faces)

    @property
    def off(self) -> float:
        """Widths of the die by which the crop was beside its middle."""
        return float(np.linalg.norm(self.pose[:2])) * self.wide

    def _turned(self, vector: Floats) -> Floats:
        c, s = np.cos(self.turn), np.sin(self.turn)
        return np.array([[c, -s], [s, c]]) @ vector

    def placed(self) -> Spot:
        """Where the die is, as it seems here."""
        pose = self.pose
        shift = pose[:2] * min(1.0, FARTHEST / max(float(np.linalg.norm(pose[:2])), 1e-6))
        folds, way = (5, pose[5:7]) if self.is_d12 else (4, pose[3:5])
        yaw = self.turn + float(np.arctan2(way[1], way[0])) / folds
        side = self.spot.side * float(np.exp(np.clip(pose[2], -0.5, 0.5)))
        return Spot(self.spot.center + self._turned(shift) * self.wide * self.spot.side, side, yaw, self.spot.heat)

    @property
    def drop(self) -> Floats:
        return self._turned(self.pose[7:9])


class FaceReader:
    """Looks at dice. Serves many threads."""

    def __init__(self) -> None:
        self._network = Network("faces.onnx", plain=True)

    def look(self, picture: Picture, spots: Sequence[Spot]) -> list[Look]:
        """One Look for each spot of a BGR picture (H, W, 3) uint8: where a first sight is unsure or off, more than
        one, at where the die seems to be."""
        levels = pyramid(picture)
        sights = [[s] for s in self._see(levels, [(spot, spot.yaw, 1.0) for spot in spots])]
        wanted = [(k, view) for k, (first,) in enumerate(sights) for view in _again(first)]
        for (k, _), sight in zip(wanted, self._see(levels, [view for _, view in wanted]), strict=True):
            sights[k].append(sight)
        return [_pooled(seen, levels) for seen in sights]

    def look_long(self, picture: Picture, looks: Sequence[Look]) -> list[Look]:
        """The same dice, seen all round at two widths, at one of them dimmed, which brings out what light has washed
        out: the mean is right more often than a first sight, and takes several times as long."""
        levels = pyramid(picture)
        dimmed = [np.asarray(cv2.LUT(level, _DIM), np.uint8) for level in levels]
        long = []
        for look in looks:
            lit, dim = _all_round(look)
            long.append(_steadied(look, self._see(levels, lit) + self._see(dimmed, dim)))
        return long

    def signatures(self, crops: NDArray[np.uint8]) -> Floats:
        """The signatures (N, 64) of crops (N, SIZE, SIZE, 3)."""
        told = self._network.run(crops)[:, -SIGNATURE:]
        unit: Floats = told / np.maximum(np.linalg.norm(told, axis=1, keepdims=True), 1e-6)
        return unit

    def _see(self, levels: Sequence[Picture], views: Sequence[tuple[Spot, float, float]]) -> list[_Sight]:
        if not views:
            return []
        crops = np.stack([crop(levels, spot.center, wide * spot.side, turn) for spot, turn, wide in views])
        faces, bodies, states, poses, signatures = np.split(self._network.run(crops), _PARTS, axis=1)
        told = zip(softmax(faces), softmax(bodies), softmax(states), poses, signatures, strict=True)
        return [_Sight(*parts, *view) for parts, view in zip(told, views, strict=True)]


def _again(first: _Sight) -> list[tuple[Spot, float, float]]:
    """The views with which to look once more at what was seen first."""
    if first.faces[_NOTHING] > SURELY_NOTHING:
        return []
    spot = first.placed()
    if first.is_d12:
        return [(spot, spot.yaw + turn, CLOSER) for turn in D12_TURNS]
    if first.faces.max() < AGAIN or first.off > ASTRAY:
        return [(spot, spot.yaw + np.pi / 2, 1.0)]
    return []


def _all_round(look: Look) -> list[list[tuple[Spot, float, float]]]:
    """The views of a long look, by their widths."""
    folds, widths = (5, D12_WIDTHS) if look.is_d12 else (4, CUBE_WIDTHS)
    turns = look.spot.yaw + 2 * np.pi / folds * np.arange(folds)
    return [[(look.spot, float(turn), wide) for turn in turns] for wide in widths]


def _steadied(look: Look, sights: Sequence[_Sight]) -> Look:
    """What a long look tells: of a D12 the closer sights tell the face, the others the rest."""
    whole = [s for s in sights if s.wide != CLOSER]
    near = [s for s in sights if s.wide == CLOSER] or whole
    return _mean(near, whole, look.spot, look.colour)


def _pooled(sights: Sequence[_Sight], levels: Sequence[Picture]) -> Look:
    """What several sights of one die tell together: the mean, without a first one that was too far off."""
    first, *others = sights
    good = others if others and (first.off > ASTRAY or first.is_d12) else sights
    whole = [first] if first.is_d12 else good
    spot = whole[-1].placed()
    return _mean(good, whole, spot, colour_of(crop(levels, spot.center, spot.side, spot.yaw)))


def _mean(faces: Sequence[_Sight], whole: Sequence[_Sight], spot: Spot, colour: Floats) -> Look:
    """What sights tell of the face, and others of the whole die."""
    signature = np.mean([s.signature for s in faces], axis=0)
    return Look(
        faces=np.mean([s.faces for s in faces], axis=0),
        bodies=np.mean([s.bodies for s in whole], axis=0),
        states=np.mean([s.states for s in whole], axis=0),
        signature=signature / max(float(np.linalg.norm(signature)), 1e-6),
        colour=colour,
        spot=spot,
        drop=np.mean([s.drop for s in whole], axis=0),
    )


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


def crop(
    levels: Sequence[Picture], center: Floats, side: float, turn: float, size: int = SIZE, cover: float = COVER
) -> NDArray[np.uint8]:
    """(size, size, 3) around `center` (2,) of the first of `levels`, each half the size of the one before; `cover`
    times `side` wide, `turn`ed in radians."""
    step = cover * side / size  # picture pixels a crop pixel
    depth = int(np.clip(np.ceil(np.log2(max(step, 1e-3) / 1.6)), 0, len(levels) - 1))
    axes = step * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    offset = np.asarray(center) - axes @ np.full(2, (size - 1) / 2)
    matrix = np.column_stack([axes, offset + 0.5]) * 0.5**depth
    matrix[:, 2] -= 0.5
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    seen = cv2.warpAffine(levels[depth], matrix, (size, size), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, np.uint8)
