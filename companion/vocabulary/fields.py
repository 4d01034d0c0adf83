"""A YAML text (a box file of any game) taken apart into fields; every mistake names its line and field, all collected.

Only plain data is read: no aliases, no tags that make objects, no depth or size that no box needs."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import yaml

from companion.vocabulary.errors import BoxError, Mistake
from companion.vocabulary.given import NAMES
from companion.vocabulary.text import JSON, Text

LONGEST: Final = 200_000
DEEPEST: Final = 20
NULL: Final = "tag:yaml.org,2002:null"
LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""libyaml where it is there: a box of a hundred cards is read ten times as fast."""


@dataclass
class Field:
    """A node of the text, the path to it, and where mistakes are collected. What is wrong reads as None or nothing,
    so that the reading goes on to the next mistake."""

    node: yaml.Node
    path: str
    mistakes: list[Mistake]
    mark: yaml.Mark | None

    @property
    def line(self) -> int:
        """Counted from 1: where the name stands, or for what has none, the value."""
        return int(self.mark.line) + 1 if self.mark else 1

    def wrong(self, what: Text) -> None:
        self.mistakes.append(Mistake(self.path, what, self.line))

    def mapping(self, needed: Iterable[str], allowed: Iterable[str] = ()) -> dict[str, Field]:
        """The fields by name; unknown and missing names are mistakes. A missing one that is needed is there all the
        same, empty, so that it is not complained of twice."""
        found, needed = self.names(), list(needed)
        names = [*needed, *allowed]
        for name in [n for n in found if n not in names]:
            found.pop(name).wrong(_UNKNOWN.format(hint=_nearest(name, names)))
        missing = [n for n in needed if n not in found]
        if missing and isinstance(self.node, yaml.MappingNode):
            self.wrong(_MISSING.format(names=", ".join(missing)))
        return found | {n: Field(yaml.ScalarNode(NULL, ""), f"{self.path}.{n}", [], None) for n in missing}

    def names(self) -> dict[str, Field]:
        """The fields of a mapping, whatever their names; a name given twice is a mistake."""
        if not isinstance(self.node, yaml.MappingNode):
            self.wrong(NAMES.format(given=self._given()))
            return {}
        found: dict[str, Field] = {}
        for key, node in self.node.value:
            name = str(key.value)
            field = Field(node, f"{self.path}.{name}".lstrip("."), self.mistakes, key.start_mark)
            if name in found:
                field.wrong(_TWO)
            found[name] = field
        return found

    def items(self, count: int, of: Text, most: int | None = None) -> list[Field]:
        """The fields of a list of that length (of `count` to `most`), none if it has another one."""
        given = self.node.value if isinstance(self.node, yaml.SequenceNode) else None
        if given is None or not count <= len(given) <= (count if most is None else most):
            many = Text.same(str(count)) if most is None else _TO.format(least=count, most=most)
            what = _GIVEN.format(given=self._given()) if given is None else _MANY.format(n=len(given))
            self.wrong(_COUNT.format(many=many, of=of, what=what))
            return []
        return [Field(node, f"{self.path}[{n}]", self.mistakes, node.start_mark) for n, node in enumerate(given)]

    def whole(self, least: int, most: int) -> int:
        value = self.plain()
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            self.wrong(_WHOLE.format(least=least, most=most, given=self._given()))
            return least
        return value

    def truth(self) -> bool:
        value = self.plain()
        if not isinstance(value, bool):
            self.wrong(_TRUTH.format(given=self._given()))
        return value is True

    def text(self) -> str:
        value = self.plain()
        if not isinstance(value, str) or not value.strip() or not value.isprintable():
            self.wrong(_TEXT.format(given=self._given()))
            return ""
        return value

    def one_of(self, words: Iterable[str | None]) -> str | None:
        value, words = self.plain(), list(words)
        if value not in words:
            self.wrong(_ONE_OF.format(words=", ".join(w or "null" for w in words), given=self._given()))
            return None
        return None if value is None else str(value)

    def plain(self) -> JSON:
        """The value in plain Python, None where the text makes no sense."""
        try:
            return yaml.constructor.SafeConstructor().construct_object(self.node, deep=True)
        except (yaml.YAMLError, ValueError):
            self.wrong(_NOT_UNDERSTOOD.format(given=self._given()))
            return None

    def _given(self) -> Text:
        if isinstance(self.node, yaml.ScalarNode):
            return Text.same(str(self.node.value)[:40]) if self.node.value else _NOTHING
        return _LIST if isinstance(self.node, yaml.SequenceNode) else _MAPPING


