"""Whatever happens in a match of Tooor!, this holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st

from companion.games.tooor import GAME
from companion.games.tooor.state import State
from companion.games.tooor.tables import ROWS, STONES
from companion.playthrough import Playthrough, Step
from companion.vocabulary import Choose, Scoreboard
from tests.answers import legal_answer

modes = pytest.mark.parametrize("mode", ["light", "box"])
seeds = st.integers(0, 2**32)
some = settings(max_examples=20, deadline=None)


def steps(mode: str, seed: int, level: bool) -> Iterator[tuple[Playthrough, Step]]:
    """A match by chance, after every answer; `level` has the referee level the score whenever it is compared, which
    leads to extra time and penalties."""
    rng = Random(seed)
    play = Playthrough(GAME, {"mode": mode, "agreed": "et_pens"})
    while not play.over:
        if level and play.view().phase == "FULL_TIME":
            for key in ("score.A", "score.B"):
                play.correct(0, key, max(play.view().score), "by the test")
        prompt = rng.choice(list(play.open.values()))
        yield play, play.answer(0, prompt.key, legal_answer(prompt, rng))
    event(f"ended in {play.view().period}")


@modes
@some
@given(seed=seeds, level=st.booleans())
def test_score_and_time_only_go_forward(mode: str, seed: int, level: bool) -> None:
    score, field = (0, 0), 0
    for play, _ in steps(mode, seed, level):
        view = play.view()
        assert score[0] <= view.score[0]
        assert score[1] <= view.score[1]
        assert field <= whistle(view, field)
        score, field = view.score, whistle(view, field)


def whistle(view: Scoreboard, before: int) -> int:
    """The field where the whistle lies; before the start and in the shoot-out the lights tell something else."""
    lights = view.tracks[0].lights
    assert len(lights) == 9
    return before if view.phase.startswith("PEN") or "O" not in lights else lights.index("O")


@modes
@some
@given(seed=seeds, level=st.booleans())
def test_a_round_has_one_counterattack_and_one_shot(mode: str, seed: int, level: bool) -> None:
    called: Counter[tuple[int, str]] = Counter()
    for play, step in steps(mode, seed, level):
        called.update((play.state.played, call.name) for call in step.calls)
    assert max(n for (_, name), n in called.items() if name in ONCE_A_ROUND) == 1


ONCE_A_ROUND = ("attacker", "counterattack", "shot", "no_shot", "goal", "saved")


@some
@given(seed=seeds, level=st.booleans())
def test_the_cards_on_the_table(seed: int, level: bool) -> None:
    """A card is turned a quarter at most with an answer; tokens and stones lie on outfield players only."""
    facings: dict[str, int] = {}
    for play, _ in steps("box", seed, level):
        for roster in (play.view().rosters or {}).values():
            for p in roster:
                assert p.row in (*ROWS, "goal")
                assert (p.facing - facings.get(p.id, 0)) % 4 in (0, 1, 2)
                assert p.strength is not None
                assert p.strength >= 0
                assert p.yellow in (0, 1)
                assert p.row != "goal" or not (p.yellow or p.injured or p.deployed)
                facings[p.id] = p.facing
            assert sum(p.deployed for p in roster) <= STONES


@some
@given(seed=seeds, level=st.booleans())
def test_who_is_sent_off_stays_off(seed: int, level: bool) -> None:
    sent_off: set[str] = set()
    called = 0
    for play, step in steps("box", seed, level):
        s: State = play.state
        called += sum(call.name == "sending_off" for call in step.calls)
        gone = {p.id for c in s.both for p in c.outfield if p.sent_off}
        assert sent_off <= gone
        assert len(gone) == called
        assert all(sum(c.rows.values()) == 10 - sum(p.sent_off for p in c.outfield) for c in s.both)
        sent_off = gone


@some
@given(seed=seeds, level=st.booleans())
def test_only_players_on_the_field_are_asked_for(seed: int, level: bool) -> None:
    """To deploy, shoot, replace and take penalties; and every line-up fills the rows."""
    for play, _ in steps("box", seed, level):
        s: State = play.state
        on_field = {p.id for c in s.both for p in c.players}
        for prompt in play.open.values():
            if isinstance(prompt, Choose) and any(word in prompt.key for word in (".deploy.", ".shooter", ".taker")):
                assert {o.id for o in prompt.options} <= on_field
        if s.phase in ("HALF_READY", "ET_READY"):
            assert all(min(c.rows.values()) >= (2 if len(c.players) >= 6 else 0) for c in s.both)
