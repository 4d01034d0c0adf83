"""What the Table tells everyone."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.vocabulary.text import JSON, Text


@dataclass(frozen=True)
class Status:
    """How a device is, not part of the match: `device` ("eye", "buttons", "journal"), `state` (a word for machines),
    `text` for people; `ok` is False where somebody should look; `detail` is plain JSON; `picture` a JPEG to look at,
    `evidence` the same as it was taken: kept with the answer that a person gives to a roll in `detail["asked"]`."""

    device: str
    state: str
    text: Text
    ok: bool = True
    detail: JSON = None
    picture: bytes | None = field(default=None, repr=False)
    evidence: bytes | None = field(default=None, repr=False)


@dataclass(frozen=True)
class Update:
    """`board` is everything a screen may show now, plain JSON (see `Table.board`); `calls` are new with this update;
    `entry` is what happened, None when only a device's status changed."""

    version: int
    entry: JSON
    calls: JSON
    board: JSON
