"""The rulebooks, one file or package each, found by place: `companion/games/NAME` whose last line is `GAME = ...`."""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
from collections.abc import Callable
from typing import Protocol, cast

from companion.vocabulary import JSON, BoxError, Game, OptionsRefused


class Checked(Protocol):
    """A box file that was read: `content` as plain JSON for the options of a match, `warnings` what is odd in it."""

    @property
    def content(self) -> JSON: ...

    @property
    def warnings(self) -> tuple[str, ...]: ...


class Boxes(Protocol):
    """The module `box` of a game: `MARK` is a line by which its files are known."""

    MARK: str
    check: Callable[[str], Checked]
    new: Callable[[], str]


def names() -> tuple[str, ...]:
    """Every game there is."""
    return tuple(sorted(m.name for m in pkgutil.iter_modules(__path__)))


def load(name: str) -> Game:
    """The game of that name; OptionsRefused names those there are."""
    if name not in names():
        raise OptionsRefused(f"no game is called {name!r}: there are {', '.join(names())}")
    game: Game = importlib.import_module(f"{__name__}.{name}").GAME
    return game


def with_boxes() -> tuple[str, ...]:
    """The games that can be played with the numbers of one's own cards."""
    return tuple(n for n in names() if importlib.util.find_spec(f"{__name__}.{n}.box"))


def boxes(name: str) -> Boxes:
    """How the box files of that game are read."""
    return cast(Boxes, importlib.import_module(f"{__name__}.{name}.box"))


def check_box(text: str) -> tuple[str, Checked]:
    """Which game a box file is for, and what it holds; BoxError names line and field of each mistake."""
    for name in with_boxes():
        if any(line.strip() == boxes(name).MARK for line in text.splitlines()):
            return name, boxes(name).check(text)
    marks = " or ".join(f"'{boxes(name).MARK}'" for name in with_boxes())
    raise BoxError([f"line 1, the box: no game knows it by a line {marks}"])
