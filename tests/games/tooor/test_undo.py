"""What is taken back at the table: dice that lie are final, and the whistle is not undone by a slip."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import load
from companion.journal import MemoryJournal
from companion.table import Table
from companion.vocabulary import PromptRefused, Source, UndoHeld
from tests.games.tooor.stage import of, quiet

Given = dict[str, Any]


def table_at(phase: str, round_: int | None = None) -> Table:
    table = Table(MemoryJournal(), load)
    table.begin("tooor", {"agreed": "draw_ok"})
    while (now(table)["phase"], now(table)["period"]) != (phase, minute(round_) or now(table)["period"]):
        _, prompts = table.prompts()
        key, prompt = next(iter(prompts.items()))
        table.answer(key, quiet(prompt), source=Source.CAMERA if prompt.kind == "roll" else Source.CONSOLE)
    return table


def minute(round_: int | None) -> str | None:
    return str(15 * round_) if round_ else None


def now(table: Table) -> Any:
    return table.board()["scoreboard"]


@pytest.mark.parametrize(("given", "expect"), [p for p in of("undo") if p.id == "TV-104"])
def test_dice_are_final(given: Given, expect: Given) -> None:
    table = table_at("ROLL")
    keys = list(table.prompts()[1])
    for key, face in zip(keys, given["seen"], strict=True):
        table.answer(key, face, source=Source.CAMERA)
    assert now(table)["phase"] == given["state"]
    table.undo()
    table.undo()
    assert now(table)["phase"] == expect["state"]
    for key, face in zip(keys, expect["seen"], strict=True):
        assert table.final(key) != expect["reroll_allowed"]
        with pytest.raises(PromptRefused, match="final"):
            table.answer(key, face, source=Source.CAMERA)
        table.answer(key, face, source=Source.CONSOLE)
    assert now(table)["phase"] == given["state"]


@pytest.mark.parametrize(("given", "expect"), [p for p in of("undo") if p.id == "TV-105"])
def test_back_over_the_whistle(given: Given, expect: Given) -> None:
    table = table_at(given["state"], given["round"])
    with pytest.raises(UndoHeld):
        table.undo()
    assert now(table)["phase"] == given["state"]
    table.undo(beyond=True)
    assert (now(table)["phase"], now(table)["tracks"][0]["lights"]) == (expect["state"], expect["leds"])
    assert now(table)["period"] == minute(expect["round"])


def test_no_slip_undoes_the_start_of_a_round_or_the_end() -> None:
    """TOOOR-END-02, TOOOR-HALF-04, TOOOR-FULL-01: every answer that leads to CARDS or to END needs the long press."""
    table = table_at("CARDS", 1)
    while now(table)["phase"] != "END":
        before = now(table)["phase"]
        key, prompt = next(iter(table.prompts()[1].items()))
        table.answer(key, quiet(prompt), source=Source.CONSOLE)
        entered = now(table)["phase"] != before and now(table)["phase"] in ("CARDS", "END")
        assert prompt.barrier == entered, key
