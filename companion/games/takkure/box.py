"""The box file: what the coaches entered from cards and team sheets (catalogue section 7), checked as a whole."""

from __future__ import annotations

import json
import pkgutil
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import permutations
from typing import Any, Final

from companion.games.takkure.form import RULES
from companion.games.takkure.plays import read_individual, read_team
from companion.games.takkure.printed import Box, PlayerCard, Rules, Skill, Squad
from companion.games.takkure.tables import PLAYERS, POSITION_SKILLS, POSITIONS, TEAM_SKILLS
from companion.games.takkure.wording import APPLIES, TIMINGS, effect, fresh
from companion.vocabulary import JSON, BoxError, Mistake, Text
from companion.vocabulary.fields import UNREAL, Field, root

FORMAT: Final = "takkure-box/1"
MARK: Final = f"format: {FORMAT}"
NOTICE: Final = "INVENTED SAMPLE - not official values"
TEMPLATE_NOTICE: Final = "TEMPLATE - invented numbers, put in those of your cards, then take this line out"
TEMPLATE_HEAD: Final = """\
# Takkure box file: what is printed on your cards and team sheets. Check it with: touchline box check
# mov: [attack, defence] in inches; bac: [general, score]; positions: WING, SCRUM_HALF, FULL_BACK, FORWARD
# position_skill: side_step, precise_pass, onslaught, defensive_insight, expert_tackler
# team_skill: unwavering_honor, superstars, none, custom
# effect of skills and plays: {mod: 1} or {extra_dice: 1} at before_roll, of plays {reroll: 1} at after_roll, or
# {manual: 1} with a text, at any time
"""
STATS: Final = ("str", "ref", "int", "prt", "bdy")
MOST: Final = 12
MOST_SKILLS: Final = 9
MOST_ACTIONS: Final = 9
MOST_TEAMS: Final = 20
MOST_PLAYS: Final = 60


@lru_cache(maxsize=16)
def check(text: str) -> Box:
    """The box that the text describes; BoxError holds all its mistakes, each with line and field."""
    whole = root(text)
    top = whole.mapping(("format", "teams", "plays"), ("notice", "calibration", "house_rules"))
    top["format"].one_of([FORMAT])
    rules = read_rules(top["house_rules"]) if "house_rules" in top else Rules()
    ids: set[str] = set()
    squads = {s.id: s for s in (_squad(t, ids) for t in top["teams"].items(2, Text("teams", "Teams"), MOST_TEAMS))}
    plays = top["plays"].mapping(("individual", "team"))
    individual = tuple(
        read_individual(f, ids, squads)
        for f in plays["individual"].items(0, Text("individual plays", "Einzelspielzüge"), MOST_PLAYS)
    )
    team_plays = tuple(
        read_team(f, ids, squads) for f in plays["team"].items(0, Text("team plays", "Teamspielzüge"), MOST_PLAYS)
    )
    if "notice" in top:
        top["notice"].text()
    if whole.mistakes:
        raise BoxError(*whole.mistakes)
    return Box(squads, individual, team_plays, rules, whole.plain(), tuple(_not_official(top)))


def from_content(content: JSON) -> Box:
    """The box in a match's options, which hold it as plain JSON."""
    return check(json.dumps(content, indent=1, ensure_ascii=False))


def sample() -> Box:
    """The invented box that comes with the game: package data, as constant as a module."""
    return check((pkgutil.get_data(__package__, "sample_box.yaml") or b"").decode("utf-8"))


def new() -> str:
    """A box file to fill in: the sample, every value of which stands for one of your own."""
    filled = (pkgutil.get_data(__package__, "sample_box.yaml") or b"").decode("utf-8")
    text = "\n".join(line for line in filled.splitlines() if not line.startswith("#"))
    return TEMPLATE_HEAD + text.replace(NOTICE, TEMPLATE_NOTICE) + "\n"


def read_rules(field: Field, usual: Rules = Rules()) -> Rules:  # noqa: B008 - frozen
    """The rulings that are switched (catalogue section 6)."""
    read = {part.name: part.read for part in RULES}
    given = field.mapping((), read)
    changed: dict[str, Any] = {name: read[name](value) for name, value in given.items() if name in read}
    return replace(usual, **changed)


