"""How each kind of part is connected, for hands that hold it."""

from __future__ import annotations

from firmware_bridge.firmware.boards import esp32, pico
from firmware_bridge.firmware.picture import FULL
from tests.drawings import symbols
from tests.drawings.canvas import INK, QUIET, Canvas

FEW = 24
"""So many lights may live on the Pico's own 5 V."""


def current_ma(lights: int) -> float:
    """What a strip takes when all of it is white, as bright as the firmware goes: 20 mA a colour at 255, 1 mA dark."""
    return lights * (60 * FULL / 255 + 1)


GREEN, RED, ORANGE, YELLOW, PINK = "#2e9e5b", "#d0342c", "#e07b1a", "#d6a700", "#c0398a"


def circuits() -> str:
    c = Canvas(1040, 950, "How each part is connected")
    c.words(28, 36, "How each part is connected", 19, bold=True)
    _button(c, 40, 90)
    _led(c, 540, 90)
    _buzzer(c, 40, 210)
    _strip(c, 540, 210)
    _field(c, 40, 610)
    _hall(c, 40, 780)
    _microphone(c, 540, 610)
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
    five, data, ground = y + 60, y + 150, y + 240
    _ends(c, x + 40, five, "5 V", RED)
    _ends(c, x + 130, data, "pin", GREEN)
    _ends(c, x + 40, ground, "GND", INK)
    c.line(x + 40, five, x + 345, five, RED, 3)
    c.line(x + 40, ground, x + 345, ground, INK, 3)
    _capacitor(c, x + 68, five, ground)
    c.line(x + 130, data, x + 160, data, GREEN, 3)
    _lifter(c, x + 160, five, data, ground)
    c.line(x + 256, data, x + 268, data)
    end = symbols.resistor(c, x + 268, data, 1, "330 Ω")
    c.line(end, data, x + 345, data)
    c.rect(x + 345, five - 20, 135, ground - five + 40, fill="#f7f8f9", round_=6)
    for name, at in (("5V", five), ("DIN", data), ("GND", ground)):
        c.words(x + 353, at + 5, name, 12.5, bold=True)
    for n in range(2):
        c.rect(x + 394 + 42 * n, data - 16, 32, 32, fill="#e4f4ea", round_=4)
        c.dot(x + 410 + 42 * n, data, 9, "#ffe08a", INK)
    c.words(x + 431, data + 40, "→", 20, anchor="middle")
    told = (
        f"At 5 V a strip wants {0.7 * 5:g} V, a pin gives 3.3 V: the 74AHCT125 lifts it.",
        f"Up to {FEW} lights take {current_ma(FEW):.0f} mA: the Pico's VBUS gives that. For more, a 5 V",
        "supply of their own, whose minus goes to GND as well; it is switched on first.",
    )
    for n, line in enumerate(told):
        c.words(x, ground + 46 + 18 * n, line, 12)


def _capacitor(c: Canvas, x: float, top: float, bottom: float) -> None:
    middle = (top + bottom) / 2
    c.path([(x, top), (x, middle - 6)])
    c.line(x - 18, middle - 6, x + 18, middle - 6, width=4)
    c.line(x - 18, middle + 6, x + 18, middle + 6, width=4)
    c.path([(x, middle + 6), (x, bottom)])
    c.words(x + 12, top + 24, "470 µF", 12)
    c.words(x + 12, top + 40, "+ to 5 V", 12, colour=QUIET)


def _lifter(c: Canvas, x: float, top: float, y: float, bottom: float) -> None:
    """The buffer that lifts 3.3 V to 5 V, with the numbers of its legs."""
    c.line(x + 48, top, x + 48, y - 48, RED, 3)
    c.line(x + 48, y + 48, x + 48, bottom, INK, 3)
    c.rect(x, y - 48, 96, 96, fill="#eef1f4", round_=4)
    c.words(x + 48, y - 15, "74AHCT125", 12, anchor="middle", bold=True)
    for at, down, leg in ((8, 5, "2"), (83, 5, "3"), (41, -34, "14"), (37, 42, "1, 7")):
        c.words(x + at, y + down, leg, 11, colour=QUIET)


def _field(c: Canvas, x: float, y: float) -> None:
    bare = " ".join(f"f{n}" for n in range(1, 10) if esp32.PINS.get(f"f{n}", 0) >= BARE_FROM)
    _title(c, x, y, f"Reed switch on an ESP32 ({bare})", "these pins have no pull-up of their own: 10 kΩ")
    y += 90
    _ends(c, x + 60, y, "pin", YELLOW)
    c.line(x + 60, y, x + 120, y, YELLOW, 3)
    c.dot(x + 120, y, 3.5)
    c.line(x + 120, y, x + 160, y)
    end = symbols.reed(c, x + 160, y, 1)
    c.line(end, y, x + 300, y)
    _ends(c, x + 300, y, "GND", INK, "start")
    c.path([(x + 120, y), (x + 120, y - 36), (x + 160, y - 36)])
    end = symbols.resistor(c, x + 160, y - 36, 1, "10 kΩ")
    c.line(end, y - 36, x + 300, y - 36, ORANGE)
    _ends(c, x + 300, y - 36, "3.3 V", ORANGE, "start")


def _hall(c: Canvas, x: float, y: float) -> None:
    _title(c, x, y, "Hall switch", "for 3.3 V, open drain, one pole (DRV5023); legs as its data sheet says")
    y += 75
    c.rect(x + 200, y - 34, 70, 84, fill="#eef1f4", round_=6)
    c.words(x + 235, y + 12, "hall", 12, anchor="middle")
    for name, leg, at, colour in (("3.3 V", "+", -20, ORANGE), ("pin", "out", 8, YELLOW), ("GND", "−", 36, INK)):
        _ends(c, x + 60, y + at, name, colour)
        c.line(x + 60, y + at, x + 200, y + at, colour, 3)
        c.words(x + 192, y + at - 6, leg, 11.5, anchor="end", colour=QUIET)


def _microphone(c: Canvas, x: float, y: float) -> None:
    _title(c, x, y, "Microphone INMP441", "leave its hole free, and keep it away from the buzzer")
    wires = [("VDD", "3.3 V", ORANGE), ("GND", "GND", INK), ("L/R", "GND", INK)]
    wires += [(leg, f"GP{pico.PINS[role]} / GPIO {esp32.PINS[role]}", PINK) for leg, role in LEGS]
    c.rect(x + 270, y + 42, 150, 31 * len(wires), fill="#f7e6f1", round_=6)
    c.words(x + 402, y + 45 + 31 * len(wires) / 2, "INMP441", 13, anchor="end", bold=True)
    for n, (leg, to, colour) in enumerate(wires):
        at = y + 58 + 31 * n
        _ends(c, x + 130, at, to, colour)
        c.line(x + 130, at, x + 270, at, colour, 3)
        c.words(x + 280, at + 5, leg, 12)
    note = "GP: on a Pico. GPIO: on an ESP32. All wires shorter than 20 cm."
    c.words(x, y + 66 + 31 * len(wires), note, 12, colour=QUIET)


BARE_FROM = 34
"""From this GPIO on an ESP32 has no pull-ups."""
LEGS = (("SCK", "mic_clock"), ("WS", "mic_word"), ("SD", "mic_data"))
