"""Noise and spoilt pictures: no crash, no hang, and never a sure reading from what holds no dice."""

from __future__ import annotations

import contextlib
import faulthandler
import math
import random
from collections.abc import Callable, Iterator

import numpy as np
import pytest

from tests.vision.noise import NOISES, Chance, Picture
from vision.dice.die import FACES, Die, Reading, Status
from vision.dice.expect import parse_expected
from vision.dice.reader import Reader
from vision.draw import jpeg
from vision.picture import PictureError, decode_picture
from vision.tray import Tray

READER = Reader()
SEEDS = range(3)
SIZES = [(360, 640), (240, 320), (333, 217)]
EXPECTATIONS = ["", "d6", "3*d6:white,3*d6:red", "number_die:white,number_die:red", "event_die", "d12"]
HANG_S = 300


@pytest.fixture(autouse=True)
def _no_hang() -> Iterator[None]:
    """Ends the run with a traceback where a reading never ends. It says nothing about speed."""
    faulthandler.dump_traceback_later(HANG_S, exit=True)
    yield
    faulthandler.cancel_dump_traceback_later()


def sound(reading: Reading, picture: Picture) -> Reading:
    """Whatever a picture holds, a reading makes sense."""
    height, width = picture.shape[:2]
    for die in reading.dice:
        assert reading.status is not Status.OK or die.value in FACES[die.kind]
        assert 0 <= die.confidence <= 1
        assert all(math.isfinite(v) for point in (die.center, *die.polygon) for v in point)
        assert -width <= die.center[0] <= 2 * width
        assert -height <= die.center[1] <= 2 * height
    assert (reading.status is Status.UNSURE) == (reading.doubt is not None)
    assert bool(reading.reason) == (reading.status is Status.UNSURE)
    return reading


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("noise", NOISES, ids=lambda noise: noise.__name__)
def test_nothing_sure_is_read_from_noise(noise: Callable[[Chance, int, int], Picture], seed: int) -> None:
    chance = np.random.default_rng([seed, *noise.__name__.encode()])
    picture = noise(chance, *SIZES[seed % len(SIZES)])
    for expect in ("", EXPECTATIONS[1 + seed % (len(EXPECTATIONS) - 1)]):
        reading = sound(READER.read(picture, parse_expected(expect)), picture)
        assert reading.status is not Status.OK, (
            f"expecting {expect!r}: {[(d.value, d.confidence) for d in reading.dice]}"
        )


@pytest.mark.parametrize(
    "size",
    [(1, 1), (1, 300), (300, 1), (2, 3), (7, 7), (16, 16), (17, 2000), (2000, 17)],
)
@pytest.mark.parametrize("level", [0, 127, 255])
def test_pictures_too_small_for_a_die_hold_none(size: tuple[int, int], level: int) -> None:
    picture = np.full((*size, 3), level, np.uint8)
    assert sound(READER.read(picture, parse_expected("d6")), picture).status is not Status.OK
    assert sound(READER.read(picture), picture).status is not Status.OK


THROWN = [("d6", "white", 5), ("d6", "red", 2), ("d6", "white", 3)]
EXPECTED = parse_expected("2*d6:white,d6:red")


@pytest.fixture(scope="module")
def tray() -> Picture:
    made = Tray(chance=random.Random(1))
    return made.compose(made.place(THROWN))


def values(dice: tuple[Die, ...]) -> list[tuple[str | None, int | str]]:
    return sorted((d.colour, d.value) for d in dice)


@pytest.mark.parametrize("seed", range(16))
def test_a_spoilt_jpeg_is_refused_or_read_right_or_doubted(tray: Picture, seed: int) -> None:
    """Flipped, lost, doubled and foreign bytes; only the whole picture's dice may ever be sure."""
    chance = np.random.default_rng(seed)
    spoilt = spoil(chance, jpeg(tray, width_px=640))
    with contextlib.suppress(PictureError):  # refused: just as good
        picture = decode_picture(spoilt, "spoilt.jpg")
        never_another_roll(sound(READER.read(picture, EXPECTED), picture))


def never_another_roll(reading: Reading) -> None:
    if reading.status is Status.OK:
        assert values(reading.dice) == sorted((colour, value) for _, colour, value in THROWN)


def spoil(chance: Chance, coded: bytes) -> bytes:
    way, at, much = int(chance.integers(4)), int(chance.integers(2, len(coded))), int(chance.integers(1, 40))
    if way == 0:
        body = bytearray(coded)
        for place in chance.integers(2, len(coded), much):
            body[place] ^= 1 << int(chance.integers(8))
        return bytes(body)
    if way == 1:
        return coded[:at] + coded[at + much :]
    if way == 2:
        return coded[:at] + coded[at - min(at, much) :]
    return coded[:at] + chance.bytes(much) + coded[at + much :]


@pytest.mark.parametrize("seed", range(6))
def test_a_half_hidden_tray_is_never_sure_of_another_roll(tray: Picture, seed: int) -> None:
    """Parts of the picture under noise, as a broken stream leaves them."""
    chance = np.random.default_rng(seed)
    picture = tray.copy()
    height, width = picture.shape[:2]
    for _ in range(4):
        y, x = int(chance.integers(height - 90)), int(chance.integers(width - 160))
        noise = NOISES[int(chance.integers(len(NOISES)))]
        picture[y : y + 90, x : x + 160] = noise(chance, 90, 160)
    never_another_roll(sound(READER.read(picture, EXPECTED), picture))
