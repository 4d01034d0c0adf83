"""The table's end of the line, without the line: bytes come in and go out, time comes in as `now_ms`.

A session belongs to one start of the table and one start of the board. While both last, every message counts once,
however often the line breaks; when either begins anew, so does the session, and what was under way is told as lost."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from firmware_bridge.wire import (
    ACK,
    BEEP,
    BLOW,
    FIELD,
    FREE,
    HELLO,
    LEAVE,
    LEDS,
    LOST,
    MOST_LIGHTS,
    NOTHING,
    OPEN,
    PING,
    PRESS,
    STUCK,
    VERSION,
    WHO,
    Channel,
    Message,
    Reader,
    spell,
)

ASK_MS: Final = 100
PING_MS: Final = 500
SILENT_MS: Final = 1500
"""A board that has said nothing for so long is gone."""
NAP_MS: Final = 500
"""Who has not listened for longer was asleep: its process was stopped, or its machine too busy."""
RESTARTED: Final = "restarted"
"""The one word that no board says: it has started anew, and what had not come by then never will."""


@dataclass(frozen=True)
class Heard:
    """A word of the board: `press`, `field`, `blow`, `stuck`, `free`, `lost` (hardware.md, "The wire") or `restarted`.
    `age_ms` is how long ago it happened there."""

    word: str
    fields: tuple[str, ...] = ()
    age_ms: int = 0


@dataclass(frozen=True)
class Greeting:
    """Who the board says that it is; `has` counts its parts: buttons, fields, leds, lamps, buzzer, mic."""

    version: int
    session: str
    boot: str
    board: str
    firmware: str
    has: Mapping[str, int]

    @property
    def lights(self) -> int:
        """How many lights of its strip a picture can reach."""
        return min(self.has.get("leds", 0), MOST_LIGHTS)


@dataclass(frozen=True)
class Picture:
    """A whole picture: letters and colours of the strip, and the letters of the two goal lamps."""

    lights: str
    colours: str
    lamps: str

    def fields(self) -> tuple[str, str, str]:
        """As the wire has them."""
        lights, colours = self.lights[:MOST_LIGHTS], self.colours[:MOST_LIGHTS]
        return lights or NOTHING, colours or NOTHING, self.lamps


class Talk:
    """One table's talk with whichever board is on the line. `board` is who greeted last, `up` whether it is ours. With
    `any_edition` it may be of another edition of the wire: enough is the same in all to end its program."""

    def __init__(
        self, new_session: Callable[[], str] = lambda: secrets.token_hex(4), any_edition: bool = False
    ) -> None:
        self._any_edition = any_edition
        self.board: Greeting | None = None
        self.up = False
        self._new_session = new_session
        self._session = new_session()
        self._channel = Channel()
        self._picture: Picture | None = None
        self._beep: str | None = None
        self._leaves = False
        self._restarted = False
        self.opened(0)

    def opened(self, now_ms: int) -> None:
        """A line was opened, to whom is not known yet."""
        self.up = False
        self._greeted = False
        self._reader = Reader()
        self._replies: list[Message] = []
        self._shown: Picture | None = None
        self._heard_ms = self._said_ms = self._awake_ms = now_ms
        self._ask_ms = now_ms - ASK_MS

    def silent(self, now_ms: int) -> bool:
        """Whether the board has said nothing for too long."""
        return now_ms - self._heard_ms > SILENT_MS

    @property
    def foreign(self) -> bool:
        """Whether a board has greeted on this line that speaks another edition of the wire."""
        other = self._greeted and self.board is not None and self.board.version != VERSION
        return other and not self._any_edition

    def show(self, picture: Picture) -> None:
        """From now on; the newest picture wins, and is shown again whenever a board comes."""
        self._picture = picture

    def beep(self, pattern_ms: str) -> None:
        """On, off, on ... in ms, as `120,120,120`; dropped where no board is."""
        self._beep = pattern_ms if self.up else None

    def leave(self) -> None:
        """The board's program ends as soon as it hears this."""
        self._leaves = True

    @property
    def left(self) -> bool:
        """After `leave`: whether it has heard it."""
        return not self._leaves and self._channel.idle

    def hear(self, data: bytes, now_ms: int) -> list[Heard]:
        """What the board tells with these bytes; in order, and each once. To be called again within NAP_MS: what is
        longer was the table's own sleep, and no silence of the board."""
        self._heard_ms += max(0, now_ms - self._awake_ms - NAP_MS)
        self._awake_ms = now_ms
        heard = []
        for message in self._reader.feed(data):
            self._heard_ms = now_ms
            if message.word == HELLO:
                heard += self._hello(_greeting(message.fields))
            elif self.up and message.word == ACK:
                self._channel.acknowledged(message.number)
            elif self.up and message.number:
                heard += self._told(message)
        return heard

    def say(self, now_ms: int) -> bytes:
        """Bytes to the board."""
        said = b"".join(spell(reply) for reply in self._replies)
        self._replies = []
        said += self._news(now_ms) if self.up else self._question(now_ms)
        self._said_ms = now_ms if said else self._said_ms
        return said

    def _question(self, now_ms: int) -> bytes:
        if self.foreign or now_ms - self._ask_ms < ASK_MS:
            return b""
        self._ask_ms = now_ms
        return spell(Message(WHO))

    def _news(self, now_ms: int) -> bytes:
        if self._channel.idle and self._leaves:
            self._channel.put(LEAVE, (), now_ms)
            self._leaves = False
        elif self._channel.idle and self._beep:
            self._channel.put(BEEP, (self._beep,), now_ms)
            self._beep = None
        elif self._channel.idle and self._picture and self._picture != self._shown:
            self._shown = self._picture
            self._channel.put(LEDS, self._shown.fields(), now_ms)
        due = self._channel.due(now_ms)
        return due or (spell(Message(PING)) if now_ms - self._said_ms >= PING_MS else b"")

    def _hello(self, greeting: Greeting | None) -> list[Heard]:
        if greeting is None:
            return []
        before, self.board, self._greeted = self.board, greeting, True
        if self.foreign:
            self.up = False
            return []
        if before is None or before.boot != greeting.boot or (self.up and greeting.session != self._session):
            self._begin()
        self._restarted |= before is not None and before.boot != greeting.boot
        self.up = greeting.session == self._session
        if not self.up:
            self._replies.append(Message(OPEN, 0, (self._session,)))
            return []
        restarted, self._restarted = self._restarted, False
        return [Heard(RESTARTED)] if restarted else []

    def _begin(self) -> None:
        """A session of its own for every start of the board: what it counted before is not what it counts now."""
        self._session = self._new_session()
        self._channel.reset()
        self._shown = None

    def _told(self, message: Message) -> list[Heard]:
        new = self._channel.takes(message)
        if not self._channel.knows(message):
            self._begin()  # out of step: nothing of this session can be trusted
            self.up = False
            return []
        self._replies.append(Message(ACK, message.number))
        heard = _heard(message)
        return [heard] if new and _makes_sense(heard) else []


def _heard(message: Message) -> Heard:
    *fields, age = message.fields or ("0",)
    return Heard(message.word, tuple(fields), int(age) if age.isdigit() else 0)


_STATES: Final = {PRESS: ("down", "long", "up"), FIELD: ("on", "off"), STUCK: ("held", "chatters")}
_FIELDS: Final = {BLOW: 0, FREE: 1, LOST: 1}


def _makes_sense(heard: Heard) -> bool:
    """Whether the fields are those of the word, on a board that somebody else has written; an unknown word may have
    any."""
    if heard.word in _STATES:
        return len(heard.fields) == 2 and heard.fields[0][1:].isdigit() and heard.fields[1] in _STATES[heard.word]
    if heard.word == LOST and not all(field.isdigit() for field in heard.fields):
        return False
    return len(heard.fields) == _FIELDS.get(heard.word, len(heard.fields))


def _greeting(fields: tuple[str, ...]) -> Greeting | None:
    try:
        version, session, boot, board, firmware, *has = fields
        counts = {name: int(count) for name, count in (part.split("=") for part in has)}
        if min(counts.values(), default=0) < 0:
            return None  # half a picture would be shown on it
        return Greeting(int(version), session, boot, board, firmware, counts)
    except ValueError:
        return None
