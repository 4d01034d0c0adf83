"""How long an answer takes to fifty screens, against one: `python -m tests.bench.bench_streams`.

The screens are a process of their own, as they are at a table; both clocks are the machine's monotonic one. The bar
is 150 ms at the 95th percentile with fifty streams on two cores."""

from __future__ import annotations

import re
import selectors
import socket
import statistics
import subprocess
import sys
import time

from companion.journal import MemoryJournal
from companion.table import Table
from tests.toy_game import GAME
from web import create_app
from web.parts import parts_of
from web.serve import serve

MANY, ANSWERS, APART_S, BAR_S = 50, 40, 0.4, 0.150


def main() -> None:
    alone, many = measured(1), measured(MANY)
    for streams, (median, p95, cpu) in ((1, alone), (MANY, many)):
        print(f"{streams:3} streams: median {1000 * median:.1f} ms, p95 {1000 * p95:.1f} ms, CPU {1000 * cpu:.1f} ms")
    print(f"p95 of {MANY} streams to one: {many[1] / alone[1]:.1f}; bar {1000 * BAR_S:.0f} ms: {many[1] <= BAR_S}")


def measured(streams: int) -> tuple[float, float, float]:
    """Median and 95th percentile over all screens and answers, and the table's CPU for one answer, in seconds."""
    table = Table(MemoryJournal(), lambda name: GAME)
    table.begin("toy", {"rounds": 10_000})
    app = create_app(table, pin="0")
    server = serve(app, "127.0.0.1", 0)
    command = [sys.executable, "-m", "tests.bench.bench_streams", str(server.port), str(streams), str(ANSWERS)]
    screens = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    while len(parts_of(app).streams) < streams:
        time.sleep(0.01)
    sent: dict[int, float] = {}
    before = time.process_time()
    for n in range(ANSWERS):
        time.sleep(APART_S)
        sent[table.version + 1] = time.monotonic()
        table.note(f"note {n}")
    told, _ = screens.communicate(timeout=60)
    cpu = (time.process_time() - before) / ANSWERS
    server.close()
    waits = [
        float(at) - sent[int(version)]
        for version, at in (line.split() for line in told.splitlines())
        if int(version) in sent
    ]
    return statistics.median(waits), statistics.quantiles(waits, n=20)[-1], cpu


def watch(port: int, streams: int, answers: int) -> None:
    """The screens: prints version and arrival of every event after the first until each has seen the last answer. A
    screen that is too slow loses some in between, by design."""
    waiting = selectors.DefaultSelector()
    for _ in range(streams):
        line = socket.create_connection(("127.0.0.1", port))
        line.sendall(b"GET /stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        waiting.register(line, selectors.EVENT_READ, bytearray())
    came: list[tuple[int, float]] = []
    while [version for version, _ in came].count(answers + 1) < streams:
        for key, _ in waiting.select():
            key.data.extend(key.fileobj.recv(1 << 20))  # type: ignore[union-attr]
            *whole, rest = key.data.split(b"\n\n")
            key.data[:] = rest
            now = time.monotonic()
            came += [(int(found[1]), now) for event in whole if (found := re.search(rb"id: (\d+)\n", event))]
    print("\n".join(f"{version} {at}" for version, at in came))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        watch(*(int(word) for word in sys.argv[1:]))
    else:
        main()
