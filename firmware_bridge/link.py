"""The link to the board: finds it by its USB id and its greeting, and takes it up again whenever it comes back."""

from __future__ import annotations

import contextlib
import errno
import logging
import pkgutil
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from importlib import import_module
from typing import Final, Protocol

import serial
from serial.tools import list_ports

from firmware_bridge.firmware import boards
from firmware_bridge.talk import Greeting, Heard, Picture, Talk

BAUD: Final = 115_200
"""USB boards do not care; the serial chip of an ESP32 does."""
SEARCH_S: Final = 0.25
GREET_S: Final = 1.0
"""A port on which nobody greets for so long is not the board's."""
TICK_S: Final = 0.02

_log = logging.getLogger(__name__)
try:
    from termios import error as _termios_error
except ImportError:  # not on Windows
    _VANISHED: tuple[type[Exception], ...] = (TypeError,)
else:
    _VANISHED = (TypeError, _termios_error)


class LinkState(Enum):
    """`absent`: no such port; `denied`: it cannot be opened; `mute`: nobody greets there; `foreign`: another edition of
    the wire; `up`: the board is ours; `gone`: it was, and is looked for."""

    ABSENT = "absent"
    DENIED = "denied"
    MUTE = "mute"
    FOREIGN = "foreign"
    UP = "up"
    GONE = "gone"


_TELLING: Final = (
    LinkState.ABSENT, LinkState.MUTE, LinkState.DENIED, LinkState.FOREIGN, LinkState.UP, LinkState.GONE,
)  # fmt: skip


@dataclass(frozen=True)
class Standing:
    """How it is with the board; `port` is where it is or might be, `why` what the system said."""

    state: LinkState
    port: str = ""
    board: Greeting | None = None
    why: str = ""


class Port(Protocol):
    """An open serial port. Everything may raise OSError once it has been unplugged."""

    def read(self, timeout_s: float) -> bytes: ...

    def write(self, data: bytes) -> None: ...

    def wake(self) -> None: ...

    def close(self) -> None: ...


def usb_ids() -> set[tuple[int, int]]:
    """Vendor and product of every board there is a file for."""
    names = [module.name for module in pkgutil.iter_modules(boards.__path__)]
    return {usb for name in names for usb in import_module(f"{boards.__name__}.{name}").USB}


def usb_ports() -> list[str]:
    """The ports of this machine that could be a board's."""
    known = usb_ids()
    return [port.device for port in list_ports.comports() if (port.vid, port.pid) in known]


class SerialPort:
    """A real port, nobody else's while it is open. OSError if it cannot be opened."""

    def __init__(self, name: str) -> None:
        with _as_os_error():
            self._serial = serial.Serial(name, BAUD, timeout=TICK_S, write_timeout=GREET_S, exclusive=True)

    def read(self, timeout_s: float) -> bytes:
        """What has come, at most `timeout_s` after now."""
        with _as_os_error():
            self._serial.timeout = timeout_s
            return bytes(self._serial.read(max(1, self._serial.in_waiting)))

    def write(self, data: bytes) -> None:
        with _as_os_error():
            self._serial.write(data)

    def wake(self) -> None:
        """Ends a `read` that waits."""
        with _as_os_error():
            if self._serial.is_open:
                self._serial.cancel_read()

    def close(self) -> None:
        with _as_os_error():
            self._serial.close()


@contextlib.contextmanager
def _as_os_error() -> Iterator[None]:
    """A port that vanishes at the wrong moment raises TypeError or termios.error out of pyserial."""
    try:
        yield
    except _VANISHED as error:
        raise OSError(f"the port has gone: {error}") from error


