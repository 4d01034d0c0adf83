"""Everything that a screen, a light or a hub may show; plain data that any game can fill."""

from __future__ import annotations

from dataclasses import dataclass

from companion.vocabulary.text import Text


@dataclass(frozen=True)
class Team:
    """One side: its name, the colour of its shirts and of its dice (CSS colour names)."""

    name: str
    colour: str
    dice: str


@dataclass(frozen=True)
class Track:
    """A row of fields with a marker. `lights` has one letter a field: `.` off, `d` dim (played), `O` on (marker lies
    here), `b` blinks (put the marker here)."""

    name: str
    fields: tuple[str, ...]
    lights: str
    text: Text


@dataclass(frozen=True)
class Counter:
    """A number for each side: cards left, injured, penalties."""

    name: str
    text: Text
    a: int
    b: int


@dataclass(frozen=True)
class Player:
    """One player of a roster. `strength` is the current one, None where it is not known; `marks` are the tokens that
    lie on him, and how many."""

    id: str
    name: str
    row: str
    strength: int | None = None
    facing: int = 0
    yellow: int = 0
    injured: int = 0
    deployed: bool = False
    marks: tuple[tuple[Text, int], ...] = ()


@dataclass(frozen=True)
class ShownDie:
    """A die of the last roll."""

    side: str | None
    kind_of_die: str
    colour: str | None
    value: int | str


@dataclass(frozen=True)
class Sum:
    """A sum worked out for one side: `terms` (10, +2) and `total`; `rules` are the catalogue ids of the terms, and
    `verdict` what came of it, where a game tells them."""

    side: str
    terms: tuple[tuple[Text, int], ...]
    total: int
    rules: tuple[str, ...] = ()
    verdict: Text | None = None


@dataclass(frozen=True)
class Scoreboard:
    """`phase` is the catalogue's name of the state; `lamps` has one letter a side, as in `Track.lights`; `possession`
    is the side that has the ball or attacks; `result` is None until the match is over, then "A", "B" or "draw".
    `measuring` is whose distances may be shown now: a player's id, a side, "all", a thing that is no player; "" none,
    None where the rules do not care; `tasks` are what the table has to place or remove now."""

    game: str
    title: Text
    phase: str
    phase_text: Text
    teams: dict[str, Team]
    score: tuple[int, int]
    score_text: str
    period: str
    tracks: tuple[Track, ...] = ()
    lamps: str = ".."
    possession: str | None = None
    counters: tuple[Counter, ...] = ()
    rosters: dict[str, tuple[Player, ...]] | None = None
    dice: tuple[ShownDie, ...] = ()
    sums: tuple[Sum, ...] = ()
    result: str | None = None
    result_text: Text | None = None
    measuring: str | None = None
    tasks: tuple[Text, ...] = ()
