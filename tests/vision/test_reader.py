"""The reader on pictures drawn here, on renders and on photographs: right, or a named doubt."""

from __future__ import annotations

import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.drawn import BGR, Drawn, Picture, draw, table
from vision.dice.die import Doubt, Reading, Status
from vision.dice.expect import Expected, parse_expected
from vision.dice.reader import Reader

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"
READER = Reader()
INK = {"white": "black", "red": "white", "black": "white", "blue": "white", "green": "white", "ivory": "black"}

needs_data = pytest.mark.skipif(not DATA.is_dir(), reason=f"the pictures with truth are not at {DATA}")


def scene(*dice: tuple[str, int], yaw: float = 20.0, side: float = 52.0) -> Picture:
    """Dice in a row, 110 pixels apart, on green cloth."""
    row = [
        Drawn(value, (80 + 110 * i, 120), side, yaw + 31 * i, BGR[colour], BGR[INK[colour]])
        for i, (colour, value) in enumerate(dice)
    ]
    return draw(table(max(320, 60 + 110 * len(dice)), 240), row)


def values(reading: Reading) -> list[int | str]:
    return sorted((die.value for die in reading.dice), key=str)


@pytest.mark.parametrize("colour", [(60, 95, 40), (40, 70, 120), (200, 205, 210), (30, 30, 30)])
def test_an_empty_table_is_empty(colour: tuple[int, int, int]) -> None:
    reading = READER.read(table(480, 360, colour))
    assert (reading.status, reading.dice) == (Status.EMPTY, ())


@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("colour", ["white", "red", "black", "blue"])
def test_one_die_is_read(value: int, colour: str) -> None:
    reading = READER.read(scene((colour, value)))
    assert (reading.status, values(reading)) == (Status.OK, [value]), reading.reason
    die = reading.dice[0]
    assert (die.kind, len(die.polygon)) == ("d6", 4)
    assert np.linalg.norm(np.subtract(die.center, (80, 120))) < 4


def test_many_dice_are_read() -> None:
    reading = READER.read(scene(("white", 1), ("red", 2), ("black", 3), ("blue", 4), ("white", 5), ("red", 6)))
    assert (reading.status, values(reading)) == (Status.OK, [1, 2, 3, 4, 5, 6]), reading.reason


@pytest.mark.parametrize(
    ("dice", "expect", "doubt"),
    [
        ((), "number_die:white", Doubt.MISSING),
        ((("white", 2),), "number_die:white,number_die:red", Doubt.MISSING),
        ((("white", 2), ("red", 1)), "number_die:white", Doubt.TOO_MANY),
        ((("white", 2), ("blue", 1)), "number_die:white,number_die:red", Doubt.WRONG_COLOUR),
        ((("white", 5), ("red", 1)), "number_die:white,number_die:red", Doubt.UNREADABLE),
        ((("white", 2),), "event_die:white", Doubt.UNKNOWN_KIND),
    ],
)
def test_other_dice_than_expected_are_a_doubt(dice: tuple[tuple[str, int], ...], expect: str, doubt: Doubt) -> None:
    reading = READER.read(scene(*dice), parse_expected(expect))
    assert (reading.status, reading.doubt) == (Status.UNSURE, doubt)
    assert reading.reason


def test_kind_and_colour_come_from_what_is_expected() -> None:
    reading = READER.read(
        scene(("white", 3), ("red", 1)), (Expected("number_die", "red"), Expected("number_die", "white"))
    )
    assert reading.status is Status.OK, reading.reason
    assert sorted((d.kind, d.colour, d.value) for d in reading.dice) == [
        ("number_die", "red", 1),
        ("number_die", "white", 3),
    ]


def test_the_missing_die_is_named() -> None:
    reading = READER.read(scene(("red", 1)), parse_expected("number_die:white,number_die:red"))
    assert reading.reason == "one white number die is missing"


@pytest.mark.parametrize("shape", [(0, 0, 3), (10, 10), (10, 10, 4)])
def test_what_is_no_picture_is_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="expected a picture"):
        READER.read(np.zeros(shape, np.uint8))


