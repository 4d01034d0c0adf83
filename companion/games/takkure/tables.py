"""The numbers and names that the rulebook prints, as data."""

from __future__ import annotations

from typing import Final

from companion.vocabulary import Text

PLAYERS: Final = 4
POSITIONS: Final = ("WING", "SCRUM_HALF", "FULL_BACK", "FORWARD")
POSITION_TEXT: Final = {
    "WING": Text("Wing", "Wing"),
    "SCRUM_HALF": Text("Scrum-Half", "Scrum-Half"),
    "FULL_BACK": Text("Full-Back", "Full-Back"),
    "FORWARD": Text("Forward", "Forward"),
}

ACTIVATIONS: Final = 4
"""Activation tokens of one set (TAK-TIM-02)."""
TIRING_TOKEN: Final = 3
"""The activation token of one set that tires a player (TAK-ACT-03)."""
SLOTS: Final = 5
HAND: Final = 4
TEAM_PLAYS: Final = 4
FATIGUE_SPACES: Final = 3
WITH_CRITICAL: Final = frozenset({"PASS", "DODGE", "BREAK_THROUGH", "TACKLE"})
"""The actions that list an effect of a critical (TAK-PAS-10, TAK-DOD-04, TAK-BRK-04, TAK-TKL-13)."""
SUPERSTARS_MOST: Final = 3
"""Superstars: at most +3 on one roll (TAK-TSK-07); a re-roll and a card back cost these (TAK-TSK-08, TAK-TSK-09)."""
REROLL_COST: Final = 3
RETRIEVE_COST: Final = 5

CRITICAL: Final = 1
FUMBLE: Final = 12
ARROWS: Final = 12

IN: Final = 25.4
"""Millimetres of an inch."""
TOL_MM: Final = 1.0
"""Inside this much of a limit no camera decides (R-21)."""
TOL_IN: Final = TOL_MM / IN
FARTHEST_IN: Final = 48.0
"""No distance on a table is longer: what a number pad may be given."""

PASS: Final = ((2.0, 4), (4.0, 2), (8.0, 0), (float("inf"), -2))
"""The passer's modifier by distance, upper bounds in inches, each inclusive (TAK-PAS-07, TAK-PAS-08)."""
RECEPTION: Final = ((2.0, 2), (4.0, 0), (8.0, -2), (float("inf"), -4))
"""The receiver's (TAK-REC-02)."""
BANDS: Final = {"pass": PASS, "reception": RECEPTION}

FROM_GROUND: Final = -2
FROM_GROUND_MOST_IN: Final = 8.0
PICK_UP: Final = 4
STEAL_LOOSE: Final = 4
INTERCEPTION: Final = -2
CATCH: Final = -2
PRESSURE: Final = -1
PRESSURE_IN: Final = 2.0
WEARY: Final = -1
"""What three fatigue tokens cost on STR, BaC, REF and INT (TAK-FAT-05)."""
DODGE_IN: Final = 2
DODGE_CRITICAL_IN: Final = 4
RECEIVER_MOVE_IN: Final = 2

CHARACTERISTIC: Final = {
    "MOVE": "",
    "PASS": "bac",
    "RECEPTION": "bac",
    "PICK_UP": "bac",
    "BALL_STEAL": "bac",
    "INTERCEPTION": "bac",
    "KICK": "bac",
    "CATCH": "bac",
    "SCORE": "bac_score",
    "TACKLE": "str",
    "BREAK_THROUGH": "str",
    "DODGE": "ref",
    "KEEP_FEET": "ref",
    "ENDURANCE": "end",
    "BODY": "bdy",
    "INTELLIGENCE": "int",
}
"""Which characteristic each roll is made against (catalogue 1.1)."""
SHORT: Final = {
    "bac": "BaC",
    "bac_score": "BaC",
    "str": "STR",
    "ref": "REF",
    "int": "INT",
    "prt": "PRT",
    "bdy": "BDY",
    "end": "END",
}
WEARYING: Final = ("bac", "bac_score", "str", "ref", "int")

