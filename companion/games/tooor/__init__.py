"""Tooor!, as its English rulebook tells it: two coaches, tactic cards, six rounds of a quarter of an hour.

The rule ids (TOOOR-...) are those of the rule catalogue, the rulings (TR-...) its section 5."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.tooor import corrections, match, options, view
from companion.games.tooor.state import State
from companion.vocabulary import JSON, Asking, Call, Form, Prompt, Scoreboard, Text


class Tooor:
    """The rulebook, as the house calls it."""

    name = "tooor"
    title = view.TITLE
    edition = "Tooor! rulebook (English), catalogue tooor/1"
    score_name = Text("Goals", "Tore")

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


GAME = Tooor()
