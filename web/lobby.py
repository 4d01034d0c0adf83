"""Where a match begins, as the console sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from companion.vocabulary import JSON


class Lobby(Protocol):
    """Which games there are, the box files of their cards, and the start of a new match."""

    def games(self) -> list[JSON]:
        """`{"name", "title"}` of each game; `title` is a Text in JSON."""

    def begin(self, game: str, options: Mapping[str, JSON]) -> None:
        """Starts a match; OptionsRefused says what is wrong."""

    def new_box(self, game: str) -> str:
        """A box file of that game to fill in; OptionsRefused where it has no cards."""

    def check_box(self, text: str) -> JSON:
        """`{"game", "content", "warnings"}` of a box file; BoxError names line and field of each mistake."""
