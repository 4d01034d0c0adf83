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
_sound = []


def tell(text):
    _socket.send(text.encode())


def _obey():
    while _poll.poll(0):
        words = _socket.recv(2000).decode().split(" ")
        if words[0] == "pin":
            _levels[int(words[1])] = int(words[2])
        elif words[0] == "sound":
            _sound.append(open(words[1], "rb"))  # noqa: SIM115 - heard block by block


def reset():
    raise SystemExit


class Pin:
    IN, OUT, PULL_UP = 0, 1, 2

    def __init__(self, number, mode=IN, pull=None, value=None):
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
    """Gives the block at once, and calls back before it returns, which no real one does: nothing may rely on which."""

    RX, MONO = 0, 0

    def __init__(self, number, sck, ws, sd, mode, bits, format, rate, ibuf):
        self._full = None

    def irq(self, full):
        self._full = full

    def readinto(self, block):
        for i in range(len(block)):
            block[i] = 0
        if _sound and not _sound[0].readinto(block):
            _sound.pop(0)
        self._full(self)


tell("ready")
