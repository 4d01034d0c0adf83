"""One input: bounce, long strokes, stuck ones."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware_bridge.firmware.contact import (
    CHATTERS,
    DOWN,
    FREED,
    HELD,
    HELD_MS,
    LONG,
    LONG_MS,
    QUIET_MS,
    STABLE_MS,
    UP,
    Contact,
)


def felt(contact: Contact, parts: Iterable[tuple[bool, int]], at_ms: int = 0, look_ms: int = 2) -> list[str]:
    """The strokes while the level is so for so many ms, one part after the other."""
    strokes = []
    for level, length_ms in parts:
        for now_ms in range(at_ms, at_ms + length_ms, look_ms):
            strokes.append(contact.feel(level, now_ms))
        at_ms += length_ms
    return [stroke for stroke in strokes if stroke]


BOUNCE = [(True, 4), (False, 2), (True, 6), (False, 4)]


def test_a_bouncing_press_is_one() -> None:
    parts = [*BOUNCE, (True, 100), (False, 2), (True, 2), (False, 100)]
    assert felt(Contact(False, 0), parts) == [DOWN, UP]


def test_a_press_shorter_than_the_debounce_and_then_a_long_one() -> None:
    parts = [(True, STABLE_MS - 5), (False, 10), (True, LONG_MS + 100), (False, 100)]
    assert felt(Contact(False, 0), parts) == [DOWN, LONG, UP]


@pytest.mark.parametrize("length_ms", [100, LONG_MS - 10])
def test_short_is_not_long(length_ms: int) -> None:
    assert felt(Contact(False, 0), [(True, length_ms), (False, 100)]) == [DOWN, UP]


def test_a_button_that_is_down_at_the_start_is_no_press() -> None:
    assert felt(Contact(True, 0), [(True, LONG_MS * 2), (False, 100)]) == [UP]


@settings(deadline=None)
@given(st.lists(st.integers(1, STABLE_MS - 3), max_size=40))
def test_noise_shorter_than_the_debounce_is_never_a_press(parts: list[int]) -> None:
    levels = [(n % 2 == 0, length_ms) for n, length_ms in enumerate(parts)]
    assert not set(felt(Contact(False, 0), levels, look_ms=1)) & {DOWN, UP, LONG}


def test_pressed_for_a_minute_is_stuck_until_it_has_been_let_go() -> None:
    contact = Contact(False, 0)
    assert felt(contact, [(True, HELD_MS + 100)]) == [DOWN, LONG, HELD]
    assert contact.stuck
    later = HELD_MS + 100
    assert felt(contact, [(True, HELD_MS), (False, QUIET_MS + 10)], later) == [FREED]
    later += HELD_MS + QUIET_MS + 10
    assert felt(contact, [(True, 50), (False, 50)], later) == [DOWN, UP]


def test_a_button_that_never_was_up_is_stuck_too() -> None:
    assert felt(Contact(True, 0), [(True, HELD_MS + 10)], look_ms=10) == [HELD]


@pytest.mark.parametrize("half_ms", [25, 10, 6], ids=lambda half: f"{500 / half:.0f} a second")
def test_twenty_presses_a_second_are_stuck(half_ms: int) -> None:
    contact = Contact(False, 0)
    strokes = felt(contact, [(True, half_ms), (False, half_ms)] * (2000 // (2 * half_ms)), look_ms=1)
    assert [s for s in strokes if s not in (DOWN, UP)] == [CHATTERS]
    assert strokes[-1] == CHATTERS, "and nothing of it counts any more"
    assert felt(contact, [(False, QUIET_MS + 30)], 2000) == [FREED]


def test_a_fast_finger_with_bad_contacts_is_not_stuck() -> None:
    press = [*BOUNCE, (True, 60), (False, 2), (True, 4), (False, 45)]
    strokes = felt(Contact(False, 0), press * 40, look_ms=1)
    assert strokes == [DOWN, UP] * 40, "eight presses a second, for five seconds"


def test_a_whistle_may_stand_on_its_field_all_evening() -> None:
    contact = Contact(False, 0, field=True)
    assert felt(contact, [(True, HELD_MS * 3), (False, 200)], look_ms=10) == [DOWN, UP]


def test_a_chattering_field_is_freed_where_it_rests() -> None:
    contact = Contact(False, 0, field=True)
    assert felt(contact, [(True, 20), (False, 20)] * 40, look_ms=1) == [CHATTERS]
    assert felt(contact, [(True, QUIET_MS + 10)], 1600) == [FREED]
    assert felt(contact, [(False, 200)], 1610 + QUIET_MS) == [UP]


@settings(deadline=None)
@given(st.lists(st.tuples(st.booleans(), st.integers(1, 3000)), max_size=60), st.booleans())
def test_one_that_rests_need_not_be_felt(parts: list[tuple[bool, int]], field: bool) -> None:
    always, lazy = Contact(False, 0, field), Contact(False, 0, field)
    now_ms = 0
    for level, length_ms in parts:
        for _ in range(0, length_ms, 7):
            now_ms += 7
            stroke = always.feel(level, now_ms)
            skipped = lazy.rests and lazy.level is level
            assert stroke == (None if skipped else lazy.feel(level, now_ms))


def test_a_finger_at_rest_rests_and_a_whistle_on_its_field_too() -> None:
    button, field = Contact(False, 0), Contact(False, 0, field=True)
    felt(button, [(False, 10), (True, 50), (False, 50)])
    felt(field, [(True, 300)])
    assert button.rests
    assert field.rests
    felt(button, [(True, 50)], 200)
    assert not button.rests, "held for a minute it is stuck"
