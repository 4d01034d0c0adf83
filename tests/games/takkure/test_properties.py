"""Whatever happens in a match of Takkure, this holds."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.takkure import GAME
from companion.games.takkure.footballer import FIELD
from companion.games.takkure.state import State
from companion.games.takkure.tables import ACTIVATIONS, FATIGUE_SPACES, SLOTS
from companion.playthrough import Playthrough, Step
from tests.answers import random_steps
from tests.games.takkure.coaching import coached, taps

seeds = st.integers(0, 2**32)
some = settings(max_examples=15, deadline=None)
MOST_ANSWERS = 900
"""A half has at most ten sets of four activations, each with some twenty questions at the very most."""


def halves(seed: int) -> Iterator[tuple[Playthrough, Step]]:
    """A match by chance to its end, after every answer."""
    play = Playthrough(GAME, {})
    for n, step in enumerate(random_steps(play, Random(seed))):
        assert n < 2 * MOST_ANSWERS
        yield play, step
    assert play.view().result in ("A", "B", "draw")


@some
@given(seed=seeds)
def test_the_table_stays_possible(seed: int) -> None:
    """TAK-BAL-01, TAK-FAT-06, TAK-PRI-05, TAK-POS-01: one ball, no more tokens than spaces, and who has the ball
    attacks."""
    for play, _ in halves(seed):
        s: State = play.state
        assert 0 <= s.unspent <= ACTIVATIONS
        assert 1 <= s.time.slot <= SLOTS
        for p in s.players:
            assert min(p.ground, p.active, p.inactive, p.wounds, p.honor) >= 0
            assert p.tokens <= FATIGUE_SPACES or p.place != FIELD
            assert p.wounds < p.stats["bdy"] or s.phase == "INJURY" or p.place != FIELD
        if s.carrier is not None:
            assert s.carrier.on_field or s.phase == "INJURY"
            if s.phase == "READY":
                assert s.carrier.side == s.attacker
        if s.phase == "READY":
            assert s.unspent > 0


@some
@given(seed=seeds)
def test_time_runs_one_way(seed: int) -> None:
    """TAK-TIM-01 to the end: TAK-TIM-02, TAK-TIM-03, TAK-TIM-04: slots only go down, at most ten sets in a half."""
    sets = {1: 0, 2: 0}
    slot = {1: SLOTS, 2: SLOTS}
    for play, step in halves(seed):
        s: State = play.state
        assert s.time.slot <= slot[s.half]
        slot[s.half] = s.time.slot
        sets[s.half] += sum(c.name == "tokens_taken" for c in step.calls)
    assert all(1 <= n <= 10 for n in sets.values())


@some
@given(seed=seeds)
def test_tries_are_called(seed: int) -> None:
    """TAK-TRY-07: the score is what was called."""
    called = {"A": 0, "B": 0}
    for play, step in halves(seed):
        for call in step.calls:
            if call.name == "try":
                called[str(call.side)] += 1
        assert play.view().score == (called["A"], called["B"])


@some
@given(seed=seeds)
def test_every_roll_tells_its_sum(seed: int) -> None:
    """TAK-MOD-01, TAK-M5-01: the total is that of its terms, each with its rule, and the verdict follows."""
    for play, step in halves(seed):
        for shown in play.view().sums:
            assert shown.total == sum(value for _, value in shown.terms)
            assert len(shown.rules) == len(shown.terms)
        for call in step.calls:
            if call.name == "rolled":
                assert "rolled" in call.text.en
                assert call.rule


def half_in_taps(seed: int, **rules: bool) -> tuple[int, int, int]:
    """Taps, activations and answers of a sensible first half."""
    first = [s for s in coached(seed, {"rules": rules}).steps if s.prompt.key.startswith("h1")]
    activations = sum(c.name == "activated" for s in first for c in s.calls)
    return sum(taps(s.prompt, s.value) for s in first), activations, len(first)


def test_the_taps_of_a_half(capsys: pytest.CaptureFixture[str]) -> None:
    """Dice come from the eye, distances from the ruler. The figures are printed; the bound only sees to it that nobody
    makes them grow unseen."""
    each = {}
    for overlay in (True, False):
        halves_ = [half_in_taps(seed, overlay=overlay) for seed in range(10)]
        count, activations, answers = (sum(h[i] for h in halves_) for i in range(3))
        each[overlay] = count / activations
        with capsys.disabled():
            how = "with" if overlay else "without"
            per = f"{count / 10:.0f} taps and {answers / 10:.0f} answers a half, {each[overlay]:.1f} taps an activation"
            print(f"\n{how} overlay: {per}")
    assert each[False] < each[True] < 10