POSITION_SKILLS: Final = {
    "side_step": "DODGE",
    "precise_pass": "PASS",
    "onslaught": "BREAK_THROUGH",
    "expert_tackler": "TACKLE",
    "defensive_insight": "",
}
"""The action on which a position skill rolls two dice; Defensive Insight is about MOV."""
TEAM_SKILLS: Final = ("unwavering_honor", "superstars", "none", "custom")

ACTION_TEXT: Final = {
    "MOVE": Text("MOVE", "MOVE"),
    "TURN": Text("MOVE with a turn", "MOVE mit Richtungswechsel"),
    "STAND_UP": Text("STAND UP", "STAND UP"),
    "PASS_FROM_GROUND": Text("PASS FROM THE GROUND", "PASS FROM THE GROUND"),
    "NONE": Text("no action", "keine Aktion"),
    "PASS": Text("PASS", "PASS"),
    "PICK_UP": Text("PICK UP the ball", "Ball aufnehmen (PICK UP)"),
    "DODGE": Text("DODGE", "DODGE"),
    "BREAK_THROUGH": Text("BREAK THROUGH", "BREAK THROUGH"),
    "SCORE": Text("SCORE A TRY", "SCORE A TRY"),
    "PRESSURE": Text("PRESSURE", "PRESSURE"),
    "BALL_STEAL": Text("BALL STEAL", "BALL STEAL"),
    "TACKLE": Text("TACKLE", "TACKLE"),
    "TACKLE_PATH": Text("TACKLE on the marked path", "TACKLE auf dem markierten Weg"),
    "REST": Text("REST", "REST"),
    "RECEPTION": Text("RECEPTION", "RECEPTION"),
    "INTERCEPTION": Text("interception", "Abfangen"),
    "KICK": Text("kick-off", "Kick-off"),
    "CATCH": Text("catch", "Fangen"),
    "KEEP_FEET": Text("stay on his feet", "auf den Beinen bleiben"),
    "ENDURANCE": Text("ENDURANCE", "ENDURANCE"),
    "BODY": Text("body before the action", "Körper vor der Aktion"),
}
"""The rulebook's words for actions and rolls, which stay as printed in every language."""

PHASES: Final = {
    "SETUP": Text("Before the match", "Vor dem Spiel"),
    "LINE_UP": Text("Line-up", "Aufstellung"),
    "REFEREE": Text("Referee roll", "Münzwurf"),
    "KO_WHO": Text("Who kicks off", "Wer kickt"),
    "KO_CLEAN": Text("Kick-off: clear the field", "Kick-off: aufräumen"),
    "KO_DEPLOY_K": Text("Kick-off: kicking team", "Kick-off: kickendes Team"),
    "KO_DEPLOY_R": Text("Kick-off: receiving team", "Kick-off: empfangendes Team"),
    "KO_TEMPLATE": Text("Kick-off: template", "Kick-off: Schablone"),
    "KO_MOVE_K": Text("Kick-off: kicking team moves", "Kick-off: kickendes Team zieht"),
    "KO_MOVE_R": Text("Kick-off: receiving team moves", "Kick-off: empfangendes Team zieht"),
    "KO_KICK": Text("Kick-off: the kick", "Kick-off: der Kick"),
    "KO_SCATTER": Text("Kick-off: scatter", "Kick-off: Abweichung"),
    "KO_PLACED": Text("Kick-off: ball lies", "Kick-off: Ball liegt"),
    "KO_CATCH": Text("Kick-off: catch", "Kick-off: Fangen"),
    "READY": Text("Activate a player", "Spieler aktivieren"),
    "A0": Text("Activation token", "Aktivierungsmarker"),
    "A1": Text("1 First action", "1 Erste Aktion"),
    "A2": Text("2 Defence", "2 Verteidigung"),
    "A3": Text("3 Movement execution", "3 Bewegung ausführen"),
    "A4": Text("4 Second action", "4 Zweite Aktion"),
    "A5": Text("5 Measuring and rolls", "5 Messen und würfeln"),
    "A6": Text("6 Remove tokens", "6 Marker entfernen"),
    "INJURY": Text("Injury", "Verletzung"),
    "HALFTIME": Text("Halftime", "Halbzeit"),
    "DRILL": Text("Exercise", "Übung"),
    "MATCH_OVER": Text("The match is over", "Das Spiel ist aus"),
}
"""The states of the catalogue's section 3."""
