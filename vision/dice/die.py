"""What the reader says about a picture: dice, or a named doubt."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

Value = int | str
Point = tuple[float, float]

FACES: dict[str, tuple[Value, ...]] = {
    "d6": (1, 2, 3, 4, 5, 6),
    "number_die": (0, 1, 1, 2, 2, 3),
    "event_die": ("red_card", "yellow_card", "yellow_card", "injured", "blank", "blank"),
    "star_green": (1, 1, 1, 2, 2, 3),
    "star_white": ("blank", "star", "two_stars", "red_x"),
    "d12": tuple(range(1, 13)),
}
"""The faces that a kind of die may show; a value outside them is never reported."""


class Status(StrEnum):
    """How sure a reading is: every die right, a doubt with a reason, or no dice in view."""

    OK = "ok"
    UNSURE = "unsure"
    EMPTY = "empty"


class Doubt(StrEnum):
    """Why a picture is not a roll. The code is stable: screens translate it."""

    MISSING = "missing"  # fewer dice than expected
    TOO_MANY = "too_many"  # more dice than expected
    WRONG_COLOUR = "wrong_colour"  # the right number, but not of the colours expected
    UNREADABLE = "unreadable"  # a die is there, its face cannot be told
    LEANING = "leaning"  # a die does not lie flat
    STACKED = "stacked"  # a die lies on another one
    COVERED = "covered"  # something lies over a part of a die
    AMBIGUOUS = "ambiguous"  # two readings of a face are about equally good
    TOUCHING = "touching"  # dice so close that they cannot be told apart
    AT_EDGE = "at_edge"  # a die is cut by the border of the picture
    GLARE = "glare"
    BLURRED = "blurred"
    DARK = "dark"
    HAND = "hand"  # a hand or another big object is in the tray
    MOVED = "moved"  # a die moved after it had come to rest
    UNKNOWN_KIND = "unknown_kind"  # a face that tells no kind of die, or not the expected one


@dataclass(frozen=True)
class Die:
    """One die as seen. `center` and `polygon` (the corners of the top face, in order) are pixels of the picture
    handed in, x right and y down; `confidence` is 0..1, the chance that `value` is right. `drop` is how far from
    `center` the middle of the face below appears, in widths of the die; None where that was not looked at."""

    kind: str
    colour: str | None
    value: Value
    confidence: float
    center: Point
    polygon: tuple[Point, ...]
    drop: Point | None = None


@dataclass(frozen=True)
class Reading:
    """What one picture shows. `doubt` and `reason` (one English sentence) are set when `status` is unsure; `dice`
    then holds what could be made out, to be shown, never to be counted."""

    status: Status
    dice: tuple[Die, ...] = ()
    doubt: Doubt | None = None
    reason: str = ""
    detail: dict[str, str | int] = field(default_factory=dict)