def _nearest(name: str, names: list[str]) -> Text:
    near = difflib.get_close_matches(name, names, 1)
    return _NEAR.format(name=near[0]) if near else _THERE.format(names=", ".join(names))


def root(text: str) -> Field:
    """The whole text as one field; BoxError where it cannot be taken apart at all."""
    if len(text) > LONGEST:
        raise BoxError(Mistake("", _LONG.format(n=len(text), most=LONGEST), 1))
    try:
        _scan(text)
        node = yaml.compose(text, LOADER)
    except yaml.YAMLError as error:
        raise BoxError(_unreadable(error, len(text.splitlines()))) from error
    if node is None:
        raise BoxError(Mistake("", _EMPTY, 1))
    return Field(node, "", [], node.start_mark)


def _scan(text: str) -> None:
    """Refuses aliases, which could blow up a small file, tags, and depths that no box needs."""
    depth = 0
    for event in yaml.parse(text, LOADER):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if depth > DEEPEST or isinstance(event, yaml.AliasEvent) or getattr(event, "tag", None):
            what = _DEEP if depth > DEEPEST else _ALIAS
            raise BoxError(Mistake("", what, event.start_mark.line + 1))  # type: ignore[union-attr]


def _unreadable(error: yaml.YAMLError, lines: int) -> Mistake:
    """The reason in the words of the YAML reader, which knows English only; it may count one line too many."""
    if isinstance(error, yaml.MarkedYAMLError) and error.problem_mark:
        why, line = str(error.problem or error.context), min(error.problem_mark.line + 1, lines)
    else:
        why, line = str(error).splitlines()[0], 1
    return Mistake("", _UNREADABLE.format(why=why), line)


def spell(content: JSON) -> str:
    """The YAML text of plain data: names in their order, what is small on one line."""
    return str(yaml.safe_dump(content, sort_keys=False, allow_unicode=True, default_flow_style=None, width=120))


TWICE = Text("{id} stands twice in the box", "{id} steht zweimal in der Box")
UNREAL = Text(
    "{notice} (take this line out when the real numbers are in)",
    "{notice} (diese Zeile herausnehmen, sobald die echten Zahlen eingetragen sind)",
)
_MISSING = Text("missing: {names}", "es fehlt: {names}")
_UNKNOWN = Text("not known here; {hint}", "hier nicht bekannt; {hint}")
_NEAR = Text("did you mean {name}?", "gemeint ist vielleicht {name}")
_THERE = Text("there are {names}", "es gibt {names}")
_TWO = Text("given twice", "zweimal gegeben")
_TO = Text("{least} to {most}", "{least} bis {most}")
_GIVEN = Text("given: {given}", "gegeben: {given}")
_MANY = Text("{n} given", "gegeben: {n}")
_COUNT = Text("{many} {of} are needed, {what}", "{many} {of} sind nötig, {what}")
_WHOLE = Text(
    "a whole number from {least} to {most} is needed, given: {given}",
    "eine ganze Zahl von {least} bis {most} ist nötig, gegeben: {given}",
)
_TRUTH = Text("true or false is needed, given: {given}", "true oder false ist nötig, gegeben: {given}")
_TEXT = Text(
    "a text is needed (in quotes if it looks like a number), given: {given}",
    "ein Text ist nötig (in Anführungszeichen, wenn er wie eine Zahl aussieht), gegeben: {given}",
)
_ONE_OF = Text("one of {words} is needed, given: {given}", "eines von {words} ist nötig, gegeben: {given}")
_NOT_UNDERSTOOD = Text("not understood: {given}", "nicht verstanden: {given}")
_NOTHING = Text("nothing", "nichts")
_LIST = Text("a list", "eine Liste")
_MAPPING = Text("names with values", "Namen mit Werten")
_LONG = Text(
    "{n} characters are too many, a box has at most {most}", "{n} Zeichen sind zu viele, eine Box hat höchstens {most}"
)
_EMPTY = Text("it is empty", "sie ist leer")
_DEEP = Text("nested too deep", "zu tief verschachtelt")
_ALIAS = Text(
    "aliases (*name) and tags (!name) are not read", "Verweise (*name) und Marken (!name) werden nicht gelesen"
)
_UNREADABLE = Text("{why}", "nicht lesbar: {why}")
