"""The box file as a form: player cards and tactic cards (catalogue section 6). What it lets through, `box` checks."""

from __future__ import annotations

from typing import Final

from companion.games.tooor import box
from companion.games.tooor.form import rule_parts
from companion.games.tooor.printed import Rules
from companion.games.tooor.tables import CARDS, EVENT_FACES, ROW_TEXT, ROWS, STONES, SYMBOL_TEXT
from companion.vocabulary import Text
from companion.vocabulary.form import Each, Group, Named, Part, Pick, Rows, Whole, Words, options_of

_EDGES: Final = {
    "top": Text("top", "oben"),
    "left": Text("left", "links"),
    "bottom": Text("bottom", "unten"),
    "right": Text("right", "rechts"),
}
_CORNERS: Final = {
    "top_left": Text("top left", "oben links"),
    "bottom_left": Text("bottom left", "unten links"),
    "bottom_right": Text("bottom right", "unten rechts"),
    "top_right": Text("top right", "oben rechts"),
}
_SYMBOLS: Final = options_of({symbol: SYMBOL_TEXT[EVENT_FACES[symbol]] for symbol in box.SYMBOLS})
_FOOTBALLS: Final = Each(
    name="footballs",
    text=Text("Footballs, in turn order", "Bälle, in Drehrichtung"),
    parts=tuple(Whole(name=name, text=text, least=0, most=box.MOST) for name, text in _EDGES.items()),
)
_SYMBOLS_OF: Final = Each(
    name="corners",
    text=Text("Symbols, at most two", "Symbole, höchstens zwei"),
    parts=tuple(Pick(name=name, text=text, options=_SYMBOLS, optional=True) for name, text in _CORNERS.items()),
)
_ID: Final = Words(name="id", text=Text("Id", "Kennung"))
_NAME: Final = Words(name="name", text=Text("Name", "Name"))
_ROW_OPTIONS: Final = options_of(dict(ROW_TEXT))


def _sides(*symbols: Part) -> tuple[Group, ...]:
    parts = (_NAME, _FOOTBALLS, *symbols)
    return (
        Group(name="men", text=Text("Men's side", "Männerseite"), parts=parts),
        Group(name="women", text=Text("Women's side", "Frauenseite"), parts=parts),
    )


def _half(name: str, text: Text) -> Group:
    rows = tuple(Whole(name=row, text=ROW_TEXT[row], least=0, most=STONES) for row in ROWS)
    return Group(name=name, text=text, parts=rows)


_PLAYER: Final = (_ID, Pick(name="crest", text=Text("Crest", "Wappen"), options=_ROW_OPTIONS), *_sides(_SYMBOLS_OF))
_CARD: Final = (
    _ID,
    Whole(name="value", text=Text("Number in the jersey", "Zahl im Trikot"), least=0, most=box.MOST),
    _half("bottom", Text("Bottom: the attacker deploys", "Unten: der Angreifer setzt ein")),
    _half("top", Text("Top: the defender deploys", "Oben: der Verteidiger setzt ein")),
)
_TEAM: Final[tuple[Part, ...]] = (
    Group(name="keeper", text=Text("Goalkeeper", "Torwart"), parts=(_ID, *_sides())),
    Rows(name="outfield", text=Text("Outfield players", "Feldspieler"), row=Text("Player", "Spieler"), parts=_PLAYER,
         least=box.OUTFIELD, most=box.OUTFIELD),
    Rows(name="cards", text=Text("Tactic cards", "Taktikkarten"), row=Text("Card", "Karte"), parts=_CARD,
         least=CARDS, most=CARDS),
)  # fmt: skip

FORM: Final[tuple[Part, ...]] = (
    Words(name="sample", text=Text("Notice", "Hinweis"), optional=True,
          hint=Text("Empty it when the numbers of your own cards are in.",
                    "Leeren, sobald die Zahlen der eigenen Karten eingetragen sind.")),
    Named(name="teams", text=Text("Teams", "Teams"), row=Text("Jersey", "Trikot"), parts=_TEAM, count=2),
    Group(name="rules", text=Text("House rules", "Hausregeln"), optional=True,
          parts=rule_parts(Rules(), optional=True)),
    Whole(name="goal_tracker_max", text=Text("Highest number of the goal tracker", "Höchste Zahl der Torleiste"),
          least=1, most=box.MOST, optional=True),
)  # fmt: skip
"""A whole box file; what it does not draw (`box`, `schema`) stays as it is."""