@settings(max_examples=12, deadline=None)
@given(value=st.integers(1, 6), quarter=st.integers(0, 3), gain=st.floats(0.7, 1.1), scale=st.floats(0.8, 2.5))
def test_turn_size_and_light_do_not_change_the_value(value: int, quarter: int, gain: float, scale: float) -> None:
    picture = np.clip(scene(("white", value)) * gain, 0, 255).astype(np.uint8)
    picture = np.ascontiguousarray(np.rot90(cv2.resize(picture, None, fx=scale, fy=scale), quarter))
    reading = READER.read(picture)
    assert reading.status is not Status.OK or values(reading) == [value]
    assert reading.status is not Status.EMPTY


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), grain=st.floats(1, 80), soft=st.floats(0.1, 4))
def test_noise_is_never_a_sure_reading(seed: int, grain: float, soft: float) -> None:
    noise = np.random.default_rng(seed).normal(128, grain, (240, 320, 3))
    assert READER.read(np.clip(cv2.GaussianBlur(noise, (0, 0), soft), 0, 255).astype(np.uint8)).status is not Status.OK


@settings(max_examples=15, deadline=None)
@given(left=st.integers(0, 110), top=st.integers(0, 130), value=st.integers(1, 6))
def test_a_crop_shows_the_value_or_none(left: int, top: int, value: int) -> None:
    reading = READER.read(scene(("white", value))[top:, left:])
    assert reading.status is not Status.OK or values(reading) == [value]


def test_a_slanted_die_shows_its_top_or_a_doubt() -> None:
    for value in range(1, 7):
        die = Drawn(value, (160, 120), 60, 35, slant=28, toward=70)
        reading = READER.read(draw(table(320, 240), [die]))
        assert reading.status is not Status.OK or values(reading) == [value]


def test_places_are_pixels_of_the_picture_handed_in() -> None:
    large = cv2.resize(scene(("white", 4)), None, fx=6, fy=6)
    reading = READER.read(large)
    assert reading.status is Status.OK, reading.reason
    assert np.linalg.norm(np.subtract(reading.dice[0].center, (480, 720))) < 25


def test_one_reader_serves_many_threads() -> None:
    pictures = [scene(("white", v), ("red", 7 - v)) for v in range(1, 7)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(READER.read, pictures)) == [READER.read(p) for p in pictures]


@needs_data
def test_renders_with_what_is_expected_are_never_silently_wrong() -> None:
    lines = [json.loads(line) for line in (DATA / "trays" / "truth.jsonl").read_text().splitlines()]
    sure = 0
    clean = [t for t in lines if t["game"] in ("plain", "tormauer") and all(d["readable"] for d in t["dice"])][:24]
    for truth in clean:
        want = Counter(int(d["value"]) for d in truth["dice"])
        spec = (Expected("d6", count=len(truth["dice"])),)
        reading = READER.read(np.asarray(cv2.imread(str(DATA / "trays" / truth["image"])), np.uint8), spec)
        if reading.status is Status.OK:
            sure += 1
            assert Counter(values(reading)) == want, truth["image"]
    assert sure >= 0.6 * len(clean)


@needs_data
def test_number_dice_in_the_demo_are_read() -> None:
    sprites = {(s["colour"], s["value"]): s["file"] for s in _kit()["sprites"] if s["kind"] == "number_die"}
    spec = parse_expected("number_die:white,number_die:red")
    for white in range(4):
        for red in range(4):
            picture = np.asarray(cv2.imread(str(DATA / "tray_kit" / "tray.png")), np.uint8)
            for file, x in ((sprites["white", white], 400), (sprites["red", red], 800)):
                _paste(picture, DATA / "tray_kit" / file, x, 300 + 20 * white)
            reading = READER.read(picture, spec)
            assert reading.status is Status.OK, reading.reason
            assert {d.colour: d.value for d in reading.dice} == {"white": white, "red": red}


def _kit() -> dict[str, list[dict[str, str]]]:
    kit: dict[str, list[dict[str, str]]] = json.loads((DATA / "tray_kit" / "sprites.json").read_text())
    return kit


def _paste(picture: Picture, file: Path, x: int, y: int) -> None:
    sprite = np.asarray(cv2.imread(str(file), cv2.IMREAD_UNCHANGED), np.float32)
    window = picture[y : y + sprite.shape[0], x : x + sprite.shape[1]]
    alpha = sprite[..., 3:] / 255
    window[:] = (window * (1 - alpha) + sprite[..., :3] * alpha).round().astype(np.uint8)
