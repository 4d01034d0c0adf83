"""Whatever is shown is words: no id of an option, a player or a key stands in a sentence, in either language."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from companion import games
from companion.journal import MemoryJournal
from companion.table import Table
from companion.vocabulary import JSON, Choose, Source
from tests.answers import legal_answer

WORDS = json.loads((Path(__file__).parents[2] / "web" / "static" / "words.json").read_text(encoding="utf-8"))
SPELLED = re.compile(r"[A-Za-z0-9]_[A-Za-z0-9]|[A-Za-z]\w*:\w")
"""How no sentence is written, but ids are: with an underscore, or a colon and no blank."""


def sentences(thing: JSON) -> Iterator[str]:
    """Every text in plain JSON, in both languages."""
    if isinstance(thing, dict) and set(thing) == {"en", "de"}:
        yield from thing.values()
    elif isinstance(thing, (dict, list)):
        for inner in thing.values() if isinstance(thing, dict) else thing:
            yield from sentences(inner)


def players_of(board: JSON) -> set[str]:
    rosters = (board["scoreboard"] or {}).get("rosters") or {}
    named = {p["id"]: p["name"] for side in rosters.values() for p in side}
    return {id_ for id_, name in named.items() if id_ != name and re.search(r"\d", id_)}


def check(board: JSON, told: JSON) -> None:
    ids = players_of(board)
    raw = re.compile(rf"\b({'|'.join(map(re.escape, ids))})\b") if ids else None
    for text in sentences([board, told]):
        assert not SPELLED.search(text), text
        assert raw is None or not raw.search(text), text


@pytest.mark.parametrize("game", games.names())
@pytest.mark.parametrize("seed", [3, 4])
def test_no_id_is_shown(game: str, seed: int) -> None:
    """Prompts, options, suggestions, what was answered before an undo, calls, history."""
    rng, table = Random(seed), Table(MemoryJournal(), games.load)
    table.begin(game, {})
    before = 0
    for n in range(240):
        prompts = table.prompts()[1]
        if not prompts:
            break
        prompt = rng.choice(list(prompts.values()))
        table.answer(prompt.key, legal_answer(prompt, rng), source=Source.CONSOLE)
        if n % 4 == 3:
            table.undo(beyond=True)
        board = table.board()
        before += sum(p["before_text"] is not None for p in board["prompts"])
        assert all((p["before"] is None) == (p["before_text"] is None) for p in board["prompts"])
        check(board, table.history()[-1:])
    assert before


@pytest.mark.parametrize("game", games.names())
def test_groups_of_a_list_have_words(game: str) -> None:
    """A list to tick shows the names of its groups."""
    rng, table = Random(5), Table(MemoryJournal(), games.load)
    table.begin(game, {})
    for _ in range(200):
        prompts = table.prompts()[1]
        if not prompts:
            break
        for prompt in prompts.values():
            if isinstance(prompt, Choose) and not prompt.single:
                for group in {o.group for o in prompt.options} - {""}:
                    assert all(f"group_{group}" in WORDS[lang] for lang in ("en", "de")), group
        prompt = rng.choice(list(prompts.values()))
        table.answer(prompt.key, legal_answer(prompt, rng), source=Source.CONSOLE)
