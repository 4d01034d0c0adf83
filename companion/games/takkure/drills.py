"""The four exercises of the rulebook as data: who plays, what is allowed, what ends them, and what to try first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from companion.vocabulary import Text

PLACING: Final = Text("Place the players as the exercise shows.", "Spieler aufstellen, wie die Übung zeigt.")
OPPOSITE: Final = Text("the opposite line", "die gegenüberliegende Linie")


@dataclass(frozen=True)
class Lesson:
    """What to try in one activation, said at its steps: with whom and which first action, how to defend, and what
    second action to take."""

    first: Text
    defence: Text
    second: Text


@dataclass(frozen=True)
class Drill:
    """`attackers` and `defenders` are how many play; `seconds` the second actions that may be used; `retakes` whether
    spent tokens come back while possession lasts; `ends` the happenings that end it; `won` those that the attacker
    wants; `plays` whether cards, position skills and fatigue count already; `guide` are the lessons of the first
    activations, the last one of all that follow, or the end where the exercise is `scripted`; `free` is what to keep in
    mind on later runs; `line` is the one to be reached."""

    title: Text
    attackers: int
    defenders: int
    seconds: frozenset[str]
    ends: frozenset[str]
    won: frozenset[str] = frozenset({"line"})
    retakes: bool = False
    big_bases: bool = False
    plays: bool = False
    guide: tuple[Lesson, ...] = ()
    scripted: bool = False
    free: Text | None = None
    line: Text = OPPOSITE
    placing: Text = PLACING


HAPPENINGS: Final = {
    "line": Text("the line is reached", "die Linie ist erreicht"),
    "try": Text("a try", "ein Try"),
    "stolen": Text("the ball is stolen", "der Ball ist gestohlen"),
    "tackled": Text("the carrier is tackled", "der Ballträger ist getackelt"),
    "defender_down": Text("the defender is on the ground", "der Verteidiger liegt am Boden"),
    "ball_on_ground": Text("the ball is on the ground", "der Ball liegt am Boden"),
    "tokens_out": Text("no token is left", "kein Marker übrig"),
    "nobody_left": Text("no attacker is left", "kein Angreifer ist übrig"),
    "played_through": Text("all its steps are played", "alle Schritte sind gespielt"),
    "try_missed": Text("the try is missed", "der Try misslingt"),
}
FIRST_STEPS: Final = (
    Lesson(
        Text("Mark a MOVE straight at the defender.", "Einen MOVE gerade auf den Verteidiger markieren."),
        Text("PRESSURE: two inches straight at the attacker.", "PRESSURE: zwei Zoll gerade auf den Angreifer zu."),
        Text(
            "Four inches were run: MOVE four more, past him and on to the line.",
            "Vier Zoll sind gelaufen: per MOVE vier weitere, an ihm vorbei zur Linie.",
        ),
    ),
    Lesson(
        Text("Mark a MOVE again, close past him.", "Wieder einen MOVE markieren, dicht an ihm vorbei."),
        Text("TACKLE on the path: two inches onto it.", "TACKLE auf den Weg: zwei Zoll, auf den Weg."),
        Text(
            "DODGE rolls REF, BREAK THROUGH rolls STR: take what he does better.",
            "DODGE würfelt REF, BREAK THROUGH würfelt STR: nimm, was er besser kann.",
        ),
    ),
    Lesson(
        Text("Mark the next MOVE.", "Den nächsten MOVE markieren."),
        Text("TACKLE straight at the player this time.", "TACKLE diesmal direkt auf den Spieler."),
        Text("DODGE or BREAK THROUGH once more.", "Noch einmal DODGE oder BREAK THROUGH."),
    ),
)
"""Exercise 1 step by step (TAK-EXR-02, TAK-EXR-03); inches in words, for no ruler is at hand while they are read."""
PASSING: Final = (
    Lesson(
        Text("Activate the carrier and run at the defender.", "Den Ballträger aktivieren, auf den Verteidiger zu."),
        Text(
            "TACKLE straight at the carrier. Falling short costs a REF roll.",
            "TACKLE gerade auf den Träger. Wer zu kurz kommt, würfelt REF.",
        ),
        Text(
            "MOVE past the partner, who is ahead of you, and out of the defender's reach: then he may be passed to.",
            "MOVE am Partner vorbei, der noch vor dir steht, und aus der Reichweite: Dann darfst du zu ihm passen.",
        ),
    ),
    Lesson(
        Text("Run on with the carrier, his partner behind him.", "Mit dem Träger weiter, der Partner hinter ihm."),
        Text("Follow him at a slant, to be near.", "Ihm schräg folgen, um nah zu sein."),
        Text("PASS before he reaches you, to the partner behind.", "PASS, bevor er da ist, zum Partner dahinter."),
    ),
    Lesson(
        Text("Now he who has caught it runs.", "Jetzt läuft, wer gefangen hat."),
        Text("Whom will he pass to? BALL STEAL may intercept.", "Zu wem passt er? BALL STEAL kann abfangen."),
        Text("PASS again: the nearer, the easier.", "Wieder PASS: je näher, desto leichter."),
    ),
)
"""Exercise 2 (TAK-EXR-06)."""
DEATH_BOX: Final = (
    Lesson(
        Text(
            "Any of the three; the tokens come back while you keep the ball.",
            "Einer der drei; die Marker kommen zurück, solange ihr den Ball habt.",
        ),
        Text("All three may act, each in his own way.", "Alle drei dürfen handeln, jeder auf seine Art."),
        Text(
            "PASS, DODGE, BREAK THROUGH, or PICK UP a loose ball.",
            "PASS, DODGE, BREAK THROUGH oder freien Ball PICK UP.",
        ),
    ),
    Lesson(
        Text("Anybody may be active, with the ball or without.", "Jeder darf aktiv sein, mit Ball oder ohne."),
        Text("Whoever lies on the ground can only STAND UP.", "Wer am Boden liegt, kann nur STAND UP."),
        Text("Who has room? Nobody ahead of the passer.", "Wer hat Platz? Niemand vor dem Passer."),
    ),
)
"""Exercise 3 (TAK-EXR-07)."""
WITH_EVERYTHING: Final = (
    Lesson(
        Text(
            "Cards count now: play one, or a team play.", "Jetzt zählen Karten: eine spielen, oder einen Teamspielzug."
        ),
        Text(
            "REST eases fatigue of who is not needed.", "REST lockert die Erschöpfung dessen, der nicht gebraucht wird."
        ),
        Text(
            "A position skill gives a second die while he is fresh.",
            "Ein Positionsskill gibt frisch einen zweiten Würfel.",
        ),
    ),
    Lesson(
        Text("Bring the carrier into the in-goal zone.", "Den Ballträger in die In-goal-Zone bringen."),
        Text("Several TACKLEs on one carrier make a melee.", "Mehrere TACKLE auf einen Träger werden ein Gedränge."),
        Text("In the zone, even partly: SCORE A TRY.", "In der Zone, auch teilweise: SCORE A TRY."),
    ),
)
"""Exercise 4 and the practice match (TAK-EXR-08, TAK-WIN-03)."""

_MOVES = frozenset({"MOVE", "DODGE", "BREAK_THROUGH"})
DRILLS: Final[Mapping[str, Drill]] = {
    "exercise_1": Drill(
        Text("Exercise 1: first steps", "Übung 1: erste Schritte"),
        1,
        1,
        _MOVES,
        frozenset({"line", "stolen", "tackled", "defender_down", "tokens_out"}),
        frozenset({"line", "defender_down"}),
        guide=FIRST_STEPS,
        scripted=True,
        free=Text(
            "Free movement: reach the opposite edge before the tokens run out, do not step out of the lines, do not "
            "move backwards. With no defender in contact he may MOVE again.",
            "Freie Bewegung: zur anderen Seite, bevor die Marker ausgehen, nicht über die Linien, nicht rückwärts. "
            "Ohne Verteidiger in Kontakt ist ein zweiter MOVE möglich.",
        ),
        placing=Text("One player each, face to face, ball with the attacker.", "Je ein Spieler, einander gegenüber."),
    ),
    "exercise_2": Drill(
        Text("Exercise 2: pass", "Übung 2: Passen"),
        2,
        1,
        frozenset({"MOVE", "PASS"}),
        frozenset({"line", "stolen", "tackled", "ball_on_ground", "tokens_out"}),
        guide=PASSING,
    ),
    "exercise_3": Drill(
        Text("Exercise 3: Death Box", "Übung 3: Death Box"),
        3,
        3,
        frozenset({"MOVE", "PASS", "PICK_UP", "DODGE", "BREAK_THROUGH"}),
        frozenset({"line", "stolen"}),
        retakes=True,
        guide=DEATH_BOX,
        line=Text("the line where the defenders began", "die Linie, an der die Verteidiger begannen"),
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
        frozenset({"try"}),
        retakes=True,
        big_bases=True,
        plays=True,
        guide=WITH_EVERYTHING,
        placing=Text(
            "Both teams touch their kick-off line. Shuffle both play decks, draw anew.",
            "Beide Teams an ihrer Kick-off-Linie. Beide Spielzugdecks mischen, neu ziehen.",
        ),
    ),
}
"""What TAK-EXR-01, TAK-EXR-06, TAK-EXR-07, TAK-EXR-08 and TAK-EXR-09 lay down."""
