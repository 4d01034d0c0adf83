"""The lights: time dashboard and activation tokens on the one strip of nine, the rest for screens. Letters as in
`Track.lights`."""

from __future__ import annotations

from typing import Final

from companion.games.takkure.state import Coach, State
from companion.games.takkure.tables import ACTIVATIONS, SLOTS
from companion.vocabulary import Text, Track

SLOT_FIELDS: Final = tuple(str(n) for n in range(SLOTS, 0, -1))
TOKEN_FIELDS: Final = tuple(f"T{n}" for n in range(1, ACTIVATIONS + 1))
TRIES: Final = 3
"""So many tries of each team fit on the second strip; the scoreboard counts on."""
MATCH_FIELDS: Final = ("A", "A1", "A2", "A3", "H1", "H2", "B1", "B2", "B3", "B")


def tracks(s: State) -> tuple[Track, ...]:
    """The strip of nine, and a second one: each team's time token, its tries, and the half."""
    return (
        Track("time", (*SLOT_FIELDS, *TOKEN_FIELDS), slots(s.time.slot) + tokens(s.unspent), Text("Time", "Zeit")),
        Track("match", MATCH_FIELDS, match_lights(s), Text("Time tokens, tries, half", "Zeitmarker, Tries, Halbzeit")),
    )


def match_lights(s: State) -> str:
    """A time token is on while its active side is up, dim when it is flipped; each try lights a field."""
    a, b = ("O" if side in s.time.active else "d" for side in "AB")
    half = "O." if s.half == 1 else "dO"
    return a + _tries(s.coaches["A"]) + half + _tries(s.coaches["B"]) + b


def slots(slot: int) -> str:
    """Slots that are passed are dim, the one where the tokens lie is on."""
    return "d" * (SLOTS - slot) + "O" + "." * (slot - 1)


def tokens(unspent: int) -> str:
    """An activation token that is left is on."""
    return "O" * unspent + "." * (ACTIVATIONS - unspent)


def _tries(coach: Coach) -> str:
    return ("O" * min(coach.tries, TRIES)).ljust(TRIES, ".")


def lamps(acting: str) -> str:
    return "".join("O" if side in acting else "." for side in "AB")
