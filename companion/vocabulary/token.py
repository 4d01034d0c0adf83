"""The tokens of a game that carry a printed marker, so that the camera above a pitch sees where they are laid."""

from __future__ import annotations

from typing import Final

from companion.vocabulary.text import Text

TOKENS: Final[dict[str, range]] = {
    "tackle": range(20, 24),
    "tackle_path": range(24, 28),
    "pressure": range(28, 32),
    "ball_steal": range(32, 36),
    "turn": range(36, 37),
    "movement": range(37, 38),
    "template": range(38, 39),
}
"""The markers' numbers, one a token; those before are on the corners of a pitch and on bases."""

TEMPLATE: Final = 38
"""The marker in the middle of the scatter template."""

TOKEN_TEXT: Final = {
    "tackle": Text("Tackle", "Tackle"),
    "tackle_path": Text("Tackle, path", "Tackle, Weg"),
    "pressure": Text("Pressure", "Pressure"),
    "ball_steal": Text("Ball steal", "Ballsteal"),
    "turn": Text("Turn", "Turn"),
    "movement": Text("Movement", "Movement"),
    "template": Text("Scatter template", "Abweichschablone"),
}


def token_of(number: int) -> str:
    """The token with this marker; "" where it is none."""
    return next((name for name, numbers in TOKENS.items() if number in numbers), "")
