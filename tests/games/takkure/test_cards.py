"""Team skills, individual plays and team plays, played."""

from __future__ import annotations

from typing import Any

import pytest

from companion.board import board_of
from companion.games.takkure import GAME
from companion.games.takkure.wording import TIMINGS
from companion.match import Match
from companion.playthrough import Playthrough
from companion.vocabulary import Choose, Secret, Started
from tests.games.takkure.stage import Stage, even_box, quiet
from tests.games.takkure.test_activation import tackled
from tests.games.takkure.test_scenarios import roll_of


def test_superstars_gain_tokens() -> None:
    """TAK-TSK-03, TAK-TSK-06: by SCORE, TACKLE and BREAK THROUGH, whoever of the team it is; CANCELLED gives none."""
    both = {"a": "superstars", "b": "superstars"}
    stage = tackled(Stage(content=even_box(**both)), "BREAK_THROUGH", "b1", "b2").rolls(a1=6, b1=3).roll("b1", 2)
    assert (stage.coach("A").pool, stage.coach("B").pool) == (1, 0)
    stage.roll("b2", 5)
    assert (stage.coach("A").pool, stage.coach("B").pool) == (1, 1)
    counters = {c.name: (c.a, c.b) for c in stage.play.view().counters}
    assert counters["pool"] == (1, 1)


def test_five_tokens_bring_a_card_back() -> None:
    """TAK-TSK-09, TAK-IND-04: from the discard pile."""
    content = even_box(a="superstars")
    content["plays"]["individual"] = [card("i1", "SCORE", {"mod": 1})]
    stage = Stage(content=content, state=lambda s: s.coaches["A"].__dict__.update(pool=6, played=["i1"], hand=3))
    stage.say(".tokens", "back:i1")
    assert (stage.coach("A").pool, stage.coach("A").hand, stage.coach("A").played) == (1, 4, [])
    assert stage.phase == "READY"


def card(id_: str, action: str, effect: dict[str, Any], timing: str = "before_roll", **more: Any) -> dict[str, Any]:
    requires = {"requires": {"action": action}} if action else {}
    return {
        "id": id_,
        "owner": "generic",
        "name": f"Card {id_}",
        "timing": timing,
        "effect": effect,
        **requires,
        **more,
    }


def with_cards(*cards: dict[str, Any]) -> Stage:
    content = even_box()
    content["plays"]["individual"] = list(cards)
    return Stage(content=content)


def test_an_extra_die() -> None:
    """TAK-MDI-01, TAK-IND-01."""
    stage = with_cards(card("grip", "SCORE", {"extra_dice": 1})).activate("a1").defend().second("SCORE")
    stage.say(".A.card", "grip")
    assert len(roll_of(stage, "a1").legal) == 2
    stage.roll("a1", 12, 5)
    assert stage.s.score == (1, 0)


def test_a_card_after_the_roll() -> None:
    """TAK-IND-02: only where such a card may be played somebody says that the roll stands."""
    stage = with_cards(card("again", "SCORE", {"reroll": 1}, "after_roll")).activate("a1").defend().second("SCORE")
    stage.roll("a1", 12)
    assert stage.asks(".stands")
    stage.say(".A.card", "again").say(".stands").say(".reroll.a1", 5)
    assert stage.s.score == (1, 0)
    assert not with_cards().activate("a1").defend().second("SCORE").roll("a1", 12).asks(".stands")


def test_what_the_companion_cannot_do_is_read_out() -> None:
    """TAK-PRI-01: a card stands above the rulebook; the coaches do it by its text."""
    stage = with_cards(card("breath", "", {"manual": 1}, "activation_start", text="Flip one fatigue token."))
    stage.say(".A.card", "breath")
    assert "Flip one fatigue token." in stage.calls[-1].text.en
    assert stage.phase == "READY"


@pytest.mark.parametrize(("timing", "event"), [("on_wound", 12), ("on_grounded", 2)])
def test_cards_for_what_just_happened(timing: str, event: int) -> None:
    stage = with_cards(card("help", "", {"manual": 1}, timing))
    tackled(stage, "NONE", "b1").roll("b1", 5)
    assert stage.asks(".A.card") == (timing == "on_grounded")
    stage.roll("a1", event)
    assert stage.asks(".A.card") == (timing == "on_wound")


def test_copies_and_hand_run_out() -> None:
    """TAK-IND-05: of the hand only the number is known."""
    stage = with_cards(card("one", "", {"manual": 1}, "activation_start", copies=1))
    stage.say(".A.card", "one")
    assert not stage.asks(".A.card")
    stage.coach("B").hand = 0
    assert {c.name: (c.a, c.b) for c in stage.play.view().counters}["hand"] == (3, 0)


