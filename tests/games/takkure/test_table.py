"""The kept match through a real Table, and what a referee does at it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.games import load
from companion.headless import play, read_script
from companion.journal import MemoryJournal
from companion.match import reenact
from companion.report import tell_report
from companion.table import Table
from companion.vocabulary import AmendmentDrops, Source, canonical
from tests.games.takkure.stage import even_box, quiet

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def kept() -> tuple[Table, list[Any]]:
    """The table after the kept match, and its updates."""
    table, updates = play("takkure", read_script(HERE / "full_match.yaml"))
    return table, list(updates)


def test_the_kept_match_tells_the_same(kept: tuple[Table, list[Any]]) -> None:
    """Every call and the final state, bit for bit."""
    table, updates = kept
    calls = [c for u in updates for c in u.calls]
    lines = [f"{c['side'] or '-'} {c['name']} {c['rule']}: {c['text']['en']}" for c in calls]
    told = "\n".join([*lines, canonical(table.board()["scoreboard"])]) + "\n"
    assert told == (HERE / "full_match.txt").read_text(encoding="utf-8")
    assert table.board()["over"]


def test_the_journal_plays_it_again(kept: tuple[Table, list[Any]]) -> None:
    table, _ = kept
    again, differences = reenact(load("takkure"), table.entries())
    assert differences == []
    assert canonical(again.play.view()) == canonical(table.board()["scoreboard"])


def test_no_secret_is_on_the_board_before_its_reveal(kept: tuple[Table, list[Any]]) -> None:
    """TAK-TPL-07: the history of the whole match shows the revealed plays, and hides the choice of four still."""
    table, _ = kept
    history = {h["key"]: h for h in table.history() if h["kind"] == "answered"}
    revealed = [h for key, h in history.items() if key.endswith(".play.card")]
    assert revealed
    assert all(h["value"] for h in revealed)
    chosen = [h for key, h in history.items() if ".plays." in key]
    assert chosen
    assert all(h["value"] is None for h in chosen)


def test_the_report_counts_tries(kept: tuple[Table, list[Any]]) -> None:
    """TAK-TRY-07: Takkure has no goals, in no language."""
    table, _ = kept
    report = table.match_report()
    assert report["score_name"] == table.board()["score_name"] == {"en": "Tries", "de": "Tries"}
    assert len(report["goals"]) == sum(table.board()["score"]) > 0
    for lang in ("en", "de"):
        told = tell_report(report, lang)
        assert "Tries:" in told
        assert not any(word in told for word in ("Goals", "Tore"))


def at_a_tackle() -> Table:
    """A1 with the ball is tackled by B1; both dice are asked for."""
    table = Table(MemoryJournal(), load)
    table.begin("takkure", {"box": even_box()})
    plan = {".ready": "a1:MOVE", ".defence": "b1:TACKLE", ".second": "DODGE", ".contact": ["b1"], ".toss": "A"}
    while not any(".s5.b1" in key for key in table.prompts()[1]):
        key, prompt = next(iter(table.prompts()[1].items()))
        part = "." + key.split("~")[0].split(".")[-1]
        value = "B" if ".kicker." in key else plan.pop(part, None)
        if part == ".defence" and value is None:
            value = "done"
        if part == ".ready":
            table.correct("ball", "a1", "so that there is something to tackle")
            key, prompt = next(iter(table.prompts()[1].items()))
        table.answer(key, quiet(prompt) if value is None else value, source=Source.CONSOLE)
    return table


def roll(table: Table, id_: str, die: int) -> int:
    key = next(k for k in table.prompts()[1] if k.split("~")[0].endswith(f".{id_}"))
    return table.answer(key, die, source=Source.CAMERA).version


def test_a_misread_die_is_amended() -> None:
    """What followed is computed again: the tackle that failed has succeeded."""
    table = at_a_tackle()
    roll(table, "a1", 12)
    seq = roll(table, "b1", 12)
    assert any(".feet.b1" in key for key in table.prompts()[1])
    table.amend(seq, 5, source=Source.CONSOLE)
    assert any(".end.a1" in key for key in table.prompts()[1])
    roll(table, "a1", 12)
    assert marks(table, "a1")["wounds"] == 1
    with pytest.raises(AmendmentDrops):
        table.amend(seq, 12, source=Source.CONSOLE)


def marks(table: Table, id_: str) -> dict[str, int]:
    rosters = table.board()["scoreboard"]["rosters"]
    player = next(p for side in rosters.values() for p in side if p["id"] == id_)
    return {text["en"]: n for text, n in player["marks"]}


def test_what_is_undone_is_undone() -> None:
    table = at_a_tackle()
    before = canonical(table.board()["scoreboard"])
    roll(table, "a1", 5)
    roll(table, "b1", 6)
    assert marks(table, "a1")["on the ground"] == 1
    table.undo()
    table.undo()
    assert canonical(table.board()["scoreboard"]) == before


@pytest.mark.parametrize(
    ("carrier", "answers", "other"),
    [
        ("a1", {".ready": "team_play:MOVE", ".card": "t1:a2"}, "t1:a3"),
        ("lying", {".ready": "a1:PASS_FROM_GROUND:a2"}, "a1:PASS_FROM_GROUND:a4"),
        ("a1", {".ready": "a1:MOVE", ".defence": "done", ".executed": True, ".second": "PASS:a2:way"}, "PASS:a3"),
    ],
)
def test_what_is_said_in_one_tap_is_taken_back_and_amended_as_one(
    carrier: str, answers: dict[str, Any], other: str
) -> None:
    """TAK-TPL-04, TAK-PFG-01, TAK-PAS-03: card and players, action and receiver, receiver and place."""
    table = at_ready()
    table.correct("ball", "a1", "so that there is something to do with it")
    if carrier == "lying":
        table.correct("ground.a1", 1, "he lies")
    seq = 0
    for part, value in answers.items():
        before = [key.split("~")[0] for key in table.prompts()[1]]
        key = next(k for k in table.prompts()[1] if k.split("~")[0].endswith(part))
        seq = table.answer(key, value, source=Source.CONSOLE).version
    table.undo()
    assert [key.split("~")[0] for key in table.prompts()[1]] == before
    seq = table.answer(key, value, source=Source.CONSOLE).version
    table.amend(seq, other, source=Source.CONSOLE)
    entry = next(h for h in table.history() if h["seq"] == seq)
    assert entry["value"] in (other, None)  # the team play is secret still
    names = {"t1:a3": "A1, A3", "a1:PASS_FROM_GROUND:a4": "A4", "PASS:a3": "A3"}
    state = table._match.play.state.going_on  # type: ignore[union-attr]
    told = ", ".join(p.name for p in state.taking_part) or state.receiver.name
    assert told == names[other]


def at_ready() -> Table:
    """A may activate."""
    table = Table(MemoryJournal(), load)
    table.begin("takkure", {"box": even_box()})
    while table.board()["phase"] != "READY":
        key, prompt = next(iter(table.prompts()[1].items()))
        value = {"toss": "A", "A": "B"}.get(key.split(".")[-1]) if "toss" in key or ".kicker." in key else None
        table.answer(key, value or quiet(prompt), source=Source.CONSOLE)
    return table


def test_dice_that_lie_are_final() -> None:
    """An undo does not throw again: only a hand may change what the camera has read."""
    table = at_a_tackle()
    roll(table, "a1", 5)
    key = next(k for k in table.history()[-1:])["key"]
    table.undo()
    assert table.final(key)
