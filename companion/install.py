"""`touchline install-service`: puts the files of `companion.unit` in their places."""

from __future__ import annotations

import getpass
import grp
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.unit import GROUPS, Place, board_rule, cage_unit, desktop_entry, table_unit
from companion.vocabulary import TouchlineError
from firmware_bridge.link import usb_ids

UNITS, RULES = Path("/etc/systemd/system"), Path("/etc/udev/rules.d")
KIOSKS = ("desktop", "cage")
_BOOTED = Path("/run/systemd/system")
_BROWSERS = ("chromium", "chromium-browser")


class InstallError(TouchlineError, ValueError):
    """This machine cannot start a table by itself; the message says what is missing."""


@dataclass(frozen=True)
class Installed:
    """`system` files belong to root, `own` ones to the user; `commands` are run by root afterwards."""

    system: dict[Path, str]
    own: dict[Path, str]
    commands: tuple[tuple[str, ...], ...]


def place_of(data: Path, port: int) -> Place:
    """The table of this user, with this Python."""
    command = (str(Path(sys.prefix) / "bin" / "touchline"), "--data", str(data.absolute()), "--port", str(port))
    return Place(getpass.getuser(), command, data.absolute(), port, _groups())


def planned(place: Place, kiosk: str = "", find: Callable[[str], str | None] = shutil.which) -> Installed:
    """What is to be written and run. Raises InstallError where the kiosk's programs are missing."""
    system = {UNITS / "touchline.service": table_unit(place), RULES / "70-touchline.rules": board_rule(usb_ids())}
    own: dict[Path, str] = {}
    enabled = ["touchline.service"]
    if kiosk:
        browser = _found(_BROWSERS, find)
        if kiosk == "cage":
            system[UNITS / "touchline-kiosk.service"] = cage_unit(place, _found(("cage",), find), browser)
            enabled.append("touchline-kiosk.service")
        else:
            own[Path.home() / ".config/autostart/touchline-kiosk.desktop"] = desktop_entry(browser, place.port)
    commands = (
        ("systemctl", "daemon-reload"),
        ("udevadm", "control", "--reload"),
        ("systemctl", "enable", *enabled),
        ("systemctl", "restart", *enabled),  # also one that runs with the unit of before
    )
    return Installed(system, own, commands)


def install(
    installed: Installed, place: Place, run: Callable[[Sequence[str], str], None], booted: Path = _BOOTED
) -> list[str]:
    """Writes and runs what is planned, what belongs to root through sudo; tells what was done. `run` runs a command
    with a text on its input. Raises InstallError, OSError, and what `run` raises."""
    if not booted.is_dir() or not shutil.which("systemctl"):
        raise InstallError(
            "this machine is not run by systemd, so nothing can start the table: start ./touchline by hand, or by"
            " whatever starts programs here (--print shows what would be written)"
        )
    if place.user == "root":
        raise InstallError("run this as the user whose table it is, without sudo: it asks for the password itself")
    place.data.mkdir(parents=True, exist_ok=True)
    for path, text in installed.own.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    for path, text in installed.system.items():
        run(("sudo", "tee", str(path)), text)
    for command in installed.commands:
        run(("sudo", *command), "")
    return [*map(str, (*installed.own, *installed.system)), *(" ".join(command) for command in installed.commands)]


def run_command(command: Sequence[str], text: str) -> None:
    """Raises InstallError where the command fails, with what it said."""
    done = subprocess.run(
        command, input=text, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False
    )
    if done.returncode:
        raise InstallError(f"{' '.join(command)} failed: {done.stderr.strip()}")


def _groups() -> tuple[str, ...]:
    """Those of the groups that this machine has; a unit with a group that is missing would not start."""
    there = {group.gr_name for group in grp.getgrall()}
    return tuple(name for name in GROUPS if name in there)


def _found(names: Sequence[str], find: Callable[[str], str | None]) -> str:
    for name in names:
        if path := find(name):
            return path
    raise InstallError(f"the kiosk needs {names[0]}, which is not there: sudo apt install {names[0]}")