# -- team plays ---------------------------------------------------------------------------------------------------


def test_a_team_play_is_secret_until_it_is_revealed() -> None:
    """TAK-TPL-01, TAK-TPL-12, TAK-FST-07: one token, several players; the card is hidden until after step 2."""
    stage = Stage().say(".ready", "team_play:MOVE")
    assert stage.asked(".play.card").secret is Secret.UNTIL_REVEALED
    key = stage.asked(".play.card").key
    unspent = stage.s.unspent
    stage.say(".play.card", "t1:a2")
    assert stage.play.hides(key)
    assert stage.s.unspent == unspent - 1
    stage.defend()
    assert not stage.play.hides(key)


def test_the_carriers_move_may_turn_in_a_team_play() -> None:
    """TAK-TPL-05, TAK-FST-04: marked in either way."""
    stage = Stage().say(".ready", "team_play:TURN").say(".play.card", "t1:a2")
    assert "turn token, then movement token" in str(stage.asked(".defence").hint)
    assert "over the turn token" in stage.say(".defence", "done").asked(".executed").text.en


def test_the_attacker_may_stop_a_team_play() -> None:
    """TAK-TPL-10, TAK-TPL-11."""
    stage = Stage().say(".ready", "team_play:MOVE").say(".play.card", "t1:a2").defend()
    stage.say(".play.stop", "stop")
    assert stage.phase == "READY"
    assert "t1" in stage.coach("A").used
    question = stage.say(".ready", "team_play:MOVE").asked(".play.card")
    assert isinstance(question, Choose)
    assert "t1" not in [o.id for o in question.options]


def test_a_tackled_carrier_ends_a_team_play() -> None:
    """R-38: what follows is not performed."""
    stage = Stage().say(".ready", "team_play:MOVE").say(".play.card", "t3:a2").defend(b1="TACKLE")
    stage.say(".contact", ["b1"]).rolls(a1=3, b1=5).roll("a1", 2)
    assert stage.p("a1").grounded
    assert not any("p2.go_on" in p.key for p in stage.seen)
    assert stage.phase == "READY"


def test_chosen_team_plays_stay_secret_on_every_screen() -> None:
    """TAK-SET-04: a screen hears that something was chosen, not what."""
    match = Match(Stage().play.game, Started("takkure", {"box": even_box()}, "test"))
    key = next(k for k in match.play.open if k.startswith("setup.plays"))
    prompt = match.play.open[key]
    match.play.answer(1, key, prompt.suggestion)
    board = board_of(match, 1, [], {})
    assert match.play.hides(key)
    assert "t1" not in str(board["scoreboard"])


def test_a_carrier_who_moved_in_a_team_play_falls_where_he_started() -> None:
    """TAK-SND-05, TAK-SND-06."""
    content = even_box()
    play = next(p for p in content["plays"]["team"] if p["id"] == "t1")
    play["seconds"] = [{"player": "carrier", "action": "MOVE"}]
    stage = Stage(content=content).say(".ready", "team_play:MOVE").say(".play.card", "t1:a2")
    stage.defend(b1="TACKLE").say(".moved_again").say(".contact", ["b1"]).roll("b1", 5)
    assert "back to the active-player token" in " ".join(t.en for t in stage.s.todo)


def test_a_failed_break_through_ends_a_team_play() -> None:
    """TAK-TPL-09, R-38: though nobody is down."""
    stage = Stage().say(".ready", "team_play:MOVE").say(".play.card", "t3:a2").defend(b1="TACKLE")
    stage.say(".contact", ["b1"]).rolls(a1=12, b1=12)
    stage.roll("b1", 2)
    assert stage.phase == "READY"
    assert not any(".moved_again" in p.key for p in stage.seen)


def with_play(*seconds: dict[str, str]) -> Stage:
    """A team play with these second actions, declared with A2."""
    content = even_box()
    play = next(p for p in content["plays"]["team"] if p["id"] == "t1")
    play["seconds"] = list(seconds)
    return Stage(content=content)


def test_a_try_ends_a_team_play() -> None:
    """TAK-TRY-07: a kick-off follows, nobody moves on."""
    stage = with_play({"player": "carrier", "action": "SCORE"}, {"player": "other_1", "action": "MOVE"})
    stage.say(".ready", "team_play:MOVE").say(".play.card", "t1:a2").defend().roll("a1", 5)
    assert (stage.s.score, stage.phase) == ((1, 0), "KO_WHO")


def test_the_tired_move_once_in_a_team_play() -> None:
    """TAK-FAT-04, TAK-SND-04: whoever takes part."""
    stage = with_play(*[{"player": "other_1", "action": "MOVE"}] * 2).correct("fatigue.a2", "2-0")
    stage.say(".ready", "team_play:MOVE").say(".play.card", "t1:a2").defend().say(".moved_again")
    assert stage.phase == "READY"


