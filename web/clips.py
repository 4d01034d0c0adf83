"""The last seconds before rolls came to rest, as the pages step through them."""

from __future__ import annotations

from typing import Protocol


class Clips(Protocol):
    """What was kept beside the pictures of rolls."""

    def moments(self, name: str) -> list[float]:
        """Of each moment of a picture's clip the seconds before rest, oldest first; empty where no clip is kept."""

    def moment(self, name: str, number: int) -> bytes | None:
        """One moment as a JPEG, 0 the oldest; None where there is none."""
