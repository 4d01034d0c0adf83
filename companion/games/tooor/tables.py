"""The numbers and names that the rulebook prints, as data."""

from __future__ import annotations

from typing import Final

from companion.vocabulary import Text

ROUNDS: Final = {1: "15", 2: "30", 3: "45", 4: "60", 5: "75", 6: "90", 7: "105", 8: "120"}
"""The field of the time track on which the whistle lies in each round."""

HALF_TIME_AFTER: Final = 3
LAST_ROUND: Final = 6
LAST_ROUND_OF_EXTRA_TIME: Final = 8

CARDS: Final = 6
EXTRA_TIME_CARDS: Final = 2
STONES: Final = 3
PENALTIES: Final = 5
YELLOW_TOKENS: Final = 12
INJURED_TOKENS: Final = 10

ROWS: Final = ("attack", "midfield", "defence")
ROW_TEXT: Final = {
    "attack": Text("attack", "Sturm"),
    "midfield": Text("midfield", "Mittelfeld"),
    "defence": Text("defence", "Abwehr"),
}

EVENT_FACES: Final = {"sending_off": "red_card", "warning": "yellow_card", "injured": "injured", "blank": "blank"}
"""The rulebook's word for a symbol, and the face of the event die in the vocabulary of the house."""

SYMBOL_TEXT: Final = {
    "red_card": Text("red", "Rot"),
    "yellow_card": Text("yellow", "Gelb"),
    "injured": Text("injured", "Verletzt"),
}

AGREEMENTS: Final = {
    "draw_ok": Text("A draw counts", "Ein Unentschieden zählt"),
    "et_pens": Text("Extra time, then penalties", "Verlängerung, dann Elfmeterschießen"),
}

CARD_SIDES: Final = {
    "men": Text("Men", "Männer"),
    "women": Text("Women", "Frauen"),
    "mixed": Text("Mixed", "Gemischt"),
}

PHASES: Final = {
    "SETUP": Text("Before the match", "Vor dem Spiel"),
    "LINEUP": Text("Line-up", "Aufstellung"),
    "CARDS": Text("Choose tactic cards", "Taktikkarten wählen"),
    "REVEAL": Text("Turn the cards over", "Karten aufdecken"),
    "VALUE_TIE": Text("Equal cards: roll", "Gleiche Karten: würfeln"),
    "ROLES": Text("Who attacks", "Wer angreift"),
    "ATT_DEPLOY": Text("The attacker deploys", "Angreifer setzt ein"),
    "DEF_DEPLOY": Text("The defender deploys", "Verteidiger setzt ein"),
    "ROLL": Text("Both roll", "Beide würfeln"),
    "TURN_ATT": Text("The attacker turns", "Angreifer dreht"),
    "TURN_DEF": Text("The defender turns", "Verteidiger dreht"),
    "EVENT": Text("Event check", "Ereignisprobe"),
    "REPLACE": Text("After the sending off", "Nach dem Platzverweis"),
    "SHOT_PICK": Text("Who shoots", "Wer schießt"),
    "SHOT_ROLL": Text("Shot on goal", "Torschuss"),
    "SHOT_TURN": Text("Turn shooter and keeper", "Schütze und Torwart drehen"),
    "COUNTER_SWAP": Text("Counterattack", "Konter"),
    "ROUND_END": Text("End of the round", "Ende der Runde"),
    "HALF_TIME": Text("Half-time", "Halbzeit"),
    "HALF_READY": Text("Second half", "Zweite Halbzeit"),
    "FULL_TIME": Text("Full time", "Abpfiff"),
    "ET_PREP": Text("Before extra time", "Vor der Verlängerung"),
    "ET_READY": Text("Extra time", "Verlängerung"),
    "PEN_SELECT": Text("Choose penalty takers", "Elfmeterschützen wählen"),
    "PEN_FIRST": Text("Who shoots first", "Wer beginnt"),
    "PEN_SHOT": Text("Penalty", "Elfmeter"),
    "PEN_TURN": Text("Turn the keeper", "Torwart drehen"),
    "PEN_MORE": Text("One more player each", "Noch je ein Schütze"),
    "END": Text("The match is over", "Das Spiel ist aus"),
}
"""The states of the catalogue, and what a screen calls them."""

ROUND_PHASES: Final = tuple(PHASES)[tuple(PHASES).index("CARDS") : tuple(PHASES).index("HALF_TIME")]
"""The states of a round."""
