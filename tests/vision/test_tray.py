"""The simulated tray and its camera: exact compositions, and every fault on request."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Sequence

import numpy as np
import pytest

from vision.dice.die import FACES, Die, Reading, Status
from vision.dice.expect import Expected
from vision.dice.reader import Reader
from vision.frame import CameraState, Frame, Image
from vision.settle import DoubtShown, Event, Roll, Settle, State
from vision.simulated import DEMO, Fault, SimulatedCamera
from vision.tray import GAP_MM, NoSprite, Placed, Tray, TrayFull, Wanted

COLOURS = {
    "d6": ("black", "blue", "red", "white"),
    "number_die": ("red", "white"),
    "event_die": ("white",),
    "star_green": ("green",),
    "star_white": ("white",),
    "d12": ("red", "yellow"),
}
EVERY_DIE: list[Wanted] = [
    (kind, colour, value)
    for kind, colours in COLOURS.items()
    for colour in colours
    for value in sorted(set(FACES[kind]), key=str)
]
MIXED: list[Wanted] = [
    ("d6", "white", 5),
    ("number_die", "red", 2),
    ("d12", "yellow", 11),
    ("star_white", "white", "red_x"),
]


@pytest.fixture(scope="module")
def tray() -> Tray:
    return Tray(chance=random.Random(1))


class TestTray:
    @pytest.mark.parametrize("die", EVERY_DIE, ids=str)
    def test_has_every_face_of_every_die(self, tray: Tray, die: Wanted) -> None:
        [placed] = tray.place([die])
        assert (placed.sprite.kind, placed.sprite.colour, placed.sprite.value) == die

    def test_names_its_colours(self, tray: Tray) -> None:
        assert {kind: tray.colours(kind) for kind in tray.kinds()} == COLOURS

    @pytest.mark.parametrize("count", [1, 2, 6, 12, 21])
    def test_keeps_dice_apart_and_on_the_floor(self, tray: Tray, count: int) -> None:
        centers = [p.center_px for p in tray.place([("d12", None, 7)] * count)]
        closest = min((math.dist(a, b) for a, b in itertools.combinations(centers, 2)), default=math.inf)
        assert closest / tray.px_per_mm - 20 >= GAP_MM
        assert all(100 + 40 <= x <= 1180 - 40 and 64 + 40 <= y <= 656 - 40 for x, y in centers)

    def test_is_drawn_anew_each_time_but_repeats_for_the_same_chance(self) -> None:
        one, other = (Tray(chance=random.Random(5)) for _ in range(2))
        first = one.place(MIXED)
        assert first == other.place(MIXED)
        assert first != one.place(MIXED)

    def test_composes_dice_where_they_are_placed_and_nowhere_else(self, tray: Tray) -> None:
        placed = tray.place(MIXED)
        changed = np.any(tray.compose(placed) != tray.empty, axis=2)
        rows, columns = np.nonzero(changed)
        nearest = np.min([np.hypot(columns - x, rows - y) for x, y in (p.center_px for p in placed)], axis=0)
        assert nearest.max() < 115
        assert all(changed[y, x] for x, y in (p.center_px for p in placed))

    @pytest.mark.parametrize(
        ("die", "told"),
        [
            (("d6", "green", 1), "no green d6: it has black, blue, red, white"),
            (("d20", None, 1), "no 'd20': it has d12, d6, event_die"),
            (("d6", "white", 7), "no d6 shows 7: it shows 1, 2, 3"),
        ],
    )
    def test_says_what_it_has_when_asked_for_more(self, tray: Tray, die: Wanted, told: str) -> None:
        with pytest.raises(NoSprite, match=told):
            tray.place([die])

    def test_says_how_many_dice_it_holds(self, tray: Tray) -> None:
        with pytest.raises(TrayFull, match=r"60 dice do not fit .* room for \d+"):
            tray.place([("d6", None, 1)] * 60)

    def test_throw_is_motion_that_ends_near_rest(self, tray: Tray) -> None:
        placed = tray.place(MIXED)
        pictures = list(tray.throw(placed))
        steps = [np.abs(a.astype(int) - b).mean() for a, b in itertools.pairwise([*pictures, tray.compose(placed)])]
        assert 6 <= len(pictures) <= 20
        assert max(steps) > 3 * steps[-1] > 0

    def test_another_value_lies_at_the_same_place(self, tray: Tray) -> None:
        [placed] = tray.place([("d6", "red", 2)])
        turned = tray.with_value(placed, 5)
        assert (turned.center_px, turned.sprite.value) == (placed.center_px, 5)
        assert sorted(tray.other_values(placed), key=str) == [1, 3, 4, 5, 6]


class Evening:
    """A simulated camera on a clock of its own, with a Settle and a reader that knows what was thrown."""

    def __init__(self, seed: int = 1) -> None:
        self.now_s = 0.0
        self.camera = SimulatedCamera(
            fps=20.0, chance=random.Random(seed), clock=lambda: self.now_s, pause=self._pass_time
        )
        self.settle = Settle(self)
        self.seen: list[Event] = []
        self.states: list[State] = []
        self.last = 0

    def _pass_time(self, seconds: float) -> None:
        self.now_s += seconds

    def read(self, image: Image, expect: Sequence[Expected] = ()) -> Reading:
        dice = tuple(die_of(p) for p in self.camera._dice)
        return Reading(Status.OK, dice) if dice else Reading(Status.EMPTY)

    def frame(self) -> Frame | None:
        frame = self.camera.frame(after=self.last)
        self.last = frame.seq if frame else self.last
        return frame

    def watch(self, frames: int = 40) -> None:
        for _ in range(frames):
            frame = self.frame()
            assert frame is not None
            seen = self.settle.see(frame)
            self.states.append(seen.state)
            if seen.event:
                self.seen.append(seen.event)

    @property
    def told(self) -> list[list[object]]:
        return [[d.value for d in e.reading.dice] if isinstance(e, Roll) else [e.reading.doubt] for e in self.seen]


def die_of(placed: Placed) -> Die:
    (x, y), sprite = placed.center_px, placed.sprite
    corners = tuple((float(x + dx), float(y + dy)) for dx, dy in ((-32, -32), (32, -32), (32, 32), (-32, 32)))
    return Die(sprite.kind, sprite.colour, sprite.value, 1.0, (float(x), float(y)), corners)


class TestSimulatedCamera:
    def test_a_throw_becomes_the_roll_that_was_asked_for(self) -> None:
        evening = Evening()
        evening.watch(10)
        for dice in (MIXED, MIXED[:1], MIXED[:1], MIXED[1:3]):
            evening.camera.throw(dice)
            evening.watch(60)
        values = [[v for _, _, v in dice] for dice in (MIXED, MIXED[:1], MIXED[:1], MIXED[1:3])]
        assert evening.told == values
        assert set(evening.states) == set(State)

    def test_picking_up_empties_the_tray_and_reports_nothing(self) -> None:
        evening = Evening()
        evening.watch(10)
        evening.camera.throw(MIXED)
        evening.watch()
        evening.seen.clear()
        evening.camera.pick_up()
        evening.watch()
        assert evening.told == []
        assert evening.states[-1] is State.EMPTY

    def test_a_recorded_throw_is_shown_to_its_end(self) -> None:
        evening = Evening()
        evening.watch(5)
        evening.camera.play_clip(DEMO / "throw_number_1_2.mp4")
        pictures = [evening.frame() for _ in range(70)]
        last, before = pictures[-1], pictures[0]
        assert last is not None
        assert before is not None
        assert last.image.shape == (480, 640, 3)
        assert np.abs(last.image.astype(int) - before.image).max() > 80

    @pytest.mark.parametrize("clip", [None, DEMO / "throw_event_blank.mp4"])
    def test_says_in_the_picture_that_it_is_simulated(self, clip: object) -> None:
        evening = Evening()
        plain = evening.camera._tray.empty
        if clip is not None:
            evening.camera.play_clip(DEMO / "throw_event_blank.mp4")
        frame = evening.frame()
        assert frame is not None
        height, width = frame.image.shape[:2]
        margin = frame.image[round(height * 0.95) :, : round(width * 0.2)]
        assert np.count_nonzero(margin.min(axis=2) > 190) > 100
        if clip is None:
            floor = np.s_[64:656, 100:1180]
            assert np.abs(frame.image[floor].astype(int) - plain[floor]).max() < 12

    def test_at_rest_no_two_frames_are_the_same(self) -> None:
        evening = Evening()
        one, other = evening.frame(), evening.frame()
        assert one is not None
        assert other is not None
        assert not np.array_equal(one.image[::8, ::8], other.image[::8, ::8])

    def test_keeps_its_pace_and_measures_it(self) -> None:
        evening = Evening()
        evening.watch(41)
        assert evening.now_s == pytest.approx(2.0)
        assert evening.camera.fps == pytest.approx(20.0)

    def test_gives_the_same_frame_to_all_who_ask_in_time(self) -> None:
        evening = Evening()
        frame = evening.camera.frame()
        assert frame is not None
        assert evening.camera.frame() is frame
        assert evening.camera.frame(after=frame.seq, timeout_s=0.01) is None

    def test_closed_twice_it_has_ended(self) -> None:
        evening = Evening()
        with evening.camera as camera:
            camera.close()
        assert camera.state is CameraState.ENDED
        assert camera.frame() is None


class TestFault:
    def thrown(self, fault: Fault) -> Evening:
        evening = Evening()
        evening.watch(10)
        evening.camera.misbehave(fault)
        evening.camera.throw(MIXED)
        return evening

    def last_picture(self, evening: Evening, frames: int = 60) -> Image:
        pictures = [evening.frame() for _ in range(frames)]
        assert pictures[-1] is not None
        return pictures[-1].image.astype(np.uint8)

    def test_die_missing_lacks_the_last_die_until_told_otherwise(self) -> None:
        evening = self.thrown(Fault.DIE_MISSING)
        x, y = evening.camera._dice[-1].center_px
        without = self.last_picture(evening)[y - 20 : y + 20, x - 20 : x + 20]
        evening.camera.misbehave(Fault.NONE)
        whole = self.last_picture(evening, 3)[y - 20 : y + 20, x - 20 : x + 20]
        assert whole.mean() - without.mean() > 60

    def test_glare_blows_out_a_die(self) -> None:
        evening = self.thrown(Fault.GLARE)
        x, y = evening.camera._dice[0].center_px
        assert self.last_picture(evening)[y - 15 : y + 15, x - 15 : x + 15].min() > 245

    def test_hand_left_is_a_hand_until_it_is_taken_out(self) -> None:
        evening = self.thrown(Fault.HAND_LEFT)
        evening.watch(60)
        assert evening.states[-1] is State.HAND
        assert [str(d) for [d] in evening.told] == ["hand"]
        evening.camera.misbehave(Fault.NONE)
        evening.watch(30)
        assert evening.told[-1] == [v for _, _, v in MIXED]

    def test_nudged_shows_another_value_after_a_hand_and_is_no_roll(self) -> None:
        evening = self.thrown(Fault.NUDGED)
        evening.watch(120)
        roll, doubt = evening.seen
        assert isinstance(roll, Roll)
        assert isinstance(doubt, DoubtShown)
        assert str(doubt.reading.doubt) == "moved"
        changed = [a.value != b.value for a, b in zip(roll.reading.dice, doubt.reading.dice, strict=True)]
        assert sum(changed) == 1

    def test_frozen_gives_no_new_frame_and_says_so(self) -> None:
        evening = self.thrown(Fault.NONE)
        evening.watch(20)
        evening.camera.misbehave(Fault.FROZEN)
        assert evening.frame() is None
        assert evening.camera.state is CameraState.FROZEN
        assert "same picture" in evening.camera.sentence
        last = evening.camera.frame()
        assert last is not None
        assert last.seq == evening.last

    def test_lost_comes_back_on_request_with_the_dice_still_there(self) -> None:
        evening = self.thrown(Fault.NONE)
        evening.watch()
        evening.camera.misbehave(Fault.LOST)
        assert evening.camera.frame() is None
        assert (evening.camera.state, evening.camera.fps) == (CameraState.LOST, 0.0)
        evening.camera.misbehave(Fault.NONE)
        evening.watch(20)
        assert evening.camera.state is CameraState.LIVE
        assert evening.told == [[v for _, _, v in MIXED]]


def test_the_real_reader_reads_what_was_thrown() -> None:
    evening = Evening(seed=11)
    evening.settle = Settle(Reader())
    evening.watch(6)
    chance = random.Random(3)
    for _ in range(2):
        dice: list[Wanted] = [("d6", chance.choice(COLOURS["d6"]), chance.randint(1, 6)) for _ in range(4)]
        evening.settle.expect([Expected(kind, colour) for kind, colour, _ in dice])
        evening.settle.rearm()
        evening.camera.throw(dice)
        evening.watch(38)
        roll = evening.seen.pop()
        assert isinstance(roll, Roll)
        assert sorted((d.kind, d.colour, d.value) for d in roll.reading.dice) == sorted(dice)
    assert evening.seen == []
