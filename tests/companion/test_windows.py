"""What a ruler may show, by the rules of the match (TAK-MEA-01 to TAK-MEA-09)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.adapters.windows import Window, window_of


def board(measuring: str | None, prompts: tuple[dict[str, Any], ...] = (), over: bool = False) -> dict[str, Any]:
    rosters = {
        side: [{"id": f"{side.lower()}{n}", "name": f"{side}{n}", "deployed": n < 3} for n in (1, 2, 3)]
        for side in "AB"
    }
    return {"scoreboard": {"measuring": measuring, "rosters": rosters}, "over": over, "prompts": list(prompts)}


def test_outside_a_match_the_ruler_is_free() -> None:
    for told in ({"scoreboard": None, "over": False, "prompts": []}, board(None), board("", over=True)):
        window = window_of(told)
        assert (window.free, window.open) == (True, True)
        assert window.lets("")
        assert window.lets("", "", pass_=True)
        assert "Free ruler" in window.text.en


@pytest.mark.parametrize("measuring", ["", "ball", "template", "nobody"])
def test_a_lock_and_places_that_no_camera_sees_open_nothing(measuring: str) -> None:
    window = window_of(board(measuring))
    assert (window.free, window.open) == (False, False)
    assert not window.lets("a1")
    assert not window.lets("", "")
    assert "gesperrt" in window.text.de


def test_step_5_opens_everything() -> None:
    window = window_of(board("all"))
    assert window.open
    assert not window.free
    assert window.lets("", "b1", pass_=True)


def test_a_player_s_window_is_his_alone() -> None:
    window = window_of(board("b2"))
    assert window.lets("b2", "a1")
    assert window.lets("b2")
    assert not window.lets("b2", "a1", pass_=True)
    assert not window.lets("a1", "b2")
    assert not window.lets("", "b2")
    assert "B2" in window.text.en


def test_a_side_s_window_is_that_of_its_players_on_the_field() -> None:
    """TAK-MEA-09, kick-off moves."""
    window = window_of(board("A"))
    assert window.names == {"a1", "a2"}
    assert not window.lets("b1")


def test_what_the_match_asks_for_may_be_measured_and_no_more() -> None:
    asked = {"kind": "measure", "between": ["a1", "a2"]}
    window = window_of(board("", (asked, {"kind": "measure", "between": []}, {"kind": "roll"})))
    assert window.open
    assert window.lets("a1", "a2")
    assert window.lets("a2", "a1")
    assert not window.lets("a1")
    assert not window.lets("a1", "b1")
    assert "A1 – A2" in window.text.en


def test_a_window_says_what_it_is() -> None:
    assert Window(window_of(board("")).text) == window_of(board(""))
