"""The six steps of an activation, one rule after the other, played."""

from __future__ import annotations

import pytest

from companion.vocabulary import JSON, Choose, Prompt, Roll, Text
from tests.games.takkure.stage import Stage, even_box, player_in
from tests.games.takkure.test_activation import tackled


def ids(prompt: Prompt) -> list[str]:
    assert isinstance(prompt, Choose)
    return [o.id for o in prompt.options]


def read(text: Text | None) -> str:
    return text.en if text else ""


# -- the token and step 1 --------------------------------------------------------------------------------------------


def test_the_steps_come_in_order() -> None:
    """TAK-ACT-01, TAK-ACT-02, TAK-ACT-04, TAK-ACT-09: token, six steps, then the next activation."""
    stage = Stage()
    unspent, phases = stage.s.unspent, [stage.phase]
    stage.activate("a2")
    assert (stage.s.unspent, stage.p("a2").activations) == (unspent - 1, 1)
    assert "Activation token on A2" in read(stage.asked(".defence").hint)
    for part, value in ((".defence", "b1:PRESSURE"), (".defence", "done"), (".executed", True), (".second", "MOVE")):
        phases.append(stage.phase)
        stage.say(part, value)
    phases.append(stage.phase)
    stage.say(".moved_again")
    assert phases == ["READY", "A2", "A2", "A3", "A4", "A4"]
    assert (stage.phase, stage.s.act) == ("READY", None)


def test_first_actions_are_offered_by_posture() -> None:
    """TAK-FST-01, TAK-GRD-02: standing a MOVE in either way; on the ground what is left there."""
    stage = Stage().correct("ground.a1", 1).correct("ground.a2", 2)
    offered = ids(stage.asked(".ready"))
    assert {i for i in offered if i.startswith("a1")} == {f"a1:PASS_FROM_GROUND:a{n}" for n in (2, 3, 4)} | {"a1:NONE"}
    assert {i for i in offered if i.startswith("a2")} == {"a2:STAND_UP", "a2:NONE"}
    assert {i for i in offered if i.startswith("a3")} == {"a3:MOVE", "a3:TURN", "a3:NONE"}


@pytest.mark.parametrize(("first", "tokens"), [("MOVE", "movement token"), ("TURN", "turn token, then movement token")])
def test_both_ways_of_marking(first: str, tokens: str) -> None:
    """TAK-FST-02, TAK-FST-08, TAK-EXE-01: marked now, executed in step 3, one turn at most."""
    stage = Stage().activate("a1", first)
    assert tokens in read(stage.asked(".defence").hint)
    assert stage.phase == "A2"
    stage.say(".defence", "done")
    assert stage.phase == "A3"
    assert "Active-player token where he starts" in read(stage.asked(".executed").hint)
    assert ("over the turn token" in stage.asked(".executed").text.en) == (first == "TURN")


def test_the_receiver_is_named_with_a_pass_from_the_ground() -> None:
    """TAK-PFG-01, TAK-PFG-04, TAK-GRD-01: then it goes like a PASS, and nothing follows."""
    stage = Stage().correct("ground.a1", 1).activate("a1", "PASS_FROM_GROUND:a3").defend()
    assert not any(".second" in p.key for p in stage.seen)
    stage.say(".distance", 3.0)
    assert "BaC 7 + 2 (pass 3″) − 2 (from the ground) = 7" in next(iter(stage.play.open.values())).text.en
    stage.roll("a1", 7)
    assert stage.s.carrier is stage.p("a3")


def test_standing_up() -> None:
    """TAK-STU-01: one token, no roll; with none left a MOVE may follow."""
    stage = Stage().correct("ground.a2", 1).activate("a2", "STAND_UP")
    assert stage.p("a2").ground == 0
    stage.defend()
    assert ids(stage.asked(".second")) == ["MOVE", "NONE"]


# -- step 2 ----------------------------------------------------------------------------------------------------------


def test_every_defender_may_declare_once_in_any_order() -> None:
    """TAK-DEF-01, TAK-DEF-02, TAK-PRI-04: they may differ; only the carrier is tackled."""
    stage = Stage().activate("a2")
    offered = ids(stage.asked(".defence"))
    assert {i for i in offered if i.startswith("b3")} == {"b3:TACKLE", "b3:PRESSURE", "b3:BALL_STEAL"}
    for said in ("b3:TACKLE", "b1:PRESSURE", "b2:BALL_STEAL"):
        stage.say(".defence", said)
        assert not any(i.startswith(said[:2]) for i in ids(stage.asked(".defence")))
    assert stage.s.going_on.target is stage.p("a1")


