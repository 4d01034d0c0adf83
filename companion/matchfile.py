"""A match as a file: one JSON object a line, an entry each, as the journal holds it."""

from __future__ import annotations

import json
from collections.abc import Iterable

from companion.vocabulary import Entry, TouchlineError, canonical, happening_from_json


class MatchFileError(TouchlineError, ValueError):
    """A text that is no match file; the message names the line."""


def spell_match(entries: Iterable[Entry]) -> str:
    """The text of a match file, the same for the same match, bit for bit."""
    return "".join(f"{canonical(entry)}\n" for entry in entries)


def parse_match(text: str) -> list[Entry]:
    """Reads what `spell_match` wrote; MatchFileError names the first bad line."""
    entries = [_entry(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not entries:
        raise MatchFileError("the file holds no match: not one entry")
    return entries


def _entry(number: int, line: str) -> Entry:
    try:
        spelled = json.loads(line)
        what = happening_from_json(spelled["what"])
        calls, digest = spelled["calls"], spelled["digest"]
        return Entry(int(spelled["seq"]), float(spelled["wall_s"]), float(spelled["mono_s"]), what, calls, digest)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise MatchFileError(f"line {number} is no entry of a match: {type(error).__name__}: {error}") from error