# -- when cards and tokens may be played ------------------------------------------------------------------------------


@pytest.mark.parametrize("overlay", [True, False])
@pytest.mark.parametrize("timing", [t for t in TIMINGS if t not in ("on_wound", "on_grounded", "on_injury")])
def test_every_timing_has_its_moment(timing: str, overlay: bool) -> None:
    """TAK-IND-02, R-44: in every way of playing some question offers a card of this timing."""
    content = even_box()
    content["plays"]["individual"] = [card("now", "", {"manual": 1}, timing, copies=9)]
    play = Playthrough(GAME, {"box": content, "rules": {"overlay": overlay}})
    windows = set()
    while not play.over and not windows:
        windows |= {key for key in play.open if key.endswith(".card") or ".card~" in key}
        prompt = next(iter(play.open.values()))
        play.answer(0, prompt.key, quiet(prompt))
    assert windows


def test_a_card_of_step_6_is_offered_before_the_next_activation() -> None:
    stage = with_cards(card("late", "", {"manual": 1}, "step6"))
    assert not stage.asks(".A.card")
    assert stage.activate("a1").defend().second("NONE").asks(".A.card")


def test_a_card_about_an_action_may_be_for_its_step() -> None:
    """TAK-IND-02: before anybody rolls the coach sees whether it is what is done."""
    stage = with_cards(card("shout", "PASS", {"manual": 1}, "step4"))
    assert stage.activate("a1").defend().asks(".A.card")


def test_a_card_for_one_of_several_rolls_is_given_to_one() -> None:
    """TAK-IND-01: whose roll it is, its coach says."""
    stage = tackled(with_cards(card("push", "TACKLE", {"mod": 2})), "SCORE", "b1", "b2")
    question = stage.asked(".B.card")
    assert isinstance(question, Choose)
    assert [(o.id, o.text.en) for o in question.options] == [
        ("push:b1", "Card push for B1"),
        ("push:b2", "Card push for B2"),
    ]
    stage.say(".B.card", "push:b2").rolls(a1=12, b1=9)
    assert "+ 2 (Card push) = 9" in roll_of(stage, "b2").text.en
    assert stage.coach("B").played == ["push"]


def test_superstars_may_throw_an_injury_again() -> None:
    """TAK-TSK-08: any die of theirs, once; TAK-INJ-05: a 12 no ability changes."""
    for die, again in ((7, True), (12, False)):
        stage = Stage(content=even_box(a="superstars"), state=lambda s: s.coaches["A"].__dict__.update(pool=4))
        stage.correct("wounds.a1", 2)
        tackled(stage, "NONE", "b1").roll("b1", 5).roll("a1", 12).say(".spend", "keep").say(".scatter", 3)
        stage.say(".common", die)
        assert stage.asks(".common.spend") == again
        if again:
            stage.say(".spend", f"again:{die}").say(".common", 3)
            assert (stage.coach("A").pool, stage.p("a1").injuries) == (1, ["cut_head"])
        else:
            assert stage.asks(".grave")


def test_superstars_choose_which_die_is_thrown_again() -> None:
    """TAK-TSK-08: a die, not the worst one."""
    content = even_box(a="superstars")
    content["plays"]["individual"] = [card("grip", "SCORE", {"extra_dice": 1})]
    stage = Stage(content=content, state=lambda s: s.coaches["A"].__dict__.update(pool=3))
    stage.activate("a1").defend().second("SCORE").say(".A.card", "grip").roll("a1", 12, 11)
    assert [o.id for o in stage.asked(".spend.a1").options] == ["keep", "again:11", "again:12"]  # type: ignore[attr-defined]
    stage.say(".spend.a1", "again:11").say(".reroll.a1", 10)
    told = next(call.text.en for call in stage.calls if call.name == "rolled")
    assert told.endswith("rolled 12, 10, takes 10: failed.")


def pooled(**pools: int) -> Stage:
    """Two teams of Superstars with so many tokens each, a1 about to break through b1."""
    both = {"a": "superstars", "b": "superstars"}
    stage = Stage(
        content=even_box(**both),
        state=lambda s: [c.__dict__.update(pool=pools[c.side.lower()]) for c in s.both] and None,
    )
    return tackled(stage, "BREAK_THROUGH", "b1")