def test_the_path_of_the_carrier_may_be_tackled() -> None:
    """TAK-TKL-04, TAK-TKL-05: his position or any point of the marked path, said before anything is measured."""
    stage = Stage().activate("a1")
    question = stage.asked(".defence")
    assert "b1:TACKLE_PATH" in ids(question)
    assert "point at the exact spot first" in read(question.hint)
    assert "b1:TACKLE_PATH" not in ids(Stage().activate("a2").asked(".defence"))


@pytest.mark.parametrize(
    ("action", "moves"), [("PRESSURE", True), ("BALL_STEAL", True), ("TACKLE", True), ("REST", False)]
)
def test_which_actions_move(action: str, moves: bool) -> None:
    """TAK-DEF-03, TAK-PRS-01, TAK-TKL-01, TAK-DMV-01, TAK-DMV-02, TAK-DMV-04: up to the second MOV, around others, and
    whatever comes of the action; TAK-TKL-06: a tackler as close as he can."""
    content = even_box("onslaught")
    stage = Stage(content=content).correct("fatigue.b1", "1-0").activate("a1").say(".defence", f"b1:{action}")
    hint = read(stage.asked(".defence").hint)
    assert ("B1 moves up to 4″" in hint) == moves
    assert ("as close to the spot as he can" in hint) == (action == "TACKLE")
    assert ("around others" in hint) == (action in ("PRESSURE", "BALL_STEAL"))
    assert stage.play.view().measuring == ("b1" if moves else "")


def test_a_grounded_defender_only_stands_up() -> None:
    """TAK-DEF-04, TAK-DEF-05, TAK-STU-03, TAK-STL-07: at once, without a move."""
    stage = Stage().correct("ground.b1", 2).activate("a1")
    assert [i for i in ids(stage.asked(".defence")) if i.startswith("b1")] == ["b1:STAND_UP"]
    stage.say(".defence", "b1:STAND_UP")
    assert (stage.p("b1").ground, stage.play.view().measuring) == (1, "")


def test_the_last_defender_says_when_he_has_moved() -> None:
    """TAK-DMV-03, TAK-DMV-05: after all four a nod closes his window."""
    stage = Stage().activate("a1")
    for n in range(1, 5):
        stage.say(".defence", f"b{n}:PRESSURE")
    assert stage.play.view().measuring == "b4"
    stage.say(".moved")
    assert (stage.phase, stage.play.view().measuring) == ("A3", "a1")


# -- steps 3 and 4 ---------------------------------------------------------------------------------------------------


def test_who_makes_room_where_he_lands() -> None:
    """TAK-OCC-01, TAK-OCC-02, TAK-OCC-04, TAK-OCC-07, TAK-BAL-03: opponents give way, in doubt their coach places."""
    hint = read(Stage().activate("a1").say(".defence", "done").asked(".executed").hint)
    assert "Displace opponents where he lands" in hint
    assert "In doubt Team b places" in hint


def test_second_actions_are_offered_by_the_ball() -> None:
    """TAK-SND-01, TAK-PAS-01, TAK-PAS-03, TAK-PRI-03, TAK-PUP-01, TAK-PUP-02: with it PASS and SCORE, without it PICK
    UP of a loose one or a team-mate's."""
    with_ball = Stage().activate("a1").defend().asked(".second")
    assert ids(with_ball) == ["MOVE", *(f"PASS:a{n}{at}" for n in (2, 3, 4) for at in ("", ":way")), "SCORE", "NONE"]
    still = Stage().activate("a1", "NONE").defend().asked(".second")
    assert ids(still) == ["MOVE", "PASS:a2", "PASS:a3", "PASS:a4", "SCORE", "NONE"]
    assert "Not to anybody ahead of you" in read(with_ball.hint)
    assert "SCORE: his base is partly in the in-goal zone" in read(with_ball.hint)
    assert "SCORE" not in read(Stage(carrier=None).activate("a1").defend().asked(".second").hint)
    assert "PICK_UP" in ids(Stage(carrier=None).activate("a1").defend().asked(".second"))
    assert "PICK_UP" in ids(Stage(carrier="a2").activate("a1").defend().asked(".second"))


