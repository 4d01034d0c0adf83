"""The wiring of a Pi and of the boards: every line comes from the pin tables that the code uses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.adapters.bridge import Board
from companion.adapters.panel import NAMES, PHYSICAL, Pins
from firmware_bridge.firmware.boards import esp32, pico
from tests.drawings import symbols
from tests.drawings.canvas import BOARD, COPPER, INK, PAPER, QUIET, Canvas
from tests.drawings.circuits import BARE_FROM

ROW, TOP, WIDTH = 31, 92, 1040
LEFT, RIGHT = 430, 610
"""Where the pads are."""
RAIL = 46
"""How far from the edge the ground runs."""
WIRES = {
    "confirm_a": "#9aa3ab", "confirm_b": "#6d7780", "whistle": "#d6a700", "undo": "#8457b8", "led": "#2e9e5b",
    "possession": "#2f74c0", "lamp": "#2f74c0", "buzzer": "#e07b1a", "b": "#8457b8", "f": "#d6a700",
    "strip": "#2e9e5b", "mic": "#c0398a", "gnd": INK, "5 V": "#d0342c", "3.3 V": "#e0701a",
}  # fmt: skip
GLOW = {"led": "#ffe08a", "possession": "#ffc2b8", "lamp": "#ffc2b8"}

INMP441 = "INMP441: VDD to 3.3 V, GND and L/R to GND."
PI_SUPPLY = {1: "3.3 V", 2: "5 V", 4: "5 V", 17: "3.3 V", **dict.fromkeys((6, 9, 14, 20, 25, 30, 34, 39), "GND")}
PI_USED = {2: "5 V", 34: "gnd", 39: "gnd"}
"""The supply pins that are connected, by their place on the header."""

PICO_LEFT = (
    "GP0", "GP1", "GND", "GP2", "GP3", "GP4", "GP5", "GND", "GP6", "GP7",
    "GP8", "GP9", "GND", "GP10", "GP11", "GP12", "GP13", "GND", "GP14", "GP15",
)  # fmt: skip
PICO_RIGHT = (
    "VBUS", "VSYS", "GND", "3V3_EN", "3V3", "VREF", "GP28", "AGND", "GP27", "GP26",
    "RUN", "GP22", "GND", "GP21", "GP20", "GP19", "GP18", "GND", "GP17", "GP16",
)  # fmt: skip
ESP_LEFT = (
    "3V3", "EN", "36", "39", "34", "35", "32", "33", "25", "26", "27", "14", "12", "GND", "13", "9", "10", "11", "5V",
)  # fmt: skip
ESP_RIGHT = (
    "GND", "23", "22", "TX", "RX", "21", "GND", "19", "18", "5", "17", "16", "4", "0", "2", "15", "8", "7", "6",
)  # fmt: skip


@dataclass(frozen=True)
class Pad:
    """A place on a header: its number there, what stands beside it, and the role that is wired to it, if any."""

    number: int
    name: str
    role: str = ""
    words: str = ""


def pi() -> str:
    """The 40-pin header of a Raspberry Pi."""
    roles = {PHYSICAL[bcm]: role for role, bcm in Pins().roles().items()}
    names = {place: f"GPIO {bcm}" for bcm, place in PHYSICAL.items()}
    pads = []
    for place in range(1, 41):
        role = roles.get(place, PI_USED.get(place, ""))
        name = PI_SUPPLY.get(place) or names.get(place, "reserved")
        words = "buzzer +" if role == "5 V" else NAMES.get(role, "")
        pads.append(Pad(place, name, f"led{role}" if role.isdigit() else role, words))
    title = "Raspberry Pi: buttons and lights on the 40-pin header"
    note = "seen from above; pin 1 is at the corner of the board. Both black rails are one ground."
    return _drawn(title, note, pads[::2], pads[1::2])


def board(name: str) -> str:
    """A microcontroller board, its USB plug at the top (Pico) or at the bottom (ESP32)."""
    if name == "pico":
        title = "Pico: buttons, track fields, strip, lamps, buzzer and microphone"
        return _board(
            title,
            "seen from above, USB at the top. " + INMP441,
            pico.PINS,
            PICO_LEFT,
            PICO_RIGHT,
            "GP",
            ("VBUS", "3V3"),
        )
    title = "ESP32 DevKitC with 38 pins: buttons, track fields, strip, lamps, buzzer and microphone"
    note = "seen from above, USB at the bottom. f1 to f4 need 10 kΩ each to 3.3 V. " + INMP441
    return _board(title, note, esp32.PINS, ESP_LEFT, ESP_RIGHT, "", ("5V", "3V3"))


def _board(
    title: str,
    note: str,
    pins: Mapping[str, int],
    left: tuple[str, ...],
    right: tuple[str, ...],
    prefix: str,
    supply: tuple[str, str],
) -> str:
    roles = {f"{prefix}{number}": role for role, number in pins.items()}
    told = {f"b{n}": role.replace("_", " ").upper() for n, role in enumerate(Board().buttons, 1)}
    if pins is esp32.PINS:
        told |= {role: "10 kΩ to 3V3" for role, number in pins.items() if number >= BARE_FROM}
    used = {"GND": "gnd", "AGND": "gnd", supply[0]: "5 V", supply[1]: "3.3 V"}

    def pad(number: int, name: str) -> Pad:
        role = roles.get(name) or used.get(name, "")
        return Pad(number, f"GPIO {name}" if name.isdigit() else name, role, told.get(role, ""))

    count = len(left)
    lefts = [pad(n, name) for n, name in enumerate(left, 1)]
    rights = [pad(2 * count + 1 - n, name) for n, name in enumerate(right, 1)]
    return _drawn(title, note, lefts, rights)


def _drawn(title: str, note: str, left: list[Pad], right: list[Pad]) -> str:
    height = TOP + ROW * len(left) + 40
    c = Canvas(WIDTH, height, title)
    c.words(28, 36, title, 19, bold=True)
    c.words(28, 58, note, 13, colour=QUIET)
    c.rect(LEFT - 22, TOP - 22, RIGHT - LEFT + 44, ROW * len(left) + 14, fill=BOARD, stroke="#1f4a37", round_=10)
    for pads, x, way, rail in ((left, LEFT, -1, RAIL), (right, RIGHT, 1, WIDTH - RAIL)):
        _rail(c, pads, rail)
        for row, pad in enumerate(pads):
            _row(c, pad, x, TOP + ROW * row, way, rail)
    return c.text


def _rail(c: Canvas, pads: list[Pad], x: float) -> None:
    rows = [n for n, pad in enumerate(pads) if pad.role and kind_of(pad.role) not in ("5 V", "3.3 V", "strip", "mic")]
    c.line(x, TOP + ROW * rows[0], x, TOP + ROW * rows[-1], INK, 5)
    c.words(x, TOP + ROW * rows[0] - 12, "GND", 12, anchor="middle", bold=True)


def _row(c: Canvas, pad: Pad, x: float, y: float, way: int, rail: float) -> None:
    used = bool(pad.role)
    c.dot(x, y, 10, COPPER if used else "#b9c2b8", "#5c4716" if used else "#7d887f")
    c.words(x, y + 4, str(pad.number), 10.5, anchor="middle", bold=used)
    inside = "end" if way > 0 else "start"
    c.words(x - way * 16, y + 4.5, pad.name, 11.5, colour=PAPER if used else "#a9c4b6", anchor=inside)
    if used:
        _part(c, pad, x + way * 11, y, way, rail)


def kind_of(role: str) -> str:
    """The kind of part: b3 is a b, lamp1 a lamp, possession_a a possession."""
    kind = role.rstrip("0123456789")
    return "mic" if kind.startswith("mic") else kind.removesuffix("_a").removesuffix("_b")


def _part(c: Canvas, pad: Pad, x: float, y: float, way: int, rail: float) -> None:
    """The wire from the pad, the part at its end, and the way to ground."""
    kind, start = kind_of(pad.role), x + way * 138
    wire = WIRES.get(pad.role) or WIRES[kind]
    if kind == "gnd":
        c.line(x, y, rail, y, wire, 3)
        c.dot(rail, y, 5, INK)
        return
    c.line(x, y, start, y, wire, 3)
    label = f"{pad.role} · {pad.words}" if kind in ("b", "f") and pad.words else pad.words or pad.role
    label = pad.role if pad.role in SUPPLIED else label
    c.words(x + way * 18, y - 6, label, 12, anchor="start" if way > 0 else "end", bold=True)
    end = _symbol(c, pad.role, kind, start, y, way, pad.words)
    if end is not None:
        c.line(end, y, rail, y, INK, 2)
        c.dot(rail, y, 3.5, INK)


def _symbol(c: Canvas, role: str, kind: str, x: float, y: float, way: int, words: str) -> float | None:
    """Draws the part; tells where its ground side is, None where ground comes by another way."""
    if kind in ("b", "confirm", "whistle", "undo"):
        return symbols.button(c, x, y, way)
    if kind == "f":
        return symbols.reed(c, x, y, way)
    if kind in GLOW:
        end = symbols.resistor(c, x, y, way, "470 Ω")
        c.line(end, y, end + way * 14, y)
        return symbols.led(c, end + way * 14, y, way, GLOW[kind])
    if role == "buzzer":
        end = symbols.resistor(c, x, y, way, "1 kΩ")
        c.line(end, y, end + way * 10, y)
        return symbols.block(c, end + way * 10, y, way, "transistor, buzzer", width=116)
    if role == "strip":
        end = symbols.block(c, x, y, way, "74AHCT125", width=78)
        c.line(end, y, end + way * 8, y)
        end = symbols.resistor(c, end + way * 8, y, way, "330 Ω")
        c.line(end, y, end + way * 8, y)
        symbols.block(c, end + way * 8, y, way, "strip DIN", "#e4f4ea", width=68)
        return None
    if kind == "mic":
        symbols.block(c, x, y, way, MICROPHONE[role], "#f7e6f1", width=116)
        return None
    symbols.block(c, x, y, way, words or SUPPLIED[role], "#fbe9e7", width=190)
    return None


MICROPHONE = {"mic_clock": "SCK of INMP441", "mic_word": "WS of INMP441", "mic_data": "SD of INMP441"}
SUPPLIED = {"5 V": "buzzer +, short strips", "3.3 V": "microphone, hall sensors"}
