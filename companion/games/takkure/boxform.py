"""The box file as a form: player cards and play cards (catalogue section 7). What it lets through, `box` checks."""

from __future__ import annotations

from typing import Final

from companion.games.takkure import box, plays
from companion.games.takkure.form import rule_parts
from companion.games.takkure.tables import ACTION_TEXT, ARROWS, PLAYERS, POSITION_TEXT, POSITIONS, SHORT
from companion.games.takkure.wording import APPLIES, CARRIED_OUT, TIMINGS
from companion.vocabulary import Option, Text
from companion.vocabulary.form import Each, Group, Part, Pick, Rows, Several, Switch, Whole, Words, options_of

_POSITION_SKILLS: Final = {
    "side_step": Text("Side Step", "Side Step"),
    "precise_pass": Text("Precise Pass", "Precise Pass"),
    "onslaught": Text("Onslaught", "Onslaught"),
    "expert_tackler": Text("Expert Tackler", "Expert Tackler"),
    "defensive_insight": Text("Defensive Insight", "Defensive Insight"),
}
_TEAM_SKILLS: Final = {
    "unwavering_honor": Text("Unwavering Honor", "Unwavering Honor"),
    "superstars": Text("Superstars", "Superstars"),
    "none": Text("none", "keine"),
    "custom": Text("another one, done by hand", "eine andere, von Hand ausgeführt"),
}
_TIMING_TEXT: Final = {
    "match_start": Text("at the start of the match", "zu Spielbeginn"),
    "activation_start": Text("at the start of an activation", "zu Beginn einer Aktivierung"),
    **{f"step{n}": Text(f"in step {n}", f"in Schritt {n}") for n in range(1, 7)},
    "before_measure": Text("before measuring", "vor dem Messen"),
    "before_roll": Text("before a roll", "vor einem Wurf"),
    "after_roll": Text("after a roll", "nach einem Wurf"),
    "on_wound": Text("at a wound", "bei einer Wunde"),
    "on_grounded": Text("when a player goes down", "wenn ein Spieler zu Boden geht"),
    "on_injury": Text("at an injury", "bei einer Verletzung"),
    "kickoff_deploy": Text("kick-off: placing", "Kick-off: Aufstellen"),
    "kickoff_move": Text("kick-off: moving", "Kick-off: Ziehen"),
    "kickoff_kick": Text("kick-off: the kick", "Kick-off: der Kick"),
    "kickoff_catch": Text("kick-off: the catch", "Kick-off: Fangen"),
    "halftime": Text("at halftime", "zur Halbzeit"),
    "any": Text("at any time", "jederzeit"),
}
_EFFECTS: Final = {
    "mod": Text("modifier", "Modifikator"),
    "extra_dice": Text("extra dice", "zusätzliche Würfel"),
    "reroll": Text("re-rolls", "Wurfwiederholungen"),
}
_ROLES: Final = {
    "carrier": Text("the carrier", "der Ballträger"),
    **{f"other_{n}": Text(f"player {n}", f"Spieler {n}") for n in range(1, PLAYERS)},
}
_ID = Words(name="id", text=Text("Id", "Kennung"))
_NAME = Words(name="name", text=Text("Name", "Name"))
_TEXT = Words(name="text", text=Text("What the card says", "Was die Karte sagt"), optional=True)
_OWNER = Words(name="owner", text=Text("Whose", "Wessen"), hint=Text("A team's id, or generic.",
                                                                     "Kennung eines Teams, oder generic."))  # fmt: skip
_TIMING = Pick(name="timing", text=Text("When", "Wann"), options=options_of({t: _TIMING_TEXT[t] for t in TIMINGS}))
_EFFECT = Group(
    name="effect",
    text=Text("Effect", "Wirkung"),
    hint=Text(
        "A modifier or dice before a roll, re-rolls after it. Empty: the coaches do it by hand.",
        "Modifikator und Würfel vor einem Wurf, Wiederholungen nach ihm. Leer: die Trainer führen es von Hand aus.",
    ),
    parts=tuple(
        Whole(name=name, text=_EFFECTS[name], least=-ARROWS, most=ARROWS, optional=True) for name in CARRIED_OUT
    ),
)


def _actions(names: tuple[str, ...]) -> tuple[Option, ...]:
    return options_of({name: ACTION_TEXT[name] for name in names})


def _stat(name: str) -> Whole:
    return Whole(name=name, text=Text.same(SHORT[name]), least=1 if name == "bdy" else 0, most=box.MOST)