def test_a_second_move_after_a_tackle() -> None:
    """TAK-SND-03, TAK-SND-05, TAK-SND-06: the start is marked, and there he falls."""
    stage = Stage().activate("a1").defend(b1="TACKLE").second("MOVE")
    nod = stage.asked(".moved_again")
    assert "around others" in nod.text.en
    assert "Active-player token to where this move starts" in read(nod.hint)
    stage.say(".moved_again").say(".contact", ["b1"]).roll("b1", 5)
    assert "A1 goes back to the active-player token" in " ".join(read(t) for t in stage.s.todo)


# -- step 5: tackle, dodge, break through -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("second", "opposed"), [("NONE", False), ("MOVE", False), ("DODGE", True), ("BREAK_THROUGH", True), ("SCORE", True)]
)
def test_what_opposes_a_tackle(second: str, opposed: bool) -> None:
    """TAK-TKL-09, TAK-DOD-02, TAK-BRK-02, TAK-TRY-06, TAK-UNO-01, TAK-F2F-01: dice colours tell the sides."""
    stage = Stage().activate("a1").defend(b1="TACKLE").second(second)
    if second == "MOVE":
        stage.say(".moved_again")
    stage.say(".contact", ["b1"])
    rolls = [p for p in stage.play.open.values() if isinstance(p, Roll)]
    assert [(p.side, p.dice[0].colour) for p in rolls] == [*[("A", "red")] * opposed, ("B", "yellow")]


def test_a_carrier_who_is_not_active_is_tackled_unopposed() -> None:
    """TAK-TKL-09, R-56."""
    stage = Stage().activate("a2").defend(b1="TACKLE", b2="TACKLE").second("NONE").say(".contact", ["b2", "b1"])
    stage.roll("b2", 5).roll("a1", 2)
    assert stage.p("a1").grounded
    assert stage.rolled("TACKLE") == [("b2", "SUCCESS")]


@pytest.mark.parametrize(("die", "inches"), [(6, 2), (1, 4)])
def test_the_dodge_move(die: int, inches: int) -> None:
    """TAK-DOD-03, TAK-DOD-04, TAK-DOD-06."""
    stage = tackled(Stage(), "DODGE", "b1").rolls(a1=die, b1=3)
    text = stage.asked(".dodge").text.en
    assert f"up to {inches}″" in text
    assert text.index("point") < text.index("move")
    assert "around others" in text


@pytest.mark.parametrize("second", ["DODGE", "BREAK_THROUGH"])
def test_a_missed_answer_has_no_effect_of_its_own(second: str) -> None:
    """TAK-DOD-05, TAK-BRK-05."""
    stage = tackled(Stage(), second, "b1").rolls(a1=12, b1=12).roll("b1", 2)
    assert (stage.phase, stage.p("a1").grounded, stage.p("b1").grounded) == ("READY", False, False)


def test_breaking_through() -> None:
    """TAK-BRK-03, TAK-GRD-01, TAK-END-02: the tackler is down and rolls END."""
    stage = tackled(Stage(), "BREAK_THROUGH", "b1").rolls(a1=6, b1=3)
    assert stage.p("b1").grounded
    assert "Ground token on B1" in " ".join(read(t) for t in stage.s.todo)
    assert stage.asks(".end.b1")


def test_wounds_up_to_the_body_injure() -> None:
    """TAK-END-01, TAK-END-04, TAK-INJ-02, TAK-INJ-07: the ball scatters, he leaves, an injury token marks him."""
    stage = Stage().correct("wounds.a1", 2)
    tackled(stage, "NONE", "b1").roll("b1", 5).roll("a1", 12)
    assert "injured" in stage.called
    scatter = stage.asked(".scatter")
    assert scatter.side == "B"  # who caused the wound turns arrow 1
    stage.say(".scatter", 12)
    todo = " ".join(read(t) for t in stage.s.todo)
    assert "leaves the field" in todo
    assert "injury token" in todo


def test_dice_may_be_shared_out() -> None:
    """TAK-MDI-04, TAK-M5-03: before the roll, both on one or one each."""
    stage = tackled(Stage(content=even_box("side_step")), "DODGE", "b2", "b1")
    question = stage.asked(".dice")
    assert (ids(question), question.suggestion) == (["2-0", "1-1", "0-2"], "1-1")
    assert "2 × B2" in str(question)
    stage.say(".dice", "2-0").roll("a1", 12, 6).roll("b2", 4).say(".dodge")
    assert [p.key.split("~")[0].split(".")[-1] for p in stage.play.open.values()] == ["b1"]


