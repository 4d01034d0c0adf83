"""Bouncing contacts: no press is doubled, none is lost, whatever the pin library does (faults.md 25)."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.adapters.keys import LONG_S, STABLE_S, Contact, Stroke

Trace = list[tuple[int, bool]]
"""How long in ms, and whether pressed."""
LOOK_MS = 5
at_any_speed = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
"""What a loaded machine takes says nothing about the contacts."""


def strokes(trace: Trace, lost: frozenset[int] = frozenset()) -> list[Stroke]:
    """What the contact makes of a trace, looked at every 5 ms and told of every edge but the lost ones."""
    contact, felt, now_ms, level = Contact(), [], 0, False
    for number, (length_ms, next_level) in enumerate(trace):
        if next_level is not level and number not in lost:
            felt.append(contact.edge(next_level, now_ms / 1000))
        level = next_level
        for at_ms in range(now_ms, now_ms + length_ms):
            if at_ms % LOOK_MS == 0:
                felt.append(contact.sample(level, at_ms / 1000))
        now_ms += length_ms
    return [s for s in felt if s]


def glitches(level: bool, shortest_ms: int) -> st.SearchStrategy[Trace]:
    """A train that jumps away from `level` and back, each time for less than the debounce."""
    length = st.integers(shortest_ms, int(STABLE_S * 1000) - 2)
    return st.lists(st.tuples(length, length), max_size=6).map(
        lambda train: [part for away, back in train for part in ((away, not level), (back, level))]
    )


def rest(level: bool, shortest_ms: int) -> st.SearchStrategy[Trace]:
    """A finger that is off or on for long enough, with glitches before and after."""
    long_enough = st.integers(40, 200).map(lambda length: [(length, level)])
    train = glitches(level, shortest_ms)
    return st.tuples(train, long_enough, train).map(lambda parts: [part for trace in parts for part in trace])


def fingers(shortest_ms: int) -> st.SearchStrategy[tuple[int, Trace]]:
    """How many real presses, and their trace."""
    off, on = rest(False, shortest_ms), rest(True, shortest_ms)
    presses = st.lists(st.tuples(on, off).map(lambda p: p[0] + p[1]), max_size=4)
    return st.tuples(off, presses).map(lambda t: (len(t[1]), t[0] + [part for press in t[1] for part in press]))


@at_any_speed
@given(fingers(shortest_ms=1))
def test_glitches_never_double_a_press_and_no_real_press_is_lost(drawn: tuple[int, Trace]) -> None:
    presses, trace = drawn
    assert strokes(trace) == [Stroke.DOWN, Stroke.UP] * presses


@at_any_speed
@given(fingers(shortest_ms=LOOK_MS + 1), st.frozensets(st.integers(0, 60)))
def test_edges_that_the_pin_library_loses_lose_no_press(drawn: tuple[int, Trace], lost: frozenset[int]) -> None:
    presses, trace = drawn
    assert strokes(trace, lost) == [Stroke.DOWN, Stroke.UP] * presses


@at_any_speed
@given(st.lists(st.integers(0, 2000), max_size=30))
def test_edges_that_the_pin_library_invents_make_no_press(at_ms: list[int]) -> None:
    contact = Contact()
    felt = []
    for now_ms in range(2100):
        felt += [contact.edge(True, now_ms / 1000)] * (now_ms in at_ms)
        felt += [contact.sample(False, now_ms / 1000)] * (now_ms % LOOK_MS == 0)
    assert not any(felt)


def test_a_press_is_felt_although_this_machine_was_busy_all_the_while() -> None:
    contact = Contact()
    assert contact.edge(True, 1.0) is None
    assert contact.edge(False, 1.08) is Stroke.DOWN
    assert contact.sample(False, 3.0) is Stroke.UP


def test_a_long_press_is_told_once_while_it_is_held() -> None:
    assert strokes([(50, False), (2 * int(LONG_S * 1000), True), (50, False)]) == [Stroke.DOWN, Stroke.LONG, Stroke.UP]


def test_a_bounce_does_not_begin_a_long_press_anew() -> None:
    contact = Contact()
    for now_s, level in ((0.0, True), (0.03, True), (1.0, False), (1.01, True), (1.99, True)):
        contact.sample(level, now_s)
    assert contact.sample(True, 2.0) is Stroke.LONG


@pytest.mark.parametrize("level", [True, False])
def test_a_button_that_is_stuck_from_the_start_is_no_press(level: bool) -> None:
    contact = Contact(level)
    assert [contact.sample(level, t / 10) for t in range(50)] == [None] * 50
