"""The panel of a board, carried forward by hand."""

from __future__ import annotations

import pytest

from firmware_bridge.firmware.boards import esp32, pico
from firmware_bridge.firmware.contact import HELD_MS
from firmware_bridge.firmware.panel import DEAF_MS, HELLO_MS, REPLIES, SILENT_MS, Equipment, Panel
from firmware_bridge.firmware.picture import ALONE, FULL
from firmware_bridge.wire import LONGEST, RESEND_MS, ROOM, Message, Reader, spell

EQUIPMENT = Equipment(pico.NAME, pico.PINS, pico.LEDS)
INPUTS = len(EQUIPMENT.buttons) + len(EQUIPMENT.fields)
LIGHTS = "dOb" + "." * 6


class Bench:
    """A panel, and the table's end of its line."""

    def __init__(self, equipment: Equipment = EQUIPMENT) -> None:
        self.now_ms = 0
        self.down: set[str] = set()
        self.names = equipment.buttons + equipment.fields
        self.panel = Panel(equipment, "b00t", [False] * len(self.names), 0)
        self._reader = Reader()

    def say(self, word: str, number: int = 0, *fields: str) -> list[Message]:
        self.panel.hear(spell(Message(word, number, fields)), self.now_ms)
        return self.came()

    def came(self) -> list[Message]:
        return self._reader.feed(self.panel.say(self.now_ms))

    def run(self, length_ms: int, answer: bool = False) -> list[Message]:
        """What the board says meanwhile; with `answer` the table acknowledges at once."""
        said = []
        for _ in range(0, length_ms, 5):
            self.now_ms += 5
            self.panel.feel([name in self.down for name in self.names], self.now_ms)
            for message in self.came():
                said.append(message)
                if answer and message.number:
                    self.panel.hear(spell(Message("ack", message.number)), self.now_ms)
        return said

    def press(self, name: str, answer: bool = True) -> list[Message]:
        self.down = {name}
        said = self.run(60, answer)
        self.down = set()
        return said + self.run(60, answer)


@pytest.fixture
def bench() -> Bench:
    made = Bench()
    made.came()
    made.say("open", 0, "s1")
    return made


def told(messages: list[Message]) -> list[tuple[str, ...]]:
    return [(m.word, *m.fields[:-1]) for m in messages if m.number]


def test_it_says_hello_until_somebody_opens_a_session() -> None:
    bench = Bench()
    hellos = bench.run(HELLO_MS * 3)
    assert [m.word for m in hellos] == ["hello"] * 3
    assert hellos[0].fields[:5] == ("1", "-", "b00t", "pico", "1.0")
    assert set(hellos[0].fields[5:]) == {"buttons=8", "fields=9", "lamps=2", "leds=48", "buzzer=1", "mic=1"}
    assert bench.say("open", 0, "s1")[0].fields[1] == "s1"
    assert bench.run(HELLO_MS * 3) == []


def test_without_a_session_every_word_is_answered_with_hello() -> None:
    bench = Bench()
    bench.came()
    for word in ("ping", "who", "leds"):
        assert [m.word for m in bench.say(word, 1)] == ["hello"]


def test_every_button_and_every_field_is_told(bench: Bench) -> None:
    for name in EQUIPMENT.buttons:
        assert told(bench.press(name)) == [("press", name, "down"), ("press", name, "up")]
    for name in EQUIPMENT.fields:
        bench.down = {name}
        assert told(bench.run(200, answer=True)) == [("field", name, "on")]
        bench.down = set()
        assert told(bench.run(200, answer=True)) == [("field", name, "off")]


def test_a_press_is_said_again_until_it_is_acknowledged(bench: Bench) -> None:
    said = bench.press("b3", answer=False)
    assert {m.number for m in said} == {1}
    again = bench.run(RESEND_MS * 2 + 10)
    assert [m.number for m in again] == [1, 1]
    assert int(again[-1].fields[-1]) > int(said[0].fields[-1]), "and says its age"


def test_a_held_button_is_told_long_and_then_stuck(bench: Bench) -> None:
    bench.down = {"b2"}
    said = told(bench.run(HELD_MS + 200, answer=True))
    assert said == [("press", "b2", "down"), ("press", "b2", "long"), ("stuck", "b2", "held")]
    bench.down = set()
    assert told(bench.run(3000, answer=True)) == [("free", "b2")]


def test_a_stuck_button_leaves_the_others_alone(bench: Bench) -> None:
    bench.down = {"b2"}
    bench.run(HELD_MS + 200, answer=True)
    bench.down = {"b2", "b3"}
    assert told(bench.run(100, answer=True)) == [("press", "b3", "down")]


