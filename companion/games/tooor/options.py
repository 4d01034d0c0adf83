"""What a match may be given before it starts. Whatever is given is not asked."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from companion.games.tooor import box, form, lineup
from companion.games.tooor.full import Full
from companion.games.tooor.light import Light
from companion.games.tooor.printed import Box, Rules
from companion.games.tooor.state import Coach, State
from companion.games.tooor.tables import AGREEMENTS, CARD_SIDES
from companion.vocabulary import JSON, SIDES, BoxError, OptionsRefused, PromptRefused, Team, Text
from companion.vocabulary.fields import root
from companion.vocabulary.form import Form
from companion.vocabulary.given import known, mapping, refusal, said, word

ALWAYS: Final = ("mode", "teams", "agreed", "rules")
WITH_A_BOX: Final = ("box", "squads", "side_of_cards", "first_game", "line_up")
TEAMS: Final = {
    "A": {"name": "Orange", "colour": "orange", "dice": "white"},
    "B": {"name": "Green", "colour": "green", "dice": "red"},
}


def read(options: Mapping[str, JSON]) -> State:
    """The state before the first whistle. An option that is None counts as not given."""
    given = {name: value for name, value in options.items() if value is not None}
    known(given, (*ALWAYS, *WITH_A_BOX), "options")
    mode = _mode(given)
    coaches = {side: Coach(side, team) for side, team in _teams(given.get("teams", {})).items()}
    s = State(Light(), Rules(), coaches)
    if "agreed" in given:
        s.agreed = word(given["agreed"], AGREEMENTS, "agreed")
    if mode == "box":
        _with_box(s, given)
    elif needless := [name for name in WITH_A_BOX if name in given]:
        raise refusal(", ".join(needless), _BOX_ONLY)
    if "rules" in given:
        s.rules = _rules(given["rules"], s.rules)
    if "line_up" in given:
        s.line_ups = _line_ups(s, mapping(given["line_up"], "line_up"))
    if s.first_game and s.line_ups:
        raise refusal("line_up", _FIXED)
    return s


def form_of(options: Mapping[str, JSON]) -> Form:
    """The form of these options, as far as mode, box and jerseys decide it."""
    mode = _mode({name: value for name, value in options.items() if value is not None})
    if mode == "light":
        return form.form(mode, Rules(), TEAMS, {})
    printed = box.from_content(options["box"]) if options.get("box") else box.sample()
    return form.form(mode, printed.rules, TEAMS, _drawn_squads(options.get("squads") or {}, printed))


def _mode(given: Mapping[str, JSON]) -> str:
    """Who gives a box plays with its cards."""
    return word(given.get("mode", "box" if "box" in given else "light"), form.MODES, "mode")


def _drawn_squads(given: JSON, printed: Box) -> dict[str, str]:
    """The jerseys as given, the usual ones where those cannot be: a form is drawn all the same, to mend it."""
    try:
        return _squads(given, printed)
    except OptionsRefused:
        return _squads({}, printed)


def _teams(given: JSON) -> dict[str, Team]:
    known(mapping(given, "teams"), SIDES, "teams")
    return {side: _team(side, mapping(given.get(side, {}), f"teams.{side}")) for side in SIDES}


def _team(side: str, given: Mapping[str, JSON]) -> Team:
    known(given, TEAMS[side], f"teams.{side}")
    return Team(**{**TEAMS[side], **{name: said(value, f"teams.{side}.{name}") for name, value in given.items()}})


def _with_box(s: State, given: Mapping[str, JSON]) -> None:
    printed = box.from_content(given["box"]) if "box" in given else box.sample()
    s.mode, s.rules = Full(), printed.rules
    for side, colour in _squads(given.get("squads", {}), printed).items():
        s.coaches[side].squad = printed.squads[colour]
    s.card_sides = _card_sides(s, given.get("side_of_cards", {}))
    for coach in s.both:
        lineup.lay_out(coach, s.card_sides.get(coach.side, "men"))
    s.first_game = given.get("first_game", False)
    if not isinstance(s.first_game, bool):
        raise refusal("first_game", _TRUTH.format(given=repr(s.first_game)))


def _squads(given: JSON, printed: Box) -> dict[str, str]:
    """Which jersey each side wears; the box's first for A and its second for B, if nothing is said."""
    known(mapping(given, "squads"), SIDES, "squads")
    colours = list(printed.squads)
    for side, colour in given.items():
        word(colour, colours, f"squads.{side}")
    a = given.get("A") or next(c for c in colours if c != given.get("B"))
    b = given.get("B") or next(c for c in colours if c != a)
    if a == b:
        raise refusal("squads", _SAME_SQUAD.format(name=repr(a)))
    return {"A": a, "B": b}


def _card_sides(s: State, given: JSON) -> dict[str, str | dict[str, str]]:
    """One word for both sides, or for each side a word or a word a player."""
    if isinstance(given, str):
        given = dict.fromkeys(SIDES, given)
    known(mapping(given, "side_of_cards"), SIDES, "side_of_cards")
    return {side: _card_side(s.coaches[side], value) for side, value in given.items()}


def _card_side(coach: Coach, given: JSON) -> str | dict[str, str]:
    where = f"side_of_cards.{coach.side}"
    if isinstance(given, str):
        return word(given, CARD_SIDES, where)
    squad = lineup.squad_of(coach)
    known(mapping(given, where), [squad.keeper.id, *(p.id for p in squad.outfield)], where)
    return {id_: word(which, ("men", "women"), f"{where}.{id_}") for id_, which in given.items()}


def _rules(given: JSON, usual: Rules) -> Rules:
    """The same names and values as in the box file, over which they win."""
    field = root(json.dumps({"rules": given})).mapping(["rules"])["rules"]
    rules = box.read_rules(field, usual)
    if field.mistakes:
        raise BoxError(*field.mistakes)
    return rules


def _line_ups(s: State, given: Mapping[str, JSON]) -> dict[str, dict[str, str]]:
    known(given, SIDES, "line_up")
    nothing = Text.same("")
    try:
        return {
            side: lineup.arrangement(s, s.coaches[side], "line_up", "TOOOR-SETUP-07", nothing).parse(rows)
            for side, rows in given.items()
        }
    except PromptRefused as refused:
        raise refusal("line_up", Text.same(str(refused))) from refused


_BOX_ONLY = Text("only with mode 'box', but the mode is 'light'", "nur mit Spielart 'box', gewählt ist 'light'")
_FIXED = Text(
    "in the first game it is fixed, take out first_game or line_up",
    "im ersten Spiel steht sie fest: first_game oder line_up weglassen",
)
_TRUTH = Text("true or false is needed, given: {given}", "wahr oder falsch ist nötig, gegeben: {given}")
_SAME_SQUAD = Text("A and B cannot both be {name}", "A und B können nicht beide {name} sein")
