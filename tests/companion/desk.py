"""A table and its panel on mock pins, carried forward by hand: no threads, no waiting."""

from __future__ import annotations

from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.adapters.panel import IDLE_TICK_S, Panel, Pins
from companion.journal import MemoryJournal
from companion.table import Table
from tests.toy_game import GAME


class Clock:
    now_s = 50.0

    def __call__(self) -> float:
        return self.now_s


class Desk:
    """A table and its panel, carried forward by hand."""

    def __init__(self, table: Table, **panel: Any) -> None:
        self.clock = Clock()
        self.factory = panel.pop("factory", None) or MockFactory(pin_class=MockPWMPin)
        self.table = table
        self.panel = Panel(table, factory=self.factory, mono_s=self.clock, threads=False, **panel)
        self.panel.draw()

    def press(self, *buttons: str, long: bool = False) -> None:
        for button in buttons:
            self.panel.press(button, long)
            self.settle()

    def settle(self) -> None:
        for _ in range(200):
            if self.panel.watch() == IDLE_TICK_S:
                break
            self.clock.now_s += 0.03
        else:
            raise AssertionError("the buttons do not come to rest")
        self.panel.draw()

    def later(self, seconds: float) -> None:
        self.clock.now_s += seconds
        self.panel.watch()
        self.panel.draw()

    def say(self, **answers: object) -> None:
        """Answers from the console."""
        for key, value in answers.items():
            self.table.answer(key.replace("_", "."), value, source="console")
        self.panel.draw()

    @property
    def row(self) -> str:
        seen = self.panel.lights()
        return "".join(seen[str(n)] for n in range(9))

    @property
    def status(self) -> dict[str, Any]:
        status: dict[str, Any] = self.table.board()["devices"]["buttons"]
        return status

    @property
    def levels(self) -> list[float]:
        return [self.factory.pin(n).state for n in Pins().leds]


def toy_table(journal: MemoryJournal | None = None) -> Table:
    table = Table(journal or MemoryJournal(), lambda name: GAME)
    table.begin("toy", {"rounds": 2})
    return table


def to_whistle(desk: Desk) -> None:
    desk.say(r1_card_A="high", r1_card_B="low", r1_roll_A=2, r1_roll_B=2)
