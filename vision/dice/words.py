"""English words of reasons: numbers, kinds, colours and places."""

from __future__ import annotations

from vision.dice.picture import Floats, Picture

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def place(center: Floats, picture: Picture) -> str:
    """Where a point (2,) of a picture lies, in words: `at the left`, `in the middle`, `at the top right`."""
    height, width = picture.shape[:2]
    x, y = float(center[0]) / width, float(center[1]) / height
    across = "left" if x < 1 / 3 else "right" if x > 2 / 3 else ""
    down = "top" if y < 1 / 3 else "bottom" if y > 2 / 3 else ""
    return f"at the {' '.join(filter(None, (down, across)))}" if across or down else "in the middle"


def kind_of(kind: str) -> str:
    """The name of a kind of die in a sentence."""
    return kind.replace("_", " ") if kind != "d6" else "die"


def of_colour(colour: str | None) -> str:
    """`a red`, `an ivory`, or `another` where there is no colour."""
    return f"{'an' if colour == 'ivory' else 'a'} {colour}" if colour else "another"


def dice(count: int) -> str:
    """`one die`, `two dice`."""
    return f"{number(count)} {'die' if count == 1 else 'dice'}"


def number(count: int) -> str:
    """A small number as a word."""
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)
