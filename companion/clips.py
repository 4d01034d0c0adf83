"""Clips: the last seconds before a roll came to rest, kept beside its picture for whoever doubts it.

A clip is a ZIP of JPEGs, each named by its milliseconds before rest, so that any machine opens it. They are a comfort:
what the disk does not take is said, and the match goes on without."""

from __future__ import annotations

import errno
import logging
import shutil
import threading
import zipfile
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from companion.journal import EVIDENCE_LIMIT, picture_name
from companion.vocabulary import Status, Text, Update
from vision.ring import Shot

_log = logging.getLogger(__name__)

DEVICE = "clips"
MOST_BYTES = 200_000_000
"""What all clips of a folder may take together, some 250 rolls; the oldest go first."""

_FREE_BYTES = 50_000_000  # stays free for the journal, which matters more
_MOST_WAITING = 4  # offered clips held in memory, at most 1.5 MB each

_KEPT = Text("The last seconds of each roll are kept.", "Die letzten Sekunden jedes Wurfs werden aufgehoben.")
_FULL = Text(
    "The disk is full: rolls are kept without their last seconds. Free some room. Play goes on.",
    "Die Platte ist voll: Würfe bleiben ohne ihre letzten Sekunden. Bitte Platz schaffen. Das Spiel geht weiter.",
)
_FAILED = Text(
    "The last seconds of rolls cannot be kept ({why}). Play goes on.",
    "Die letzten Sekunden der Würfe lassen sich nicht aufheben ({why}). Das Spiel geht weiter.",
)


class Clips:
    """The clips in `folder`. What is offered is kept as soon as an answer keeps its picture: `see` hears the Table and
    leaves the writing to a thread of its own. `report` is told when the disk takes none, and when it does again."""

    def __init__(self, folder: Path, report: Callable[[Status], None], most_bytes: int = MOST_BYTES) -> None:
        self._folder, self._report, self._most_bytes = folder, report, most_bytes
        self._lock = threading.Lock()
        self._offered: OrderedDict[str, tuple[Shot, ...]] = OrderedDict()
        self._told = _KEPT
        self._writer = ThreadPoolExecutor(1, DEVICE)

    def offer(self, picture: bytes, shots: Sequence[Shot]) -> None:
        """The moments that led to an evidence picture which an answer may keep, oldest first."""
        if len(picture) > EVIDENCE_LIMIT:  # no journal will keep it
            return
        with self._lock:
            self._offered[picture_name(picture)] = tuple(shots)
            while len(self._offered) > _MOST_WAITING:
                self._offered.popitem(last=False)

    def see(self, update: Update) -> None:
        """Keeps the clip of the picture that an answer has kept."""
        name = (update.entry or {}).get("picture") or ""
        with self._lock:
            shots = self._offered.get(name)
        if shots:
            self._writer.submit(self._keep, self._path(name), shots)

    def moments(self, name: str) -> list[float]:
        """Of each moment of a picture's clip the seconds before rest, oldest first; empty where no clip is kept."""
        return [before_s for before_s, _ in self._clip(name)]

    def moment(self, name: str, number: int) -> bytes | None:
        """One moment as a JPEG, 0 the oldest; None where there is none."""
        clip = self._clip(name)
        return clip[number][1] if 0 <= number < len(clip) else None

    def close(self) -> None:
        """Writes what waits. May be called twice."""
        self._writer.shutdown()

    def _clip(self, name: str) -> list[tuple[float, bytes]]:
        with self._lock:
            shots = self._offered.get(name)
        if shots is not None:
            return [(before_ms / 1000, shot.jpeg) for before_ms, shot in _timed(shots)]
        try:
            return _read(self._path(name))
        except (OSError, ValueError, zipfile.BadZipFile) as error:
            if not isinstance(error, FileNotFoundError):
                _log.warning("the clip of %s cannot be read: %s", name, error)
            return []

    def _path(self, name: str) -> Path:
        return self._folder / f"{Path(name).stem}.zip"

    def _keep(self, path: Path, shots: Sequence[Shot]) -> None:
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            if not path.exists():
                _write(path, shots)
                self._make_room()
            told = _KEPT
        except OSError as error:
            _log.warning("the clip %s is not kept: %s", path.name, error)
            full = error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
            told = _FULL if full else _FAILED.format(why=error.strerror or error)
        if told != self._told:
            self._told = told
            self._report(Status(DEVICE, "kept" if told == _KEPT else "not_kept", told, told == _KEPT))

    def _make_room(self) -> None:
        """The oldest clips go until the rest keeps to its bound, and so does what a power cut left half written."""
        for half in self._folder.glob("*.part"):
            half.unlink()
        kept = sorted((path.stat().st_mtime_ns, path.stat().st_size, path) for path in self._folder.glob("*.zip"))
        bytes_ = sum(size for _, size, _ in kept)
        for _, size, path in kept:
            if bytes_ <= self._most_bytes:
                return
            path.unlink()
            bytes_ -= size


def _timed(shots: Sequence[Shot]) -> list[tuple[int, Shot]]:
    """Each shot with its milliseconds before the last one."""
    return [(round((shots[-1].t_s - shot.t_s) * 1000), shot) for shot in shots]


def _write(path: Path, shots: Sequence[Shot]) -> None:
    if shutil.disk_usage(path.parent).free < _FREE_BYTES:
        raise OSError(errno.ENOSPC, "too little room is left on the disk")
    part = path.with_suffix(".part")
    try:
        with zipfile.ZipFile(part, "w", zipfile.ZIP_STORED) as clip:
            for before_ms, shot in _timed(shots):
                clip.writestr(f"{before_ms:05d}.jpg", shot.jpeg)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _read(path: Path) -> list[tuple[float, bytes]]:
    """Seconds before rest and JPEG of each moment; OSError, BadZipFile, or ValueError for a name that is no time."""
    with zipfile.ZipFile(path) as clip:
        names = sorted(clip.namelist(), reverse=True)
        return [(int(Path(name).stem) / 1000, clip.read(name)) for name in names]
