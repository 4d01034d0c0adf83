"""A match without a table: answers from a file, calls as text."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import yaml

from companion import games
from companion.journal import MemoryJournal
from companion.table import Table
from companion.vocabulary import JSON, Source, TouchlineError, Update


class AnswersError(TouchlineError, ValueError):
    """A file of answers that cannot be used; the message says where and why."""


@dataclass(frozen=True)
class Script:
    """What to play: the match's options and its answers, each `{"key", "value"}`."""

    options: Mapping[str, JSON]
    answers: tuple[Mapping[str, JSON], ...]


def read_script(path: Path) -> Script:
    """A YAML or JSON file: a list of answers, or a mapping with `options` and `answers`; or JSON lines (`.jsonl`)."""
    try:
        text = path.read_text(encoding="utf-8")
        if path.suffix == ".jsonl":
            held: JSON = [json.loads(line) for line in text.splitlines() if line.strip()]
        else:
            held = yaml.safe_load(text)
    except (OSError, ValueError, yaml.YAMLError) as error:
        raise AnswersError(f"{path} cannot be read: {error}") from error
    held = {"answers": held} if isinstance(held, list) else held or {}
    if not isinstance(held, Mapping) or not isinstance(held.get("answers", []), list):
        raise AnswersError(f"{path} holds no answers: write a list of {{key: ..., value: ...}}")
    for number, answer in enumerate(held.get("answers", []), 1):
        if not isinstance(answer, Mapping) or set(answer) != {"key", "value"}:
            raise AnswersError(f"{path}: answer {number} is {answer!r}; {{key: ..., value: ...}} is needed")
    return Script(held.get("options") or {}, tuple(held.get("answers", [])))


def play(game: str, script: Script) -> tuple[Table, Iterator[Update]]:
    """A table in memory, and the updates as the answers are played one by one. Times are counted, not measured: the
    same script gives the same match file, bit for bit. An answer that is refused raises AnswersError."""
    ticks = count()
    table = Table(MemoryJournal(), games.load, lambda: 0.0, lambda: float(next(ticks)))
    return table, _played(table, game, script)


def _played(table: Table, game: str, script: Script) -> Iterator[Update]:
    yield table.begin(game, script.options)
    for number, answer in enumerate(script.answers, 1):
        try:
            yield table.answer(str(answer["key"]), answer["value"], source=Source.FILE)
        except TouchlineError as error:
            raise AnswersError(f"answer {number} ({answer['key']}): {error}") from error