def test_superstars_may_throw_a_die_of_a_won_roll_again() -> None:
    """TAK-TSK-08: a die, whatever the roll has come to, where a critical does more (TAK-CRT-03)."""
    stage = pooled(a=3, b=0).rolls(a1=6, b1=3).say(".spend.a1", "again:6").say(".reroll.a1", 1)
    assert stage.rolled("BREAK THROUGH") == [("a1", "SUCCESS")]
    assert stage.p("b1").wounds == 1
    assert not pooled(a=3, b=0).rolls(a1=1, b1=3).asks(".spend.a1")
    scored = Stage(content=even_box(a="superstars"), state=lambda s: s.coaches["A"].__dict__.update(pool=3))
    assert not scored.activate("a1").defend().second("SCORE").roll("a1", 5).asks(".spend")


def test_who_loses_by_a_die_thrown_again_may_answer_it() -> None:
    """TAK-TSK-08: once a roll for each; who kept his winning die is asked again when the other's changes it."""
    stage = pooled(a=3, b=3).rolls(a1=5, b1=3).say(".spend.a1", "keep")
    stage.say(".spend.b1", "again:3").say(".reroll.b1", 6).say(".spend.a1", "again:5").say(".reroll.a1", 7)
    assert stage.rolled("BREAK THROUGH") == [("a1", "SUCCESS")]
    assert (stage.coach("A").pool, stage.coach("B").pool) == (1, 0)


def test_honor_repeats_an_int_roll() -> None:
    """TAK-TSK-05: only cards roll INT, so the die is thrown by hand and the token goes."""
    stage = Stage(content=even_box(a="unwavering_honor"), state=lambda s: s.player("a2").__dict__.update(honor=1))
    stage.say(".tokens", "int:a2")
    assert "A2 repeats an INT roll" in stage.calls[-1].text.en
    assert (stage.p("a2").honor, stage.asks(".tokens")) == (0, False)


def test_five_tokens_bring_back_what_was_discarded_at_halftime() -> None:
    """TAK-TSK-09, TAK-HLF-03: the companion never saw that card."""
    content = even_box(a="superstars")
    stage = Stage(content=content, state=lambda s: s.coaches["A"].__dict__.update(pool=5, discarded=1, hand=3))
    stage.say(".tokens", "back:")
    assert "an unplayed card back into the hand" in stage.calls[-1].text.en
    assert (stage.coach("A").pool, stage.coach("A").hand, stage.coach("A").discarded) == (0, 4, 0)


def test_who_ran_and_passed_in_a_team_play_falls_where_his_second_move_began() -> None:
    """TAK-SND-06: though PASS was his last action."""
    stage = with_play({"player": "carrier", "action": "MOVE"}, {"player": "carrier", "action": "PASS", "to": "other_1"})
    stage.say(".ready", "team_play:MOVE").say(".play.card", "t1:a2").defend(b1="TACKLE").say(".moved_again")
    stage.say(".contact", ["b1"]).say(".distance", 3.0).say(".before", ["b1"]).rolls(a1=12, b1=5)
    assert "back to the active-player token" in " ".join(t.en for t in stage.s.todo)


def test_those_who_tie_in_a_melee_make_a_new_roll() -> None:
    """TAK-MEL-03, R-44: cards may be played before it as before any other; it is asked for until one wins."""
    stage = tackled(with_cards(card("push", "SCORE", {"mod": 2})), "SCORE", "b1", "b2")
    stage.rolls(a1=6, b1=6).roll("b2", 12)
    assert stage.called.count("tied") == 1
    stage.say(".A.card", "push").rolls(a1=5, b1=5)
    assert stage.called.count("tied") == 2
    stage.rolls(a1=9, b1=7)
    assert stage.rolled("SCORE A TRY") == [("a1", "SUCCESS")]
    assert dict(stage.rolled()) == {"a1": "SUCCESS", "b1": "CANCELLED", "b2": "FAIL"}


def test_what_a_card_did_by_hand_is_put_right() -> None:
    """TAK-PRI-01: tokens and cards that only the coaches moved; never so that nobody could be activated."""
    stage = Stage(content=even_box(a="superstars")).correct("unspent", 1).correct("hand.B", 5).correct("pool.A", 3)
    assert (stage.s.unspent, stage.coach("B").hand, stage.coach("A").pool) == (1, 5, 3)
    least = next(q for q in stage.play.game.corrections(stage.s) if q.key == "unspent")
    assert not least.accepts(0)
    assert not any(q.key == "pool.B" for q in stage.play.game.corrections(stage.s))


def test_a_kept_ground_token_can_be_put_right_whatever_was_said_before() -> None:
    """TAK-ACT-07: nine by the referee's word, and one more that he keeps."""
    stage = Stage().correct("ground.a2", 2).activate("a1").defend().second("NONE").correct("ground.a2", 9)
    stage.say(".keeps", "a2")
    shown = next(q for q in stage.play.game.corrections(stage.s) if q.key == "ground.a2")
    assert (stage.p("a2").ground, shown.accepts(shown.suggestion)) == (10, True)
