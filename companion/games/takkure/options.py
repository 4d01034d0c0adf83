"""What a match may be given before it starts. Whatever is given is not asked."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from companion.games.takkure import box, footballer, lineup
from companion.games.takkure.drills import DRILLS
from companion.games.takkure.printed import Box, Rules, Squad
from companion.games.takkure.state import Coach, State
from companion.games.takkure.tables import TEAM_PLAYS
from companion.vocabulary import JSON, SIDES, BoxError, OptionsRefused, Team
from companion.vocabulary.fields import root
from companion.vocabulary.given import known, mapping, word

KNOWN: Final = ("mode", "box", "squads", "teams", "rules", "line_up", "team_plays")
MODES: Final = ("match", "practice", *DRILLS)
COLOURS: Final = {"A": {"colour": "crimson", "dice": "red"}, "B": {"colour": "gold", "dice": "yellow"}}
"""One colour of dice a coach (R-42): it tells whose they are."""


def read(options: Mapping[str, JSON]) -> State:
    """The state before the first whistle. An option that is None counts as not given."""
    given = {name: value for name, value in options.items() if value is not None}
    known(given, KNOWN, "options")
    printed = box.from_content(given["box"]) if "box" in given else box.sample()
    rules = _rules(given["rules"], printed.rules) if "rules" in given else printed.rules
    squads = _squads(given.get("squads", {}), printed)
    teams = _teams(given.get("teams", {}), squads)
    coaches = {side: _coach(side, teams[side], squads[side]) for side in SIDES}
    s = State(printed, rules, coaches, word(given.get("mode", "match"), MODES, "mode"))
    s.given = {name: _of_sides(given[name], name) for name in ("line_up", "team_plays") if name in given}
    _check_given(s)
    return s


def _coach(side: str, team: Team, squad: Squad) -> Coach:
    return Coach(side, team, squad, [footballer.of(card, side) for card in squad.players])


def _squads(given: JSON, printed: Box) -> dict[str, Squad]:
    """Which team each side plays; the box's first for A and its second for B, if nothing is said (TAK-SET-02)."""
    known(mapping(given, "squads"), SIDES, "squads")
    names = list(printed.squads)
    for side, name in given.items():
        word(name, names, f"squads.{side}")
    a = given.get("A") or next(n for n in names if n != given.get("B"))
    b = given.get("B") or next(n for n in names if n != a)
    if a == b:
        raise OptionsRefused(f"squads: A and B cannot both be {a!r}")
    return {"A": printed.squads[a], "B": printed.squads[b]}


def _teams(given: JSON, squads: Mapping[str, Squad]) -> dict[str, Team]:
    known(mapping(given, "teams"), SIDES, "teams")
    return {side: _team(side, mapping(given.get(side, {}), f"teams.{side}"), squads[side]) for side in SIDES}


def _team(side: str, given: Mapping[str, JSON], squad: Squad) -> Team:
    usual = {"name": squad.name, **COLOURS[side]}
    known(given, usual, f"teams.{side}")
    for field, value in given.items():
        if not isinstance(value, str) or not value.strip() or not value.isprintable():
            raise OptionsRefused(f"teams.{side}.{field}: a text is needed, given: {value!r}")
    return Team(**{**usual, **given})


def _rules(given: JSON, usual: Rules) -> Rules:
    """The same names and values as in the box file, over which they win."""
    field = root(json.dumps({"rules": given})).mapping(["rules"])["rules"]
    rules = box.read_rules(field, usual)
    if field.mistakes:
        raise BoxError(field.mistakes)
    return rules


def _of_sides(given: JSON, name: str) -> dict[str, object]:
    known(mapping(given, name), SIDES, name)
    return dict(given)


def _check_given(s: State) -> None:
    """A line-up with one player for each position (TAK-LIN-01), and four team plays of the coach's own (TAK-SET-04)."""
    for side, said in s.given.get("line_up", {}).items():
        if said not in box.line_ups(s.coaches[side].squad.players):
            raise OptionsRefused(f"line_up.{side}: each player once, in a position of his card, given: {said!r}")
    for side, said in s.given.get("team_plays", {}).items():
        owned = lineup.own_plays(s, s.coaches[side])
        most = min(TEAM_PLAYS, len(owned))
        if (
            not isinstance(said, list)
            or len(said) != most
            or len(set(map(str, said))) != most
            or set(said) - set(owned)
        ):
            raise OptionsRefused(f"team_plays.{side}: {most} out of {', '.join(owned)}, given: {said!r}")
