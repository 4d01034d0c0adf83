"""The doctor over all parts: one that breaks stops no other, and the exit code is for scripts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion import doctor
from companion.checks.finding import Check, Finding
from companion.cli import main
from companion.doctor import CHECKS, exit_code
from companion.vocabulary import Text
from vision.advice import Level


def finds(name: str, level: Level) -> Check:
    return lambda settings: Finding(name, level, (Text("Do this.", "Tu dies."),))


def breaks(settings: object) -> Finding:
    raise OSError("the disk has gone")


@pytest.mark.parametrize(
    ("levels", "code"),
    [
        ([], 0),
        ([Level.HINT], 0),
        ([Level.GOOD, Level.HINT], 0),
        ([Level.USABLE, Level.GOOD], 1),
        ([Level.USABLE, Level.NOT_USABLE], 2),
    ],
)
def test_the_exit_code(levels: list[Level], code: int) -> None:
    assert exit_code([Finding("x", level, ()) for level in levels]) == code


def test_a_check_that_breaks_stops_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    checks = {"disk": breaks, "pins": finds("pins", Level.USABLE)}
    monkeypatch.setattr(doctor, "CHECKS", checks)
    done = CliRunner().invoke(main, ["doctor", "--json", "--data", str(tmp_path)])
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(t["part"], t["level"]) for t in told] == [("disk", "not_usable"), ("pins", "usable")]
    assert told[0]["lines"][0]["en"] == "the disk has gone"
    assert done.exit_code == 2


def test_the_port_that_the_table_was_given_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(doctor, "CHECKS", {"port": lambda settings: asked.append(settings.port) or finding})
    finding = Finding("port", Level.GOOD, ())
    CliRunner().invoke(main, ["doctor", "--data", str(tmp_path), "--port", "80"])
    CliRunner().invoke(main, ["doctor", "--data", str(tmp_path)])
    assert asked == [80, 8080]


def test_everything_there_is_is_looked_at() -> None:
    assert list(CHECKS) == ["pins", "board", "camera", "exposure", "power", "disk", "clock", "port"]
