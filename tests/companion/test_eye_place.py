"""The eye and the camera's place: it reads only the tray region, and notices when the camera moves; play goes on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from companion.adapters.camera import DEVICE, PLACE, Eye
from companion.journal import MemoryJournal
from companion.table import Table
from tests.toy_game import GAME
from tests.vision import degraded
from vision.dice.colour import Palette
from vision.dice.die import Reading, Status
from vision.dice.expect import Expected
from vision.frame import CameraState, Frame, Image
from vision.memory import Memory
from vision.region import Region
from vision.settle import State
from vision.view import View

FPS = 10.0
EMPTY = degraded.tray(())
REGION = Region(((0.25, 0.1), (0.75, 0.1), (0.75, 0.9), (0.25, 0.9)))


class Live:
    """A camera that is live."""

    state, sentence, fps = CameraState.LIVE, "", FPS

    def close(self) -> None: ...


class NoDice:
    """A reader that remembers the size of what it was shown."""

    def __init__(self) -> None:
        self.sizes: list[tuple[int, ...]] = []

    def read(self, image: Image, expect: Sequence[Expected] = ()) -> Reading:
        self.sizes.append(image.shape[:2])
        return Reading(Status.EMPTY)


class Bench:
    def __init__(self, memory: Memory) -> None:
        self.table = Table(MemoryJournal(), lambda name: GAME)
        self.table.begin("toy", {"rounds": 3})
        self.reader = NoDice()
        self.eye = Eye(self.table, Live(), self.reader, simulated=True, memory=memory)  # type: ignore[arg-type]
        self.seq = 0

    @property
    def now_s(self) -> float:
        return self.seq / FPS

    def show(self, image: Image, seconds: float) -> None:
        for _ in range(round(seconds * FPS)):
            self.seq += 1
            self.eye.look(Frame(self.seq, self.now_s, image))

    @property
    def place(self) -> dict | None:
        return self.table.board()["devices"].get(PLACE)


@pytest.fixture
def bench() -> Bench:
    return Bench(Memory(REGION, View.of(EMPTY)))


def test_only_the_region_is_read(bench: Bench) -> None:
    bench.show(EMPTY, 1.0)
    assert set(bench.reader.sizes) == {(576, 640)}
    assert bench.table.board()["devices"][DEVICE]["state"] == "empty"


def test_a_moved_camera_is_told_within_two_seconds_and_that_it_stands_again(bench: Bench) -> None:
    bench.show(EMPTY, 3.0)
    assert bench.place is None, "nothing is told while all is well"
    moved = degraded.beside(EMPTY, 60, 20, 2)
    bench.show(moved, 2.0)
    assert bench.place is not None
    assert (bench.place["ok"], bench.place["state"]) == (False, "moved")
    assert "bewegt" in bench.place["text"]["de"]
    assert bench.eye.shift is not None
    assert bench.eye.shift.px > 50
    bench.show(EMPTY, 1.0)
    assert bench.place["ok"]
    assert bench.eye.shift is None


def test_play_goes_on_with_a_moved_camera(bench: Bench) -> None:
    bench.show(degraded.beside(EMPTY, 60, 20), 3.0)
    assert bench.table.board()["devices"][DEVICE]["ok"]
    before = len(bench.reader.sizes)
    bench.show(degraded.with_a_hand(degraded.beside(EMPTY, 60, 20)), 0.5)
    bench.show(degraded.beside(EMPTY, 60, 20), 2.0)
    assert len(bench.reader.sizes) >= before
    assert bench.eye.state is State.EMPTY


def test_to_remember_the_view_ends_the_alarm(bench: Bench) -> None:
    moved = degraded.beside(EMPTY, 60, 20)
    bench.show(moved, 3.0)
    bench.eye.set_up(Memory(REGION, View.of(moved)))
    bench.show(moved, 3.0)
    assert bench.place is not None
    assert bench.place["ok"]
    assert bench.eye.shift is None


def test_hands_dice_and_lamps_give_no_alarm(bench: Bench) -> None:
    for n in range(4):
        bench.show(degraded.tray(degraded.DICE, n), 0.7)
        bench.show(degraded.with_a_hand(degraded.tray(degraded.DICE, n)), 1.5)
        bench.show(degraded.lit(EMPTY, 0.3 + 0.3 * n), 1.5)
    assert bench.place is None


def test_another_region_is_another_tray(bench: Bench) -> None:
    bench.show(EMPTY, 1.0)
    settle = bench.eye._settle
    bench.eye.set_up(Memory(Region(((0.0, 0.0), (0.5, 0.0), (0.5, 1.0), (0.0, 1.0))), None))
    bench.show(EMPTY, 1.0)
    assert bench.eye._settle is not settle
    assert bench.reader.sizes[-1] == (720, 640)
    same = bench.eye._settle
    bench.eye.set_up(Memory(Region(((0.0, 0.0), (0.5, 0.0), (0.5, 1.0), (0.0, 1.0))), View.of(EMPTY)))
    bench.show(EMPTY, 0.2)
    assert bench.eye._settle is same, "a remembered view is no other tray"


def test_what_was_learnt_of_how_the_camera_stands_is_forgotten_when_it_is_moved_or_set_up(bench: Bench) -> None:
    def stance() -> object:
        return bench.eye._settle._stance

    bench.show(EMPTY, 1.0)
    first = stance()
    bench.eye.set_up(replace(bench.eye._memory, palette=Palette()))
    bench.show(EMPTY, 1.0)
    assert stance() is first, "other colours are no other place"
    bench.show(degraded.beside(EMPTY, 60, 20), 3.0)
    moved = stance()
    assert moved is not first
    bench.eye.set_up(Memory(REGION, View.of(degraded.beside(EMPTY, 60, 20))))
    bench.show(degraded.beside(EMPTY, 60, 20), 0.2)
    assert stance() is not moved


def test_without_a_view_nothing_is_compared() -> None:
    bench = Bench(Memory())
    bench.show(EMPTY, 1.0)
    bench.show(degraded.beside(EMPTY, 300, 0), 3.0)
    assert bench.place is None
    assert set(bench.reader.sizes) == {(720, 1280)}


def test_a_card_beside_the_dice_can_be_made_part_of_the_tray(bench: Bench) -> None:
    card = EMPTY.copy()
    card[90:640, 340:900] = (230, 235, 240)
    bench.show(EMPTY, 1.0)
    bench.show(card, 1.5)
    assert bench.eye.state is State.HAND
    bench.eye.forget_tray()
    bench.show(degraded.noisy(card), 2.0)
    assert bench.eye.state is State.EMPTY
    assert np.array_equal(REGION.crop(card)[300, 300], (230, 235, 240))
