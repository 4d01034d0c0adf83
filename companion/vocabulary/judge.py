"""What a ruler above the pitch may answer without anybody's tap: who is within a limit, where a token was
laid, and that a piece was moved.

Pieces are named by their ids, as in the rosters. `at` is the key of a prompt: the pieces count where they stood while
it was asked; "" means where they stand now."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.vocabulary.text import JSON


@dataclass(frozen=True)
class Near:
    """Those within so many inches of a piece, from edge to edge; with 0 inches those in contact with it."""

    kind: ClassVar[str] = "near"
    piece: str
    inches: float
    at: str = ""


@dataclass(frozen=True)
class Lane:
    """Those whose base a line from one piece's base to the other's can cross, in order from the first (to touch the
    lane is not enough)."""

    kind: ClassVar[str] = "lane"
    start: str
    end: str


@dataclass(frozen=True)
class Way:
    """Those in contact with the way of a piece from where it stood while `start` was asked to where it stood while
    `end` was: straight, or `over` this token; they themselves count as they stood while `at` was asked."""

    kind: ClassVar[str] = "way"
    piece: str
    start: str
    end: str
    at: str
    over: str = ""


@dataclass(frozen=True)
class Marked:
    """The one beside whose piece its token was laid after the prompt `since` was asked."""

    kind: ClassVar[str] = "marked"
    since: str


Judge = Near | Lane | Way | Marked


@dataclass(frozen=True)
class Moved:
    """Gives the answer `value`: one of the pieces stands elsewhere than while the prompt `since` was asked; with
    `rest` it also lies still again."""

    kind: ClassVar[str] = "moved"
    value: JSON
    pieces: tuple[str, ...]
    since: str
    rest: bool = True