def test_three_dice_may_be_mixed() -> None:
    """TAK-MDI-04: one against each and the third as a second one, against whom he likes; one order of rolls."""
    content = even_box("side_step")
    spring = {"id": "s1", "name": "Spring", "training": False, "timing": "before_roll", "applies": ["DODGE"]}
    player_in(content, "a1")["skills"] = [{**spring, "effect": {"extra_dice": 1}}]
    stage = tackled(Stage(content=content), "DODGE", "b1", "b2")
    assert (ids(stage.asked(".dice")), stage.asked(".dice").suggestion) == (["3-0", "2-1", "1-2", "0-3"], "2-1")
    stage.say(".dice", "1-2").rolls(a1=5, b1=4).say(".dodge").roll("a1", 12, 6).roll("b2", 5)
    assert stage.rolled() == [("a1", "SUCCESS"), ("b1", "CANCELLED"), ("a1", "SUCCESS"), ("b2", "CANCELLED")]
    assert stage.phase == "READY"


@pytest.mark.parametrize(
    ("skill", "second", "dice"),
    [
        ("precise_pass", "PASS:a2", 2),
        ("onslaught", "BREAK_THROUGH", 2),
        ("side_step", "DODGE", 2),
        ("side_step", "SCORE", 1),
    ],
)
def test_position_skills_roll_two_dice(skill: str, second: str, dice: int) -> None:
    """TAK-PSK-02, TAK-PAS-13, TAK-PSK-03."""
    stage = tackled(Stage(content=even_box(skill)), second, "b1")
    if second.startswith("PASS"):
        stage.say(".distance", 6.0)
    mine = next(p for p in stage.play.open.values() if isinstance(p, Roll) and p.side == "A")
    assert len(mine.legal) == dice


def test_an_expert_tackler_rolls_two_dice() -> None:
    """TAK-PSK-05, TAK-TKL-14: the better one counts."""
    stage = tackled(Stage(content=even_box("expert_tackler")), "DODGE", "b1").roll("a1", 5).roll("b1", 12, 6)
    assert stage.rolled() == [("a1", "CANCELLED"), ("b1", "SUCCESS")]


# -- step 5: pass and ball --------------------------------------------------------------------------------------------


def test_a_pass_that_arrives() -> None:
    """TAK-PAS-06, TAK-PAS-09, TAK-MOD-03, TAK-BAL-01, TAK-BAL-02: one modifier, and the ball goes to the card."""
    stage = Stage().activate("a1").defend().second("PASS:a4").say(".distance", 2.0)
    assert "BaC 7 + 4 (pass 2″) = 11" in next(iter(stage.play.open.values())).text.en
    stage.roll("a1", 11)
    assert stage.s.carrier is stage.p("a4")
    assert "Ball to A4's card" in read(stage.asked(".ready").hint)


def test_a_reception() -> None:
    """TAK-REC-01, TAK-REC-03, TAK-SCT-02: a plain number on the template, even a 12."""
    stage = Stage().activate("a1").defend().second("PASS:a2").say(".distance", 9.0).roll("a1", 12)
    assert "BaC 7 − 4 (reception 9″) = 3" in next(iter(stage.play.open.values())).text.en
    stage.roll("a2", 3)
    assert stage.s.carrier is stage.p("a2")


def test_the_template_is_stepped_round() -> None:
    """TAK-REP-01, TAK-SCT-02: a 12 is no fumble there, and after it comes arrow 1; that it fits nobody has to say."""
    stage = Stage().activate("a1").defend().second("PASS:a2").say(".distance", 9.0).rolls(a1=12, a2=12)
    stage.say(".scatter", 12).say(".arrow", "blocked")
    assert "arrow 1:" in stage.asked(".arrow").text.en
    for _ in range(10):
        stage.say(".arrow", "blocked")
    assert not stage.asks(".arrow")
    assert "referee" in stage.called
    assert stage.phase == "READY"


def test_tackles_after_the_pass() -> None:
    """TAK-PAS-14, R-10: unopposed afterwards, or by the house rule not at all."""
    late = tackled(Stage(), "PASS:a2:way", "b1").say(".distance", 6.0).say(".before", []).roll("a1", 5)
    assert late.asks(".s5.b1")
    none = tackled(Stage(rules={"late_tackle": False}), "PASS:a2:way", "b1").say(".distance", 6.0).say(".before", [])
    assert none.roll("a1", 5).phase == "READY"


