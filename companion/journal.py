"""The append-only record of all matches: SQLite on disk, evidence pictures beside it.

One writer at a time. An append returns only when the entry is on disk (WAL, `synchronous=FULL`), or, once that was
agreed to after a failure, when it is kept in memory until the disk takes it."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import hashlib
import json
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Protocol

from companion.vocabulary import (
    Entry,
    JournalBroken,
    JournalError,
    JournalFull,
    JournalInUse,
    JournalReadOnly,
    Started,
    Text,
    canonical,
    happening_from_json,
)

EVIDENCE_LIMIT = 256 * 1024
"""The most bytes that one evidence picture may have."""

_SCHEMA = """
CREATE TABLE entry (
    seq INTEGER PRIMARY KEY, wall_s REAL NOT NULL, mono_s REAL NOT NULL,
    what TEXT NOT NULL, calls TEXT NOT NULL, digest TEXT NOT NULL
) STRICT;
CREATE TRIGGER entry_stays BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER entry_kept BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
PRAGMA user_version = 1;
"""
_VERSION = 1
_INSERT = "INSERT INTO entry (seq, wall_s, mono_s, what, calls, digest) VALUES (?, ?, ?, ?, ?, ?)"
_SELECT = "SELECT seq, wall_s, mono_s, what, calls, digest FROM entry"
_Row = tuple[int, float, float, str, str, str]


class Journal(Protocol):
    """What the Table needs of a journal."""

    @property
    def notice(self) -> Text | None:
        """What everybody must know: that nothing is kept on disk, or that a damaged file was mended."""

    def append(self, entry: Entry) -> None:
        """Keeps the entry; JournalError if it cannot, and then nothing was kept."""

    def match(self) -> list[Entry]:
        """The entries of the last match, its Started first; empty if there is none."""

    def last_seq(self) -> int:
        """The highest `seq` so far, 0 at the beginning."""

    def keep_picture(self, jpeg: bytes) -> str:
        """Keeps an evidence picture; returns its name. ValueError above EVIDENCE_LIMIT bytes."""

    def picture(self, name: str) -> bytes | None:
        """An evidence picture by name."""

    def go_on_in_memory(self) -> None:
        """From now on a failing disk refuses nothing."""

    def close(self) -> None:
        """May be called twice."""


class MemoryJournal:
    """Keeps everything in memory: for a disk that cannot be written, and for tests."""

    _PICTURES = 40

    def __init__(self, entries: list[Entry] | None = None, notice: Text | None = None) -> None:
        self.notice = notice
        self._entries = list(entries or [])
        self._pictures: dict[str, bytes] = {}

    def append(self, entry: Entry) -> None:
        self._entries.append(entry)

    def match(self) -> list[Entry]:
        return (matches(self._entries) or [[]])[-1]

    def last_seq(self) -> int:
        return self._entries[-1].seq if self._entries else 0

    def keep_picture(self, jpeg: bytes) -> str:
        name = picture_name(jpeg)
        self._pictures[name] = jpeg
        while len(self._pictures) > self._PICTURES:
            del self._pictures[next(iter(self._pictures))]
        return name

    def picture(self, name: str) -> bytes | None:
        return self._pictures.get(name)

    def go_on_in_memory(self) -> None:
        """It does so already."""

    def close(self) -> None:
        """Nothing to close."""


class SqliteJournal:
    """`journal.db` in a folder that only this process writes."""

    def __init__(self, folder: Path) -> None:
        """Raises JournalInUse, JournalReadOnly, JournalFull or JournalError, each with its remedy."""
        self.notice: Text | None = None
        self._folder = folder
        self._waiting: list[Entry] = []
        self._memory = MemoryJournal()
        self._in_memory = False
        with _disk(folder):
            (folder / "evidence").mkdir(parents=True, exist_ok=True)
            self._lock = _claim(folder)
        try:
            self._db = self._open(folder / "journal.db")
        except BaseException:
            self._lock.close()
            raise

    def append(self, entry: Entry) -> None:
        self._waiting.append(entry)
        try:
            with _disk(self._folder):
                self._write(self._waiting)
        except JournalError:
            if not self._in_memory:
                self._waiting.pop()
                raise
            return
        self._waiting = []
        if self._in_memory:
            self._in_memory, self.notice = False, None

    def match(self) -> list[Entry]:
        start = self._db.execute(
            "SELECT max(seq) FROM entry WHERE json_extract(what, '$.kind') = 'started'"
        ).fetchone()[0]
        rows = self._db.execute(f"{_SELECT} WHERE seq >= ? ORDER BY seq", (start or 0,)).fetchall()
        return MemoryJournal([_entry(row) for row in rows] + self._waiting).match()

    def last_seq(self) -> int:
        if self._waiting:
            return self._waiting[-1].seq
        return int(self._db.execute("SELECT coalesce(max(seq), 0) FROM entry").fetchone()[0])

    def keep_picture(self, jpeg: bytes) -> str:
        name = picture_name(jpeg)
        try:
            with _disk(self._folder):
                _write_durably(self._folder / "evidence" / name, jpeg)
        except JournalError:
            if not self._in_memory:
                raise
            self._memory.keep_picture(jpeg)
        return name

    def picture(self, name: str) -> bytes | None:
        return kept_picture(self._folder, name) or self._memory.picture(name)

    def go_on_in_memory(self) -> None:
        self._in_memory = True
        self.notice = in_memory_notice(
            Text("the disk takes nothing more", "die Platte nimmt nichts mehr an"),
        )

    def close(self) -> None:
        self._db.close()
        self._lock.close()

    def _write(self, entries: list[Entry]) -> None:
        self._db.execute("BEGIN IMMEDIATE")
        try:
            self._db.executemany(_INSERT, [_row(e) for e in entries])
            self._db.execute("COMMIT")
        except sqlite3.Error:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            raise

    def _open(self, path: Path) -> sqlite3.Connection:
        with _disk(self._folder):
            try:
                return _connected(path)
            except JournalBroken:
                rescued, kept = _rescue(path)
                self.notice = Text(
                    "The journal was damaged: {n} entries were saved, the damaged file is kept as {file}.",
                    "Das Journal war beschädigt: {n} Einträge sind gerettet, die beschädigte Datei bleibt als {file}.",
                ).format(n=rescued, file=kept.name)
                return _connected(path)


def open_journal(folder: Path) -> Journal:
    """The journal in `folder`; where that cannot be written, one in memory that says so and starts from what can be
    read. JournalInUse if another Touchline uses the folder."""
    try:
        return SqliteJournal(folder)
    except JournalInUse:
        raise
    except JournalError as error:
        notice = in_memory_notice(Text.same(str(error)))
        return MemoryJournal(readable(folder / "journal.db"), notice)


def matches(entries: list[Entry]) -> list[list[Entry]]:
    """The entries of each match, its Started first; what stands before the first start belongs to none."""
    found: list[list[Entry]] = []
    for entry in entries:
        if isinstance(entry.what, Started):
            found.append([])
        if found:
            found[-1].append(entry)
    return found


def kept_picture(folder: Path, name: str) -> bytes | None:
    """An evidence picture of the journal in `folder`, by name; also while a Touchline runs on it."""
    path = folder / "evidence" / name
    if path.parent == folder / "evidence" and path.suffix == ".jpg" and path.is_file():
        return path.read_bytes()
    return None


def in_memory_notice(why: Text) -> Text:
    """The warning that stays on every screen."""
    return Text(
        "NOT SAVED: this match is only in memory and is lost when the power goes ({why}).",
        "NICHT GESPEICHERT: dieses Spiel ist nur im Speicher und bei Stromausfall verloren ({why}).",
    ).format(why=why)


def picture_name(jpeg: bytes) -> str:
    """The name of an evidence picture: what is in it. ValueError above EVIDENCE_LIMIT bytes."""
    if len(jpeg) > EVIDENCE_LIMIT:
        raise ValueError(f"an evidence picture of {len(jpeg)} bytes; at most {EVIDENCE_LIMIT} are kept")
    return f"{hashlib.sha256(jpeg).hexdigest()[:32]}.jpg"


def _claim(folder: Path) -> IO[str]:
    lock = open(folder / "lock", "a+", encoding="utf-8")  # noqa: SIM115 - held as long as the journal is open
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.seek(0)
        holder = lock.read().strip() or "unknown"
        lock.close()
        raise JournalInUse(
            f"another Touchline (process {holder}) uses the data in {folder}: stop it, or give this one --data DIR"
        ) from None
    with contextlib.suppress(OSError):  # the number is a courtesy: a full disk must not cost the lock
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
    return lock


def _connected(path: Path) -> sqlite3.Connection:
    fresh = not path.exists()
    db = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        _check(db, path)
        if fresh or not db.execute("PRAGMA user_version").fetchone()[0]:
            db.executescript(f"BEGIN IMMEDIATE; {_SCHEMA} COMMIT;")
        if fresh:
            _sync_folder(path.parent)
    except BaseException as error:
        db.close()
        if _is_broken(error):
            raise JournalBroken(f"{path} is damaged: {error}") from error
        raise
    return db


def _check(db: sqlite3.Connection, path: Path) -> None:
    verdict = db.execute("PRAGMA quick_check").fetchone()[0]
    if verdict != "ok":
        raise JournalBroken(f"{path} is damaged: {verdict}")
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if version > _VERSION:
        raise JournalError(f"{path} was written by a newer Touchline (format {version}): update this one")


def _is_broken(error: BaseException) -> bool:
    return isinstance(error, sqlite3.DatabaseError) and error.sqlite_errorcode & 0xFF in (
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_NOTADB,
    )


def _rescue(path: Path) -> tuple[int, Path]:
    """Moves the damaged file aside and copies what can be read of it into a new one."""
    entries = readable(path)
    kept = path.with_name(f"{path.name}.broken-{time.strftime('%Y%m%d-%H%M%S')}")
    for suffix in ("", "-wal", "-shm"):
        part = path.with_name(path.name + suffix)
        if part.exists():
            part.rename(kept.with_name(kept.name + suffix))
    db = _connected(path)
    db.execute("BEGIN IMMEDIATE")
    db.executemany(_INSERT, [_row(e) for e in entries])
    db.execute("COMMIT")
    db.close()
    return len(entries), kept


def readable(path: Path) -> list[Entry]:
    """The entries of a journal file from the first to the last that can be read, without writing anything; also while
    a Touchline runs on it."""
    entries: list[Entry] = []
    with tempfile.TemporaryDirectory() as copy:  # a copy with its WAL opens even where the folder is read-only
        for part in (path, path.with_name(f"{path.name}-wal")):
            if part.exists():
                shutil.copy(part, copy)
        with contextlib.suppress(sqlite3.Error, ValueError), _closing(Path(copy) / path.name) as db:  # up to the damage
            for row in db.execute(f"{_SELECT} ORDER BY seq"):
                entries.append(_entry(row))
    return entries


def _closing(path: Path) -> contextlib.closing[sqlite3.Connection]:
    return contextlib.closing(sqlite3.connect(path, isolation_level=None))


@contextlib.contextmanager
def _disk(folder: Path) -> Iterator[None]:
    """Turns what disk and database say into the family, with the remedy."""
    try:
        yield
    except JournalError:
        raise
    except (sqlite3.Error, OSError) as error:
        raise _named(error, folder) from error


def _named(error: sqlite3.Error | OSError, folder: Path) -> JournalError:
    code = error.sqlite_errorcode & 0xFF if isinstance(error, sqlite3.Error) else None
    number = error.errno if isinstance(error, OSError) else None
    if code == sqlite3.SQLITE_FULL or number in (errno.ENOSPC, errno.EFBIG, errno.EDQUOT):
        return JournalFull(f"the disk of {folder} is full: free some room, then answer again")
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN) or number in (errno.EROFS, errno.EACCES, errno.EPERM):
        return JournalReadOnly(f"{folder} cannot be written: make it writable, or give --data DIR")
    return JournalError(f"the disk of {folder} fails: {error}")


def _write_durably(path: Path, content: bytes) -> None:
    if path.exists():
        return
    part = path.with_suffix(".part")
    try:
        with open(part, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.rename(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)


def _row(entry: Entry) -> _Row:
    return entry.seq, entry.wall_s, entry.mono_s, canonical(entry.what), canonical(entry.calls), entry.digest


def _entry(row: _Row) -> Entry:
    """Raises ValueError for a row that a damage has left half."""
    seq, wall_s, mono_s, what, calls, digest = row
    if not all(isinstance(text, str) for text in (what, calls, digest)):
        raise ValueError(f"entry {seq} is damaged")
    return Entry(seq, wall_s, mono_s, happening_from_json(json.loads(what)), json.loads(calls), digest)
