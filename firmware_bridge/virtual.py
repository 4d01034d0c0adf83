"""A board in memory: the real firmware's panel behind a line that can be told to misbehave."""

from __future__ import annotations

import random
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from types import ModuleType
from typing import Final

from firmware_bridge.firmware.boards import pico
from firmware_bridge.firmware.panel import Equipment, Panel

TICK_S: Final = 0.004


@dataclass
class Faults:
    """What a line does to bytes: loses whole lines, flips a bit in so many of the bytes, hands them over one at a time
    or so late, or is silent. The chances are from 0 to 1."""

    loss: float = 0.0
    flips: float = 0.0
    crumbs: bool = False
    delay_s: float = 0.0
    silent: bool = False


class Line:
    """One direction of a line."""

    def __init__(self, faults: Faults, chance: random.Random) -> None:
        self._faults = faults
        self._chance = chance
        self._under_way: deque[tuple[float, bytes]] = deque()

    def put(self, data: bytes, now_s: float) -> None:
        for line in data.splitlines(keepends=True):
            if not self._faults.silent and self._chance.random() >= self._faults.loss:
                self._under_way.append((now_s + self._faults.delay_s, self._flipped(line)))

    def get(self, now_s: float) -> bytes:
        """What has arrived."""
        came = b""
        while self._under_way and self._under_way[0][0] <= now_s:
            at_s, data = self._under_way.popleft()
            if self._faults.crumbs:
                if data[1:]:
                    self._under_way.appendleft((at_s, data[1:]))
                return data[:1]
            came += data
        return came

    def _flipped(self, line: bytes) -> bytes:
        if not self._faults.flips:
            return line
        hit = (self._chance.random() < self._faults.flips for _ in line)
        return bytes(b ^ (1 << self._chance.randrange(8)) if h else b for b, h in zip(line, hit, strict=True))


class VirtualBoard:
    """Powered from the start, plugged in by `plug`. Lives in a thread of its own until `close`. May be used from many
    threads."""

    def __init__(
        self,
        faults: Faults | None = None,
        *,
        board: ModuleType = pico,
        chance: random.Random | None = None,
        mono_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self.faults = faults or Faults()
        self._equipment = Equipment(board.NAME, board.PINS, board.LEDS)
        self._chance = chance or random.Random()
        self._mono_s = mono_s
        self._lock = threading.RLock()
        self._down: set[str] = set()
        self._starts = count(1)
        self._plugged: str | None = None
        self._closed = threading.Event()
        self.reset()
        self._thread = threading.Thread(target=self._run, daemon=True, name="touchline virtual board")
        self._thread.start()

    def close(self) -> None:
        self._closed.set()
        self._thread.join()

    def plug(self, name: str) -> None:
        """Into the port of that name."""
        with self._lock:
            self._plugged = name
            self._cut()

    def unplug(self) -> None:
        """The power stays on."""
        with self._lock:
            self._plugged = None
            self._cut()

    def reset(self) -> None:
        """Starts anew, with the line still plugged in."""
        with self._lock:
            self._panel = Panel(self._equipment, f"v{next(self._starts)}", self._levels(), self._now_ms())
            self._cut()

    def hold(self, *names: str) -> None:
        """These inputs are on from now on, all others off."""
        with self._lock:
            self._down = set(names)

    def blow(self) -> None:
        """The whistle is heard."""
        with self._lock:
            self._panel.blow(self._now_ms())

    def waiting(self) -> int:
        """How much the board has to tell that no table has taken."""
        with self._lock:
            return self._panel.waiting

    def strip(self) -> list[tuple[int, int, int]]:
        with self._lock:
            return self._panel.strip(self._now_ms())

    def lamps(self) -> list[int]:
        with self._lock:
            return self._panel.lamps(self._now_ms())

    def buzzer(self) -> bool:
        with self._lock:
            return self._panel.buzzer(self._now_ms())

    def ports(self) -> list[str]:
        return [self._plugged] if self._plugged else []

    def open(self, name: str) -> VirtualPort:
        """OSError where nothing is plugged in under that name."""
        if self._plugged != name:
            raise OSError(f"nothing is plugged into {name}")
        return VirtualPort(self, name)

    def say(self, name: str, data: bytes) -> None:
        """To the board through the port of that name."""
        with self._lock:
            self._check(name)
            self._to_board.put(data, self._mono_s())

    def said(self, name: str) -> bytes:
        """From the board; each of several ports would have a part of it."""
        with self._lock:
            self._check(name)
            return self._from_board.get(self._mono_s())

    def _check(self, name: str) -> None:
        if self._plugged != name:
            raise OSError(f"{name} has been unplugged")

    def _cut(self) -> None:
        self._to_board, self._from_board = (Line(self.faults, self._chance) for _ in range(2))

    def _levels(self) -> list[bool]:
        return [name in self._down for name in self._equipment.buttons + self._equipment.fields]

    def _now_ms(self) -> int:
        return int(self._mono_s() * 1000)

    def _run(self) -> None:
        while not self._closed.wait(TICK_S):
            with self._lock:
                self._step()

    def _step(self) -> None:
        now_ms = self._now_ms()
        self._panel.feel(self._levels(), now_ms)
        if self._plugged:
            self._panel.hear(self._to_board.get(self._mono_s()), now_ms)
            self._from_board.put(self._panel.say(now_ms), self._mono_s())


class VirtualPort:
    """A serial port as the link uses it."""

    def __init__(self, board: VirtualBoard, name: str) -> None:
        self._board = board
        self._name = name
        self._cancelled = threading.Event()

    def read(self, timeout_s: float) -> bytes:
        """What has come, at most `timeout_s` after now; OSError when it has been unplugged."""
        until_s = time.monotonic() + timeout_s
        while not (data := self._board.said(self._name)):
            if self._cancelled.wait(TICK_S / 2) or time.monotonic() >= until_s:
                break
        self._cancelled.clear()
        return data

    def write(self, data: bytes) -> None:
        self._board.say(self._name, data)

    def wake(self) -> None:
        """Ends a `read` that waits."""
        self._cancelled.set()

    def close(self) -> None:
        """Nothing to give back."""