def test_pressure_on_a_try() -> None:
    """TAK-PRS-05, TAK-TRY-02: the second BaC value, less the pressers by name."""
    content = even_box()
    player_in(content, "a1")["bac"] = [4, 9]
    stage = Stage(content=content).activate("a1").defend(b1="PRESSURE", b2="PRESSURE").second("SCORE")
    stage.say(".pressure", ["b2"])
    assert "BaC 9 − 1 (pressure by B2) = 8" in next(iter(stage.play.open.values())).text.en


def test_a_try_against_several_is_a_melee() -> None:
    """TAK-TRY-06, TAK-F2F-06: one winner; who missed rolls for his feet, who was beaten does not."""
    stage = tackled(Stage(), "SCORE", "b1", "b2", "b3").rolls(a1=6, b1=5).roll("b2", 12).roll("b3", 2)
    assert dict(stage.rolled()) == {"a1": "SUCCESS", "b1": "CANCELLED", "b2": "FAIL", "b3": "CANCELLED"}
    assert stage.asks(".feet.b2")
    stage.roll("b2", 3)
    assert (stage.s.score, stage.phase) == ((1, 0), "KO_WHO")


def test_a_failed_try_and_a_tackle() -> None:
    """R-12: tackle, endurance and injury first, then the kick-off."""
    stage = tackled(Stage(), "SCORE", "b1").rolls(a1=12, b1=5)
    assert stage.asks(".end.a1")
    stage.roll("a1", 3)
    assert stage.phase == "KO_WHO"


def test_stealing_from_the_ground() -> None:
    """TAK-STL-03, R-35, R-36: unopposed in their order; against a pass from the ground face-to-face."""
    stage = Stage().correct("ground.a1", 1).activate("a2", "NONE").defend(b1="BALL_STEAL", b2="BALL_STEAL")
    stage.second("NONE").say(".steal", ["b2", "b1"]).roll("b2", 8).roll("b1", 7)
    assert (stage.s.carrier, stage.s.attacker) == (stage.p("b1"), "B")
    duel = Stage().correct("ground.a1", 1).activate("a1", "PASS_FROM_GROUND:a2")
    duel.defend(b1="BALL_STEAL").say(".steal", ["b1"]).say(".distance", 6.0).rolls(a1=4, b1=6)
    assert (duel.s.carrier, duel.s.attacker) == (duel.p("b1"), "B")


# -- step 6 ----------------------------------------------------------------------------------------------------------


def test_step_6_lists_the_tokens() -> None:
    """TAK-ACT-06, TAK-ACT-07."""
    stage = Stage().correct("ground.a2", 1).activate("a1").defend().second("NONE")
    hint = read(stage.asked(".ready").hint)
    assert "pressure, tackle, steal, movement, turn and active-player tokens" in hint
    assert "A2: one ground token off" in hint
    assert stage.play.view().tasks
    assert (stage.p("a2").ground, stage.phase) == (0, "READY")
    stage.say(".keeps", "a2")
    assert (stage.p("a2").ground, stage.asks(".keeps")) == (1, False)
    assert "a2:STAND_UP" in ids(stage.asked(".ready"))


def test_fatigue_comes_by_the_third_token_only() -> None:
    """TAK-FAT-01, R-14: not by the fourth, and a new set begins the count anew (R-13)."""
    stage = Stage()
    for _ in range(4):
        stage.activate("a2", "NONE").defend().second("NONE")
    assert (stage.p("a2").active, stage.p("a2").activations) == (1, 0)
    by_slot = Stage(rules={"time_phase": "slot"})
    for _ in range(3):
        by_slot.activate("a2", "NONE").defend().second("NONE")
    assert by_slot.p("a2").active == 1


def test_a_ground_token_may_be_kept_after_a_steal() -> None:
    """TAK-ACT-07: his coach decides, though the other team attacks now."""
    stage = Stage(carrier=None).correct("ground.a2", 1).activate("a1").defend(b1="BALL_STEAL").second("NONE")
    stage.say(".steal", ["b1"]).roll("b1", 5)
    assert stage.s.attacker == "B"
    assert stage.asked(".keeps").side == "A"
    stage.say(".keeps", "a2")
    assert stage.p("a2").ground == 1


