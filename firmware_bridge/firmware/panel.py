"""The panel of one board: levels and bytes go in, bytes and brightnesses come out. Knows no pin, and never sleeps: all
time comes in as `now_ms`, which only grows."""

from firmware_bridge.firmware.contact import CHATTERS, DOWN, FREED, HELD, UP, Contact
from firmware_bridge.firmware.picture import ALONE, DARK, Picture, blinks_on
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
    NOBODY,
    NOTHING,
    OPEN,
    PING,
    PONG,
    PRESS,
    STUCK,
    VERSION,
    WHO,
    Channel,
    Message,
    Reader,
    spell,
)

FIRMWARE = "1.0"
HELLO_MS = 500
"""As long as no table has opened a session, the board says hello so often."""
SILENT_MS = 3000
"""A table that has said nothing for so long is gone."""
REPLIES = 16
STALE_MS = 1000
"""A beep that comes later than this is not beeped."""
BEEP_MS = 2000
DEAF_MS = 300
"""The board's own buzzer is no whistle: so long after it, nothing is heard."""


class Equipment:
    """What a board file says is there. `pins` maps roles to pins: b1 ... buttons, f1 ... fields of the track."""

    def __init__(self, name: str, pins: dict[str, int], leds: int) -> None:
        self.name = name
        self.leds = leds
        self.buttons = _numbered("b", pins)
        self.fields = _numbered("f", pins)
        self.lamps = _numbered("lamp", pins)
        self.others = tuple(role for role in ("buzzer", "mic") if role in pins or role + "_data" in pins)

    def told(self) -> tuple[str, ...]:
        """The capabilities, as `hello` says them."""
        counts = (("buttons", self.buttons), ("fields", self.fields), ("lamps", self.lamps))
        return (
            tuple(f"{name}={len(roles)}" for name, roles in counts)
            + (f"leds={self.leds}",)
            + tuple(f"{role}=1" for role in self.others)
        )


def _numbered(letters: str, pins: dict[str, int]) -> tuple[str, ...]:
    roles = [f"{letters}{n}" for n in range(1, 33)]
    return tuple(role for role in roles if role in pins)


