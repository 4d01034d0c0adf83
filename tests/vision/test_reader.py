"""The reader on pictures drawn here, on renders and on photographs: right, or a named doubt."""

from __future__ import annotations

import json
import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.dice.die import Doubt, Reading, Status, Value
from vision.dice.expect import Expected, parse_expected
from vision.dice.picture import Picture
from vision.dice.reader import Reader
from vision.tray import Tray, Wanted

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data"
READER = Reader()
CUBES: list[Wanted] = [
    *((("d6", colour, value)) for colour in ("white", "red", "black", "blue") for value in range(1, 7)),
    *(("number_die", colour, value) for colour in ("white", "red") for value in range(4)),
    *(("event_die", "white", value) for value in ("red_card", "yellow_card", "injured", "blank")),
    *(("star_green", "green", value) for value in range(1, 4)),
    *(("star_white", "white", value) for value in ("star", "two_stars", "red_x", "blank")),
]

needs_data = pytest.mark.skipif(not DATA.is_dir(), reason=f"the pictures with truth are not at {DATA}")


def scene(*dice: Wanted, seed: int = 1) -> Picture:
    """Dice on the simulated tray."""
    tray = Tray(chance=random.Random(seed))
    return tray.compose(tray.place(dice))


def d6(*values: int, colour: str = "white") -> list[Wanted]:
    return [("d6", colour, value) for value in values]


def values(reading: Reading) -> list[Value]:
    return sorted((die.value for die in reading.dice), key=str)


def test_an_empty_tray_is_empty() -> None:
    reading = READER.read(scene())
    assert (reading.status, reading.dice) == (Status.EMPTY, ())


def test_expected_dice_are_read() -> None:
    doubted = []
    for number, (kind, colour, value) in enumerate(CUBES):
        reading = READER.read(scene((kind, colour, value), seed=number), (Expected(kind, colour),))
        if reading.status is not Status.OK:
            doubted.append((kind, colour, value, reading.reason))
            continue
        seen = reading.dice[0]
        assert (seen.kind, seen.colour, seen.value, len(seen.polygon)) == (kind, colour, value, 4)
    assert not doubted


@pytest.mark.parametrize("die", [d for d in CUBES if d[0] == "d6"], ids=lambda die: "-".join(map(str, die)))
def test_a_d6_is_read_where_nothing_is_expected(die: Wanted) -> None:
    reading = READER.read(scene(die))
    assert (reading.status, values(reading), reading.dice[0].kind) == (Status.OK, [die[2]], "d6"), reading.reason


@pytest.mark.parametrize("colour", ["red", "yellow"])
@pytest.mark.parametrize("value", range(1, 13))
def test_a_d12_is_read_or_doubted(colour: str, value: int) -> None:
    reading = READER.read(scene(("d12", colour, value)), (Expected("d12", colour),))
    assert reading.status is not Status.OK or values(reading) == [value]
    assert len(reading.dice) == 1


def test_many_dice_are_read() -> None:
    reading = READER.read(scene(*d6(1, 5), *d6(2, 6, colour="red"), *d6(3, colour="black"), *d6(4, colour="blue")))
    assert (reading.status, values(reading)) == (Status.OK, [1, 2, 3, 4, 5, 6]), reading.reason


@pytest.mark.parametrize(
    ("dice", "expect", "doubt"),
    [
        ((), "number_die:white", Doubt.MISSING),
        (d6(2), "number_die:white,number_die:red", Doubt.MISSING),
        ((*d6(2), *d6(1, colour="red")), "number_die:white", Doubt.TOO_MANY),
        ((*d6(2), *d6(1, colour="blue")), "number_die:white,number_die:red", Doubt.WRONG_COLOUR),
        ((*d6(5), *d6(1, colour="red")), "number_die:white,number_die:red", Doubt.UNKNOWN_KIND),
        (d6(2), "event_die:white", Doubt.UNKNOWN_KIND),
    ],
)
def test_other_dice_than_expected_are_a_doubt(dice: tuple[Wanted, ...], expect: str, doubt: Doubt) -> None:
    reading = READER.read(scene(*dice), parse_expected(expect))
    assert (reading.status, reading.doubt) == (Status.UNSURE, doubt), reading.reason
    assert reading.reason


