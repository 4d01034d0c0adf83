"""What follows an activation, kick-offs, time and the end: the vectors."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.takkure import GAME, box, legal, match
from companion.games.takkure.dashboard import Dashboard
from companion.games.takkure.kickoff import DECIDES
from companion.games.takkure.state import Activation, State
from companion.playthrough import Playthrough
from companion.vocabulary import JSON, Asking, BoxError, Call, Choose, Moved
from tests.games.takkure.stage import Stage, even_box, player_in, quiet
from tests.games.takkure.test_rolls import SIDES
from tests.games.takkure.vectors import Given, of, one


def called(procedure: Asking) -> list[str]:
    """What a procedure calls before it asks for something."""
    names = []
    for came in procedure:
        if not isinstance(came, Call):
            return names
        names.append(came.name)
    return names


@pytest.mark.parametrize(("given", "expect"), of("end_activation"))
def test_end_of_an_activation(given: Given, expect: Given) -> None:
    stage = Stage(carrier=None)
    s = stage.s
    s.attacker, s.unspent = SIDES[given["attacker"]], given["unspent"]
    s.act = Activation(s.attacking.on_field[0], stolen=given["stolen"], tried=given.get("try", ""))
    what = legal.next_after(s.act.tried, s.act.stolen, s.unspent)
    called(match.follows(s))
    if expect["next"] == "kickoff":
        assert what == "kickoff"
        assert DECIDES["try" if given["try"] == "scored" else "failed_try"] == expect["asked"]
        assert s.phase == "KO_WHO"
        assert s.acting == s.defending.side
        return
    assert what == {"take": "swap" if given["stolen"] else "take", "ready": "ready"}[expect["next"]]
    assert s.attacker == SIDES[expect["attacker"]]
    if "discarded" in expect:
        assert given["unspent"] - s.unspent == expect["discarded"]


@pytest.mark.parametrize(("given", "expect"), of("kickoff_who"))
def test_who_kicks(given: Given, expect: Given) -> None:
    if "decides" in expect:
        assert DECIDES[given["reason"]] == expect["decides"]
        return
    stage = Stage(carrier=None)
    stage.s.first_kicker = SIDES[given["first_half_kicker"]]
    assert not called(match.who_kicks(stage.s, given["reason"]))
    assert stage.s.kicker == SIDES[expect["kicks"]]


@pytest.mark.parametrize(("given", "expect"), of("kickout"))
def test_kick_out(given: Given, expect: Given) -> None:
    assert legal.kick_out("lower", given["slot"], given["attacker_score"], given["other_score"]) == expect["allowed"]
    stage = Stage().correct("score.A", given["attacker_score"]).correct("score.B", given["other_score"])
    stage.correct("slot", given["slot"])
    offered = [o.id for o in stage.asked(".ready").options]  # type: ignore[attr-defined]
    assert ("kick_out" in offered) == expect["allowed"]


def test_kicking_the_ball_out_ends_the_half() -> None:
    """TAK-KOB-01, and in the second half it loses the match, which the companion says."""
    stage = Stage().correct("score.B", 1).correct("slot", 1).say(".ready", "kick_out")
    assert stage.phase == "HALFTIME"
    stage.until("READY").correct("score.B", 2).correct("score.A", 2)
    attacker = stage.s.attacker
    stage.correct(f"score.{attacker}", 1).correct("slot", 1)
    option = next(o for o in stage.asked(".ready").options if o.id == "kick_out")  # type: ignore[attr-defined]
    assert option.detail
    assert stage.say(".ready", "kick_out").play.over
    assert stage.play.view().result == stage.s.other(attacker).side


def test_no_kickoff_when_nobody_can_take_tokens() -> None:
    """D-134: the try counts, the half is over."""
    given, expect = one("D-134")
    stage = Stage()
    stage.s.time = Dashboard(given["slot"], frozenset())
    stage.activate("a1").defend().second("SCORE").roll("a1", 3)
    assert (stage.s.score[0] == 1) == expect["score_counted"]
    assert (stage.phase == "KO_WHO") == expect["kickoff"]
    assert (stage.phase == "HALFTIME") == expect["half_over"]


def test_results() -> None:
    """D-161."""
    given, expect = one("D-161")
    for (home, away), wanted in zip(given["scores"], expect["results"], strict=True):
        stage = Stage(carrier=None)
        stage.s.half = given["half"]
        stage.correct("score.A", home).correct("score.B", away)
        assert stage.s.winner == {"home_wins": "A", "draw": "draw"}[wanted]


# -- kick-off -----------------------------------------------------------------------------------------------------


def at_the_kick(bac: int = 7, **rules: JSON) -> Stage:
    """Before the kick of B; A receives."""
    content = even_box()
    player_in(content, "b1")["bac"] = [bac, 7]
    stage = Stage(content=content, rules=rules)
    stage.activate("a1").defend().second("SCORE").roll("a1", 3)
    stage.until("KO_MOVE_R", kicker="B")
    return stage if stage.asks(".kick.b1") else stage.say(".B.kicks", "b1")


@pytest.mark.parametrize("id_", ["D-155", "D-156"])
def test_the_kick(id_: str) -> None:
    given, expect = one(id_)
    stage = at_the_kick(given["kick_bac"]).roll("b1", given["die"])
    assert stage.rolled("kick-off")[-1] == ("b1", expect["kick"])
    assert stage.asks(".scatter") == expect["scatter"]


def catching(expect: Given, named: list[str], dice: dict[str, int], **rules: str) -> Stage:
    """These are within 2 inches, and are named in this order as they are asked for."""
    stage = at_the_kick(**rules).roll("b1", 5)
    while stage.phase == "KO_PLACED":
        asked = stage.asked(".catcher")
        assert isinstance(asked, Choose)
        id_ = next((i for i in named if i in [o.id for o in asked.options]), "nobody")
        stage.say(".catcher", id_)
        if id_ != "nobody":
            stage.roll(id_, dice[id_])
    assert stage.s.attacker == SIDES[expect["attacker"]]
    assert stage.phase == "READY"
    return stage


def test_the_first_catch_ends_it() -> None:
    """D-157."""
    given, expect = one("D-157")
    assert [id_[0] for id_ in given["candidates_within_2in"]] == ["A", "A", "H"]
    stage = catching({"attacker": "H"}, ["a1", "a3", "b2"], {"a1": 5})
    assert given["receiving"] == expect["attacker"]
    assert [who for who, _ in stage.rolled("catch")] == ["a1"]
    assert stage.s.carrier is stage.p("a1")


def test_receivers_try_first() -> None:
    """D-133, R-31: the kicking team's catcher makes it the attacker; each coach answers for his own."""
    _, expect = one("D-133")
    late = at_the_kick().roll("b1", 5).say(".catcher.A", "nobody").asked(".catcher")
    assert isinstance(late, Choose)
    assert (late.side, [o.id for o in late.options]) == ("B", ["b1", "b2", "b3", "b4", "nobody"])
    stage = catching({"attacker": "A"}, ["b2", "a1"], {"a1": 6, "b2": 5})
    assert [who for who, _ in stage.rolled("catch")] == ["a1", "b2"]
    assert len(expect["rolls_in_order"]) == 2
    assert stage.s.carrier is stage.p("b2")


