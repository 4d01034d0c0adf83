"""What is given as options of a match, checked; what is not known is refused with the nearest name."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping

from companion.vocabulary.errors import OptionsRefused
from companion.vocabulary.text import JSON


def mapping(given: JSON, where: str) -> Mapping[str, JSON]:
    if not isinstance(given, Mapping):
        raise OptionsRefused(f"{where}: names with values are needed, given: {given!r}")
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
            hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(names)}"
            raise OptionsRefused(f"{where}: {name!r} is not known; {hint}")