def test_a_declaration_is_not_lightly_taken_back() -> None:
    """TAK-DMV-05: once its window is open the distance is known; an undo needs the long press."""
    stage = Stage().activate("a1")
    assert stage.asked(".defence").barrier
    assert not Stage(rules={"overlay": False}).activate("a1").asked(".defence").barrier


# -- step 5 by hand: everything measured in one list ------------------------------------------------------------------


def by_hand(carrier: str | None = "a1", **rules: JSON) -> Stage:
    return Stage(carrier=carrier, rules={"overlay": False, **rules})


def declared(stage: Stage, second: str, **defence: str) -> Choose:
    """The list of step 5, after these declarations and this second action."""
    for id_, action in defence.items():
        stage.say(".defence", f"{id_}:{action}")
    asked = stage.second(second).asked(".reach")
    assert isinstance(asked, Choose)
    return asked


def test_by_hand_all_contacts_are_one_list() -> None:
    """TAK-M5-01, TAK-TKL-07, TAK-PRS-02, TAK-STL-04: measured before anybody rolls; who stands in a lane is the
    exception, so he is not suggested."""
    stage = by_hand().activate("a1")
    asked = declared(stage, "PASS:a2", b1="TACKLE", b2="PRESSURE", b3="BALL_STEAL")
    assert {o.id: read(o.detail) for o in asked.options} == {
        "b1": "touches A1 or his path",
        "b2": "within 2″ of A1",
        "b3": "stands in the lane of the pass",
    }
    assert (asked.suggestion, stage.asks(".distance")) == (["b1", "b2"], True)
    stage.say(".distance", 6.0).say(".reach", ["b1", "b2", "b3"])
    assert "− 1 (pressure by B2) = 6" in " ".join(p.text.en for p in stage.play.open.values())
    stage.rolls(a1=6, b1=3)
    assert not stage.asks(".lane")
    stage.roll("b3", 5)
    assert (stage.s.carrier, stage.s.attacker) == (stage.p("b3"), "B")


def test_by_hand_who_is_not_tapped_does_not_reach() -> None:
    """TAK-TKL-08, TAK-PAS-04: no contact, no pressure, nobody in the lane."""
    stage = by_hand().activate("a1")
    declared(stage, "PASS:a2", b1="TACKLE", b2="PRESSURE", b3="BALL_STEAL")
    stage.say(".distance", 6.0).say(".reach", []).roll("a1", 7)
    assert stage.s.carrier is stage.p("a2")
    assert stage.asks(".feet.b1")


@pytest.mark.parametrize(("carrier", "word"), [(None, "touches the ball"), ("a1", "touches A1")])
def test_by_hand_a_steal_is_in_the_list(carrier: str | None, word: str) -> None:
    """TAK-STL-02, TAK-STL-03, R-35: in the order of the taps."""
    stage = by_hand(carrier)
    if carrier:
        stage.correct("ground.a1", 1)
    asked = declared(stage.activate("a2"), "NONE", b1="BALL_STEAL", b2="BALL_STEAL")
    assert {read(o.detail) for o in asked.options} == {word}
    stage.say(".reach", ["b2", "b1"]).roll("b2", 12).roll("b1", 5)
    assert stage.s.carrier is stage.p("b1")


def test_by_hand_a_pass_from_the_ground_may_be_intercepted() -> None:
    """R-36: who does not touch the passer may stand in the lane."""
    stage = by_hand().correct("ground.a1", 1).activate("a1", "PASS_FROM_GROUND:a2")
    stage.defend(b1="BALL_STEAL").say(".reach", []).say(".distance", 3.0).roll("a1", 5).say(".lane", ["b1"])
    stage.roll("b1", 4)
    assert stage.s.carrier is stage.p("b1")


def test_by_hand_a_pass_on_the_way_says_whose_contact_comes_first() -> None:
    """TAK-PAS-03, TAK-PAS-05."""
    stage = by_hand().activate("a1")
    declared(stage, "PASS:a2:way", b1="TACKLE", b2="TACKLE")
    stage.say(".distance", 3.0).say(".reach", ["b2", "b1"]).say(".before", ["b2"]).rolls(a1=6, b2=4)
    assert [p.key.split(".")[-1] for p in stage.play.open.values()] == ["b1"]


