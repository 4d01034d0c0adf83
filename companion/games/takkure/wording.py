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


def effect(field: Field) -> dict[str, int]:
    """`{mod: 1}`, `{extra_dice: 1}` or, after a roll, `{reroll: 1}`; what the companion cannot carry out reads as
    nothing, for the coaches to do."""
    given = field.mapping((), (*CARRIED_OUT, *BY_HAND, "manual"))
    return {name: given[name].whole(-ARROWS, ARROWS) for name in CARRIED_OUT if name in given}


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
_LETTERS = Text("letters, digits, - and _ make an id", "eine Kennung besteht aus Buchstaben, Ziffern, - und _")
