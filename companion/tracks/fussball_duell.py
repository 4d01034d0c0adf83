"""Fussball Duell: the halves, who has the ball, and how near the Final Whistle is. The game has no time track; its
clock is the draw pile."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Final

from companion.vocabulary import Text, Track

FIELDS: Final = ("H1", "H2", "BLUE", "RED", "P1", "P2", "P3", "P4", "FW")
CARDS: Final = 31
"""Tactic cards, the Final Whistle among them."""
LAST: Final = 4
"""It lies among so many of the last cards (FD-DECK-05)."""
_PILES: Final = 4


def track(half: int, ball: str, on_turn: str | None, hands: Sequence[int], draws: int, whistle: bool = False) -> Track:
    """`ball` and `on_turn` are blue or red, `hands` how many cards were dealt to each coach, `draws` how many were
    drawn since, `whistle` whether the Final Whistle was. A half that is over is dim; who is on turn without the ball
    blinks, and so does FW where the next draw may be the whistle (FD-DECK-04, FD-DECK-05, FD-MOVE-03)."""
    safe = CARDS - sum(hands) - LAST
    halves = "O." if half == 1 else "dO"
    teams = "".join("O" if team == ball else "b" if team == on_turn else "." for team in ("blue", "red"))
    left = max(0, ceil(_PILES * (safe - draws) / safe))
    final = "O" if whistle else "b" if draws >= safe else "."
    letters = halves + teams + ("O" * left).ljust(_PILES, ".") + final
    return Track("match", FIELDS, letters, Text("Half, ball, draw pile", "Halbzeit, Ball, Nachziehstapel"))
