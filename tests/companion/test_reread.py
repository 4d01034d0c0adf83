"""Kept rolls: every roll has its picture, the picture tells how it was read, and a newer reader may read it again."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

from companion.cli import main
from companion.journal import EVIDENCE_LIMIT, SqliteJournal
from companion.reread import RollPictures, Verdict, kept_of, read_again
from companion.table import Table
from companion.vocabulary import PromptRefused, Status, Text
from tests.companion.desk import toy_table
from tests.toy_game import GAME
from vision.caption import caption_of, captioned
from vision.dice.die import Die, Doubt, Reading
from vision.dice.die import Status as ReadStatus
from vision.dice.expect import Expected, parse_expected
from vision.dice.reader import Reader
from vision.draw import jpeg
from vision.frame import Image
from vision.picture import decode_picture
from vision.simulated import DEMO
from vision.tray import Tray
from vision.watch import watch

BLANK = jpeg(np.full((90, 160, 3), 90, np.uint8))


def die(value: int | str, colour: str, x: float = 40, kind: str = "number_die") -> Die:
    return Die(kind, colour, value, 0.98, (x, 45.0), ((x - 8, 37), (x + 8, 37), (x + 8, 53), (x - 8, 53)))


class Says:
    """A reader that always says the same, and remembers what it was asked."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.asked: list[tuple[Expected, ...]] = []

    def read(self, image: Image, expect: Sequence[Expected] = ()) -> Reading:
        self.asked.append(tuple(expect))
        return self.reading


SEEN_2_1 = Reading(ReadStatus.OK, (die(2, "white"), die(1, "red", 100)))


def rolled(table: Table, a: int = 2, b: int = 1, picture: bytes = BLANK) -> Table:
    """Both dice were read from one picture: entries 4 and 5."""
    for side, card in (("A", "high"), ("B", "low")):
        table.answer(f"r1.card.{side}", card, source="console")
    for side, value in (("A", a), ("B", b)):
        table.answer(f"r1.roll.{side}", value, source="camera", confidence=0.98, evidence=picture)
    return table


def pictures(table: Table, reading: Reading) -> RollPictures:
    return RollPictures(table.entries, table.picture, lambda name: GAME, Says(reading))


@pytest.mark.parametrize(
    ("reading", "verdict", "now"),
    [
        (SEEN_2_1, Verdict.SAME, 2),
        (Reading(ReadStatus.OK, (die(3, "white"), die(1, "red", 100))), Verdict.DIFFERS, 3),
        (Reading(ReadStatus.UNSURE, (die(3, "white"),), Doubt.GLARE, "glare on a die"), Verdict.UNSURE, None),
        (Reading(ReadStatus.EMPTY), Verdict.UNSURE, None),
        (Reading(ReadStatus.OK, (die(2, "blue"), die(1, "red", 100))), Verdict.UNSURE, None),
    ],
)
def test_a_fresh_reading_is_compared_with_what_counts(reading: Reading, verdict: str, now: int | None) -> None:
    told = pictures(rolled(toy_table()), reading).again(4)
    assert (told["seq"], told["key"], told["source"], told["entered"]) == (4, "r1.roll.A", "camera", 2)
    assert (told["verdict"], told["now"]) == (verdict, now)
    assert (told["reason"] is None) == (now is not None)
    assert len(told["dice"]) == len(reading.dice)


def test_the_dice_that_lay_there_together_are_expected_together() -> None:
    table = rolled(toy_table())
    reader = Says(SEEN_2_1)
    RollPictures(table.entries, table.picture, lambda name: GAME, reader).again(5)
    assert reader.asked == [(Expected("number_die", "white"), Expected("number_die", "red"))]


def test_a_corrected_roll_is_compared_as_corrected_and_an_undone_one_is_kept() -> None:
    table = rolled(toy_table())
    table.amend(4, 3, source="console")
    told = pictures(table, SEEN_2_1).again(4)
    assert (told["entered"], told["value"], told["verdict"]) == (2, 3, "differs")
    table.undo()
    table.undo()
    undone = pictures(table, SEEN_2_1).again(5)
    assert (undone["counts"], undone["verdict"]) == (False, "same")


