"""Taught dice: the file, what is refused, and that a die no network knows is read, or is a doubt."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from tests.vision.drawn import BGR, Drawn, draw, table
from tests.vision.duel_die import FACES, beside, duel_die, pictures
from vision.dice.die import Doubt, Status
from vision.dice.expect import Expected, parse_expected
from vision.dice.face import SIZE
from vision.dice.reader import Reader
from vision.dice.shelf import Shelf, load_dice
from vision.dice.taught import (
    MOST_BYTES,
    MOST_FACES,
    MOST_SAMPLES,
    DieFileError,
    Sample,
    TaughtDie,
    load_die,
    parse_die,
    save_die,
    spell_die,
)
from vision.dice.teaching import TeachingError, advise, check, shown

READER = Reader()
DIE = duel_die(READER)
NOISE = np.random.default_rng(1).integers(0, 256, (90, 72, 72, 3)).astype(np.uint8)


def samples(count: int, first: int = 0) -> tuple[Sample, ...]:
    """Pictures of nothing, each another one."""
    return tuple(Sample.of(p // 8) for p in NOISE[first : first + count])


# -- the file ------------------------------------------------------------------------------------------------------


def test_a_die_comes_back_from_its_file_as_it_was(tmp_path: Path) -> None:
    die = replace(DIE, title="Würfel für Zweikämpfe", colour="yellow")
    path = tmp_path / "duel_die.die.json"
    save_die(die, path)
    assert load_die(path) == die
    assert [p.name for p in tmp_path.iterdir()] == [path.name]
    assert path.stat().st_size < 150_000


def test_a_png_will_do_as_well() -> None:
    png = Sample(cv2.imencode(".png", NOISE[0] // 64)[1].tobytes())
    die = TaughtDie("x", "x").with_face("a", png)
    assert parse_die(spell_die(die), "x").faces["a"] == (png,)
    assert png.picture.shape == (SIZE, SIZE, 3)


def faulty(change: Callable[[dict[str, Any]], object]) -> str:
    told = json.loads(spell_die(DIE))
    change(told)
    return json.dumps(told)


def packed(content: bytes) -> str:
    return base64.b64encode(content).decode()


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda d: d.pop("touchline_die"), '"touchline_die" is missing'),
        (lambda d: d.update(touchline_die=2), "touchline_die is 2, edition 1 is known"),
        (lambda d: d.update(touchline_die=True), "touchline_die is True"),
        (lambda d: d.update(color="red"), "'color' is no field of a die"),
        (lambda d: d.pop("body"), "the field body is missing"),
        (lambda d: d.update(name="Duel die"), "name is 'Duel die'; awaited"),
        (lambda d: d.update(name="d6"), "name is d6: that die is known already"),
        (lambda d: d.update(name=7), "name is 7"),
        (lambda d: d.update(title=""), "title is ''"),
        (lambda d: d.update(title="a\nb"), "title is 'a\\nb'"),
        (lambda d: d.update(body="egg"), "body is 'egg'; awaited: one of cube, d12, other"),
        (lambda d: d.update(colour=3), "colour is 3"),
        (lambda d: d.update(faces={}), "faces: awaited: a list"),
        (lambda d: d["faces"].append(d["faces"][0]), "faces[3]: 'won' is there twice"),
        (lambda d: d["faces"][1].pop("value"), "faces[1]: awaited: an object with value and samples"),
        (lambda d: d["faces"][1].update(value=3), "faces[1]: value is 3"),
        (lambda d: d["faces"][1].update(value=" won"), "a face's value is ' won'"),
        (lambda d: d["faces"][1].update(samples="no"), "faces[1]: samples: awaited: a list"),
        (lambda d: d["faces"][1]["samples"].insert(2, "!!"), "faces[1]: samples[2]: awaited: a JPEG or PNG of 72 × 72"),
        (lambda d: d["faces"][0]["samples"].insert(0, packed(b"no picture")), "faces[0]: samples[0]: awaited: a JPEG"),
        (lambda d: d["faces"][0]["samples"].insert(0, None), "faces[0]: samples[0]"),
        (
            lambda d: d["faces"][0].update(samples=[packed(s.coded) for s in samples(MOST_SAMPLES + 1)]),
            "pictures of won; at most 24 are kept",
        ),
        (
            lambda d: d.update(faces=[{"value": str(k), "samples": []} for k in range(MOST_FACES + 1)]),
            "25 faces; at most 24 are kept",
        ),
    ],
)
def test_a_broken_file_is_refused_by_field(change: Callable[[dict[str, Any]], object], why: str) -> None:
    with pytest.raises(DieFileError) as error:
        parse_die(faulty(change), "shared.die.json")
    assert str(error.value).startswith("shared.die.json: ") or "shared.die.json" in str(error.value)
    assert why in str(error.value)


def test_what_is_no_json_is_refused_by_line() -> None:
    text = spell_die(DIE)
    with pytest.raises(DieFileError, match=r"x: line 3, column 2"):
        parse_die(text.replace('"name"', "name", 1), "x")
    with pytest.raises(DieFileError, match="line"):
        parse_die(text[: len(text) // 2], "x")
    with pytest.raises(DieFileError, match="no die's file"):
        parse_die("[" * 100_000, "x")


def test_a_picture_of_another_size_is_refused_by_its_header() -> None:
    big = cv2.imencode(".png", np.zeros((4000, 4000, 3), np.uint8))[1].tobytes()
    for content in (big[:20_000], cv2.imencode(".jpg", NOISE[0][:71])[1].tobytes(), DIE.faces["won"][0].coded[:-300]):
        with pytest.raises(DieFileError, match=r"samples\[0\]"):
            parse_die(faulty(lambda d, c=content: d["faces"][0]["samples"].insert(0, packed(c))), "x")


def test_a_file_of_many_bytes_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "big.die.json"
    path.write_text(" " * (MOST_BYTES + 1))
    with pytest.raises(DieFileError, match="at most 2048 kB"):
        load_die(path)


def test_what_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.die.json"
    path.write_bytes(b"\xff\xfe{}")
    with pytest.raises(DieFileError, match="UTF-8"):
        load_die(path)


# -- the shelf -----------------------------------------------------------------------------------------------------


def test_a_broken_file_on_the_shelf_is_left_out_and_left_as_it_is(tmp_path: Path) -> None:
    Shelf(tmp_path / "dice").keep(DIE)
    broken = tmp_path / "dice" / "broken.die.json"
    broken.write_text("{")
    (tmp_path / "dice" / "other.die.json").write_text(spell_die(DIE))
    shelf = Shelf(tmp_path / "dice")
    assert shelf.dice == {"duel_die": DIE}
    assert "line 1" in shelf.damaged["broken.die.json"]
    assert "called duel_die.die.json" in shelf.damaged["other.die.json"]
    with pytest.raises(FileExistsError, match="damaged"):
        shelf.keep(replace(DIE, name="broken"))
    assert broken.read_text() == "{"


def test_an_empty_shelf_has_no_dice(tmp_path: Path) -> None:
    assert Shelf(tmp_path / "dice").dice == {}


def test_a_deleted_die_is_gone(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shelf.keep(DIE)
    shelf.delete("duel_die")
    assert (shelf.dice, list(tmp_path.iterdir())) == ({}, [])


def test_files_of_one_name_or_half_taught_are_refused(tmp_path: Path) -> None:
    for name, die in (("a", DIE), ("b", DIE), ("c", replace(DIE, faces={"won": DIE.faces["won"][:1]}))):
        save_die(die, tmp_path / f"{name}.die.json")
    with pytest.raises(DieFileError, match=r"b\.die\.json: another die is called duel_die"):
        load_dice([tmp_path / "a.die.json", tmp_path / "b.die.json"])
    with pytest.raises(DieFileError, match="lacks pictures: 2 of won"):
        load_dice([tmp_path / "c.die.json"])


# -- teaching ------------------------------------------------------------------------------------------------------


def test_a_picture_without_a_die_teaches_nothing() -> None:
    with pytest.raises(TeachingError, match="no die is seen") as error:
        shown(READER, table(320, 240))
    assert error.value.cause == "none"


def test_of_several_dice_one_has_to_be_named() -> None:
    left, right = pictures("teach", "won")[0], pictures("teach", "foul_yellow")[0]
    image = beside(left, right)
    with pytest.raises(TeachingError, match="two dice are seen") as error:
        shown(READER, image)
    assert error.value.cause == "several"
    alone = shown(READER, right).sample.picture.astype(int)
    picked = shown(READER, image, at=(225.0, 75.0)).sample.picture.astype(int)
    assert np.abs(picked - alone).mean() < 12
    with pytest.raises(TeachingError, match="at this place"):
        shown(READER, image, at=(5.0, 5.0))


def test_a_die_over_the_border_teaches_nothing() -> None:
    with pytest.raises(TeachingError):
        shown(READER, pictures("teach", "won")[0][:, :78])


def test_a_die_reads_its_own_pictures() -> None:
    checked = check(READER, DIE)
    assert checked.total == dict.fromkeys(FACES, 4)
    assert checked.right == checked.total
    assert advise(DIE, checked)[0].code == "good"


def test_what_lacks_is_named() -> None:
    none = TaughtDie("x", "x")
    assert [(a.code, a.count) for a in advise(none, check(READER, none))] == [("faces", 2)]
    few = replace(DIE, faces={"won": DIE.faces["won"], "foul_yellow": DIE.faces["foul_yellow"][:1], "new": ()})
    assert not few.ready
    assert [(a.code, a.values, a.count) for a in advise(few, check(READER, few))] == [
        ("more", ("foul_yellow",), 2),
        ("more", ("new",), 3),
    ]


def test_faces_that_look_alike_are_named() -> None:
    won = DIE.faces["won"]
    faces = {"a": won[::2] + DIE.faces["foul_yellow"][:1], "b": won[1::2] + samples(1), "c": DIE.faces["not_enough"]}
    twice = replace(DIE, faces=faces)
    assert ("alike", ("a", "b")) in [(a.code, a.values) for a in advise(twice, check(READER, twice))]


def test_faces_and_pictures_can_be_taken_back() -> None:
    one = DIE.without("won", DIE.faces["won"][1].id)
    assert one.faces["won"] == (DIE.faces["won"][0], *DIE.faces["won"][2:])
    assert set(DIE.without("won").faces) == {"not_enough", "foul_yellow"}
    assert DIE.with_face("won", DIE.faces["won"][0]) == DIE, "the same picture counts once"
    with pytest.raises(DieFileError, match="at most 24"):
        DIE.with_face("won", *samples(22))


# -- reading -------------------------------------------------------------------------------------------------------


def test_the_die_is_read_under_other_lamps_or_is_a_doubt() -> None:
    reader = Reader(taught=[DIE])
    right = 0
    for face in FACES:
        for image in pictures("test", face):
            for expect in (parse_expected("duel_die", frozenset({"duel_die"})), ()):
                reading = reader.read(image, expect)
                if reading.status is Status.OK:
                    assert [(d.kind, d.value) for d in reading.dice] == [("duel_die", face)]
                    right += bool(expect)
    assert right >= 6, "of nine"


def test_a_face_that_it_was_not_taught_is_never_taken_for_another() -> None:
    reader = Reader(taught=[replace(DIE, faces={v: s for v, s in DIE.faces.items() if v != "won"})])
    for image in pictures("test", "won") + pictures("teach", "won"):
        for expect in ((Expected("duel_die"),), ()):
            assert reader.read(image, expect).status is Status.UNSURE


def test_two_dice_that_claim_one_face_are_a_doubt_unless_one_is_expected() -> None:
    image = pictures("teach", "foul_yellow")[3]
    both = Reader(taught=[DIE, replace(DIE, name="other_die")])
    told = both.read(image)
    assert (told.status, told.doubt) == (Status.UNSURE, Doubt.UNKNOWN_KIND)
    assert "shows what the duel die and the other die may show: its kind is unknown" in told.reason
    reading = both.read(image, (Expected("other_die"),))
    assert [(d.kind, d.value) for d in reading.dice] == [("other_die", "foul_yellow")]


def test_a_die_that_is_expected_but_not_taught_is_a_doubt() -> None:
    image = pictures("teach", "won")[0]
    for reader in (READER, Reader(taught=[replace(DIE, faces={"won": DIE.faces["won"][:1]})])):
        reading = reader.read(image, (Expected("duel_die"),))
        assert (reading.status, reading.doubt) == (Status.UNSURE, Doubt.UNKNOWN_KIND)
        assert reading.reason == "the duel die is not taught here"


def test_dice_that_are_known_are_read_as_before() -> None:
    row = [Drawn(v, (80 + 110 * i, 120), 52, 20 + 31 * i, BGR["white"], BGR["black"]) for i, v in enumerate((2, 3, 5))]
    image = draw(table(400, 240), row)
    plain, taught = Reader().read(image), Reader(taught=[DIE]).read(image)
    assert plain == taught


def test_taught_dice_may_be_exchanged_while_it_reads() -> None:
    reader = Reader()
    assert reader.taught == ()
    reader.taught = [DIE, replace(DIE, name="half", faces={"won": ()})]
    assert reader.taught == (DIE,)
    with pytest.raises(ValueError, match="one name"):
        reader.taught = [DIE, DIE]
    assert reader.taught == (DIE,)
