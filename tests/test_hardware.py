"""hardware.md and the defaults are one: who wires by the table gets a panel that works."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from gpiozero.pins.mock import MockFactory

from companion.adapters import bridge
from companion.adapters import panel as adapters_panel
from companion.adapters.panel import NAMES, PHYSICAL, Pins
from companion.tracksheet import lights_of, titles, tracks_of
from firmware_bridge import talk, wire
from firmware_bridge.firmware import panel
from firmware_bridge.firmware.boards import esp32, pico
from firmware_bridge.firmware.picture import COLOURS, FULL
from firmware_bridge.link import LinkState
from tests.drawings import wiring
from tests.drawings.make_drawings import DRAWINGS, FOLDER

ROOT = Path(__file__).resolve().parents[1]
TEXT = (ROOT / "hardware.md").read_text(encoding="utf-8")
FIELDS = ("15", "30", "45", "HT", "60", "75", "90", "105", "120")

PULLED_UP_AT_START = range(9)
"""BCM numbers that a Raspberry Pi pulls up from power-on; the others are pulled down."""
TAKEN = {0, 1, 2, 3, 7, 8, 9, 10, 11, 14, 15}
"""HAT identity, I2C, SPI, UART."""


def table() -> dict[str, tuple[int, int]]:
    """Role -> BCM number and place on the header, as the document's pin table has them."""
    return {cells[0]: (int(cells[1]), int(cells[2])) for cells in rows() if cells[1].isdigit()}


def rows() -> Iterator[list[str]]:
    section = TEXT.split("\n## Pins\n")[1].split("\n## ")[0]
    for line in section.splitlines():
        if line.startswith("| ") and not line.startswith("| Role"):
            yield [cell.strip() for cell in line.strip("|").split("|")]


def test_the_pin_table_is_the_default() -> None:
    pins = Pins()
    single = {r: (p, PHYSICAL[p]) for r, p in pins.roles().items() if not r.isdigit()}
    leds = {f"led {f}": (p, PHYSICAL[p]) for f, p in zip(FIELDS, pins.leds, strict=True)}
    assert table() == {**single, **leds}


def test_no_pin_is_used_twice_or_taken_by_the_board() -> None:
    used = list(Pins().roles().values())
    assert len(set(used)) == len(used) == 16
    assert not TAKEN & set(used)
    assert set(used) <= set(PHYSICAL)


def test_the_places_on_the_header_are_those_that_gpiozero_knows() -> None:
    header = MockFactory().board_info.headers["J8"].pins
    names = {place: pin.name for place, pin in header.items()}
    assert all(names[place] == f"GPIO{bcm}" for bcm, place in PHYSICAL.items())
    supplies = {"3V3": "3.3 V", "5V": "5 V", "GND": "GND"}
    assert {place: supplies[name] for place, name in names.items() if name in supplies} == wiring.PI_SUPPLY


def test_the_places_on_the_pico_are_those_of_its_data_sheet() -> None:
    """GP2, GP16, GP26 and the supplies, by the numbers at the edge of the board."""
    places = dict(enumerate((*wiring.PICO_LEFT, *reversed(wiring.PICO_RIGHT)), 1))
    grounds = {place for place, name in places.items() if name.endswith("GND")}
    assert grounds == {3, 8, 13, 18, 23, 28, 33, 38}
    assert (places[4], places[20], places[21], places[29], places[31]) == ("GP2", "GP15", "GP16", "GP22", "GP26")
    assert (places[36], places[39], places[40]) == ("3V3", "VSYS", "VBUS")


def test_no_lamp_glows_while_the_pi_starts() -> None:
    lamps = {r: p for r, p in Pins().roles().items() if r.isdigit() or r in ("possession_a", "possession_b", "buzzer")}
    assert not [r for r, p in lamps.items() if p in PULLED_UP_AT_START]


@pytest.mark.parametrize("name", DRAWINGS)
def test_the_drawings_are_what_the_tables_give(name: str) -> None:
    kept = (FOLDER / name).read_text(encoding="utf-8")
    assert kept == DRAWINGS[name](), "draw them anew: python -m tests.drawings.make_drawings"
    ElementTree.fromstring(kept)


def test_every_drawing_is_shown_and_there() -> None:
    shown = re.findall(r"!\[[^]]+\]\(([^)]+)\)", TEXT)
    assert {ROOT / place for place in shown} == {FOLDER / name for name in DRAWINGS}


def test_every_role_is_drawn_on_its_pin() -> None:
    for name, pins in (("pico.svg", pico.PINS), ("esp32.svg", esp32.PINS)):
        drawing = DRAWINGS[name]()
        for role in pins:
            assert re.search(rf">{role}( ·|<)", drawing), role
    for role in Pins().roles():
        assert f">{NAMES[role]}<" in DRAWINGS["pi.svg"]()


def test_a_changed_pin_changes_its_drawing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(pico.PINS, "b1", 0)
    assert DRAWINGS["pico.svg"]() != (FOLDER / "pico.svg").read_text(encoding="utf-8")


def test_the_lights_of_the_games_are_those_of_the_games() -> None:
    rows = [line.strip("| ").split(" | ") for line in section("Lights of the games").splitlines() if line[:1] == "|"]
    told = {title.en: tracks_of(game) for game, title in titles().items()}
    assert {cells[0] for cells in rows[2:]} == set(told), "every game has a row of its own"
    for game, *cells in rows[2:]:
        for n, cell in enumerate(cells):
            assert cell == (" ".join(told[game][n]["fields"]) if n < len(told[game]) else "–")
    ends = [f"Lights {lights[0]} to {lights[-1]}" for lights in lights_of(told["Takkure"])]
    assert rows[0] == ["Game", *ends]


