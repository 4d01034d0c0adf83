"""Whether a camera's exposure is locked."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.checks.exposure import check_exposure, exposure_mode, judge_exposure
from companion.settings import Settings
from vision.advice import Level


@pytest.mark.parametrize(
    ("mode", "level", "words"),
    [
        (1, Level.GOOD, "is locked"),
        (3, Level.HINT, "v4l2-ctl -d /dev/video7"),
        (0, Level.HINT, "adjusts"),
        (None, Level.HINT, "does not tell"),
    ],
)
def test_what_is_told(mode: int | None, level: Level, words: str) -> None:
    finding = judge_exposure("/dev/video7", mode)
    assert finding.level is level
    assert words in finding.lines[0].en


def test_a_device_without_that_control_or_that_is_none_says_nothing(tmp_path: Path) -> None:
    (tmp_path / "video0").write_bytes(b"")
    assert exposure_mode(tmp_path / "video0") is None
    assert exposure_mode(tmp_path / "none") is None


def test_what_cannot_be_locked_is_told_with_what_helps(tmp_path: Path) -> None:
    assert "steady lamp" in check_exposure(Settings(tmp_path, camera="csi")).lines[0].en
    assert "own app" in check_exposure(Settings(tmp_path, camera="http://phone/video")).lines[0].en


def test_only_usb_cameras_are_asked(tmp_path: Path) -> None:
    assert check_exposure(Settings(tmp_path, simulate=True)).level is Level.GOOD
    assert check_exposure(Settings(tmp_path, camera="http://phone/video")).level is Level.HINT