def test_the_second_action_by_hand_reminds_of_the_defence() -> None:
    """TAK-ACT-04: nothing is asked of step 4 before the defence has had its word; what it has left lies beside it,
    unless it said that this was all."""
    stage = by_hand().activate("a1")
    assert [p.side for p in stage.play.open.values()] == ["B"]
    stage.say(".defence", "b1:TACKLE")
    assert stage.asked(".second").text.en.startswith("The defence has moved.")
    assert stage.asked(".defence").offer
    silent = by_hand().activate("a1").say(".defence", "done")
    assert list(silent.play.open) == [silent.asked(".second").key]


def test_a_declaration_by_hand_is_not_cut_off() -> None:
    """TAK-ACT-04, TAK-DEF-01: said too early, the second action is asked for anew, until something was measured."""
    for second, after in (("PASS:a2", ".reach"), ("NONE", ".reach"), ("SCORE", ".reach")):
        stage = by_hand().activate("a1").say(".defence", "b1:TACKLE").second(second)
        assert stage.asks(after)
        late = stage.asked(".late")
        assert (late.side, late.offer) == ("B", True)
        assert "before anything was measured" in late.text.en
        stage.say(".late", "b2:TACKLE")
        assert stage.s.going_on.defence == {"b1": "TACKLE", "b2": "TACKLE"}
        stage.second("DODGE")
        reach = stage.asked(".reach")
        assert isinstance(reach, Choose)
        assert [o.id for o in reach.options] == ["b1", "b2"]
        stage.say(".reach", ["b1", "b2"])
        assert not stage.asks(".late")
        stage.rolls(a1=12, b1=12)
        assert stage.s.going_on.second == "DODGE"


def test_by_hand_the_defence_is_asked_where_nothing_is_measured() -> None:
    """TAK-ACT-04: so that no second action closes its step alone; not where it has said that this was all."""
    stage = by_hand().correct("ground.b1", 1).activate("a1").say(".defence", "b1:STAND_UP").second("MOVE")
    assert [p.side for p in stage.play.open.values()] == ["B"]
    stage.say(".more", "b2:TACKLE").second("MOVE")
    assert stage.s.going_on.moved == ["a1"]
    stage.say(".reach", ["b2"]).roll("b2", 12).roll("b2", 3)
    assert stage.phase == "READY"
    silent = by_hand().activate("a1").say(".defence", "done").second("MOVE")
    assert silent.phase == "READY"
    said = by_hand().correct("ground.b1", 1).activate("a1").say(".defence", "b1:STAND_UP").second("MOVE")
    assert said.say(".more", "done").phase == "READY"


@pytest.mark.parametrize("second", ["PASS:a2:way", "MOVE", "SCORE", "NONE"])
def test_a_second_action_that_was_cut_short_leaves_nothing_behind(second: str) -> None:
    """TAK-ACT-04: what is said anew stands alone, and the table is told nothing of what was taken back."""
    straight = by_hand().activate("a1").say(".defence", "b1:TACKLE").say(".defence", "b2:TACKLE").second("NONE")
    stage = by_hand().activate("a1").say(".defence", "b1:TACKLE").second(second)
    stage.say(".late", "b2:TACKLE").second("NONE")
    assert stage.asked(".reach").hint == straight.asked(".reach").hint
    assert stage.s.going_on.defence == straight.s.going_on.defence
    act = stage.s.going_on
    assert (act.second, act.on_the_way, act.receiver, act.moved) == ("NONE", False, None, [])


def test_who_presses_may_be_claimed_until_the_dice_fall() -> None:
    """TAK-PRS-01, TAK-PRS-03, TAK-PRS-04: the token says PRESSURE, the claim that it reaches; of every pair of dice."""
    stage = Stage(content=even_box("side_step")).activate("a1").defend(b1="TACKLE", b2="TACKLE").second("DODGE")
    stage.say(".contact", ["b1", "b2"]).say(".claim", "b3:PRESSURE").say(".dice", "1-1")
    assert "pressure by B3" in stage.asked(".s5.a1").text.en
    claim = stage.asked(".claim")
    assert isinstance(claim, Choose)
    assert (claim.side, claim.offer, [o.id for o in claim.options]) == ("B", True, ["b4:PRESSURE"])
    stage.say(".claim", "b4:PRESSURE").rolls(a1=12, b1=12).roll("b1", 5)
    assert "REF 7 − 1 (pressure by B3) − 1 (pressure by B4) = 5" in stage.asked(".s5.a1").text.en
    assert not stage.asks(".claim")