class Panel:
    """`boot` is another text at every start; `levels` are those of the buttons, then of the fields, at the start."""

    def __init__(self, equipment: Equipment, boot: str, levels: list[bool], now_ms: int) -> None:
        self.left = False
        self._equipment = equipment
        self._boot = boot
        self._session = NOBODY
        self._names = equipment.buttons + equipment.fields
        self._contacts = [
            Contact(level, now_ms, field=name in equipment.fields) for name, level in zip(self._names, levels)
        ]
        self._reader = Reader()
        self._channel = Channel()
        self._replies: list[bytes] = []
        self._missed = 0
        self._picture = DARK
        self._beep: list[int] = []
        self._beep_ms = 0
        self._heard_ms = now_ms
        self._hello_ms = now_ms - HELLO_MS

    @property
    def waiting(self) -> int:
        """How many messages no table has taken yet."""
        return len(self._channel.waiting)

    # -- in ---------------------------------------------------------------------------------------------------------

    def feel(self, levels: list[bool], now_ms: int) -> None:
        """The levels of all inputs, every few ms; True is pressed."""
        for at, level in enumerate(levels):
            contact = self._contacts[at]
            if contact.rests and level is contact.level:
                continue
            stroke = contact.feel(level, now_ms)
            if stroke is not None:
                self._felt(self._names[at], stroke, now_ms)

    def blow(self, now_ms: int) -> None:
        """The whistle has been heard."""
        if not self._beep or now_ms - self._beep_ms > sum(self._beep) + DEAF_MS:
            self._report(BLOW, (), now_ms)

    def hear(self, data: bytes, now_ms: int) -> None:
        """Bytes from the table."""
        for message in self._reader.feed(data):
            self._heard_ms = now_ms
            self._obey(message, now_ms)

    def _felt(self, name: str, stroke: str, now_ms: int) -> None:
        if stroke == FREED:
            self._report(FREE, (name,), now_ms)
        elif stroke in (HELD, CHATTERS):
            self._report(STUCK, (name, stroke), now_ms)
        elif name in self._equipment.buttons:
            self._report(PRESS, (name, stroke), now_ms)
        else:
            self._report(FIELD, (name, "off" if stroke == UP else "on"), now_ms)

    def _report(self, word: str, fields: tuple[str, ...], now_ms: int) -> None:
        """In its turn; where there is no room the presses are counted, and the count is told as soon as there is."""
        if self._missed and self._channel.put(LOST, (str(self._missed),), now_ms):
            self._missed = 0
        if self._missed or not self._channel.put(word, fields, now_ms):
            self._missed += _presses(word, fields)

    def _obey(self, message: Message, now_ms: int) -> None:
        if message.word == OPEN and len(message.fields) == 1:
            self._open(message.fields[0], now_ms)
        elif message.word == WHO or self._session == NOBODY:
            self._hello()
        elif message.word == PING:
            self._reply(Message(PONG))
        elif message.word == ACK:
            self._channel.acknowledged(message.number)
        elif message.number:
            self._order(message, now_ms)

    def _open(self, session: str, now_ms: int) -> None:
        """Another session than before: what still waits was meant for a table that has gone, and is told as lost."""
        if session != self._session:
            self._session = session
            self._missed += sum(_presses(word, fields) for word, fields, _ in self._channel.waiting)
            self._channel.reset()
            if self._missed and self._channel.put(LOST, (str(self._missed),), now_ms):
                self._missed = 0
        self._hello()

    def _order(self, message: Message, now_ms: int) -> None:
        new = self._channel.takes(message)
        if self._channel.knows(message):
            self._reply(Message(ACK, message.number))
        if not new:
            return
        if message.word == LEDS and len(message.fields) == 4:
            self._draw(Picture(*["" if field == NOTHING else field for field in message.fields[:3]]))
        elif message.word == BEEP and len(message.fields) == 2:
            self._sound(message.fields[0], message.fields[1], now_ms)
        elif message.word == LEAVE:
            self.left = True

    def _draw(self, picture: Picture) -> None:
        if picture.fits:
            self._picture = picture

    def _sound(self, pattern: str, age: str, now_ms: int) -> None:
        """On, off, on ... in ms."""
        try:
            times = [min(max(int(part), 0), BEEP_MS) for part in pattern.split(",")[:8]]
            late = int(age) > STALE_MS
        except ValueError:
            return
        if not late:
            self._beep, self._beep_ms = times, now_ms

    def _hello(self) -> None:
        fields = (str(VERSION), self._session, self._boot, self._equipment.name, FIRMWARE)
        self._reply(Message(HELLO, 0, fields + self._equipment.told()))

    def _reply(self, message: Message) -> None:
        if len(self._replies) < REPLIES:  # the table asks again for what is left out
            self._replies.append(spell(message))

    # -- out --------------------------------------------------------------------------------------------------------

    def say(self, now_ms: int) -> bytes:
        """Bytes to the table."""
        if self._session == NOBODY and now_ms - self._hello_ms >= HELLO_MS:
            self._hello_ms = now_ms
            self._hello()
        said = b"".join(self._replies)
        self._replies = []
        return said + (self._channel.due(now_ms) if self._session != NOBODY else b"")

    def look(self, now_ms: int) -> tuple[Picture, bool]:
        """What the lights show, and whether those that blink are on: while this is the same, so are the lights."""
        return self._shown(now_ms), blinks_on(now_ms)

    def strip(self, now_ms: int) -> list[tuple[int, int, int]]:
        """Red, green and blue of every light, 0 to 255."""
        return self._shown(now_ms).strip(now_ms, self._equipment.leds)

    def lamps(self, now_ms: int) -> list[int]:
        """Brightness of the goal lamps, 0 to 255."""
        return self._shown(now_ms).lamp_levels(now_ms)

    def buzzer(self, now_ms: int) -> bool:
        at_ms, on = self._beep_ms, True
        for length_ms in self._beep:
            at_ms += length_ms
            if now_ms < at_ms:
                return on
            on = not on
        return False

    def _shown(self, now_ms: int) -> Picture:
        return ALONE if self._session == NOBODY or now_ms - self._heard_ms > SILENT_MS else self._picture


def _presses(word: str, fields: tuple[str, ...]) -> int:
    """What a lost message is worth to people: a press, or as many as it says were lost."""
    if word == LOST:
        return int(fields[0])
    return int(word == BLOW or (word == PRESS and fields[1] == DOWN))
