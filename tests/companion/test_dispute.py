"""A disputed roll: it is amended when both coaches have confirmed, once, and never by halves."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.journal import Journal, MemoryJournal, SqliteJournal
from companion.match import reenact
from companion.matchfile import parse_match, spell_match
from companion.table import Table
from companion.vocabulary import DisputeRefused, JournalFull, NotAsked, PromptRefused, StaleVersion, Update
from tests.companion.desk import toy_table
from tests.companion.test_table import Short, first_round, play, table_of
from tests.toy_game import GAME


def rolled(journal: Journal | None = None) -> Table:
    """Both dice lie there: A's 3 (entry 4) beats B's 1 (entry 5)."""
    table = toy_table(journal)  # type: ignore[arg-type]
    for side in "AB":
        table.answer(f"r1.card.{side}", "low", source="phone")
    for side, value in (("A", 3), ("B", 1)):
        table.answer(f"r1.roll.{side}", value, source="camera")
    return table


def said(update: Update) -> list[str]:
    return [call["text"]["en"] for call in update.calls]


def score(table: Table) -> list[int]:
    return list(table.board()["score"])


@pytest.fixture
def table() -> Table:
    return rolled()


def test_a_referee_asks_and_both_coaches_confirm(table: Table) -> None:
    asked = table.dispute(4, 0, "referee")
    assert said(asked) == ["The referee asks both coaches: Roll! 0 instead of 3?"]
    dispute = table.board()["dispute"]
    assert (dispute["number"], dispute["seq"], dispute["by"], dispute["agreed"]) == (6, 4, "referee", [])
    assert (dispute["old"]["en"], dispute["new"]["en"], dispute["score"]) == (
        "3",
        "0",
        {"before": "1:0", "after": "0:1"},
    )
    assert said(table.judge(6, "B", True)) == ["Blues confirms the correction of entry 4."]
    assert score(table) == [1, 0], "nothing counts yet"
    assert table.board()["dispute"]["agreed"] == ["B"]
    done = table.judge(6, "A", True)
    assert said(done) == ["Corrected, confirmed by Reds and Blues: 3 → 0. Score 0:1."]
    assert table.board()["dispute"] is None
    assert score(table) == [0, 1]
    entry = table.history()[-1]
    assert (entry["kind"], entry["target"], entry["source"]) == ("amended", 4, "coaches")
    assert "bestätigt von Reds und Blues" in entry["text"]["de"]


def test_a_coach_who_asks_has_confirmed(table: Table) -> None:
    table.dispute(4, 0, "B")
    assert table.board()["dispute"]["agreed"] == ["B"]
    with pytest.raises(DisputeRefused, match="confirmed already"):
        table.judge(6, "B", True)
    table.judge(6, "A", True)
    assert score(table) == [0, 1]


@pytest.mark.parametrize(
    ("by", "told"),
    [
        ("A", "Reds declines: roll 4 stands."),
        ("B", "Blues no longer asks: roll 4 stands."),
        ("referee", "The referee decides: roll 4 stands."),
    ],
)
def test_one_no_ends_it(table: Table, by: str, told: str) -> None:
    table.dispute(4, 0, "B")
    assert said(table.judge(6, by, False)) == [told]
    assert table.board()["dispute"] is None
    assert score(table) == [1, 0]
    assert [h["kind"] for h in table.history()[-2:]] == ["disputed", "judged"]
    assert table.board()["undo"]["text"]["en"] == "Roll! 1", "what was only asked is not undone"


def test_the_match_waits_while_the_coaches_are_asked(table: Table) -> None:
    table.dispute(4, 0, "A")
    assert table.board()["prompts"] == []
    with pytest.raises(NotAsked, match="roll 4 is disputed"):
        table.answer("r1.whistle", True, source="console")
    table.judge(6, "B", False)
    assert [p["key"] for p in table.board()["prompts"]] == ["r1.whistle"]


@pytest.mark.parametrize(
    "act",
    [
        lambda table: table.undo(),
        lambda table: table.amend(4, 2, source="console"),
        lambda table: table.amend(4, 0, source="console"),
        lambda table: table.correct("score.A", 5, "seen"),
        lambda table: table.end("rain"),
    ],
    ids=["undo", "amended otherwise", "amended as asked", "corrected", "ended"],
)
def test_whatever_changes_the_match_drops_it_with_a_message(table: Table, act: Callable[[Table], Update]) -> None:
    table.dispute(4, 0, "B")
    assert said(act(table))[-1] == "The question about roll 4 is dropped: the match has changed."
    assert table.board()["dispute"] is None
    before = score(table)
    with pytest.raises(DisputeRefused, match="no longer asked"):
        table.judge(6, "A", True)
    assert score(table) == before


def test_a_note_and_a_pause_leave_it_open(table: Table) -> None:
    table.dispute(4, 0, "B")
    table.note("light flickered")
    table.pause(True)
    table.judge(6, "A", True)
    assert score(table) == [0, 1]


@pytest.mark.parametrize(
    ("seq", "value", "why"),
    [
        (4, 3, "counts like this already"),
        (4, 9, "one of 0, 1, 2, 3"),
        (2, "high", "no roll that counts"),
        (1, 0, "no roll that counts"),
        (99, 0, "no roll that counts"),
        ("4", 0, "no roll that counts"),
    ],
)
def test_only_another_value_of_a_roll_that_counts_is_asked(table: Table, seq: int, value: object, why: str) -> None:
    for ask in (lambda: table.preview_dispute(seq, value), lambda: table.dispute(seq, value, "A")):
        with pytest.raises((DisputeRefused, PromptRefused), match=why):
            ask()
    assert table.version == 5


def test_one_dispute_at_a_time(table: Table) -> None:
    table.dispute(4, 0, "A")
    with pytest.raises(DisputeRefused, match="asked about a roll already"):
        table.dispute(5, 0, "B")
    with pytest.raises(DisputeRefused, match="no longer asked"):
        table.judge(4, "B", True)


def test_a_stale_word_is_refused(table: Table) -> None:
    table.dispute(4, 0, "A", version=5)
    with pytest.raises(StaleVersion):
        table.judge(6, "B", True, version=5)
    with pytest.raises(StaleVersion):
        table.dispute(4, 0, "A", version=5)
    assert score(table) == [1, 0]


def test_the_referee_amends_instead_of_confirming(table: Table) -> None:
    table.dispute(4, 0, "A")
    with pytest.raises(DisputeRefused, match="himself"):
        table.judge(6, "referee", True)


def test_nothing_is_asked_while_a_choice_is_secret(table: Table) -> None:
    """What would change could tell what a coach has chosen."""
    table.answer("r1.whistle", True, source="console")
    table.answer("r2.card.A", "high", source="phone")
    for ask in (table.preview_dispute, lambda seq, value: table.dispute(seq, value, "B")):
        with pytest.raises(DisputeRefused, match="secret"):
            ask(4, 0)
    table.answer("r2.card.B", "low", source="phone")
    table.dispute(4, 0, "B")


def test_a_correction_on_the_word_of_the_coaches_is_undone_like_any(table: Table) -> None:
    table.dispute(4, 0, "A")
    table.judge(6, "B", True)
    table.undo()
    assert score(table) == [1, 0]
    assert table.board()["dispute"] is None


def test_an_open_dispute_outlasts_a_restart(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path)
    rolled(journal).dispute(4, 0, "B")
    journal.close()
    again = SqliteJournal(tmp_path)
    table = Table(again, lambda name: GAME)
    assert table.board()["dispute"]["number"] == 6
    assert table.board()["warnings"] == []
    table.judge(6, "A", True)
    assert score(table) == [0, 1]
    again.close()
    last = SqliteJournal(tmp_path)
    assert score(Table(last, lambda name: GAME)) == [0, 1]
    last.close()


class Full(MemoryJournal):
    full = False

    def append(self, entry: object) -> None:
        if self.full:
            raise JournalFull("no room left on the disk")
        super().append(entry)  # type: ignore[arg-type]


def test_a_full_disk_leaves_the_question_open_and_the_roll_as_it_was() -> None:
    journal = Full()
    table = rolled(journal)
    table.dispute(4, 0, "A")
    journal.full = True
    with pytest.raises(JournalFull):
        table.judge(6, "B", True)
    assert (score(table), table.board()["dispute"]["agreed"]) == ([1, 0], ["A"])
    journal.full = False
    table.judge(6, "B", True)
    assert score(table) == [0, 1]


def test_a_match_with_disputes_replays_bit_for_bit(table: Table) -> None:
    table.dispute(4, 0, "A")
    table.judge(6, "B", False)
    table.dispute(5, 3, "referee")
    table.judge(8, "A", True)
    table.judge(8, "B", True)
    text = spell_match(table.entries())
    match, differences = reenact(GAME, parse_match(text))
    assert differences == []
    assert match.play.view().score_text == "0:0"


def test_answers_that_no_longer_apply_go_as_both_were_shown() -> None:
    table = table_of(Short())
    first_round(table)
    play(table, r1_whistle=True, r2_card_A="low", r2_card_B="low", r2_roll_A=1)
    table.dispute(4, 0, "A")
    shown = table.board()["dispute"]["dropped"]
    assert [move["text"]["en"] for move in shown] == ["Choose a card low", "Choose a card low", "Roll! 1"]
    done = table.judge(table.version, "B", True)
    assert done.entry["dropped"] == [move["seq"] for move in shown]
    assert table.board()["over"]
