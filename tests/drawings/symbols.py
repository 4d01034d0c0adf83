"""The parts as they are drawn in a line from a pin (at x, going by `way`, 1 to the right and -1 to the left)."""

from __future__ import annotations

from tests.drawings.canvas import INK, PAPER, Canvas


def button(c: Canvas, x: float, y: float, way: int) -> float:
    """A push button, open; tells where it ends."""
    c.dot(x, y, 3.5, PAPER, INK)
    c.dot(x + way * 34, y, 3.5, PAPER, INK)
    c.line(x - way * 2, y - 8, x + way * 36, y - 8)
    c.line(x + way * 17, y - 8, x + way * 17, y - 13)
    return x + way * 34


def reed(c: Canvas, x: float, y: float, way: int) -> float:
    """A reed switch in its glass."""
    c.rect(min(x, x + way * 34), y - 7, 34, 14, fill="#eef4fa", round_=7)
    c.line(x, y, x + way * 16, y - 3)
    c.line(x + way * 34, y, x + way * 14, y + 2)
    return x + way * 34


def resistor(c: Canvas, x: float, y: float, way: int, value: str) -> float:
    c.rect(min(x, x + way * 46), y - 8, 46, 16, fill="#f4ead2", round_=3)
    c.words(x + way * 23, y + 4, value, 11, anchor="middle")
    return x + way * 46


def led(c: Canvas, x: float, y: float, way: int, colour: str) -> float:
    """Its point looks to ground."""
    end = x + way * 18
    c.shape([(x, y - 9), (x, y + 9), (end, y)], colour)
    c.line(end, y - 9, end, y + 9)
    for shift in (0, 6):
        c.line(x + way * (6 + shift), y - 10, x + way * (11 + shift), y - 15, width=1.4)
    return end


def block(c: Canvas, x: float, y: float, way: int, text: str, fill: str = "#eef1f4", width: float = 120) -> float:
    c.rect(min(x, x + way * width), y - 10, width, 20, fill=fill, round_=4)
    c.words(x + way * width / 2, y + 4, text, 11.5, anchor="middle")
    return x + way * width
