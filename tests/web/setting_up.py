"""A simulated table on which people set things up: real games, real box files in a folder, buttons and lights on mock
pins with threads of their own."""

from __future__ import annotations

from pathlib import Path

from companion.adapters.panel import Panel, Pins
from companion.adapters.simulated import SimulatedTable
from companion.adapters.trial import Trial
from companion.boxshelf import BoxShelf
from companion.games import load
from companion.journal import MemoryJournal
from companion.lobby import Lobby
from companion.settings import Settings
from companion.table import Table
from tests.web.house import PIN, House, Ready
from web import create_app


class SetUpHouse(House):
    """No match yet. `close()` ends the panel's threads."""

    def __init__(self, folder: Path) -> None:
        super().__init__(begun=False)
        self.table = Table(MemoryJournal(), load)
        self.shelf = BoxShelf(folder / "boxes")
        self.trial = Trial(self.table)
        self.panel = Panel(self.table, Pins(), simulate=True, trial=self.trial)
        self.app = create_app(
            self.table,
            pin=PIN,
            seats=self.seats,
            simulation=SimulatedTable(self.table, self.panel, None),
            lobby=Lobby(self.table, Settings(folder), self.shelf),
            boxes=self.shelf,
            trial=self.trial,
            readiness=Ready(),
        )
        self.client = self.app.test_client()

    def close(self) -> None:
        self.panel.close()
