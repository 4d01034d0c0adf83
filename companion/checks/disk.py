"""Whether the disk has room for matches, can be written to, and is in good health."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

from companion.checks.finding import Finding
from companion.settings import Settings
from companion.vocabulary import Text
from vision.advice import Level

_MB = 1_000_000
FULL_MB, LOW_MB = 50, 500
"""Below the first nothing can be kept for long, below the second somebody should tidy up."""
_FREE = Text("{free} MB are free for {folder}.", "{free} MB sind frei für {folder}.")
_LOW = Text(
    "Make room: move old matches (touchline export) and files of other programs elsewhere.",
    "Platz schaffen: alte Partien (touchline export) und Dateien anderer Programme auslagern.",
)
_READ_ONLY = Text(
    "{folder} cannot be written to, the disk is mounted read-only: a card that is worn out does that. Copy what"
    " you need"
    " and take a new card.",
    "{folder} ist nicht beschreibbar, der Datenträger ist nur lesbar eingehängt: so enden verschlissene Karten. Alles"
    " Wichtige kopieren und eine neue Karte nehmen.",
)
_FORBIDDEN = Text(
    "{folder} cannot be written to by this user: give it to you (sudo chown), or name another with --data.",
    "{folder} ist für dieses Konto nicht beschreibbar: übereignen (sudo chown) oder mit --data ein anderes nennen.",
)
_ERRORS = Text(
    "Errors of the disk that the kernel told since the start: {count}, the last: {last}. Copy the matches elsewhere and"
    " take a new card.",
    "Fehler des Datenträgers, die der Kernel seit dem Start meldete: {count}, zuletzt: {last}. Partien auslagern und"
    " eine neue Karte nehmen.",
)
_UNREAD = Text(
    "The kernel's log cannot be read, so errors of the card are not seen: run the doctor with sudo once.",
    "Das Protokoll des Kernels ist nicht lesbar, Fehler der Karte bleiben ungesehen: einmal mit sudo ausführen.",
)
_FAULT = re.compile(
    r"mmc\w*: .*(error|time[d ]*out)|(mmcblk|nvme|sd[a-z]).*I/O error|I/O error, dev (mmcblk|nvme|sd[a-z])"
    r"|EXT4-fs error|Remounting filesystem read-only",
    re.IGNORECASE,
)
_LOGS = (["journalctl", "-k", "-b", "-q", "--no-pager", "-o", "cat"], ["dmesg"])


def check_disk(settings: Settings) -> Finding:
    """Looks at the disk of the data folder, also where that is not there yet."""
    folder = next(f for f in (settings.data.absolute(), *settings.data.absolute().parents) if f.exists())
    read_only = bool(os.statvfs(folder).f_flag & os.ST_RDONLY)
    writable = os.access(folder, os.W_OK)
    return judge_disk(folder, shutil.disk_usage(folder).free, writable, read_only, kernel_log())


def judge_disk(
    folder: Path, free_bytes: int, writable: bool = True, read_only: bool = False, log: list[str] | None = None
) -> Finding:
    """`log` holds the lines of the kernel, None where it cannot be read."""
    level, free = Level.GOOD, free_bytes // _MB
    lines = [_FREE.format(free=free, folder=folder)]
    errors = list(faults(log or []))
    if free < LOW_MB:
        level, lines = Level.NOT_USABLE if free < FULL_MB else Level.USABLE, [*lines, _LOW]
    if read_only or not writable:
        level = Level.NOT_USABLE
        lines.append((_READ_ONLY if read_only else _FORBIDDEN).format(folder=folder))
    if errors:
        level = max(level, Level.USABLE)
        lines.append(_ERRORS.format(count=len(errors), last=errors[-1]))
    lines += [_UNREAD] if log is None else []
    return Finding("disk", level, tuple(lines), {"free_mb": free, "errors": len(errors), "read_only": read_only})


def faults(log: Iterable[str]) -> Iterable[str]:
    """The lines that tell of a disk which fails."""
    return (line.strip() for line in log if _FAULT.search(line))


def kernel_log() -> list[str] | None:
    """The lines since the start; None if this user may not read them."""
    for command in _LOGS:
        try:
            done = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=10, check=True)
        except (OSError, subprocess.SubprocessError):
            continue
        if done.stdout:
            return done.stdout.splitlines()
    return None
