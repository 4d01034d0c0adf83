"""How each kind of part is connected, for hands that hold it."""

from __future__ import annotations

from firmware_bridge.firmware.picture import FULL
from tests.drawings import symbols
from tests.drawings.canvas import INK, QUIET, Canvas

FEW = 24
"""So many lights may live on the Pico's own 5 V."""


def current_ma(lights: int) -> float:
    """What a strip takes when all of it is white, as bright as the firmware goes: 20 mA a colour at 255, 1 mA dark."""
    return lights * (60 * FULL / 255 + 1)


GREEN, RED, ORANGE = "#2e9e5b", "#d0342c", "#e07b1a"


def circuits() -> str:
    c = Canvas(1040, 560, "How each part is connected")
    c.words(28, 36, "How each part is connected", 19, bold=True)
    _button(c, 40, 90)
    _led(c, 540, 90)
    _buzzer(c, 40, 210)
    _strip(c, 540, 210)
    return c.text


def _title(c: Canvas, x: float, y: float, text: str, note: str) -> None:
    c.words(x, y, text, 15, bold=True)
    c.words(x, y + 19, note, 12.5, colour=QUIET)


def _ends(c: Canvas, x: float, y: float, text: str, colour: str, anchor: str = "end") -> None:
    c.dot(x, y, 5, colour)
    c.words(x - 12 if anchor == "end" else x + 12, y + 5, text, 13, anchor=anchor, bold=True)


def _button(c: Canvas, x: float, y: float) -> None:
    _title(c, x, y, "Button or reed switch", "either way round; the pull-up is inside the chip")
    y += 55
    _ends(c, x + 60, y, "pin", "#8457b8")
    c.line(x + 60, y, x + 160, y, "#8457b8", 3)
    end = symbols.button(c, x + 160, y, 1)
    c.line(end, y, x + 300, y)
    _ends(c, x + 300, y, "GND", INK, "start")


def _led(c: Canvas, x: float, y: float) -> None:
    _title(c, x, y, "LED", "the long leg to the resistor, the flat side to ground")
    y += 55
    _ends(c, x + 60, y, "pin", GREEN)
    c.line(x + 60, y, x + 130, y, GREEN, 3)
    end = symbols.resistor(c, x + 130, y, 1, "470 Ω")
    c.line(end, y, end + 40, y)
    end = symbols.led(c, end + 40, y, 1, "#ffe08a")
    c.line(end, y, x + 330, y)
    _ends(c, x + 330, y, "GND", INK, "start")


def _buzzer(c: Canvas, x: float, y: float) -> None:
    _title(c, x, y, "Buzzer", "5 V, about 30 mA: the transistor switches it, the diode protects that")
    _ends(c, x + 60, y + 60, "5 V", RED)
    top, collector, emitter = y + 60, y + 200, y + 270
    c.line(x + 60, top, x + 380, top, RED, 3)
    c.line(x + 250, top, x + 250, top + 34)
    c.rect(x + 222, top + 34, 56, 56, fill="#eef1f4", round_=28)
    c.words(x + 250, top + 59, "buzzer", 12, anchor="middle")
    c.words(x + 238, top + 31, "+", 15, anchor="middle", bold=True)
    c.line(x + 250, top + 90, x + 250, collector - 6)
    c.path([(x + 380, top), (x + 380, collector - 24), (x + 250, collector - 24)])
    c.dot(x + 250, collector - 24, 3.5)
    c.shape([(x + 369, top + 72), (x + 391, top + 72), (x + 380, top + 52)], "#eef1f4")
    c.line(x + 369, top + 52, x + 391, top + 52)
    c.words(x + 398, top + 58, "1N4148", 12)
    c.words(x + 398, top + 75, "ring to 5 V", 12, colour=QUIET)
    _ends(c, x + 60, y + 230, "pin", ORANGE)
    c.line(x + 60, y + 230, x + 110, y + 230, ORANGE, 3)
    end = symbols.resistor(c, x + 110, y + 230, 1, "1 kΩ")
    c.line(end, y + 230, x + 222, y + 230)
    c.line(x + 222, y + 208, x + 222, y + 252, width=4)
    c.path([(x + 250, collector - 6), (x + 250, y + 206), (x + 222, y + 220)])
    c.path([(x + 222, y + 240), (x + 250, y + 254), (x + 250, emitter + 20)])
    c.shape([(x + 250, y + 254), (x + 238, y + 253), (x + 244, y + 244)], INK)
    c.words(x + 264, y + 226, "NPN transistor", 12)
    c.words(x + 264, y + 243, "BC547: C B E, flat side to you", 12, colour=QUIET)
    c.words(x + 264, y + 259, "2N3904: E B C", 12, colour=QUIET)
    _ends(c, x + 250, emitter + 20, "GND", INK, "start")


def _strip(c: Canvas, x: float, y: float) -> None:
    _title(c, x, y, "WS2812 strip", "its arrows point away from the board; one ground for all")
    five, data, ground = y + 60, y + 130, y + 200
    _ends(c, x + 60, five, "5 V", RED)
    _ends(c, x + 170, data, "pin", GREEN)
    _ends(c, x + 60, ground, "GND", INK)
    c.line(x + 60, five, x + 270, five, RED, 3)
    c.line(x + 60, ground, x + 270, ground, INK, 3)
    c.line(x + 170, data, x + 190, data, GREEN, 3)
    end = symbols.resistor(c, x + 190, data, 1, "330 Ω")
    c.line(end, data, x + 270, data)
    c.path([(x + 110, five), (x + 110, five + 62)])
    c.line(x + 92, five + 62, x + 128, five + 62, width=4)
    c.line(x + 92, five + 74, x + 128, five + 74, width=4)
    c.path([(x + 110, five + 74), (x + 110, ground)])
    c.words(x + 134, five + 40, "470 µF", 12)
    c.words(x + 134, five + 55, "+ to 5 V", 12, colour=QUIET)
    c.rect(x + 270, five - 20, 190, ground - five + 40, fill="#f7f8f9", round_=6)
    for name, at in (("5V", five), ("DIN", data), ("GND", ground)):
        c.words(x + 280, at + 5, name, 12.5, bold=True)
    for n in range(3):
        c.rect(x + 322 + 44 * n, data - 16, 32, 32, fill="#e4f4ea", round_=4)
        c.dot(x + 338 + 44 * n, data, 9, "#ffe08a", INK)
    c.words(x + 388, data + 40, "→", 20, anchor="middle")
    c.words(
        x,
        ground + 50,
        f"Up to {FEW} lights take {current_ma(FEW):.0f} mA: the Pico's VBUS gives that. For more, a 5 V",
        12.5,
    )
    c.words(x, ground + 68, "supply of their own, whose minus goes to GND as well; it is switched on first.", 12.5)
