"""What the networks tell apart: faces, bodies and states of dice, in the order of their outputs."""

from __future__ import annotations

from vision.dice.die import Value

NUMERALS = tuple(f"n{k}" for k in range(13))
PIPS = tuple(f"p{k}" for k in range(1, 7))
SYMBOLS = ("star", "two_stars", "three_stars", "red_x", "red_card", "yellow_card", "injured")
FACES = ("blank", *PIPS, *NUMERALS, *SYMBOLS, "other", "nothing")
"""`other`: a picture on no die known here; `nothing`: no die, or not the middle of its top."""

BODIES = ("cube", "d12", "other", "nothing")
STATES = ("flat", "leaning", "covered", "illegible", "stacked")

_STARS = {1: "star", 2: "two_stars", 3: "three_stars"}

SHOWN: dict[str, dict[Value, tuple[str, ...]]] = {
    "d6": {k: (f"p{k}", f"n{k}") for k in range(1, 7)},
    "number_die": {0: ("blank", "n0"), **{k: (f"p{k}", f"n{k}") for k in range(1, 4)}},
    "event_die": {name: (name,) for name in ("red_card", "yellow_card", "injured", "blank")},
    "star_green": {k: (name,) for k, name in _STARS.items()},
    "star_white": {"blank": ("blank",), "star": ("star",), "two_stars": ("two_stars",), "red_x": ("red_x",)},
    "d12": {k: (f"n{k}",) for k in range(1, 13)},
}
"""The faces with which a kind of die shows a value."""

BODY_OF = {kind: "d12" if kind == "d12" else "cube" for kind in SHOWN}
