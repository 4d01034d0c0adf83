"""Server-sent events: each screen is told the whole board, first on connect and then at every update."""

from __future__ import annotations

import json
import threading
from collections import deque
from collections.abc import Callable, Iterator
from time import monotonic
from typing import Final

from companion.vocabulary import JSON, Update, to_json
from web.table import Table

MOST_STREAMS: Final = 64
"""So many screens may watch; one more is told 503."""

MOST_WAITING: Final = 16
"""So many updates may wait for one screen. A slower one loses those and gets the newest, which has everything."""

HEARTBEAT_S: Final = 3.0
"""All streams beat at once, on multiples of this: screens that lose the line together then tell the same age."""

_LOOK_S: Final = 0.5
"""How often a waiting stream looks whether its client is still there."""


class TooManyStreams(Exception):
    """All streams are taken."""


class Stream:
    """The events for one screen, an iterator of chunks. `gone` tells that the client hung up."""

    def __init__(self, leave: Callable[[Stream], None], gone: Callable[[], bool]) -> None:
        self._leave = leave
        self._gone = gone
        self._waiting: deque[bytes] = deque()
        self._news = threading.Condition()
        self._closed = False

    def put(self, event: bytes) -> None:
        """Never blocks and never grows beyond its bound."""
        with self._news:
            if len(self._waiting) >= MOST_WAITING:
                self._waiting.clear()
            self._waiting.append(event)
            self._news.notify()

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        heartbeat_at_s = (monotonic() // HEARTBEAT_S + 1) * HEARTBEAT_S
        with self._news:
            while not self._waiting:
                if self._closed or self._gone():
                    raise StopIteration
                left_s = heartbeat_at_s - monotonic()
                if left_s <= 0:
                    return f"{_at(heartbeat_at_s)}\n\n".encode()
                self._news.wait(min(left_s, _LOOK_S))
            return self._waiting.popleft()

    def close(self) -> None:
        """Frees the place; may be called twice and before the first chunk."""
        with self._news:
            self._closed = True
            self._waiting.clear()
            self._news.notify()
        self._leave(self)


class Streams:
    """All open streams of one table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._lock = threading.Lock()
        self._open: set[Stream] = set()
        self._unsubscribe = table.subscribe(self._tell)

    def open(self, gone: Callable[[], bool]) -> Stream:
        """A new stream that begins with the full board; TooManyStreams."""
        stream = Stream(self._leave, gone)
        with self._lock:
            if len(self._open) >= MOST_STREAMS:
                raise TooManyStreams
            self._open.add(stream)
            board = self._table.board()
            stream.put(event(Update(board["version"], None, [], board)))
        return stream

    def __len__(self) -> int:
        return len(self._open)

    def close(self) -> None:
        """Ends all streams and listens no more."""
        self._unsubscribe()
        for stream in list(self._open):
            stream.close()

    def _tell(self, update: Update) -> None:
        with self._lock:
            if self._open:
                told = event(update)
                for stream in self._open:
                    stream.put(told)

    def _leave(self, stream: Stream) -> None:
        with self._lock:
            self._open.discard(stream)


def event(update: Update) -> bytes:
    """One update as an event; its id is the version."""
    data: JSON = json.dumps(to_json(update), ensure_ascii=False, separators=(",", ":"))
    return f"{_at(monotonic())}\nid: {update.version}\nevent: board\ndata: {data}\n\n".encode()


def _at(sent_s: float) -> str:
    """When something was sent by the table's clock, in milliseconds: a comment, from which screens count."""
    return f": at {round(1000 * sent_s)}"
