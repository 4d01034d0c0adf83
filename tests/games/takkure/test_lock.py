"""The measuring lock (TAK-MEA-01): no number, no ring, no hint that hangs on a distance outside an open window."""

from __future__ import annotations

import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.takkure import GAME
from companion.playthrough import Playthrough
from companion.vocabulary import Measure, Prompt, Text
from tests.answers import random_steps
from tests.games.takkure.stage import Stage

INCHES = re.compile(r"\d\s*(″|\"|inch|Zoll|mm)")
ALWAYS_OPEN = {"KO_TEMPLATE", "KO_MOVE_K", "KO_MOVE_R", "KO_PLACED", "A3", "A5"}
"""Phases in which something may be measured whatever is asked."""


def words_of(prompt: Prompt) -> list[Text]:
    texts = [prompt.text, *([prompt.hint] if prompt.hint else [])]
    for option in getattr(prompt, "options", ()):
        texts += [option.text, *([option.detail] if option.detail else [])]
    return texts


def check(play: Playthrough) -> None:
    view = play.view()
    if view.measuring:
        return
    assert view.phase not in ALWAYS_OPEN or play.over or view.phase in ("A3", "A5")
    for prompt in play.open.values():
        assert not isinstance(prompt, Measure), prompt.key
        for text in words_of(prompt):
            assert not INCHES.search(text.en), (view.phase, text.en)
            assert not INCHES.search(text.de), (view.phase, text.de)
    for text in view.tasks:
        assert not INCHES.search(text.en), (view.phase, text.en)


@pytest.mark.parametrize("mode", ["match", "exercise_1", "exercise_4"])
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_nothing_tells_a_distance_while_measuring_is_locked(mode: str, seed: int) -> None:
    """TAK-MEA-01, TAK-MEA-04: whatever happens in a match."""
    play = Playthrough(GAME, {"mode": mode})
    for _ in random_steps(play, Random(seed)):
        check(play)


def test_the_windows_of_one_activation() -> None:
    """TAK-MEA-04 to TAK-MEA-08: TAK-MEA-05, TAK-MEA-06, TAK-MEA-07; one player at a time, each closed by the next."""
    stage = Stage()
    windows = [(stage.phase, stage.play.view().measuring)]

    def then(part: str, value: object = True) -> None:
        stage.say(part, value)
        windows.append((stage.phase, str(stage.play.view().measuring)))

    then(".ready", "a1:MOVE")
    then(".defence", "b1:TACKLE_PATH")
    then(".defence", "b2:PRESSURE")
    then(".defence", "done")
    then(".executed")
    then(".second", "MOVE")
    then(".moved_again")
    assert windows == [
        ("READY", ""),
        ("A2", ""),
        ("A2", "b1"),
        ("A2", "b2"),
        ("A3", "a1"),
        ("A4", ""),
        ("A4", "a1"),
        ("A5", "all"),
    ]


def test_a_mark_says_nothing_of_its_reach() -> None:
    """TAK-MEA-04, TAK-FST-05: the marked move is placed at any distance; MOV is not shown."""
    hint = str(Stage().activate("a1").asked(".defence").hint)
    assert "at any distance" in hint
    assert "5″" not in hint


def test_granted_moves_are_measured_when_they_happen() -> None:
    """TAK-MEA-09: dodge, critical pass, kick-off; TAK-MEA-10: in inches."""
    stage = Stage().activate("a1").defend(b1="TACKLE").second("DODGE").say(".contact", ["b1"]).rolls(a1=6, b1=2)
    assert stage.play.view().measuring == "a1"
    stage.say(".dodge")
    assert stage.play.view().measuring == ""
    assert stage.phase == "READY"


def test_the_distance_of_a_pass_is_asked_in_step_5_only() -> None:
    """TAK-MEA-08, TAK-M5-01: first all measures, then the dice."""
    stage = Stage().activate("a1").defend(b1="PRESSURE").second("PASS:a2")
    assert stage.phase == "A5"
    asked = [p for p in stage.play.open.values() if isinstance(p, Measure)]
    assert [p.unit for p in asked] == ["in"]
    assert not any(p.kind == "roll" for p in stage.play.open.values())


