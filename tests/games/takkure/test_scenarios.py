"""The scenarios of the vectors, as played scripts."""

from __future__ import annotations

import re
from typing import Any

import pytest

from companion.games.takkure.state import State
from companion.vocabulary import Choose, Roll
from tests.games.takkure.stage import Stage, even_box, player_in
from tests.games.takkure.test_activation import tackled
from tests.games.takkure.vectors import one
from vision.measure import Disc, Stop, Verdict, ahead, displace, gap_mm, marked_move


def rolling(stage: Stage) -> list[str]:
    """Who rolls now."""
    return [p.key.split("~")[0].split(".")[-1] for p in stage.play.open.values() if not p.offer]


def test_w_09_a_move_under_pressure_rolls_nothing() -> None:
    """TAK-SND-02, TAK-M5-02."""
    _, expect = one("W-09")
    stage = Stage().activate("a1").defend(b1="PRESSURE").second("MOVE")
    nod = stage.asked(".moved_again")
    assert ("movement token" in f"{nod.text.en} {nod.hint}") == expect["movement_tokens_needed"]
    stage.say(".moved_again")
    assert stage.phase == "READY"
    assert len(stage.rolled()) == expect["rolls"]


def test_w_39_a_team_play_in_order() -> None:
    """TAK-TPL-02 to TAK-TPL-11."""
    _, expect = one("W-39")
    stage = Stage().say(".ready", "team_play:MOVE")
    stage.say(".play.card", "t1:a2")
    words = {"activated": "token_on_carrier", "team_play": "announce_participants"}
    order = ["declare_face_down", *(words[name] for name in stage.called if name in words)]
    assert "A1, A2" in stage.calls[-1].text.en
    hint = str(stage.asked(".defence").hint)
    order += ["mark_carrier_move"] * ("movement token" in hint and "A1" in hint)
    assert "play_revealed" not in stage.called
    stage.defend(b1="PRESSURE")
    order += ["defence", *["reveal_card"] * ("play_revealed" in stage.called), "execute_move"]
    assert stage.called.index("declared") < stage.called.index("play_revealed")
    assert "A2 moves" in stage.asked(".moved_again").text.en
    stage.say(".moved_again")
    order.append("second_actions_in_card_order")
    stage.say(".pressure", []).say(".distance", 3.0).roll("a1", 5)
    order += ["measure_and_roll"] * bool(stage.rolled("PASS"))
    order += ["card_set_aside"] * (stage.coach("A").used == ["t1"] and "aside" in str(stage.asked(".ready").hint))
    assert order == expect["order"]
    assert stage.s.carrier is stage.p("a2")
    assert stage.coach("A").team_plays


def test_d_127_the_third_token_tires_before_step_1() -> None:
    """TAK-ACT-03: a tired player has lost Side Step when he dodges."""
    given, expect = one("D-127")

    def twice(s: State) -> None:
        s.player("a1").activations = given["player"]["tokens_this_set"]

    stage = Stage(content=even_box("side_step"), state=twice).activate("a1")
    assert stage.p("a1").active == expect["active_fatigue"]
    assert stage.phase == "A2"
    stage.defend(b1="TACKLE").second("DODGE").say(".contact", ["b1"])
    assert len(roll_of(stage, "a1").legal) == expect["dodge_dice"]


def roll_of(stage: Stage, id_: str) -> Roll:
    return next(p for p in stage.play.open.values() if isinstance(p, Roll) and p.key.split("~")[0].endswith(id_))


def test_d_128_max_fatigue_by_the_third_token() -> None:
    """TAK-MXF-01, TAK-BAL-04, R-59."""
    given, expect = one("D-128")

    def spent(s: State) -> None:
        p = s.player("a1")
        p.activations, p.active = given["player"]["tokens_this_set"], given["player"]["active_fatigue"]

    stage = Stage(state=spent)
    unspent = stage.s.unspent
    stage.activate("a1")
    assert ("injured" in stage.called) == expect["injured"]
    assert "A1" in stage.asked(".scatter").text.en
    stage.say(".scatter", 3).say(".common", 4)
    assert (stage.s.carrier, stage.phase) == (None, "READY")
    assert (stage.s.unspent == unspent - 1) == expect["token_spent"]
    assert not stage.p("a1").on_field


def test_d_129_no_steal_from_who_fell_just_now() -> None:
    """TAK-STL-03, R-34."""
    _, expect = one("D-129")
    stage = Stage().activate("a1").defend(b1="TACKLE", b2="BALL_STEAL").second("NONE")
    stage.say(".contact", ["b1"]).roll("b1", 5)
    assert stage.p("a1").grounded == expect["carrier_grounded"]
    stage.roll("a1", 2)
    assert stage.phase == "READY"
    assert bool(stage.rolled("BALL STEAL")) == expect["d2_steal_roll"]


