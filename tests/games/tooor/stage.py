"""Plays Tooor! to a situation: boxes with the cards that a test needs, rows as told, quiet answers in between."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest
import yaml

from companion.games.tooor import GAME, box
from companion.games.tooor.state import Coach, Footballer, State
from companion.games.tooor.tables import EVENT_FACES, ROWS
from companion.playthrough import Playthrough
from companion.vocabulary import JSON, Call, Choose, Number, Prompt, Roll

VECTORS = yaml.safe_load((Path(__file__).parent / "vectors.yaml").read_text(encoding="utf-8"))["vectors"]


def of(*kinds: str) -> list[Any]:
    """The vectors of these kinds, as parameters of a test."""
    return [pytest.param(v["given"], v["expect"], id=v["id"]) for v in VECTORS if v["kind"] in kinds]


def half(**rows: int) -> dict[str, int]:
    return {row: rows.get(row, 0) for row in ROWS}


def sample_box() -> dict[str, Any]:
    """The sample box, every player equally strong and without symbols, to be changed."""
    content = copy.deepcopy(dict(box.sample().content))
    for team in content["teams"].values():
        for player in team["outfield"]:
            for which in ("men", "women"):
                player[which] |= {"footballs": [2, 2, 2, 2], "corners": [None] * 4}
    return content


def box_with(*, card: dict[str, Any] | None = None, **players: dict[str, Any]) -> dict[str, Any]:
    """A box whose players have these footballs and corners (on both sides); `card` makes every tactic card demand
    this."""
    content = sample_box()
    for team in content["teams"].values():
        for player in [*team["outfield"], team["keeper"]]:
            for which in ("men", "women"):
                player[which] |= players.get(player["id"], {})
        for printed in team["cards"]:
            printed.update(card or {})
    return content


class Stage:
    """A match, and all that was called in it. It begins at the first round's CARDS."""

    def __init__(self, **options: JSON) -> None:
        usual: dict[str, JSON] = {"agreed": "draw_ok"}
        if options.get("mode") == "box":
            usual |= {"side_of_cards": "men", "first_game": True, "box": sample_box()}
        self.play = Playthrough(GAME, usual | options)
        self.calls: list[Call] = list(self.play.opening_calls)
        self.seen: list[Prompt] = []
        if "kickoff" in self.play.open:
            self.say("kickoff")

    @property
    def s(self) -> State:
        return self.play.state  # type: ignore[no-any-return]

    @property
    def phase(self) -> str:
        return self.play.view().phase

    @property
    def leds(self) -> str:
        return self.play.view().tracks[0].lights

    @property
    def called(self) -> list[str]:
        return [call.name for call in self.calls]

    @property
    def totals(self) -> dict[str, int]:
        return {s.side: s.total for s in self.play.view().sums}

    def coach(self, side: str) -> Coach:
        return self.s.coaches[side]

    def player(self, id_: str) -> Footballer:
        return self.coach("A" if id_[0] in "O" else "B").player(id_)

    def asked(self, part: str) -> Prompt:
        """The one open prompt whose key contains this."""
        found = [p for key, p in self.play.open.items() if part in key]
        assert len(found) == 1, f"{part!r} in {list(self.play.open)}"
        return found[0]

    def asks(self, part: str) -> bool:
        return any(part in key for key in self.play.open)

    def say(self, part: str, value: JSON = True) -> Stage:
        prompt = self.asked(part)
        self.seen.append(prompt)
        self.calls += self.play.answer(0, prompt.key, value).calls
        return self

    def roll(self, a: int, b: int) -> Stage:
        return self.say("roll.A", a).say("roll.B", b)

    def event(self, face: str) -> Stage:
        """The event die, in the rulebook's word."""
        return self.say(".event", EVENT_FACES[face])

    def correct(self, key: str, value: JSON) -> Stage:
        self.calls += self.play.correct(0, key, value, "test").calls
        return self

    def correct_strengths(self, a: int, b: int) -> Stage:
        """Other strengths than the cards have, for the contest that is about to be rolled."""
        self.coach("A").strength, self.coach("B").strength = a, b
        return self

    def score(self, a: int, b: int) -> Stage:
        return self.correct("score.A", a).correct("score.B", b)

    def quietly(self) -> None:
        """One quiet answer: suggestions, first choices, 5 for every strength, 0 on every die, so that nobody scores."""
        prompt = next(iter(self.play.open.values()))
        self.say(prompt.key, quiet(prompt))

    def until(self, phase: str, round_: int | None = None) -> Stage:
        """Quiet answers until the phase (in the round)."""
        for _ in range(2000):
            if self.phase == phase and round_ in (None, self.s.round):
                return self
            self.quietly()
        raise AssertionError(f"never came to {phase}, round {round_}")


def quiet(prompt: Prompt) -> JSON:
    if prompt.suggestion is not None and not isinstance(prompt, Number):
        return prompt.suggestion
    if isinstance(prompt, Roll):
        must_differ = ("tie.roll.A", "first.roll.A")
        return "blank" if "blank" in prompt.legal[0] else int(prompt.key.endswith(must_differ))
    if isinstance(prompt, Number):
        return 5
    if isinstance(prompt, Choose):
        return _first(prompt)
    return True


def _first(prompt: Choose) -> JSON:
    ids = [o.id for o in prompt.options]
    if prompt.single:
        return ids[0]
    if prompt.groups:
        return [i for g, n in prompt.groups.items() for i in [o.id for o in prompt.options if o.group == g][:n]]
    return ids[: prompt.least]


def set_rows(coach: Coach, rows: dict[str, int]) -> None:
    """So many players in each row, in the order of the squad; the others have left the game."""
    places = [row for row in ROWS for _ in range(rows[row])]
    for n, player in enumerate(coach.outfield):
        player.sent_off = n >= len(places)
        player.row = places[n] if n < len(places) else player.row
