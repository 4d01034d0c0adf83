"""What every game promises, whatever its rulebook: played by chance to the end."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import companion.games
from companion.playthrough import Playthrough, replay
from companion.vocabulary import (
    JSON,
    SIDES,
    Arrange,
    Call,
    Choose,
    OptionsRefused,
    Prompt,
    Scoreboard,
    Text,
    canonical,
)
from tests.answers import legal_answer, moves, random_steps

OPTIONS: dict[str, list[dict[str, JSON]]] = {
    "takkure": [
        {"mode": "exercise_3", "rules": {"catch_order": "nearest", "late_tackle": False, "odds": True}},
        {"mode": "practice", "rules": {"pressure_ground_pass": True, "time_phase": "slot", "overlay": False}},
    ],
    "tooor": [
        {"mode": "light", "agreed": "et_pens"},
        {"mode": "box"},
        {"mode": "box", "agreed": "et_pens", "side_of_cards": "women", "rules": {"turn_before_shot": False}},
    ],
}
"""Further matches of a game, besides one without any options."""

MATCHES = [(name, options) for name in companion.games.names() for options in ({}, *OPTIONS.get(name, []))]
PURE = {"__future__", "abc", "collections", "copy", "dataclasses", "difflib", "enum", "fractions", "functools"} | {
    "itertools",
    "json",
    "math",
    "operator",
    "pkgutil",
    "re",
    "typing",
    "yaml",
}
"""What a game may import besides the vocabulary and itself."""

every_match = pytest.mark.parametrize(("name", "options"), MATCHES, ids=[f"{n}-{canonical(o)}" for n, o in MATCHES])
seeds = st.integers(0, 2**32)
some = settings(max_examples=12, deadline=None)


def begin(name: str, options: dict[str, JSON]) -> Playthrough:
    return Playthrough(companion.games.load(name), options)


@every_match
@some
@given(seed=seeds)
def test_a_match_comes_to_its_end(name: str, options: dict[str, JSON], seed: int) -> None:
    rng = Random(seed)
    play = begin(name, options)
    check_now(play)
    for step in random_steps(play, rng, corrections=0.03):
        assert step.prompt.tell(step.value).en
        for call in step.calls:
            check_call(call)
        check_now(play)
    assert not play.open
    assert play.view().result in (*SIDES, "draw")
    assert play.view().result_text is not None


@every_match
@some
@given(seed=seeds)
def test_no_key_is_asked_twice(name: str, options: dict[str, JSON], seed: int) -> None:
    play = begin(name, options)
    asked: set[str] = set()
    now = set(play.open)
    for _ in random_steps(play, Random(seed), corrections=0.03):
        new = set(play.open) - now
        assert not new & asked
        asked |= now
        now = set(play.open)


@every_match
@some
@given(seed=seeds, cut=st.floats(0, 1))
def test_a_replay_leads_to_the_same_place(name: str, options: dict[str, JSON], seed: int, cut: float) -> None:
    """To the same scoreboard and the same open prompts, at any point of the match."""
    live = begin(name, options)
    shown = [seal(live)]
    shown += [seal(live) for _ in random_steps(live, Random(seed), corrections=0.03)]
    some_moves = moves(live)[: round(cut * len(live.steps))]
    again, dropped = replay(live.game, options, some_moves)
    assert not dropped
    assert seal(again) == shown[len(some_moves)]
    assert [s.calls for s in again.steps] == [s.calls for s in live.steps[: len(some_moves)]]


def seal(play: Playthrough) -> str:
    return canonical([play.view(), list(play.open.values()), play.over])


@every_match
@some
@given(seed=seeds)
def test_corrections_never_break_a_game(name: str, options: dict[str, JSON], seed: int) -> None:
    """Every correction on offer, at every kind of place, and the match still comes to its end."""
    rng = Random(seed)
    play = begin(name, options)
    tried: set[str] = set()
    for _ in random_steps(play, rng):
        for prompt in play.game.corrections(play.state):
            check_prompt(prompt)
            place = f"{play.view().phase} {prompt.key}"
            if place not in tried or rng.random() < 0.01:
                tried.add(place)
                step = play.correct(0, prompt.key, legal_answer(prompt, rng), "by chance")
                assert step.calls[0].name == "corrected"
                check_now(play)
        assert len(play.steps) < 5000


def check_now(play: Playthrough) -> None:
    for prompt in play.open.values():
        check_prompt(prompt)
    check_view(play.view())
    assert play.over == (not play.open)


def check_prompt(prompt: Prompt) -> None:
    assert prompt.key
    assert prompt.rule, prompt.key
    assert prompt.side in (*SIDES, None)
    check_texts(prompt.text, prompt.hint)
    json.dumps(canonical(prompt))
    if isinstance(prompt, Choose):
        check_options(prompt.options)
        assert len(prompt.options) >= prompt.least
    if isinstance(prompt, Arrange):
        check_options(prompt.items)
        check_options(prompt.slots)
    if prompt.suggestion is not None:
        assert prompt.accepts(prompt.suggestion), prompt


def check_options(options: tuple[Any, ...]) -> None:
    assert len({o.id for o in options}) == len(options)
    for option in options:
        check_texts(option.text, option.detail)


def check_call(call: Call) -> None:
    assert call.name
    assert call.side in (*SIDES, None)
    check_texts(call.text)


def check_texts(*texts: Text | None) -> None:
    """Something to read in both languages, and nothing left to fill in."""
    for text in texts:
        if text is not None:
            for words in (text.en, text.de):
                assert words.strip()
                assert "{" not in words


def check_view(view: Scoreboard) -> None:
    assert json.loads(canonical(view))["game"] == view.game
    assert set(view.teams) == set(SIDES)
    check_texts(view.title, view.phase_text, view.result_text)
    for track in view.tracks:
        assert len(track.lights) == len(track.fields)
        assert set(track.lights) <= set(".dOb")
    assert len(view.lamps) == 2
    assert set(view.lamps) <= set(".Ob")


@pytest.mark.parametrize("name", companion.games.names())
def test_a_game_says_what_it_is(name: str) -> None:
    game = companion.games.load(name)
    assert game.name == name
    assert game.edition
    check_texts(game.title)


@pytest.mark.parametrize("name", companion.games.names())
def test_unknown_options_are_refused_by_name(name: str) -> None:
    with pytest.raises(OptionsRefused, match="nonsense"):
        companion.games.load(name).setup({"nonsense": 1})


@pytest.mark.parametrize("name", companion.games.names())
def test_a_game_is_pure(name: str) -> None:
    """It imports the vocabulary, itself and pure modules, and opens, prints and reads nothing."""
    for path in sources(name):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for imported in imports(tree):
            own = imported.startswith(("companion.vocabulary", f"companion.games.{name}"))
            assert own or imported.split(".")[0] in PURE, f"{path} imports {imported}"
        called = {n.func.id for n in ast.walk(tree) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)}
        assert not called & {"open", "print", "input", "exec", "eval", "__import__"}, path


def sources(name: str) -> list[Path]:
    place = Path(companion.games.__file__).parent / name
    return sorted(place.rglob("*.py")) if place.is_dir() else [place.with_suffix(".py")]


def imports(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield str(node.module)
