"""Settle and watch on recorded throws: states against the truth, frame by frame."""

from __future__ import annotations

import json
import pathlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from vision.dice.die import Die, Doubt, Reading, Status
from vision.dice.expect import Expected
from vision.frame import Image
from vision.settle import DoubtShown, Roll, Settle, State
from vision.simulated import DEMO
from vision.video import CameraMissing, NotAPicture, frames
from vision.watch import watch

DATA = pathlib.Path(__file__).resolve().parents[2].parent / "shared" / "data"
KINDS = {"pip_d6": "d6", "ball_die": "d6"}
Truth = dict[str, Any]


def truths(folder: pathlib.Path) -> list[Any]:
    sheet = folder / "truth.jsonl"
    if not sheet.exists():
        return [pytest.param(None, marks=pytest.mark.skip(reason=f"no recorded rolls in {folder}"), id=folder.name)]
    lines = [json.loads(line) for line in sheet.read_text().splitlines()]
    return [pytest.param({**t, "path": folder / t["video"]}, id=t["video"]) for t in lines]


ROLLS = truths(DATA / "rolls")
ALL = ROLLS + truths(DEMO)


class TruthReader:
    """Reads what the truth says of the moment; between two rests it sees a blur. `now_s` is set by who plays."""

    def __init__(self, truth: Truth) -> None:
        self.truth, self.now_s = truth, 0.0

    def read(self, image: Image, expect: Sequence[Expected] = ()) -> Reading:
        slack_s = 1.01 / self.truth["fps"]
        for roll in self.truth["rolls"]:
            if roll["settle_t"] - slack_s <= self.now_s <= roll["valid_until_t"]:
                return Reading(Status.OK, tuple(die_of(d) for d in roll["dice"]))
            if roll["start_t"] <= self.now_s < roll["settle_t"]:
                return Reading(Status.UNSURE, (), Doubt.BLURRED, "in motion")
        return Reading(Status.EMPTY)


def die_of(d: Truth) -> Die:
    kind = KINDS.get(d["kind"], d["kind"])
    return Die(kind, d["colour"], d["value"], 1.0, tuple(d["centre_px"]), tuple(tuple(p) for p in d["top_poly_px"]))


@dataclass
class Played:
    states: list[State] = field(default_factory=list)
    rolls: list[Roll] = field(default_factory=list)
    doubts: list[DoubtShown] = field(default_factory=list)

    def between(self, from_frame: float, to_frame: float) -> set[State]:
        return set(self.states[round(from_frame) : round(to_frame)])


@cache
def played(path: pathlib.Path) -> Played:
    truth = next(p.values[0] for p in ALL if p.values[0] and p.values[0]["path"] == path)
    reader = TruthReader(truth)
    settle, result = Settle(reader), Played()
    for frame in frames(path):
        reader.now_s = frame.t_s
        seen = settle.see(frame)
        result.states.append(seen.state)
        if isinstance(seen.event, Roll):
            result.rolls.append(seen.event)
        elif seen.event is not None:
            result.doubts.append(seen.event)
    return result


def window_of(truth: Truth, t_s: float) -> int | None:
    """The index of the rest in whose reading window the time lies."""
    slack_s = 1 / truth["fps"]
    return next((w[2] for w in truth["read_windows"] if w[0] - slack_s <= t_s <= w[1] + slack_s), None)


def at(truth: Truth, event: str, which: int = 0) -> float:
    """The frame of an event of the truth."""
    return [e["t"] for e in truth["events"] if e["type"] == event][which] * truth["fps"]


def scenario(*names: str) -> list[Any]:
    return [p for p in ROLLS if p.values[0] is None or p.values[0]["scenario"] in names]


@pytest.mark.parametrize("truth", ALL)
def test_every_throw_is_told_once_in_its_window(truth: Truth) -> None:
    rolls = played(truth["path"]).rolls
    thrown = [i for i, r in enumerate(truth["rolls"]) if r["kind"] == "roll"]
    assert [window_of(truth, r.t_s) for r in rolls] == thrown
    for roll, index in zip(rolls, thrown, strict=True):
        assert [d.value for d in roll.reading.dice] == [d["value"] for d in truth["rolls"][index]["dice"]]
        assert roll.t_s - truth["rolls"][index]["settle_t"] <= 0.5


@pytest.mark.parametrize("truth", ALL)
def test_states_follow_the_throw(truth: Truth) -> None:
    run, fps = played(truth["path"]), truth["fps"]
    start, rest = truth["rolls"][0]["start_t"] * fps, truth["rolls"][0]["settle_t"] * fps
    told = run.rolls[0].t_s * fps
    assert run.between(0, start - 1) == {State.EMPTY}
    assert run.between(start + 2, rest - 2) <= {State.ROLLING, State.HAND}
    assert run.between(rest + 2, told) <= {State.ROLLING, State.SETTLED}
    assert run.states[round(told)] is State.CONSUMED


