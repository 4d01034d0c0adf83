"""The journal: what it keeps, and what it says when disk, file or neighbour misbehave."""

from __future__ import annotations

import os
import random
import resource
import signal
import sqlite3
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from companion.journal import EVIDENCE_LIMIT, Journal, MemoryJournal, SqliteJournal, open_journal
from companion.table import Table
from companion.vocabulary import (
    Answered,
    Entry,
    JournalError,
    JournalFull,
    JournalInUse,
    JournalReadOnly,
    Noted,
    Started,
)
from tests.toy_game import GAME

ROOT = Path(__file__).resolve().parents[2]


def entry(seq: int, what: object | None = None) -> Entry:
    return Entry(seq, 1.5, 2.5, what or Noted("note", None, f"note {seq}"), [], f"digest {seq}")


def started(seq: int) -> Entry:
    return entry(seq, Started("toy", {"rounds": 2}, "test"))


@pytest.fixture(params=["memory", "sqlite"])
def journal(request: pytest.FixtureRequest, tmp_path: Path):
    made: Journal = MemoryJournal() if request.param == "memory" else SqliteJournal(tmp_path)
    yield made
    made.close()


class TestContract:
    """What both journals promise."""

    def test_is_empty_at_first(self, journal: Journal) -> None:
        assert (journal.match(), journal.last_seq(), journal.notice) == ([], 0, None)

    def test_gives_back_what_it_was_given(self, journal: Journal) -> None:
        kept = [started(1), entry(2, Answered("k", {"p1": "attack"}, "console", 0.5, "x.jpg")), entry(3)]
        for e in kept:
            journal.append(e)
        assert journal.match() == kept
        assert journal.last_seq() == 3

    def test_the_match_is_the_last_one_started(self, journal: Journal) -> None:
        for e in (started(1), entry(2), started(3), entry(4)):
            journal.append(e)
        assert [e.seq for e in journal.match()] == [3, 4]

    def test_pictures_are_bounded_and_come_back(self, journal: Journal) -> None:
        name = journal.keep_picture(b"jpeg")
        assert journal.picture(name) == b"jpeg"
        assert journal.keep_picture(b"jpeg") == name
        assert journal.picture("../../etc/passwd") is None
        with pytest.raises(ValueError, match="at most"):
            journal.keep_picture(b"x" * (EVIDENCE_LIMIT + 1))

    def test_closes_twice(self, journal: Journal) -> None:
        journal.close()
        journal.close()


def test_what_was_appended_is_there_after_closing_twice(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path)
    journal.append(started(1))
    journal.close()
    journal.close()
    again = SqliteJournal(tmp_path)
    assert again.match() == [started(1)]
    again.close()


def test_is_append_only_and_synchronous(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path)
    journal.append(started(1))
    db = journal._db
    assert db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert db.execute("PRAGMA synchronous").fetchone() == (2,)
    for statement in ("UPDATE entry SET calls = ''", "DELETE FROM entry"):
        with pytest.raises(sqlite3.IntegrityError, match="append-only"):
            db.execute(statement)
    journal.close()


def test_a_second_instance_is_told_who_holds_the_data(tmp_path: Path) -> None:
    first = SqliteJournal(tmp_path)
    with pytest.raises(JournalInUse, match=str(os.getpid())):
        open_journal(tmp_path)
    first.close()
    open_journal(tmp_path).close()


def filled(folder: Path, notes: int) -> None:
    journal = SqliteJournal(folder)
    journal.append(started(1))
    for seq in range(2, notes + 2):
        journal.append(entry(seq, Noted("note", None, f"{seq} " + "long " * 60)))
    journal.close()


@pytest.mark.parametrize("damage", ["torn", "scribbled"])
def test_a_damaged_last_page_costs_no_more_than_it_held(tmp_path: Path, damage: str) -> None:
    filled(tmp_path, 200)
    path = tmp_path / "journal.db"
    whole = path.read_bytes()
    path.write_bytes(whole[:-2048] if damage == "torn" else whole[:-4096] + random.Random(1).randbytes(4096))
    journal = open_journal(tmp_path)
    rescued = journal.match()
    assert "damaged" in journal.notice.en
    assert "beschädigt" in journal.notice.de
    assert [e.seq for e in rescued] == list(range(1, len(rescued) + 1))
    assert len(rescued) > 150
    assert list(tmp_path.glob("journal.db.broken-*"))
    journal.append(entry(journal.last_seq() + 1))
    journal.close()