def test_the_nearest_try_first_by_the_house_rule() -> None:
    """R-31: in the order of the taps, whichever team they are of."""
    stage = catching({"attacker": "A"}, ["b2", "a1"], {"b2": 5}, catch_order="nearest")
    assert [who for who, _ in stage.rolled("catch")] == ["b2"]


def test_nobody_catches() -> None:
    """TAK-KOF-17: the ball is loose and the receiver attacks; one tap says so."""
    stage = at_the_kick().roll("b1", 5)
    assert stage.asked(".catcher.A").suggestion == "nobody"
    stage.say(".catcher.A", "nobody").say(".catcher.B", "nobody")
    assert (stage.s.carrier, stage.s.attacker) == (None, "A")
    assert "ball_loose" in stage.called


def test_who_lies_on_the_ground_does_not_catch() -> None:
    """TAK-GRD-02, where a kick-off leaves the ground tokens (R-30)."""
    stage = at_the_kick(kickoff_clears_grounded=False)
    stage.p("a2").ground = 1
    stage.roll("b1", 5)
    question = stage.asked(".catcher.A")
    assert isinstance(question, Choose)
    assert "a2" not in [o.id for o in question.options]


def test_a_team_without_players_is_not_asked_who_catches() -> None:
    stage = at_the_kick()
    for p in stage.coach("A").players:
        p.place = "out"
    stage.roll("b1", 5)
    assert [p.side for p in stage.play.open.values()] == ["B"]


def test_what_a_kickoff_clears() -> None:
    """TAK-KOF-06, R-29, R-30: activation and ground tokens, used plays; fatigue and wounds stay."""
    stage = Stage().correct("ground.a2", 1).correct("wounds.a2", 1).correct("fatigue.a2", "1-0")
    stage.coach("A").used.append("t1")
    stage.activate("a1").defend().second("SCORE").roll("a1", 12).until("KO_TEMPLATE", kicker="A")
    p = stage.p("a2")
    assert (p.ground, p.wounds, p.active, stage.p("a1").activations) == (0, 1, 1, 0)
    assert stage.coach("A").used == []


