"""The camera of a table, as its set-up page sees it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from companion.vocabulary import JSON


class Finder(Protocol):
    """Shows what the camera sees and sets it up. Places are fractions of the picture, x right and y down. A write is
    refused with PromptRefused, or done when it returns; OSError says that it could not be kept on disk."""

    def picture(self, after: int, width_px: int) -> tuple[int, bytes] | None:
        """The number of the newest frame and its JPEG; None if there is none after `after`."""

    def look(self) -> JSON:
        """What the camera sees: `state`, `text` (where it is not live), `simulated`, `fps`, `resting`, `seq`, `size`,
        `reading` {status, text}, `dice` [{kind, colour, value, confidence, center, polygon}], `verdict` {level, text,
        reasons [{cause, level, number, wanted, text, remedy}]}, `moved` {px, degrees} or null; and what is set up:
        `region` (corners), `whole`, `view` (none, known or plain), `colours` [{name, rgb}], `teachable`, `damage`."""

    def set_region(self, corners: Sequence[tuple[float, float]] | None) -> None:
        """Reads only this part of the picture; None: all of it."""

    def remember_view(self) -> None:
        """The camera stands well now: from here on it is noticed when it moves."""

    def forget_tray(self) -> None:
        """What lies beside the dice belongs to the tray."""

    def teach(self, point: tuple[float, float], colour: str) -> None:
        """The die at this place is of this colour."""

    def forget_colours(self) -> None:
        """No colour was taught."""
