"""Paint: the colours that rims of bases may have, by name."""

from __future__ import annotations

RIM_COLOURS: dict[str, tuple[int, int, int]] = {
    "red": (196, 24, 30),
    "blue": (24, 70, 190),
    "magenta": (205, 30, 150),
    "cyan": (20, 190, 205),
    "orange": (235, 120, 20),
    "green": (30, 150, 50),
    "yellow": (235, 205, 30),
    "violet": (110, 40, 185),
    "white": (235, 235, 235),
}
"""Paint as it looks in white light: red, green, blue of sRGB, 0..255."""
