"""Whatever happens in a match of Takkure, this holds."""

from __future__ import annotations

from collections import Counter
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
from companion.vocabulary import Roll
from tests.answers import random_steps
from tests.games.takkure.coaching import by_hand, coached, taps, without_tokens

seeds = st.integers(0, 2**32)
some = settings(max_examples=15, deadline=None)
MOST_ANSWERS = 900
"""A half has at most ten sets of four activations, each with some twenty questions at the very most."""


def halves(seed: int) -> Iterator[tuple[Playthrough, Step]]:
    """A match by chance to its end, after every answer: with a ruler, or by hand where the seed is odd."""
    play = Playthrough(GAME, {"rules": {"overlay": seed % 2 == 0}})
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


SEEDS = range(10)
MOST_TAPS, MOST_BY_HAND = 94, 100
"""The first is half of the 188 taps that a half took while every window, fact and default was nodded off."""


def first_halves(**rules: bool) -> list[Step]:
    """The answers of sensible first halves."""
    steps = [s for seed in SEEDS for s in coached(seed, {"rules": rules}).steps]
    return [s for s in steps if s.prompt.key.startswith("h1")]


def kind_of(step: Step) -> str:
    """What is asked: the last word of the key that names no side and nobody."""
    words = [w for w in step.prompt.key.split("~")[0].split(".") if w not in "AB" and not w[-1].isdigit()]
    return step.prompt.kind if isinstance(step.prompt, Roll) else words[-1]


@pytest.mark.parametrize("overlay", [True, False])
def test_the_taps_of_a_half(overlay: bool, capsys: pytest.CaptureFixture[str]) -> None:
    """The figures are printed, by kind of question: at a table that sees dice, bases and tokens, at one whose tokens
    have no markers, and at one without a ruler. With a ruler it is at most half of what it took."""
    steps = first_halves(overlay=overlay)
    seen, ruled, hand, asked = (Counter[str]() for _ in range(4))
    for step in steps:
        seen[kind_of(step)] += taps(step.prompt, step.value)
        ruled[kind_of(step)] += without_tokens(step.prompt, step.value)
        hand[kind_of(step)] += by_hand(step.prompt, step.value)
        asked[kind_of(step)] += 1
    activations = sum(c.name == "activated" for s in steps for c in s.calls)
    with capsys.disabled():
        print(f"\n{'with' if overlay else 'without'} overlay, a half of {activations / len(SEEDS):.1f} activations:")
        counts = (asked, seen, ruled, hand)
        print(f"{'':14}{'asked':>8}{'seen':>8}{'ruled':>8}{'by hand':>9}")
        for kind, _ in asked.most_common():
            print(f"{kind:14}" + "".join(f"{c[kind] / len(SEEDS):8.1f}" for c in counts))
        print(f"{'all':14}" + "".join(f"{c.total() / len(SEEDS):8.1f}" for c in counts))
    assert ruled.total() / len(SEEDS) <= MOST_TAPS
    assert overlay or hand.total() / len(SEEDS) <= MOST_BY_HAND
