"""The shot on goal: the vectors, played."""

from __future__ import annotations

from typing import Any

import pytest

from companion.vocabulary import Choose
from tests.games.tooor.stage import Stage, box_with, half, of, set_rows

Given = dict[str, Any]


def at_shot(shooting: str, **options: Any) -> Stage:
    """The side's attack has won a shot, and its turns are over."""
    stage = Stage(**options).until("REVEAL")
    if stage.asks("reveal"):
        stage.say("reveal", shooting)
    return stage.until("ROLL").correct_strengths(9, 9).roll(*((3, 0) if shooting == "A" else (0, 3)))


@pytest.mark.parametrize(("given", "expect"), of("shot"))
def test_shot(given: Given, expect: Given) -> None:
    shooting, keeping = given["shooting"], "B" if given["shooting"] == "A" else "A"
    stage = at_shot(shooting).until("SHOT_PICK").score(*given["score"])
    stage.say(f"strength.{shooting}", given["shooter"]).say(f"strength.{keeping}", given["keeper"])
    stage.say(f"roll.{shooting}", given["shooter_die"]).say(f"roll.{keeping}", given["keeper_die"])
    assert [stage.totals[shooting], stage.totals[keeping]] == expect["totals"]
    assert stage.called[-1] == ("goal" if expect["goal"] else "saved")
    assert list(stage.play.view().score) == expect["score"]
    assert round_is_over(stage) == expect["round_over"]


def round_is_over(stage: Stage) -> bool:
    """Nothing follows but the two turns."""
    phases = {stage.phase}
    while stage.phase != "ROUND_END":
        stage.quietly()
        phases.add(stage.phase)
    return phases <= {"SHOT_PICK", "SHOT_TURN", "ROUND_END"}


def test_a_goal_is_called_in_both_languages() -> None:
    """TOOOR-SHOT-03: the scorer's goals first, and the token is to be moved."""
    stage = at_shot("B").until("SHOT_PICK").score(1, 1).say("strength.B", 5).say("strength.A", 1).roll(0, 0)
    assert stage.calls[-1].text.en == "TOOOR! 2:1 for Green. Move the token."
    assert stage.calls[-1].text.de == "TOOOR! 2:1 für Green. Ballmarker vorrücken."


@pytest.mark.parametrize(("given", "expect"), of("shooters"))
def test_shooters(given: Given, expect: Given) -> None:
    """The names of the vector stand for players of orange; the sent off one has a red symbol and rolls it."""
    ids = {"s1": "O1", "s2": "O2", "m1": "O4"}
    rows = half(attack=len({*given["attack_row"], *given["deployed"]} & {"s1", "s2"}), midfield=1, defence=3)
    red = {ids[name]: {"corners": ["sending_off", None, None, None]} for name in given["sent_off"]}
    demand = half(attack=int("s1" in given["deployed"]), midfield=1)
    content = box_with(card={"bottom": demand, "top": half(defence=sum(demand.values()))}, **red)
    stage = Stage(mode="box", box=content).until("CARDS")
    set_rows(stage.coach("A"), half(attack=3, midfield=4, defence=3))
    keep_only(stage, {ids[n] for n in (*given["attack_row"], *given["deployed"])} | {"O8", "O9", "O10"}, rows)
    stage.until("ROLL").correct_strengths(9, 0).roll(0, 0).until("EVENT").event("sending_off")
    if not expect["eligible"]:
        stage.until("ROUND_END")
        assert "no_shot" in stage.called
        assert not any("shot" in p.key for p in stage.seen)
    else:
        prompt = stage.until("SHOT_PICK").asked("shooter")
        assert isinstance(prompt, Choose)
        assert sorted(o.id for o in prompt.options) == sorted(ids[name] for name in expect["eligible"])


def keep_only(stage: Stage, ids: set[str], rows: dict[str, int]) -> None:
    for player in stage.coach("A").outfield:
        player.sent_off = player.id not in ids
    assert stage.coach("A").rows == rows


@pytest.mark.parametrize(("given", "expect"), of("goal_stands"))
def test_goal_stands(given: Given, expect: Given) -> None:
    content = box_with(O2={"corners": [given["shooter_check"], None, None, None]})
    stage = at_shot("A", mode="box", box=content).until("SHOT_PICK").say("shooter", "O2").roll(3, 0)
    assert (stage.called[-1] == "goal") == given["goal"]
    stage.until("EVENT").event(given["shooter_check"]).until("ROUND_END")
    assert (stage.play.view().score == (1, 0)) == expect["goal"]
    assert stage.player("O2").sent_off != expect["shooter_on_field"]


@pytest.mark.parametrize(("given", "expect"), of("keeper"))
def test_keeper_turns_without_a_check(given: Given, expect: Given) -> None:
    stage = at_shot("A", mode="box").until("SHOT_PICK")
    before = len(stage.seen)
    stage.until("ROUND_END")
    keeper = stage.coach("B").keeper
    assert keeper is not None
    assert keeper.facing == expect["turns"]
    assert any("event" in p.key for p in stage.seen[before:]) == expect["check"]


@pytest.mark.parametrize(("given", "expect"), of("shooter_strength"))
def test_shooter_strength(given: Given, expect: Given) -> None:
    """He attacked on the edge of four, was turned to the edge of two and injured on the way."""
    player = {"footballs": given["footballs"], "corners": ["injured", None, None, None]}
    content = box_with(card={"bottom": half(attack=1), "top": half(defence=1)}, O1=player)
    stage = Stage(mode="box", box=content).until("ATT_DEPLOY").say("deploy.A", ["O1"]).until("ROLL")
    assert stage.totals["A"] == 4
    stage.roll(3, 0).until("EVENT").event("injured").until("SHOT_PICK").say("shooter", "O1")
    assert stage.totals["A"] == expect["strength_for_shot"]


@pytest.mark.parametrize(("given", "expect"), of("result_frozen"))
def test_result_is_frozen(given: Given, expect: Given) -> None:
    content = box_with(
        card={"bottom": half(attack=1), "top": half(defence=1)}, O1={"corners": ["sending_off", None, None, None]}
    )
    stage = Stage(mode="box", box=content).until("ATT_DEPLOY").say("deploy.A", ["O1"]).until("ROLL")
    stage.correct_strengths(given["att_total"], given["def_total"]).roll(0, 0).until("EVENT").event("sending_off")
    assert stage.coach("A").outfield[0].sent_off == bool(given["attacker_sent_off_in_turns"])
    stage.until("SHOT_PICK")
    assert expect["outcome"] in stage.called
    assert stage.play.view().possession == "A"


def test_light_mode_asks_for_a_shooter_only_after_a_sending_off() -> None:
    """TOOOR-SHOT-07, TOOOR-LIGHT-05: nobody left means no shot."""
    stage = at_shot("A")
    stage.say("turn.A", "red_card").say("event", "red_card").until("SHOT_PICK").say("shot.left", "nobody")
    assert (stage.phase, stage.called[-1]) == ("ROUND_END", "no_shot")
