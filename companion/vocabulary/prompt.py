"""What a game waits for. A prompt alone says what is acceptable: once accepted, the game may not refuse."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ClassVar, Final

from companion.vocabulary.errors import PromptRefused
from companion.vocabulary.judge import Judge, Moved
from companion.vocabulary.numeral import numeral
from companion.vocabulary.pitch import Pitch
from companion.vocabulary.text import JSON, Text

SIDES: Final = ("A", "B")

FACES: Final[dict[str, tuple[int | str, ...]]] = {
    "d6": (1, 2, 3, 4, 5, 6),
    "number_die": (0, 1, 1, 2, 2, 3),
    "event_die": ("red_card", "yellow_card", "yellow_card", "injured", "blank", "blank"),
    "star_green": (1, 1, 1, 2, 2, 3),
    "star_white": ("blank", "star", "two_stars", "red_x"),
    "d12": (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
}
"""The faces of each kind of die, one entry a face."""

FACE_NAMES: Final[dict[str, Text]] = {
    "red_card": Text("red card", "rote Karte"),
    "yellow_card": Text("yellow card", "gelbe Karte"),
    "injured": Text("injured", "verletzt"),
    "blank": Text("blank", "leer"),
    "star": Text("star", "Stern"),
    "two_stars": Text("two stars", "zwei Sterne"),
    "red_x": Text("red X", "rotes X"),
}
"""Faces that are no numbers."""


class Secret(StrEnum):
    """How long an answer stays hidden: not at all, until all of its `Both` are answered, or until a Call reveals it."""

    OPEN = "open"
    UNTIL_ALL = "until_all"
    UNTIL_REVEALED = "until_revealed"


@dataclass(frozen=True, kw_only=True)
class Prompt(ABC):
    """`key` is stable over replays; `side` answers ("A", "B", None: the referee or anyone); `rule` is its catalogue id.

    `hint` says what to do on the table; `suggestion` is what one tap takes; `barrier` marks the answers over which an
    undo needs the long press. An `offer` need not be answered: it lies open beside the questions until the first of
    them has its answer; taken up, the game is sent a `Taken` in place of answers. `moved` is what a ruler that saw the
    table do it may answer."""

    kind: ClassVar[str]
    key: str
    text: Text
    rule: str
    side: str | None = None
    hint: Text | None = None
    secret: Secret = Secret.OPEN
    barrier: bool = False
    suggestion: JSON = None
    offer: bool = False
    moved: Moved | None = None

    @abstractmethod
    def parse(self, raw: JSON) -> JSON:
        """The value in its one spelling; PromptRefused when it is not acceptable."""

    @property
    @abstractmethod
    def awaited(self) -> str:
        """What would be accepted, for a message."""

    @abstractmethod
    def tell(self, value: JSON) -> Text:
        """An accepted value in words."""

    @property
    def asked(self) -> Text:
        """What was asked, as its answer follows it: a statement ends with a colon."""
        return Text(*(re.sub(r"\.$", ":", words) for words in (self.text.en, self.text.de)))

    def accepts(self, raw: JSON) -> bool:
        """Whether `parse` would take it."""
        try:
            self.parse(raw)
        except PromptRefused:
            return False
        return True

    def refuse(self, raw: JSON) -> PromptRefused:
        return PromptRefused(raw, self.awaited)


@dataclass(frozen=True)
class Dice:
    """`count` dice of one kind and colour that a roll expects; `faces` where they differ from the usual ones."""

    kind_of_die: str
    colour: str | None = None
    count: int = 1
    faces: tuple[int | str, ...] = ()

    @property
    def legal(self) -> tuple[int | str, ...]:
        return tuple(dict.fromkeys(self.faces or FACES[self.kind_of_die]))


@dataclass(frozen=True, kw_only=True)
class Roll(Prompt):
    """Dice thrown on the table. The value is one face, or a list of faces in the order of `dice` when several roll."""

    kind: ClassVar[str] = "roll"
    dice: tuple[Dice, ...]

    @property
    def legal(self) -> tuple[tuple[int | str, ...], ...]:
        """The faces that each die may show, one tuple a die."""
        return tuple(d.legal for d in self.dice for _ in range(d.count))

    def parse(self, raw: JSON) -> JSON:
        faces = raw if isinstance(raw, (list, tuple)) else [raw]
        if len(faces) != len(self.legal):
            raise self.refuse(raw)
        for face, legal in zip(faces, self.legal, strict=True):
            if isinstance(face, bool) or face not in legal:
                raise self.refuse(raw)
        return list(faces) if len(faces) > 1 else faces[0]

    def tell(self, value: JSON) -> Text:
        return _joined(face_text(face) for face in (value if isinstance(value, list) else [value]))

    @property
    def awaited(self) -> str:
        return " and ".join(f"{d.count} {d.kind_of_die}, each one of {_list(d.legal)}" for d in self.dice)


@dataclass(frozen=True)
class Option:
    """One thing to choose; `group` is where it belongs (a row, a suit), `place` where it is on the pitch, `piece` the
    player that it is about, whose place a ruler may know, `token` what is laid beside it to say so (see `TOKENS`)."""

    id: str
    text: Text
    group: str = ""
    detail: Text | None = None
    place: tuple[float, float] | None = None
    piece: str = ""
    token: str = ""


@dataclass(frozen=True, kw_only=True)
class Choose(Prompt):
    """One option, or between `least` and `most` of them. `groups` fixes how many of each group; `ordered` keeps the
    order in which they were named. `pitch` is the one on which the options have their places; `judge` says what a ruler
    looks for, among the pieces of the options. The value is an id, or a list of ids unless exactly one is
    asked."""

    kind: ClassVar[str] = "choose"
    options: tuple[Option, ...]
    least: int = 1
    most: int = 1
    groups: Mapping[str, int] = field(default_factory=dict)
    ordered: bool = False
    pitch: Pitch | None = None
    judge: Judge | None = None

    @property
    def single(self) -> bool:
        return self.least == self.most == 1 and not self.groups

    def parse(self, raw: JSON) -> JSON:
        if self.single:
            raw = raw[0] if isinstance(raw, (list, tuple)) and len(raw) == 1 else raw
            if not isinstance(raw, str) or raw not in self._ids:
                raise self.refuse(raw)
            return raw
        if not isinstance(raw, (list, tuple)) or not self._allowed(raw):
            raise self.refuse(raw)
        return list(raw) if self.ordered else sorted(raw, key=self._ids.index)

    def tell(self, value: JSON) -> Text:
        texts = {o.id: o.text for o in self.options}
        return _joined(texts[i] for i in (value if isinstance(value, list) else [value]))

    def _allowed(self, ids: Iterable[JSON]) -> bool:
        ids = list(ids)
        if not all(isinstance(i, str) and i in self._ids for i in ids) or len(set(ids)) != len(ids):
            return False
        if self.groups:
            group = {o.id: o.group for o in self.options}
            return Counter(group[i] for i in ids) == Counter({g: n for g, n in self.groups.items() if n})
        return self.least <= len(ids) <= self.most

    @property
    def _ids(self) -> list[str]:
        return [o.id for o in self.options]

    @property
    def awaited(self) -> str:
        if self.groups:
            many = ", ".join(f"{n} of {g}" for g, n in self.groups.items())
        else:
            many = "one" if self.single else f"{self.least} to {self.most}"
        return f"{many} out of {_list(self._ids)}"


@dataclass(frozen=True, kw_only=True)
class Arrange(Prompt):
    """Each item goes to one slot, at least `least` to each slot. The value maps item to slot; an item's `group` is
    where it is now. (A line-up: players to rows.)"""

    kind: ClassVar[str] = "arrange"
    items: tuple[Option, ...]
    slots: tuple[Option, ...]
    least: int = 0

    def parse(self, raw: JSON) -> JSON:
        ids, slots = [i.id for i in self.items], [s.id for s in self.slots]
        if not isinstance(raw, Mapping) or set(raw) != set(ids):
            raise self.refuse(raw)
        placed = [raw[i] for i in ids]
        if not all(isinstance(slot, str) and slot in slots for slot in placed):
            raise self.refuse(raw)
        if any(placed.count(s) < self.least for s in slots):
            raise self.refuse(raw)
        return {i: raw[i] for i in ids}

    def tell(self, value: JSON) -> Text:
        items = {i.id: i.text for i in self.items}
        slots = {s.id: s.text for s in self.slots}
        return _joined(
            Text("{item}: {slot}", "{item}: {slot}").format(item=items[i], slot=slots[value[i]]) for i in value
        )

    @property
    def awaited(self) -> str:
        slots = _list([s.id for s in self.slots])
        return f"each of {_list([i.id for i in self.items])} in one of {slots}, at least {self.least} in each"


@dataclass(frozen=True, kw_only=True)
class Number(Prompt):
    """A whole number from `least` to `most`."""

    kind: ClassVar[str] = "number"
    least: int
    most: int

    def parse(self, raw: JSON) -> JSON:
        if isinstance(raw, bool) or not isinstance(raw, int) or not self.least <= raw <= self.most:
            raise self.refuse(raw)
        return raw

    def tell(self, value: JSON) -> Text:
        return Text.same(str(value))

    @property
    def awaited(self) -> str:
        return f"a whole number from {self.least} to {self.most}"


@dataclass(frozen=True, kw_only=True)
class Measure(Prompt):
    """A distance on the table, from `least` to `most`, in `unit`. `between` are the ids of the two pieces, as in the
    rosters, where the game names them; `limits` are the upper bounds of a table's rows, each inside its row: what
    cannot be told from a bound counts as the bound, and `most` says no more than beyond the last of them."""

    kind: ClassVar[str] = "measure"
    least: float
    most: float
    unit: str = "in"
    between: tuple[str, ...] = ()
    limits: tuple[float, ...] = ()

    def parse(self, raw: JSON) -> JSON:
        if isinstance(raw, bool) or not isinstance(raw, (int, float)) or not self.least <= raw <= self.most:
            raise self.refuse(raw)
        return float(raw)

    def tell(self, value: JSON) -> Text:
        if self.limits and value == self.most:
            return Text("over {n}", "über {n}").format(n=self._spelled(self.limits[-1]))
        return self._spelled(value)

    def _spelled(self, value: float) -> Text:
        return Text.same("{n}″" if self.unit == "in" else "{n} " + self.unit).format(n=numeral(value))

    @property
    def awaited(self) -> str:
        return f"a distance from {self.least:g} to {self.most:g} {self.unit}"


@dataclass(frozen=True, kw_only=True)
class Confirm(Prompt):
    """A nod. `button` is the one that gives it: the side's confirm button, or the whistle."""

    kind: ClassVar[str] = "confirm"
    button: str = "confirm"

    def parse(self, raw: JSON) -> JSON:
        if raw is not True:
            raise self.refuse(raw)
        return True

    def tell(self, value: JSON) -> Text:
        return Text("done", "erledigt")

    @property
    def asked(self) -> Text:
        return self.text

    @property
    def awaited(self) -> str:
        return "true"


@dataclass(frozen=True)
class Ask:
    """Several prompts open at once, answered in any order; the game gets the values in the order of the prompts.

    `renew`: a referee's correction ends the asking and the game is sent a `Corrected` instead, to ask anew."""

    prompts: tuple[Prompt, ...]
    renew: bool = False


@dataclass(frozen=True)
class Taken:
    """Sent into a game in place of answers: an offer was taken up, and what it lay beside is to be asked anew."""

    key: str
    value: JSON


class Corrected:
    """Sent into a game in place of answers: the referee corrected something while an `Ask(renew=True)` was open."""


def Both(*prompts: Prompt, renew: bool = False) -> Ask:
    """`yield Both(Roll(...), Roll(...))`."""
    return Ask(prompts, renew)


def face_text(face: int | str) -> Text:
    """A face in words: 3, "red card"."""
    return FACE_NAMES.get(str(face), Text.same(str(face)))


def _joined(texts: Iterable[Text]) -> Text:
    parts = list(texts)
    return Text(", ".join(t.en for t in parts) or "none", ", ".join(t.de for t in parts) or "keine")


def _list(things: Iterable[object]) -> str:
    return ", ".join(str(t) for t in things)
