"""Voltage and heat of a Pi, as its firmware spells them."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.checks.power import judge_power, throttled
from vision.advice import Level


@pytest.mark.parametrize(
    ("bits", "level", "words"),
    [
        (0x0, Level.GOOD, ["Voltage and temperature are good."]),
        (0x50005, Level.USABLE, ["Under-voltage now: use the Pi's own power supply"]),
        (0x50000, Level.USABLE, ["Under-voltage since the start"]),
        (0xE0008, Level.USABLE, ["Slowed down by heat now", "Slowed down by heat since the start"]),
        (0x80009, Level.USABLE, ["Under-voltage now", "Slowed down by heat now"]),
        (None, Level.HINT, ["does not tell its voltage"]),
    ],
)
def test_what_the_bits_say(bits: int | None, level: Level, words: list[str]) -> None:
    finding = judge_power(bits)
    assert finding.level is level
    assert len(finding.lines) == len(words)
    for line, word in zip(finding.lines, words, strict=True):
        assert word in line.en
        assert line.en != line.de


def test_the_tool_is_asked_then_the_kernel(tmp_path: Path) -> None:
    tool = tmp_path / "vcgencmd"
    tool.write_text("#!/bin/sh\necho throttled=0x50005\n")
    tool.chmod(0o755)
    kernel = tmp_path / "get_throttled"
    kernel.write_text("50000\n")
    assert throttled(str(tool), kernel) == 0x50005
    tool.write_text("#!/bin/sh\necho VCHI initialization failed\nexit 1\n")
    assert throttled(str(tool), kernel) == 0x50000
    assert throttled(str(tmp_path / "none"), tmp_path / "none") is None