def test_kind_and_colour_come_from_what_is_expected() -> None:
    dice = [("number_die", "white", 3), ("number_die", "red", 1)]
    reading = READER.read(scene(*dice), (Expected("number_die", "red"), Expected("number_die", "white")))
    assert reading.status is Status.OK, reading.reason
    assert sorted((d.kind, str(d.colour), d.value) for d in reading.dice) == [
        ("number_die", "red", 1),
        ("number_die", "white", 3),
    ]


def test_pips_beside_an_event_die_may_be_a_number_dies() -> None:
    reading = READER.read(scene(("event_die", "white", "red_card"), *d6(2)))
    assert (reading.status, reading.doubt) == (Status.UNSURE, Doubt.UNKNOWN_KIND)


def test_the_missing_die_is_named() -> None:
    reading = READER.read(scene(*d6(1, colour="red")), parse_expected("number_die:white,number_die:red"))
    assert reading.reason == "one white number die is missing"


@pytest.mark.parametrize("shape", [(0, 0, 3), (10, 10), (10, 10, 4)])
def test_what_is_no_picture_is_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="expected a picture"):
        READER.read(np.zeros(shape, np.uint8))


@pytest.mark.parametrize("side", [1, 2, 3, 7, 16])
def test_the_smallest_pictures_are_read_as_empty(side: int) -> None:
    assert READER.read(np.full((side, side, 3), 90, np.uint8)).status is Status.EMPTY


@settings(max_examples=12, deadline=None)
@given(value=st.integers(1, 6), quarter=st.integers(0, 3), gain=st.floats(0.7, 1.1), scale=st.floats(0.8, 1.6))
def test_turn_size_and_light_do_not_change_the_value(value: int, quarter: int, gain: float, scale: float) -> None:
    picture = np.clip(scene(*d6(value))[100:620, 200:1080] * gain, 0, 255).astype(np.uint8)
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
@given(left=st.integers(-60, 60), top=st.integers(-60, 60), value=st.integers(1, 6))
def test_a_die_that_is_cut_shows_its_value_or_none(left: int, top: int, value: int) -> None:
    tray = Tray(chance=random.Random(2))
    (placed,) = tray.place(d6(value))
    x, y = placed.center_px
    cut = tray.compose([placed])[max(0, y + top) : y + 300, max(0, x + left) : x + 300]
    reading = READER.read(np.ascontiguousarray(cut), (Expected("d6"),))
    assert reading.status is not Status.OK or values(reading) == [value]


def test_places_are_pixels_of_the_picture_handed_in() -> None:
    tray = Tray(chance=random.Random(3))
    (placed,) = tray.place(d6(4))
    reading = READER.read(cv2.resize(tray.compose([placed]), None, fx=3, fy=3))
    assert reading.status is Status.OK, reading.reason
    assert np.linalg.norm(np.subtract(reading.dice[0].center, np.multiply(placed.center_px, 3))) < 45


def test_one_reader_serves_many_threads() -> None:
    pictures = [scene(*d6(v, 7 - v), seed=v) for v in range(1, 7)]
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


@pytest.mark.parametrize("number", range(2, 8))
def test_a_die_that_was_left_in_the_tray_is_noticed(number: int) -> None:
    for seed in range(3):
        dice = random.Random(10 * number + seed).choices([d for d in CUBES if d[0] == "d6"], k=number)
        reading = READER.read(scene(*dice, seed=seed), (Expected("d6", count=number - 1),))
        assert (reading.status, reading.doubt) == (Status.UNSURE, Doubt.TOO_MANY), reading.reason


@needs_data
def test_a_die_too_many_is_noticed() -> None:
    """A die that was left in the tray from the roll before, often one that is hardly as plain as the others."""
    lines = [json.loads(line) for line in (DATA / "trays" / "truth.jsonl").read_text().splitlines()]
    plain = [t for t in lines if t["game"] in ("plain", "tormauer") and all(d["readable"] for d in t["dice"])]
    several = [t for t in plain if len(t["dice"]) > 1][:40]
    missed = []
    for truth in several:
        spec = (Expected("d6", count=len(truth["dice"]) - 1),)
        reading = READER.read(np.asarray(cv2.imread(str(DATA / "trays" / truth["image"])), np.uint8), spec)
        missed += [truth["image"]] if reading.status is Status.OK else []
    assert len(missed) <= 0.03 * len(several), missed


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
