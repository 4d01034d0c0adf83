"""The lights: time dashboard and activation tokens on the one strip of nine, the rest for screens. Letters as in
`Track.lights`."""

from __future__ import annotations

from typing import Final

from companion.games.takkure.state import Coach, State
from companion.games.takkure.tables import ACTIVATIONS, SLOTS
from companion.vocabulary import Text, Track

SLOT_FIELDS: Final = tuple(str(n) for n in range(SLOTS, 0, -1))
TOKEN_FIELDS: Final = tuple(f"T{n}" for n in range(1, ACTIVATIONS + 1))
TRIES: Final = tuple(str(n) for n in range(1, 6))


def tracks(s: State) -> tuple[Track, ...]:
    """The strip, each team's time token, the half, and the tries."""
    return (
        Track("time", (*SLOT_FIELDS, *TOKEN_FIELDS), slots(s.time.slot) + tokens(s.unspent), Text("Time", "Zeit")),
        *(_token_side(s, c) for c in s.both),
        Track("half", ("1", "2"), "O." if s.half == 1 else "dO", Text("Half", "Halbzeit")),
        *(_tries(c) for c in s.both),
    )


def slots(slot: int) -> str:
    """Slots that are passed are dim, the one where the tokens lie is on."""
    return "d" * (SLOTS - slot) + "O" + "." * (slot - 1)


def tokens(unspent: int) -> str:
    """An activation token that is left is on."""
    return "O" * unspent + "." * (ACTIVATIONS - unspent)


def _token_side(s: State, coach: Coach) -> Track:
    """On: the active side of the time token is up; dim: it is flipped."""
    up = "O" if coach.side in s.time.active else "d"
    lights = "".join(up if field == str(s.time.slot) else "." for field in SLOT_FIELDS)
    text = Text("Time token of {name}", "Zeitmarker von {name}").format(name=coach.name)
    return Track(f"time.{coach.side}", SLOT_FIELDS, lights, text)


def _tries(coach: Coach) -> Track:
    text = Text("Tries of {name}", "Tries von {name}").format(name=coach.name)
    lights = ("O" * min(coach.tries, len(TRIES))).ljust(len(TRIES), ".")
    return Track(f"tries.{coach.side}", TRIES, lights, text)


def lamps(acting: str) -> str:
    return "".join("O" if side in acting else "." for side in "AB")
