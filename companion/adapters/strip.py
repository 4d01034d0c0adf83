"""The lights of a board: what the Table shows, as whole pictures of a strip and two goal lamps."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from itertools import pairwise
from typing import Final

from companion.adapters.lamps import Lamps
from companion.adapters.lights import LAMPS, ROW, SHORT_CALLS, Sound, sound_of
from companion.vocabulary import JSON
from firmware_bridge.talk import Picture

GOAL_S: Final = 5.0
"""So long the lamp of a side that has scored blinks."""
_COLOURS: Final = {
    "red": "r", "darkred": "r", "crimson": "r", "maroon": "r", "green": "g", "darkgreen": "g", "lime": "g",
    "blue": "b", "darkblue": "b", "navy": "b", "royalblue": "b", "yellow": "y", "gold": "y", "orange": "y",
    "cyan": "c", "lightblue": "c", "turquoise": "c", "skyblue": "c", "magenta": "m", "purple": "m", "pink": "m",
}  # fmt: skip
"""CSS colour names -> letters of the wire; all others are white."""


def strip_picture(board: JSON, row: str, lamps: str, length: int, flash: float | None = None) -> Picture:
    """The first nine lights are the row of the time track, with the entry that may be on it; then come the other tracks
    of the scoreboard, in their order. A strip of `length` lights shows as much of it as it has. In a refused flash all
    of what is used is on, or all dark."""
    letters, colours = row, "w" * len(row)
    for track in _tracks(board)[1:]:
        letters += track["lights"]
        colours += _colour(board, track["name"]) * len(track["lights"])
    if flash is not None:
        letters, lamps = (("O" if flash else ".") * len(part) for part in (letters, lamps))
    return Picture(letters[:length], colours[:length], lamps)


def tried_picture(lit: Collection[str], length: int) -> Picture:
    """Only these lights, by their number on the strip, and these lamps."""
    row, lamps = ("".join("O" if name in lit else "." for name in names) for names in (map(str, range(length)), LAMPS))
    return Picture(row, "w" * length, lamps)


def _tracks(board: JSON) -> list[JSON]:
    return list(board["scoreboard"]["tracks"]) if board and board["scoreboard"] else []


def _colour(board: JSON, track: str) -> str:
    """A track that belongs to a side (`tries.A`) has the colour of its shirts."""
    team = board["scoreboard"]["teams"].get(track.rpartition(".")[2])
    return _COLOURS.get(team["colour"], "w") if team else "w"


class Strip(Lamps):
    """Lamps whose pins are far away: `show` takes each picture, `beep` each sound, in ms as the wire spells it."""

    def __init__(
        self,
        show: Callable[[Picture], None],
        beep: Callable[[str], None],
        mono_s: Callable[[], float],
        lit: Callable[[], Collection[str] | None],
    ) -> None:
        super().__init__({}, mono_s, lit)
        self.length = len(ROW)
        self._to_board = show
        self._beep = beep
        self._board: JSON = None
        self._goals: dict[str, float] = {}

    def told(self, board: JSON, calls: Iterable[JSON]) -> None:
        calls = list(calls)
        now_s = self._mono_s()
        scored = {call["side"]: now_s + GOAL_S for call in calls if call["name"] in SHORT_CALLS and call.get("side")}
        with self._lock:
            self._board = board
            self._goals |= scored
        super().told(board, calls)
        if sound := sound_of(calls):
            self._beep(spelled(sound))

    def refuse(self, sound: Sound) -> None:
        super().refuse(sound)
        self._beep(spelled(sound))

    def sound(self, sound: Sound) -> None:
        super().sound(sound)
        self._beep(spelled(sound))

    def row(self) -> str:
        """The letters of the nine lights, the flash left out."""
        with self._lock:
            letters = self._show.letters()
        return "".join(letters[name] for name in ROW)

    def draw(self) -> bool:
        """Hands the picture of this moment over; returns whether time alone will change it."""
        with self._lock:
            now_s = self._mono_s()
            letters, flash = self._show.letters(), self._show.flash(now_s)
            goals = {side for side, until_s in self._goals.items() if now_s < until_s}
            board, lit = self._board, self._lit()
        if lit is not None:
            self._to_board(tried_picture(lit, self.length))
            return True
        row, lamps = ("".join(letters[name] for name in names) for names in (ROW, LAMPS))
        lamps = "".join("b" if side in goals else letter for side, letter in zip("AB", lamps, strict=True))
        self._to_board(strip_picture(board, row, lamps, self.length, flash))
        return flash is not None or bool(goals)


def spelled(sound: Sound) -> str:
    """On, off, on ... in ms: the double beep is `125,125,125`."""
    edges_s = [edge for part in sound for edge in part]
    return ",".join(str(round(1000 * (b - a))) for a, b in pairwise(edges_s))
