"""What a check has found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from companion.adapters.advice import LEVELS
from companion.settings import Settings
from companion.vocabulary import JSON, Text, to_json
from vision.advice import Level


@dataclass(frozen=True)
class Finding:
    """How one part of the table is. `lines` are for people, `detail` is plain JSON."""

    part: str
    level: Level
    lines: tuple[Text, ...]
    detail: JSON = field(default_factory=dict)

    def told(self) -> JSON:
        """The finding in JSON."""
        level = {"level": self.level.name.lower(), "text": to_json(LEVELS[self.level])}
        return {"part": self.part, **level, "lines": to_json(self.lines), **self.detail}


Check = Callable[[Settings], Finding]
