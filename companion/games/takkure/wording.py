"""The words that a box file may use for timings, actions and effects (catalogue section 7)."""

from __future__ import annotations

from typing import Final

from companion.games.takkure.tables import ARROWS
from companion.vocabulary import Text
from companion.vocabulary.fields import TWICE, Field

TIMINGS: Final = (
    "match_start",
    "activation_start",
    "step1",
    "step2",
    "step3",
    "step4",
    "step5",
    "step6",
    "before_measure",
    "before_roll",
    "after_roll",
    "on_wound",
    "on_grounded",
    "on_injury",
    "kickoff_deploy",
    "kickoff_move",
    "kickoff_kick",
    "kickoff_catch",
    "halftime",
    "any",
)
APPLIES: Final = (
    "PASS",
    "RECEPTION",
    "PICK_UP",
    "BALL_STEAL",
    "INTERCEPTION",
    "KICK",
    "CATCH",
    "SCORE",
    "TACKLE",
    "BREAK_THROUGH",
    "DODGE",
    "KEEP_FEET",
    "ENDURANCE",
)
"""The rolls that a skill or a play may change, by the action they belong to."""
CARRIED_OUT: Final = ("mod", "extra_dice", "reroll")
"""What the companion carries out itself; all else is `manual`: shown, and done by the coaches."""
RESERVED: Final = ("team_play", "kick_out", "done", "stop", "NONE")
"""Words that stand beside ids in what is asked."""
BY_HAND: Final = ("set", "move_in", "place_in", "remove_token", "add_token", "cancel", "extra_action")


def effect(field: Field, timing: str, skill: bool = False) -> dict[str, int]:
    """`{mod: 1}`, `{extra_dice: 1}` or, after a roll, `{reroll: 1}`; what the companion cannot carry out reads as
    nothing, for the coaches to do. A number at a time when it would come to nothing is a mistake."""
    given = field.mapping((), (*CARRIED_OUT, *BY_HAND, "manual"))
    found: dict[str, int] = {n: given[n].whole(-ARROWS, ARROWS) for n in CARRIED_OUT if n in given}
    needed = {"after_roll" if name == "reroll" else "before_roll" for name in found}
    if needed and (needed != {timing} or (skill and "reroll" in found)):
        field.wrong(_BY_HAND if skill and "reroll" in found else _WHEN.format(when=" / ".join(sorted(needed))))
    return found


def fresh(field: Field, ids: set[str]) -> str:
    """An id of its own in the whole box."""
    id_ = field.text()
    if id_ in RESERVED:
        field.wrong(_RESERVED.format(id=id_))
    if id_ in ids or not id_.replace("_", "").replace("-", "").isalnum():
        field.wrong(TWICE.format(id=id_) if id_ in ids else _LETTERS)
    ids.add(id_)
    return id_


_RESERVED = Text(
    "{id} is a word of the companion, take another id", "{id} ist ein Wort des Programms, bitte eine andere Kennung"
)
_WHEN = Text(
    "the companion carries that out at the time {when} only; else write manual and a text",
    "das führt das Programm nur zur Zeit {when} aus; sonst manual und einen Text schreiben",
)
_BY_HAND = Text(
    "a skill's re-roll is done by hand: write manual and a text",
    "eine Wurfwiederholung als Fähigkeit geht von Hand: manual und einen Text schreiben",
)
_LETTERS = Text("letters, digits, - and _ make an id", "eine Kennung besteht aus Buchstaben, Ziffern, - und _")
