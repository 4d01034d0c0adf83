"""An offer need not be answered: it lies beside the questions until the first of them has its answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.adapters.buttons import Buttons, Refused
from companion.playthrough import Playthrough
from companion.vocabulary import (
    JSON,
    Asking,
    Both,
    Call,
    Choose,
    Dice,
    NotAsked,
    Option,
    Prompt,
    Roll,
    Scoreboard,
    Taken,
    Text,
)
from tests.toy_game import GAME as TOY

_TEXT = Text.same("text")


class Offering:
    """Both roll; A may double his die first, as often as he likes."""

    name, title, edition = "offering", _TEXT, "test"

    def setup(self, options: Mapping[str, JSON]) -> dict[str, Any]:
        return {"doubled": 0, "rolled": None}

    def play(self, s: dict[str, Any]) -> Asking:
        asked = 0
        while True:
            asked += 1
            got = yield Both(self._roll("A", asked), self._roll("B", asked), self._offer(asked))
            if not isinstance(got, Taken):
                break
            s["doubled"] += 1
            yield Call("doubled", Text.same(got.value))
        s["rolled"] = got

    def _roll(self, side: str, n: int) -> Roll:
        return Roll(key=f"roll{n}.{side}", side=side, text=_TEXT, rule="O-1", dice=(Dice("d6"),))

    def _offer(self, n: int) -> Choose:
        options = (Option("double", _TEXT),)
        return Choose(key=f"offer{n}", side="A", text=_TEXT, rule="O-2", options=options, offer=True)

    def view(self, s: Any) -> Scoreboard:
        return TOY.view(TOY.setup({}))

    def corrections(self, s: Any) -> tuple[Prompt, ...]:
        return ()

    def correct(self, s: Any, key: str, value: JSON) -> Call:
        raise NotImplementedError


@pytest.fixture
def play() -> Playthrough:
    return Playthrough(Offering(), {})


def test_nobody_has_to_take_it_up(play: Playthrough) -> None:
    play.answer(1, "roll1.A", 3)
    play.answer(2, "roll1.B", 4)
    assert play.over
    assert play.state == {"doubled": 0, "rolled": (3, 4)}


def test_taken_up_the_question_is_asked_anew(play: Playthrough) -> None:
    step = play.answer(1, "offer1", "double")
    assert [c.name for c in step.calls] == ["doubled"]
    assert list(play.open) == ["roll2.A", "roll2.B", "offer2"]
    play.answer(2, "offer2", "double")
    assert play.state["doubled"] == 2


def test_it_is_gone_once_a_question_has_its_answer(play: Playthrough) -> None:
    play.answer(1, "roll1.B", 4)
    assert list(play.open) == ["roll1.A"]
    with pytest.raises(NotAsked):
        play.answer(2, "offer1", "double")


def test_no_button_takes_it_up(play: Playthrough) -> None:
    board = {"prompts": [{"key": k, "before": None} for k in play.open], "over": False, "undo": None}
    outcome = Buttons(lambda: 0.0).press("confirm_a", False, play.open, board)
    assert isinstance(outcome, Refused)