def _squad(field: Field, ids: set[str]) -> Squad:
    given = field.mapping(("id", "name", "team_skill", "players"), ("line_up",))
    id_, name = fresh(given["id"], ids), given["name"].text()
    skill = _team_skill(given["team_skill"])
    players = tuple(_player(p, ids) for p in given["players"].items(PLAYERS, Text("players", "Spieler")))
    if len(players) == PLAYERS and not line_ups(players):
        given["players"].wrong(_NOT_MANNED.format(positions=", ".join(POSITIONS), missing=_missing(players)))
    fixed = _line_up(given["line_up"], players) if "line_up" in given else None
    return Squad(id_, name, skill, players, fixed)


def _team_skill(field: Field) -> str:
    given = field.mapping(("id",), ("text",))
    if "text" in given:
        given["text"].text()
    return given["id"].one_of(TEAM_SKILLS) or "none"


def _player(field: Field, ids: set[str]) -> PlayerCard:
    """MOV and BaC have two values each, the others one (catalogue 1.1)."""
    needed = ("id", "name", "positions", "base_mm", "mov", "bac", *STATS, "position_skill")
    given = field.mapping(needed, ("skills",))
    mov = [f.whole(1, MOST) for f in given["mov"].items(2, Text("values", "Werte"))] or [1, 1]
    bac = [f.whole(0, MOST) for f in given["bac"].items(2, Text("values", "Werte"))] or [0, 0]
    stats = {name: given[name].whole(1 if name == "bdy" else 0, MOST) for name in STATS}
    skills = given["skills"].items(0, Text("skills", "Fähigkeiten"), MOST_SKILLS) if "skills" in given else []
    return PlayerCard(
        fresh(given["id"], ids),
        given["name"].text(),
        tuple(f.one_of(POSITIONS) or "" for f in given["positions"].items(1, Text("positions", "Positionen"), PLAYERS)),
        given["base_mm"].whole(10, 120),
        (mov[0], mov[1]),
        {"bac": bac[0], "bac_score": bac[1], **stats},
        given["position_skill"].one_of(POSITION_SKILLS) or "",
        tuple(_skill(f, ids) for f in skills),
    )


def _skill(field: Field, ids: set[str]) -> Skill:
    given = field.mapping(("id", "name", "training", "timing", "effect"), ("applies", "text"))
    applies = (
        tuple(f.one_of(APPLIES) or "" for f in given["applies"].items(1, Text("actions", "Aktionen"), MOST_ACTIONS))
        if "applies" in given
        else ()
    )
    timing = given["timing"].one_of(TIMINGS) or "any"
    text = given["text"].text() if "text" in given else ""
    training = given["training"].truth()
    does = effect(given["effect"], timing, skill=True)
    if does and not applies:
        field.wrong(_NO_ROLL)
    return Skill(fresh(given["id"], ids), given["name"].text(), training, timing, applies, does, text)


def line_ups(players: tuple[PlayerCard, ...]) -> list[dict[str, str]]:
    """Every line-up with one player in each position (TAK-LIN-01, TAK-LIN-02): position to id."""
    if len(players) != PLAYERS:
        return []
    return [
        {position: p.id for position, p in zip(POSITIONS, order, strict=True)}
        for order in permutations(players)
        if all(position in p.positions for position, p in zip(POSITIONS, order, strict=True))
    ]


def _missing(players: tuple[PlayerCard, ...]) -> Text:
    """Positions that nobody can play, or else those for which there are too few."""
    nobody = [pos for pos in POSITIONS if not any(pos in p.positions for p in players)]
    return Text.same(", ".join(nobody)) if nobody else _OVERLAP


def _line_up(field: Field, players: tuple[PlayerCard, ...]) -> dict[str, str] | None:
    given = field.mapping(POSITIONS)
    said = {position: given[position].one_of([p.id for p in players]) or "" for position in POSITIONS}
    if len(players) == PLAYERS and said not in line_ups(players):
        field.wrong(_LINE_UP)
        return None
    return said


def _not_official(top: dict[str, Field]) -> Iterator[Mistake]:
    if "notice" in top:
        field = top["notice"]
        yield Mistake("notice", UNREAL.format(notice=field.plain()), field.line)


_NOT_MANNED = Text(
    "one player for each of {positions} is needed; missing: {missing}",
    "für jede Position ({positions}) ist ein Spieler nötig; es fehlt: {missing}",
)
_NO_ROLL = Text(
    "a number needs the rolls that it changes: applies", "eine Zahl braucht die Würfe, die sie ändert: applies"
)
_OVERLAP = Text("their positions overlap too little", "ihre Positionen passen nicht zusammen")
_LINE_UP = Text(
    "each player once, in a position that stands on his card",
    "jeder Spieler einmal, auf einer Position, die auf seiner Karte steht",
)
