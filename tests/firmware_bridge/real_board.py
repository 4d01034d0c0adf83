"""The firmware in the real MicroPython interpreter, behind a pseudo-terminal that can be told to misbehave."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import random
import select
import socket
import subprocess
import sys
import threading
import time
import tty
from pathlib import Path
from types import ModuleType, SimpleNamespace

from firmware_bridge.firmware.boards import pico
from firmware_bridge.virtual import Faults, Line

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
THERE = importlib.util.find_spec("micropython_unix") is not None
LAUNCH = "import sys; from micropython_unix import run_main; sys.exit(run_main(sys.argv))"
_RUN = "from firmware_bridge.firmware.main import run; run({board.NAME!r})"
_RUN_OWN = """
from firmware_bridge.firmware import main
class Own:
    NAME, LEDS, PINS = {board.NAME!r}, {board.LEDS!r}, {board.PINS!r}
main._run(Own)
"""
_MOMENT_S = 0.002


def run_in_micropython(script: str, *arguments: str) -> list[str]:
    """The lines that a script prints there."""
    command = [sys.executable, "-c", LAUNCH, "-c", script, *arguments]
    env = {**os.environ, "MICROPYPATH": os.pathsep.join((str(ROOT), ".frozen"))}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()


class RealBoard:
    """Powered and plugged in from the start, until `close`. `hold` puts fingers on its buttons, `strip`, `lamps` and
    `buzzer` are what its pins do."""

    def __init__(self, faults: Faults | None = None, board: ModuleType | SimpleNamespace = pico) -> None:
        """`board` is a board file of the firmware, or names and pins of one's own."""
        self.faults = faults or Faults()
        self._board = board
        self.strip: list[tuple[int, int, int]] = []
        self.lamps = [0, 0]
        self.buzzer = False
        self.beeps = 0
        self._chance = random.Random(1)
        self._down: set[str] = set()
        self._script = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._script.bind(("127.0.0.1", 0))
        self._machine: tuple[str, int] | None = None
        self._lock = threading.RLock()
        self._closed = threading.Event()
        self._pty: tuple[int, int] | None = None
        self._process = self._started()
        self.plug()
        self._threads = [threading.Thread(target=t, daemon=True) for t in (self._pump, self._watch)]
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        self._closed.set()
        for thread in self._threads:
            thread.join()
        self._stop()
        self.unplug()
        self._script.close()

    def ports(self) -> list[str]:
        with self._lock:
            return [os.ttyname(self._pty[1])] if self._pty else []

    def plug(self) -> None:
        """Into another port than before."""
        with self._lock:
            before, self._pty = self._pty, os.openpty()
            tty.setraw(self._pty[1])
            os.set_blocking(self._pty[0], False)
            self._cut()
            _close(before)

    def unplug(self) -> None:
        """The power stays on."""
        with self._lock:
            before, self._pty = self._pty, None
            _close(before)

    def reset(self, half_line: bytes = b"") -> None:
        """Starts anew; the line stays, and carries a half line and the banner."""
        with self._lock:
            self._stop()
            self._cut()
            self._to_table.put(half_line, time.monotonic())
            self._to_table.put(b"\r\nMPY: soft reboot\r\nMicroPython v1.28; Raspberry Pi Pico", time.monotonic())
            self._process = self._started()

    def flood(self, noise: bytes) -> None:
        """The line carries this in both directions."""
        with self._lock:
            self._to_board.put(noise, time.monotonic())
            self._to_table.put(noise, time.monotonic())

    def hold(self, *names: str) -> None:
        """These inputs are on from now on, all others off."""
        for name in self._down ^ set(names):
            self._tell(f"pin {self._board.PINS[name]} {int(name in self._down)}")
        self._down = set(names)

    def hear(self, sound: Path) -> None:
        """Into the microphone, as fast as the board listens: 16-bit samples."""
        self._tell(f"sound {sound}")

    def _tell(self, text: str) -> None:
        if self._machine:
            self._script.sendto(text.encode(), self._machine)

    @property
    def running(self) -> bool:
        """Whether its program has come as far as its pins."""
        return self._machine is not None

    def _started(self) -> subprocess.Popen[bytes]:
        self._machine = None
        port = str(self._script.getsockname()[1])
        path = os.pathsep.join((str(HERE / "machine_stub"), str(ROOT), ".frozen"))
        run = _RUN if isinstance(self._board, ModuleType) else _RUN_OWN
        return subprocess.Popen(
            [sys.executable, "-c", LAUNCH, "-c", run.format(board=self._board)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            env={**os.environ, "MICROPYPATH": path, "TOUCHLINE_STUB": port},
            bufsize=0,
        )

    def _stop(self) -> None:
        self._process.kill()
        self._process.communicate()

    def _cut(self) -> None:
        self._to_board, self._to_table = (Line(self.faults, self._chance) for _ in range(2))

    # -- the line ----

    def _pump(self) -> None:
        while not self._closed.wait(_MOMENT_S):
            with self._lock:
                self._carry(time.monotonic())

    def _carry(self, now_s: float) -> None:
        assert self._process.stdin
        assert self._process.stdout
        self._to_table.put(_come(self._process.stdout.fileno()), now_s)
        if self._pty:
            self._to_board.put(_come(self._pty[0]), now_s)
            _give(self._pty[0], self._to_table, now_s)
        _give(self._process.stdin.fileno(), self._to_board, now_s)

    # -- the pins ----

    def _watch(self) -> None:
        self._script.settimeout(0.05)
        while not self._closed.is_set():
            with contextlib.suppress(TimeoutError):
                said, address = self._script.recvfrom(2000)
                self._said(said.decode().split(" "), address)

    def _said(self, words: list[str], address: tuple[str, int]) -> None:
        if words[0] == "ready":
            self._machine = address
        elif words[0] == "strip":
            shown = bytes.fromhex(words[1])
            self.strip = [(r, g, b) for r, g, b in zip(shown[::3], shown[1::3], shown[2::3], strict=True)]
        elif words[0] == "pwm":
            self.lamps[["lamp1", "lamp2"].index(self._role(int(words[1])))] = int(words[2]) // 257
        elif self._role(int(words[1])) == "buzzer":
            self.buzzer = words[2] == "1"
            self.beeps += self.buzzer

    def _role(self, pin: int) -> str:
        return next(role for role, number in self._board.PINS.items() if number == pin)


def _come(fd: int) -> bytes:
    with contextlib.suppress(BlockingIOError):
        return os.read(fd, 4096) if select.select([fd], [], [], 0)[0] else b""
    return b""


def _give(fd: int, line: Line, now_s: float) -> None:
    """Every part in a write of its own, so that one byte at a time is that."""
    while data := line.get(now_s):
        with contextlib.suppress(BlockingIOError, BrokenPipeError):
            os.write(fd, data)


def _close(pty: tuple[int, int] | None) -> None:
    for fd in pty or ():
        os.close(fd)
