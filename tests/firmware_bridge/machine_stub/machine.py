"""The machine of a board that is not there, for MicroPython on this computer: a script drives the inputs and is told
the outputs, one datagram a change, on the UDP port in TOUCHLINE_STUB.

In: `pin 4 0`, `sound PATH` (16-bit samples, heard once). Out: `ready`, `pin 22 1`, `pwm 20 65535`, `strip HEX`."""

import os
import select
import socket

_address = socket.getaddrinfo("127.0.0.1", int(os.getenv("TOUCHLINE_STUB")))[0][-1]
_socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
_socket.connect(_address)
_poll = select.poll()
_poll.register(_socket, select.POLLIN)
_levels = {}


def tell(text):
    _socket.send(text.encode())


def _obey():
    """Everything that the script has said; waits a moment for it, or this computer would do nothing else."""
    wait_ms = 1
    while _poll.poll(wait_ms):
        wait_ms = 0
        words = _socket.recv(2000).decode().split(" ")
        if words[0] == "pin":
            _levels[int(words[1])] = int(words[2])
        elif words[0] == "sound":
            _microphone.play(words[1])


def reset():
    raise SystemExit


class Pin:
    IN, OUT, PULL_UP = 0, 1, 2

    def __init__(self, number, mode=IN, pull=None, value=None):
        if number >= 34 and (mode == self.OUT or pull is not None):
            raise ValueError("this pin is an input without a pull-up")  # as 34 to 39 of an ESP32 are
        self.number = number
        self._first = not _known
        _known.append(number)
        self._value = value

    def value(self, level=None):
        if level is None:
            if self._first:  # once for all pins: a look at the line costs
                _obey()
            return _levels.get(self.number, 1)
        if level != self._value:
            self._value = level
            tell(f"pin {self.number} {level}")
        return None


_known = []


class PWM:
    def __init__(self, pin, freq, duty_u16):
        self._number = pin.number
        self._duty = duty_u16

    def duty_u16(self, duty):
        if duty != self._duty:
            self._duty = duty
            tell(f"pwm {self._number} {duty}")


class I2S:
    """Silent until it is told to play; then as fast as it is listened to."""

    RX, MONO = 0, 0

    def __init__(self, number, sck, ws, sd, mode, bits, format, rate, ibuf):
        global _microphone
        _microphone = self
        self._sound = None

    def irq(self, full):
        self._full = full

    def readinto(self, block):
        self._block = block
        self._go_on()

    def play(self, path):
        self._sound = open(path, "rb")  # noqa: SIM115 - heard block by block
        self._go_on()

    def _go_on(self):
        if self._sound and self._sound.readinto(self._block):
            self._full(self)


_microphone = None
tell("ready")
