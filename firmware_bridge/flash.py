"""Puts the firmware on a board: finds it, tells a running firmware to end, copies the files with mpremote, starts it
anew and asks which version is on it now."""

from __future__ import annotations

import errno
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from firmware_bridge.firmware.boards.pico import BOOTSEL
from firmware_bridge.firmware.panel import FIRMWARE
from firmware_bridge.link import Port, SerialPort, usb_ports
from firmware_bridge.talk import Greeting, Talk

HERE: Final = Path(__file__).resolve().parent
BOARDS: Final = {"rp2": "pico", "esp32": "esp32"}
"""MicroPython's `sys.platform` -> the board's file."""
GREET_S: Final = 2.0
START_S: Final = 20.0
"""So long a board may take from its reset to its greeting."""
_MOMENT_S: Final = 0.05
_USB: Final = Path("/sys/bus/usb/devices")
_MPREMOTE_S: Final = 120
_FILES: Final = {
    HERE: ("__init__.py", "wire.py"),
    **{f: tuple(p.name for p in sorted(f.glob("*.py"))) for f in (HERE / "firmware", HERE / "firmware" / "boards")},
}
"""What goes onto a board."""
_MAKE_FOLDERS: Final = """
import os
for folder in {folders}:
    try:
        os.mkdir(folder)
    except OSError:
        pass
"""
_MICROPYTHON: Final = (
    "put MicroPython on it first. Pico: hold its BOOTSEL button while you plug it in, copy the .uf2 file of"
    " https://micropython.org/download/RPI_PICO (Pico 2: RPI_PICO2) onto the drive that appears, and run touchline"
    " flash again. ESP32: see https://micropython.org/download/ESP32_GENERIC"
)


class FlashError(OSError):
    """The firmware could not be put on a board; the message says what to do."""


@dataclass(frozen=True)
class Flashed:
    """Versions of the firmware before ("" for none) and after."""

    port: str
    board: str
    before: str
    after: str


def flash(
    port: str = "",
    board: str = "",
    say: Callable[[str], None] = lambda words: None,
    *,
    ports: Callable[[], list[str]] = usb_ports,
    usb: Path = _USB,
) -> Flashed:
    """Puts this Touchline's firmware on the board at `port`, else on the only one that is plugged in. `board` is needed
    only where MicroPython's platform does not tell it. Raises FlashError."""
    others = set(ports())
    port = port or only_port(sorted(others), usb)
    before = dismissed(port)
    say(f"{port}: {f'firmware {before.firmware}' if before else 'no firmware of Touchline yet'}")
    platform, version = asked(port)
    board = board or _board_of(platform)
    say(f"{port}: {board}, MicroPython {version}; copying firmware {FIRMWARE}")
    copied(port, board)
    _mpremote(port, "reset")
    after = greeted(port, lambda: set(ports()) - others)
    if after.firmware != FIRMWARE:
        raise FlashError(f"the board at {port} still says firmware {after.firmware}, not {FIRMWARE}: run it again")
    return Flashed(port, board, before.firmware if before else "", after.firmware)


def only_port(ports: Sequence[str], usb: Path = _USB) -> str:
    """The port of the only board. Raises FlashError where there is none, or several."""
    if len(ports) > 1:
        raise FlashError(f"several boards are plugged in ({', '.join(ports)}): unplug all but one, or give --port")
    if ports:
        return ports[0]
    if waits_for_uf2(usb):
        raise FlashError(f"a Pico is plugged in, but in BOOTSEL mode, where it is a drive: {_MICROPYTHON}")
    raise FlashError(
        "no board is plugged in: use a USB cable that carries data, not only power; a board that shows a drive instead"
        " of a port waits in BOOTSEL mode; for a board without a USB id give --port"
    )


def waits_for_uf2(usb: Path = _USB) -> bool:
    """Whether a Pico waits to be given a .uf2 file."""
    ids = ((folder / "idVendor", folder / "idProduct") for folder in usb.glob("*"))
    return any(tuple(int(path.read_text(), 16) for path in pair) in BOOTSEL for pair in ids if pair[0].exists())


def dismissed(port: str) -> Greeting | None:
    """Ends the firmware that runs there, if it is ours: it lets nobody interrupt it but the table. Tells who it was."""
    line, talk = _opened(port), Talk(any_edition=True)
    try:
        if not _talked(line, talk, lambda: talk.up, GREET_S):
            return None
        talk.leave()
        _talked(line, talk, lambda: talk.left, GREET_S)
        return talk.board
    finally:
        line.close()


