"""The nine lights beside the time track and the two role lamps. Letters as in `Track.lights`."""

from __future__ import annotations

from typing import Final

from companion.games.tooor.tables import LAST_ROUND, PENALTIES

FIELDS: Final = ("15", "30", "45", "HT", "60", "75", "90", "105", "120")

IN_ROUND: Final = {
    1: "O........",
    2: "dO.......",
    3: "ddO......",
    4: "ddddO....",
    5: "dddddO...",
    6: "ddddddO..",
    7: "dddddddO.",
    8: "ddddddddO",
}
AT_ROUND_END: Final = {
    1: "Ob.......",
    2: "dOb......",
    3: "ddOb.....",
    4: "ddddOb...",
    5: "dddddOb..",
    6: "ddddddO..",
    7: "dddddddOb",
    8: "ddddddddO",
}
BETWEEN: Final = {
    "SETUP": ".........",
    "LINEUP": "b........",
    "HALF_TIME": "dddO.....",
    "HALF_READY": "dddOb....",
    "ET_PREP": "ddddddd..",
    "ET_READY": "dddddddb.",
    "PEN_SELECT": "ddddddddd",
    "PEN_FIRST": "b........",
    "PEN_MORE": "bbbbbbbbb",
}


def lights(phase: str, round_: int, kick: int) -> str:
    """The picture of a state; `kick` is the number of the penalty each side is taking."""
    if phase in BETWEEN:
        return BETWEEN[phase]
    if phase in ("PEN_SHOT", "PEN_TURN"):
        return _penalties(kick)
    if phase == "END":
        return "ddddddd.." if round_ <= LAST_ROUND else "ddddddddd"
    return (AT_ROUND_END if phase == "ROUND_END" else IN_ROUND)[round_]


def _penalties(kick: int) -> str:
    return ("O" * kick).ljust(len(FIELDS), ".") if kick <= PENALTIES else "b" * len(FIELDS)


def lamps(acting: str, letter: str) -> str:
    """One letter a side: the lamps of those who must act."""
    return "".join(letter if side in acting else "." for side in "AB")
