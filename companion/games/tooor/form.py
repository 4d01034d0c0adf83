"""What people fill in before a match: how it is played, who plays, and the rulings that may be switched."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from companion.games.tooor.printed import Rules
from companion.games.tooor.tables import AGREEMENTS, CARD_SIDES, EVENT_FACES, SYMBOL_TEXT
from companion.vocabulary import SIDES, Option, Text
from companion.vocabulary.form import Each, Form, Group, Part, Pick, Switch, Whole, options_of, team_parts

MODES: Final = {
    "light": Text("Light: you announce the strengths", "Leicht: ihr sagt die Stärken an"),
    "box": Text("With cards: the companion knows their numbers", "Mit Karten: ihre Zahlen sind eingetragen"),
}
_FACES: Final = {
    word: SYMBOL_TEXT[face] if face in SYMBOL_TEXT else Text("blank", "leer") for word, face in EVENT_FACES.items()
}
_WORDS: Final = {face: word for word, face in EVENT_FACES.items()}
FACES: Final = 6
MOST_MIN_ROW: Final = 3
MOST_OF_A_DIE: Final = 9

TURN: Final = Switch(
    name="turn_before_shot",
    text=Text("Deployed players turn before the shot (TR-01)", "Eingesetzte drehen vor dem Torschuss (TR-01)"),
)
MIN_ROW: Final = Whole(
    name="min_row", text=Text("Least players in each row (TR-05)", "Spieler je Reihe, mindestens (TR-05)"),
    least=0, most=MOST_MIN_ROW,
)  # fmt: skip
EVENT_DIE: Final = Each(
    name="event_die",
    text=Text("Faces of the event die", "Seiten des Ereigniswürfels"),
    parts=tuple(Pick(name=str(n), text=Text.same(str(n)), options=options_of(_FACES)) for n in range(1, FACES + 1)),
)
NUMBER_DIE: Final = Each(
    name="number_die",
    text=Text("Faces of the number dice", "Seiten der Zahlenwürfel"),
    parts=tuple(Whole(name=str(n), text=Text.same(str(n)), least=0, most=MOST_OF_A_DIE) for n in range(1, FACES + 1)),
)


def form(mode: str, rules: Rules, teams: Mapping[str, Mapping[str, str]], squads: Mapping[str, str]) -> Form:
    """The options of a match, with what counts where nothing is given; `squads` maps side to jersey, of the box's
    jerseys in their order, and is empty without a box."""
    how = Pick(name="mode", text=_MODE, options=options_of(MODES), usual=mode, decides=True)
    agreed = Pick(name="agreed", text=_AGREED, options=options_of(dict(AGREEMENTS)), optional=True)
    ours = team_parts({side: dict(teams[side]) for side in SIDES})
    boxed = mode == "box"
    return Form(
        game=(how,),
        teams=(*_with_box(squads), ours) if boxed else (ours,),
        rules=(agreed, *((_FIRST,) if boxed else ()), Group(name="rules", text=_RULES, parts=rule_parts(rules))),
        boxed=boxed,
    )


def rule_parts(rules: Rules, optional: bool = False) -> tuple[Part, ...]:
    """The rulings, with what counts where nothing is given."""
    faces = [_WORDS[face] for face in rules.event_die]
    return (
        replace(TURN, usual=rules.turn_before_shot, optional=optional),
        replace(MIN_ROW, usual=rules.min_row, optional=optional),
        replace(EVENT_DIE, usual=faces, optional=optional),
        replace(NUMBER_DIE, usual=list(rules.number_die), optional=optional),
    )


def _with_box(squads: Mapping[str, str]) -> tuple[Group, ...]:
    jerseys = tuple(Option(name, Text.same(name)) for name in sorted(squads.values()))
    wear = tuple(
        Pick(name=side, text=_WEARS.format(side=side), options=jerseys, usual=squads[side], decides=True)
        for side in SIDES
    )
    cards = tuple(
        Pick(name=side, text=_CARDS_OF.format(side=side), options=options_of(dict(CARD_SIDES)), optional=True)
        for side in SIDES
    )
    return (
        Group(name="squads", text=_JERSEYS, parts=wear),
        Group(name="side_of_cards", text=_SIDE_OF_CARDS, hint=_OPEN, parts=cards, optional=True),
    )


_MODE = Text("How do you play?", "Wie wird gespielt?")
_AGREED = Text("If it is a draw", "Bei Unentschieden")
_FIRST = Switch(
    name="first_game",
    text=Text("First game: the line-up is as the crests say", "Erstes Spiel: Aufstellung nach den Wappen"),
    usual=False,
)
_RULES = Text("House rules", "Hausregeln")
_JERSEYS = Text("Jerseys", "Trikots")
_WEARS = Text("Team {side} wears", "Team {side} trägt")
_SIDE_OF_CARDS = Text("Side of the cards", "Kartenseite")
_CARDS_OF = Text("Team {side}", "Team {side}")
_OPEN = Text("Left open, it is asked at the table.", "Offen gelassen wird am Tisch gefragt.")