# -- line-up --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("id_", ["D-159", "D-160"])
def test_line_up(id_: str) -> None:
    given, expect = one(id_)
    content = even_box()
    for n, positions in enumerate(given["cards"].values(), 1):
        player_in(content, f"a{n}")["positions"] = positions
    if not expect["valid"]:
        with pytest.raises(BoxError, match=f"missing: {expect['missing']}"):
            box.from_content(content)
        return
    ways = box.line_ups(box.from_content(content).squads["lanterns"].players)
    named = [{pos: f"p{id_[1]}" for pos, id_ in way.items()} for way in ways]
    assert named == [expect["only_line_up"]]


def test_a_line_up_is_asked_where_there_is_a_choice() -> None:
    """TAK-LIN-02."""
    content: dict[str, Any] = even_box()
    for id_ in ("a1", "a2"):
        player_in(content, id_)["positions"] = ["WING", "SCRUM_HALF"]
    stage = Stage(content=content)
    assert (stage.p("a1").position, stage.p("a2").position) == ("WING", "SCRUM_HALF")


@pytest.mark.parametrize("side", "ab")
def test_the_lamps_of_the_set_up_say_who_is_asked(side: str) -> None:
    """TAK-LIN-02: only whose cards allow several line-ups; then both, and at the table both."""
    content: dict[str, Any] = even_box()
    for n in "12":
        player_in(content, side + n)["positions"] = ["WING", "SCRUM_HALF"]
    play = Playthrough(GAME, {"box": content})
    assert [p.side for p in play.open.values()] == [side.upper()]
    assert play.view().lamps == {"a": "O.", "b": ".O"}[side]
    play.answer(0, next(iter(play.open)), "1")
    assert (len(play.open), play.view().lamps) == (2, "OO")


# -- before, between and after -----------------------------------------------------------------------------------


def test_the_table_is_looked_at_before_the_toss() -> None:
    """TAK-SET-01, TAK-SET-03, TAK-SET-05, TAK-RFR-01, TAK-RFR-02, TAK-POS-05: four players a side, then coin or ball
    token, final."""
    play = Playthrough(GAME, {"box": even_box()})
    keys = []
    while play.view().phase != "KO_TEMPLATE":
        prompt = next(iter(play.open.values()))
        keys.append(prompt.key)
        play.answer(0, prompt.key, quiet(prompt))
    assert keys == ["setup.plays.A", "setup.plays.B", "setup.table", "referee.toss", "h1.a0.kicker.A"]
    assert all(len(roster) == 4 for roster in (play.view().rosters or {}).values())


def test_the_receiver_attacks_from_the_start() -> None:
    """TAK-POS-01, TAK-POS-02, TAK-KOF-01, TAK-KOF-11: the kicking team moves first."""
    stage = at_the_kick()
    kicks = [p for p in stage.seen if ".ko." in p.key][-2:]
    assert [p.side for p in kicks] == ["B", "B"]
    assert "Team b: every player may move" in kicks[1].text.en
    assert kicks[1].moved == Moved(True, ("a1", "a2", "a3", "a4"), kicks[0].key, rest=False)
    assert "Team a: every player may move" in str(stage.asked(".kick.b1").hint)
    assert stage.play.view().possession == "A"


def test_a_referee_roll_is_always_at_hand() -> None:
    """TAK-PRI-02, TAK-RFR-02: its result is called and kept."""
    stage = Stage().activate("a1").correct("referee", "B")
    assert (stage.calls[-1].name, stage.calls[-1].side) == ("corrected", "B")


def test_halftime() -> None:
    """TAK-MAT-01, TAK-HLF-01, TAK-HLF-02, TAK-HLF-03: rest, team plays anew, hands filled up; then the other kicks."""

    def tired(s: State) -> None:
        a1, a2, a3 = (s.player(f"a{n}") for n in (1, 2, 3))
        a1.active, a1.inactive, a2.inactive, a3.permanent = 1, 1, 1, 1

    stage = Stage(state=tired).correct("score.B", 1).correct("slot", 1)
    first_kicker = stage.s.first_kicker
    stage.say(".ready", "kick_out")
    assert stage.play.view().period == "HT"
    stage.say(".halftime.a1", "inactive")
    assert (stage.p("a1").active, stage.p("a1").inactive) == (1, 0)
    assert (stage.p("a2").inactive, stage.p("a3").permanent) == (0, 1)
    stage.coach("A").hand = 2
    stage.say("halftime.plays.A", ["t1", "t2", "t3", "t4"]).say("halftime.plays.B", ["t1", "t2", "t3", "t5"])
    stage.say(".B.discard", 1)
    assert stage.asks(".A.discard")
    assert (stage.coach("A").hand, stage.coach("B").hand) == (4, 4)
    assert (stage.coach("A").discarded, stage.coach("B").discarded) == (0, 1)
    assert (stage.s.half, stage.s.time.slot) == (2, 5)
    assert stage.s.kicker == stage.s.other(first_kicker).side


