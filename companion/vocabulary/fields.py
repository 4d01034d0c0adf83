"""A YAML text (a box file of any game) taken apart into fields; every mistake names its line and field, all collected.

Only plain data is read: no aliases, no tags that make objects, no depth or size that no box needs."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import yaml

from companion.vocabulary.errors import BoxError
from companion.vocabulary.text import JSON

LONGEST: Final = 200_000
DEEPEST: Final = 20
NULL: Final = "tag:yaml.org,2002:null"


@dataclass
class Field:
    """A node of the text, the path to it, and where mistakes are collected. What is wrong reads as None or nothing,
    so that the reading goes on to the next mistake."""

    node: yaml.Node
    path: str
    mistakes: list[str]
    mark: yaml.Mark | None

    @property
    def line(self) -> int:
        """Counted from 1: where the name stands, or for what has none, the value."""
        return int(self.mark.line) + 1 if self.mark else 1

    def wrong(self, what: str) -> None:
        self.mistakes.append(f"line {self.line}, {self.path or 'the box'}: {what}")

    def mapping(self, needed: Iterable[str], allowed: Iterable[str] = ()) -> dict[str, Field]:
        """The fields by name; unknown and missing names are mistakes. A missing one that is needed is there all the
        same, empty, so that it is not complained of twice."""
        found, needed = self.names(), list(needed)
        names = [*needed, *allowed]
        for name in [n for n in found if n not in names]:
            found.pop(name).wrong(f"not known here; {_nearest(name, names)}")
        missing = [n for n in needed if n not in found]
        if missing and isinstance(self.node, yaml.MappingNode):
            self.wrong(f"missing: {', '.join(missing)}")
        return found | {n: Field(yaml.ScalarNode(NULL, ""), f"{self.path}.{n}", [], None) for n in missing}

    def names(self) -> dict[str, Field]:
        """The fields of a mapping, whatever their names; a name given twice is a mistake."""
        if not isinstance(self.node, yaml.MappingNode):
            self.wrong(f"names with values are needed, given: {self._given()}")
            return {}
        found: dict[str, Field] = {}
        for key, node in self.node.value:
            name = str(key.value)
            field = Field(node, f"{self.path}.{name}".lstrip("."), self.mistakes, key.start_mark)
            if name in found:
                field.wrong("given twice")
            found[name] = field
        return found

    def items(self, count: int, of: str, most: int | None = None) -> list[Field]:
        """The fields of a list of that length (of `count` to `most`), none if it has another one."""
        given = self.node.value if isinstance(self.node, yaml.SequenceNode) else None
        if given is None or not count <= len(given) <= (count if most is None else most):
            what = f"{len(given)} given" if given is not None else f"given: {self._given()}"
            self.wrong(f"{count if most is None else f'{count} to {most}'} {of} are needed, {what}")
            return []
        return [Field(node, f"{self.path}[{n}]", self.mistakes, node.start_mark) for n, node in enumerate(given)]

    def whole(self, least: int, most: int) -> int:
        value = self.plain()
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            self.wrong(f"a whole number from {least} to {most} is needed, given: {self._given()}")
            return least
        return value

    def truth(self) -> bool:
        value = self.plain()
        if not isinstance(value, bool):
            self.wrong(f"true or false is needed, given: {self._given()}")
        return value is True

    def text(self) -> str:
        value = self.plain()
        if not isinstance(value, str) or not value.strip() or not value.isprintable():
            self.wrong(f"a text is needed (in quotes if it looks like a number), given: {self._given()}")
            return ""
        return value

    def one_of(self, words: Iterable[str | None]) -> str | None:
        value, words = self.plain(), list(words)
        if value not in words:
            self.wrong(f"one of {', '.join(w or 'null' for w in words)} is needed, given: {self._given()}")
            return None
        return None if value is None else str(value)

    def plain(self) -> JSON:
        """The value in plain Python, None where the text makes no sense."""
        try:
            return yaml.constructor.SafeConstructor().construct_object(self.node, deep=True)
        except (yaml.YAMLError, ValueError):
            self.wrong(f"not understood: {self._given()}")
            return None

    def _given(self) -> str:
        if isinstance(self.node, yaml.ScalarNode):
            return str(self.node.value)[:40] or "nothing"
        return "a list" if isinstance(self.node, yaml.SequenceNode) else "names with values"


def _nearest(name: str, names: list[str]) -> str:
    near = difflib.get_close_matches(name, names, 1)
    return f"did you mean {near[0]}?" if near else f"there are {', '.join(names)}"


def root(text: str) -> Field:
    """The whole text as one field; BoxError where it cannot be taken apart at all."""
    if len(text) > LONGEST:
        raise BoxError([f"line 1, the box: {len(text)} characters are too many, a box has at most {LONGEST}"])
    try:
        _scan(text)
        node = yaml.compose(text, yaml.SafeLoader)
    except yaml.YAMLError as error:
        raise BoxError([_unreadable(error)]) from error
    if node is None:
        raise BoxError(["line 1, the box: it is empty"])
    return Field(node, "", [], node.start_mark)


def _scan(text: str) -> None:
    """Refuses aliases, which could blow up a small file, tags, and depths that no box needs."""
    depth = 0
    for event in yaml.parse(text, yaml.SafeLoader):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if depth > DEEPEST or isinstance(event, yaml.AliasEvent) or getattr(event, "tag", None):
            what = "nested too deep" if depth > DEEPEST else "aliases (*name) and tags (!name) are not read"
            raise BoxError([f"line {event.start_mark.line + 1}, the box: {what}"])  # type: ignore[union-attr]


def _unreadable(error: yaml.YAMLError) -> str:
    if isinstance(error, yaml.MarkedYAMLError) and error.problem_mark:
        return f"line {error.problem_mark.line + 1}, the box: {error.problem or error.context}"
    return f"line 1, the box: {str(error).splitlines()[0]}"
