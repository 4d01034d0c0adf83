"""What people fill in, declared by the game: the options of a match, a box file. Pages draw it as it is declared, so
the next game has its forms without a page of its own. Whether all goes together, the game says when it is handed what
was filled in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from companion.vocabulary.fields import Field
from companion.vocabulary.prompt import Option
from companion.vocabulary.text import JSON, Text


@dataclass(frozen=True, kw_only=True)
class Part:
    """One thing to fill in. `name` is its place in the JSON, `usual` what counts where nothing is given; an `optional`
    part may be left out, in a list it is null then; what is given to one that `decides` changes the form."""

    name: str
    text: Text
    hint: Text | None = None
    usual: JSON = None
    optional: bool = False
    decides: bool = False


@dataclass(frozen=True, kw_only=True)
class Switch(Part):
    """On or off; one that is `ruled` is off where no ruler is calibrated, unless somebody says otherwise."""

    kind: ClassVar[str] = "switch"
    ruled: bool = False

    def read(self, field: Field) -> bool:
        """The value in a file; a mistake is noted there."""
        return field.truth()


@dataclass(frozen=True, kw_only=True)
class Whole(Part):
    """A whole number."""

    kind: ClassVar[str] = "whole"
    least: int
    most: int

    def read(self, field: Field) -> int:
        """The value in a file; a mistake is noted there."""
        return field.whole(self.least, self.most)


@dataclass(frozen=True, kw_only=True)
class Words(Part):
    """A line of text."""

    kind: ClassVar[str] = "words"


@dataclass(frozen=True, kw_only=True)
class Pick(Part):
    """One of the options, by its id."""

    kind: ClassVar[str] = "pick"
    options: tuple[Option, ...]

    def read(self, field: Field) -> str:
        """The value in a file; a mistake is noted there."""
        ids = [option.id for option in self.options]
        return field.one_of(ids) or ids[0]


@dataclass(frozen=True, kw_only=True)
class Colour(Part):
    """One of these colours, by its CSS name."""

    kind: ClassVar[str] = "colour"
    colours: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Several(Part):
    """Some of the options, a list of ids."""

    kind: ClassVar[str] = "several"
    options: tuple[Option, ...]


@dataclass(frozen=True, kw_only=True)
class Group(Part):
    """Parts that belong together, an object; an optional one in which nothing stands is left out."""

    kind: ClassVar[str] = "group"
    parts: tuple[Part, ...]


@dataclass(frozen=True, kw_only=True)
class Each(Part):
    """A list with a fixed place for each part."""

    kind: ClassVar[str] = "each"
    parts: tuple[Part, ...]


@dataclass(frozen=True, kw_only=True)
class Rows(Part):
    """A list of objects, `least` to `most` of them; `row` is what one is called."""

    kind: ClassVar[str] = "rows"
    row: Text
    parts: tuple[Part, ...]
    least: int
    most: int


@dataclass(frozen=True, kw_only=True)
class Named(Part):
    """Objects by names that are freely chosen, `count` of them; `row` is what one is called."""

    kind: ClassVar[str] = "named"
    row: Text
    parts: tuple[Part, ...]
    count: int


@dataclass(frozen=True)
class Form:
    """The options of a match: how it is played, who plays, and what may be switched; `boxed` where it is played with
    the numbers of a box file."""

    game: tuple[Part, ...] = ()
    teams: tuple[Part, ...] = ()
    rules: tuple[Part, ...] = ()
    boxed: bool = False


TEAM_COLOURS = ("red", "crimson", "orange", "gold", "yellow", "green", "blue", "purple", "pink", "white", "black")
"""Shirts that every screen shows well."""
DICE_COLOURS = ("white", "red", "yellow", "green", "blue", "black", "orange", "purple", "pink", "ivory", "grey")
"""Dice that the camera tells apart."""


def team_parts(usual: dict[str, dict[str, str]]) -> Group:
    """Name and colours of both teams; `usual` has `name`, `colour` and `dice` of each side."""
    return Group(name="teams", text=_TEAMS, parts=tuple(_team(side, given) for side, given in usual.items()))


def _team(side: str, usual: dict[str, str]) -> Group:
    colours = tuple(dict.fromkeys((usual["colour"], *TEAM_COLOURS)))
    dice = tuple(dict.fromkeys((usual["dice"], *DICE_COLOURS)))
    return Group(
        name=side,
        text=_TEAM.format(side=side),
        parts=(
            Words(name="name", text=_NAME, usual=usual["name"]),
            Colour(name="colour", text=_SHIRTS, usual=usual["colour"], colours=colours),
            Colour(name="dice", text=_DICE, hint=_DICE_HINT, usual=usual["dice"], colours=dice),
        ),
    )


def options_of(words: dict[str, Text]) -> tuple[Option, ...]:
    """The options of these ids and texts."""
    return tuple(Option(id_, text) for id_, text in words.items())


_TEAMS = Text("Teams", "Teams")
_TEAM = Text("Team {side}", "Team {side}")
_NAME = Text("Name", "Name")
_SHIRTS = Text("Shirts", "Trikots")
_DICE = Text("Dice", "Würfel")
_DICE_HINT = Text("By their colour the camera knows whose they are.", "An der Farbe sieht die Kamera, wem sie gehören.")
