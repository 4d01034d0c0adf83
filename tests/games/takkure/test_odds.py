"""The chances of the coming roll, for training."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from companion.games.takkure.odds import ranks, winning
from companion.games.takkure.rolls import Thrown, compared
from companion.vocabulary import Roll
from tests.games.takkure.stage import Stage
from tests.games.takkure.test_activation import tackled


@pytest.mark.parametrize(("value", "dice"), [(0, 1), (7, 1), (13, 1), (7, 2), (4, 3)])
def test_alone(value: int, dice: int) -> None:
    """TAK-UNO-02 counted out: every throw once."""
    throws = list(product(range(1, 13), repeat=dice))
    won = sum(Thrown(value, t).rank > 0 for t in throws)
    assert winning(ranks(value, dice), []) == Fraction(won, len(throws))


@pytest.mark.parametrize(("a", "b"), [(7, 7), (9, 4), (12, 12)])
def test_face_to_face(a: int, b: int) -> None:
    """TAK-F2F-04 counted out."""
    won = sum(
        compared({"a": Thrown(a, (x,)), "b": Thrown(b, (y,))})["a"].won for x, y in product(range(1, 13), repeat=2)
    )
    assert winning(ranks(a, 1), [ranks(b, 1)]) == Fraction(won, 144)


def test_off_unless_asked_for() -> None:
    def hints(**options: bool) -> list[str]:
        stage = tackled(Stage(rules=options), "DODGE", "b1")
        return [p.hint.en for p in stage.play.open.values() if isinstance(p, Roll) and p.hint and "Chance" in p.hint.en]

    assert hints() == []
    assert len(hints(odds=True)) == 2
    assert "Chance of success: 39 %." in hints(odds=True)[0]
