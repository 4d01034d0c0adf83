"""The link and a virtual board: plugged, unplugged, elsewhere, among others, silent."""

from __future__ import annotations

import errno
import threading
import time
from collections.abc import Callable, Iterator
from types import SimpleNamespace

import pytest
from serial.tools import list_ports

from firmware_bridge.firmware.boards import pico
from firmware_bridge.link import Link, LinkState, SerialPort, Standing, usb_ports
from firmware_bridge.talk import Heard, Picture
from firmware_bridge.virtual import VirtualBoard
from firmware_bridge.wire import Message, spell

LIMIT_S = 20.0
PICTURE = Picture("dO.......", "w" * 9, "O.")


def until(true: Callable[[], object]) -> None:
    limit = time.monotonic() + LIMIT_S
    while not true():
        assert time.monotonic() < limit, "it did not happen in time"
        threading.Event().wait(0.002)


class Bench:
    """A link, a virtual board, and what was heard and told."""

    def __init__(self) -> None:
        self.board = VirtualBoard()
        self.others: dict[str, object] = {}
        self.heard: list[Heard] = []
        self.told: list[Standing] = []
        self.link = Link(self.heard.append, self.told.append, ports=self.ports, open_port=self.open)

    def ports(self) -> list[str]:
        return [*self.others, *self.board.ports()]

    def open(self, name: str) -> object:
        if name not in self.others:
            return self.board.open(name)
        other = self.others[name]
        if isinstance(other, OSError):
            raise other
        return other

    def close(self) -> None:
        self.link.close()
        self.board.close()

    @property
    def states(self) -> list[str]:
        return [standing.state.value for standing in self.told]

    def until(self, state: LinkState) -> None:
        until(lambda: self.told and self.told[-1].state is state)

    def press(self, name: str) -> None:
        before = len(self.heard)
        self.board.hold(name)
        until(lambda: len(self.heard) > before)
        self.board.hold()
        until(lambda: len(self.heard) > before + 1)


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = Bench()
    yield made
    made.close()
    made.close()


class Mute:
    """Some other device: says what it says, and never greets."""

    def __init__(self, says: bytes = b"") -> None:
        self.says = says
        self.closed = 0

    def read(self, timeout_s: float) -> bytes:
        threading.Event().wait(timeout_s)
        return self.says

    def write(self, data: bytes) -> None: ...

    def wake(self) -> None: ...

    def close(self) -> None:
        self.closed += 1


def test_no_board_is_absent_and_it_may_come_any_time(bench: Bench) -> None:
    bench.until(LinkState.ABSENT)
    bench.link.show(PICTURE)
    bench.board.plug("usb0")
    bench.until(LinkState.UP)
    assert bench.states == ["absent", "up"]
    board = bench.told[-1].board
    assert board
    assert (bench.told[-1].port, board.board, board.has["leds"]) == ("usb0", "pico", pico.LEDS)
    until(lambda: bench.board.lamps() == [255, 0])


def test_a_press_comes_and_a_beep_goes(bench: Bench) -> None:
    bench.board.plug("usb0")
    bench.until(LinkState.UP)
    bench.press("b3")
    assert [(h.word, h.fields) for h in bench.heard] == [("press", ("b3", "down")), ("press", ("b3", "up"))]
    assert not bench.board.buzzer()
    bench.link.beep("2000")
    until(bench.board.buzzer)


def test_unplugged_it_is_gone_and_taken_up_under_another_name(bench: Bench) -> None:
    bench.board.plug("usb0")
    bench.until(LinkState.UP)
    bench.board.unplug()
    bench.until(LinkState.GONE)
    bench.link.show(PICTURE)
    bench.board.hold("b3")
    until(lambda: bench.board.waiting() == 1)
    bench.board.hold()
    until(lambda: bench.board.waiting() == 2)
    bench.board.plug("usb7")
    bench.until(LinkState.UP)
    until(lambda: bench.board.lamps() == [255, 0])
    assert bench.told[-1].port == "usb7"
    assert bench.states == ["absent", "up", "gone", "up"]
    until(lambda: len(bench.heard) == 2)
    bench.press("b4")
    assert [h.fields[0] for h in bench.heard if h.fields[1] == "down"] == ["b3", "b4"]


def test_a_silent_board_is_gone_and_comes_back(bench: Bench) -> None:
    bench.board.plug("usb0")
    bench.until(LinkState.UP)
    bench.board.faults.silent = True
    bench.until(LinkState.GONE)
    bench.board.faults.silent = False
    bench.until(LinkState.UP)


