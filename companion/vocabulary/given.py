"""What is given as options of a match, checked; what is not known is refused with the nearest name."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping

from companion.vocabulary.errors import Mistake, OptionsRefused
from companion.vocabulary.text import JSON, Text


def mapping(given: JSON, where: str) -> Mapping[str, JSON]:
    if not isinstance(given, Mapping):
        raise refusal(where, NAMES.format(given=repr(given)))
    return given


def word(given: JSON, words: Iterable[str], where: str) -> str:
    known([given], words, where)
    return str(given)


def known(given: Iterable[JSON], names: Iterable[str], where: str) -> None:
    """Refuses the first word that is not one of the names, and tells the nearest."""
    names = list(names)
    for name in given:
        if name not in names:
            near = difflib.get_close_matches(str(name), names, 1)
            hint = _NEAR.format(name=repr(near[0])) if near else _THERE.format(names=", ".join(names))
            raise refusal(where, _UNKNOWN.format(name=repr(name), hint=hint))


def said(given: JSON, where: str) -> str:
    """A text that can be printed; OptionsRefused for anything else."""
    if not isinstance(given, str) or not given.strip() or not given.isprintable():
        raise refusal(where, _TEXT.format(given=repr(given)))
    return given


def refusal(where: str, text: Text) -> OptionsRefused:
    """The refusal of this option."""
    return OptionsRefused(Mistake(where, text))


NAMES = Text("names with values are needed, given: {given}", "Namen mit Werten sind nötig, gegeben: {given}")
_UNKNOWN = Text("{name} is not known; {hint}", "{name} ist nicht bekannt; {hint}")
_NEAR = Text("did you mean {name}?", "gemeint ist vielleicht {name}")
_THERE = Text("there are {names}", "es gibt {names}")
_TEXT = Text("a text is needed, given: {given}", "ein Text ist nötig, gegeben: {given}")
