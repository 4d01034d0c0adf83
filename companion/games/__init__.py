"""The rulebooks, one file or package each, found by place: `companion/games/NAME` whose last line is `GAME = ...`."""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
from collections.abc import Callable
from typing import Protocol, cast

from companion.vocabulary import JSON, BoxError, Game, Mistake, Text
from companion.vocabulary.form import Part
from companion.vocabulary.given import refusal


class Checked(Protocol):
    """A box file that was read: `content` as plain JSON for the options of a match, `warnings` what is odd in it."""

    @property
    def content(self) -> JSON: ...

    @property
    def warnings(self) -> tuple[Mistake, ...]: ...


class Boxes(Protocol):
    """The module `box` of a game: `MARK` is a line by which its files are known; beside it `boxform` draws them."""

    MARK: str
    check: Callable[[str], Checked]
    sample: Callable[[], Checked]
    new: Callable[[], str]


def names() -> tuple[str, ...]:
    """Every game there is."""
    return tuple(sorted(m.name for m in pkgutil.iter_modules(__path__)))


def load(name: str) -> Game:
    """The game of that name; OptionsRefused names those there are."""
    if name not in names():
        raise refusal("game", _NO_GAME.format(name=repr(name), names=", ".join(names())))
    game: Game = importlib.import_module(f"{__name__}.{name}").GAME
    return game


def with_boxes() -> tuple[str, ...]:
    """The games that can be played with the numbers of one's own cards."""
    return tuple(n for n in names() if importlib.util.find_spec(f"{__name__}.{n}.box"))


def boxes(name: str) -> Boxes:
    """How the box files of that game are read."""
    return cast(Boxes, importlib.import_module(f"{__name__}.{name}.box"))


def box_form(name: str) -> tuple[Part, ...]:
    """The box files of that game, as a form."""
    form: tuple[Part, ...] = importlib.import_module(f"{__name__}.{name}.boxform").FORM
    return form


def marked(text: str) -> str | None:
    """Which game a box file is for, by its mark; None where no line has one."""
    lines = {line.strip() for line in text.splitlines()}
    return next((name for name in with_boxes() if boxes(name).MARK in lines), None)


def check_box(text: str) -> tuple[str, Checked]:
    """Which game a box file is for, and what it holds; BoxError names line and field of each mistake."""
    name = marked(text)
    if name is not None:
        return name, boxes(name).check(text)
    marks = [f"'{boxes(name).MARK}'" for name in with_boxes()]
    raise BoxError(Mistake("", _NO_MARK.format(marks=Text(" or ".join(marks), " oder ".join(marks))), 1))


_NO_GAME = Text("no game is called {name}: there are {names}", "kein Spiel heißt {name}: es gibt {names}")
_NO_MARK = Text("no game knows it by a line {marks}", "kein Spiel erkennt sie an einer Zeile {marks}")
