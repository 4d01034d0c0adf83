"""The first light on mock pins, with a finger that obeys, or not."""

from __future__ import annotations

from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.adapters.panel import NAMES, Pins, Wiring
from companion.checks.firstlight import OnPins, first_light, walk
from companion.settings import Settings
from companion.vocabulary import Text
from vision.advice import Level


class Bench:
    """A panel on mock pins. `fingers` says which role's pin really goes down when a button is asked for."""

    def __init__(self, fingers: dict[str, str]) -> None:
        self.factory = MockFactory(pin_class=MockPWMPin)
        self.device = OnPins(Wiring(Pins(), self.factory, False))
        self.lit: list[list[str]] = []
        self.told: list[str] = []
        self._fingers = fingers

    def say(self, text: Text) -> None:
        self.told.append(text.en)
        roles = Pins().roles()
        if text.en.startswith("Press "):
            asked = next(role for role, name in NAMES.items() if text.en == f"Press {name}")
            for role in ("confirm_a", "confirm_b", "whistle", "undo"):
                self.factory.pin(roles[role]).drive_high()
            self.device.pressed(0.05)
            if role := self._fingers.get(asked):
                self.factory.pin(roles[role]).drive_low()


RIGHT = {role: role for role in ("confirm_a", "confirm_b", "whistle", "undo")}


def test_all_is_well() -> None:
    bench = Bench(RIGHT)
    finding = walk(bench.device, bench.say, show_s=0.0, press_s=5.0)
    assert finding.level is Level.GOOD
    assert "12 lights were shown, 4 buttons answered" in finding.lines[0].en
    assert bench.told[:1] == ["Now lit: LED 15"] or "Now lit: LED 15" in bench.told
    assert bench.told[-4:] == ["Press CONFIRM A", "Press CONFIRM B", "Press WHISTLE", "Press UNDO"]


def test_swapped_and_missing_buttons_are_named() -> None:
    bench = Bench({**RIGHT, "confirm_a": "whistle", "undo": ""})
    finding = walk(bench.device, bench.say, show_s=0.0, press_s=0.3)
    assert finding.level is Level.USABLE
    told = " ".join(line.en for line in finding.lines)
    assert "Nothing came from: UNDO." in told
    assert "Swapped: CONFIRM A → WHISTLE." in told


def test_one_light_at_a_time_and_all_dark_at_the_end() -> None:
    bench = Bench(RIGHT)
    for light in bench.device.lights:
        bench.device.show(light)
        pins = {role: bench.factory.pin(pin).state for role, pin in Pins().roles().items() if role not in RIGHT}
        assert [NAMES[role] for role, state in pins.items() if state] == [light]
    bench.device.show(None)
    assert not any(bench.factory.pin(pin).state for pin in Pins().leds)
    bench.device.close()


def test_without_real_lights_it_says_so(tmp_path: Path) -> None:
    finding = first_light(Settings(tmp_path, simulate=True), pytest.fail)
    assert finding.level is Level.NOT_USABLE
