"""Settle on drawn frames: one roll a throw, a named doubt where it is none, nothing else."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.stage import FPS, Drawn, Stage, dice_at
from vision.dice.die import Die, Doubt, Reading, Status
from vision.dice.expect import Expected
from vision.frame import Frame
from vision.picture import decode_picture
from vision.ring import EVERY_S, SPAN_S, WIDTH_PX
from vision.settle import DoubtShown, Roll, State

RESTED_S = 0.5


def stage_after_roll(values: tuple[int, ...] = (3, 5, 2)) -> Stage:
    """A stage on which these dice were thrown and reported."""
    stage = Stage()
    stage.still()
    stage.throw(*dice_at(values))
    assert stage.rolls == [list(values)]
    stage.events.clear()
    stage.states.clear()
    return stage


def doubtful(doubt: Doubt) -> Callable[[Reading], Reading]:
    return lambda true: replace(true, status=Status.UNSURE, doubt=doubt, reason="because the test says so")


def shifted(die: Die, by: float) -> Die:
    corners = tuple((x + by, y) for x, y in die.polygon)
    return replace(die, center=(die.center[0] + by, die.center[1]), polygon=corners)


class TestRoll:
    def test_is_reported_once_within_half_a_second_of_rest_and_not_before(self) -> None:
        stage = Stage()
        stage.still()
        before = stage.seq
        stage.throw(*dice_at([3, 5]), frames=10)
        stage.still(48)
        [(seq, event)] = stage.events
        at_rest = before + 11
        assert at_rest < seq <= at_rest + RESTED_S * FPS
        assert stage.rolls == [[3, 5]]
        assert event.t_s == pytest.approx(seq / FPS)
        assert event.image.shape == (180, 320, 3)

    def test_runs_through_the_states(self) -> None:
        stage = Stage()
        stage.still()
        stage.throw(*dice_at([3, 5]))
        runs = [state for state, _ in itertools.groupby(stage.states)]
        assert runs == [State.EMPTY, State.ROLLING, State.SETTLED, State.CONSUMED]

    def test_asks_the_reader_only_at_rest_and_for_the_dice_expected(self) -> None:
        stage = Stage()
        expected = (Expected("d6", "white", 2),)
        stage.settle.expect(expected)
        stage.still()
        asked = len(stage.reader.asked)
        for x in range(40, 280, 12):
            stage.show([Drawn(x, 60, 3)])
        assert len(stage.reader.asked) == asked
        stage.still()
        assert set(stage.reader.asked) == {expected}

    def test_after_the_tray_was_emptied_the_same_values_are_a_new_roll(self) -> None:
        stage = stage_after_roll((3, 5, 2))
        stage.pick_up()
        assert stage.states[-1] is State.EMPTY
        stage.throw(*dice_at([3, 5, 2], row=2))
        assert stage.rolls == [[3, 5, 2]]

    def test_of_one_die_thrown_right_after_it_was_picked_up(self) -> None:
        stage = stage_after_roll((4,))
        stage.reach_in()
        stage.put()
        stage.draw_back()
        stage.throw(Drawn(150, 120, 6))
        assert stage.rolls == [[6]]
        assert stage.doubts == []

    def test_thrown_with_the_hand_still_in_view_waits_for_the_hand(self) -> None:
        stage = Stage()
        stage.still()
        stage.reach_in()
        stage.put(*dice_at([3, 5], row=1))
        stage.still(30)
        assert stage.rolls == []
        assert stage.doubts == ["hand"]
        assert stage.states[-1] is State.HAND
        stage.draw_back()
        stage.still()
        assert stage.rolls == [[3, 5]]

    @pytest.mark.parametrize("lost", range(1, 11))
    @pytest.mark.parametrize("after", [0, 9, 12])
    def test_survives_dropped_frames(self, lost: int, after: int) -> None:
        stage = Stage()
        stage.still()
        dice = tuple(dice_at([3, 5]))
        stage.put(*dice)
        for step in range(10):
            if step == after:
                stage.drop = lost
            stage.show([replace(d, x=d.x - 12 * (10 - step)) for d in dice])
        if after == 12:
            stage.drop = lost
        stage.still(24)
        assert stage.rolls == [[3, 5]]

    @pytest.mark.parametrize("step", [2, 4])
    def test_works_at_a_low_frame_rate(self, step: int) -> None:
        stage = Stage()
        stage.still()
        stage.put(*dice_at([3, 5]))
        for _ in range(12):
            stage.still(1)
            stage.drop = step - 1
            stage.still(step - 1)
        assert stage.rolls == [[3, 5]]

    def test_of_a_die_that_creeps_too_slowly_to_be_seen_waits_until_it_lies(self) -> None:
        stage = Stage()
        stage.still()
        stage.throw(Drawn(100, 60, 3), frames=10)
        stage.events.clear()
        stage.pick_up()
        stage.put(die := Drawn(200, 120, 4))
        creep = itertools.chain((5.0 * n for n in range(8, 0, -1)), itertools.repeat(0.0))
        stage.reader.instead = lambda true: replace(true, dice=tuple(shifted(d, next(creep)) for d in true.dice))
        stage.still(9)
        assert (stage.rolls, stage.settle.state) == ([], State.SETTLED)
        stage.still(12)
        assert stage.rolls == [[die.value]]

    @pytest.mark.parametrize("step", [5, 8])
    def test_thrown_before_a_camera_that_gives_few_frames(self, step: int) -> None:
        stage = Stage()
        stage.still()
        dice = tuple(dice_at([3, 5]))
        stage.put(*dice)
        for number, left in enumerate([*range(12, 0, -1), *[0] * (6 * step)]):
            stage.drop = int(number % step > 0)
            stage.show([replace(d, x=d.x - 12 * left) for d in dice])
        assert stage.rolls == [[3, 5]]

    def test_thrown_while_no_frame_came_for_three_seconds(self) -> None:
        stage = Stage()
        stage.still()
        stage.throw(*dice_at([3, 5]))
        stage.pick_up()
        stage.drop = round(3 * FPS)
        stage.throw(*dice_at([1, 2], row=1), frames=round(3 * FPS))
        stage.still()
        assert (stage.rolls, stage.doubts) == ([[3, 5], [1, 2]], [])

    def test_goes_on_where_time_begins_anew(self) -> None:
        stage = Stage()
        stage.still()
        stage.throw(*dice_at([3, 5]))
        stage.seq = 0
        stage.still()
        stage.pick_up()
        stage.throw(*dice_at([1, 2], row=1))
        assert (stage.rolls, stage.doubts) == ([[3, 5], [1, 2]], [])
        times_s = [f.t_s for f in stage.settle.before_rest()]
        assert times_s == sorted(times_s)

    def test_waits_no_longer_where_time_jumps_ahead(self) -> None:
        stage = Stage()
        stage.still()
        stage.seq += round(3600 * FPS)
        stage.throw(*dice_at([3, 5]))
        stage.seq += round(3600 * FPS)
        stage.still()
        assert (stage.rolls, stage.doubts) == ([[3, 5]], [])


class TestOldDice:
    def test_that_lie_there_from_the_start_are_no_roll(self) -> None:
        stage = Stage(dice=tuple(dice_at([3, 5])))
        stage.still(40)
        assert stage.events == []
        assert stage.states[-1] is State.CONSUMED

    def test_under_a_hand_that_comes_and_goes_report_nothing(self) -> None:
        stage = stage_after_roll()
        stage.hand_over()
        assert stage.events == []
        assert State.HAND in stage.states
        assert stage.states[-1] is State.CONSUMED

    def test_of_which_some_are_taken_report_nothing(self) -> None:
        stage = stage_after_roll()
        stage.hand_over(during=stage.dice[:1])
        assert stage.events == []
        stage.pick_up()
        stage.throw(*dice_at([1, 1], row=1))
        assert stage.rolls == [[1, 1]]

    def test_nudged_to_another_face_is_a_doubt_once(self) -> None:
        stage = stage_after_roll()
        first, *others = stage.dice
        stage.hand_over(during=(Drawn(first.x + 15, first.y + 10, 6), *others))
        stage.hand_over()
        assert (stage.rolls, stage.doubts) == ([], ["moved"])

    @pytest.mark.parametrize("moved", [Drawn(40, 40, 6), Drawn(90, 70, 6), Drawn(90, 70, 4)])
    def test_alone_in_the_tray_and_nudged_is_a_doubt(self, moved: Drawn) -> None:
        stage = stage_after_roll((4,))
        stage.hand_over(during=[moved])
        assert (stage.rolls, stage.doubts) == ([], ["moved"])

    def test_all_pushed_by_a_hand_are_a_doubt(self) -> None:
        stage = stage_after_roll()
        stage.hand_over(during=tuple(dice_at([1, 6, 6], row=2)))
        assert (stage.rolls, stage.doubts) == ([], ["moved"])

    def test_among_new_ones_are_a_doubt(self) -> None:
        stage = stage_after_roll((4,))
        stage.throw(*stage.dice, Drawn(200, 120, 6))
        assert stage.rolls == []
        assert stage.doubts == ["too_many"]

    def test_that_the_reader_overlooks_in_the_dark_are_no_roll_in_the_light(self) -> None:
        stage = stage_after_roll()
        stage.light, stage.reader.instead = 0.1, lambda true: Reading(Status.EMPTY)
        stage.shift = (9, 6)
        stage.still()
        stage.light, stage.reader.instead, stage.shift = 1.0, None, (0, 0)
        stage.still(24)
        assert stage.rolls == []

    def test_being_picked_up_are_no_missing_dice(self) -> None:
        stage = stage_after_roll()
        stage.reader.instead = doubtful(Doubt.MISSING)
        stage.hand_over(during=stage.dice[:2])
        assert stage.events == []

    @pytest.mark.parametrize("doubt", [Doubt.MISSING, Doubt.UNKNOWN_KIND])
    def test_that_are_gone_leave_an_empty_tray_and_no_doubt(self, doubt: Doubt) -> None:
        stage = stage_after_roll()
        stage.reader.instead = lambda true: true if true.dice else replace(true, status=Status.UNSURE, doubt=doubt)
        stage.pick_up()
        assert (stage.doubts, stage.states[-1]) == ([], State.EMPTY)

    @pytest.mark.parametrize("doubt", [Doubt.UNREADABLE, Doubt.GLARE, Doubt.DARK])
    def test_that_could_not_be_read_at_the_start_are_no_roll_once_they_can(self, doubt: Doubt) -> None:
        stage = Stage(dice=tuple(dice_at([3, 5])))
        stage.reader.instead = lambda true: replace(true, dice=(), status=Status.UNSURE, doubt=doubt)
        stage.still(24)
        stage.reader.instead = None
        stage.light = 1.4
        stage.still(24)
        assert stage.events == []

    def test_pushed_while_no_frame_came_for_three_seconds_are_no_throw(self) -> None:
        stage = stage_after_roll()
        stage.show([replace(d, x=d.x + 4) for d in stage.dice])
        stage.drop = round(3 * FPS)
        stage.hand_over(during=tuple(dice_at([1, 6, 6], row=2)))
        stage.still(round(3 * FPS))
        assert (stage.rolls, stage.doubts) == ([], ["moved"])

    def test_changed_while_no_frame_came_are_a_doubt(self) -> None:
        stage = stage_after_roll()
        stage.put(*dice_at([1, 6, 6], row=2))
        stage.still()
        assert (stage.rolls, stage.doubts) == ([], ["moved"])


class TestAlone:
    """A die alone that leans is told once rolls of three dice have shown how the camera stands."""

    DROP = (0.05, 0.2)  # of dice that stand
    MOVED = (-0.4, -0.2)  # ... once the camera was moved

    def throw(self, stage: Stage, count: int, drop: tuple[float, float]) -> None:
        """Dice whose feet appear there are thrown; the tray is empty before and after."""
        stage.events.clear()
        stage.reader.instead = lambda true: replace(true, dice=tuple(replace(d, drop=drop) for d in true.dice))
        stage.throw(*dice_at([2, 5, 3][:count], row=stage.seq % 3))
        stage.pick_up()

    @pytest.fixture
    def stage(self) -> Stage:
        stage = Stage()
        stage.still()
        for _ in range(3):
            self.throw(stage, 3, self.DROP)
            assert stage.rolls == [[2, 5, 3]]
        return stage

    def test_that_stands_is_a_roll(self, stage: Stage) -> None:
        self.throw(stage, 1, (0.15, 0.15))
        assert (stage.rolls, stage.doubts) == ([[2]], [])

    def test_that_leans_is_a_doubt(self, stage: Stage) -> None:
        self.throw(stage, 1, (0.05, 0.6))
        assert (stage.rolls, stage.doubts) == ([], ["leaning"])

    def test_before_three_rolls_nothing_is_told(self) -> None:
        stage = Stage()
        stage.still()
        for drop in (self.DROP, self.DROP):
            self.throw(stage, 3, drop)
        self.throw(stage, 1, (0.05, 0.6))
        assert stage.rolls == [[2]]

    @pytest.mark.parametrize("count", [2, 3])
    def test_is_a_roll_again_after_several_dice_have_shown_that_the_camera_was_moved(
        self, stage: Stage, count: int
    ) -> None:
        self.throw(stage, count, self.MOVED)
        assert (stage.rolls, stage.doubts) == ([[2, 5, 3][:count]], [])
        self.throw(stage, 1, self.MOVED)
        assert stage.rolls == [[2]]

    def test_is_told_after_the_moved_camera_was_learnt(self, stage: Stage) -> None:
        for _ in range(3):
            self.throw(stage, 3, self.MOVED)
        self.throw(stage, 1, self.DROP)
        assert stage.doubts == ["leaning"]

    def test_is_a_roll_where_it_was_said_that_the_camera_was_moved(self, stage: Stage) -> None:
        stage.settle.forget_stance()
        self.throw(stage, 1, self.MOVED)
        assert stage.rolls == [[2]]

    def test_dice_that_lie_as_they_lay_count_once(self) -> None:
        stage = Stage()
        stage.still()
        self.throw(stage, 3, self.DROP)
        stage.throw(*dice_at([2, 5, 3]))
        for _ in range(3):
            stage.hand_over()
            stage.settle.rearm()
        stage.pick_up()
        self.throw(stage, 1, self.MOVED)
        assert stage.rolls == [[2]]


class TestCamera:
    """What happens to the camera and the light is never a roll."""

    @pytest.mark.parametrize("light", [0.5, 0.8, 1.3, 1.7])
    def test_lamp_switched_on_or_off(self, light: float) -> None:
        stage = stage_after_roll()
        stage.light = light
        stage.still(24)
        stage.light = 1.0
        stage.still(24)
        assert stage.events == []

    def test_slow_exposure_drift_is_not_even_motion(self) -> None:
        stage = stage_after_roll()
        for light in np.linspace(1.0, 0.7, 72):
            stage.light = float(light)
            stage.still(1)
        assert stage.events == []
        assert set(stage.states) == {State.CONSUMED}

    @pytest.mark.parametrize("steps", [1, 72])
    def test_lamp_from_the_side_is_no_hand_and_hides_no_throw(self, steps: int) -> None:
        stage = stage_after_roll()
        for side in np.linspace(0.4 / steps, 0.4, steps):
            stage.side = float(side)
            stage.still(1)
        stage.still(24)
        assert stage.states[-1] is State.CONSUMED
        stage.pick_up()
        stage.throw(*dice_at([1, 6], row=1))
        assert (stage.rolls, stage.doubts) == ([[1, 6]], [])

    def test_wandering_daylight_does_not_hide_that_dice_roll(self) -> None:
        stage = Stage()
        stage.still()
        for side in np.linspace(0, 0.4, 72):
            stage.side = float(side)
            stage.still(1)
        assert set(stage.states) == {State.EMPTY}
        stage.states.clear()
        for x in range(40, 280, 12):
            stage.show([Drawn(x, 60, 3)])
        assert set(stage.states) == {State.ROLLING}

    @pytest.mark.parametrize("amplitude", [0.03, 0.06, 0.1])
    def test_flicker_of_the_lamps_neither_makes_nor_hinders_a_roll(self, amplitude: float) -> None:
        stage = Stage()
        stage.flicker = amplitude
        stage.still(24)
        stage.throw(*dice_at([3, 5]))
        stage.still(48)
        assert (stage.rolls, stage.doubts) == ([[3, 5]], [])

    @pytest.mark.parametrize("shift", [(3, 0), (8, -6), (-14, 9)])
    @pytest.mark.parametrize("values", [(3, 5, 2), (4,)])
    def test_bump(self, shift: tuple[int, int], values: tuple[int, ...]) -> None:
        stage = stage_after_roll(values)
        stage.put(*(replace(d, x=d.x + shift[0], y=d.y + shift[1]) for d in stage.dice))
        for wobble in ((5, 2), (-4, 1), (2, -3), (0, 1), (0, 0)):
            stage.shift = wobble
            stage.still(1)
        stage.still(24)
        assert stage.rolls == []
        if len(values) > 1:  # of a single die only a person can tell
            assert stage.doubts == []

    def test_picture_of_another_size_starts_anew(self) -> None:
        stage = stage_after_roll()
        other = Stage(dice=tuple(dice_at([1, 1])))
        wide = np.hstack([other._picture(other.dice)] * 2)
        stage.put(*other.dice)
        for _ in range(20):
            stage.seq += 1
            seen = stage.settle.see(Frame(stage.seq, stage.seq / FPS, wide))
            assert seen.event is None


class TestDoubt:
    @pytest.mark.parametrize("doubt", list(Doubt))
    def test_is_named_once_and_is_never_a_roll(self, doubt: Doubt) -> None:
        stage = Stage()
        stage.still()
        stage.reader.instead = doubtful(doubt)
        stage.throw(*dice_at([3, 5]))
        stage.still(72)
        assert (stage.rolls, stage.doubts) == ([], [doubt.value])
        assert stage.settle.doubt is not None
        assert len(stage.settle.doubt.reading.dice) == 2

    def test_that_changes_is_told_again(self) -> None:
        stage = Stage()
        stage.still()
        stage.reader.instead = doubtful(Doubt.GLARE)
        stage.throw(*dice_at([3, 5]))
        stage.reader.instead = doubtful(Doubt.LEANING)
        stage.still(24)
        assert stage.doubts == ["glare", "leaning"]

    def test_that_stays_for_another_reason_is_told_again(self) -> None:
        stage = Stage()
        stage.still()
        stage.reader.instead = doubtful(Doubt.MISSING)
        stage.throw(*dice_at([3, 5]))
        stage.reader.instead = lambda true: replace(doubtful(Doubt.MISSING)(true), reason="two dice are missing")
        stage.still(72)
        assert [e.reading.reason for _, e in stage.events] == ["because the test says so", "two dice are missing"]
        assert stage.settle.doubt is stage.events[-1][1]

    def test_that_clears_up_becomes_a_roll(self) -> None:
        stage = Stage()
        stage.still()
        stage.reader.instead = doubtful(Doubt.GLARE)
        stage.throw(*dice_at([3, 5]))
        stage.reader.instead = None
        stage.still(48)
        assert (stage.rolls, stage.doubts) == ([[3, 5]], ["glare"])
        assert stage.settle.doubt is None

    def test_readings_that_never_agree_are_a_doubt(self) -> None:
        stage = Stage()
        stage.still()
        turn = itertools.cycle([1, 2])
        stage.reader.instead = lambda true: replace(true, dice=tuple(replace(d, value=next(turn)) for d in true.dice))
        stage.throw(Drawn(60, 60, 3))
        stage.still(24)
        assert (stage.rolls, stage.doubts) == ([], ["unreadable"])

    def test_one_misread_picture_delays_the_roll_until_many_agree(self) -> None:
        stage = Stage()
        stage.still()
        misread = itertools.chain([6], itertools.repeat(3))
        stage.reader.instead = lambda true: replace(
            true, dice=tuple(replace(d, value=next(misread)) for d in true.dice)
        )
        asked = len(stage.reader.asked)
        stage.throw(Drawn(60, 60, 3))
        stage.still(24)
        assert stage.rolls == [[3]]
        assert len(stage.reader.asked) - asked == 1 + 8

    def test_goes_when_the_dice_are_thrown_again(self) -> None:
        stage = Stage()
        stage.still()
        stage.reader.instead = doubtful(Doubt.LEANING)
        stage.throw(*dice_at([3, 5]))
        stage.reader.instead = None
        stage.pick_up()
        assert stage.settle.doubt is None
        stage.throw(*dice_at([1, 2], row=1))
        assert (stage.rolls, stage.doubts) == ([[1, 2]], ["leaning"])


class TestRearm:
    def test_dice_that_lie_there_are_old(self) -> None:
        stage = stage_after_roll()
        stage.settle.rearm()
        stage.hand_over()
        assert stage.events == []

    @pytest.mark.parametrize("becomes_clear", [True, False])
    def test_doubtful_dice_that_lie_there_are_old(self, becomes_clear: bool) -> None:
        stage = Stage()
        stage.still()
        stage.reader.instead = doubtful(Doubt.GLARE)
        stage.throw(*dice_at([3, 5]))
        stage.events.clear()
        stage.settle.rearm()
        assert stage.settle.doubt is None
        if becomes_clear:
            stage.reader.instead = None
        stage.still(24)
        stage.hand_over()
        assert stage.events == []

    def test_dice_that_had_no_time_to_be_read_are_old(self) -> None:
        stage = Stage()
        stage.still()
        stage.put(*dice_at([3, 5]))
        stage.still(4)
        assert stage.settle.state is State.SETTLED
        stage.settle.rearm()
        stage.still(24)
        stage.hand_over()
        assert stage.events == []

    def test_dice_in_the_air_count(self) -> None:
        stage = Stage()
        stage.still()
        dice = tuple(dice_at([3, 5]))
        stage.put(*dice)
        for left in range(10, 5, -1):
            stage.show([replace(d, x=d.x - 12 * left) for d in dice])
        stage.settle.rearm()
        stage.still()
        assert stage.rolls == [[3, 5]]

    def test_on_request_lying_dice_are_read_anew_and_count(self) -> None:
        stage = stage_after_roll()
        stage.settle.rearm(count_lying=True)
        stage.still()
        assert stage.rolls == [[3, 5, 2]]

    def test_another_expectation_does_not_report_old_dice(self) -> None:
        stage = stage_after_roll()
        stage.settle.expect((Expected("number_die"),))
        stage.settle.rearm()
        stage.still(24)
        assert stage.events == []

    def test_a_card_left_in_the_tray_can_be_declared_part_of_it(self) -> None:
        stage = Stage()
        stage.still()
        stage.reach_in()
        stage.put(*dice_at([3, 5], row=0))
        stage.still(24)
        assert stage.rolls == []
        stage.settle.forget_tray()
        stage.still(24)
        assert stage.rolls == [[3, 5]]


class TestBeforeRest:
    def test_holds_the_last_seconds_of_small_pictures_up_to_rest(self) -> None:
        stage = Stage()
        stage.still()
        for _ in range(6):
            stage.throw(*dice_at([3, 5]), frames=20)
        stage.still(100)
        shots = stage.settle.before_rest()
        assert 10 <= len(shots) <= SPAN_S / EVERY_S + 1
        assert all(decode_picture(shot.jpeg, "shot").shape[1] <= WIDTH_PX for shot in shots)
        times_s = [shot.t_s for shot in shots]
        assert times_s == sorted(times_s)
        assert times_s[-1] - times_s[0] <= SPAN_S
        assert times_s[-1] <= (stage.seq - 100) / FPS

    def test_comes_with_the_roll_and_with_the_doubt(self) -> None:
        stage = Stage()
        stage.still()
        stage.throw(*dice_at([3, 5]))
        stage.reader.instead = doubtful(Doubt.GLARE)
        stage.throw(*dice_at([1, 2], row=2))
        rolled, doubted = (event for _, event in stage.events)
        assert isinstance(rolled, Roll)
        assert isinstance(doubted, DoubtShown)
        for event in (rolled, doubted):
            assert event.before
            assert event.before[-1].t_s < event.t_s
        assert rolled.before[-1].t_s < doubted.before[-1].t_s

    def test_nothing_is_kept_while_nothing_moves(self) -> None:
        stage = stage_after_roll()
        before = stage.settle.before_rest()
        stage.still(100)
        assert stage.settle.before_rest() == before


ACTIONS = ("throw", "hand", "lamp", "nudge", "bump", "wait", "drop")


class TestAnyEvening:
    @settings(max_examples=10, deadline=None, derandomize=True)
    @given(actions=st.lists(st.sampled_from(ACTIONS), min_size=3, max_size=9), data=st.data())
    def test_reports_every_throw_once_and_nothing_else(self, actions: list[str], data: st.DataObject) -> None:
        stage = Stage(seed=7)
        stage.still()
        thrown: list[list[int]] = []
        for action in actions:
            if action == "throw":
                if stage.dice:
                    stage.pick_up()
                values = data.draw(st.lists(st.integers(1, 6), min_size=1, max_size=5))
                stage.throw(*dice_at(values, row=data.draw(st.integers(0, 3))))
                thrown.append(values)
            else:
                happen(stage, action)
        assert stage.rolls == thrown


def happen(stage: Stage, action: str) -> None:
    if action == "hand":
        stage.hand_over()
    elif action == "lamp":
        stage.light = 1.4 if stage.light == 1.0 else 1.0
    elif action == "nudge" and stage.dice:
        first, *others = stage.dice
        stage.hand_over(during=(replace(first, value=first.value % 6 + 1), *others))
    elif action == "bump":
        for wobble in ((5, 2), (-4, 1), (0, 0)):
            stage.shift = wobble
            stage.still(1)
    elif action == "drop":
        stage.drop = 5
    stage.still()