@pytest.mark.parametrize("overlay", [True, False])
def test_who_stands_in_the_lane_may_be_claimed(overlay: bool) -> None:
    """TAK-STL-01, TAK-STL-04: his token says BALL STEAL."""
    stage = Stage(rules={"overlay": overlay}).activate("a1").done().second("PASS:a2").say(".distance", 3.0)
    stage.say(".claim", "b2:BALL_STEAL").roll("a1", 5)
    if overlay:
        stage.say(".lane", ["b2"])
    stage.roll("b2", 3)
    assert (stage.s.carrier, stage.s.attacker) == (stage.p("b2"), "B")


def test_who_must_roll_before_he_acts_is_not_claimed() -> None:
    """R-41, TAK-DEF-04: neither he, nor who lies on the ground."""
    stage = Stage().correct("ground.b1", 1)
    stage.p("b2").body_roll = True
    claim = stage.activate("a1").done().second("SCORE").asked(".claim")
    assert isinstance(claim, Choose)
    assert [o.id for o in claim.options] == ["b3:PRESSURE", "b4:PRESSURE"]


# -- vectors of legality, as the Table offers them ---------------------------------------------------------------------


def test_d_91_who_rises_in_step_6() -> None:
    """TAK-ACT-07, TAK-ACT-08, R-15: neither the active one nor who carried."""
    stage = Stage(carrier="a3")
    for id_ in ("a1", "a2", "a3"):
        stage.correct(f"ground.{id_}", 1)
    stage.activate("a1", "NONE").defend()
    assert {p.id: p.ground for p in stage.coach("A").players} == {"a1": 1, "a2": 0, "a3": 1, "a4": 0}


def test_d_92_who_lost_the_ball_to_a_team_mate_stays_down() -> None:
    """TAK-ACT-08, TAK-PUP-02, R-15: he carried when the activation began."""
    stage = Stage(carrier="a2").correct("ground.a2", 1).activate("a1").defend().second("PICK_UP").roll("a1", 11)
    assert (stage.s.carrier, stage.p("a2").ground, stage.phase) == (stage.p("a1"), 1, "READY")


@pytest.mark.parametrize(
    ("carrier", "ground", "first", "seconds"),
    [
        ("a1", {}, "MOVE", {"MOVE", "PASS", "DODGE", "BREAK_THROUGH", "SCORE", "NONE"}),
        ("a2", {}, "MOVE", {"MOVE", "PICK_UP", "NONE"}),
        ("a2", {"a1": 1}, "STAND_UP", {"MOVE", "NONE"}),
        ("a2", {"a1": 2}, "STAND_UP", set()),
        ("a1", {"a1": 1}, "PASS_FROM_GROUND:a2", set()),
    ],
)
def test_d_84_to_d_87_second_actions_at_the_table(
    carrier: str, ground: dict[str, int], first: str, seconds: set[str]
) -> None:
    """TAK-SND-01, TAK-SND-07, TAK-SND-08, TAK-DOD-01, TAK-BRK-01: DODGE only for whom a TACKLE is declared on."""
    stage = Stage(carrier=carrier)
    for id_, n in ground.items():
        stage.correct(f"ground.{id_}", n)
    stage.activate("a1", first)
    stage.defend(b1="PRESSURE" if ground.get(carrier) else "TACKLE")
    offered = {i.split(":")[0] for i in ids(stage.asked(".second"))} if stage.asks(".second") else set()
    assert offered == seconds


def test_d_86_two_fatigue_leave_one_move() -> None:
    """TAK-FAT-04, TAK-SND-04: not after a MOVE, but after standing still."""
    stage = Stage().correct("fatigue.a1", "2-0")
    assert "MOVE" not in ids(stage.activate("a1").defend().asked(".second"))
    still = Stage().correct("fatigue.a1", "2-0").activate("a1", "NONE").defend()
    assert "MOVE" in ids(still.asked(".second"))


@pytest.mark.parametrize(("carrier", "lies"), [("a1", True), (None, False)])
def test_d_89_d_90_nobody_to_tackle(carrier: str | None, lies: bool) -> None:
    """TAK-TKL-02, TAK-TKL-03: a carrier on the ground, or no carrier at all."""
    stage = Stage(carrier=carrier).correct("fatigue.b1", "1-0")
    if lies:
        stage.correct("ground.a1", 1)
    offered = [i for i in ids(stage.activate("a2").asked(".defence")) if i.startswith("b1")]
    assert offered == ["b1:PRESSURE", "b1:BALL_STEAL", "b1:REST"]