def test_only_rolls_with_a_picture_can_be_read_again() -> None:
    table = rolled(toy_table())
    with pytest.raises(PromptRefused, match="4, 5"):
        pictures(table, SEEN_2_1).again(2)
    assert pictures(Table(table._journal, lambda name: GAME), SEEN_2_1).again(4)["verdict"] == "same"
    assert kept_of([], lambda name: GAME) == []


def test_a_picture_that_is_gone_or_spoilt_is_said() -> None:
    (kept, _) = kept_of(rolled(toy_table()).entries(), lambda name: GAME)
    for picture in (None, BLANK[:200]):
        told = read_again(kept, picture, Says(SEEN_2_1))
        assert (told["verdict"], told["now"], told["dice"]) == ("gone", None, [])
        assert told["reason"]["de"]


def test_a_doubt_that_this_version_cannot_name_is_told_all_the_same() -> None:
    class Newer(str):
        value = "on_the_moon"

    reading = Reading(ReadStatus.UNSURE, (), Newer("on_the_moon"), "the die is on the moon")  # type: ignore[arg-type]
    told = pictures(rolled(toy_table()), reading).again(4)
    assert told["reason"] == {"en": "The die is on the moon.", "de": "Die Würfel sind nicht sicher zu lesen."}


# -- what is kept -----------------------------------------------------------------------------------------------------


def test_a_picture_tells_what_it_was_read_as_and_is_a_picture_still() -> None:
    kept = captioned(BLANK, SEEN_2_1.dice, 160, 90)
    assert len(kept) - len(BLANK) < 400
    told = caption_of(kept)
    assert told is not None
    assert [(d["kind"], d["colour"], d["value"], d["confidence"]) for d in told] == [
        ("number_die", "white", 2, 0.98),
        ("number_die", "red", 1, 0.98),
    ]
    assert told[0]["outline"] == [[0.2, 0.4111], [0.3, 0.4111], [0.3, 0.5889], [0.2, 0.5889]]
    table = rolled(toy_table(), picture=kept)
    name = table.history()[-1]["picture"]
    shown = pictures(table, SEEN_2_1)
    assert shown.dice(name) == told
    assert shown.dice("none.jpg") is None
    assert shown.again(4)["verdict"] == "same"
    assert caption_of(BLANK) is None
    assert captioned(BLANK, SEEN_2_1.dice * 400, 160, 90) == BLANK


def test_a_roll_that_a_person_tells_keeps_the_picture_of_the_doubt() -> None:
    table = toy_table()
    for side in "AB":
        table.answer(f"r1.card.{side}", "low", source="console")
    detail = {"asked": ["r1.roll.A"], "readings": []}
    doubt = Status("eye", "doubt", Text.same("?"), False, detail, b"marked", BLANK)
    table.report(doubt)
    assert "evidence" not in table.board()["devices"]["eye"]
    json.dumps(table.board())
    table.answer("r1.roll.A", 2, source="console")
    table.answer("r1.roll.B", 1, source="console")
    told = {h["key"]: h["picture"] for h in table.history() if h.get("key", "").startswith("r1.roll")}
    assert told["r1.roll.B"] is None, "that die was not what the camera showed"
    assert table.picture(told["r1.roll.A"] or "") == BLANK


def test_a_choice_takes_no_picture() -> None:
    table = toy_table()
    table.report(Status("eye", "doubt", Text.same("?"), False, {"asked": ["r1.card.A"]}, b"marked", BLANK))
    table.answer("r1.card.A", "low", source="console")
    assert table.history()[-1]["picture"] is None


def test_what_is_kept_of_a_filmed_roll_reads_the_same() -> None:
    expect = parse_expected("number_die:white,number_die:red")
    (roll,) = watch(DEMO / "throw_number_1_3.mp4", Reader(), expect)
    height, width = roll.image.shape[:2]
    kept = captioned(jpeg(roll.image, 240_000), roll.reading.dice, width, height)
    again = Reader().read(decode_picture(kept, "kept"), expect)
    assert sorted((d.colour, d.value) for d in again.dice) == [("red", 3), ("white", 1)]
    told = caption_of(kept) or []
    assert sorted((d["colour"], d["value"]) for d in told) == [("red", 3), ("white", 1)]
    for die_told, die_again in zip(
        sorted(told, key=lambda d: str(d["colour"])), sorted(again.dice, key=lambda d: str(d.colour)), strict=True
    ):
        x = sum(corner[0] for corner in die_told["outline"]) / len(die_told["outline"]) * width
        assert abs(x - die_again.center[0]) < width / 50, die_told["colour"]