def test_d_130_interception() -> None:
    """TAK-STL-04, TAK-STL-05, TAK-STL-08: in order along the lane, the turnover at the end of the activation."""
    _, expect = one("D-130")
    stage = Stage().activate("a1").defend(b1="BALL_STEAL", b2="BALL_STEAL").second("PASS:a2")
    stage.say(".distance", 6.0).roll("a1", 5).say(".lane", ["b1", "b2"])
    assert "BaC 7 − 2 (interception) = 5" in roll_of(stage, "b1").text.en
    stage.roll("b1", 6)
    assert stage.s.attacker == "A"
    stage.roll("b2", 5)
    assert stage.s.carrier is stage.p("b2")
    assert bool(stage.rolled("RECEPTION")) == expect["receiver_rolls"]
    assert (stage.s.attacker, stage.phase) == ("B", "READY")
    assert "turnover" in stage.called


def test_d_131_a_dodge_without_contact() -> None:
    """TAK-DOD-01, R-25: unopposed, and the tackler rolls for his feet all the same."""
    given, expect = one("D-131")
    stage = Stage().activate("a1").defend(b1="TACKLE").second("DODGE").say(".contact", [])
    assert rolling(stage) == ["a1"]
    stage.roll("a1", given["die"])
    assert f"{expect['dodge_in']}″" in stage.asked(".dodge").text.en
    stage.say(".dodge")
    assert "no_contact" in stage.called
    assert stage.asks(".feet.b1")


def test_d_135_a_failed_roll_stops_a_team_play() -> None:
    """TAK-TPL-09, R-38: its own reception still happens."""
    _, expect = one("D-135")
    stage = Stage().say(".ready", "team_play:MOVE").say(".play.card", "t2:a2,a3").defend()
    stage.say(".distance", 6.0).roll("a1", 12)
    assert stage.asks(".reception.a2") == expect["reception_roll"]
    stage.roll("a2", 5)
    assert stage.s.carrier is stage.p("a2")
    assert stage.phase == "READY"
    assert not any("p2.go_on" in p.key for p in stage.seen)


def test_d_136_unwavering_honor() -> None:
    """TAK-TSK-04, TAK-TSK-05: a wound gives a token; a carrier may not rise with it."""
    _, expect = one("D-136")
    stage = Stage(content=even_box(a="unwavering_honor")).correct("fatigue.a1", "1-0")
    tackled(stage, "NONE", "b1").roll("b1", 5).roll("a1", 12)
    assert stage.p("a1").honor == expect["team_tokens"]
    offered = [o.id for p in stage.play.open.values() if p.offer for o in p.options]  # type: ignore[attr-defined]
    assert ("rise:a1" in offered) == expect["may_remove_grounded"]
    assert ("flip:a1" in offered) == expect["may_flip_fatigue"]
    stage.say(".tokens", "flip:a1")
    assert (stage.p("a1").active, stage.p("a1").inactive, stage.p("a1").honor) == (0, 1, 0)


def superstars(pool: int) -> Stage:
    def given(s: State) -> None:
        s.coaches["A"].pool = pool

    return Stage(content=even_box(a="superstars"), state=given)


def test_d_137_superstars_add_at_most_three() -> None:
    """TAK-TSK-07."""
    given, expect = one("D-137")
    stage = superstars(given["pool"]).activate("a1").defend().second("SCORE")
    offered = [o.id for o in stage.asked(".tokens").options]  # type: ignore[attr-defined]
    assert f"plus:a1:{given['spend_before_roll']}" not in offered
    stage.say(".tokens", f"plus:a1:{expect['accepted']}")
    assert f"+ {expect['bonus']} (Superstars) = {7 + expect['bonus']}" in roll_of(stage, "a1").text.en
    assert not stage.asks(".tokens")
    assert stage.coach("A").pool == expect["pool_after"]


def test_d_138_one_reroll_a_roll() -> None:
    """TAK-TSK-08."""
    given, expect = one("D-138")
    stage = superstars(given["pool"]).activate("a1").defend().second("SCORE").roll("a1", 12)
    stage.say(".spend.a1", "again:12").say(".reroll.a1", 11)
    assert stage.coach("A").pool == expect["pool_after"]
    assert not stage.asks(".spend")
    assert stage.rolled("SCORE A TRY") == [("a1", "FAIL")]


