"""Settings: one TOML file, the command line on top, and mistakes that name the nearest right word."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.adapters.panel import Pins
from companion.settings import FILE, Settings, SettingsError, read_settings


def written(folder: Path, text: str) -> Path:
    (folder / FILE).write_text(text, encoding="utf-8")
    return folder


def test_without_a_file_everything_is_as_usual(tmp_path: Path) -> None:
    assert read_settings(tmp_path) == Settings(tmp_path)
    assert read_settings(tmp_path / "not there yet") == Settings(tmp_path / "not there yet")


def test_the_command_line_wins_over_the_file(tmp_path: Path) -> None:
    written(tmp_path, 'port = 9000\ncamera = "csi"\n')
    settings = read_settings(tmp_path, port=9001, game=None)
    assert (settings.port, settings.camera, settings.game) == (9001, "csi", "tooor")


def test_pins_have_a_section_of_their_own(tmp_path: Path) -> None:
    settings = read_settings(written(tmp_path, "[pins]\nwhistle = 26\n"))
    assert settings.pins.whistle == 26
    assert settings.pins.undo == Pins().undo


def test_the_board_has_a_section_of_its_own(tmp_path: Path) -> None:
    text = '[board]\nuse = true\nbuttons = ["undo", "", "whistle", "", "", "", "confirm_a", "confirm_b"]\n'
    board = read_settings(written(tmp_path, text)).board
    assert (board.use, board.port, board.buttons[:3]) == (True, "", ("undo", "", "whistle"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("prt = 80", "'prt' is no setting; the nearest is 'port'"),
        ("[pins]\nwhistel = 3", "'whistel' is no setting; the nearest is 'whistle'"),
        ('port = "80"', "port is '80'; a value such as 8080 is needed"),
        ("simulate = 1", "simulate is 1; a value such as False is needed"),
        ("pins = 3", r"write \[pins\]"),
        ("[pins]\nleds = [1, 2]", "9 whole numbers are needed"),
        ("board = true", r"write \[board\]"),
        ("[board]\nbuttons = [1, 2]", "8 of confirm_a, confirm_b, whistle, undo or nothing are needed"),
        ('[board]\nbuttons = ["undo", "", "", "", "", "", "", "goal"]', "8 of confirm_a"),
        ('data = "elsewhere"', "'data' is no setting"),
        ("port = ", "touchline.toml cannot be read"),
    ],
)
def test_a_mistake_is_named(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(SettingsError, match=message):
        read_settings(written(tmp_path, text))
