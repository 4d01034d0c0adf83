"""Garbage as lines really bring it, from a seed."""

from __future__ import annotations

import random

from firmware_bridge.wire import Message, spell

BANNERS = (
    b"MPY: soft reboot\r\n",
    b'MicroPython v1.24.1 on 2024-11-29; Raspberry Pi Pico with RP2040\r\nType "help()" for more information.\r\n>>> ',
    b"ets Jul 29 2019 12:21:46\r\n\r\nrst:0x1 (POWERON_RESET),boot:0x13 (SPI_FAST_FLASH_BOOT)\r\n",
    b"Traceback (most recent call last):\r\n",
)
WORDS = ("press", "field", "blow", "hello", "ack", "leds", "pong", "stuck")


def message(chance: random.Random) -> Message:
    fields = tuple(str(chance.choice(("b3", "down", "up", chance.randrange(9999), "dOb......"))) for _ in range(3))
    return Message(chance.choice(WORDS), chance.randrange(100_000), fields)


def spoilt(line: bytes, chance: random.Random) -> bytes:
    """A line that is not what was sent."""
    kind = chance.randrange(5)
    at = chance.randrange(len(line))
    if kind == 0:  # one to three bits
        bent = bytearray(line)
        for _ in range(chance.randint(1, 3)):
            bent[chance.randrange(len(line))] ^= 1 << chance.randrange(8)
        return bytes(bent)
    if kind == 1:  # a byte is lost
        return line[:at] + line[at + 1 :]
    if kind == 2:  # a half line
        return line[:at]
    if kind == 3:  # a burst
        return line[:at] + chance.randbytes(chance.randint(1, 8)) + line[at + chance.randrange(8) :]
    return line[:at] + chance.choice(BANNERS) + line[at:]


def noisy(count: int, chance: random.Random) -> tuple[list[Message], bytes]:
    """What was sent, and what came of it: about half of the lines are spoilt."""
    sent = [message(chance) for _ in range(count)]
    return sent, b"".join(spoilt(spell(m), chance) if chance.random() < 0.5 else spell(m) for m in sent)