def test_without_an_overlay_no_window_opens() -> None:
    """Nods that only close windows fall away: the defence lies beside the second action, moves are read out."""
    stage = Stage(rules={"overlay": False})
    assert stage.play.view().measuring == ""
    stage.activate("a1")
    assert not INCHES.search(str(stage.asked(".defence").hint))
    stage.say(".defence", "b1:PRESSURE")
    assert "A1 moves straight to the movement token, as far as his MOV goes" in str(stage.asked(".second").hint)
    assert "DODGE" not in str(stage.asked(".second"))
    stage.say(".defence", "b2:TACKLE").say(".defence", "b3:BALL_STEAL")
    hint = str(stage.asked(".second").hint)
    assert hint.index("B3 moves up to") < hint.index("A1 moves straight")
    stage.second("DODGE").say(".reach", ["b2"]).rolls(a1=6, b2=3)
    assert stage.phase == "READY"
    assert "dodges: point, then move up to 2″" in str(stage.asked(".ready").hint)
    assert stage.s.carrier is stage.p("a1")


def test_the_windows_of_a_kickoff() -> None:
    """TAK-MEA-09, TAK-KOF-10, TAK-KOF-11, TAK-KOF-15: template, each team's moves, the ball; nothing while the
    catches are rolled."""
    stage = Stage().activate("a1").defend().second("SCORE").roll("a1", 3).say(".kicker.B", "B")
    windows = []

    def then(part: str, value: object = True) -> None:
        windows.append((stage.phase, str(stage.play.view().measuring)))
        stage.say(part, value)

    for part, value in ((".template", True), (".moved.B", True), (".kick.b1", 5), (".catcher.A", "a1"),
                        (".catch.a1", 5)):  # fmt: skip
        then(part, value)
    assert windows == [
        ("KO_TEMPLATE", "template"),
        ("KO_MOVE_K", "B"),
        ("KO_MOVE_R", "A"),
        ("KO_PLACED", "ball"),
        ("KO_CATCH", ""),
    ]
    assert (stage.phase, stage.play.view().measuring) == ("READY", "")


def test_a_critical_pass_opens_the_receivers_window() -> None:
    """TAK-MEA-09, TAK-PAS-10: his two inches, then everything of step 5 is over."""
    stage = Stage().activate("a1").defend().second("PASS:a2").say(".distance", 3.0).roll("a1", 1)
    assert stage.play.view().measuring == "a2"
    stage.say(".critical_move")
    assert (stage.phase, stage.play.view().measuring) == ("READY", "")


def test_the_window_of_an_injury_in_the_middle_of_step_5_is_the_templates() -> None:
    """TAK-SCT-01: while the ball of the injured scatters nobody's distance is shown; step 5 goes on after it."""
    stage = Stage().correct("wounds.a1", 2).activate("a1").defend(b1="TACKLE", b2="TACKLE").second("NONE")
    stage.say(".contact", ["b1"]).roll("b1", 5).roll("a1", 12)
    assert stage.phase == "INJURY"
    assert stage.play.view().measuring == ""
    stage.say(".scatter", 3).say(".common", 4)
    assert (stage.phase, stage.play.view().measuring) == ("A5", "all")


@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_by_hand_nothing_tells_a_distance_before_a_declaration(seed: int) -> None:
    """TAK-MEA-01, TAK-MEA-04, TAK-MEA-05: also where nothing is drawn, no number is read out before somebody said what
    he does."""
    play = Playthrough(GAME, {"rules": {"overlay": False}})
    for _ in random_steps(play, Random(seed)):
        assert play.view().measuring == ""
        if play.view().phase == "A2" and not play.state.going_on.defence:
            for prompt in play.open.values():
                for text in words_of(prompt):
                    assert not INCHES.search(text.en + text.de), text.en
