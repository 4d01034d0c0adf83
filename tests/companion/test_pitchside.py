"""What the settings make of a table's ruler."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.pitchside import pitchside_of
from companion.settings import PitchCamera, Settings, SettingsError, read_settings
from tests.companion.pitch_desk import Above, drawn
from vision.ruler.drawn import LENS, PITCH
from vision.ruler.lens import save_lens
from vision.simulated import SimulatedCamera
from vision.simulated_pitch import SimulatedPitch


def test_a_simulated_table_has_a_simulated_pitch(tmp_path: Path) -> None:
    beside = pitchside_of(Settings(tmp_path), SimulatedCamera())
    assert isinstance(beside.camera, SimulatedPitch)
    assert (beside.lens, beside.pitch, beside.simulated, beside.own) == (LENS, PITCH, True, True)


def test_a_real_camera_looks_at_the_printed_pitch_until_told_otherwise(tmp_path: Path) -> None:
    camera = Above(drawn())
    beside = pitchside_of(Settings(tmp_path), camera)  # type: ignore[arg-type]
    assert (beside.camera, beside.own, beside.lens, beside.damage) == (camera, False, None, ())
    assert beside.pitch.size_mm == pytest.approx((914.4, 660.4))
    assert set(beside.pitch.markers) == {0, 1, 2, 3}
    assert beside.board.squares == (9, 6)
    save_lens(LENS, tmp_path / "lens.json")
    assert pitchside_of(Settings(tmp_path), camera).lens == LENS  # type: ignore[arg-type]


def test_files_of_the_settings_are_used_and_broken_ones_left_out_by_name(tmp_path: Path) -> None:
    save_lens(LENS, tmp_path / "other.json")
    (tmp_path / "own.toml").write_text("[pitch]\nsize_mm = [1, 2]\n", encoding="utf-8")
    (tmp_path / "touchline.toml").write_text('[ruler]\nlens = "other.json"\npitch = "own.toml"\n', encoding="utf-8")
    settings = read_settings(tmp_path)
    assert settings.ruler == PitchCamera("", "other.json", "own.toml")
    beside = pitchside_of(settings, Above(drawn()))  # type: ignore[arg-type]
    assert beside.lens == LENS
    assert "own.toml" in beside.damaged.en
    assert "ausgelassen" in beside.damaged.de
    assert beside.pitch.size_mm == pytest.approx((914.4, 660.4))


def test_an_old_lens_file_is_left_out_with_the_reason(tmp_path: Path) -> None:
    (tmp_path / "lens.json").write_text('{"touchline_lens": 0}', encoding="utf-8")
    beside = pitchside_of(Settings(tmp_path), Above(drawn()))  # type: ignore[arg-type]
    assert beside.lens is None
    assert "calibrate again" in beside.damaged.en


def test_an_unknown_key_names_the_nearest(tmp_path: Path) -> None:
    (tmp_path / "touchline.toml").write_text('[ruler]\nlense = "x"\n', encoding="utf-8")
    with pytest.raises(SettingsError, match="lens"):
        read_settings(tmp_path)
