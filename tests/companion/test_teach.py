"""`touchline teach`, and taught dice on the command line and at a table."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import cv2
import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.service import Service
from companion.settings import Settings
from companion.teach import parse_faces
from companion.vocabulary import Dice, Roll, Text
from tests.vision.drawn import table
from tests.vision.duel_die import FACES, beside, paths, pictures
from vision.dice.shelf import Shelf
from vision.dice.taught import load_die
from vision.frame import Frame, Image


def run(*args: object, words: str = "") -> Result:
    return CliRunner().invoke(main, [str(a) for a in args], input=words)


def lesson(each: int = 4) -> list[object]:
    return [word for face in FACES for word in ("--face", face, *paths("teach", face)[:each])]


@pytest.fixture
def taught(tmp_path: Path) -> Path:
    file = tmp_path / "duel_die.die.json"
    done = run("teach", "duel_die", *lesson(), "--out", file)
    assert done.exit_code == 0, done.output
    return file


def test_a_die_is_taught_by_pictures_and_its_verdict_told(taught: Path) -> None:
    die = load_die(taught)
    assert (die.name, die.title, die.body, die.ready) == ("duel_die", "duel die", "cube", True)
    assert {value: len(samples) for value, samples in die.faces.items()} == dict.fromkeys(FACES, 4)


def test_what_is_printed(tmp_path: Path) -> None:
    out = tmp_path / "x.die.json"
    test = paths("test", "foul_yellow")[0]
    done = run("teach", "duel_die", *lesson(), "--out", out, "--check", test, "--expect", "duel_die")
    lines = done.output.splitlines()
    assert lines[0].split() == ["won", "4", "pictures,", "reads", "4", "by", "the", "others,", "4", "surely"]
    assert lines[3:5] == ["It reads its own pictures well.", f"{out}: ready"]
    assert lines[5] == f"{test}: ok duel_die foul_yellow"


def test_a_folder_of_folders_teaches_as_well(taught: Path, tmp_path: Path) -> None:
    for face in FACES:
        (tmp_path / "faces" / face).mkdir(parents=True)
        for path in paths("teach", face):
            shutil.copy(path, tmp_path / "faces" / face)
    (tmp_path / "faces" / "won" / "notes.txt").write_text("no picture")
    done = run("teach", "duel_die", "--folder", tmp_path / "faces", "--out", tmp_path / "y.die.json")
    assert done.exit_code == 0, done.output
    other = load_die(tmp_path / "y.die.json")
    assert {v: set(s) for v, s in other.faces.items()} == {v: set(s) for v, s in load_die(taught).faces.items()}


def test_too_few_pictures_are_told_and_more_can_follow(tmp_path: Path) -> None:
    out = tmp_path / "x.die.json"
    done = run("teach", "duel_die", *lesson(2), "--out", out)
    assert "1 more of: won." in done.output.splitlines()
    assert done.output.splitlines()[-1] == f"{out}: not ready yet"
    done = run("teach", "duel_die", *lesson(4), "--out", out)
    assert done.output.splitlines()[-1] == f"{out}: ready"
    assert {len(s) for s in load_die(out).faces.values()} == {4}


class ShowingCamera:
    """Shows one picture after the other."""

    sentence = "It has ended."

    def __init__(self, shown: list[Image]) -> None:
        self.shown = shown

    def __enter__(self) -> ShowingCamera:
        return self

    def __exit__(self, *_: object) -> None:
        self.shown = []

    def frame(self, after: int = 0, timeout_s: float = 1.0) -> Frame | None:
        return Frame(after + 1, after + 1.0, self.shown[after]) if after < len(self.shown) else None


def test_a_camera_is_shown_each_face(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "x.die.json"
    won, foul = pictures("teach", "won"), pictures("teach", "foul_yellow")
    camera = ShowingCamera([*won, table(320, 240), *foul])
    monkeypatch.setattr("companion.teach.open_camera", lambda source: camera)
    args = ("teach", "duel_die", "--face", "won", "--face", "foul", "--camera", "7", "--out", out)
    done = run(*args, words="\n" * 9)
    assert done.exit_code == 0, done.output
    assert "Show won (4 of 4)" in done.output
    assert "No die is seen. Show foul (1 of 4)" in done.output
    assert {value: len(samples) for value, samples in load_die(out).faces.items()} == {"won": 4, "foul": 4}
    camera.shown = won[:2]
    done = run(*args, words="\n" * 9)
    assert (done.exit_code, "the camera shows no picture: It has ended." in done.output) == (1, True)


@pytest.mark.parametrize(
    ("args", "code", "why"),
    [
        ((), 1, "name the faces"),
        (("a.jpg",), 2, "say which face a.jpg shows"),
        (("--face",), 2, "--face needs a value"),
        (("--face", "won"), 1, "no pictures are given"),
        (("--face", "won", "--fce"), 2, "there is no option --fce"),
        (("--face", "won", "nowhere.jpg"), 1, "nowhere.jpg is not there"),
        (("--pick", "3", "--face", "won", "a.jpg"), 2, "give a pixel as x,y"),
        (("--face", "x" * 25, paths("teach", "won")[0]), 1, "awaited: a text of 1 to 24 letters"),
        (("--face", "won", paths("teach", "won")[0], "--expect", "d7"), 1, "no kind of die is called 'd7'"),
    ],
)
def test_what_teaches_nothing_is_refused(tmp_path: Path, args: tuple[object, ...], code: int, why: str) -> None:
    out = tmp_path / "x.die.json"
    done = run("teach", "duel_die", "--out", out, *args)
    assert (done.exit_code, out.exists()) == (code, False)
    assert why in done.output


def test_a_picture_of_no_die_or_of_two_is_refused_by_name(tmp_path: Path) -> None:
    empty, two = tmp_path / "empty.png", tmp_path / "two.png"
    cv2.imwrite(str(empty), table(320, 240))
    cv2.imwrite(str(two), beside(pictures("teach", "won")[0], pictures("teach", "foul_yellow")[0]))
    out = tmp_path / "x.die.json"
    for path, why in ((empty, "no die is seen"), (two, "two dice are seen")):
        done = run("teach", "duel_die", "--face", "won", path, "--out", out)
        assert done.exit_code == 1
        assert f"{path} cannot teach won: {why}" in done.output
    done = run("teach", "duel_die", "--face", "won", two, "--out", out, "--pick", "75,75")
    assert done.exit_code == 0, done.output


@pytest.mark.parametrize("name", ["d6", "Duel", "a b"])
def test_a_name_that_is_none_is_refused(tmp_path: Path, name: str) -> None:
    done = run("teach", name, *lesson(1), "--out", tmp_path / "x.die.json")
    assert done.exit_code == 1
    assert "name is" in done.output


def test_another_die_is_not_written_over(taught: Path) -> None:
    before = taught.read_text()
    done = run("teach", "other", *lesson(1), "--out", taught)
    assert (done.exit_code, taught.read_text()) == (1, before)
    assert "is the die duel_die" in done.output


def test_read_knows_a_taught_die(taught: Path) -> None:
    picture = paths("test", "foul_yellow")[0]
    told = json.loads(run("read", "--json", "--expect", "duel_die", "--die", taught, picture).output)
    assert (told["status"], [(d["kind"], d["value"]) for d in told["dice"]]) == ("ok", [("duel_die", "foul_yellow")])
    done = run("read", "--expect", "duel_die", picture)
    assert (done.exit_code, "no kind of die is called 'duel_die'" in done.output) == (2, True)


def test_a_broken_file_of_a_die_is_refused(tmp_path: Path) -> None:
    broken = tmp_path / "broken.die.json"
    broken.write_text("{")
    for command in ("read", "watch"):
        done = run(command, "--die", broken, tmp_path / "x")
        assert (done.exit_code, "broken.die.json: line 1" in done.output) == (2, True)


def test_the_dice_of_a_table_are_loaded_and_a_broken_one_is_told(taught: Path, tmp_path: Path) -> None:
    data = tmp_path / "data"
    Shelf(data / "dice").keep(load_die(taught))
    (data / "dice" / "broken.die.json").write_text("{")
    service = Service(Settings(data, host="127.0.0.1", port=0, simulate=True))
    try:
        told = service.table.board()["devices"]["dice"]
        assert (told["state"], told["ok"]) == ("damaged", False)
        assert all("broken.die.json" in told["text"][lang] for lang in ("en", "de"))
    finally:
        service.close()


def test_faces_are_parsed() -> None:
    assert parse_faces(["--face", "a", "1.jpg", "2.jpg", "--face=b", "3.jpg", "--face", "a", "4.jpg"]) == {
        "a": [Path("1.jpg"), Path("2.jpg"), Path("4.jpg")],
        "b": [Path("3.jpg")],
    }


def test_a_game_may_ask_for_a_taught_die() -> None:
    roll = Roll(key="r", text=Text.same("duel"), rule="X-1", dice=(Dice("duel_die", faces=FACES),))
    assert roll.parse("won") == "won"
    assert not roll.accepts("lost")
    assert roll.tell("foul_yellow") == Text.same("foul_yellow")
