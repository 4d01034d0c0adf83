"""The command `touchline` without a table: read, watch, play, replay, export, box."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result

from companion import games
from companion.cli import main
from companion.journal import SqliteJournal
from companion.table import Table
from tests.toy_game import GAME
from vision.draw import jpeg
from vision.simulated import DEMO
from vision.tray import Tray

ROOT = Path(__file__).resolve().parents[2]


def run(*args: object) -> Result:
    return CliRunner().invoke(main, [str(a) for a in args])


@pytest.fixture
def tray_picture(tmp_path: Path) -> Path:
    tray = Tray(chance=random.Random(1))
    path = tmp_path / "tray.jpg"
    path.write_bytes(jpeg(tray.compose(tray.place([("d6", "white", 5), ("d6", "red", 2)]))))
    return path


def test_read_tells_one_object_a_picture(tray_picture: Path) -> None:
    done = run("read", "--json", "--expect", "d6:white,d6:red", tray_picture, tray_picture)
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(told) == 2
    assert set(told[0]) == {"picture", "status", "doubt", "error", "reason", "dice", "ms"}
    assert (told[0]["picture"], told[0]["status"]) == (str(tray_picture), "ok")
    assert (told[0]["doubt"], told[0]["error"]) == (None, False)
    assert {(d["kind"], d["colour"], d["value"]) for d in told[0]["dice"]} == {("d6", "white", 5), ("d6", "red", 2)}
    for die in told[0]["dice"]:
        assert set(die) == {"kind", "colour", "value", "confidence", "center", "polygon"}
        assert 0 <= die["confidence"] <= 1
        assert len(die["center"]) == 2
        assert all(len(corner) == 2 for corner in die["polygon"])


def test_read_for_people(tray_picture: Path) -> None:
    done = run("read", "--expect", "d6:white,d6:red", tray_picture)
    assert "white d6 5" in done.stdout


@pytest.mark.parametrize("content", [b"", b"no picture at all"])
def test_read_of_a_broken_file_is_a_doubt(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "broken.jpg"
    path.write_bytes(content)
    told = json.loads(run("read", "--json", path).stdout)
    assert (told["status"], told["dice"]) == ("unsure", [])
    assert "no picture" in told["reason"]


def test_read_of_a_missing_file_is_a_doubt(tmp_path: Path) -> None:
    assert json.loads(run("read", "--json", tmp_path / "none.jpg").stdout)["status"] == "unsure"


@pytest.mark.parametrize("expect", ["3*d7", "0*d6", "d6;d6"])
def test_a_wrong_expectation_is_a_sentence(tray_picture: Path, expect: str) -> None:
    done = run("read", "--expect", expect, tray_picture)
    assert done.exit_code == 2
    assert "Error: Invalid value for '--expect'" in done.stderr


def test_watch_tells_one_object_a_roll() -> None:
    done = run("watch", "--json", "--expect", "number_die:white,number_die:red", DEMO / "throw_number_1_3.mp4")
    (told,) = [json.loads(line) for line in done.stdout.splitlines()]
    assert set(told) == {"video", "t", "dice"}
    assert {(d["colour"], d["value"]) for d in told["dice"]} == {("white", 1), ("red", 3)}


SCRIPT = ROOT / "tests" / "companion" / "light_match.yaml"


def test_a_match_file_replays_bit_for_bit(tmp_path: Path) -> None:
    first, second = tmp_path / "first.jsonl", tmp_path / "second.jsonl"
    done = run("play", "tooor", "--answers", SCRIPT, "--out", first)
    assert done.exit_code == 0, done.output
    assert "END" in done.stdout
    run("play", "tooor", "--answers", SCRIPT, "--out", second)
    assert first.read_bytes() == second.read_bytes()
    replayed = run("replay", first)
    assert replayed.exit_code == 0
    assert "identical" in replayed.stdout


def test_play_stops_at_an_answer_that_is_refused_and_names_it(tmp_path: Path) -> None:
    script = yaml.safe_load(SCRIPT.read_text(encoding="utf-8"))
    script["answers"][2]["value"] = "nonsense"
    path = tmp_path / "answers.json"
    path.write_text(json.dumps(script), encoding="utf-8")
    done = run("play", "tooor", "--answers", path)
    assert done.exit_code == 1
    assert "answer 3 (" in done.stderr
    assert "awaited" in done.stderr


def test_play_tells_what_is_awaited_when_the_answers_end(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    path.write_text("", encoding="utf-8")
    done = run("play", "tooor", "--answers", path)
    assert "awaited: " in done.stdout
    assert json.loads(run("play", "tooor", "--answers", path, "--json").stdout)["game"] == "tooor"


@pytest.mark.parametrize("text", ["answers: 3", "- 1", "- {key: a}", "{", "- {key: a, value: 1, more: 2}"])
def test_a_file_that_holds_no_answers_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "answers.yaml"
    path.write_text(text, encoding="utf-8")
    done = run("play", "tooor", "--answers", path)
    assert done.exit_code == 1
    assert str(path) in done.stderr


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda lines: [*lines[:3], "nonsense\n"], "line 4 is no entry"),
        (lambda lines: [lines[0].replace('"tooor"', '"chess"')], "no game is called 'chess'"),
        (lambda lines: lines[1:], "does not begin with the start"),
        (lambda lines: [*lines[:-1], lines[-1].replace('"digest":"', '"digest":"0')], "entries differ"),
        (lambda lines: [lines[0].replace(",", ", ", 1), *lines[1:]], "not spelled as a match file"),
        (lambda lines: [], "holds no match"),
    ],
)
def test_a_spoilt_match_file_is_named(tmp_path: Path, spoil, message: str) -> None:
    path = tmp_path / "match.jsonl"
    run("play", "tooor", "--answers", SCRIPT, "--out", path)
    path.write_text("".join(spoil(path.read_text(encoding="utf-8").splitlines(keepends=True))), encoding="utf-8")
    done = run("replay", path)
    assert done.exit_code == 1
    assert message in done.stderr


def test_export_writes_the_last_match_also_while_the_table_runs(tmp_path: Path) -> None:
    assert "no match in" in run("export", "--data", tmp_path / "none").stderr
    journal = SqliteJournal(tmp_path)
    table = Table(journal, lambda name: GAME)
    table.begin("toy", {"rounds": 1})
    table.note("a note")
    done = run("export", "--data", tmp_path)
    assert len(done.stdout.splitlines()) == 2
    out = tmp_path / "match.jsonl"
    run("export", "--data", tmp_path, "--out", out)
    assert out.read_text(encoding="utf-8") == done.stdout
    journal.close()


def test_a_new_box_file_is_good_and_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "my.yaml"
    assert run("box", "new", path).exit_code == 0
    assert run("box", "new", path).exit_code == 1
    checked = run("box", "check", path)
    assert checked.exit_code == 0, checked.output


def test_every_game_with_cards_has_a_box_file_to_fill_in(tmp_path: Path) -> None:
    for game in games.with_boxes():
        path = tmp_path / f"{game}.yaml"
        assert run("box", "new", path, "--game", game).exit_code == 0
        checked = run("box", "check", path)
        assert checked.exit_code == 0, checked.output
        assert "TEMPLATE" in checked.stdout
    (tmp_path / "other.yaml").write_text("box: chess\n")
    assert "no game knows it" in run("box", "check", tmp_path / "other.yaml").output


def test_a_mistake_in_a_box_file_names_line_and_field(tmp_path: Path) -> None:
    path = tmp_path / "my.yaml"
    run("box", "new", path)
    path.write_text(path.read_text(encoding="utf-8").replace("crest: attack", "crest: goal", 1), encoding="utf-8")
    done = run("box", "check", path)
    assert done.exit_code == 1
    assert "line " in done.stderr
    assert "crest" in done.stderr


def test_a_faulty_file_is_told_and_the_batch_goes_on(tmp_path: Path, tray_picture: Path) -> None:
    text = tmp_path / "text.jpg"
    text.write_text("no picture", encoding="utf-8")
    cut = tmp_path / "cut.jpg"
    cut.write_bytes(tray_picture.read_bytes()[:-500])
    done = run("read", "--json", text, tmp_path, cut, tmp_path / "none.jpg", tmp_path / "\udcff.jpg", tray_picture)
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert [t["doubt"] for t in told[:-1]] == ["no_picture", "folder", "damaged", "no_file", "no_file"]
    assert all((t["error"], t["status"]) == (True, "unsure") and t["reason"] for t in told[:-1])
    assert (told[-1]["error"], done.exit_code, done.stderr) == (False, 0, "")
    plain = run("read", text, tmp_path / "\udcff.jpg", tray_picture)
    assert [line.split(": ")[1][:3] for line in plain.stdout.splitlines()] == ["uns", "uns", "ok "]


def test_watch_of_what_is_no_video_is_a_sentence(tmp_path: Path, tray_picture: Path) -> None:
    clip = DEMO / "throw_number_1_3.mp4"
    cut = tmp_path / "cut.mp4"
    cut.write_bytes(clip.read_bytes()[:2000])
    empty = tmp_path / "empty.mp4"
    empty.touch()
    for path in (cut, empty, tmp_path / "none.mp4"):
        done = run("watch", path)
        assert (done.exit_code, done.stdout) == (1, "")
        assert str(path) in done.stderr


@pytest.mark.parametrize(
    ("option", "value"), [("--data", "there"), ("--port", "9000"), ("--simulate", None), ("--box", "my.yaml")]
)
@pytest.mark.parametrize("command", ["doctor", "install-service", "export", "replay"])
def test_an_option_that_would_count_for_nothing_is_refused(command: str, option: str, value: str | None) -> None:
    done = run(option, *([value] if value else []), command)
    assert done.exit_code == 2
    assert f"before {command} this counts for nothing: {option}" in done.stderr
