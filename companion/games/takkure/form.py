"""What people fill in before a match: how it is played, who plays, and the rulings that may be switched."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from companion.games.takkure.drills import DRILLS
from companion.games.takkure.printed import Box, Rules, Squad
from companion.vocabulary import SIDES, Option, Text
from companion.vocabulary.form import Form, Group, Part, Pick, Switch, Whole, options_of, team_parts

MODES: Final = {
    "match": Text("A match", "Ein Spiel"),
    "practice": Text("A practice match, without time", "Ein Übungsspiel, ohne Zeit"),
    **{name: drill.title for name, drill in DRILLS.items()},
}
COLOURS: Final = {"A": {"colour": "crimson", "dice": "red"}, "B": {"colour": "gold", "dice": "yellow"}}
"""One colour of dice a coach (R-42): it tells whose they are."""

RULES: Final[tuple[Switch | Whole | Pick, ...]] = (
    Switch(
        name="late_tackle",
        text=Text("A tackle still happens when the ball was passed before contact (R-10)",
                  "Ein TACKLE gilt noch, wenn der Ball vor dem Kontakt gepasst ist (R-10)"),
    ),
    Switch(
        name="pressure_ground_pass",
        text=Text("PRESSURE counts on a PASS FROM THE GROUND (R-23)",
                  "PRESSURE zählt beim PASS FROM THE GROUND (R-23)"),
    ),
    Switch(
        name="kickoff_clears_grounded",
        text=Text("A kick-off takes ground tokens away (R-30)", "Ein Kick-off nimmt Bodenmarker weg (R-30)"),
    ),
    Whole(
        name="steal_held_mod", least=0, most=4,
        text=Text("Stealing from a carrier on the ground, modifier (R-09)",
                  "Modifikator für den Ballraub an einem Träger am Boden (R-09)"),
    ),
    Pick(
        name="time_phase",
        text=Text("A time phase is (R-13)", "Eine Zeitphase ist (R-13)"),
        options=options_of({
            "set": Text("one set of activation tokens", "ein Satz Aktivierungsmarker"),
            "slot": Text("one slot of the time track", "ein Feld der Zeitleiste"),
        }),
    ),
    Pick(
        name="ahead_ref",
        text=Text("Who is ahead is told by (R-16)", "Wer vorn ist, sagt (R-16)"),
        options=options_of({
            "centre": Text("the centre of the base", "die Mitte der Base"),
            "front_edge": Text("the front edge of the base", "die Vorderkante der Base"),
        }),
    ),
    Pick(
        name="kick_out",
        text=Text("Who may kick the ball out in slot 1 (R-27)", "Wer den Ball in Feld 1 ins Aus kicken darf (R-27)"),
        options=options_of({
            "lower": Text("who has fewer tries, as printed", "wer weniger Tries hat, wie gedruckt"),
            "higher": Text("who has more tries", "wer mehr Tries hat"),
            "any": Text("everybody", "jeder"),
        }),
    ),
    Pick(
        name="catch_order",
        text=Text("Who catches first at a kick-off (R-31)", "Wer beim Kick-off zuerst fängt (R-31)"),
        options=options_of({
            "receiving_first": Text("the receiving team", "das empfangende Team"),
            "nearest": Text("who stands nearest", "wer am nächsten steht"),
        }),
    ),
    Switch(
        name="odds",
        text=Text("Show the chances of the coming roll", "Die Chancen des nächsten Wurfs zeigen"),
        hint=Text("For training.", "Zum Üben."),
    ),
    Switch(
        name="overlay",
        ruled=True,
        text=Text("A camera or a tape shows distances", "Eine Kamera oder ein Maßband zeigt Abstände"),
        hint=Text("Without it, nods that only open the ruler are left out.",
                  "Ohne sie entfallen Bestätigungen, die nur das Lineal öffnen."),
    ),
)  # fmt: skip
"""The rulings that are switched (catalogue section 6), in a box file and in the options of a match."""


def form(mode: str, printed: Box, rules: Rules, squads: Mapping[str, Squad]) -> Form:
    """The options of a match of this box, with what counts where nothing is given."""
    usual = {side: {"name": squads[side].name, **COLOURS[side]} for side in SIDES}
    teams = tuple(Option(squad.id, Text.same(squad.name)) for squad in printed.squads.values())
    picks = tuple(
        Pick(name=side, text=_PLAYS.format(side=side), options=teams, usual=squads[side].id, decides=True)
        for side in SIDES
    )
    how = Pick(name="mode", text=_MODE, options=options_of(MODES), usual=mode, decides=True)
    switches = tuple(replace(part, usual=getattr(rules, part.name)) for part in RULES)
    return Form(
        game=(how,),
        teams=(Group(name="squads", text=_SQUADS, parts=picks), team_parts(usual)),
        rules=(Group(name="rules", text=_RULES, parts=switches),),
        boxed=True,
    )


def rule_parts() -> tuple[Part, ...]:
    """The rulings as a box file may give them."""
    return tuple(replace(part, usual=getattr(Rules(), part.name), optional=True) for part in RULES)


_MODE = Text("What do you play?", "Was wird gespielt?")
_SQUADS = Text("Team sheets", "Teambögen")
_PLAYS = Text("Team {side} plays", "Team {side} spielt")
_RULES = Text("House rules", "Hausregeln")
