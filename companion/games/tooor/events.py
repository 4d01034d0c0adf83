"""What the referee says of an event check, the same in both modes."""

from __future__ import annotations

from companion.games.tooor.tables import SYMBOL_TEXT
from companion.vocabulary import Call, Text

LUCKY = Text("{who}: lucky, nothing happens.", "{who}: Glück gehabt, nichts passiert.")
INJURED = Text("{who}: injured, one football fewer.", "{who}: verletzt, ein Fußball weniger.")
YELLOW = Text("{who}: yellow card.", "{who}: gelbe Karte.")
RED = Text("{who}: red card, sent off! Into the box.", "{who}: rote Karte, Platzverweis! In die Schachtel.")
SECOND_YELLOW = Text(
    "{who}: second yellow, sent off! Into the box.", "{who}: zweite gelbe Karte, Platzverweis! In die Schachtel."
)
MAY_MOVE = Text("Another player may move into the row, unturned.", "Ein anderer darf in die Reihe rücken, ungedreht.")


def call(what: str, symbol: str, who: str, side: str) -> Call:
    """Lucky (TOOOR-EVENT-03), warned (TOOOR-EVENT-07), injured (TOOOR-EVENT-09), or sent off: at once
    (TOOOR-EVENT-05) or by a second yellow (TOOOR-EVENT-08)."""
    red, red_rule = (SECOND_YELLOW, "TOOOR-EVENT-08") if symbol == "yellow_card" else (RED, "TOOOR-EVENT-05")
    name, text, rule = {
        "nothing": ("lucky", LUCKY, "TOOOR-EVENT-03"),
        "injured": ("injured", INJURED, "TOOOR-EVENT-09"),
        "yellow_card": ("yellow_card", YELLOW, "TOOOR-EVENT-07"),
        "red_card": ("sending_off", red, red_rule),
    }[what]
    return Call(name, text.format(who=who), side, rule)


def stop_at(who: str, symbol: str) -> Text:
    """Where the turn is interrupted (TOOOR-TURN-02)."""
    text = Text("{who} stops at the corner ({symbol})", "{who} hält an der Ecke an ({symbol})")
    return text.format(who=who, symbol=SYMBOL_TEXT[symbol])
