"""What a game is: six verbs. It touches no clock, no chance, no device; dice are answers."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from companion.vocabulary.form import Form
from companion.vocabulary.prompt import Ask, Prompt
from companion.vocabulary.scoreboard import Scoreboard
from companion.vocabulary.text import JSON, Text


@dataclass(frozen=True)
class Call:
    """What the referee announces because of an answer. `name` is for machines (`goal`, `saved`, `half_time`); `reveals`
    are keys of secret prompts whose answers are public from now on."""

    name: str
    text: Text
    side: str | None = None
    rule: str = ""
    reveals: tuple[str, ...] = ()


Asking = Generator[Prompt | Ask | Call, Any, Any]
"""A procedure of the rulebook: yields prompts (and is sent their values) and calls (and is sent None)."""


class Game(Protocol):
    """A rulebook. `edition` names the rules it follows; `title` is shown; `score_name` is what its score counts."""

    name: str
    title: Text
    edition: str
    score_name: Text

    def form(self, options: Mapping[str, JSON]) -> Form:
        """What may be given before the match, as far as these options decide it; OptionsRefused where they decide
        nothing (no such mode, a box with mistakes)."""

    def setup(self, options: Mapping[str, JSON]) -> Any:
        """The state before the first whistle; OptionsRefused names what is wrong with the options."""

    def play(self, state: Any) -> Asking:
        """The match, as the rulebook tells it."""

    def view(self, state: Any) -> Scoreboard:
        """What may be shown now."""

    def corrections(self, state: Any) -> tuple[Prompt, ...]:
        """What the referee may correct now; the keys name it (`score.A`, `minute`, `possession`)."""

    def correct(self, state: Any, key: str, value: JSON) -> Call:
        """Carries out an accepted correction."""