def test_what_has_no_room_is_counted_and_told_in_its_place(bench: Bench) -> None:
    for _ in range(ROOM):
        bench.press("b1", answer=False)
    said = told(bench.run(ROOM * 10, answer=True))
    assert said == [("press", "b1", "down"), ("press", "b1", "up")] * (ROOM // 2)
    after = told(bench.press("b2"))
    assert after == [("lost", str(ROOM - ROOM // 2)), ("press", "b2", "down"), ("press", "b2", "up")]


def test_presses_for_a_table_that_went_are_told_as_lost_to_the_next(bench: Bench) -> None:
    for _ in range(3):
        bench.press("b1", answer=False)
    hello = bench.say("open", 0, "s2")
    assert hello[0].fields[1] == "s2"
    assert told(hello) == [("lost", "3")]


def test_the_same_session_keeps_what_waits(bench: Bench) -> None:
    bench.press("b1", answer=False)
    assert told(bench.say("open", 0, "s1") + bench.run(200, answer=True))[:1] == [("press", "b1", "down")]


def test_a_picture_is_shown_and_acknowledged_as_often_as_it_comes(bench: Bench) -> None:
    for _ in range(2):
        assert bench.say("leds", 1, LIGHTS, "w" * 9, "O.", "0") == [Message("ack", 1)]
    strip = bench.panel.strip(bench.now_ms)
    assert len(strip) == pico.LEDS
    assert strip[1] == (FULL, FULL, FULL)
    assert strip[9:] == [(0, 0, 0)] * (pico.LEDS - 9)
    assert bench.panel.lamps(bench.now_ms) == [255, 0]


def test_a_picture_that_is_none_is_left_out(bench: Bench) -> None:
    bench.say("leds", 1, LIGHTS, "w" * 9, "O.", "0")
    before = bench.panel.strip(bench.now_ms)
    bench.say("leds", 2, LIGHTS, "w", "O.", "0")
    assert bench.panel.strip(bench.now_ms) == before


def test_orders_out_of_step_are_not_acknowledged(bench: Bench) -> None:
    assert bench.say("leds", 5, LIGHTS, "w" * 9, "O.", "0") == []


def test_the_buzzer_follows_its_pattern(bench: Bench) -> None:
    bench.say("beep", 1, "120,120,120", "0")
    heard = [bench.panel.buzzer(bench.now_ms + at) for at in (0, 119, 120, 239, 240, 359, 360)]
    assert heard == [True, True, False, False, True, True, False]


@pytest.mark.parametrize(("pattern", "age"), [("120", "5000"), ("x", "0"), ("", "0"), ("120", "x")])
def test_late_or_unreadable_beeps_are_not_beeped(bench: Bench, pattern: str, age: str) -> None:
    bench.panel.hear(spell(Message("beep", 1, (pattern or ",", age))), 0)
    assert not bench.panel.buzzer(bench.now_ms)


def test_no_beep_lasts_for_ever(bench: Bench) -> None:
    bench.say("beep", 1, "99999999", "0")
    assert not bench.panel.buzzer(bench.now_ms + 2000)


def test_its_own_buzzer_is_no_whistle(bench: Bench) -> None:
    bench.say("beep", 1, "120,120,120", "0")
    bench.panel.blow(bench.now_ms + 360 + DEAF_MS)
    assert told(bench.came()) == []
    bench.panel.blow(bench.now_ms + 361 + DEAF_MS)
    assert told(bench.came()) == [("blow",)]


def test_without_a_table_the_lights_say_so(bench: Bench) -> None:
    bench.say("leds", 1, LIGHTS, "w" * 9, "O.", "0")
    gone = bench.now_ms + SILENT_MS + 1
    assert bench.panel.strip(gone) == ALONE.strip(gone, pico.LEDS)
    assert bench.panel.lamps(gone) == [0, 0]
    bench.now_ms = gone
    assert bench.say("ping") == [Message("pong")]
    assert bench.panel.lamps(gone) == [255, 0], "and the picture is back with the table"


def test_it_is_left_when_told_so(bench: Bench) -> None:
    assert not bench.panel.left
    bench.say("leave", 1, "0")
    assert bench.panel.left


def test_its_replies_are_bounded(bench: Bench) -> None:
    bench.panel.hear(spell(Message("ping")) * 1000, bench.now_ms)
    assert len(bench.came()) == REPLIES


@pytest.mark.parametrize("garbage", [b"\n", b"$leds 1 O w .. x*00000000\n", b"\xff" * 5000, b"$" * 5000])
def test_garbage_does_nothing(bench: Bench, garbage: bytes) -> None:
    bench.panel.hear(garbage, bench.now_ms)
    assert bench.came() == []


@pytest.mark.parametrize("word", ["open", "leds", "beep", "ack", "leave", "what"])
def test_words_with_too_few_fields_do_no_harm(bench: Bench, word: str) -> None:
    bench.say(word, 1)
    bench.say(word, 0, "x", "y", "z", "0", "0")
    assert bench.say("ping") == [Message("pong")]


@pytest.mark.parametrize("board", [pico, esp32], ids=lambda board: board.NAME)
def test_a_board_file_is_complete(board: object) -> None:
    name, pins, leds = board.NAME, board.PINS, board.LEDS  # type: ignore[attr-defined]
    equipment = Equipment(name, pins, leds)
    assert len(equipment.buttons) == 8
    assert len(equipment.lamps) == 2
    assert {"strip", "buzzer", "mic_clock", "mic_word", "mic_data"} <= set(pins)
    assert len(set(pins.values())) == len(pins), "no pin is used twice"
    fields = ("O" * leds, "w" * leds, "OO", "99999999")
    assert len(spell(Message("leds", 99999999, fields))) <= LONGEST, "its whole picture fits on a line"


def test_the_pins_of_the_boards_exist() -> None:
    assert set(pico.PINS.values()) <= {*range(23), 26, 27, 28}
    assert pico.PINS["mic_word"] == pico.PINS["mic_clock"] + 1
    outputs = [pin for role, pin in esp32.PINS.items() if role not in ("f1", "f2", "f3", "f4")]
    assert not set(esp32.PINS.values()) & {0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 15}
    assert not set(outputs) & {34, 35, 36, 39}
