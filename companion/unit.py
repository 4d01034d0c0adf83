"""The files with which a Raspberry Pi starts a table by itself: systemd's unit, the udev rule of the board, the kiosk.
Pure."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

WATCHDOG_S = 30
RESTART_S = 2
FREE_PORTS = 1024
GROUPS = ("gpio", "dialout", "video", "render")
"""Who may use pins, serial ports and cameras on Raspberry Pi OS."""


@dataclass(frozen=True)
class Place:
    """Whose table it is, how it is started, where its matches are, and the port of its pages."""

    user: str
    command: tuple[str, ...]
    data: Path
    port: int
    groups: tuple[str, ...] = GROUPS


def table_unit(place: Place) -> str:
    """touchline.service. Everything but the data folder is read-only. Devices stay open: DevicePolicy, PrivateDevices,
    and ProtectClock, which implies the first, would shut the camera out. Numpy gets one thread: its products are small,
    and on a busy machine threads that wait for each other take a hundred times as long. A port below 1024 is root's,
    and so is given on its own."""
    capability = "CAP_NET_BIND_SERVICE" if 0 < place.port < FREE_PORTS else ""
    return f"""\
[Unit]
Description=Touchline, the companion beside the table
After=network.target
StartLimitIntervalSec=0

[Service]
Type=notify
NotifyAccess=main
User={place.user}
Environment=OMP_NUM_THREADS=1
SupplementaryGroups={" ".join(place.groups)}
ExecStart={_spelled(place.command)}
WatchdogSec={WATCHDOG_S}
Restart=always
RestartSec={RESTART_S}
TimeoutStartSec=60
TimeoutStopSec=10
UMask=0077
NoNewPrivileges=yes
ProtectSystem=strict
ProtectHome=read-only
ReadWritePaths={_quoted(place.data)}
PrivateTmp=yes
ProtectControlGroups=yes
ProtectKernelTunables=yes
ProtectKernelModules=yes
ProtectKernelLogs=yes
ProtectHostname=yes
RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK
RestrictNamespaces=yes
RestrictRealtime=yes
RestrictSUIDSGID=yes
LockPersonality=yes
CapabilityBoundingSet={capability}
AmbientCapabilities={capability}
SystemCallArchitectures=native

[Install]
WantedBy=multi-user.target
"""


def board_rule(usb_ids: Iterable[tuple[int, int]]) -> str:
    """70-touchline.rules: who sits at the table may use the board, and ModemManager does not take it for a modem."""
    lines = [
        f'SUBSYSTEM=="tty", ATTRS{{idVendor}}=="{vendor:04x}", ATTRS{{idProduct}}=="{product:04x}", '
        'GROUP="dialout", MODE="0660", TAG+="uaccess", ENV{ID_MM_DEVICE_IGNORE}="1"\n'
        for vendor, product in sorted(usb_ids)
    ]
    return "# Boards that Touchline knows.\n" + "".join(lines)


def browser_command(browser: str, port: int) -> tuple[str, ...]:
    """The scoreboard on the whole screen; asks nothing and remembers nothing."""
    quiet = ("--noerrdialogs", "--disable-session-crashed-bubble", "--no-first-run", "--password-store=basic")
    return (browser, "--kiosk", "--incognito", *quiet, f"http://localhost:{port}/")


def desktop_entry(browser: str, port: int) -> str:
    """touchline-kiosk.desktop, which a desktop starts when its user has logged in."""
    command = " ".join(browser_command(browser, port))
    return f"[Desktop Entry]\nType=Application\nName=Touchline scoreboard\nExec={command}\n"


def cage_unit(place: Place, cage: str, browser: str) -> str:
    """touchline-kiosk.service: the scoreboard on a screen without a desktop. `cage` shows one program, full screen."""
    command = (cage, "-s", "--", *browser_command(browser, place.port))
    return f"""\
[Unit]
Description=Touchline's scoreboard on the screen
Wants=touchline.service
After=touchline.service systemd-user-sessions.service
Conflicts=getty@tty1.service

[Service]
User={place.user}
PAMName=login
TTYPath=/dev/tty1
StandardInput=tty
UtmpIdentifier=tty1
UtmpMode=user
ExecStart={_spelled(command)}
Restart=always
RestartSec={RESTART_S}

[Install]
WantedBy=multi-user.target
"""


def _spelled(command: Sequence[str]) -> str:
    """A command for systemd: % and $ mean something there."""
    return shlex.join(command).replace("%", "%%").replace("$", "$$")


def _quoted(path: Path) -> str:
    text = str(path).replace("%", "%%")
    return f'"{text}"' if " " in text else text
