"""The kept pictures of rolls, as the console sees them."""

from __future__ import annotations

from typing import Protocol

from companion.vocabulary import JSON


class Pictures(Protocol):
    """Reads what was kept, and reads it anew. It changes nothing."""

    def dice(self, name: str) -> list[JSON] | None:
        """The dice of a picture as they were read when it was taken: `kind`, `colour`, `value`, `confidence`, `outline`
        (corners [x, y], 0..1 of width and height). None where the picture does not tell."""

    def again(self, seq: int) -> JSON:
        """A fresh reading of the roll of entry `seq`: `verdict` (same, differs, unsure, gone), `reason` (a Text or
        null), `value` and `value_text` (what counts), `now` and `now_text` (the fresh value or null), `dice`.
        PromptRefused names the entries that have a picture."""
