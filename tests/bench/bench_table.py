"""What the Table costs beside what it cannot avoid. Run by hand: `python -m tests.bench.bench_table`

Prints ratios: an answer through Table and journal against a bare SQLite insert with the same safety, and the replay of
a whole match against as many bare generator steps."""

from __future__ import annotations

import random
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from companion import games
from companion.journal import MemoryJournal, SqliteJournal
from companion.match import reenact
from companion.playthrough import replay
from companion.table import Table
from tests.answers import legal_answer

ROUNDS = 7


def best_of(act: Callable[[], int]) -> float:
    """Seconds for one of the units that `act` says it did; the best of several rounds."""
    times = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        done = act()
        times.append((time.perf_counter() - began) / done)
    return min(times)


def whole_match(table: Table, seed: int = 5) -> int:
    rng = random.Random(seed)
    table.begin("tooor", {"mode": "box", "agreed": "et_pens"})
    count = 0
    while not table.board()["over"]:
        key, prompt = next(iter(table.prompts()[1].items()))
        table.answer(key, legal_answer(prompt, rng), source="console")
        count += 1
    return count


def on_disk() -> int:
    with tempfile.TemporaryDirectory() as folder:
        journal = SqliteJournal(Path(folder))
        count = whole_match(Table(journal, games.load))
        journal.close()
        return count


def bare_inserts() -> int:
    with tempfile.TemporaryDirectory() as folder:
        db = sqlite3.connect(Path(folder) / "bare.db", isolation_level=None)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("CREATE TABLE entry (seq INTEGER PRIMARY KEY, what TEXT)")
        for seq in range(300):
            db.execute("INSERT INTO entry VALUES (?, ?)", (seq, "x" * 400))
        db.close()
        return 300


def bare_steps() -> int:
    def steps() -> Iterator[int]:
        while True:
            yield 1

    generator, count = steps(), 100_000
    for _ in range(count):
        next(generator)
    return count


def main() -> None:
    journal = MemoryJournal()
    answers = whole_match(Table(journal, games.load))
    entries = journal.match()
    game = games.load("tooor")
    moves = reenact(game, entries)[0].moves()
    options = {"mode": "box", "agreed": "et_pens"}
    disk, bare = best_of(on_disk), best_of(bare_inserts)
    replayed, step = best_of(lambda: len(replay(game, options, moves)[0].steps)), best_of(bare_steps)
    print(f"a match of {answers} answers")
    print(f"answer through Table and journal / bare durable insert: {disk / bare:8.2f}  ({disk * 1000:.2f} ms)")
    print(f"replayed answer / bare generator step:                  {replayed / step:8.1f}  ({replayed * 1e6:.1f} us)")


if __name__ == "__main__":
    main()