def test_a_reset_is_told(bench: Bench) -> None:
    bench.board.plug("usb0")
    bench.until(LinkState.UP)
    bench.link.show(PICTURE)
    until(lambda: bench.board.lamps() == [255, 0])
    bench.board.reset()
    until(lambda: bench.board.lamps() == [255, 0])
    assert [h.word for h in bench.heard] == ["restarted"]


def test_other_devices_are_left_alone(bench: Bench) -> None:
    bench.others = {"modem": Mute(), "gps": Mute(b"$GPGGA,1,2*47\r\n"), "locked": PermissionError("locked: not yours")}
    bench.board.plug("usb0")
    bench.until(LinkState.UP)
    assert bench.told[-1].port == "usb0"
    assert bench.others["modem"].closed  # type: ignore[attr-defined]


def test_a_mute_port_is_asked_last(bench: Bench) -> None:
    asked: list[str] = []
    bench.others = {"modem": Mute(), "fax": Mute()}
    until(lambda: bench.others["fax"].closed)  # type: ignore[attr-defined]
    bench.link._open_port = lambda name: asked.append(name) or bench.open(name)  # type: ignore[assignment, func-returns-value]
    bench.board.plug("usb0")
    bench.until(LinkState.UP)
    assert "usb0" in asked[:3]
    assert asked.count("modem") <= 1


def test_a_port_that_is_not_ours_is_named_with_the_reason(bench: Bench) -> None:
    bench.others = {"usb3": PermissionError("usb3: permission denied")}
    bench.until(LinkState.DENIED)
    assert (bench.told[-1].port, bench.told[-1].why) == ("usb3", "usb3: permission denied")


def test_what_a_port_tells_is_not_hidden_by_a_mute_one_beside_it(bench: Bench) -> None:
    bench.others = {"usb3": PermissionError("usb3: permission denied"), "modem": Mute()}
    bench.until(LinkState.DENIED)
    until(lambda: "modem" in bench.link._mute)
    asked = list[str]()
    bench.link._open_port = lambda name: asked.append(name) or bench.open(name)  # type: ignore[assignment, func-returns-value]
    until(lambda: asked.count("modem") > 1)
    assert (bench.told[-1].state, bench.told[-1].port) == (LinkState.DENIED, "usb3")
    assert LinkState.MUTE not in {standing.state for standing in bench.told}


class Named:
    """A port of the settings, whose name is known whether it is there or not."""

    def __init__(self) -> None:
        self.board = VirtualBoard()
        self.told: list[Standing] = []
        self.link = Link(lambda heard: None, self.told.append, ports=lambda: ["serial0"], open_port=self.open)

    def open(self, name: str) -> object:
        if not self.board.ports():
            raise FileNotFoundError(errno.ENOENT, "no such port", name)
        return self.board.open(name)

    def until(self, state: LinkState) -> None:
        until(lambda: self.told and self.told[-1].state is state)


def test_a_port_of_the_settings_is_absent_then_gone_but_never_denied() -> None:
    named = Named()
    named.until(LinkState.ABSENT)
    named.board.plug("serial0")
    named.until(LinkState.UP)
    named.board.unplug()
    named.until(LinkState.GONE)
    named.board.plug("serial0")
    named.until(LinkState.UP)
    assert LinkState.DENIED not in {standing.state for standing in named.told}
    named.link.close()
    named.board.close()


def test_a_mute_port_is_named(bench: Bench) -> None:
    bench.others = {"usb3": Mute()}
    bench.until(LinkState.MUTE)
    assert bench.told[-1].port == "usb3"


def test_another_edition_is_named(bench: Bench) -> None:
    bench.others = {"usb3": Mute(spell(Message("hello", 0, ("9", "-", "b", "pico", "7.0", "leds=3"))))}
    bench.until(LinkState.FOREIGN)
    assert bench.told[-1].board
    assert bench.told[-1].board.firmware == "7.0"


def test_a_failure_ends_no_search(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    bench.others = {"usb3": object()}
    until(lambda: "the link failed" in caplog.text)
    bench.others = {}
    bench.board.plug("usb0")
    bench.until(LinkState.UP)


def test_the_board_is_found_by_its_usb_id(monkeypatch: pytest.MonkeyPatch) -> None:
    there = [("ttyS0", None, None), ("ttyACM3", *pico.USB[0]), ("ttyUSB0", 0x1A86, 0x7523), ("ttyUSB1", 0x0403, 0x6001)]
    monkeypatch.setattr(list_ports, "comports", lambda: [SimpleNamespace(device=d, vid=v, pid=p) for d, v, p in there])
    assert usb_ports() == ["ttyACM3", "ttyUSB0"]


def test_a_port_that_is_not_there_cannot_be_opened() -> None:
    with pytest.raises(OSError, match="no such port"):
        SerialPort("/dev/no such port")
