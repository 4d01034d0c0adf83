"""A board that a stranger has written from hardware.md, "The wire", alone: it shares no line with the firmware, and
talks to the link over a pseudo-terminal."""

from __future__ import annotations

import contextlib
import os
import select
import threading
import time
import tty
import zlib
from collections.abc import Callable, Iterator

import pytest

from firmware_bridge.link import Link, LinkState, Standing
from firmware_bridge.talk import Heard, Picture

LIMIT_S = 20.0
Meet = Callable[..., "tuple[Stranger, Table]"]
HAS = ("buttons=2", "fields=0", "lamps=2", "leds=9")
PICTURE = Picture("dO.......", "w" * 9, "O.")


def line(word: str, number: int = 0, *fields: object) -> bytes:
    body = " ".join(map(str, (word, number, *fields)))
    return f"${body}*{zlib.crc32(body.encode()):08X}\n".encode()


class Stranger:
    """Its program: one round reads what has come and writes what is due."""

    def __init__(self, has: tuple[str, ...], waits: tuple[str, ...]) -> None:
        self.ours, self.theirs = os.openpty()
        tty.setraw(self.theirs)
        os.set_blocking(self.ours, False)
        self.port = os.ttyname(self.theirs)
        self.shown: list[str] = []
        self.beeps: list[str] = []
        self._has = has
        self._session, self._came = "-", b""
        self._waits = [("press", (name, "down"), time.monotonic()) for name in waits]
        self._said = self._taken = 0
        self._said_s = self._hello_s = 0.0
        self._off = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def tell(self, word: str, *fields: str) -> None:
        self._waits.append((word, fields, time.monotonic()))

    def close(self) -> None:
        self._off.set()
        self._thread.join()
        os.close(self.ours)
        os.close(self.theirs)

    def _run(self) -> None:
        while not self._off.is_set():
            if select.select([self.ours], [], [], 0.005)[0]:
                self._came += os.read(self.ours, 4096)
            *lines, self._came = self._came.split(b"\n")
            for one in lines:
                self._read(one)
            self._speak(time.monotonic())

    def _speak(self, now_s: float) -> None:
        if self._session == "-" and now_s - self._hello_s >= 0.5:
            self._hello_s = now_s
            self._hello()
        elif self._session != "-" and self._waits and now_s - self._said_s >= 0.08:
            self._said_s = now_s
            word, fields, since_s = self._waits[0]
            self._write(line(word, self._said + 1, *fields, int(1000 * (now_s - since_s))))

    def _read(self, came: bytes) -> None:
        body, _, crc = came.rpartition(b"$")[2].partition(b"*")
        if crc == f"{zlib.crc32(body):08X}".encode():
            word, number, *fields = body.decode().split(" ")
            self._obey(word, int(number), fields)

    def _obey(self, word: str, number: int, fields: list[str]) -> None:
        if word == "open":
            self._open(fields[0])
        elif word == "who" or self._session == "-":
            self._hello()
        elif word == "ping":
            self._write(line("pong"))
        elif word == "ack" and self._waits and number == self._said + 1:
            self._said, self._said_s = number, 0.0
            self._waits.pop(0)
        elif word != "ack":
            self._order(word, number, fields)

    def _open(self, session: str) -> None:
        if session != self._session:
            lost = sum(word == "press" and fields[1] == "down" for word, fields, _ in self._waits)
            self._session, self._said, self._taken, self._waits = session, 0, 0, []
            if lost:
                self.tell("lost", str(lost))
        self._hello()

    def _order(self, word: str, number: int, fields: list[str]) -> None:
        if number > self._taken + 1:
            return
        self._write(line("ack", number))
        if number <= self._taken:
            return
        self._taken = number
        if word == "leds":
            self.shown = fields[:3]
        elif word == "beep":
            self.beeps.append(fields[0])

    def _hello(self) -> None:
        self._write(line("hello", 0, 1, self._session, "boot7", "stranger", "7.3", *self._has))

    def _write(self, data: bytes) -> None:
        with contextlib.suppress(BlockingIOError):
            os.write(self.ours, data)


class Table:
    def __init__(self, board: Stranger) -> None:
        self.heard: list[Heard] = []
        self.told: list[Standing] = []
        self.link = Link(self.heard.append, self.told.append, ports=lambda: [board.port])


@pytest.fixture
def meet() -> Iterator[Meet]:
    made: list[tuple[Stranger, Table]] = []

    def build(has: tuple[str, ...] = HAS, waits: tuple[str, ...] = ()) -> tuple[Stranger, Table]:
        board = Stranger(has, waits)
        made.append((board, Table(board)))
        return made[-1]

    yield build
    for board, table in made:
        table.link.close()
        board.close()


def until(true: Callable[[], object]) -> None:
    limit = time.monotonic() + LIMIT_S
    while not true():
        assert time.monotonic() < limit, "it did not happen in time"
        threading.Event().wait(0.005)


def test_a_board_from_the_document_shows_beeps_and_is_pressed(meet: Meet) -> None:
    board, table = meet()
    until(lambda: table.told and table.told[-1].state is LinkState.UP)
    table.link.show(PICTURE)
    until(lambda: board.shown == [*PICTURE.fields()])
    table.link.beep("120,120,120")
    until(lambda: board.beeps == ["120,120,120"])
    board.tell("press", "b1", "down")
    board.tell("press", "b1", "up")
    until(lambda: len(table.heard) == 2)
    assert [(heard.word, heard.fields) for heard in table.heard] == [("press", ("b1", s)) for s in ("down", "up")]


def test_presses_before_the_table_came_are_told_as_lost_once(meet: Meet) -> None:
    board, table = meet(waits=("b1",))
    until(lambda: table.heard)
    board.tell("press", "b2", "down")
    until(lambda: len(table.heard) == 2)
    assert [(heard.word, heard.fields) for heard in table.heard] == [("lost", ("1",)), ("press", ("b2", "down"))]


def test_a_part_that_no_table_knows_keeps_no_board_away(meet: Meet) -> None:
    """Who writes a board of another kind has parts of another kind."""
    _, table = meet(("buttons=2", "thermometers=3"))
    until(lambda: table.told and table.told[-1].state is LinkState.UP)
    board = table.told[-1].board
    assert board is not None
    assert (dict(board.has), board.lights) == ({"buttons": 2, "thermometers": 3}, 0)
