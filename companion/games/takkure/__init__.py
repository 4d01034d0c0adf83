"""Takkure, as its rulebook tells it: two teams of four, miniatures, and twelve-sided dice.

The rule ids (TAK-...) are those of the rule catalogue, the rulings (R-...) its section 6."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.takkure import corrections, match, options, view
from companion.games.takkure.state import State
from companion.vocabulary import JSON, Asking, Call, Form, Prompt, Scoreboard, Text


class Takkure:
    """The rulebook, as the house calls it."""

    name = "takkure"
    title = view.TITLE
    edition = "Takkure rulebook (English), catalogue takkure/1, questions of 2026-12"
    score_name = Text("Tries", "Tries")

    def form(self, options_: Mapping[str, JSON]) -> Form:
        return options.form_of(options_)

    def setup(self, options_: Mapping[str, JSON]) -> State:
        return options.read(options_)

    def play(self, state: State) -> Asking:
        return match.match(state)

    def view(self, state: State) -> Scoreboard:
        return view.scoreboard(state)

    def corrections(self, state: State) -> tuple[Prompt, ...]:
        return corrections.corrections(state)

    def correct(self, state: State, key: str, value: JSON) -> Call:
        return corrections.correct(state, key, value)


GAME = Takkure()