def test_d_140_nothing_is_measured_before_a_declaration() -> None:
    """TAK-MEA-01, TAK-MEA-05."""
    _, expect = one("D-140")
    stage = Stage().activate("a1")
    assert stage.phase == "A2"
    assert (stage.play.view().measuring != "") == expect["shown"]
    stage.say(".defence", "b1:PRESSURE")
    assert stage.play.view().measuring == "b1"
    assert "up to 8″" in str(stage.asked(".defence").hint)  # Defensive Insight


def test_d_141_pick_up_from_behind() -> None:
    """TAK-PUP-04: a test of direction, that the coaches are told of and a camera can make."""
    _, expect = one("D-141")
    assert (ahead(Disc(300, 0, 40), Disc(340, 0, 40), 1) is Verdict.OUT) == expect["legal"]
    stage = Stage(carrier="a2").activate("a1").defend()
    question = stage.asked(".second")
    assert isinstance(question, Choose)
    assert "PICK_UP" in [o.id for o in question.options]
    assert "from behind" in str(question.hint)


@pytest.mark.parametrize("tie", [True, False])
def test_d_142_pick_up_against_one_stealer(tie: bool) -> None:
    """TAK-MEL-01, R-35: face-to-face, on a tie nobody has it."""
    _, expect = one("D-142")
    stage = Stage(carrier=None).activate("a1").defend(b1="BALL_STEAL").second("PICK_UP").say(".steal", ["b1"])
    assert rolling(stage) == ["a1", "b1"]
    stage.rolls(a1=5, b1=5 if tie else 6)
    carrier = stage.s.carrier
    assert expect["tie"] == "ball_stays_loose"
    assert carrier is (None if tie else stage.p("b1"))


def test_d_142_pick_up_against_several_is_a_melee() -> None:
    """TAK-MEL-03: those who tie roll again."""
    stage = Stage(carrier=None).activate("a1").defend(b1="BALL_STEAL", b2="BALL_STEAL").second("PICK_UP")
    stage.say(".steal", ["b1", "b2"]).rolls(a1=5, b1=9).roll("b2", 9)
    assert "tied" in stage.called
    assert not any(key.endswith("a1") for key in stage.play.open)
    stage.roll("b1", 3).roll("b2", 4)
    assert stage.s.carrier is stage.p("b2")
    assert stage.rolled() == [("a1", "CANCELLED"), ("b1", "CANCELLED"), ("b2", "SUCCESS")]


def test_d_149_team_mates_shorten_first_then_opponents_give_way() -> None:
    """TAK-EXE-04, TAK-EXE-05."""
    _, expect = one("D-149")
    start, mate, other = (Disc(x, 0, 40) for x in (0, 100, 75))
    landing = marked_move(start, Disc(300, 0, 25), 4, teammates=[mate])
    assert landing.stop is Stop.TEAMMATE
    assert gap_mm(landing.end, displace(landing.end, other).disc) == pytest.approx(0, abs=1e-6)
    hint = str(Stage().activate("a1").say(".defence", "done").asked(".executed").hint)
    assert hint.index("Displace opponents") < hint.index("stop short of team-mates")
    assert len(expect["order"]) == 2


def carded() -> Stage:
    content: dict[str, Any] = even_box()
    content["plays"]["individual"] = [
        {"id": f"{side}card", "owner": "generic", "name": f"Card {side}", "copies": 2, "timing": "before_roll",
         "requires": {"action": action}, "effect": {"mod": 2}}
        for side, action in (("a", "SCORE"), ("b", "TACKLE"))
    ]  # fmt: skip
    return Stage(content=content)


def test_d_150_the_attacker_is_asked_first() -> None:
    """TAK-IND-01 to TAK-IND-05."""
    _, expect = one("D-150")
    stage = tackled(carded(), "SCORE", "b1")
    offers = [p for p in stage.play.open.values() if p.offer and ".card" in p.key]
    assert [p.side for p in offers] == ["A", "B"]
    assert expect["asked_first"] == "attacker"
    stage.say(".B.card", "bcard")
    assert (stage.coach("B").hand, stage.coach("B").played) == (3, ["bcard"])
    assert stage.asks(".A.card") == expect["attacker_may_play_later_in_same_window"]
    assert "+ 2 (Card b) = 9" in roll_of(stage, "b1").text.en
    stage.roll("a1", 7)
    assert not stage.asks(".B.card")


def test_d_150_after_the_attacker_the_defender_may_play() -> None:
    stage = tackled(carded(), "SCORE", "b1").say(".A.card", "acard")
    assert stage.asks(".B.card")