@pytest.mark.parametrize("said", ["over", "play_on"])
def test_a_team_without_players_may_give_up(said: str) -> None:
    """R-53: both have to agree."""

    def empty(s: State) -> None:
        for p in s.coaches["B"].players:
            p.place = "off"

    stage = Stage(state=empty).activate("a1", "NONE").second("NONE")
    stage.say(".given_up.A", "over").say(".given_up.B", said)
    assert stage.play.over == (said == "over")
    if stage.play.over:
        assert stage.play.view().result == "A"
    else:
        assert stage.activate("a1", "NONE").second("NONE").phase == "READY"


def test_time_on_the_lights() -> None:
    """TAK-TIM-01, TAK-TIM-02: slots, then the activation tokens, on one strip of nine."""
    stage = Stage()
    tracks = {t.name: t.lights for t in stage.play.view().tracks}
    assert tracks["time"] == "O....OOOO"
    assert tracks["match"] == "d...O....O"
    stage.activate("a1").defend().second("SCORE").roll("a1", 3)
    assert {t.name: t.lights for t in stage.play.view().tracks}["match"] == "dO..O....O"


# -- vectors of order, played through the Table -----------------------------------------------------------------------


def sets_taken(stage: Stage) -> int:
    """The sets of this half so far; the first was taken before the ball came into play."""
    return 1 + stage.called.count("tokens_taken")


def test_a_team_that_keeps_the_ball_plays_five_sets() -> None:
    """D-112: TAK-TIM-03, TAK-TIM-04, TAK-TIM-05, played to the end of the half."""
    _, expect = one("D-112")
    stage = Stage()
    while stage.phase == "READY":
        id_ = f"a{1 + stage.s.unspent % 2}"
        stage.activate(id_, "NONE").defend().second("NONE")
    assert sets_taken(stage) == expect["sets"]
    assert (stage.phase == "HALFTIME") == expect["half_over"]


def test_strict_alternation_plays_ten_sets() -> None:
    """D-113: TAK-TIM-02, TAK-STL-08: a steal in every activation, unspent tokens void each time."""
    _, expect = one("D-113")
    stage = Stage(carrier=None)
    while stage.phase == "READY":
        stage.correct("ball", "loose")
        own, other = stage.s.attacker.lower(), stage.s.defending.side.lower()
        stage.activate(f"{own}1", "NONE").defend(**{f"{other}1": "BALL_STEAL"}).second("NONE")
        stage.say(".steal", [f"{other}1"]).roll(f"{other}1", 2)
    assert sets_taken(stage) == expect["sets"]
    assert (stage.phase == "HALFTIME") == expect["half_over"]


@pytest.mark.parametrize("unspent", [2, 0])
def test_a_steal_discards_what_is_unspent(unspent: int) -> None:
    """D-115, D-116: at the end of the activation, then the other team takes."""

    def left(s: State) -> None:
        s.unspent = unspent + 1

    stage = Stage(carrier=None, state=left).activate("a1").defend(b1="BALL_STEAL").second("NONE").say(".steal", ["b1"])
    assert stage.s.unspent == unspent
    stage.roll("b1", 2)
    assert [name for name in stage.called if name in ("turnover", "tokens_taken")] == ["turnover", "tokens_taken"]
    assert (stage.phase, stage.s.attacker, stage.s.unspent) == ("READY", "B", 4)


def test_the_attacker_goes_on() -> None:
    """D-117, D-118: with tokens left the next activation, without a new set, though the ball is loose."""

    def left(s: State) -> None:
        s.unspent = 2

    stage = Stage(carrier=None, state=left)
    stage.activate("a1", "NONE").defend().second("NONE")
    assert (stage.phase, stage.s.attacker, stage.s.unspent) == ("READY", "A", 1)
    stage.activate("a1", "NONE").defend().second("NONE")
    assert (stage.phase, stage.s.attacker, stage.s.unspent) == ("READY", "A", 4)


@pytest.mark.parametrize(("die", "rule"), [(3, "TAK-KOF-04"), (12, "TAK-KOF-05")])
def test_who_decides_after_a_try_roll(die: int, rule: str) -> None:
    """D-119, D-120: the other coach in either case; unspent tokens are void."""
    stage = Stage().activate("a1").defend().second("SCORE").roll("a1", die)
    question = stage.asked(".kicker.")
    assert (question.side, question.rule) == ("B", rule)
    assert stage.say(".kicker.", "B").s.unspent == 0
