"""The box file: what the user entered from the cards (catalogue section 6), checked as a whole."""

from __future__ import annotations

import json
import pkgutil
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from companion.games.tooor.form import FACES, MIN_ROW, MOST_OF_A_DIE, TURN
from companion.games.tooor.printed import Box, Card, CardSide, PlayerCard, Rules, Squad
from companion.games.tooor.tables import CARDS, EVENT_FACES, ROWS, STONES
from companion.vocabulary import JSON, BoxError, Mistake, Text
from companion.vocabulary.fields import TWICE, UNREAL, Field, root

MARK: Final = "box: tooor"
OUTFIELD: Final = 10
EDGES: Final = 4
SYMBOLS: Final = ("sending_off", "warning", "injured")
MOST_SYMBOLS: Final = 2
MOST: Final = 99


@lru_cache(maxsize=16)
def check(text: str) -> Box:
    """The box that the text describes; BoxError holds all its mistakes, each with line and field."""
    whole = root(text)
    top = whole.mapping(("box", "schema", "teams"), ("sample", "rules", "goal_tracker_max"))
    top["box"].one_of(["tooor"])
    top["schema"].whole(1, 1)
    if "goal_tracker_max" in top and top["goal_tracker_max"].plain() is not None:
        top["goal_tracker_max"].whole(1, MOST)
    if "sample" in top:
        top["sample"].text()
    rules = read_rules(top["rules"]) if "rules" in top else Rules()
    squads = _squads(top["teams"], rules)
    if whole.mistakes:
        raise BoxError(*whole.mistakes)
    return Box(squads, rules, whole.plain(), (*_not_real(top), *_repeated_values(squads)))


def from_content(content: JSON) -> Box:
    """The box in a match's options, which hold it as plain JSON."""
    return check(json.dumps(content, indent=1, ensure_ascii=False))


def sample() -> Box:
    """The invented box that comes with the game: package data, as constant as a module."""
    return check((pkgutil.get_data(__package__, "sample_box.yaml") or b"").decode("utf-8"))


def read_rules(field: Field, usual: Rules = Rules()) -> Rules:  # noqa: B008 - frozen
    """The rulings that are switched; the event die's faces are usually those of TOOOR-EVENT-10."""
    read: dict[str, Callable[[Field], object]] = {
        TURN.name: TURN.read,
        MIN_ROW.name: MIN_ROW.read,
        "event_die": lambda f: tuple(
            EVENT_FACES[face.one_of(EVENT_FACES) or "blank"] for face in f.items(FACES, Text("faces", "Seiten"))
        ),
        "number_die": lambda f: tuple(face.whole(0, MOST_OF_A_DIE) for face in f.items(FACES, Text("faces", "Seiten"))),
    }
    given = field.mapping((), read)
    changed: dict[str, Any] = {name: read[name](value) for name, value in given.items()}
    return replace(usual, **changed)


def _squads(field: Field, rules: Rules) -> dict[str, Squad]:
    """Two teams; no id may stand twice in the box."""
    teams = field.names()
    if len(teams) != 2:
        field.wrong(_TWO_TEAMS.format(given=len(teams)))
    ids: set[str] = set()
    return {name: _squad(team, rules, ids) for name, team in teams.items()}


def _squad(field: Field, rules: Rules, ids: set[str]) -> Squad:
    given = field.mapping(("keeper", "outfield", "cards"))
    keeper = _keeper(given["keeper"], ids)
    outfield = tuple(
        _outfield(p, ids) for p in given["outfield"].items(OUTFIELD, Text("outfield players", "Feldspieler"))
    )
    for row in ROWS if outfield else ():
        if sum(p.crest == row for p in outfield) < rules.min_row:
            given["outfield"].wrong(_FEW_CRESTS.format(least=rules.min_row, row=row))
    return Squad(
        keeper,
        outfield,
        tuple(_card(c, ids) for c in given["cards"].items(CARDS, Text("tactic cards", "Taktikkarten"))),
    )


def _id(field: Field, ids: set[str]) -> str:
    """An id of its own; "none" is what a coach says who moves nobody."""
    id_ = field.text()
    if id_ in ids or id_ == "none":
        field.wrong(TWICE.format(id=id_) if id_ in ids else _NONE)
    ids.add(id_)
    return id_


def _keeper(field: Field, ids: set[str]) -> PlayerCard:
    """A goalkeeper has no symbols: never booked, injured or sent off (TR-07)."""
    given = field.mapping(("id", "men", "women"))
    men, women = (_side(given[which], symbols=0) for which in ("men", "women"))
    return PlayerCard(_id(given["id"], ids), "goal", men, women)


def _outfield(field: Field, ids: set[str]) -> PlayerCard:
    given = field.mapping(("id", "crest", "men", "women"))
    men, women = (_side(given[which], MOST_SYMBOLS) for which in ("men", "women"))
    return PlayerCard(_id(given["id"], ids), given["crest"].one_of(ROWS) or "", men, women)


