"""Serves the app with waitress, with threads enough for all streams."""

from __future__ import annotations

import socket
import threading
from typing import Any, Final

from flask import Flask
from waitress.server import create_server

from web.parts import parts_of
from web.stream import MOST_STREAMS

_THREADS: Final = MOST_STREAMS + 16
_UNSENT_BYTES: Final = 64 * 1024
_DEAD_LINE_MS: Final = 20_000


class Server:
    """A running server; `host` and `port` are where it listens."""

    def __init__(self, app: Flask, host: str, port: int) -> None:
        self._streams = parts_of(app).streams
        listening = socket.create_server((host, port), family=_family(host))
        self._waitress: Any = create_server(
            app,
            sockets=[listening],
            threads=_THREADS,
            ident="Touchline",
            connection_limit=200,
            channel_request_lookahead=1,  # keeps reading while a stream runs: a client that hangs up is noticed
            outbuf_high_watermark=_UNSENT_BYTES,  # a slow client stops its stream here instead of filling memory
            max_request_body_size=3 * 1024 * 1024,
        )
        self._waitress.adj.socket_options = [*self._waitress.adj.socket_options, *_given_up_lines()]
        self.host, self.port = listening.getsockname()[:2]
        self._ending = threading.Event()
        self._loop = threading.Thread(target=self._run, name="web", daemon=True)
        self._loop.start()

    def close(self) -> None:
        """Ends all streams and connections, and frees the port; may be called twice."""
        if self._ending.is_set():
            return
        self._ending.set()
        self._streams.close()
        self._waitress.pull_trigger()
        self._loop.join()
        for channel in list(self._waitress.active_channels.values()):
            channel.handle_close()
        self._waitress.task_dispatcher.shutdown(timeout=5)
        self._waitress.close()  # last: until here a worker may still pull its trigger

    def _run(self) -> None:
        # waitress' own `run` ends only by an exception in its thread.
        while not self._ending.is_set():
            self._waitress.asyncore.loop(timeout=1, map=self._waitress._map, count=1)


def serve(app: Flask, host: str, port: int) -> Server:
    """Starts a server in threads of its own; port 0 takes a free one."""
    return Server(app, host, port)


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def _given_up_lines() -> list[tuple[int, int, int]]:
    """A client that takes nothing for so long is gone, even if its line never says so (a phone out of reach)."""
    option = getattr(socket, "TCP_USER_TIMEOUT", None)
    return [(socket.IPPROTO_TCP, option, _DEAD_LINE_MS)] if option is not None else []