def test_d_151_no_steal_from_a_standing_carrier() -> None:
    """TAK-STL-06: the defensive move is made all the same."""
    _, expect = one("D-151")
    stage = Stage().activate("a1").say(".defence", "b1:BALL_STEAL")
    assert ("moves up to" in str(stage.asked(".defence").hint)) == expect["defensive_move_made"]
    stage.done().second("MOVE").say(".moved_again")
    assert (stage.phase, bool(stage.rolled())) == ("READY", expect["steal_roll"])


def test_d_152_tired_may_injure_again() -> None:
    """TAK-INJ-01, R-40."""
    given, expect = one("D-152")
    content = even_box()
    player_in(content, "a1").update(bdy=given["player_bdy"], prt=6)
    stage = tackled(Stage(content=content), "NONE", "b1").roll("b1", 1)
    stage.say(".scatter", 3).say(".common", given["die"])
    assert (stage.called.count("injured") == 2) == expect["injured_again"]
    assert stage.asks(".common")


def test_d_154_an_injured_player_returns() -> None:
    """TAK-KOF-07, TAK-INJ-04."""
    _, expect = one("D-154")

    def spent(s: State) -> None:
        s.player("a2").activations, s.player("a2").active = 2, 3

    stage = Stage(state=spent).activate("a2").say(".common", 4)
    assert not stage.p("a2").on_field
    stage.activate("a1").defend().second("SCORE").roll("a1", 12).until("READY", kicker="B")
    p = stage.p("a2")
    assert p.on_field == expect["returns"]
    assert p.stats["str"] - 7 == expect["str_mod"]
    assert (p.wounds, p.tokens) == (expect["wounds"], expect["fatigue"])


@pytest.mark.parametrize("which", [0, 1])
def test_d_162_a_critical_pass(which: int) -> None:
    """TAK-PAS-10, R-52."""
    given, expect = one("D-162")
    stage = Stage()
    if given["receiver_grounded"][which]:
        stage.correct("ground.a2", 1)
    stage.activate("a1").defend().second("PASS:a2").say(".distance", 6.0).roll("a1", given["pass_die"])
    assert (stage.s.carrier is stage.p("a2")) == expect["receiver_has_ball"][which]
    moves = stage.asks(".critical_move")
    assert moves == bool(expect["receiver_move_in"][which])
    if moves:
        assert f"{expect['receiver_move_in'][which]}″" in stage.asked(".critical_move").text.en


def test_d_163_a_missed_reception() -> None:
    """TAK-REC-04, TAK-SCT-01, TAK-POS-03, R-32."""
    _, expect = one("D-163")
    stage = Stage().activate("a1").defend().second("PASS:a2").say(".distance", 6.0).rolls(a1=12, a2=12)
    scatter = stage.asked(".scatter")
    assert "A2" in scatter.text.en
    assert scatter.side == {"H": "A"}[expect["arrow1_chosen_by"]]
    stage.say(".scatter", 4).say(".arrow", "blocked")
    assert "arrow 5" in stage.asked(".arrow").text.en
    assert (stage.s.carrier, stage.s.attacker) == (None, "A")


def test_d_165_no_team_play_with_a_loose_ball() -> None:
    """TAK-TPL-03."""
    _, expect = one("D-165")
    options = [o.id for o in Stage(carrier=None).asked(".ready").options]  # type: ignore[attr-defined]
    assert ("team_play:MOVE" in options) == expect["allowed"]
    assert "team_play:MOVE" in [o.id for o in Stage().asked(".ready").options]  # type: ignore[attr-defined]


def test_d_166_tacklers_before_and_after_the_pass() -> None:
    """TAK-PAS-04, TAK-PAS-05, R-10, R-11."""
    given, expect = one("D-166")
    stage = tackled(Stage(), "PASS:a2:way", "b1", "b2")
    before = [f"b{d[1]}" for d, s_in in given["tacklers"].items() if given["s_pass_in"] >= s_in]
    assert before == [f"b{d[1]}" for d in expect["opponents"]]
    stage.say(".distance", 6.0).say(".before", before)
    assert rolling(stage) == ["a1", "b1"]
    stage.rolls(a1=6, b1=4)
    assert stage.s.carrier is stage.p("a2")
    assert [p.key.split("~")[0].split(".")[-1] for p in stage.play.open.values()] == ["b2"]
    assert expect["then_unopposed"] == ["d2"]
    assert re.match("B2, TACKLE: STR 7", roll_of(stage, "b2").text.en)
