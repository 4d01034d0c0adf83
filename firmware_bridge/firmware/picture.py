"""A whole picture of the lights, and how bright everything is at a moment. Letters as in `Track.lights`: `.` dark, `d`
dim, `O` on, `b` slow blink."""

FULL = 32
"""Of 255: forty-eight white lights at this brightness take about 0.4 A, which a USB port gives (hardware.md)."""
DIM = 5
BLINK_MS = 1000
COLOURS = {
    "w": (1, 1, 1),
    "r": (1, 0, 0),
    "g": (0, 1, 0),
    "b": (0, 0, 1),
    "y": (1, 1, 0),
    "c": (0, 1, 1),
    "m": (1, 0, 1),
}
"""A letter a colour: which of red, green and blue it has."""
LAMPS = 2
_LETTERS = ".dOb"


class Picture:
    """`lights` and `colours` have one letter for each light of the strip, `lamps` one for each goal lamp."""

    def __init__(self, lights: str, colours: str, lamps: str) -> None:
        self.lights = lights
        self.colours = colours
        self.lamps = lamps

    @property
    def fits(self) -> bool:
        """Whether all of its letters are known."""
        known = all(letter in _LETTERS for letter in self.lights + self.lamps)
        known = known and all(colour in COLOURS for colour in self.colours)
        return known and len(self.lights) == len(self.colours) and len(self.lamps) == LAMPS

    def strip(self, now_ms: int, count: int) -> list[tuple[int, int, int]]:
        """Red, green and blue, 0 to 255, of the first `count` lights; those beyond the picture are dark."""
        lit = [_mixed(colour, _level(light, now_ms)) for light, colour in zip(self.lights, self.colours)]
        return (lit + [(0, 0, 0)] * count)[:count]

    def lamp_levels(self, now_ms: int) -> list[int]:
        """Brightness of the goal lamps, 0 to 255."""
        return [_level(letter, now_ms) * 255 // FULL for letter in self.lamps]


DARK = Picture("-", "-", "..")
ALONE = Picture("b", "r", "..")
"""No table has spoken for a while: the first light blinks red."""


def blinks_on(now_ms: int) -> bool:
    """Whether lights that blink are on at that moment."""
    return now_ms % BLINK_MS < BLINK_MS // 2


def _level(letter: str, now_ms: int) -> int:
    if letter == "b":
        return FULL if blinks_on(now_ms) else 0
    return FULL if letter == "O" else DIM if letter == "d" else 0


def _mixed(colour: str, level: int) -> tuple[int, int, int]:
    red, green, blue = COLOURS.get(colour, (1, 1, 1))
    return red * level, green * level, blue * level
