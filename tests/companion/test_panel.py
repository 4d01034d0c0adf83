"""The panel on gpiozero's mock pins: presses become answers, and no thread waits for another."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.adapters.panel import Panel, Pins
from companion.journal import MemoryJournal
from companion.vocabulary import JournalFull, PromptRefused
from tests.companion.desk import Desk, to_whistle, toy_table

LIMIT_S = 5.0


@pytest.fixture
def desk() -> Iterator[Desk]:
    made = Desk(toy_table())
    yield made
    made.panel.close()


def until(true: Callable[[], object]) -> None:
    limit = time.monotonic() + LIMIT_S
    while not true():
        assert time.monotonic() < limit, "it did not happen in time"
        threading.Event().wait(0.002)


# -- presses ----


def test_a_press_is_an_answer(desk: Desk) -> None:
    to_whistle(desk)
    desk.press("whistle")
    assert desk.table.board()["prompts"][0]["key"] == "r2.card.A"
    told = desk.table.history()[-1]
    assert (told["key"], told["value"], told["source"]) == ("r1.whistle", True, "button")
    assert desk.row == "dO......."
    assert desk.status["state"] == "ready"


def test_a_refused_press_blinks_beeps_reports_and_changes_nothing(desk: Desk) -> None:
    version = desk.table.version
    desk.press("whistle")
    assert desk.table.version == version
    assert desk.levels == [1.0] * 9
    assert desk.panel.lights()["buzzer"] == "O"
    assert desk.status["state"] == "refused"
    assert desk.status["text"]["en"].startswith("WHISTLE does nothing here.")
    desk.later(0.125)
    assert desk.levels == [0.0] * 9
    desk.later(0.75)
    assert (desk.row, desk.panel.lights()["buzzer"]) == ("O........", ".")


def test_each_refusal_is_told(desk: Desk) -> None:
    told: list[int] = []
    desk.table.subscribe(lambda update: told.append(update.board["devices"]["buttons"]["detail"]["refusals"]))
    desk.press("whistle", "whistle")
    assert told == [1, 2]


def test_an_accepted_press_ends_the_complaint(desk: Desk) -> None:
    desk.press("whistle")
    to_whistle(desk)
    desk.press("whistle")
    assert (desk.status["state"], desk.status["detail"]) == ("ready", {"simulated": True})


def test_the_contact_may_bounce(desk: Desk) -> None:
    to_whistle(desk)
    pin = desk.factory.pin(Pins().whistle)
    for _ in range(5):
        pin.drive_low()
        desk.later(0.004)
        pin.drive_high()
        desk.later(0.003)
    pin.drive_low()
    desk.later(0.03)
    pin.drive_high()
    desk.settle()
    assert desk.table.board()["prompts"][0]["key"] == "r2.card.A"
    assert desk.status["state"] == "ready"


@settings(deadline=None)  # what a loaded machine takes says nothing about the panel
@given(st.lists(st.tuples(st.sampled_from(["whistle", "confirm_a", "confirm_b", "undo"]), st.booleans()), max_size=8))
def test_no_press_can_make_the_lights_differ_from_the_table(presses: list[tuple[str, bool]]) -> None:
    desk = Desk(toy_table())
    to_whistle(desk)
    entered = ""
    for button, long in presses:
        desk.press(button, long=long)
        desk.later(1.0)
        entered = desk.row if desk.status["state"] == "entry" else entered
        assert desk.row in (desk.table.board()["tracks"][0]["lights"].ljust(9, "."), entered)
    desk.panel.close()


def test_two_fingers_at_once(desk: Desk) -> None:
    to_whistle(desk)
    undo, whistle = desk.factory.pin(Pins().undo), desk.factory.pin(Pins().whistle)
    undo.drive_low()
    desk.later(0.01)
    whistle.drive_low()
    for _ in range(3):
        desk.later(0.03)
    assert desk.table.history()[-1]["key"] == "r1.whistle"
    undo.drive_high()
    whistle.drive_high()
    desk.settle()
    assert "Hold UNDO" in desk.status["text"]["en"]


def test_undo_held_and_confirm_go_back_over_the_whistle(desk: Desk) -> None:
    to_whistle(desk)
    desk.press("whistle", "undo")
    assert desk.status["state"] == "refused"
    desk.press("undo", long=True)
    assert desk.status["state"] == "armed"
    desk.press("confirm_b")
    assert desk.table.board()["phase"] == "ROUND_END"
    desk.later(1.0)
    assert desk.row == "O........"


def test_the_armed_undo_ends_by_itself(desk: Desk) -> None:
    to_whistle(desk)
    desk.press("undo", long=True)
    desk.later(9.0)
    assert desk.status["state"] == "armed"
    desk.later(1.5)
    assert desk.status["state"] == "ready"


def test_confirm_held_at_the_end_asks_for_a_new_match() -> None:
    asked: list[str] = []
    desk = Desk(toy_table(), on_new_match=lambda: asked.append("new"))
    for n in ("1", "2"):
        desk.say(**{f"r{n}_card_A": "high", f"r{n}_card_B": "low", f"r{n}_roll_A": 2, f"r{n}_roll_B": 2})
        desk.press("confirm_a", long=True)
        assert not asked
        desk.press("whistle")
    assert desk.table.board()["over"]
    desk.press("confirm_b")
    assert not asked
    desk.press("confirm_b", long=True)
    assert asked == ["new"]


def test_without_a_service_the_console_begins_a_new_match(desk: Desk) -> None:
    to_whistle(desk)
    desk.press("whistle")
    desk.say(r2_card_A="high", r2_card_B="low", r2_roll_A=2, r2_roll_B=2)
    desk.press("whistle")
    desk.press("confirm_a", long=True)
    assert desk.status["state"] == "refused"


def test_a_full_disk_is_told_with_a_double_beep() -> None:
    class Full(MemoryJournal):
        full = False

        def append(self, entry: Any) -> None:
            if self.full:
                raise JournalFull("no room left on the disk")
            super().append(entry)

    journal = Full()
    desk = Desk(toy_table(journal))
    to_whistle(desk)
    journal.full = True
    desk.press("whistle")
    assert "no room left" in desk.status["text"]["en"]
    heard = [desk.panel.lights()["buzzer"]]
    for _ in range(3):
        desk.later(0.125)
        heard.append(desk.panel.lights()["buzzer"])
    assert heard == ["O", ".", "O", "."]
    assert desk.table.board()["phase"] == "ROUND_END"


def test_what_was_pressed_for_an_older_picture_is_refused(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    to_whistle(desk)
    version, prompts = desk.table.prompts()
    monkeypatch.setattr(desk.table, "prompts", lambda: (version - 1, prompts))
    desk.press("whistle")
    assert "Look again" in desk.status["text"]["en"]
    assert desk.table.version == version


def test_a_real_button_is_pressed_by_hand(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(desk.panel), "simulated", False)
    with pytest.raises(PromptRefused, match="the real button"):
        desk.panel.press("whistle")


# -- threads ----


def test_by_itself() -> None:
    table = toy_table()
    with Panel(table) as panel:
        assert panel.simulated
        until(lambda: panel.lights()["0"] == "O")
        for key, value in {"card.A": "high", "card.B": "low", "roll.A": 1, "roll.B": 1}.items():
            table.answer(f"r1.{key}", value, source="console")
        panel.press("whistle")
        until(lambda: table.board()["scoreboard"]["period"] == "2")
        until(lambda: panel.lights()["0"] == "d")
        panel.press("confirm_a")
        until(lambda: table.board()["devices"]["buttons"]["state"] == "refused")
    assert not [t for t in threading.enumerate() if t.name == "touchline panel"]


class StallingPin(MockPWMPin):  # type: ignore[misc]
    """A pin on which writing takes for ever, as long as the gate is shut."""

    gate = threading.Event()
    stuck = threading.Event()

    def _set_state(self, value: float) -> None:
        if value and not self.gate.is_set():
            self.stuck.set()
            self.gate.wait(LIMIT_S)
        super()._set_state(value)


def test_a_stuck_lamp_stops_no_answer() -> None:
    StallingPin.gate.clear()
    StallingPin.stuck.clear()
    table = toy_table()
    with Panel(table, factory=MockFactory(pin_class=StallingPin)) as panel:
        assert StallingPin.stuck.wait(LIMIT_S)
        for key, value in {"r1.card.A": "high", "r1.card.B": "low", "r1.roll.A": 1, "r1.roll.B": 1}.items():
            table.answer(key, value, source="console")
        panel.press("whistle")
        until(lambda: table.board()["scoreboard"]["period"] == "2")
        assert panel.lights()["0"] == "."
        StallingPin.gate.set()
        until(lambda: panel.lights()["0"] == "d")


class BrokenPin(MockPWMPin):  # type: ignore[misc]
    broken = threading.Event()

    def _set_state(self, value: float) -> None:
        if value and self.broken.is_set():
            raise OSError("the pin has gone")
        super()._set_state(value)


def test_a_pin_that_fails_is_reported_and_the_buttons_run_on(caplog: pytest.LogCaptureFixture) -> None:
    BrokenPin.broken.set()
    table = toy_table()
    told: dict[str, str] = {}  # each state with its words: the next failure may follow at once
    table.subscribe(lambda u: told.update({d["state"]: d["text"]["en"] for d in u.board["devices"].values()}))
    with caplog.at_level(logging.ERROR), Panel(table, factory=MockFactory(pin_class=BrokenPin)) as panel:
        until(lambda: "failed" in told)
        assert "the pin has gone" in told["failed"]
        assert "Traceback" in caplog.text
        panel.press("whistle")
        until(lambda: "refused" in told)
        BrokenPin.broken.clear()
        panel.press("whistle")
        until(lambda: panel.lights()["1"] == "O")
        until(lambda: panel.lights()["1"] == ".")
