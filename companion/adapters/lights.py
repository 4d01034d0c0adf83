"""What the LEDs and the buzzer show at a moment. Pure: boards and presses go in, a brightness for each lamp comes out.

Letters as in `Track.lights`: `.` off, `d` dim (played), `O` on (the marker lies here), `b` slow blink (put it here)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.vocabulary import JSON

FIELDS: Final = 9
ROW: Final = tuple(str(i) for i in range(FIELDS))
LAMPS: Final = ("possession_a", "possession_b")
BUZZER: Final = "buzzer"

DIM: Final = 0.15
BLINK_S: Final = 1.0
"""A whole blink, on and off. The phase is the clock's, so all lamps blink together."""
BEAT_S: Final = 0.125
"""The refused flash: on for one beat, off for one beat, three times."""
FLASHES: Final = 3

_BRIGHTNESS: Final = {".": 0.0, "d": DIM, "O": 1.0}

Sound = tuple[tuple[float, float], ...]
"""When the buzzer is on: from, to, in seconds after the start."""
SHORT: Final[Sound] = ((0.0, 0.125),)
LONG: Final[Sound] = ((0.0, 1.0),)
DOUBLE: Final[Sound] = ((0.0, 0.125), (0.25, 0.375))

SHORT_CALLS: Final = {"goal", "penalty_goal", "try"}
LONG_CALLS: Final = {"half_time", "full_time"}


def group_of(light: str) -> str:
    """Where a light belongs: row, lamp or buzzer."""
    return "lamp" if light in LAMPS else "buzzer" if light == BUZZER else "row"


def number_lights(value: int, fields: int = FIELDS) -> str:
    """A number that is being entered: the ones shine, from ten on the rest is dim (TV-101, TV-102)."""
    return ("O" * (value % 10)).ljust(fields, "d" if value >= 10 else ".")[:fields]


def track_lights(board: JSON) -> str:
    """The first track's letters on this row of lamps."""
    tracks = board["scoreboard"]["tracks"] if board and board["scoreboard"] else []
    return _letters(tracks[0]["lights"] if tracks else "", FIELDS)


def lamp_letters(board: JSON) -> str:
    """One letter a side: whose turn it is."""
    return _letters(board["scoreboard"]["lamps"] if board and board["scoreboard"] else "", len(LAMPS))


def brightness(letter: str, now_s: float) -> float:
    """0 dark to 1 full."""
    if letter == "b":
        return 1.0 if now_s % BLINK_S < BLINK_S / 2 else 0.0
    return _BRIGHTNESS[letter]


def look(level: float) -> str:
    """The letter of a steady lamp of that brightness."""
    return min(_BRIGHTNESS, key=lambda letter: abs(_BRIGHTNESS[letter] - level))


def sound_of(calls: Iterable[JSON]) -> Sound | None:
    """What the buzzer says to the referee's calls; the longest wins."""
    names = {call["name"] for call in calls}
    if names & LONG_CALLS:
        return LONG
    return SHORT if names & SHORT_CALLS else None


def _letters(letters: str, fields: int) -> str:
    known = "".join(letter if letter in _BRIGHTNESS or letter == "b" else "." for letter in letters)
    return known.ljust(fields, ".")[:fields]


class Show:
    """What shall be seen and heard: the Table's lights, over them an entry in progress, over that the refused flash."""

    def __init__(self) -> None:
        self._board: JSON = None
        self._entry: tuple[JSON, str] | None = None
        self._flash_s: float | None = None
        self._sound: tuple[float, Sound] = (0.0, ())

    def told(self, board: JSON, calls: Iterable[JSON], now_s: float) -> None:
        """An Update of the Table. An entry goes when what it was about is no longer asked."""
        self._board = board
        if self._entry and self._entry[0] not in board["prompts"]:
            self._entry = None
        if sound := sound_of(calls):
            self._sound = (now_s, sound)

    def enter(self, asked: JSON, letters: str) -> None:
        """An entry in progress: `asked` is its prompt, as the board spells it."""
        self._entry = (asked, letters)

    def leave(self) -> None:
        """No entry is in progress."""
        self._entry = None

    def sound(self, sound: Sound, now_s: float) -> None:
        self._sound = (now_s, sound)

    def refuse(self, now_s: float, sound: Sound = SHORT) -> None:
        """A press was not accepted: all LEDs blink three times, fast."""
        self._flash_s = now_s
        self.sound(sound, now_s)

    def letters(self) -> dict[str, str]:
        """The letter of each LED, the flash left out."""
        row = self._entry[1] if self._entry else track_lights(self._board)
        return dict(zip((*ROW, *LAMPS), row + lamp_letters(self._board), strict=True))

    def levels(self, now_s: float) -> dict[str, float]:
        """The brightness of every LED, and the buzzer, at this moment."""
        flash = self.flash(now_s)
        levels = {k: brightness(v, now_s) if flash is None else flash for k, v in self.letters().items()}
        began_s, sound = self._sound
        return {**levels, BUZZER: float(any(start <= now_s - began_s < end for start, end in sound))}

    def moving(self, now_s: float) -> bool:
        """Whether anything will change by itself."""
        began_s, sound = self._sound
        sounding = bool(sound) and now_s - began_s < sound[-1][1]
        return sounding or self.flash(now_s) is not None or "b" in self.letters().values()

    def flash(self, now_s: float) -> float | None:
        """How bright the refused flash makes every LED now; None where there is none."""
        beat = FLASHES * 2 if self._flash_s is None else int((now_s - self._flash_s) / BEAT_S)
        return None if beat >= FLASHES * 2 else float(beat % 2 == 0)
