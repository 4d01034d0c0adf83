"""What a match may be given before it starts. Whatever is given is not asked."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from companion.games.takkure import box, footballer, form, lineup
from companion.games.takkure.printed import Box, Rules, Squad
from companion.games.takkure.state import Coach, State
from companion.games.takkure.tables import TEAM_PLAYS
from companion.vocabulary import JSON, SIDES, BoxError, OptionsRefused, Team, Text
from companion.vocabulary.fields import root
from companion.vocabulary.form import Form
from companion.vocabulary.given import known, mapping, refusal, said, word

KNOWN: Final = ("mode", "box", "squads", "teams", "rules", "line_up", "team_plays")


def read(options: Mapping[str, JSON]) -> State:
    """The state before the first whistle. An option that is None counts as not given."""
    given = {name: value for name, value in options.items() if value is not None}
    known(given, KNOWN, "options")
    printed = box.from_content(given["box"]) if "box" in given else box.sample()
    rules = _rules(given["rules"], printed.rules) if "rules" in given else printed.rules
    squads = _squads(given.get("squads", {}), printed)
    teams = _teams(given.get("teams", {}), squads)
    coaches = {side: _coach(side, teams[side], squads[side]) for side in SIDES}
    s = State(printed, rules, coaches, word(given.get("mode", "match"), form.MODES, "mode"))
    s.given = {name: _of_sides(given[name], name) for name in ("line_up", "team_plays") if name in given}
    _check_given(s)
    return s


def form_of(options: Mapping[str, JSON]) -> Form:
    """The form of these options, as far as mode, box and team sheets decide it."""
    mode = word(options.get("mode") or "match", form.MODES, "mode")
    printed = box.from_content(options["box"]) if options.get("box") else box.sample()
    try:
        squads = _squads(options.get("squads") or {}, printed)
    except OptionsRefused:  # a form is drawn all the same, to mend it
        squads = _squads({}, printed)
    return form.form(mode, printed, printed.rules, squads)


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
        raise refusal("squads", _SAME_SQUAD.format(name=repr(a)))
    return {"A": printed.squads[a], "B": printed.squads[b]}


def _teams(given: JSON, squads: Mapping[str, Squad]) -> dict[str, Team]:
    """Dice of two colours, or nobody could tell whose they are (R-42)."""
    known(mapping(given, "teams"), SIDES, "teams")
    teams = {side: _team(side, mapping(given.get(side, {}), f"teams.{side}"), squads[side]) for side in SIDES}
    if teams["A"].dice == teams["B"].dice:
        raise refusal("teams.B.dice", _SAME_DICE.format(colour=teams["A"].dice))
    return teams


def _team(side: str, given: Mapping[str, JSON], squad: Squad) -> Team:
    usual = {"name": squad.name, **form.COLOURS[side]}
    known(given, usual, f"teams.{side}")
    return Team(**{**usual, **{name: said(value, f"teams.{side}.{name}") for name, value in given.items()}})


def _rules(given: JSON, usual: Rules) -> Rules:
    """The same names and values as in the box file, over which they win."""
    field = root(json.dumps({"rules": given})).mapping(["rules"])["rules"]
    rules = box.read_rules(field, usual)
    if field.mistakes:
        raise BoxError(*field.mistakes)
    return rules


def _of_sides(given: JSON, name: str) -> dict[str, object]:
    known(mapping(given, name), SIDES, name)
    return dict(given)


def _check_given(s: State) -> None:
    """A line-up with one player for each position (TAK-LIN-01), and four team plays of the coach's own (TAK-SET-04)."""
    for side, told in s.given.get("line_up", {}).items():
        if told not in box.line_ups(s.coaches[side].squad.players):
            raise refusal(f"line_up.{side}", _LINE_UP.format(given=repr(told)))
    for side, told in s.given.get("team_plays", {}).items():
        owned = lineup.own_plays(s, s.coaches[side])
        most = min(TEAM_PLAYS, len(owned))
        if (
            not isinstance(told, list)
            or len(told) != most
            or len(set(map(str, told))) != most
            or set(told) - set(owned)
        ):
            plays = ", ".join(owned)
            raise refusal(f"team_plays.{side}", _PLAYS.format(most=most, plays=plays, given=repr(told)))


_SAME_DICE = Text("both teams cannot roll {colour} dice", "beide Teams können nicht mit Würfeln in {colour} würfeln")
_SAME_SQUAD = Text("A and B cannot both be {name}", "A und B können nicht beide {name} sein")
_LINE_UP = Text(
    "each player once, in a position of his card, given: {given}",
    "jeder Spieler einmal, auf einer Position seiner Karte, gegeben: {given}",
)
_PLAYS = Text("{most} out of {plays}, given: {given}", "{most} aus {plays}, gegeben: {given}")
