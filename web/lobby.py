"""Where matches begin, as the set-up page sees it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from companion.vocabulary import JSON


class Lobby(Protocol):
    """Which games there are, the box files of their cards, and the start of a new match."""

    def games(self) -> list[JSON]:
        """`{"name", "title"}` of each game; `title` is a Text in JSON."""

    def usual(self) -> JSON:
        """`{"game", "options", "box"}` of a match that nobody has chosen otherwise."""

    def look(self, game: str, options: Mapping[str, JSON], box: str) -> JSON:
        """What may be chosen before a match, as far as this decides it: `form` (see `companion.vocabulary.Form`),
        `boxes` (those of the game, see `web.boxes`), `mistakes` [{where, line, text}] of what is chosen so far.
        OptionsRefused where no form can be drawn."""

    def begin(self, game: str, options: Mapping[str, JSON], box: str) -> None:
        """Starts a match, with the cards of this box or the usual ones; OptionsRefused says what is wrong."""

    def new_box(self, game: str) -> str:
        """A box file of that game to fill in; OptionsRefused where it has no cards."""

    def check_box(self, text: str) -> JSON:
        """`{"game", "content", "warnings"}` of a box file; BoxError names line and field of each mistake."""
