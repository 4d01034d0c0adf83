"""What a match may be given before it starts. Whatever is given is not asked."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from companion.games.tooor import box, lineup
from companion.games.tooor.full import Full
from companion.games.tooor.light import Light
from companion.games.tooor.printed import Box, Rules
from companion.games.tooor.state import Coach, State
from companion.games.tooor.tables import AGREEMENTS, CARD_SIDES
from companion.vocabulary import JSON, SIDES, BoxError, OptionsRefused, PromptRefused, Team, Text
from companion.vocabulary.fields import root
from companion.vocabulary.given import known, mapping, word

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
    mode = word(given.get("mode", "light"), ("light", "box"), "mode")
    coaches = {side: Coach(side, team) for side, team in _teams(given.get("teams", {})).items()}
    s = State(Light(), Rules(), coaches)
    if "agreed" in given:
        s.agreed = word(given["agreed"], AGREEMENTS, "agreed")
    if mode == "box":
        _with_box(s, given)
    elif needless := [name for name in WITH_A_BOX if name in given]:
        raise OptionsRefused(f"{', '.join(needless)}: only with mode 'box', but the mode is 'light'")
    if "rules" in given:
        s.rules = _rules(given["rules"], s.rules)
    if "line_up" in given:
        s.line_ups = _line_ups(s, mapping(given["line_up"], "line_up"))
    if s.first_game and s.line_ups:
        raise OptionsRefused("line_up: in the first game it is fixed, take out first_game or line_up")
    return s


def _teams(given: JSON) -> dict[str, Team]:
    known(mapping(given, "teams"), SIDES, "teams")
    return {side: _team(side, mapping(given.get(side, {}), f"teams.{side}")) for side in SIDES}


def _team(side: str, given: Mapping[str, JSON]) -> Team:
    known(given, TEAMS[side], f"teams.{side}")
    for field, value in given.items():
        if not isinstance(value, str) or not value.strip() or not value.isprintable():
            raise OptionsRefused(f"teams.{side}.{field}: a text is needed, given: {value!r}")
    return Team(**{**TEAMS[side], **given})


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
        raise OptionsRefused(f"first_game: true or false is needed, given: {s.first_game!r}")


def _squads(given: JSON, printed: Box) -> dict[str, str]:
    """Which jersey each side wears; the box's first for A and its second for B, if nothing is said."""
    known(mapping(given, "squads"), SIDES, "squads")
    colours = list(printed.squads)
    for side, colour in given.items():
        word(colour, colours, f"squads.{side}")
    a = given.get("A") or next(c for c in colours if c != given.get("B"))
    b = given.get("B") or next(c for c in colours if c != a)
    if a == b:
        raise OptionsRefused(f"squads: A and B cannot both be {a!r}")
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
        raise BoxError(field.mistakes)
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
        raise OptionsRefused(f"line_up: {refused}") from refused
