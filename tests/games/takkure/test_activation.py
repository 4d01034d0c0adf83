"""Tackle, dodge, break through, pass and try: the vectors, played."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.takkure import legal
from companion.games.takkure.passing import too_far_from_ground
from tests.games.takkure.stage import Stage, even_box, player_in
from tests.games.takkure.vectors import Given, of, one, player

STAT = {"DODGE": "ref", "BREAK_THROUGH": "str", "PASS": "bac", "SCORE": "bac"}
SKILL = {"DODGE": "side_step", "BREAK_THROUGH": "onslaught", "PASS": "precise_pass"}


def tackled(stage: Stage, second: str, *tacklers: str, first: str = "MOVE") -> Stage:
    """A1 acts with the ball, these declare a TACKLE and touch him."""
    stage.activate("a1", first).defend(**dict.fromkeys(tacklers, "TACKLE")).second(second)
    return stage.say(".contact", list(tacklers))


@pytest.mark.parametrize(("given", "expect"), of("multi_f2f"))
def test_multiple_face_to_face(given: Given, expect: Given) -> None:
    """TAK-MFF-01 to TAK-MFF-07, with the dice shared out as the vector says."""
    action, dice = given["action"], given["active"]["dice"]
    content = even_box()
    mine = player_in(content, "a1")
    mine["position_skill"] = SKILL[action] if len(dice) > 1 else "defensive_insight"
    mine[STAT[action]] = [given["active"]["value"]] * 2 if action == "PASS" else given["active"]["value"]
    for n, pair in enumerate(given["pairs"], 1):
        player_in(content, f"b{n}")["str"] = pair["value"]
    stage = tackled(Stage(content=content), "PASS:a2:way" if action == "PASS" else action, "b1", "b2")
    if action == "PASS":
        stage.say(".distance", 6.0).say(".before", ["b1", "b2"])
    if stage.asks(".dice"):
        shares = [len(pair.get("vs", [])) for pair in given["pairs"]]
        stage.say(".dice", "-".join(map(str, shares)))
    rows = play_pairs(stage, given)
    for row, wanted in zip(rows, expect.get("rows", []), strict=False):
        assert row["status"] == wanted["status"]
        assert row["active"] == wanted.get("active", row["active"])
    grounded = stage.p("a1").grounded
    assert grounded == expect["active_grounded"]
    assert stage.s.activated  # the match goes on
    if "dodge_moves" in expect:
        assert sum(".dodge" in p.key for p in stage.seen) == expect["dodge_moves"]
    if "pass_performed" in expect:
        assert ("pass_thrown" in stage.called) == expect["pass_performed"]


def play_pairs(stage: Stage, given: Given) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for n, pair in enumerate(given["pairs"], 1):
        before = len(stage.rolled())
        if not any(f".b{n}" in key for key in stage.play.open):
            rows.append({"active": None, "status": "NOT_ROLLED"})
            continue
        if pair.get("vs"):
            stage.roll("a1", *(given["active"]["dice"][i] for i in pair["vs"]))
        stage.roll(f"b{n}", pair["die"])
        new = dict(stage.rolled()[before:])
        rows.append({"active": new.get("a1"), "status": new[f"b{n}"]})
        settle(stage)
    return rows


def settle(stage: Stage) -> None:
    """The consequences of a pair, harmlessly: everybody keeps his feet and his health."""
    while any(part in key for key in stage.play.open for part in (".dodge", ".end.", ".feet.")):
        prompt = next(iter(stage.play.open.values()))
        stage.say(prompt.key, True if prompt.kind == "confirm" else 2)


@pytest.mark.parametrize(("given", "expect"), of("tackle_outcome"))
def test_tackle_outcome(given: Given, expect: Given) -> None:
    felled = given.get("felled_by_break_through", False)
    stage = Stage()
    if felled:
        tackled(stage, "BREAK_THROUGH", "b1").roll("a1", 1 if given.get("break_critical") else 6)
        stage.roll("b1", 12 if given["tackle"] == "FAIL" else 5)
    elif given["tackle"] == "CANCELLED":
        tackled(stage, "DODGE", "b1").rolls(a1=5, b1=5)
    else:
        die = {"SUCCESS": 1 if given.get("critical") else 5, "FAIL": 12}[given["tackle"]]
        tackled(stage, "NONE", "b1").roll("b1", die)
    ref_roll = stage.asks(".feet.b1")
    assert ref_roll == expect.get("ref_roll", ref_roll)
    if ref_roll and "ref_ok" in given:
        stage.roll("b1", 2 if given["ref_ok"] else 12)
    for who, id_ in (("target", "a1"), ("tackler", "b1")):
        p = stage.p(id_)
        if f"{who}_end_roll" in expect:
            assert stage.asks(f".end.{id_}") == expect[f"{who}_end_roll"]
        assert p.grounded == expect.get(f"{who}_grounded", p.grounded)
        assert p.wounds == expect.get(f"{who}_wound", p.wounds)


@pytest.mark.parametrize(("given", "expect"), of("endurance"))
def test_endurance(given: Given, expect: Given) -> None:
    content = even_box()
    player_in(content, "a1").update(bdy=given["bdy"], prt=given["prt"])
    stage = tackled(Stage(content=content), "NONE", "b1").roll("b1", 5)
    assert stage.p("a1").endurance == expect.get("end", stage.p("a1").endurance)
    stage.roll("a1", given["die"])
    assert stage.p("a1").wounds == expect["wounds"]
    assert ("injured" in stage.called) == expect["injured"]


@pytest.mark.parametrize(("given", "expect"), of("pass_outcome"))
def test_pass_outcome(given: Given, expect: Given) -> None:
    die = {"FAIL": 12, "SUCCESS": 5}
    stage = Stage()
    if "opp" in given:
        tackled(stage, "PASS:a2", "b1").say(".distance", 6.0)
        stage.roll("a1", die[given["pass"]]).roll("b1", die[given["opp"]])
    else:
        stage.activate("a1").defend().second("PASS:a2").say(".distance", 6.0).roll("a1", die[given["pass"]])
    assert stage.asks(".reception.a2") == (expect["result"] == "reception_roll")
    assert ("pass_thrown" in stage.called) == (expect["result"] == "reception_roll")


@pytest.mark.parametrize(("given", "expect"), of("try_outcome"))
def test_try_outcome(given: Given, expect: Given) -> None:
    stage = Stage()
    if given["score_roll"] == "CANCELLED":
        tackled(stage, "SCORE", "b1").rolls(a1=5, b1=5)
    else:
        stage.activate("a1").defend().second("SCORE").roll("a1", 12)
    assert stage.s.score[0] == expect["try"]
    assert (stage.phase == "KO_WHO") == expect["kickoff"]


@pytest.mark.parametrize(("given", "expect"), of("legal_first"))
def test_first_actions(given: Given, expect: Given) -> None:
    assert legal.first_actions(given["grounded"], given["carrier"]) == expect["actions"]


@pytest.mark.parametrize(("given", "expect"), of("legal_second"))
def test_second_actions(given: Given, expect: Given) -> None:
    actions = legal.second_actions(
        given["first"],
        given["carrier"],
        ground_left=given.get("ground_left", 0),
        active_fatigue=given.get("active_fatigue", 0),
        tackle_declared=given.get("tackle_declared", False),
        in_goal=given.get("in_goal", False),
    )
    assert sorted(actions) == sorted(expect["actions"])


@pytest.mark.parametrize(("given", "expect"), of("legal_defence"))
def test_defence_actions(given: Given, expect: Given) -> None:
    assert sorted(legal.defence_actions(given["grounded"], given["carrier_state"])) == sorted(expect["actions"])


@pytest.mark.parametrize(("given", "expect"), of("step6"))
def test_who_may_rise(given: Given, expect: Given) -> None:
    people = {a["id"]: player() for a in given["attackers"]}
    for a in given["attackers"]:
        people[a["id"]].ground = a["ground"]
    busy = [people[a["id"]] for a in given["attackers"] if a.keys() & {"active", "carrier", "carrier_at_start"}]
    assert [id_ for id_, p in people.items() if legal.may_rise(p, busy)] == expect["may_stand"]


def test_too_far_from_the_ground() -> None:
    """TAK-PFG-03: D-70."""
    given, expect = one("D-70")
    assert too_far_from_ground(given["distance_in"]) == (expect["status"] == "CANCELLED")
    assert not too_far_from_ground(8.0)
