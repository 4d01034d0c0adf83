"""The referee pauses and ends a match; both are entries like any other: undone, kept, replayed."""

from __future__ import annotations

import pytest

from companion.journal import MemoryJournal
from companion.table import Table
from companion.vocabulary import NotAsked, PromptRefused
from tests.toy_game import GAME


@pytest.fixture
def table() -> Table:
    table = Table(MemoryJournal(), lambda name: GAME)
    table.begin("toy", {})
    return table


def test_nobody_answers_while_the_match_is_paused(table: Table) -> None:
    told = table.pause(True)
    assert [c["name"] for c in told.calls] == ["paused"]
    assert (told.board["paused"], told.board["prompts"], table.prompts()[1]) == (True, [], {})
    with pytest.raises(NotAsked, match="the match is paused"):
        table.answer("r1.card.A", "low", source="camera")
    with pytest.raises(PromptRefused, match="it is so already"):
        table.pause(True)
    assert [c["text"]["en"] for c in table.pause(False).calls] == ["The match goes on."]
    table.answer("r1.card.A", "low", source="console")
    assert table.history()[1]["text"]["de"] == "Das Spiel ist unterbrochen."


def test_an_undo_takes_the_pause_back(table: Table) -> None:
    table.answer("r1.card.A", "low", source="console")
    table.pause(True)
    assert table.board()["undo"]["text"]["en"] == "The match is paused."
    table.undo()
    assert not table.board()["paused"]
    assert [p["key"] for p in table.board()["prompts"]] == ["r1.card.B"]


def test_the_referee_ends_a_match_with_a_reason_and_may_take_it_back(table: Table) -> None:
    with pytest.raises(PromptRefused, match="a reason"):
        table.end("  ")
    told = table.end("the hall closes")
    assert told.calls[0]["text"]["en"] == "The referee ends the match: the hall closes"
    assert (told.board["over"], told.board["prompts"]) == (True, [])
    for act in (lambda: table.end("again"), lambda: table.pause(True)):
        with pytest.raises(PromptRefused, match="over"):
            act()
    table.undo()
    assert not table.board()["over"]


def test_a_paused_match_is_paused_after_a_restart_and_replays_alike() -> None:
    journal = MemoryJournal()
    table = Table(journal, lambda name: GAME)
    table.begin("toy", {})
    table.answer("r1.card.A", "low", source="console")
    table.pause(True)
    again = Table(journal, lambda name: GAME)
    assert again.board() == table.board()
    assert again.board()["warnings"] == []
