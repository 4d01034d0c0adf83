"""Which dice a picture should show: `3*d6:white,3*d6:red`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from vision.dice.die import FACES

_TERM = re.compile(r"(?:(\d+)\*)?([a-z0-9_]+)(?::([a-z_]+))?")


class ExpectationError(ValueError):
    """A text that is no list of expected dice."""


@dataclass(frozen=True)
class Expected:
    """`count` dice of one kind, and of one colour where that is asked for."""

    kind: str
    colour: str | None = None
    count: int = 1

    def __str__(self) -> str:
        return f"{self.count}*{self.kind}" + (f":{self.colour}" if self.colour else "")


def parse_expected(text: str, kinds: frozenset[str] = frozenset(FACES)) -> tuple[Expected, ...]:
    """`"2*d6:white,number_die"` -> two white d6 and one number die of any colour; `""` -> nothing expected.

    Raises ExpectationError for anything else, naming the term and the kinds there are."""
    return tuple(_term(part.strip(), kinds) for part in text.split(",") if part.strip())


def _term(part: str, kinds: frozenset[str]) -> Expected:
    match = _TERM.fullmatch(part)
    if match is None:
        raise ExpectationError(f"{part!r} is no expected die: write COUNT*KIND:COLOUR, such as 3*d6:white")
    count, kind, colour = match.groups()
    if kind not in kinds:
        raise ExpectationError(f"no kind of die is called {kind!r}: there are {', '.join(sorted(kinds))}")
    if count is not None and int(count) == 0:
        raise ExpectationError(f"{part!r} expects no die: the count starts at 1")
    return Expected(kind, colour, int(count or 1))