def test_a_torn_wal_keeps_what_was_committed_before(tmp_path: Path) -> None:
    # The process is killed with its WAL still there, and the power cut tears the WAL's last frame.
    script = """
        import os, sys
        from pathlib import Path
        from tests.companion.test_journal import entry, started
        from companion.journal import SqliteJournal
        journal = SqliteJournal(Path(sys.argv[1]))
        journal.append(started(1))
        for seq in range(2, 30):
            journal.append(entry(seq))
        os.kill(os.getpid(), 9)
    """
    run_python(script, tmp_path, expect=-signal.SIGKILL)
    wal = tmp_path / "journal.db-wal"
    wal.write_bytes(wal.read_bytes()[:-1000])
    journal = open_journal(tmp_path)
    assert [e.seq for e in journal.match()] == list(range(1, 29))
    journal.close()


def test_no_database_at_all_is_rescued_as_nothing(tmp_path: Path) -> None:
    (tmp_path / "journal.db").write_bytes(b"this is no database, but it is long enough to look like one" * 40)
    journal = open_journal(tmp_path)
    assert journal.match() == []
    assert "0 entries" in journal.notice.en
    journal.close()


def test_a_newer_format_is_left_alone(tmp_path: Path) -> None:
    filled(tmp_path, 3)
    with sqlite3.connect(tmp_path / "journal.db") as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(JournalError, match="newer Touchline"):
        SqliteJournal(tmp_path)


def test_a_full_disk_refuses_and_leaves_the_match_untouched(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path)
    table = Table(journal, lambda name: GAME)
    table.begin("toy", {"rounds": 2})
    before = table.board()
    pages = journal._db.execute("PRAGMA page_count").fetchone()[0]
    journal._db.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(JournalFull, match="free some room"):
        fill(table)
    assert table.board()["prompts"] == before["prompts"]
    assert [h["seq"] for h in table.history()] == list(range(1, table.version + 1))

    table.go_on_in_memory()
    assert "NOT SAVED" in table.board()["warnings"][0]["en"]
    table.answer("r1.card.A", "low", source="console")
    in_memory = table.version

    journal._db.execute("PRAGMA max_page_count = 1000000")
    table.note("room again")
    assert table.board()["warnings"] == []
    journal.close()
    again = SqliteJournal(tmp_path)
    assert [e.seq for e in again.match()] == list(range(1, in_memory + 2))
    again.close()


def fill(table: Table) -> None:
    for _ in range(1000):
        table.note("long " * 500)


def test_a_disk_that_takes_no_more_bytes(tmp_path: Path) -> None:
    """The operating system's own limit on a file's size stands in for a full disk."""
    script = """
        import resource, signal, sys
        from pathlib import Path
        from companion.journal import SqliteJournal
        from companion.vocabulary import JournalError
        from tests.companion.test_journal import entry, started
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        journal = SqliteJournal(Path(sys.argv[1]))
        journal.append(started(1))
        resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, resource.RLIM_INFINITY))
        acknowledged = 1
        try:
            for seq in range(2, 1000):
                journal.append(entry(seq))
                acknowledged = seq
        except JournalError as error:
            print(acknowledged, type(error).__name__)
    """
    said = run_python(script, tmp_path)
    acknowledged = int(said.split()[0])
    journal = SqliteJournal(tmp_path)
    assert journal.last_seq() == acknowledged < 900
    journal.close()
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] == resource.RLIM_INFINITY


def run_python(script: str, *args: object, expect: int = 0) -> str:
    command = [sys.executable, "-W", "error", "-c", textwrap.dedent(script), *map(str, args)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == expect, done.stderr
    return done.stdout


@pytest.fixture
def read_only(tmp_path: Path):
    """A data folder on a file system that is mounted read-only, with a match in it whose WAL is not yet checked in."""
    folder = tmp_path / "disk"
    folder.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "tmpfs", folder], capture_output=True, check=False).returncode:
        pytest.skip("a read-only disk needs the right to mount one")
    try:
        script = """
            import os, sys
            from pathlib import Path
            from tests.companion.test_journal import entry, started
            from companion.journal import SqliteJournal
            journal = SqliteJournal(Path(sys.argv[1]))
            journal.append(started(1))
            journal.append(entry(2))
            os.kill(os.getpid(), 9)
        """
        run_python(script, folder, expect=-signal.SIGKILL)
        subprocess.run(["mount", "-o", "remount,ro", folder], check=True)
        yield folder
    finally:
        subprocess.run(["umount", folder], check=True)


def test_a_read_only_disk_is_played_from_in_memory(read_only: Path) -> None:
    with pytest.raises(JournalReadOnly, match="--data DIR"):
        SqliteJournal(read_only)
    journal = open_journal(read_only)
    table = Table(journal, lambda name: GAME)
    assert table.version == 2
    table.answer("r1.card.A", "low", source="console")
    assert any("NOT SAVED" in w["en"] for w in table.board()["warnings"])
