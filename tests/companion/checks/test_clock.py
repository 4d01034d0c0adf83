"""Where the time comes from."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.checks.clock import judge_clock, synchronised
from vision.advice import Level


@pytest.mark.parametrize(
    ("network", "chip", "level", "words"),
    [
        (True, False, Level.GOOD, "set by the network"),
        (False, True, Level.GOOD, "clock chip keeps"),
        (None, True, Level.GOOD, "clock chip keeps"),
        (False, False, Level.USABLE, "timedatectl set-ntp"),
        (None, False, Level.HINT, "not known"),
    ],
)
def test_what_is_told(network: bool | None, chip: bool, level: Level, words: str) -> None:
    finding = judge_clock(network, chip)
    assert finding.level is level
    assert words in finding.lines[0].en


@pytest.mark.parametrize(
    ("script", "told"), [("echo yes", True), ("echo no", False), ("echo bus; exit 1", None), ("echo", None)]
)
def test_systemd_is_asked(tmp_path: Path, script: str, told: bool | None) -> None:
    tool = tmp_path / "timedatectl"
    tool.write_text(f"#!/bin/sh\n{script}\n")
    tool.chmod(0o755)
    assert synchronised(str(tool)) is told
    assert synchronised(str(tmp_path / "none")) is None
