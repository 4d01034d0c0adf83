"""A pitch to draw and to tap; where its places are."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Fields(StrEnum):
    """How a pitch is divided: into squares, into hexes with a corner up (odd rows lie half a field to the right), or
    not at all."""

    SQUARE = "square"
    HEX = "hex"
    FREE = "free"


@dataclass(frozen=True)
class Pitch:
    """`width` and `height` count fields, or mm where there are none. A place on it is (column, row), counted from 0 at
    the top left, or (x, y) in mm."""

    fields: Fields
    width: int
    height: int
