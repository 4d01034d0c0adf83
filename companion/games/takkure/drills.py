"""The four exercises of the rulebook as data: who plays, what is allowed, what ends them, and what to try first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from companion.vocabulary import Text

PLACING: Final = Text("Place the players as the exercise shows.", "Spieler aufstellen, wie die Übung zeigt.")


@dataclass(frozen=True)
class Drill:
    """`attackers` and `defenders` are how many play; `seconds` the second actions that may be used; `retakes`
    whether spent tokens come back while possession lasts; `ends` the happenings that end it; `won` those that the
    attacker wants; `guide` says what to do in the first activations, `free` what to keep in mind on later runs."""

    title: Text
    attackers: int
    defenders: int
    seconds: frozenset[str]
    ends: frozenset[str]
    won: str
    retakes: bool = False
    big_bases: bool = False
    plays: bool = False
    guide: tuple[Text, ...] = ()
    free: Text | None = None
    placing: Text = PLACING


HAPPENINGS: Final = {
    "line": Text("the line is reached", "die Linie ist erreicht"),
    "try": Text("a try", "ein Try"),
    "stolen": Text("the ball is stolen", "der Ball ist gestohlen"),
    "tackled": Text("the carrier is tackled", "der Ballträger ist getackelt"),
    "defender_down": Text("the defender is on the ground", "der Verteidiger liegt am Boden"),
    "ball_on_ground": Text("the ball is on the ground", "der Ball liegt am Boden"),
    "tokens_out": Text("no token is left", "kein Marker übrig"),
    "try_missed": Text("the try is missed", "der Try misslingt"),
}
FIRST_RUN: Final = (
    Text(
        "Mark a MOVE straight at the defender; he PRESSUREs with a move of two inches; execute four; then MOVE four.",
        "MOVE gerade auf den Verteidiger markieren; er macht PRESSURE mit zwei Zoll; vier ausführen; dann vier MOVE.",
    ),
    Text(
        "Mark a MOVE again; he TACKLEs on the path with two inches; pass over him; then DODGE or BREAK THROUGH.",
        "Wieder MOVE markieren; er macht TACKLE auf dem Weg, zwei Zoll; über ihn weg; dann DODGE oder BREAK THROUGH.",
    ),
    Text("He TACKLEs straight at your player.", "Er macht TACKLE direkt auf deinen Spieler."),
)
"""Exercise 1 step by step (TAK-EXR-02, TAK-EXR-03); inches in words, for no ruler is at hand while they are read."""

_MOVES = frozenset({"MOVE", "DODGE", "BREAK_THROUGH"})
DRILLS: Final[Mapping[str, Drill]] = {
    "exercise_1": Drill(
        Text("Exercise 1: first steps", "Übung 1: erste Schritte"),
        1,
        1,
        _MOVES,
        frozenset({"line", "tackled", "defender_down", "tokens_out"}),
        "line",
        guide=FIRST_RUN,
        free=Text(
            "Free movement: do not step out of the lines, do not move backwards.",
            "Freie Bewegung: nicht über die Linien, nicht rückwärts.",
        ),
        placing=Text("One player each, face to face, ball with the attacker.", "Je ein Spieler, einander gegenüber."),
    ),
    "exercise_2": Drill(
        Text("Exercise 2: pass", "Übung 2: Passen"),
        2,
        1,
        frozenset({"MOVE", "PASS"}),
        frozenset({"line", "tackled", "ball_on_ground", "tokens_out"}),
        "line",
        guide=(
            Text("Run at him, then MOVE past your partner.", "Auf ihn zu, dann per MOVE am Partner vorbei."),
            Text("Now PASS to the partner behind you.", "Jetzt PASS zum Partner hinter dir."),
        ),
    ),
    "exercise_3": Drill(
        Text("Exercise 3: Death Box", "Übung 3: Death Box"),
        3,
        3,
        frozenset({"MOVE", "PASS", "PICK_UP", "DODGE", "BREAK_THROUGH"}),
        frozenset({"line", "stolen"}),
        "line",
        retakes=True,
        placing=Text(
            "Three each in the small box, without the big base.", "Je drei in die kleine Box, ohne große Base."
        ),
    ),
    "exercise_4": Drill(
        Text("Exercise 4: 4 against 4", "Übung 4: 4 gegen 4"),
        4,
        4,
        frozenset({"MOVE", "PASS", "PICK_UP", "DODGE", "BREAK_THROUGH", "SCORE"}),
        frozenset({"try", "try_missed", "stolen"}),
        "try",
        retakes=True,
        big_bases=True,
        plays=True,
        placing=Text(
            "Both teams touch their kick-off line. Shuffle both play decks, draw anew.",
            "Beide Teams an ihrer Kick-off-Linie. Beide Spielzugdecks mischen, neu ziehen.",
        ),
    ),
}
"""What TAK-EXR-01, TAK-EXR-06, TAK-EXR-07, TAK-EXR-08 and TAK-EXR-09 lay down."""
