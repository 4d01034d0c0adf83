"""What is ready at a table and what is not, as its first page sees it."""

from __future__ import annotations

from typing import Protocol

from companion.vocabulary import JSON


class Readiness(Protocol):
    """Looks at one part of the table after the other."""

    def told(self, referee: bool) -> list[JSON]:
        """`{"part", "level", "title", "lines", "page"}` of each: level good, usable, not_usable or hint; texts; the
        page on which it is set up, or null. Places on the disk are for the `referee` alone."""
