"""The eye: what the camera sees becomes answers to open rolls, or a doubt that people look at."""

from __future__ import annotations

import random
import threading
from collections.abc import Sequence

import numpy as np
import pytest

from companion.adapters.camera import DEVICE, Eye, shared_out
from companion.adapters.simulated import FILMS, SimulatedTable
from companion.journal import MemoryJournal
from companion.table import Table
from companion.vocabulary import Dice, PromptRefused, Roll, Text
from tests.toy_game import GAME
from vision.dice.die import Die, Doubt, Reading, Status
from vision.dice.expect import Expected
from vision.dice.reader import Reader
from vision.frame import CameraState, Frame
from vision.settle import Settle
from vision.simulated import Fault, SimulatedCamera

LIMIT_FRAMES = 400


class Seconds:
    """A clock that goes on when it is waited for; no test ever sleeps."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def pause(self, seconds: float) -> None:
        self.now += seconds


class Bench:
    """A table with the toy game, a simulated camera and an eye that is stepped frame by frame."""

    def __init__(self, reader: object = None) -> None:
        self.table = Table(MemoryJournal(), lambda name: GAME)
        self.table.begin("toy", {"rounds": 3})
        seconds = Seconds()
        self.camera = SimulatedCamera(chance=random.Random(3), clock=seconds, pause=seconds.pause)
        self.hand = SimulatedTable(self.table, NoPanel(), self.camera, random.Random(5))
        self.eye = Eye(self.table, self.camera, reader or Reader(), simulated=True)
        self.seq = 0

    def choose_cards(self, key: str = "r1") -> None:
        for side in "AB":
            self.table.answer(f"{key}.card.{side}", "low", source="console")

    def step(self, frames: int = 1) -> None:
        for _ in range(frames):
            frame = self.camera.frame(after=self.seq, timeout_s=1.0)
            self.seq = frame.seq if frame else self.seq
            self.eye.look(frame)

    def until(self, state: str) -> dict:
        """Steps until the eye or the game is in that state; a doubt counts by its name."""
        for _ in range(LIMIT_FRAMES):
            self.step()
            status = self.table.board()["devices"].get(DEVICE, {})
            seen = status.get("detail", {}).get("doubt", status.get("state"))
            if state in (seen, self.table.board()["phase"]):
                return status
        pytest.fail(f"never {state}: {self.table.board()['devices']}")


class NoPanel:
    def press(self, button: str, long: bool = False) -> None:
        raise AssertionError

    def lights(self) -> dict[str, str]:
        return {}


WHITE_RED = [("number_die", "white", 2), ("number_die", "red", 3)]


def test_a_throw_answers_both_rolls_with_the_picture_and_a_confidence() -> None:
    bench = Bench()
    bench.step(5)
    bench.choose_cards()
    bench.hand.throw_values(WHITE_RED)
    bench.until("ROUND_END")
    rolls = [h for h in bench.table.history() if h.get("key", "").startswith("r1.roll")]
    assert [(h["key"], h["value"], h["source"]) for h in rolls] == [
        ("r1.roll.A", 2, "camera"),
        ("r1.roll.B", 3, "camera"),
    ]
    assert all(0.5 < h["confidence"] <= 1 for h in rolls)
    assert rolls[0]["picture"] == rolls[1]["picture"]
    assert bench.table.picture(rolls[0]["picture"])[:2] == b"\xff\xd8"


def test_dice_that_lie_there_are_not_rolled_a_second_time() -> None:
    bench = Bench()
    bench.choose_cards()
    bench.step(5)
    bench.hand.throw_values(WHITE_RED)
    bench.until("ROUND_END")
    bench.table.answer("r1.whistle", True, source="console")
    bench.choose_cards("r2")
    bench.step(60)
    assert [p["key"] for p in bench.table.board()["prompts"]] == ["r2.roll.A", "r2.roll.B"]
    bench.hand.throw_values(WHITE_RED)
    bench.until("ROUND_END")


def test_dice_thrown_too_early_are_offered_not_taken() -> None:
    bench = Bench()
    bench.choose_cards()
    bench.step(5)
    bench.hand.throw_values(WHITE_RED)
    bench.until("ROUND_END")
    bench.hand.throw_values([("number_die", "white", 1), ("number_die", "red", 0)])
    bench.step(80)
    bench.table.answer("r1.whistle", True, source="console")
    bench.choose_cards("r2")
    bench.step(30)
    status = bench.table.board()["devices"][DEVICE]
    assert bench.table.board()["phase"] == "ROLL"
    assert status["detail"]["doubt"] == "early"
    assert status["detail"]["readings"] == [{"key": "r2.roll.A", "value": 1}, {"key": "r2.roll.B", "value": 0}]
    assert bench.table.status_picture(DEVICE)[:2] == b"\xff\xd8"


@pytest.mark.parametrize(
    ("fault", "doubt"),
    [(Fault.DIE_MISSING, "missing"), (Fault.HAND_LEFT, "hand")],
)
def test_a_table_that_misbehaves_is_a_named_doubt_and_no_answer(fault: Fault, doubt: str) -> None:
    bench = Bench()
    bench.choose_cards()
    bench.step(5)
    bench.hand.misbehave(fault.value)
    bench.hand.throw_values(WHITE_RED)
    for _ in range(LIMIT_FRAMES):  # a hand that comes and goes is no doubt, one that stays is
        if not (status := bench.until(doubt))["ok"]:
            break
    assert (status["ok"], status["detail"]["doubt"]) == (False, doubt)
    assert status["text"]["en"]
    assert status["text"]["de"]
    bench.step(40)
    assert [p["key"] for p in bench.table.board()["prompts"]] == ["r1.roll.A", "r1.roll.B"]


def test_a_nudged_die_is_a_doubt_and_the_roll_stands() -> None:
    bench = Bench()
    bench.choose_cards()
    bench.step(5)
    bench.hand.misbehave(Fault.NUDGED.value)
    bench.hand.throw_values(WHITE_RED)
    bench.until("ROUND_END")
    version = bench.table.version
    bench.until("moved")
    assert bench.table.version == version


@pytest.mark.parametrize(("fault", "state"), [(Fault.LOST, "lost"), (Fault.FROZEN, "frozen")])
def test_a_camera_that_fails_is_said_and_the_match_goes_on_by_hand(fault: Fault, state: str) -> None:
    bench = Bench()
    bench.choose_cards()
    bench.step(5)
    bench.camera.misbehave(fault)
    status = bench.until(state)
    assert "antippen" in status["text"]["de"]
    for side in "AB":
        bench.table.answer(f"r1.roll.{side}", 1, source="console")
    assert bench.table.board()["phase"] == "ROUND_END"
    bench.camera.misbehave(Fault.NONE)
    bench.until("empty")


def test_dice_that_were_undone_are_left_to_the_hand() -> None:
    bench = Bench()
    bench.choose_cards()
    bench.step(5)
    bench.hand.throw_values(WHITE_RED)
    bench.until("ROUND_END")
    bench.table.undo()
    bench.step(60)
    assert bench.table.board()["prompts"][0]["before"] == 3
    with pytest.raises(PromptRefused, match="no dice now"):
        bench.hand.throw()


def test_the_simulated_hand_throws_what_is_asked_for() -> None:
    bench = Bench()
    with pytest.raises(PromptRefused, match="no dice now"):
        bench.hand.throw()
    bench.choose_cards()
    bench.step(5)
    bench.hand.throw()
    bench.until("ROUND_END")
    assert bench.hand.picture()[:2] == b"\xff\xd8"


def test_filmed_throws_are_read_like_any_other() -> None:
    bench = Bench()
    bench.hand.misbehave(FILMS)
    bench.choose_cards()
    bench.step(5)
    bench.hand.throw_values(WHITE_RED)
    bench.until("ROUND_END")
    assert bench.table.history()[-1]["value"] == 3
    with pytest.raises(PromptRefused, match="die_missing"):
        bench.hand.misbehave("earthquake")


def test_a_thread_of_its_own_watches_until_it_is_closed() -> None:
    told = threading.Event()
    table = Table(MemoryJournal(), lambda name: GAME)
    table.begin("toy", {})
    table.subscribe(lambda update: told.set() if DEVICE in update.board["devices"] else None)
    eye = Eye(table, SimulatedCamera(), Reader()).start()
    assert told.wait(10)
    eye.close()
    eye.close()


def test_an_eye_that_fails_says_so(caplog: pytest.LogCaptureFixture) -> None:
    class Exploding(SimulatedCamera):
        def frame(self, after: int = 0, timeout_s: float = 1.0) -> Frame | None:
            raise ZeroDivisionError

    table = Table(MemoryJournal(), lambda name: GAME)
    told = threading.Event()
    table.subscribe(lambda update: told.set())
    eye = Eye(table, Exploding(), Reader()).start()
    assert told.wait(10)
    eye.close()
    assert table.board()["devices"][DEVICE]["state"] == "failed"
    assert "ZeroDivisionError" in caplog.text


def number(key: str, colour: str | None, count: int = 1) -> Roll:
    return Roll(key=key, text=Text("", ""), rule="", dice=(Dice("number_die", colour, count),))


def seen(colour: str, value: int, x: float = 0.0, kind: str = "number_die") -> Die:
    return Die(kind, colour, value, 1.0, (x, 0.0), ((0.0, 0.0),) * 4)


@pytest.mark.parametrize(
    ("rolls", "dice", "values"),
    [
        ([], [], {}),
        ([number("a", "white")], [], {}),
        ([number("a", "white")], [seen("red", 1)], {}),
        ([number("a", "white"), number("b", "red")], [seen("red", 1), seen("white", 2)], {"a": [2], "b": [1]}),
        ([number("a", "white"), number("b", "white")], [seen("white", 1), seen("white", 2)], {}),
        ([number("a", None), number("b", "red")], [seen("white", 1), seen("red", 2)], {}),
        ([number("a", None, 2)], [seen("white", 1, 9.0), seen("red", 2, 1.0)], {"a": [2, 1]}),
        ([number("a", "white")], [seen("white", 6, kind="d6")], {}),
    ],
)
def test_dice_are_shared_out_by_kind_and_colour(
    rolls: Sequence[Roll], dice: Sequence[Die], values: dict[str, list[int]]
) -> None:
    assert {k: [d.value for d in v] for k, v in shared_out(rolls, dice).items()} == values


def test_the_reader_is_told_which_dice_the_open_prompts_expect() -> None:
    told: list[Sequence[Expected]] = []

    class Curious:
        def read(self, image: object, expect: Sequence[Expected] = ()) -> Reading:
            told.append(expect)
            return Reading(Status.UNSURE, (), Doubt.GLARE, "glare")

    bench = Bench(Curious())
    bench.choose_cards()
    bench.step(5)
    bench.hand.throw_values(WHITE_RED)
    bench.until("glare")
    assert told[-1] == (Expected("number_die", "white"), Expected("number_die", "red"))
    assert isinstance(bench.eye._settle, Settle)
    assert bench.camera.state is CameraState.LIVE
    assert np.asarray(bench.camera.frame().image).ndim == 3