class Link:
    """Starts at once, in a thread of its own. `hear` is told what the board says, `tell` how it is with the board; both
    in that thread, and may not block. `show` and `beep` may be called from any thread, `close` twice."""

    def __init__(
        self,
        hear: Callable[[Heard], None],
        tell: Callable[[Standing], None],
        *,
        ports: Callable[[], list[str]] = usb_ports,
        open_port: Callable[[str], Port] = SerialPort,
        mono_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._hear = hear
        self._tell = tell
        self._ports = ports
        self._open_port = open_port
        self._mono_s = mono_s
        self._talk = Talk()
        self._lock = threading.Lock()
        self._port: Port | None = None
        self._was_up = False
        self._mute: set[str] = set()
        self._standing: Standing | None = None
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True, name="touchline link")
        self._thread.start()

    def show(self, picture: Picture) -> None:
        """From now on, also on a board that comes later."""
        with self._lock:
            self._talk.show(picture)
        self._wake()

    def beep(self, pattern_ms: str) -> None:
        """On, off, on ... in ms, as `120,120,120`; nothing where no board is."""
        with self._lock:
            self._talk.beep(pattern_ms)
        self._wake()

    def close(self) -> None:
        self._closed.set()
        self._wake()
        if self._thread is not threading.current_thread():
            self._thread.join()

    def _wake(self) -> None:
        port = self._port
        if port:
            try:
                port.wake()
            except OSError:
                _log.debug("the port went while it was woken")

    def _run(self) -> None:
        while not self._closed.is_set():
            try:
                self._search()
            except Exception:  # noqa: BLE001 - where a thread starts: the search goes on
                _log.exception("the link failed")
            self._closed.wait(SEARCH_S)

    def _search(self) -> None:
        """Tries every port once, those that were mute the last; stays with the board as long as it is there. Where it
        is on none, the port that tells most about it is named: a modem beside it may be mute."""
        seen = Standing(LinkState.ABSENT)
        names = self._ports()
        self._mute &= set(names)
        for name in sorted(names, key=lambda name: name in self._mute):
            tried = self._try(name)
            seen = max(tried, seen, key=lambda standing: _TELLING.index(standing.state))
            if tried.state is LinkState.MUTE:
                self._mute.add(name)
            if tried.state is LinkState.GONE or self._closed.is_set():
                break
        if not self._closed.is_set():
            lost = self._was_up and seen.state in (LinkState.ABSENT, LinkState.MUTE, LinkState.GONE)
            self._stand(Standing(LinkState.GONE) if lost else seen)

    def _try(self, name: str) -> Standing:
        try:
            port = self._open_port(name)
        except OSError as error:
            absent = error.errno in (errno.ENOENT, errno.ENODEV, errno.ENXIO)
            return Standing(LinkState.ABSENT if absent else LinkState.DENIED, name, why=str(error))
        self._port = port
        try:
            return self._serve(port, name)
        except OSError as error:
            _log.info("%s has gone: %s", name, error)
            return Standing(LinkState.GONE if self._talk.up else LinkState.MUTE, name, why=str(error))
        finally:
            self._port = None
            _closed(port)

    def _serve(self, port: Port, name: str) -> Standing:
        """Until the board falls silent or this link is closed; OSError when it is unplugged."""
        opened_ms = self._now_ms()
        with self._lock:
            self._talk.opened(opened_ms)
        while not self._closed.is_set():
            heard = self._exchange(port)
            if self._talk.up:
                self._was_up = True
                self._stand(Standing(LinkState.UP, name, self._talk.board))
            for word in heard:
                self._hear(word)
            if self._talk.silent(self._now_ms()):
                return Standing(LinkState.GONE if self._talk.up else LinkState.MUTE, name)
            if not self._talk.up and self._now_ms() - opened_ms > GREET_S * 1000:
                return Standing(LinkState.FOREIGN if self._talk.foreign else LinkState.MUTE, name, self._talk.board)
        return Standing(LinkState.GONE, name)

    def _exchange(self, port: Port) -> list[Heard]:
        """One breath: what is to be said, then what has come."""
        with self._lock:
            said = self._talk.say(self._now_ms())
        if said:
            port.write(said)
        data = port.read(TICK_S)
        with self._lock:
            return self._talk.hear(data, self._now_ms())

    def _stand(self, standing: Standing) -> None:
        if standing != self._standing:
            self._standing = standing
            self._tell(standing)

    def _now_ms(self) -> int:
        return int(self._mono_s() * 1000)


def _closed(port: Port) -> None:
    try:
        port.close()
    except OSError:
        _log.debug("the port went while it was closed")