def test_the_bills_are_summed_rightly() -> None:
    for bill in re.split(r"\n\*\*(?:Starter|Club|Event)\*\*", section("Three tables"))[1:]:
        rows = [line.strip("| ").split(" | ") for line in bill.splitlines() if re.match(r"\| .*\d\.\d\d", line)]
        parts = [(int(n), float(each), float(total)) for _, n, each, total in (row for row in rows if len(row) == 4)
                 if n.isdigit()]  # fmt: skip
        assert all(n * each == pytest.approx(total) for n, each, total in parts)
        together = re.search(r"together.*\*\*([\d.]+)\*\*", bill)
        assert together
        assert sum(total for *_, total in parts) == pytest.approx(float(together[1]))
    assert float(re.findall(r"together\*\*.*\*\*([\d.]+)\*\*", TEXT)[0]) < 30


def test_the_size_of_a_die_is_computed_rightly() -> None:
    heights, sizes = (
        re.findall(r"(\d+) (?:cm|px)", line) for line in TEXT.splitlines() if re.match(r"\| (Height|A 16)", line)
    )
    for height, size in zip(heights, sizes, strict=True):
        assert round(1280 * 16 / (2 * int(height) * 10 * math.tan(math.radians(33)))) == int(size)


def test_every_fault_that_is_told_is_in_the_table() -> None:
    seen = [line.split(" | ")[0] for line in section("If something does not work").splitlines()]
    told = [*bridge.STATES.values(), bridge._LOST, bridge._RESTARTED, bridge._NO_ROLE, bridge._WRONG_FIELD]
    told += [bridge._STUCK, adapters_panel._STUCK, *adapters_panel._REMEDY.values()]
    for text in told:
        parts = [part.strip() for part in re.split(r"\{\w+\}|[.:,;(]", text.en)]
        found = any(part in row for row in seen for part in parts[:2] if len(part) > 6)
        assert found or text == bridge.STATES[LinkState.UP], text.en


def test_every_link_inside_leads_somewhere() -> None:
    headings = {h.lower().replace(" ", "-") for h in re.findall(r"^## (.+)$", TEXT, re.MULTILINE)}
    assert set(re.findall(r"\(#([^)]+)\)", TEXT)) == headings


def test_the_resistors_are_computed_rightly() -> None:
    for volt, current, ohm in re.findall(r"\(3\.3 − ([\d.]+)\) / ([\d.]+) = (\d+) Ω", TEXT):
        assert round((3.3 - float(volt)) / float(current)) == int(ohm)
    lamps = len(Pins().leds) + 2
    assert f"{lamps} × 2.8 mA = {lamps * (3.3 - 2.0) / 470 * 1000:.0f} mA" in TEXT
    assert f"{lamps} × 4.8 mA = {lamps * 4.8:.0f} mA" in TEXT


# -- the board on USB ----


def section(heading: str) -> str:
    return TEXT.split(f"\n## {heading}\n")[1].split("\n## ")[0]


@pytest.mark.parametrize(("column", "pins"), [(2, pico.PINS), (3, esp32.PINS)], ids=["pico", "esp32"])
def test_the_boards_pins_are_those_of_the_firmware(column: int, pins: dict[str, int]) -> None:
    told = {}
    for line in section("A board on USB").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 4 and cells[column][:1].isdigit():
            told |= dict(zip(cells[1].split(), map(int, cells[column].split()), strict=False))
    assert told == pins


def test_the_strips_current_is_computed_rightly() -> None:
    count = pico.LEDS
    assert f"{count} × (60 mA × {FULL} / 255 + 1 mA) = {count * (60 * FULL / 255 + 1):.0f} mA" in TEXT


def test_the_level_shifter_is_needed_and_computed_rightly() -> None:
    told = section("A board on USB")
    for volts, least in re.findall(r"0\.7 × ([\d.]+) V = ([\d.]+) V", told):
        assert round(0.7 * float(volts), 1) == float(least)
    assert "0.7 × 5 V = 3.5 V" in told, "more than the 3.3 V of a pin"


def test_every_word_of_the_wire_is_in_its_table() -> None:
    told = set(re.findall(r"^\| `(\w+)`", section("The wire"), re.MULTILINE))
    words = (wire.WHO, wire.HELLO, wire.OPEN, wire.PING, wire.PONG, wire.ACK, wire.LEAVE, wire.LEDS, wire.BEEP)
    events = (wire.PRESS, wire.FIELD, wire.BLOW, wire.STUCK, wire.FREE, wire.LOST)
    assert told == {*words, *events}


def test_the_example_of_the_wire_is_a_message() -> None:
    example = re.search(r"^    (\$press .*)$", section("The wire"), re.MULTILINE)
    assert example
    assert wire.read(example[1].encode()) == wire.Message("press", 17, ("b3", "down", "4"))


def test_the_figures_of_the_wire_are_those_of_the_code() -> None:
    told = section("The wire")
    equipment = panel.Equipment(pico.NAME, pico.PINS, pico.LEDS)
    assert f"at most {wire.LONGEST} bytes" in told
    assert f"at most {wire.MOST_LIGHTS} of each; `{wire.NOTHING}` is none" in told
    assert f"every {wire.RESEND_MS} ms" in told
    assert f"({wire.ROOM} wait)" in told
    assert (
        f"after {talk.SILENT_MS / 1000:g} s without a word, the board the table after {panel.SILENT_MS // 1000} s"
        in told
    )
    assert f"`{' '.join(COLOURS)}`" in told
    assert set(re.search(r"`(buttons=.*?)`", told)[1].split()) == set(equipment.told())  # type: ignore[index]
