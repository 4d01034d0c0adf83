"""The penalty shoot-out: the vectors, played."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

import pytest

from tests.games.tooor.stage import Stage, box_with, of, set_rows

Given = dict[str, Any]


def shooting_out(first: str, **options: Any) -> Stage:
    """Before the first penalty."""
    stage = Stage(agreed="et_pens", **options).until("PEN_FIRST")
    return stage.roll(*((1, 0) if first == "A" else (0, 1)))


def kick(stage: Stage, side: str, goal: int) -> None:
    """The next penalty, scored or saved; an offer to stop is not taken."""
    if stage.asks("early"):
        stage.say("early", "go_on")
    stage.until("PEN_SHOT")
    assert stage.s.attacker == side
    stage.say("strength.A", 3).say("strength.B", 3)
    keeping = "B" if side == "A" else "A"
    stage.say(f"roll.{side}", 2 * goal).say(f"roll.{keeping}", 1).say("keeper")


def kicks(stage: Stage, given: Given) -> Stage:
    """The penalties as listed, in turn."""
    first = given.get("first", "A")
    second = "B" if first == "A" else "A"
    for one, other in zip_longest(given[first], given[second]):
        kick(stage, first, one)
        if other is not None:
            kick(stage, second, other)
    return stage


@pytest.mark.parametrize(("given", "expect"), of("pens"))
def test_penalties(given: Given, expect: Given) -> None:
    stage = kicks(shooting_out(given["first"]), given)
    assert stage.play.over == expect["decided"]
    assert stage.play.view().result == expect["winner"]
    if expect.get("next") == "one_more_each":
        assert stage.phase == "PEN_MORE"
    elif "next" in expect:
        assert stage.asks("early") == expect.get("offer_early_finish", False)
        stage.until("PEN_SHOT")
        if stage.asks("early"):
            stage.say("early", "go_on")
        assert stage.s.attacker == expect["next"]


def test_stopping_early_is_only_offered() -> None:
    """TR-18, TOOOR-PEN-06: going on is the default, stopping ends the match."""
    stage = kicks(shooting_out("A"), {"A": [1, 1, 1], "B": [0, 0, 0]})
    assert stage.asked("early").suggestion == "go_on"
    stage.say("early", "stop")
    assert (stage.play.over, stage.play.view().result) == (True, "A")


@pytest.mark.parametrize(("given", "expect"), of("pen_first"))
def test_who_shoots_first(given: Given, expect: Given) -> None:
    stage = Stage(agreed="et_pens").until("PEN_FIRST")
    for a, b in given["rolls"]:
        stage.roll(a, b)
    assert (stage.phase, stage.s.attacker) == ("PEN_SHOT", expect["first"])


@pytest.mark.parametrize(("given", "expect"), of("pen_score"))
def test_penalties_count_apart(given: Given, expect: Given) -> None:
    stage = Stage(agreed="et_pens").until("FULL_TIME", 8).score(*given["score"]).until("PEN_FIRST")
    kicks(stage.roll(1, 0), given)
    view = stage.play.view()
    assert (view.score_text, view.result, list(view.score)) == (
        expect["text"],
        expect["winner"],
        expect["goal_tracker"],
    )
    assert stage.calls[-1].text.de == "Orange gewinnt 2:2 (4:3 n. E.)"


@pytest.mark.parametrize(("given", "expect"), of("pen_shot"))
def test_penalty_of_an_injured_player(given: Given, expect: Given) -> None:
    content = box_with(O1={"footballs": given["footballs"]}, GK={"footballs": [given["keeper"]] * 4})
    stage = Stage(mode="box", box=content, agreed="et_pens").until("PEN_SELECT")
    stage.player("O1").facing, stage.player("O1").injured = given["facing"], given["injured"]
    stage.say("takers.A", ["O1", "O2", "O3", "O4", "O5"]).until("PEN_FIRST").roll(1, 0)
    stage.roll(given["shooter_die"], given["keeper_die"])
    assert [stage.totals["A"], stage.totals["B"]] == expect["totals"]
    assert (stage.called[-1] == "penalty_goal") == expect["goal"]


@pytest.mark.parametrize(("given", "expect"), of("pen_turn"))
def test_only_the_keeper_turns(given: Given, expect: Given) -> None:
    stage = shooting_out(given["shooting"], mode="box")
    keepers = {side: stage.coach(side).keeper for side in "AB"}
    for side, facing in given["keeper_facings"].items():
        keepers[side].facing = facing  # type: ignore[union-attr]
    before = [p.facing for p in stage.coach("A").outfield]
    stage.roll(0, 0)
    assert not stage.asks("event") or expect["check"]
    stage.say("keeper")
    assert {side: k.facing for side, k in keepers.items() if k} == expect["keeper_facings"]
    assert ([p.facing for p in stage.coach("A").outfield] != before) == expect["shooter_turned"]


@pytest.mark.parametrize(("given", "expect"), of("pen_list"))
def test_list_of_takers(given: Given, expect: Given) -> None:
    stage = Stage(mode="box", agreed="et_pens").until("PEN_SELECT")
    ids = {f"p{n}": f"O{n}" for n in range(1, 7)} | {given["keeper"]: "OK"}
    prompt = stage.asked("takers.A")
    assert prompt.accepts([ids[name] for name in given["chosen"]]) == expect["legal"]
    assert prompt.accepts([ids[name] for name in given["outfield"][:5]])


@pytest.mark.parametrize(("given", "expect"), of("pen_pool"))
def test_pool_of_takers(given: Given, expect: Given) -> None:
    """Played with as many players and level penalties; fresh takers are asked for as long as there are any."""
    stage = Stage(mode="box", agreed="et_pens").until("PEN_SELECT")
    set_rows(stage.coach("A"), {"attack": 2, "midfield": given["outfield"] - 4, "defence": 2})
    stage.play.answer(0, "pens.takers.A", [p.id for p in stage.coach("A").players[:5]])
    stage.until("PEN_FIRST").roll(1, 0)
    while stage.coach("B").kicks < given["kicks_taken"] or stage.phase == "PEN_TURN":
        stage.quietly()
    coach = stage.coach("A")
    assert len(coach.players) - len(coach.takers) == expect["fresh_left"]
    assert stage.asks("taker.A") != expect["may_repeat"]
    stage.until("PEN_SHOT").roll(0, 0)
    repeats = coach.kicks > len(coach.takers)
    assert repeats == expect["may_repeat"]


def test_fewer_than_five_takers_start_again() -> None:
    """TOOOR-PEN-01, TR-20: four players take the fifth penalty in their own order."""
    stage = Stage(mode="box", agreed="et_pens")
    set_rows(stage.coach("A"), {"attack": 1, "midfield": 2, "defence": 1})
    stage.until("PEN_FIRST")
    assert len(stage.coach("A").takers) == 4
    stage.player(stage.coach("A").takers[0]).injured = 1
    stage.roll(1, 0)
    strengths = []
    while stage.s.kick <= 5 and stage.phase != "PEN_MORE":
        if stage.phase == "PEN_SHOT" and stage.s.attacker == "A" and len(strengths) < stage.s.kick:
            strengths.append(stage.coach("A").strength)
        stage.quietly()
    assert strengths == [1, 2, 2, 2, 1]


def test_the_tally_can_be_put_right() -> None:
    """TOOOR-PEN-09: the tally and, all the while, the goals; goals that differ end the shoot-out."""
    stage = shooting_out("A")
    kick(stage, "A", 1)
    stage.correct("penalties.A", 0)
    assert stage.play.view().score_text == "0:0 (0:0 pens)"
    stage.until("PEN_TURN").correct("score.B", 1).say("keeper")
    assert (stage.play.over, stage.play.view().result) == (True, "B")