def _side(field: Field, symbols: int) -> CardSide:
    """Four numbers, and a symbol or none in each corner."""
    given = field.mapping(("name", "footballs", *(["corners"] if symbols else [])), [] if symbols else ["corners"])
    footballs = tuple(f.whole(0, MOST) for f in given["footballs"].items(EDGES, Text("numbers ≥ 0", "Zahlen ≥ 0")))
    corners = (
        [f.one_of([None, *SYMBOLS]) for f in given["corners"].items(EDGES, Text("corners", "Ecken"))]
        if "corners" in given
        else []
    )
    found = sum(c is not None for c in corners)
    if found > symbols:
        given["corners"].wrong(_SYMBOLS.format(most=symbols, given=found) if symbols else _KEEPER)
    faces = tuple(EVENT_FACES[c] if c else None for c in corners)
    return CardSide(given["name"].text(), footballs, faces or (None,) * EDGES)


def _card(field: Field, ids: set[str]) -> Card:
    """Both halves show the same number of players, one to three (TOOOR-CARD-07)."""
    given = field.mapping(("id", "value", "bottom", "top"))
    bottom, top = _half(given["bottom"]), _half(given["top"])
    bottom_sum, top_sum = sum(bottom.values()), sum(top.values())
    if bottom_sum != top_sum:
        field.wrong(_HALVES.format(bottom=bottom_sum, top=top_sum))
    elif not 1 <= bottom_sum <= STONES:
        field.wrong(_STONES.format(most=STONES, given=bottom_sum))
    return Card(_id(given["id"], ids), given["value"].whole(0, MOST), bottom, top)


def _half(field: Field) -> dict[str, int]:
    return {row: number.whole(0, STONES) for row, number in field.mapping(ROWS).items()}


def _not_real(top: dict[str, Field]) -> Iterator[Mistake]:
    if "sample" in top:
        field = top["sample"]
        yield Mistake("sample", UNREAL.format(notice=field.plain()), field.line)


def _repeated_values(squads: dict[str, Squad]) -> Iterator[Mistake]:
    for name, squad in squads.items():
        for value, times in Counter(card.value for card in squad.cards).items():
            if times > 1:
                yield Mistake(f"teams.{name}.cards", _REPEATED.format(value=value, times=times))


_TWO_TEAMS = Text("2 teams are needed, {given} given", "2 Teams sind nötig, gegeben: {given}")
_FEW_CRESTS = Text(
    "at least {least} crests of {row} are needed for the first line-up",
    "für die erste Aufstellung sind mindestens {least} Wappen {row} nötig",
)
_NONE = Text("none cannot be an id", "none kann keine Kennung sein")
_SYMBOLS = Text("at most {most} symbols, {given} given", "höchstens {most} Symbole, gegeben: {given}")
_KEEPER = Text("a goalkeeper has no symbols", "ein Torwart hat keine Symbole")
_HALVES = Text(
    "bottom and top need as many players, {bottom} and {top} given",
    "unten und oben brauchen gleich viele Spieler, gegeben: {bottom} und {top}",
)
_STONES = Text("1 to {most} players are needed, {given} given", "1 bis {most} Spieler sind nötig, gegeben: {given}")
_REPEATED = Text("the value {value} stands on {times} cards", "der Wert {value} steht auf {times} Karten")


def new(first: str = "orange", second: str = "green") -> str:
    """A commented box file to fill in, for two jersey colours."""
    return _HEAD + "".join(_new_squad(colour) for colour in (first, second))


def _new_squad(colour: str) -> str:
    crests = [row for row, n in (("attack", 3), ("midfield", 4), ("defence", 3)) for _ in range(n)]
    outfield = "".join(_PLAYER.format(id=f"{colour}-{n}", crest=crest) for n, crest in enumerate(crests, 1))
    cards = "".join(_CARD.format(id=f"{colour}-c{n}") for n in range(1, CARDS + 1))
    return _SQUAD.format(colour=colour) + outfield + _CARDS_HEAD + cards


_HEAD = """\
# Tooor! box file: what is printed on your cards. Check it with: touchline box check
box: tooor
schema: 1
sample: "TEMPLATE - numbers not entered yet"   # take this line out when the real numbers are in
# Rulings; leave them as they are unless you play otherwise.
rules:
  turn_before_shot: true    # deployed players turn before the shot
  min_row: 2                # least players in each row of a line-up
  event_die: [sending_off, warning, warning, injured, blank, blank]
  number_die: [0, 1, 1, 2, 2, 3]
goal_tracker_max: null      # highest number of the goal tracker, if you want to note it
# Numbers and symbols are in turn order, as the edges come to the top when the card is turned clockwise:
#   footballs: [top, left, bottom, right]
#   corners:   [top-left, bottom-left, bottom-right, top-right], each null, sending_off, warning or injured; at most two
teams:
"""
_SQUAD = """\
  {colour}:
    keeper:
      id: {colour}-keeper
      men:   {{name: "Keeper", footballs: [0, 0, 0, 0]}}
      women: {{name: "Keeper", footballs: [0, 0, 0, 0]}}
    outfield:               # exactly 10; crest: the row in the first game, attack, midfield or defence
"""
_PLAYER = """\
    - id: {id}
      crest: {crest}
      men:   {{name: "Name", footballs: [0, 0, 0, 0], corners: [null, null, null, null]}}
      women: {{name: "Name", footballs: [0, 0, 0, 0], corners: [null, null, null, null]}}
"""
_CARDS_HEAD = """\
    cards:                  # exactly 6; bottom: the attacker's players, top: the defender's, as many on both
"""
_CARD = """\
    - id: {id}
      value: 0
      bottom: {{attack: 1, midfield: 0, defence: 0}}
      top:    {{attack: 0, midfield: 0, defence: 1}}
"""
