"""Random play, undo, amendment, dispute and correction: never outside the rules, and a replay equals the live match."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion import games
from companion.board import history_of
from companion.journal import MemoryJournal
from companion.match import reenact
from companion.matchfile import parse_match, spell_match
from companion.playthrough import replay
from companion.table import Table
from companion.vocabulary import AmendmentDrops, DisputeRefused, Game, Roll, canonical
from tests.answers import legal_answer
from tests.toy_game import GAME

OPTIONS = [
    ("toy", {"rounds": 2}),
    ("tooor", {"mode": "light"}),
    ("tooor", {"mode": "box", "agreed": "et_pens"}),
    ("takkure", {}),
]
ACTS = st.lists(st.sampled_from("aaaaaaaaaaaaumcndjj"), min_size=1, max_size=120)


def load(name: str) -> Game:
    return GAME if name == "toy" else games.load(name)


def act(table: Table, what: str, rng: Random) -> None:
    """Answers, undoes, amends, disputes, judges, corrects or notes once, wherever that is possible."""
    _, prompts = table.prompts()
    if what == "a" and prompts:
        key = rng.choice(sorted(prompts))
        table.answer(key, legal_answer(prompts[key], rng), source="console")
    elif what == "u" and table.board()["undo"]:
        table.undo(beyond=True)
    elif what == "m":
        amend(table, rng)
    elif what == "c" and (corrections := table._match.game.corrections(table._match.play.state)):
        prompt = rng.choice(corrections)
        table.correct(prompt.key, legal_answer(prompt, rng), "the table says so")
    elif what == "n":
        table.note("a note")
    elif what == "d":
        dispute(table, rng)
    elif what == "j" and (asked := table.board()["dispute"]):
        open_ = sorted({"A", "B"} - set(asked["agreed"]))
        table.judge(asked["number"], rng.choice(open_), rng.random() < 0.7)


def dispute(table: Table, rng: Random) -> None:
    rolls = [step for step in table._match.play.steps if isinstance(step.prompt, Roll)]
    if not rolls:
        return
    step, before = rng.choice(rolls), table.version
    try:
        table.dispute(step.seq, legal_answer(step.prompt, rng), rng.choice(["A", "B", "referee"]))
    except DisputeRefused:  # the same value, something secret, or one is open
        assert table.version == before


def amend(table: Table, rng: Random) -> None:
    counting = [h["seq"] for h in table.history() if h["kind"] == "answered" and h["counts"]]
    if not counting:
        return
    seq = rng.choice(counting)
    value = legal_answer(table._match.prompts[seq], rng)
    preview = table.preview(seq, value)
    if preview["dropped"]:
        with pytest.raises(AmendmentDrops) as refused:
            table.amend(seq, value, source="console")
        assert refused.value.preview == preview
    table.amend(seq, value, source="console", drop=len(preview["dropped"]))
    assert table.board()["scoreboard"]["score_text"] == preview["score"]["after"]


@pytest.mark.parametrize(("game", "options"), OPTIONS, ids=["toy", "light", "box", "takkure"])
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(acts=ACTS, rng=st.randoms(use_true_random=False))
def test_whatever_happens_a_replay_equals_the_live_match(
    game: str, options: dict, acts: list[str], rng: Random
) -> None:
    journal = MemoryJournal()
    table = Table(journal, load)
    table.begin(game, options)
    for what in acts:
        act(table, what, rng)
    if asked := table.board()["dispute"]:
        table.judge(asked["number"], "referee", False)
    entries = journal.match()

    again, differences = reenact(load(game), entries)
    assert differences == []
    assert canonical(again.play.view()) == canonical(table.board()["scoreboard"])
    assert canonical(history_of(again, entries)) == canonical(table.history())

    straight, dropped = replay(load(game), options, again.moves())
    assert dropped == []
    assert canonical(straight.view()) == canonical(table.board()["scoreboard"])
    assert list(straight.open) == [p["key"] for p in table.board()["prompts"]]

    assert parse_match(spell_match(entries)) == entries


@pytest.mark.parametrize(("game", "options"), OPTIONS, ids=["toy", "light", "box", "takkure"])
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(rng=st.randoms(use_true_random=False), back=st.integers(1, 30))
def test_undoing_and_answering_alike_comes_to_the_same_place(game: str, options: dict, rng: Random, back: int) -> None:
    table = Table(MemoryJournal(), load)
    table.begin(game, options)
    for _ in range(40):
        act(table, "a", rng)
    before, given_answers = table.board(), table._match.moves()
    undone = min(back, len(given_answers))
    for _ in range(undone):
        table.undo(beyond=True)
    for move in given_answers[len(given_answers) - undone :]:
        table.answer(move.key, move.value, source="console")
    after = table.board()
    for key in ("scoreboard", "answered", "over", "corrections"):
        assert canonical(after[key]) == canonical(before[key])
