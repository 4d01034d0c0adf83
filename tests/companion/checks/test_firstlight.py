"""The first light on mock pins, with a finger that obeys, or not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from gpiozero import LED
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.adapters.panel import NAMES, Pins, Wiring
from companion.checks import firstlight
from companion.checks.firstlight import OnBoard, OnPins, first_light, walk
from companion.settings import Settings
from companion.vocabulary import Text
from firmware_bridge.link import LinkState, Standing
from firmware_bridge.talk import Greeting, Heard, Picture
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
    assert "Now lit: LED 15" in bench.told
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


def test_pins_that_cannot_be_had_are_named_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    monkeypatch.setattr(firstlight, "on_a_pi", lambda: True)
    monkeypatch.setattr(firstlight, "Wiring", lambda pins, library, simulate: Wiring(pins, factory, simulate))
    monkeypatch.setattr(walk, "__defaults__", (0.0, 0.0))
    with LED(13, pin_factory=factory):
        finding = first_light(Settings(tmp_path), lambda text: None)
    assert finding.level is Level.USABLE
    assert "Used already: WHISTLE (GPIO13, pin 33)" in finding.lines[0].en
    assert "12 lights were shown" in finding.lines[1].en


def test_without_real_lights_it_says_so(tmp_path: Path) -> None:
    finding = first_light(Settings(tmp_path, simulate=True), pytest.fail)
    assert finding.level is Level.NOT_USABLE


class ScriptedLink:
    """A board with three lights, one lamp and two buttons; b2 is pressed whatever is asked for."""

    def __init__(self, hear: Callable[[Heard], None], tell: Callable[[Standing], None], **ports: object) -> None:
        self.hear, self.ports = hear, ports
        self.shown: list[Picture] = []
        self.beeps: list[str] = []
        self.closed = False
        has = {"buttons": 2, "lamps": 1, "leds": 3, "buzzer": 1}
        tell(Standing(LinkState.MUTE, "/dev/ttyACM0"))
        tell(Standing(LinkState.UP, "/dev/ttyACM0", Greeting(1, "s", "b", "pico", "1.0", has)))

    def show(self, picture: Picture) -> None:
        self.shown.append(picture)
        if picture == Picture("...", "www", "."):
            for _ in range(2):
                self.hear(Heard("press", ("b2", "down")))
                self.hear(Heard("press", ("b2", "up")))

    def beep(self, pattern_ms: str) -> None:
        self.beeps.append(pattern_ms)

    def close(self) -> None:
        self.closed = True


def test_a_board_is_gone_through_in_the_same_way() -> None:
    links: list[ScriptedLink] = []

    def link(*tell: Any, **ports: Any) -> Any:
        links.append(ScriptedLink(*tell, **ports))
        return links[-1]

    board = OnBoard(["/dev/serial0"], link, limit_s=5.0)
    finding = walk(board, lambda text: None, show_s=0.0, press_s=1.0)
    (made,) = links
    assert made.ports["ports"]() == ["/dev/serial0"]  # type: ignore[operator]
    assert [p.lights + p.lamps for p in made.shown] == ["O...", ".O..", "..O.", "...O", "....", "...."]
    assert (made.beeps, made.closed) == (["300"], True)
    assert finding.detail["swapped"] == ["b1 → b2"]


def test_no_board_that_answers_is_no_board() -> None:
    class Silent(ScriptedLink):
        def __init__(self, hear: Any, tell: Any, **ports: Any) -> None:
            super().__init__(hear, lambda standing: None, **ports)

    assert OnBoard(None, Silent, limit_s=0.01).lights == []  # type: ignore[arg-type]
