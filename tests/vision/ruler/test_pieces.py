"""Which base is which, from picture to picture."""

from __future__ import annotations

import numpy as np
import pytest

from vision.ruler.bases import Base
from vision.ruler.drawn import LENS, PITCH, Scene, pose_of
from vision.ruler.pieces import MOVED_S, STAYED_MM, Piece, Pieces, tags_on


def base(x: float, y: float, rim: str = "red", size: float = 40.0) -> Base:
    return Base((x, y), size, rim, 50.0, np.eye(2) * 0.01, 0.0)


def labels(pieces: tuple[Piece, ...]) -> list[str]:
    return [f"{piece.label[0]} {piece.label[1]}" for piece in pieces]


START = [base(-200, 0), base(0, 0), base(100, 50, "cyan"), base(200, 0, "cyan", 32.0)]


@pytest.fixture
def pieces() -> Pieces:
    """Four pieces, the first two called a1 and a2."""
    known = Pieces()
    first, second, *_ = known.look(START, 0.0)
    known.call(first.number, "a1")
    known.call(second.number, "a2")
    return known


def names(pieces: Pieces) -> list[str]:
    return [piece.name for piece in pieces.seen]


def test_pieces_are_counted_by_their_rims(pieces: Pieces) -> None:
    assert labels(pieces.seen) == ["red 1", "red 2", "cyan 1", "cyan 2"]
    assert len({piece.number for piece in pieces.seen}) == 4


def test_who_stands_still_stays_who_he_is_in_whatever_order(pieces: Pieces) -> None:
    before = pieces.seen
    shaken = [base(1, 1), base(-199, 0), base(200, 1, "cyan", 32.0), base(100, 49, "cyan")]
    now = pieces.look(shaken, 1.0)
    assert [piece.number for piece in now] == [before[k].number for k in (1, 0, 3, 2)]
    assert names(pieces) == ["a2", "a1", "", ""]


def test_the_one_that_moved_is_the_one_that_is_missed(pieces: Pieces) -> None:
    before = pieces.seen[0].number
    now = pieces.look([base(-50, 200), *START[1:]], 1.0)
    assert (now[0].number, now[0].name) == (before, "a1")


def test_a_hand_that_hides_it_meanwhile_changes_nothing(pieces: Pieces) -> None:
    before = pieces.seen[0].number
    pieces.look(START[1:], 1.0)
    assert pieces.look([base(-50, 200), *START[1:]], 5.0)[0].number == before


def test_with_two_of_a_kind_moved_nobody_knows(pieces: Pieces) -> None:
    """Doubt: they are new pieces without a name."""
    before = {piece.number for piece in pieces.seen}
    now = pieces.look([base(-50, 200), base(-90, -150), *START[2:]], 1.0)
    assert [piece.name for piece in now[:2]] == ["", ""]
    assert before.isdisjoint(piece.number for piece in now[:2])


def test_who_comes_after_a_long_time_has_to_be_named(pieces: Pieces) -> None:
    pieces.look(START[1:], 1.0)
    pieces.look(START[1:], 1.0 + MOVED_S)
    assert pieces.look([base(-50, 200), *START[1:]], 2.0 + MOVED_S)[0].name == ""


def test_another_size_or_rim_is_another_piece(pieces: Pieces) -> None:
    now = pieces.look([base(-50, 200, "red", 32.0), *START[1:]], 1.0)
    assert now[0].name == ""
    assert pieces.look([base(0, 0, "cyan"), *START[2:]], 2.0)[0].name == ""


def test_one_that_stands_where_another_stood_is_the_nearer_one() -> None:
    pieces = Pieces()
    first, second = pieces.look([base(0, 0), base(45, 0)], 0.0)
    now = pieces.look([base(STAYED_MM - 1, 0), base(45 + STAYED_MM - 1, 0)], 1.0)
    assert [piece.number for piece in now] == [first.number, second.number]


def test_tags_keep_their_names_wherever_they_go() -> None:
    pieces = Pieces()
    first, second = pieces.look([base(0, 0), base(100, 0)], 0.0, {0: 7, 1: 8})
    pieces.call(first.number, "a1")
    pieces.call(second.number, "a2")
    now = pieces.look([base(-300, 80), base(250, -90)], 1.0, {0: 8, 1: 7})
    assert [(piece.number, piece.name) for piece in now] == [(second.number, "a2"), (first.number, "a1")]
    pieces.look([], 200.0)
    assert [piece.name for piece in pieces.look([base(10, 10)], 400.0, {0: 7})] == ["a1"]


def test_two_that_changed_places_are_told_apart_by_their_tags() -> None:
    pieces = Pieces()
    first, second = pieces.look([base(0, 0), base(100, 0)], 0.0, {0: 7, 1: 8})
    now = pieces.look([base(0, 0), base(100, 0)], 1.0, {0: 8, 1: 7})
    assert [piece.number for piece in now] == [second.number, first.number]


def test_names_are_forgotten_on_demand_and_only_pieces_have_them(pieces: Pieces) -> None:
    pieces.call(pieces.seen[2].number, "a1")
    assert names(pieces) == ["", "a2", "a1", ""]
    pieces.call(pieces.seen[1].number, "")
    assert names(pieces) == ["", "", "a1", ""]
    with pytest.raises(LookupError, match="99"):
        pieces.call(99, "a1")


def test_a_tag_belongs_to_the_base_under_it() -> None:
    pose = pose_of(Scene())
    raised = np.array([[105.0, 52.0, 4.0], [111.0, 52.0, 4.0], [111.0, 46.0, 4.0], [105.0, 46.0, 4.0]])
    on_no_base = raised + np.array([0.0, 150.0, 0.0])
    markers = {9: pose.to_picture(raised), 11: pose.to_picture(on_no_base), 0: pose.to_picture(raised)}
    assert tags_on(START, markers, pose, PITCH) == {2: 9}
    assert LENS is pose.lens
