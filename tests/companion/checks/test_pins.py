"""The pins, as the doctor opens them."""

from __future__ import annotations

from pathlib import Path

import pytest
from gpiozero import LED
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.adapters.panel import Pins, Wiring
from companion.checks import pins
from companion.checks.pins import check_pins, judge_pins
from companion.settings import Settings
from vision.advice import Level


@pytest.fixture(autouse=True)
def no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pins, "device", lambda settings, name: None)


def test_all_pins_can_be_had_and_are_given_back() -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    finding = judge_pins(Wiring(Pins(), factory, False))
    assert (finding.level, finding.detail["pins"], finding.detail["library"]) == (Level.GOOD, 16, "MockFactory")
    LED(13, pin_factory=factory).close()


def test_a_busy_pin_is_named_with_its_remedy() -> None:
    factory = MockFactory(pin_class=MockPWMPin)
    with LED(13, pin_factory=factory):
        finding = judge_pins(Wiring(Pins(), factory, False))
    assert finding.level is Level.USABLE
    assert "WHISTLE (GPIO13, pin 33)" in finding.lines[0].en


def test_elsewhere_and_where_not_used_there_is_nothing_to_open(tmp_path: Path) -> None:
    assert check_pins(Settings(tmp_path, pins=Pins(use=False))).level is Level.GOOD
    finding = check_pins(Settings(tmp_path, simulate=True))
    assert (finding.level, finding.detail) == (Level.HINT, {"simulated": True})