def test_a_noisy_picture_is_kept_fine_enough_and_fits_the_journal() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (720, 1280, 3), np.uint8)
    kept = captioned(jpeg(noise, 240_000), [die(1, "white")] * 12, 1280, 720)
    assert len(kept) <= EVIDENCE_LIMIT


# -- the command ------------------------------------------------------------------------------------------------------


def run(*args: object) -> Result:
    return CliRunner().invoke(main, [str(a) for a in args])


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[SqliteJournal]:
    """A running table with one picture of a white 2 and a red 1, the red one entered as 3."""
    tray = Tray(chance=random.Random(1))
    image = tray.compose(tray.place([("number_die", "white", 2), ("number_die", "red", 1)]))
    journal = SqliteJournal(tmp_path)
    table = Table(journal, lambda name: GAME)
    table.begin("tooor", {"rounds": 1})
    rolled(table, 2, 3, jpeg(image, 240_000))
    yield journal
    journal.close()


def test_reread_tells_one_line_a_roll_while_the_table_runs(
    kept: SqliteJournal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.games.load", lambda name: GAME)
    before = (tmp_path / "journal.db").read_bytes()
    done = run("reread", "--data", tmp_path)
    assert done.exit_code == 0, done.output
    first, second, sums = done.stdout.splitlines()
    assert first == "   4  A r1.roll.A: 2 (camera); now 2: same"
    assert second == "   5  B r1.roll.B: 3 (camera); now 1: differs"
    assert sums == "2 rolls: 1 same, 1 differs"
    told = [json.loads(line) for line in run("reread", "--data", tmp_path, "--json").stdout.splitlines()]
    assert [t.get("verdict") for t in told] == ["same", "differs", None]
    assert told[-1] == {"rolls": 2, "same": 1, "differs": 1, "unsure": 0, "gone": 0}
    for picture in (tmp_path / "evidence").iterdir():
        picture.unlink()
    assert run("reread", "--data", tmp_path).stdout.splitlines()[-1] == "2 rolls: 2 gone"
    assert (tmp_path / "journal.db").read_bytes() == before


def test_reread_and_report_of_an_earlier_match(
    kept: SqliteJournal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.games.load", lambda name: GAME)
    Table(kept, lambda name: GAME).begin("toy", {})
    assert run("reread", "--data", tmp_path).stdout == "0 rolls: no pictures\n"
    assert "2 rolls: 1 same" in run("reread", "--data", tmp_path, "--match", 1).stdout
    assert "number die, white (1)" in run("report", "--data", tmp_path, "--match", 1).stdout
    assert "number die" not in run("report", "--data", tmp_path).stdout
    assert "there is no match 3" in run("reread", "--data", tmp_path, "--match", 3).stderr
    assert "no match in" in run("reread", "--data", tmp_path / "none").stderr


def test_a_report_is_of_a_file_or_of_a_folder(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    script = Path(__file__).with_name("light_match.yaml")
    run("play", "tooor", "--answers", script, "--out", path)
    english, german = run("report", path).stdout, run("report", path, "--lang", "de").stdout
    assert "TOOOR! 1:0" in english
    assert "Too few rolls to say: 13, and 30 are needed." in english
    assert "Zu wenige Würfe" in german
    told = json.loads(run("report", path, "--json").stdout)
    assert (told["game"], len(told["goals"])) == ("tooor", 4)
    assert run("report", path, "--data", tmp_path).exit_code == 2
    path.write_text("\n".join(path.read_text(encoding="utf-8").splitlines()[1:]), encoding="utf-8")
    assert "does not begin with the start" in run("report", path).stderr
