"""Plays Takkure to a situation: a box of equal players, an activation as told, quiet answers in between."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

from companion.games.takkure import GAME, box
from companion.games.takkure.footballer import Footballer
from companion.games.takkure.state import Coach, State
from companion.journal import MemoryJournal
from companion.playthrough import Playthrough
from companion.table import Table
from companion.vocabulary import JSON, Call, Choose, Confirm, Measure, Number, Prompt, Roll, Source

POSITIONS = ("WING", "SCRUM_HALF", "FULL_BACK", "FORWARD")
STATUS = {
    "success": "SUCCESS",
    "critical success": "SUCCESS",
    "failed": "FAIL",
    "fumble": "FAIL",
    "cancelled": "CANCELLED",
}


def even_box(skill: str = "defensive_insight", **team_skills: str) -> dict[str, Any]:
    """Teams a (a1 to a4) and b (b1 to b4), 7 everywhere; no individual plays; team skills by side, if told."""
    content = copy.deepcopy(dict(box.sample().content))
    content["plays"] = {"individual": [], "team": content["plays"]["team"]}
    for team, side in zip(content["teams"], "ab", strict=True):
        team.pop("line_up", None)
        team |= {"name": f"Team {side}", "team_skill": {"id": team_skills.get(side, "none")}}
        for n, player in enumerate(team["players"], 1):
            player |= {"id": f"{side}{n}", "name": f"{side.upper()}{n}", "positions": [POSITIONS[n - 1]], "base_mm": 40}
            player |= {"mov": [5, 4], "bac": [7, 7], "str": 7, "ref": 7, "int": 7, "prt": 4, "bdy": 3}
            player |= {"position_skill": skill, "skills": []}
    return content


def player_in(content: dict[str, Any], id_: str) -> dict[str, Any]:
    return next(p for t in content["teams"] for p in t["players"] if p["id"] == id_)  # type: ignore[no-any-return]


class Stage:
    """A match at a Table, and all that was called in it; it begins where A (who receives the kick-off) may activate,
    the ball with `carrier` (None: loose). `content` is the box, `state` may change what the box cannot tell."""

    def __init__(
        self,
        carrier: str | None = "a1",
        content: dict[str, Any] | None = None,
        state: Callable[[State], None] | None = None,
        **options: JSON,
    ) -> None:
        self.begin({"box": content or even_box(), **options})
        self.until("REFEREE").say("toss", "A").until("READY", kicker="B")
        if state:
            state(self.s)
        self.correct("ball", carrier or "loose")
        self.calls.clear()
        self.seen.clear()

    def begin(self, options: JSON) -> None:
        self.table = Table(MemoryJournal(), lambda _: GAME)
        self.table.begin("takkure", options)
        self.calls: list[Call] = list(self.play.opening_calls)
        self.seen: list[Prompt] = []

    # -- looking ------------------------------------------------------------------------------------------------------

    @property
    def play(self) -> Playthrough:
        """What the Table plays."""
        match = self.table._match
        assert match is not None
        return match.play

    @property
    def s(self) -> State:
        return self.play.state  # type: ignore[no-any-return]

    @property
    def phase(self) -> str:
        return self.play.view().phase

    @property
    def called(self) -> list[str]:
        return [call.name for call in self.calls]

    def coach(self, side: str) -> Coach:
        return self.s.coaches[side]

    def p(self, id_: str) -> Footballer:
        return self.s.player(id_)

    def rolled(self, action: str = "") -> list[tuple[str, str]]:
        """Who rolled (for this action) and with what status, in order."""
        found = []
        for call in self.calls:
            if call.name == "rolled":
                name, rest = call.text.en.split(", ", 1)
                what, _, verdict = rest.partition(": ")
                if action in ("", what):
                    found.append((name.lower(), STATUS[verdict.rstrip(".").rsplit(": ", 1)[1]]))
        return found

    def asked(self, part: str) -> Prompt:
        """The one open prompt whose key contains this."""
        found = [p for key, p in self.play.open.items() if part in key]
        assert len(found) == 1, f"{part!r} in {list(self.play.open)}"
        return found[0]

    def asks(self, part: str) -> bool:
        return any(part in key for key in self.play.open)

    # -- acting -------------------------------------------------------------------------------------------------------

    def say(self, part: str, value: JSON = True) -> Stage:
        prompt = self.asked(part)
        self.seen.append(prompt)
        self.table.answer(prompt.key, value, source=Source.CONSOLE)
        self.calls += self.play.steps[-1].calls
        return self

    def correct(self, key: str, value: JSON) -> Stage:
        self.table.correct(key, value, "test")
        self.calls += self.play.steps[-1].calls
        return self

    def quietly(self) -> None:
        prompt = next(iter(self.play.open.values()))
        self.say(prompt.key, quiet(prompt))

    def until(self, phase: str, kicker: str | None = None) -> Stage:
        """Quiet answers until this phase; `kicker` is who kicks off."""
        for _ in range(3000):
            if self.phase == phase:
                return self
            if kicker and self.phase in ("REFEREE", "KO_WHO"):
                self.say(".kicker.", kicker)
            else:
                self.quietly()
        raise AssertionError(f"never came to {phase}")

    def activate(self, id_: str, first: str = "MOVE") -> Stage:
        return self.say(".ready", f"{id_}:{first}")

    def defend(self, **actions: str) -> Stage:
        """What the defenders declare, in this order, and no more."""
        for id_, action in actions.items():
            self.say(".defence", f"{id_}:{action}")
        return self.done()

    def done(self) -> Stage:
        """No more defence; the last one has moved, the marked move is executed."""
        if self.asks(".defence"):
            self.say(".defence", "done")
        for part in (".moved", ".executed"):
            if self.asks(part):
                self.say(part)
        return self

    def second(self, action: str) -> Stage:
        return self.say(".second", action)

    def roll(self, id_: str, *dice: int) -> Stage:
        """The die (or dice) of this player in the roll going on."""
        found = [p for p in self.play.open.values() if isinstance(p, Roll) and p.key.split("~")[0].endswith(f".{id_}")]
        assert len(found) == 1, f"a roll of {id_} in {list(self.play.open)}"
        return self.say(found[0].key, list(dice) if len(dice) > 1 else dice[0])

    def rolls(self, **dice: int) -> Stage:
        for id_, die in dice.items():
            self.roll(id_, die)
        return self


def quiet(prompt: Prompt) -> JSON:
    """Suggestions, first options, 11 on every die."""
    if prompt.suggestion is not None:
        return prompt.suggestion
    if isinstance(prompt, Roll):
        return 11 if len(prompt.legal) == 1 else [11] * len(prompt.legal)
    if isinstance(prompt, Number):
        return prompt.least
    if isinstance(prompt, Measure):
        return 6.0
    if isinstance(prompt, Confirm):
        return True
    assert isinstance(prompt, Choose)
    ids = [o.id for o in prompt.options]
    return ids[0] if prompt.single else ids[: prompt.least]
