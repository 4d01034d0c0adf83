"""Super Team: the time track of the side board. The token goes one space on whenever a deck is shuffled anew
(ST-DRAW-04), and never beyond the last space (ST-TIME-03)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.vocabulary import Text, Track

SPACES: Final = ("00", "15", "30", "45", "60", "75", "90")
"""The rules name 00', 45' and 90' alone; the spaces between them are those of a quarter of an hour, and a side board
that has others is drawn with its own."""


def track(token: str, spaces: Sequence[str] = SPACES) -> Track:
    """`token` is the space where the time token lies; ValueError where there is no such space. Those before it are
    dim."""
    at = spaces.index(token)
    return Track("time", tuple(spaces), "d" * at + "O" + "." * (len(spaces) - at - 1), Text("Time", "Zeit"))
