"""What the journal holds: what happened at the table, in order. Nothing is ever erased; a mistake is a later entry."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import ClassVar

from companion.vocabulary.text import JSON


class Source(StrEnum):
    """Who gave an answer."""

    CAMERA = "camera"
    BUTTON = "button"
    CONSOLE = "console"
    PHONE = "phone"
    HUB = "hub"
    COACHES = "coaches"
    FILE = "file"


@dataclass(frozen=True)
class Started:
    """A match began: which game, with which options (the box and the rulings' switches among them), which edition."""

    kind: ClassVar[str] = "started"
    game: str
    options: Mapping[str, JSON]
    edition: str


@dataclass(frozen=True)
class Answered:
    """One value for one prompt. `confidence` is 0..1; `evidence` names the picture kept beside the journal."""

    kind: ClassVar[str] = "answered"
    key: str
    value: JSON
    source: str
    confidence: float | None = None
    evidence: str | None = None


@dataclass(frozen=True)
class Undone:
    """The entry `target` no longer counts."""

    kind: ClassVar[str] = "undone"
    target: int


@dataclass(frozen=True)
class Amended:
    """The answer `target` reads `value` now; the answers `dropped` no longer apply."""

    kind: ClassVar[str] = "amended"
    target: int
    value: JSON
    source: str = Source.CONSOLE
    dropped: tuple[int, ...] = ()


@dataclass(frozen=True)
class Noted:
    """The referee's word: `what` names a correction of the game (`score.A`) with its `value`, or is one of "note",
    "pause" (its `value`: on or off) and "end"."""

    kind: ClassVar[str] = "noted"
    what: str
    value: JSON
    reason: str


@dataclass(frozen=True)
class Disputed:
    """`by` (a side, or "referee") asks both coaches whether the roll `target` reads `value`. Nothing counts yet."""

    kind: ClassVar[str] = "disputed"
    target: int
    value: JSON
    by: str


@dataclass(frozen=True)
class Judged:
    """The word of `by` (a side, or "referee") on what entry `target` asked. Only a coach agrees; the word of the second
    one is the Amended itself."""

    kind: ClassVar[str] = "judged"
    target: int
    by: str
    agrees: bool


Happening = Started | Answered | Undone | Amended | Noted | Disputed | Judged


@dataclass(frozen=True)
class Entry:
    """A happening with its place in the order. `wall_s` (Unix time) only labels, `mono_s` (monotonic) counts; `calls`
    are what it made the referee announce and `digest` seals entry, calls and scoreboard onto the entry before."""

    seq: int
    wall_s: float
    mono_s: float
    what: Happening
    calls: JSON = field(default_factory=list)
    digest: str = ""


_KINDS: dict[str, type] = {c.kind: c for c in (Started, Answered, Undone, Amended, Noted, Disputed, Judged)}


def happening_from_json(spelled: Mapping[str, JSON]) -> Happening:
    """Reads what `to_json` spelled. Unknown fields of a newer edition are left out, missing ones take their default;
    ValueError for what is no happening."""
    cls = _KINDS.get(str(spelled.get("kind")))
    if cls is None:
        raise ValueError(f"no happening is called {spelled.get('kind')!r}: there are {', '.join(_KINDS)}")
    known = {f.name for f in fields(cls)}
    values = {k: tuple(v) if k == "dropped" else v for k, v in spelled.items() if k in known}
    try:
        made: Happening = cls(**values)
    except TypeError as error:
        raise ValueError(f"{spelled!r} is no {cls.__name__}: {error}") from error
    return made
