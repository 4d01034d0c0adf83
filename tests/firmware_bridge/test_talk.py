"""Both ends of the line together, on a clock of their own: every press counts once, whatever the line does."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count

import pytest

from firmware_bridge.firmware.boards import pico
from firmware_bridge.firmware.panel import Equipment, Panel
from firmware_bridge.firmware.picture import FULL
from firmware_bridge.firmware.picture import Picture as Shown
from firmware_bridge.talk import ASK_MS, SILENT_MS, Heard, Picture, Talk
from firmware_bridge.virtual import Faults, Line
from firmware_bridge.wire import LONGEST, MOST_LIGHTS, Message, Reader, spell

EQUIPMENT = Equipment(pico.NAME, pico.PINS, pico.LEDS)
INPUTS = EQUIPMENT.buttons + EQUIPMENT.fields
PICTURE = Picture("dO.......", "w" * 9, "O.")
STEP_MS = 5


class Pair:
    """A table and a board with a line between them."""

    def __init__(self, faults: Faults | None = None, seed: int = 1) -> None:
        self.faults = faults or Faults()
        self.now_ms = 0
        self.heard: list[Heard] = []
        self.down: set[str] = set()
        self._chance = random.Random(seed)
        self._boots, self._sessions = count(1), count(1)
        self.restart_board()
        self.restart_table()

    def restart_board(self) -> None:
        self.panel = Panel(EQUIPMENT, f"b{next(self._boots)}", [False] * len(INPUTS), self.now_ms)
        self.plug()

    def restart_table(self) -> None:
        self.talk = Talk(lambda: f"s{next(self._sessions)}")
        self.open()

    def plug(self) -> None:
        self.to_board, self.to_table = Line(self.faults, self._chance), Line(self.faults, self._chance)

    def open(self) -> None:
        self.plug()
        self.talk.opened(self.now_ms)

    def run(self, length_ms: int, cut: bool = False) -> None:
        for _ in range(0, length_ms, STEP_MS):
            self.now_ms += STEP_MS
            self.panel.feel([name in self.down for name in INPUTS], self.now_ms)
            if not cut:
                self._exchange(self.now_ms / 1000)

    def _exchange(self, now_s: float) -> None:
        for _ in range(40 if self.faults.crumbs else 1):
            self.panel.hear(self.to_board.get(now_s), self.now_ms)
            self.heard += self.talk.hear(self.to_table.get(now_s), self.now_ms)
        self.to_board.put(self.talk.say(self.now_ms), now_s)
        self.to_table.put(self.panel.say(self.now_ms), now_s)

    def press(self, name: str, cut: bool = False) -> None:
        self.down = {name}
        self.run(40, cut)
        self.down = set()
        self.run(40, cut)

    @property
    def presses(self) -> list[str]:
        return [h.fields[0] for h in self.heard if h.word == "press" and h.fields[1] == "down"]

    @property
    def lost(self) -> int:
        return sum(int(h.fields[0]) for h in self.heard if h.word == "lost")

    def shows(self, picture: Picture) -> bool:
        shown = Shown(picture.lights, picture.colours, picture.lamps)
        return self.panel.strip(self.now_ms) == shown.strip(self.now_ms, pico.LEDS)


FAULTS = {
    "none": Faults(),
    "one byte at a time": Faults(crumbs=True),
    "20 % loss": Faults(loss=0.2),
    "bit flips": Faults(flips=0.004),
    "delays": Faults(delay_s=0.15),
    "all at once": Faults(crumbs=True, loss=0.2, flips=0.002, delay_s=0.05),
}


@pytest.mark.parametrize("faults", FAULTS.values(), ids=FAULTS)
def test_every_press_counts_once_and_in_order(faults: Faults) -> None:
    pair = Pair(faults)
    pair.talk.show(PICTURE)
    pair.run(2000)
    assert pair.talk.up
    pressed = random.Random(4).choices(EQUIPMENT.buttons, k=30)
    for name in pressed:
        pair.press(name)
        pair.run(random.Random(5).randrange(300, 900, STEP_MS))
    pair.run(3000)
    assert pair.presses == pressed
    assert pair.lost == 0
    assert pair.shows(PICTURE)


def test_a_picture_is_on_the_board_at_once() -> None:
    pair = Pair()
    pair.run(ASK_MS * 3)
    pair.talk.show(PICTURE)
    pair.run(3 * STEP_MS)
    assert pair.shows(PICTURE)


def test_the_newest_picture_wins() -> None:
    pair = Pair(Faults(delay_s=0.03))
    pair.run(1000)
    for n in range(9):
        pair.talk.show(Picture("." * n + "O", "w" * (n + 1), ".."))
        pair.run(STEP_MS)
    pair.run(400)
    assert pair.shows(Picture("........O", "w" * 9, ".."))


def test_a_burst_in_a_gap_comes_afterwards_in_order() -> None:
    pair = Pair()
    pair.run(1000)
    names = ("b3", "b1", "b4", "b1", "b2")
    for name in names:
        pair.press(name, cut=True)
    pair.run(400, cut=True)
    assert pair.presses == []
    pair.open()
    pair.run(1000)
    assert pair.presses == list(names)
    assert all(h.age_ms >= 400 for h in pair.heard if h.word == "press")


@pytest.mark.parametrize("at_ms", range(0, 120, STEP_MS))
def test_a_press_while_the_line_breaks_counts_once(at_ms: int) -> None:
    pair = Pair()
    pair.run(1000)
    pair.down = {"b3"}
    pair.run(at_ms)
    pair.open()
    pair.run(200)
    pair.down = set()
    pair.run(1000)
    assert pair.presses == ["b3"]


@pytest.mark.parametrize("seed", range(30))
def test_gaps_at_any_time_neither_lose_nor_double_a_press(seed: int) -> None:
    chance = random.Random(seed)
    pair = Pair(Faults(loss=0.1), seed)
    pressed = []
    pair.run(1500)
    for _ in range(12):
        pressed.append(chance.choice(EQUIPMENT.buttons))
        pair.press(pressed[-1], cut=chance.random() < 0.3)
        if chance.random() < 0.5:
            pair.run(chance.randrange(0, 500, STEP_MS), cut=True)
            pair.open()
        pair.run(chance.randrange(0, 400, STEP_MS))
    pair.run(4000)
    assert pair.presses == pressed
    assert pair.lost == 0


@pytest.mark.parametrize("seed", range(20))
def test_a_table_that_starts_anew_is_told_of_every_press_or_that_it_is_lost(seed: int) -> None:
    pair, pressed = Pair(Faults(loss=0.1), seed), 0
    pair.run(1500)
    for n in unsteady(pair, seed):
        pressed += 1
        if n % 4 == 0:
            pair.restart_table()
    assert len(pair.presses) + pair.lost >= pressed, "one that the ended table had heard may be told as lost, too"
    assert pair.lost > 0


@pytest.mark.parametrize("seed", range(20))
def test_a_board_that_starts_anew_says_so_every_time(seed: int) -> None:
    pair, restarts = Pair(Faults(loss=0.1), seed), 0
    pair.run(1500)
    for n in unsteady(pair, seed):
        if n % 4 == 0:
            pair.restart_board()
            pair.run(1500)
            restarts += 1
    assert pair.heard.count(Heard("restarted")) == restarts


def unsteady(pair: Pair, seed: int) -> Iterator[int]:
    """Forty presses, many of them in a gap; what is told of them is in order, and nothing twice."""
    chance, pressed = random.Random(seed), []
    for n in range(40):
        pressed.append(EQUIPMENT.buttons[n % 8])
        pair.press(pressed[-1], cut=chance.random() < 0.4)
        yield n
        pair.run(chance.randrange(0, 300, STEP_MS))
    pair.run(4000)
    left = iter(pressed)
    assert all(name in left for name in pair.presses)


def test_presses_before_the_table_came_are_told_as_lost() -> None:
    pair = Pair()
    for _ in range(3):
        pair.press("b1", cut=True)
    pair.run(1000)
    assert (pair.presses, pair.lost) == ([], 3)


def test_what_waits_for_a_table_that_starts_anew_is_told_as_lost() -> None:
    pair = Pair()
    pair.run(1000)
    for _ in range(3):
        pair.press("b1", cut=True)
    pair.restart_table()
    pair.run(1000)
    assert (pair.presses, pair.lost) == ([], 3)


def test_a_board_that_starts_anew_says_so_and_gets_its_picture() -> None:
    pair = Pair()
    pair.talk.show(PICTURE)
    pair.run(1000)
    assert pair.shows(PICTURE)
    pair.restart_board()
    pair.run(STEP_MS * 2)
    assert not pair.shows(PICTURE)
    pair.run(1000)
    assert pair.heard == [Heard("restarted")]
    assert pair.shows(PICTURE)
    pair.press("b1")
    assert pair.presses == ["b1"]


def test_a_reset_in_mid_line() -> None:
    pair = Pair()
    pair.run(1000)
    pair.heard += pair.talk.hear(b"$press 1 b3 do", pair.now_ms)
    pair.restart_board()
    pair.heard += pair.talk.hear(b"\r\nMPY: soft reboot\r\nrst:0x1 (POWERON", pair.now_ms)
    pair.run(1000)
    pair.press("b4")
    assert pair.presses == ["b4"]


def test_silence_is_noticed_and_ends() -> None:
    pair = Pair()
    pair.run(1000)
    pair.run(3000)
    assert not pair.talk.silent(pair.now_ms), "the heartbeat is enough"
    pair.faults.silent = True
    pair.run(SILENT_MS + 600)
    assert pair.talk.silent(pair.now_ms)
    pair.faults.silent = False
    pair.open()
    pair.run(500)
    assert pair.talk.up
    assert not pair.talk.silent(pair.now_ms)


def test_old_lines_of_a_board_that_started_anew_do_not_count() -> None:
    pair = Pair()
    pair.run(1000)
    pair.talk.opened(pair.now_ms)
    old = spell(Message("press", 1, ("b3", "down", "0")))
    assert pair.talk.hear(old, pair.now_ms) == []
    assert b"ack" not in pair.talk.say(pair.now_ms)


def test_out_of_step_begins_a_new_session() -> None:
    pair = Pair()
    pair.run(1000)
    pair.talk.hear(spell(Message("press", 77, ("b3", "down", "0"))), pair.now_ms)
    assert not pair.talk.up
    pair.run(500)
    assert pair.talk.up
    pair.press("b4")
    assert pair.presses == ["b4"]


def test_a_board_of_another_edition_is_not_talked_to() -> None:
    talk = Talk()
    talk.opened(0)
    talk.hear(spell(Message("hello", 0, ("2", "-", "b1", "pico", "9.0", "buttons=8"))), 0)
    assert talk.foreign
    assert not talk.up
    assert Reader().feed(talk.say(1000)) == []


@pytest.mark.parametrize(
    "fields",
    [
        (),
        ("1",),
        ("x", "-", "b", "pico", "1"),
        ("1", "-", "b", "pico", "1", "leds=x"),
        ("1", "-", "b", "pico", "1", "leds"),
        ("1", "-", "b", "pico", "1", "leds=-5"),
    ],
)
def test_a_hello_that_is_none(fields: tuple[str, ...]) -> None:
    talk = Talk()
    assert talk.hear(spell(Message("hello", 0, fields)), 0) == []
    assert talk.board is None


def test_a_beep_without_a_board_is_dropped() -> None:
    pair = Pair()
    pair.talk.beep("120")
    pair.run(1000)
    pair.talk.beep("60")
    pair.run(2 * STEP_MS)
    assert pair.panel.buzzer(pair.now_ms)
    pair.run(100)
    assert not pair.panel.buzzer(pair.now_ms)


def test_a_strip_longer_than_a_line_and_one_without_lights() -> None:
    pair = Pair()
    pair.run(1000)
    for lights in ("O" * 3 * MOST_LIGHTS, ""):
        pair.talk.show(Picture(lights, "w" * len(lights), "O."))
        pair.run(200)
        assert pair.talk.up
        seen = pair.panel.strip(pair.now_ms)
        assert seen.count((FULL,) * 3) == min(len(lights), pico.LEDS)
        assert pair.panel.lamps(pair.now_ms) == [255, 0]


def test_the_longest_picture_fits_its_line_for_ever() -> None:
    fields = Picture("O" * MOST_LIGHTS, "w" * MOST_LIGHTS, "OO").fields()
    assert len(spell(Message("leds", 10**9, (*fields, str(10**9))))) <= LONGEST


@pytest.mark.parametrize(
    ("word", "fields"),
    [
        ("press", ("b3",)),
        ("press", ("b3", "tapped")),
        ("press", ("button", "down")),
        ("press", ("b3", "down", "hard")),
        ("field", ("fx", "on")),
        ("field", ("f1", "down")),
        ("blow", ("loud",)),
        ("stuck", ("b3",)),
        ("lost", ("many",)),
        ("lost", ()),
        ("free", ()),
    ],
)
def test_what_another_board_says_wrongly_is_acknowledged_and_nothing(word: str, fields: tuple[str, ...]) -> None:
    pair = Pair()
    pair.run(1000)
    assert pair.talk.hear(spell(Message(word, 1, (*fields, "0"))), pair.now_ms) == []
    assert b"$ack 1*" in pair.talk.say(pair.now_ms)
    assert pair.talk.hear(spell(Message("blow", 2, ("0",))), pair.now_ms) == [Heard("blow")]


@pytest.mark.parametrize("slept_ms", [SILENT_MS + 1, 60_000, 3_600_000])
def test_a_table_that_slept_calls_no_board_silent(slept_ms: int) -> None:
    """Its process was stopped, its Pi was busy: while nobody listens, no silence is heard."""
    pair = Pair()
    pair.run(1000)
    pair.now_ms += slept_ms
    pair.heard += pair.talk.hear(b"", pair.now_ms)
    assert not pair.talk.silent(pair.now_ms)
    pair.run(1000)
    assert pair.talk.up
    assert not pair.talk.silent(pair.now_ms)


def test_a_table_that_slept_still_hears_a_silence_afterwards() -> None:
    pair = Pair()
    pair.run(1000)
    pair.now_ms += 60_000
    pair.faults.silent = True
    pair.plug()
    pair.run(SILENT_MS + ASK_MS * 6)
    assert pair.talk.silent(pair.now_ms)
