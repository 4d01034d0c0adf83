"""A simulated table, as its panel in the browser sees it."""

from __future__ import annotations

from typing import Final, Protocol

BUTTONS: Final = ("confirm_a", "whistle", "undo", "confirm_b")
"""The buttons of a table, in the order in which the panel shows them."""


class Simulation(Protocol):
    """Tray, buttons and lights in software. The service brings it when nothing of the table is real."""

    def throw(self) -> None:
        """Throws the dice that are asked for into the tray."""

    def pick_up(self) -> None:
        """Takes all dice out of the tray."""

    def press(self, button: str, long: bool) -> None:
        """Presses one of BUTTONS."""

    def lights(self) -> dict[str, str]:
        """Each light as its pin really is ("0".."8", possession_a, possession_b, buzzer): `.` `d` `O` `b`."""

    def picture(self) -> bytes | None:
        """The tray now, a JPEG."""

    def faults(self) -> list[str]:
        """The ways in which the table can misbehave."""

    def misbehave(self, fault: str | None) -> None:
        """From now on with this fault; None: well again."""
