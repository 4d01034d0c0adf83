"""Joins pins, panel, whistle and line on the board; the one file that knows the machine.

On the board, `/main.py` says `from firmware_bridge.firmware.main import run` and `run("pico")`."""

import binascii
import os
import select
import sys
import time
from array import array

import machine
import micropython
import neopixel

from firmware_bridge.firmware.panel import Equipment, Panel
from firmware_bridge.firmware.whistle import BLOCK, RATE_HZ, Whistle

TYPE_CHECKING = False  # MicroPython has no typing
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any

AGAIN_MS = 1000
"""The strip is written anew so often, for one that was plugged in later."""
AFTER_FAULT_S = 2
PWM_HZ = 1000
_READ_MOST = 64


def run(name: str) -> None:
    """Runs the board of that name until the table says `leave`. After a fault the board says what it was, waits a
    little, so that somebody with a terminal can get in, and starts anew."""
    board = getattr(__import__("firmware_bridge.firmware.boards." + name).firmware.boards, name)
    try:
        _run(board)
    except Exception as fault:  # noqa: BLE001 - the board's last resort
        sys.print_exception(fault)  # type: ignore[attr-defined]
        micropython.kbd_intr(3)
        time.sleep(AFTER_FAULT_S)
        machine.reset()


def _run(board: "ModuleType") -> None:
    clock, line = Clock(), Line()
    inputs, lights = Inputs(board.PINS), Lights(board.PINS, board.LEDS)
    ear = Ear(board.PINS) if "mic_data" in board.PINS else None
    boot = binascii.hexlify(os.urandom(4)).decode()
    panel = Panel(Equipment(board.NAME, board.PINS, board.LEDS), boot, inputs.levels(), clock.now_ms())
    while not panel.left:
        now_ms = clock.now_ms()
        came = line.read()
        if came:
            panel.hear(came, now_ms)
        panel.feel(inputs.levels(), now_ms)
        if ear and ear.hears_a_blow():
            panel.blow(now_ms)
        line.write(panel.say(now_ms))
        lights.show(panel, now_ms)
    micropython.kbd_intr(3)


class Clock:
    """Milliseconds that only grow; the chip's own counter begins again after some days."""

    def __init__(self) -> None:
        self._ticks = time.ticks_ms()  # type: ignore[attr-defined]
        self._now_ms = 0

    def now_ms(self) -> int:
        ticks = time.ticks_ms()  # type: ignore[attr-defined]
        self._now_ms += time.ticks_diff(ticks, self._ticks)  # type: ignore[attr-defined]
        self._ticks = ticks
        return self._now_ms


class Line:
    """The board's USB serial line. Noise on it must not interrupt the program, so Ctrl-C means nothing."""

    def __init__(self) -> None:
        micropython.kbd_intr(-1)
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)

    def read(self) -> bytes:
        """What has come; the rest of a long one next time."""
        came = b""
        while len(came) < _READ_MOST and self._poll.poll(0):
            byte = sys.stdin.buffer.read(1)
            if not byte:
                break
            came += byte
        return came

    def write(self, data: bytes) -> None:
        if data:
            sys.stdout.buffer.write(data)


class Inputs:
    """Buttons and fields: contacts to ground, with the pull-ups of the chip."""

    def __init__(self, pins: dict[str, int]) -> None:
        names = Equipment("", pins, 0)
        self._pins = [self._opened(pins[name]) for name in names.buttons + names.fields]

    def levels(self) -> list[bool]:
        return [not pin.value() for pin in self._pins]

    def _opened(self, number: int) -> "Any":
        try:
            return machine.Pin(number, machine.Pin.IN, machine.Pin.PULL_UP)
        except ValueError:  # a pin of the ESP32 that has no pull-up; its resistor is on the board
            return machine.Pin(number, machine.Pin.IN)


class Lights:
    """Strip, goal lamps and buzzer, as many of them as there are; written only where something changes."""

    def __init__(self, pins: dict[str, int], count: int) -> None:
        strip = pins.get("strip")
        self._strip = None if strip is None else neopixel.NeoPixel(machine.Pin(strip, machine.Pin.OUT), count)
        names = Equipment("", pins, 0).lamps
        self._lamps = [machine.PWM(machine.Pin(pins[name]), freq=PWM_HZ, duty_u16=0) for name in names]
        buzzer = pins.get("buzzer")
        self._buzzer = None if buzzer is None else machine.Pin(buzzer, machine.Pin.OUT, value=0)
        self._shown: object = None
        self._shown_ms = 0

    def show(self, panel: Panel, now_ms: int) -> None:
        if self._buzzer:
            self._buzzer.value(1 if panel.buzzer(now_ms) else 0)
        look = panel.look(now_ms)
        if look == self._shown and now_ms - self._shown_ms < AGAIN_MS:
            return
        self._shown, self._shown_ms = look, now_ms
        if self._strip:
            for at, colour in enumerate(panel.strip(now_ms)):
                self._strip[at] = colour
            self._strip.write()
        for lamp, level in zip(self._lamps, panel.lamps(now_ms)):
            lamp.duty_u16(level * 257)


class Ear:
    """An I2S microphone, read in the background: the chip fills one block while the other is listened to."""

    def __init__(self, pins: dict[str, int]) -> None:
        self._whistle = Whistle()
        self._blocks = [array("h", [0] * BLOCK), array("h", [0] * BLOCK)]
        self._filled = False
        self._microphone = machine.I2S(
            0,
            sck=machine.Pin(pins["mic_clock"]),
            ws=machine.Pin(pins["mic_word"]),
            sd=machine.Pin(pins["mic_data"]),
            mode=machine.I2S.RX,
            bits=16,
            format=machine.I2S.MONO,
            rate=RATE_HZ,
            ibuf=8192,
        )
        self._microphone.irq(self._full)
        self._microphone.readinto(self._blocks[0])

    def hears_a_blow(self) -> bool:
        """Whether the block that has just been filled ends in a blow."""
        if not self._filled:
            return False
        self._filled = False
        self._blocks.reverse()
        self._microphone.readinto(self._blocks[0])
        return self._whistle.listen(self._blocks[1])

    def _full(self, _: object) -> None:
        self._filled = True
