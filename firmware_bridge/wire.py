"""The line between table and board: one message, one line of text. CPython and MicroPython run this same file, so it
imports nothing that only one of them has.

    $press 17 b3 down 4*90CED852

`$`, a word, a number, the fields, `*`, and the CRC-32 of what stands between the two signs. hardware.md, "The wire",
has all words in a table."""

import binascii

VERSION = 1
LONGEST = 250
"""Bytes of a line, its end included: the most that either end has to keep."""
MOST_LIGHTS = 100
"""A picture of so many lights, two letters each, still fits one line."""
RESEND_MS = 80
"""A numbered message that nobody has acknowledged is said again after so long."""
ROOM = 32
"""Messages that wait for their turn; what comes then is refused, and counted by whoever sent it."""
WHO, HELLO, OPEN, PING, PONG, ACK, LEAVE = "who", "hello", "open", "ping", "pong", "ack", "leave"
LEDS, BEEP = "leds", "beep"
PRESS, FIELD, BLOW, STUCK, FREE, LOST = "press", "field", "blow", "stuck", "free", "lost"
NOBODY = "-"
"""The session of a board that no table has opened yet."""
NOTHING = "-"
"""A picture of no lights, where a board has no strip."""

_START, _CHECK, _END = b"$", b"*", b"\n"
_CRC_DIGITS = 8


class WireError(ValueError):
    """A message that cannot be spelled."""


class Message:
    """`number` is 0 where no acknowledgement is wanted; the fields are texts without spaces."""

    def __init__(self, word: str, number: int = 0, fields: tuple[str, ...] = ()) -> None:
        self.word = word
        self.number = number
        self.fields = fields

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self._parts())

    def __repr__(self) -> str:
        return "Message" + repr(self._parts())

    def _parts(self) -> tuple[str, int, tuple[str, ...]]:
        return self.word, self.number, self.fields


def spell(message: Message) -> bytes:
    """The line of a message, its end included. WireError for what no line can hold."""
    parts = (message.word, str(message.number)) + message.fields
    if not all(_plain(part) for part in parts):
        raise WireError(f"{message} has a part that is not printable ASCII without space, $ and *")
    body = " ".join(parts).encode()
    line = _START + body + _CHECK + _crc(body) + _END
    if len(line) > LONGEST:
        raise WireError(f"{message.word} has {len(line)} bytes; a line has at most {LONGEST}")
    return line


def read(line: bytes) -> Message | None:
    """The message at the end of a line, whatever half line or banner stands before it; None where there is none."""
    start = line.rfind(_START)
    body, check, crc = line[start + 1 :].rstrip(b"\r\n").partition(_CHECK)
    if start < 0 or not check or crc != _crc(body):
        return None
    return _parsed(body)


def _parsed(body: bytes) -> Message | None:
    try:
        parts = body.decode().split(" ")
        return Message(parts[0], int(parts[1]), tuple(parts[2:])) if all(_plain(part) for part in parts) else None
    except (ValueError, IndexError):  # UnicodeError is a ValueError
        return None


def _crc(body: bytes) -> bytes:
    return (f"{binascii.crc32(body) & 0xFFFFFFFF:08X}").encode()


def _plain(part: str) -> bool:
    return bool(part) and all(" " < sign <= "~" and sign not in "$*" for sign in part)


class Reader:
    """Bytes in, messages out. Keeps at most one line: what is longer can be no message. `refused` counts the lines that
    were none."""

    def __init__(self) -> None:
        self.refused = 0
        self._kept = b""

    def feed(self, data: bytes) -> list[Message]:
        """The messages that are complete with these bytes."""
        lines = (self._kept + data).split(_END)
        self._kept = _tail(lines.pop())
        found = [read(line) for line in lines if line.strip()]
        self.refused += found.count(None)
        return [message for message in found if message is not None]


def _tail(kept: bytes) -> bytes:
    """What of an unfinished line can still become a message."""
    start = kept.rfind(_START)
    return kept[start:] if start >= 0 and len(kept) - start < LONGEST else b""


class Channel:
    """Carries messages to the other end in order, each exactly once: one is under way at a time, and is said again
    until it is acknowledged. And knows of what comes from there which is new. Both ends `reset` with a new session.

    The last field of every message is its age in ms when this line was written."""

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """A new session: nothing is under way, nothing has come."""
        self.waiting: list[tuple[str, tuple[str, ...], int]] = []
        self._number = 0
        self._taken = 0
        self._said_ms: int | None = None

    @property
    def idle(self) -> bool:
        """Whether everything has been acknowledged."""
        return not self.waiting

    def put(self, word: str, fields: tuple[str, ...], now_ms: int) -> bool:
        """Says this in its turn; False where there is no room."""
        if len(self.waiting) >= ROOM:
            return False
        self.waiting.append((word, fields, now_ms))
        return True

    def due(self, now_ms: int) -> bytes:
        """The line to write now, empty where none is."""
        if not self.waiting or (self._said_ms is not None and now_ms - self._said_ms < RESEND_MS):
            return b""
        self._said_ms = now_ms
        word, fields, since_ms = self.waiting[0]
        return spell(Message(word, self._number + 1, fields + (str(now_ms - since_ms),)))

    def acknowledged(self, number: int) -> None:
        """The other end has taken this number."""
        if self.waiting and self._said_ms is not None and number == self._number + 1:
            self._number = number
            self._said_ms = None
            self.waiting.pop(0)

    def takes(self, message: Message) -> bool:
        """Whether this numbered message is new. One that came before is acknowledged again, but not taken again."""
        if message.number != self._taken + 1:
            return False
        self._taken = message.number
        return True

    def knows(self, message: Message) -> bool:
        """Whether it may be acknowledged: it has been taken, now or earlier."""
        return 0 < message.number <= self._taken
