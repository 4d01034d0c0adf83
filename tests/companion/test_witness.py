"""What the ruler answers by itself, and above all what it does not."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from companion.adapters.witness import STEADY_S, Places, Witness
from companion.vocabulary import (
    JSON,
    Choose,
    Confirm,
    Judge,
    Lane,
    Marked,
    Measure,
    Moved,
    Near,
    Option,
    Prompt,
    Text,
    Way,
)
from vision.measure import INCH_MM, Disc

WORDS = Text("Which?", "Welche?")
START = Confirm(key="start", text=WORDS, rule="X")


class Clock:
    """A witness that looks once more and once more."""

    def __init__(self) -> None:
        self.witness, self.t_s = Witness(), 0.0

    def look(
        self, prompt: Prompt, pieces: Mapping[str, Disc], after_s: float = STEADY_S, **more: Mapping[int, complex]
    ) -> JSON:
        """The answer to this prompt, if there is one."""
        self.t_s += after_s
        found = self.witness.look(Places(self.t_s, pieces, (), more.get("tokens", {})), {prompt.key: prompt}, {})
        return found.get(prompt.key)

    def twice(self, prompt: Prompt, pieces: Mapping[str, Disc], **more: Mapping[int, complex]) -> JSON:
        self.look(prompt, pieces, **more)
        return self.look(prompt, pieces, **more)


def at(x_in: float, y_in: float = 0.0, pm_mm: float = 0.5) -> Disc:
    """A base of 40 mm whose edge is so many inches from that of one at 0."""
    return Disc(x_in * INCH_MM + 40 * (x_in > 0), y_in * INCH_MM, 40.0, pm_mm)


def who(judge: Judge, *ids: str, ordered: bool = False) -> Choose:
    options = tuple(Option(i, Text.same(i), piece=i) for i in ids)
    return Choose(
        key="who", text=WORDS, rule="X", options=options, least=0, most=len(ids), ordered=ordered, judge=judge
    )


# -- within a limit -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("inches", "answer"), [(1.9, ["b"]), (2.1, []), (2.0, None), (2.03, None)])
def test_inside_and_outside_are_answered_too_close_is_not(inches: float, answer: JSON) -> None:
    """R-21: what lies inside the ± of a limit people decide."""
    assert Clock().twice(who(Near("a", 2.0), "b"), {"a": at(0), "b": at(inches, pm_mm=1.0)}) == answer


def test_an_answer_needs_a_second_look() -> None:
    clock, there = Clock(), {"a": at(0), "b": at(1)}
    question = who(Near("a", 2.0), "b")
    assert clock.look(question, there) is None
    assert clock.look(question, there, STEADY_S / 2) is None
    assert clock.look(question, {"a": at(0), "b": at(3)}, STEADY_S) is None  # it changed: from here on anew
    assert clock.look(question, {"a": at(0), "b": at(3)}, STEADY_S) == []


def test_who_is_not_seen_is_not_judged() -> None:
    assert Clock().twice(who(Near("a", 2.0), "b", "c"), {"a": at(0), "b": at(1)}) is None
    assert Clock().twice(who(Near("a", 2.0), "b"), {"b": at(1)}) is None


def test_the_order_of_several_is_a_coachs_choice() -> None:
    """TAK-M5-03: unless the lane gives it."""
    there = {"a": at(0), "b": at(1), "c": at(1, 2)}
    assert Clock().twice(who(Near("a", 4.0), "b", "c", ordered=True), there) is None
    assert Clock().twice(who(Near("a", 4.0), "b", "c"), there) == ["b", "c"]
    lane = {"a": at(0), "z": at(10), "c": at(3), "b": at(6), "d": at(5, 5)}
    assert Clock().twice(who(Lane("a", "z"), "b", "c", "d", ordered=True), lane) == ["c", "b"]


def test_contact_that_may_be_a_gap_is_not_answered() -> None:
    assert Clock().twice(who(Near("a", 0), "b"), {"a": at(0), "b": at(1)}) == []
    apart = Disc(41.5, 0, 40, 2.0)
    assert Clock().twice(who(Near("a", 0), "b"), {"a": at(0, pm_mm=2.0), "b": apart}) is None


def test_the_way_of_a_piece_that_has_gone_on() -> None:
    """R-20: from where he stood before to where he landed; the others as they stood then."""
    clock, before = Clock(), {"a": at(0), "b": at(3, 0.5), "c": at(3, 5)}
    clock.look(START, before)
    landed = Confirm(key="landed", text=WORDS, rule="X")
    clock.look(landed, {**before, "a": at(8)})
    question = who(Way("a", "start", "landed", "start"), "b", "c")
    gone = {"a": at(20), "b": at(3, 9), "c": at(3, 9)}
    assert clock.twice(question, gone) == ["b"]
    turning = who(Way("a", "start", "landed", "start", "turn"), "b", "c")
    assert clock.twice(turning, gone) is None  # the turn token is not seen
    over = {36: complex(3 * INCH_MM + 40, 5 * INCH_MM)}
    assert clock.twice(turning, gone, tokens=over) == ["c"]
    unknown = who(Way("a", "never", "landed", "start"), "b")
    assert clock.twice(unknown, gone) is None


# -- moved and laid -----------------------------------------------------------------------------------------------


def moved(rest: bool = True) -> Confirm:
    return Confirm(key="moved", text=WORDS, rule="X", moved=Moved(True, ("a",), "start", rest))


def test_a_piece_that_has_moved_and_rests_is_a_nod() -> None:
    clock = Clock()
    clock.look(START, {"a": at(0)})
    assert clock.twice(moved(), {"a": at(0, 0.3)}) is None  # nudged
    assert clock.look(moved(), {}) is None  # in a hand
    assert [clock.look(moved(), {"a": at(n)}) for n in (2, 3, 4)] == [None, None, None]  # on its way
    assert clock.look(moved(), {"a": at(4)}) is True


def test_a_piece_that_leaves_its_place_need_not_rest() -> None:
    clock = Clock()
    clock.look(START, {"a": at(0)})
    assert [clock.look(moved(False), {"a": at(n)}) for n in (2, 3)] == [None, True]


def test_any_of_several_pieces_may_be_the_one_that_leaves() -> None:
    """TAK-KOF-11: also where one of them is hidden."""
    clock = Clock()
    clock.look(START, {"a": at(0), "b": at(5)})
    any_ = Confirm(key="moved", text=WORDS, rule="X", moved=Moved(True, ("gone", "a", "b"), "start", False))
    assert clock.twice(any_, {"a": at(0), "b": at(5)}) is None
    assert clock.twice(any_, {"a": at(0), "b": at(7)}) is True


def test_nothing_is_answered_twice() -> None:
    """What a person took back, he answers himself."""
    clock = Clock()
    clock.look(START, {"a": at(0)})
    assert clock.twice(moved(), {"a": at(4)}) is True
    clock.witness.answered("moved")
    assert clock.twice(moved(), {"a": at(4)}) is None


def declaring() -> Choose:
    options = tuple(
        Option(f"{i}:{token}", Text.same(i), piece=i, token=token) for i in "bc" for token in ("tackle", "pressure")
    )
    return Choose(key="who", text=WORDS, rule="X", options=options, judge=Marked("start"))


def test_a_token_beside_a_piece_declares() -> None:
    clock, there = Clock(), {"b": at(0), "c": at(6)}
    clock.look(START, there, tokens={21: 30j})
    assert clock.twice(declaring(), there, tokens={21: 30j}) is None  # it lay there before
    assert clock.twice(declaring(), there, tokens={28: 35j}) == "b:pressure"
    assert clock.twice(declaring(), there, tokens={28: 35j, 20: 6 * INCH_MM + 40 + 30j}) is None  # two at once
    assert clock.twice(declaring(), there, tokens={36: 35j}) is None  # no token of this question


def test_a_token_between_two_declares_nothing() -> None:
    there = {"b": at(0), "c": at(2)}
    clock = Clock()
    clock.look(START, there)
    assert clock.twice(declaring(), there, tokens={20: complex(INCH_MM + 20, 0)}) is None
    assert clock.twice(declaring(), there, tokens={20: -300j}) is None  # beside nobody


def test_a_distance_without_doubt_is_taken() -> None:
    far = Measure(key="far", text=WORDS, rule="X", least=0, most=48, between=("a", "b"))
    witness = Witness()
    assert witness.look(Places(1.0), {"far": far}, {"far": 3.25}) == {}
    assert witness.look(Places(2.0), {"far": far}, {"far": 3.25}) == {"far": 3.25}
    assert witness.look(Places(3.0), {"far": far}, {}) == {}
