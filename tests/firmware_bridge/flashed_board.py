"""A board that can be flashed: MicroPython's real REPL behind a pair of pseudo-terminals, its files in a folder. As on
a board, `main.py` runs at every start, and a reset starts it anew."""

from __future__ import annotations

import contextlib
import os
import select
import socket
import subprocess
import sys
import threading
import tty
from pathlib import Path

from tests.firmware_bridge.real_board import HERE, LAUNCH


class FlashedBoard:
    """Plugged in from the start, until `close`. `port` is where it is."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.starts = 0
        self._outside, self._inside = _pair(), _pair()
        self.port = os.ttyname(self._outside[1])
        self._script = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._script.bind(("127.0.0.1", 0))
        self._closed = threading.Event()
        self._process = self._started()
        self._threads = [threading.Thread(target=target, daemon=True) for target in (self._watch, self._carry)]
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        self._closed.set()
        self._process.kill()
        for thread in self._threads:
            thread.join()
        self._script.close()
        for end in (*self._outside, *self._inside):
            with contextlib.suppress(OSError):
                os.close(end)

    def _started(self) -> subprocess.Popen[bytes]:
        self.starts += 1
        path = os.pathsep.join((str(HERE / "machine_stub"), "", ".frozen"))
        script = ["-i", "main.py"] if (self.folder / "main.py").exists() else []
        return subprocess.Popen(
            [sys.executable, "-c", LAUNCH, *script],
            stdin=self._inside[1],
            stdout=self._inside[1],
            stderr=self._inside[1],
            cwd=self.folder,
            env={**os.environ, "MICROPYPATH": path, "TOUCHLINE_STUB": str(self._script.getsockname()[1])},
        )

    def _watch(self) -> None:
        while not self._closed.is_set():
            self._process.wait()
            if not self._closed.is_set():
                self._process = self._started()

    def _carry(self) -> None:
        """The cable between the two terminals."""
        ends = {self._outside[0]: self._inside[0], self._inside[0]: self._outside[0]}
        while not self._closed.is_set():
            for come in select.select(list(ends), [], [], 0.05)[0]:
                os.write(ends[come], os.read(come, 256))


def _pair() -> tuple[int, int]:
    """A pseudo-terminal that changes nothing of what passes."""
    ends = os.openpty()
    tty.setraw(ends[1])
    return ends
