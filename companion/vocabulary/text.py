"""Sentences that people read, in every language of the house, and the JSON spelling of all words."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from typing import Any

JSON = Any
"""Anything that `json` can spell: None, bool, int, float, str, list, dict with str keys."""


@dataclass(frozen=True)
class Text:
    """One sentence in English and German."""

    en: str
    de: str

    def format(self, **words: object) -> Text:
        """Fills `{name}` in both languages; a word that is itself a Text gives each language its own."""
        return Text(self.en.format(**_in("en", words)), self.de.format(**_in("de", words)))

    def __add__(self, other: Text) -> Text:
        return Text(f"{self.en} {other.en}".strip(), f"{self.de} {other.de}".strip())

    @classmethod
    def same(cls, words: str) -> Text:
        """A text that is spelled alike in every language: a name, a number."""
        return cls(words, words)


def _in(language: str, words: Mapping[str, object]) -> dict[str, object]:
    return {k: getattr(w, language) if isinstance(w, Text) else w for k, w in words.items()}


def to_json(thing: object) -> JSON:
    """Plain JSON of a dataclass of the vocabulary: its fields by name, and `kind` where its class has one."""
    if is_dataclass(thing) and not isinstance(thing, type):
        spelled = {f.name: to_json(getattr(thing, f.name)) for f in fields(thing)}
        kind = getattr(type(thing), "kind", None)
        return {"kind": kind, **spelled} if isinstance(kind, str) else spelled
    if isinstance(thing, Enum):
        return thing.value
    if isinstance(thing, Mapping):
        return {str(k): to_json(v) for k, v in thing.items()}
    if isinstance(thing, (tuple, list)):
        return [to_json(v) for v in thing]
    return thing


def canonical(thing: object) -> str:
    """The one spelling of a value: sorted keys, no spaces. Equal values have equal spellings, bit for bit."""
    return json.dumps(to_json(thing), sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