_SKILL: Final[tuple[Part, ...]] = (
    _ID,
    _NAME,
    _TIMING,
    Several(name="applies", text=Text("On the rolls", "Bei den Würfen"), options=_actions(APPLIES), optional=True),
    Switch(name="training", text=Text("A training skill, lost while tired", "Trainingsfähigkeit, müde verloren")),
    _EFFECT,
    _TEXT,
)
_PLAYER: Final[tuple[Part, ...]] = (
    _ID,
    _NAME,
    Several(name="positions", text=Text("Positions", "Positionen"), options=options_of(dict(POSITION_TEXT))),
    Pick(name="position_skill", text=Text("Position skill", "Positionsfähigkeit"),
         options=options_of(_POSITION_SKILLS)),
    Whole(name="base_mm", text=Text("Base in mm", "Base in mm"), least=10, most=120),
    Each(name="mov", text=Text("MOV in inches", "MOV in Zoll"), parts=(
        Whole(name="attack", text=Text("attack", "Angriff"), least=1, most=box.MOST),
        Whole(name="defence", text=Text("defence", "Abwehr"), least=1, most=box.MOST),
    )),
    Each(name="bac", text=Text("BaC", "BaC"), parts=(
        Whole(name="general", text=Text("general", "allgemein"), least=0, most=box.MOST),
        Whole(name="score", text=Text("score", "Try"), least=0, most=box.MOST),
    )),
    *(_stat(name) for name in box.STATS),
    Rows(name="skills", text=Text("Skills", "Fähigkeiten"), row=Text("Skill", "Fähigkeit"), parts=_SKILL,
         least=0, most=box.MOST_SKILLS, optional=True),
)  # fmt: skip
_TEAM: Final[tuple[Part, ...]] = (
    _ID,
    _NAME,
    Group(name="team_skill", text=Text("Team skill", "Teamfähigkeit"), parts=(
        Pick(name="id", text=Text("Which", "Welche"), options=options_of(_TEAM_SKILLS)),
        _TEXT,
    )),
    Rows(name="players", text=Text("Players", "Spieler"), row=Text("Player", "Spieler"), parts=_PLAYER,
         least=PLAYERS, most=PLAYERS),
    Group(name="line_up", text=Text("Usual line-up", "Übliche Aufstellung"), optional=True,
          hint=Text("The id of a player for each position, or nothing at all.",
                    "Für jede Position die Kennung eines Spielers, oder gar nichts."),
          parts=tuple(Words(name=position, text=POSITION_TEXT[position], optional=True) for position in POSITIONS)),
)  # fmt: skip
_INDIVIDUAL: Final[tuple[Part, ...]] = (
    _ID,
    _NAME,
    _OWNER,
    Whole(name="copies", text=Text("Copies", "Anzahl"), least=1, most=plays.MOST_COPIES, usual=1, optional=True),
    _TIMING,
    Group(name="requires", text=Text("On the roll", "Beim Wurf"), optional=True, parts=(
        Pick(name="action", text=Text("Which", "Welcher"), options=_actions(APPLIES), optional=True),
    )),
    _EFFECT,
    _TEXT,
)  # fmt: skip
_SECOND: Final[tuple[Part, ...]] = (
    Pick(name="player", text=Text("Who", "Wer"), options=options_of(_ROLES)),
    Pick(name="action", text=Text("Action", "Aktion"), options=_actions(plays.SECONDS)),
    Pick(name="to", text=Text("To whom", "Zu wem"), options=options_of(_ROLES), optional=True),
)
_TEAM_PLAY: Final[tuple[Part, ...]] = (
    _ID,
    _NAME,
    _OWNER,
    Whole(name="participants", text=Text("Players who take part", "Beteiligte Spieler"), least=2, most=PLAYERS),
    Group(name="first", text=Text("First action", "Erste Aktion"), parts=(
        Pick(name="player", text=Text("Who", "Wer"), options=options_of({"carrier": _ROLES["carrier"]})),
        Pick(name="action", text=Text("Action", "Aktion"), options=_actions(plays.FIRST)),
    )),
    Rows(name="seconds", text=Text("Second actions", "Zweite Aktionen"), row=Text("Action", "Aktion"), parts=_SECOND,
         least=1, most=plays.MOST_SECONDS),
    _TEXT,
)  # fmt: skip

FORM: Final[tuple[Part, ...]] = (
    Words(name="notice", text=Text("Notice", "Hinweis"), optional=True,
          hint=Text("Empty it when the numbers of your own cards are in.",
                    "Leeren, sobald die Zahlen der eigenen Karten eingetragen sind.")),
    Rows(name="teams", text=Text("Teams", "Teams"), row=Text("Team", "Team"), parts=_TEAM, least=2,
         most=box.MOST_TEAMS),
    Group(name="plays", text=Text("Play cards", "Spielzugkarten"), parts=(
        Rows(name="individual", text=Text("Individual plays", "Einzelspielzüge"), row=Text("Card", "Karte"),
             parts=_INDIVIDUAL, least=0, most=box.MOST_PLAYS),
        Rows(name="team", text=Text("Team plays", "Teamspielzüge"), row=Text("Card", "Karte"), parts=_TEAM_PLAY,
             least=0, most=box.MOST_PLAYS),
    )),
    Group(name="house_rules", text=Text("House rules", "Hausregeln"), parts=rule_parts(), optional=True),
)  # fmt: skip
"""A whole box file; what it does not draw (`format`, `calibration`) stays as it is."""
