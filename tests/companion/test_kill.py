"""Power cuts: the process is killed with SIGKILL at random points across 200 matches.

Every answer that was acknowledged is there afterwards, and the match stands where it stood."""

from __future__ import annotations

import os
import random
import select
import signal
from pathlib import Path

import pytest

from companion import games
from companion.journal import SqliteJournal
from companion.table import Table
from companion.vocabulary import canonical
from tests.answers import legal_answer

MATCHES = 200
LIMIT_S = 20.0


def play_until_killed(folder: Path, seed: int, out: int) -> None:
    """The child: plays, undoes and amends at random; writes one byte for each acknowledgement, after it."""
    rng = random.Random(seed)
    table = Table(SqliteJournal(folder), games.load)
    if table.board()["game"] is None:
        table.begin("tooor", {"mode": rng.choice(["light", "box"])})
        os.write(out, b".")
    while not table.board()["over"]:
        act(table, rng)
        os.write(out, b".")


def act(table: Table, rng: random.Random) -> None:
    board = table.board()
    if board["undo"] and rng.random() < 0.1:
        table.undo(beyond=True)
        return
    _, prompts = table.prompts()
    key, prompt = rng.choice(sorted(prompts.items()))
    table.answer(key, legal_answer(prompt, rng), source="console", evidence=b"jpeg" if rng.random() < 0.2 else None)


def killed_after(folder: Path, seed: int, acknowledgements: int) -> int:
    """Starts a child, kills it at a random instant after so many acknowledgements; returns how many it gave."""
    ours, theirs = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(ours)
        play_and_exit(folder, seed, theirs)
    os.close(theirs)
    given = 0
    while given < acknowledgements and (came := read_within(ours, LIMIT_S)):
        given += len(came)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    while came := read_within(ours, LIMIT_S):
        given += len(came)
    os.close(ours)
    return given


def play_and_exit(folder: Path, seed: int, out: int) -> None:
    try:
        play_until_killed(folder, seed, out)
        os._exit(0)
    finally:
        os._exit(1)


def read_within(pipe: int, limit_s: float) -> bytes:
    if not select.select([pipe], [], [], limit_s)[0]:
        pytest.fail("the child neither played nor ended")
    return os.read(pipe, 4096)


def test_no_acknowledged_answer_is_lost_across_200_kills(tmp_path: Path) -> None:
    rng = random.Random(2026)
    acknowledged = survived = 0
    for match in range(MATCHES):
        folder = tmp_path / str(match)
        given = killed_after(folder, match, rng.randrange(1, 60))
        journal = SqliteJournal(folder)
        entries = journal.match()
        # The kill may fall between the write and its acknowledgement: one more is allowed, one fewer never.
        assert given <= len(entries) <= given + 1
        assert [e.seq for e in entries] == list(range(1, len(entries) + 1))
        assert journal.notice is None
        assert_same_state(journal)
        acknowledged, survived = acknowledged + given, survived + len(entries)
        journal.close()
    print(f"{MATCHES} kills, {acknowledged} acknowledged, {survived} in the journals")
    assert acknowledged > 10 * MATCHES


def assert_same_state(journal: SqliteJournal) -> None:
    """The digests chain every entry with the scoreboard after it: without a warning the replay is identical."""
    table = Table(journal, games.load)
    assert table.board()["warnings"] == []
    again = Table(journal, games.load)
    assert canonical(again.board()) == canonical(table.board())


def test_a_killed_match_goes_on_to_its_end(tmp_path: Path) -> None:
    seed, given = 7, 0
    for _ in range(40):
        given += killed_after(tmp_path, seed, 25)
        seed += 1
        journal = SqliteJournal(tmp_path)
        over = Table(journal, games.load).board()["over"]
        last = journal.last_seq()
        journal.close()
        assert given <= last
        if over:
            return
    pytest.fail("40 lives were not enough for one match")
