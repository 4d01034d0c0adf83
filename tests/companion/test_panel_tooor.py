"""Buttons and lights of a whole match of Tooor! in light mode: the rulebook's vectors on the pins."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from companion import games
from companion.adapters.lights import DIM
from companion.journal import MemoryJournal
from companion.table import Table
from companion.vocabulary import Choose, Confirm, Number, Prompt, PromptRefused
from tests.answers import legal_answer
from tests.companion.desk import Desk


def tooor_table() -> Table:
    table = Table(MemoryJournal(), games.load)
    table.begin("tooor", {"mode": "light"})
    return table


@pytest.fixture
def tooor() -> Iterator[Desk]:
    made = Desk(tooor_table())
    yield made
    made.panel.close()


def dull(prompt: Prompt) -> object:
    """Answers that keep a match of Tooor! level, so that every phase comes."""
    if isinstance(prompt, Confirm):
        return True
    if isinstance(prompt, Choose):
        return "et_pens" if prompt.key.endswith("agreed") else prompt.suggestion or prompt.options[0].id
    if isinstance(prompt, Number):
        return 0
    return 2 if prompt.key == "pens.first.roll.A" else 1


def play_to(desk: Desk, phase: str, period: str) -> None:
    for _ in range(400):
        board = desk.table.board()
        if board["phase"] == phase and board["scoreboard"]["period"] == period:
            desk.panel.draw()
            return
        prompt = next(iter(desk.table.prompts()[1].values()))
        desk.table.answer(prompt.key, dull(prompt), source="console")
    raise AssertionError(f"the match never came to {phase} {period}")


@pytest.mark.parametrize("seed", range(3))
def test_the_pins_show_the_tables_lights_after_every_entry(tooor: Desk, seed: int) -> None:
    rng = Random(seed)
    for _ in range(250):
        prompts = list(tooor.table.prompts()[1].values())
        if not prompts:
            break
        prompt = rng.choice(prompts)
        tooor.table.answer(prompt.key, legal_answer(prompt, rng), source="console")
        tooor.panel.draw()
        board = tooor.table.board()
        assert tooor.row == board["tracks"][0]["lights"]
        seen = tooor.panel.lights()
        assert seen["possession_a"] + seen["possession_b"] == board["scoreboard"]["lamps"]


@pytest.mark.parametrize(
    ("phase", "period", "lights"),
    [
        ("CARDS", "15", "O........"),  # TV-090
        ("ROUND_END", "15", "Ob......."),  # TV-091
        ("HALF_TIME", "HT", "dddO....."),  # TV-093
        ("HALF_READY", "HT", "dddOb...."),  # TV-094
        ("CARDS", "60", "ddddO...."),  # TV-095
        ("ROLL", "30", "dO......."),  # TV-097
        ("ET_READY", "90", "dddddddb."),
        ("CARDS", "105", "dddddddO."),  # TV-098
        ("ROUND_END", "105", "dddddddOb"),
        ("PEN_MORE", "pens", "bbbbbbbbb"),
    ],
)
def test_the_pictures_of_the_rulebook(tooor: Desk, phase: str, period: str, lights: str) -> None:
    play_to(tooor, phase, period)
    assert tooor.row == lights


def test_the_third_penalty(tooor: Desk) -> None:  # TV-100
    play_to(tooor, "PEN_SHOT", "pens")
    while not any(key.startswith("pens.k3") for key in tooor.table.prompts()[1]):
        prompt = next(iter(tooor.table.prompts()[1].values()))
        tooor.table.answer(prompt.key, dull(prompt), source="console")
    tooor.panel.draw()
    assert tooor.row == "OOO......"


@pytest.mark.parametrize(
    ("phase", "period", "then", "row"),
    [
        ("ROUND_END", "45", "HALF_TIME", "dddO....."),  # TV-093
        ("HALF_READY", "HT", "CARDS", "ddddO...."),  # TV-095
        ("ET_READY", "90", "CARDS", "dddddddO."),  # TV-098
    ],
)
def test_the_whistle_moves_on(tooor: Desk, phase: str, period: str, then: str, row: str) -> None:
    play_to(tooor, phase, period)
    tooor.press("whistle")
    assert (tooor.table.board()["phase"], tooor.row) == (then, row)


@pytest.mark.parametrize(
    ("phase", "period", "row"),
    [("HALF_TIME", "HT", "dddO....."), ("ROLL", "30", "dO.......")],
    ids=["TV-096", "TV-097"],
)
def test_a_whistle_out_of_turn_is_refused(tooor: Desk, phase: str, period: str, row: str) -> None:
    play_to(tooor, phase, period)
    version = tooor.table.version
    tooor.press("whistle")
    tooor.later(1.0)
    assert (tooor.table.version, tooor.table.board()["phase"], tooor.row) == (version, phase, row)
    assert tooor.status["state"] == "refused"


def test_half_time_is_nodded_by_each_side(tooor: Desk) -> None:
    play_to(tooor, "HALF_TIME", "HT")
    tooor.press("confirm_b", "confirm_a")
    assert (tooor.table.board()["phase"], tooor.row) == ("HALF_READY", "dddOb....")


def test_dice_on_the_table_are_corrected_by_hand(tooor: Desk) -> None:  # TV-104
    play_to(tooor, "ROLL", "15")
    for side in "AB":
        tooor.table.answer(f"r1.attack.roll.{side}", 2, source="camera")
    assert tooor.table.board()["phase"] == "TURN_ATT"
    tooor.press("undo")
    assert tooor.table.board()["phase"] == "ROLL"
    with pytest.raises(PromptRefused):
        tooor.table.answer("r1.attack.roll.B", 1, source="camera")
    tooor.press("whistle", "confirm_b")
    assert tooor.table.history()[-1]["value"] == 3


def test_back_over_the_whistle(tooor: Desk) -> None:  # TV-105
    play_to(tooor, "CARDS", "30")
    tooor.press("undo")
    assert tooor.table.board()["scoreboard"]["period"] == "30"
    tooor.press("undo", long=True)
    tooor.press("confirm_a")
    tooor.later(1.0)
    assert (tooor.table.board()["phase"], tooor.row) == ("ROUND_END", "Ob.......")


def test_a_total_is_told_with_two_buttons(tooor: Desk) -> None:
    play_to(tooor, "ATT_DEPLOY", "15")
    tooor.press(*["whistle"] * 12)
    assert tooor.row == "OOddddddd"
    assert tooor.status["state"] == "entry"
    tooor.press("confirm_a")
    assert tooor.table.history()[-1]["value"] == 12
    assert tooor.row == "O........"


def test_an_entry_ends_when_somebody_else_answers(tooor: Desk) -> None:
    play_to(tooor, "ATT_DEPLOY", "15")
    tooor.press("whistle", "whistle")
    assert tooor.row == "OO......."
    tooor.say(r1_attack_strength_A=9)
    assert tooor.row == "O........"


def test_a_goal_is_heard(tooor: Desk) -> None:
    play_to(tooor, "ROLL", "15")
    for key, value in {"attack.roll.A": 3, "attack.roll.B": 0, "attack.turn.A": "none", "attack.turn.B": "none",
                       "attack.shot.strength.A": 5, "attack.shot.strength.B": 1, "attack.shot.roll.A": 3,
                       "attack.shot.roll.B": 0}.items():  # fmt: skip
        tooor.table.answer(f"r1.{key}", value, source="console")
    tooor.panel.draw()
    assert tooor.panel.lights()["buzzer"] == "O"
    tooor.later(0.2)
    assert tooor.panel.lights()["buzzer"] == "."


def test_dim_is_dim_and_blinking_blinks(tooor: Desk) -> None:
    play_to(tooor, "ROUND_END", "30")
    tooor.later(50.0 - tooor.clock.now_s % 1 + 1.1)
    assert tooor.levels[:4] == [DIM, 1.0, 1.0, 0.0]
    assert tooor.row == "dOb......"
    tooor.later(0.5)
    assert tooor.levels[:4] == [DIM, 1.0, 0.0, 0.0]
    assert tooor.row == "dOb......"


def test_a_refused_step_back_ends_the_entry_on_the_lights_too(tooor: Desk) -> None:
    tooor.press("whistle")
    assert tooor.row == "OO......."  # the second of two agreements
    tooor.press("undo")
    tooor.press("undo")
    assert tooor.status["state"] == "refused"
    tooor.later(1.0)
    assert tooor.row == "........."
