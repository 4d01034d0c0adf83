"""Before the match: sides, team plays, decks, positions."""

from __future__ import annotations

from functools import partial

from companion.games.takkure import box
from companion.games.takkure.asking import asked
from companion.games.takkure.plays import GENERIC
from companion.games.takkure.state import Coach, State
from companion.games.takkure.tables import POSITION_TEXT, TEAM_PLAYS
from companion.vocabulary import JSON, Asking, Choose, Confirm, Option, Prompt, Secret, Text


def set_up(s: State) -> Asking:
    """Positions (TAK-LIN-02) and team plays (TAK-SET-04) where there is a choice, then a look at the table."""
    s.enter("LINE_UP")
    yield from _line_ups(s)
    yield from choose_plays(s, "setup")
    s.enter("SETUP")
    yield from asked(s, partial(_table, s), "match_start")


def _line_ups(s: State) -> Asking:
    """One player for each position (TAK-LIN-01); asked only of a coach whose cards allow more than one way."""
    ways = {c.side: box.line_ups(c.squad.players) for c in s.both}
    fixed: dict[str, JSON] = {c.side: s.given.get("line_up", {}).get(c.side) or c.squad.line_up for c in s.both}
    open_ = [c for c in s.both if not fixed[c.side] and len(ways[c.side]) > 1]
    if open_:
        s.enter(s.phase, "".join(c.side for c in open_))
        said = yield from asked(s, lambda: [_ways(s, c, ways[c.side]) for c in open_])
        for coach, n in zip(open_, said if len(open_) > 1 else [said], strict=True):
            fixed[coach.side] = ways[coach.side][int(n) - 1]
    for coach in s.both:
        place(coach, fixed[coach.side] or ways[coach.side][0])


def place(coach: Coach, line_up: dict[str, str]) -> None:
    for position, id_ in line_up.items():
        next(p for p in coach.players if p.id == id_).position = position


def _ways(s: State, coach: Coach, ways: list[dict[str, str]]) -> Choose:
    names = {p.id: p.name for p in coach.players}
    return Choose(
        key=s.key(f"setup.line_up.{coach.side}"),
        side=coach.side,
        text=Text("{name}: who plays where?", "{name}: wer spielt wo?").format(name=coach.name),
        rule="TAK-LIN-02",
        options=tuple(Option(str(n), _way(way, names)) for n, way in enumerate(ways, 1)),
        suggestion="1",
    )


def _way(way: dict[str, str], names: dict[str, str]) -> Text:
    parts = [
        Text("{pos} {name}", "{pos} {name}").format(pos=POSITION_TEXT[pos], name=names[i]) for pos, i in way.items()
    ]
    return Text(", ".join(p.en for p in parts), ", ".join(p.de for p in parts))


def choose_plays(s: State, key: str) -> Asking:
    """Each coach chooses 4 of his team plays in secret (TAK-SET-04, TAK-HLF-02); with 4 or fewer there is no choice."""
    given = s.given.get("team_plays", {}) if key == "setup" else {}
    open_ = []
    for coach in s.both:
        owned = own_plays(s, coach)
        coach.team_plays = list(given.get(coach.side) or owned[:TEAM_PLAYS])  # type: ignore[call-overload]
        if len(owned) > TEAM_PLAYS and coach.side not in given:
            open_.append(coach)
    if open_:
        s.enter(s.phase, "".join(c.side for c in open_))
        said = yield from asked(s, lambda: [_plays(s, key, c) for c in open_])
        for coach, ids in zip(open_, said if len(open_) > 1 else [said], strict=True):
            coach.team_plays = list(ids)


def own_plays(s: State, coach: Coach) -> list[str]:
    """The basic team plays and those of his team."""
    return [p.id for p in s.box.team_plays if p.owner in (GENERIC, coach.squad.id)]


def _plays(s: State, key: str, coach: Coach) -> Prompt:
    names = {p.id: p.name for p in s.box.team_plays}
    owned = own_plays(s, coach)
    return Choose(
        key=s.key(f"{key}.plays.{coach.side}"),
        side=coach.side,
        text=Text("{name}: four team plays, in secret.", "{name}: vier Teamspielzüge, geheim.").format(name=coach.name),
        rule="TAK-SET-04",
        options=tuple(Option(id_, Text.same(names[id_])) for id_ in owned),
        least=TEAM_PLAYS,
        most=TEAM_PLAYS,
        secret=Secret.UNTIL_REVEALED,
        suggestion=owned[:TEAM_PLAYS],
    )


def _table(s: State) -> Confirm:
    """Everything is in place: sides (TAK-SET-01), miniatures and cards (TAK-SET-02), decks shuffled and 4 cards
    drawn (TAK-SET-03), time tokens on slot 5 (TAK-SET-05)."""
    hint = Text(
        "Own in-goal before you. Shuffle team and basic individual cards, draw 4. Time tokens on 5, active side up.",
        "Eigene In-goal-Zone vor dir. Team- und Basiskarten mischen, 4 ziehen. Zeitmarker auf 5, aktive Seite oben.",
    )
    text = Text("Is everything in place?", "Liegt alles bereit?")
    return Confirm(key=s.key("setup.table"), text=text, hint=hint, rule="TAK-SET-01", barrier=True)