def asked(port: str) -> tuple[str, str]:
    """MicroPython's platform and version. Raises FlashError where none answers."""
    told = _mpremote(port, "exec", "import sys; print(sys.platform, *sys.implementation[1][:3])").split()
    if len(told) < 3:
        raise FlashError(f"what answers at {port} is no MicroPython ({' '.join(told)!r:.60}): {_MICROPYTHON}")
    return told[0], ".".join(told[1:])


def copied(port: str, board: str) -> None:
    """The files of the firmware; `main.py`, which starts it, comes last, so that no half firmware starts."""
    _mpremote(port, "exec", _MAKE_FOLDERS.format(folders=[_there(folder) for folder in _FILES]))
    for folder, files in _FILES.items():
        _mpremote(port, "fs", "cp", *(str(folder / name) for name in files), f":{_there(folder)}")
    with tempfile.TemporaryDirectory() as here:
        main = Path(here, "main.py")
        main.write_text(f'from firmware_bridge.firmware.main import run\n\nrun("{board}")\n', encoding="utf-8")
        _mpremote(port, "fs", "cp", str(main), ":main.py")


def _there(folder: Path) -> str:
    """The name of a folder of this package on the board."""
    return folder.relative_to(HERE.parent).as_posix()


def greeted(port: str, new_ports: Callable[[], set[str]]) -> Greeting:
    """The greeting after the start, also at a port that was not there before; never another board's. Raises FlashError
    if none comes in time."""
    until_s = time.monotonic() + START_S
    while time.monotonic() < until_s:
        for name in dict.fromkeys((port, *sorted(new_ports()))):
            talk = Talk()
            try:
                line = SerialPort(name)
            except OSError:
                continue  # it is just coming back
            try:
                if _talked(line, talk, lambda talk=talk: talk.up, GREET_S) and talk.board:  # type: ignore[misc]
                    return talk.board
            except OSError:
                continue
            finally:
                line.close()
        time.sleep(_MOMENT_S)
    raise FlashError(f"the files are on the board, but it does not greet at {port}: unplug it and plug it in again")


def _talked(line: Port, talk: Talk, enough: Callable[[], bool], limit_s: float) -> bool:
    until_ms = _now_ms() + int(limit_s * 1000)
    while not enough():
        if _now_ms() > until_ms:
            return False
        line.write(talk.say(_now_ms()))
        talk.hear(line.read(_MOMENT_S), _now_ms())
    return True


def _now_ms() -> int:
    return int(time.monotonic() * 1000)


def _opened(port: str) -> SerialPort:
    try:
        return SerialPort(port)
    except OSError as error:
        raise FlashError(_why_closed(port, error)) from error


def _why_closed(port: str, error: OSError) -> str:
    if error.errno in (errno.ENOENT, errno.ENODEV, errno.ENXIO):
        return f"there is no {port}: is the board plugged in? It may have another name now"
    if error.errno == errno.EACCES:
        return f"{port} may not be opened by this user: sudo usermod -aG dialout $USER, then log in again"
    return f"{port} is in use by another program ({error}): stop the table (sudo systemctl stop touchline)"


def _board_of(platform: str) -> str:
    if platform not in BOARDS:
        raise FlashError(f"there is no firmware for {platform!r}: give --board as one of {', '.join(BOARDS.values())}")
    return BOARDS[platform]


def _mpremote(port: str, *command: str) -> str:
    """What mpremote prints. Raises FlashError with its reason."""
    call = [sys.executable, "-m", "mpremote", "connect", port, "resume", *command]
    try:
        done = subprocess.run(call, capture_output=True, text=True, errors="replace", timeout=_MPREMOTE_S, check=False)
    except subprocess.TimeoutExpired as error:
        raise FlashError(f"nothing answers at {port}: {_MICROPYTHON}") from error
    if done.returncode == 0:
        return done.stdout
    said = (done.stderr or done.stdout).strip().splitlines()
    if any("raw repl" in line for line in said):
        raise FlashError(f"what is at {port} does not answer as MicroPython does: {_MICROPYTHON}")
    raise FlashError(f"mpremote {command[0]} failed at {port}: {said[-1] if said else 'no reason given'}")