class RashReader(TruthReader):
    """Is sure of wrong dice whenever something rolls, is covered or is being picked up."""

    def read(self, image: Image, expect: Sequence[Expected] = ()) -> Reading:
        right = super().read(image, expect)
        started = [roll for roll in self.truth["rolls"] if roll["start_t"] <= self.now_s]
        if window_of(self.truth, self.now_s) is not None or not started:
            return right
        return Reading(Status.OK, tuple(replace(die_of(d), value=9) for d in started[-1]["dice"]))


@pytest.mark.parametrize("every", [1, 2])
@pytest.mark.parametrize("truth", ROLLS)
def test_a_rash_reader_is_not_asked_before_rest_nor_under_a_hand(truth: Truth, every: int) -> None:
    reader, rolls = RashReader(truth), []
    settle = Settle(reader)
    for frame in frames(truth["path"]):
        reader.now_s = frame.t_s
        event = settle.see(frame).event if frame.seq % every == 0 else None
        rolls += [event] if isinstance(event, Roll) else []
    thrown = [roll for roll in truth["rolls"] if roll["kind"] == "roll"]
    assert [[d.value for d in r.reading.dice] for r in rolls] == [[d["value"] for d in t["dice"]] for t in thrown]
    assert all(r.t_s - t["settle_t"] <= 0.5 * every for r, t in zip(rolls, thrown, strict=True))


@pytest.mark.parametrize("truth", scenario("hand", "nudge", "reroll"))
def test_a_hand_is_a_hand_while_it_is_well_in_view(truth: Truth) -> None:
    run = played(truth["path"])
    enters, leaves = at(truth, "hand_enter"), at(truth, "hand_leave")
    middle = (enters + leaves) / 2
    assert run.between(middle - 3, middle + 3) == {State.HAND}


@pytest.mark.parametrize("truth", scenario("hand"))
def test_a_hand_that_changes_nothing_reports_nothing(truth: Truth) -> None:
    run = played(truth["path"])
    assert (len(run.rolls), run.doubts) == (1, [])
    assert run.states[-1] is State.CONSUMED


@pytest.mark.parametrize("truth", scenario("nudge"))
def test_a_nudge_is_a_doubt_told_once_after_the_hand_has_gone(truth: Truth) -> None:
    [doubt] = played(truth["path"]).doubts
    assert doubt.reading.doubt is Doubt.MOVED
    assert window_of(truth, doubt.t_s) == 1


@pytest.mark.parametrize("truth", scenario("reroll"))
def test_picked_up_dice_are_not_old_any_more(truth: Truth) -> None:
    run = played(truth["path"])
    assert (len(run.rolls), run.doubts) == (2, [])
    assert State.CONSUMED not in run.between(at(truth, "pickup_start") + 2, at(truth, "settled", 1))


@pytest.mark.parametrize("truth", scenario("nudge", "reroll"))
def test_before_rest_shows_the_way_there(truth: Truth) -> None:
    settle = Settle(TruthReader(truth))
    for frame in frames(truth["path"]):
        settle.see(frame)
    times_s = [f.t_s for f in settle.before_rest()]
    assert times_s[0] < at(truth, "hand_enter") / truth["fps"] < times_s[-1]


class WhiteReader:
    """Sees one die where something white lies."""

    def read(self, image: Image, expect: Sequence[Expected] = ()) -> Reading:
        rows, columns = np.nonzero(image.min(axis=2) > 170)
        if len(rows) < 300:
            return Reading(Status.EMPTY)
        x, y = float(np.median(columns)), float(np.median(rows))
        corners = ((x - 20, y - 20), (x + 20, y - 20), (x + 20, y + 20), (x - 20, y + 20))
        return Reading(Status.OK, (Die("number_die", "white", 1, 1.0, (x, y), corners),))


def test_watch_yields_rolls_with_the_time_in_the_video() -> None:
    [roll] = watch(DEMO / "throw_number_1_2.mp4", WhiteReader())
    assert 0.875 - 1 / 24 <= roll.t_s <= 2.292
    assert roll.reading.dice[0].value == 1


def test_watch_of_a_missing_video_says_so() -> None:
    with pytest.raises(CameraMissing, match=r"no video .*nowhere\.mp4"):
        next(watch("/nowhere.mp4", WhiteReader()))


def test_watch_of_a_file_that_is_no_video_says_so(tmp_path: pathlib.Path) -> None:
    text = tmp_path / "notes.mp4"
    text.write_text("no video")
    with pytest.raises(NotAPicture, match=r"notes\.mp4 is no video"):
        next(watch(text, WhiteReader()))
