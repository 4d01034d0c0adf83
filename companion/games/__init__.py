"""The rulebooks, one file or package each, found by place: `companion/games/NAME` whose last line is `GAME = ...`."""

from __future__ import annotations

import importlib
import pkgutil

from companion.vocabulary import Game, OptionsRefused


def names() -> tuple[str, ...]:
    """Every game there is."""
    return tuple(sorted(m.name for m in pkgutil.iter_modules(__path__)))


def load(name: str) -> Game:
    """The game of that name; OptionsRefused names those there are."""
    if name not in names():
        raise OptionsRefused(f"no game is called {name!r}: there are {', '.join(names())}")
    game: Game = importlib.import_module(f"{__name__}.{name}").GAME
    return game
