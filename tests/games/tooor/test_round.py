"""Cards, strengths, attack and counterattack: the vectors, played."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from companion.games.tooor import box
from companion.vocabulary import FACES, BoxError, Choose
from tests.games.tooor.stage import Stage, box_with, half, of, set_rows

Given = dict[str, Any]


def at_strengths(phase: str) -> tuple[Stage, str, str]:
    """Light mode, before the strengths of the attack (A attacks) or the counterattack (then B does)."""
    stage = Stage().until("ATT_DEPLOY")
    if phase == "attack":
        return stage, "A", "B"
    return stage.until("COUNTER_SWAP").until("ATT_DEPLOY"), "B", "A"


@pytest.mark.parametrize(("given", "expect"), of("attack"))
def test_attack(given: Given, expect: Given) -> None:
    stage, attacker, defender = at_strengths(given["phase"])
    stage.say(f"strength.{attacker}", given["att_strength"]).say(f"strength.{defender}", given["def_strength"])
    stage.say(f"roll.{attacker}", given["att_die"]).say(f"roll.{defender}", given["def_die"])
    assert stage.totals == {attacker: expect["att_total"], defender: expect["def_total"]}
    if expect["outcome"] == "round_over":
        assert stage.called[-1] == "attack_failed"
        assert stage.until("ROUND_END").called.count("counterattack") == 1
    else:
        assert stage.called[-1] == expect["outcome"]


def test_odds_of_the_attack() -> None:
    """TV-055: the game's own dice, all 36 pairs of faces, for every lead."""
    [vector] = of("attack_odds")
    given, expect = vector.values
    stage, _, _ = at_strengths("attack")
    stage.say("strength.A", 10).say("strength.B", 10)
    assert stage.asked("roll.A").legal == ((0, 1, 2, 3),)  # type: ignore[attr-defined]
    wins = [sum(lead_wins(lead, a, b) for a, b in product(FACES["number_die"], repeat=2)) for lead in given["lead"]]
    assert wins == expect["wins_of_36"]


def lead_wins(lead: int, a: int | str, b: int | str, cache: dict[tuple[Any, ...], bool] = {}) -> bool:  # noqa: B006
    """Whether an attack with this lead and these dice wins a shot, as the game calls it."""
    if (lead, a, b) not in cache:
        stage, _, _ = at_strengths("attack")
        stage.say("strength.A", 10 + lead).say("strength.B", 10).roll(a, b)  # type: ignore[arg-type]
        cache[lead, a, b] = stage.called[-1] == "shot"
    return cache[lead, a, b]


@pytest.mark.parametrize(("given", "expect"), of("reveal"))
def test_reveal(given: Given, expect: Given) -> None:
    stage = Stage().until("REVEAL").say("reveal", "values")
    stage.say("value.A", given["a_value"]).say("value.B", given["b_value"])
    for a, b in given["rolls"]:
        assert stage.phase == "VALUE_TIE"
        stage.roll(a, b)
    if expect["attacker"] == "undecided":
        assert (stage.phase, stage.play.view().possession) == ("VALUE_TIE", None)
    else:
        assert (stage.phase, stage.play.view().possession) == ("ROLES", expect["attacker"])


def test_only_who_attacks_need_be_told() -> None:
    """TOOOR-LIGHT-01: one tap is enough, and equal values lead to the dice."""
    assert Stage().until("REVEAL").say("reveal", "B").play.view().possession == "B"
    assert Stage().until("REVEAL").say("reveal", "equal").phase == "VALUE_TIE"


def test_both_cards_are_shown_at_once() -> None:
    """TOOOR-CARD-02: both coaches are asked for their card together, only after both lie face down."""
    stage = Stage(mode="box").until("CARDS").say("cards.B")
    assert stage.phase == "CARDS"
    stage.say("cards.A")
    assert {p.side for p in stage.play.open.values()} == {"A", "B"}
    assert all(isinstance(p, Choose) and len(p.options) == 6 for p in stage.play.open.values())


@pytest.mark.parametrize(("given", "expect"), of("card_legal"))
def test_card_is_legal(given: Given, expect: Given) -> None:
    content = box_with()
    for card, id_ in zip(content["teams"]["orange"]["cards"], given["hand_ids"], strict=True):
        card["id"] = id_
    stage = Stage(mode="box", box=content)
    for n, id_ in enumerate(given["used_ids"], 1):
        stage.until("REVEAL", n).say("card.A", id_)
        stage.until("ROUND_END").until("CARDS")
    prompt = stage.until("REVEAL").asked("card.A")
    assert isinstance(prompt, Choose)
    assert [o.id for o in prompt.options] == expect["remaining"]
    assert prompt.accepts(given["shown_id"]) == expect["legal"]


@pytest.mark.parametrize(("given", "expect"), of("card_flow"))
def test_card_flow(given: Given, expect: Given) -> None:
    stage = Stage(mode="box", box=box_with(card={"bottom": half(attack=1), "top": half(defence=1)}))
    stage.until("ROLL").roll(*((3, 0) if given["attack_outcome"] == "shot" else (0, 3)))
    stage.until("SHOT_PICK" if given["attack_outcome"] == "shot" else "ATT_DEPLOY")
    assert stage.s.attacker == expect["applies"]
    assert {side: stage.coach(side).lies for side in "AB"} == {"A": expect["a_card"], "B": expect["b_card"]}
    stage.until("ROUND_END")
    assert [stage.coach(side).lies for side in "AB"] == ["box", "box"]


@pytest.mark.parametrize(("given", "expect"), of("card_valid"))
def test_card_is_valid(given: Given, expect: Given) -> None:
    with pytest.raises(BoxError) as refused:
        box.from_content(box_with(card=given))
    assert len(refused.value.mistakes) == 12
    assert not expect["valid"]


@pytest.mark.parametrize(("given", "expect"), of("deploy"))
def test_deploy(given: Given, expect: Given) -> None:
    stage = Stage(mode="box", box=box_with(card=given["card"])).until("CARDS")
    set_rows(stage.coach("A"), given["att_rows"])
    set_rows(stage.coach("B"), given["def_rows"])
    stage.until("ROLL")
    assert picked(stage, "A") == expect["att_pick"]
    assert picked(stage, "B") == expect["def_pick"]


def picked(stage: Stage, side: str) -> dict[str, int]:
    """What the side was asked to deploy, and did; nothing is asked where nobody can be."""
    asked = [p.groups for p in stage.seen if f"deploy.{side}" in p.key and isinstance(p, Choose)]
    groups = half(**(asked[0] if asked else {}))
    deployed = stage.coach(side).deployed
    assert groups == half(**{row: sum(p.row == row for p in deployed) for row in groups})
    return groups


@pytest.mark.parametrize(("given", "expect"), of("strength"))
def test_strength(given: Given, expect: Given) -> None:
    stage = Stage(mode="box", box=box_with(O1={"footballs": given["footballs"]}))
    player = stage.player("O1")
    player.facing, player.injured = given["facing"], given["injured"]
    assert strength_shown(stage, "O1") == expect["strength"]


def strength_shown(stage: Stage, id_: str) -> int | None:
    rosters = stage.play.view().rosters
    assert rosters is not None
    return next(p.strength for p in rosters["A" if id_[0] == "O" else "B"] if p.id == id_)


@pytest.mark.parametrize(("given", "expect"), of("turn_order"))
def test_turn_order(given: Given, expect: Given) -> None:
    """Played until the counterattack's turns are over; the rows of A are too short for three."""
    stage = Stage(mode="box", box=box_with(card={"bottom": half(attack=3), "top": half(defence=3)}))
    set_rows(stage.coach("A"), half(attack=3, midfield=4, defence=given["deployed"]["A"]))
    stage.until("COUNTER_SWAP")
    assert stage.s.attacker != given["first_attacker"]
    before = len(stage.seen)
    stage.until("ROUND_END")
    ticks = [p for p in stage.seen[before:] if ".counter.turn." in p.key and isinstance(p, Choose)]
    assert [p.side for p in ticks for _ in p.options] == expect["order"]


@pytest.mark.parametrize(("given", "expect"), of("turns_per_player"))
def test_turns_per_player(given: Given, expect: Given) -> None:
    stage = Stage(mode="box", box=box_with(card={"bottom": half(midfield=2), "top": half(defence=2)}))
    stage.until("ROLL")
    if given["outcome"] == "counterattack":
        stage.roll(0, 0).until("COUNTER_SWAP")
    else:
        stage.correct_strengths(10, 0).roll(1, 1).until("SHOT_PICK")
        stage.say("shooter", "O4" if given["shooter"] == "deployed" else "O1").until("ROUND_END")
    shooter = {"deployed": "O4", "striker_not_deployed": "O1", "none": "O1"}[given["shooter"]]
    assert stage.player(shooter).facing == expect["shooter_turns"]
    assert stage.player("O5").facing == stage.player("G8").facing == expect["other_deployed_turns"]
    keeper = stage.coach("B").keeper
    assert keeper is not None
    assert keeper.facing == expect["keeper_turns"]


@pytest.mark.parametrize(("given", "expect"), of("redeploy"))
def test_redeploy(given: Given, expect: Given) -> None:
    """O1 attacks, then defends against the counterattack, on his next edge (TOOOR-COUNTER-08)."""
    card = {"bottom": half(attack=1), "top": half(attack=1)}
    stage = Stage(mode="box", box=box_with(card=card, O1={"footballs": given["footballs"]}))
    stage.until("ATT_DEPLOY").say("deploy.A", ["O1"]).until("ROLL")
    assert stage.totals["A"] == expect["strength_in_attack"]
    stage.correct_strengths(0, 9).roll(0, 0).until("COUNTER_SWAP").until("DEF_DEPLOY").say("deploy.A", ["O1"])
    assert stage.totals["A"] == expect["strength_in_counter"]
    stage.until("ROUND_END")
    assert stage.player("O1").facing == expect["facing_after_round"]


@pytest.mark.parametrize(("given", "expect"), of("scenario"))
def test_scenario(given: Given, expect: Given) -> None:
    stage = Stage().until("REVEAL", given["round"]).score(*given["score"])
    start = len(stage.calls)
    stage.say("reveal", "values").say("value.A", given["cards"]["A"]).say("value.B", given["cards"]["B"])
    roles = []
    for part, attacker, defender in (("attack", "A", "B"), ("counter", "B", "A")):
        stage.until("ATT_DEPLOY")
        roles.append({"phase": stage.s.part, "attacker": stage.s.attacker})
        stage.say(f"strength.{attacker}", given[part]["att_strength"])
        stage.say(f"strength.{defender}", given[part]["def_strength"])
        stage.say(f"roll.{attacker}", given[part]["att_die"]).say(f"roll.{defender}", given[part]["def_die"])
    stage.until("SHOT_PICK").say("strength.B", given["shot"]["shooter"]).say("strength.A", given["shot"]["keeper"])
    stage.say("roll.B", given["shot"]["shooter_die"]).say("roll.A", given["shot"]["keeper_die"]).until("ROUND_END")
    assert roles == expect["roles"]
    assert [c.name for c in stage.calls[start:] if c.name in expect["outcomes"]] == expect["outcomes"]
    assert list(stage.play.view().score) == expect["score"]
    assert turn_sequence(stage, f"r{given['round']}.") == expect["turn_sequence"]
    after = {"state": stage.phase, "round": stage.s.round, "leds": stage.leds}
    assert after == expect["state_after"]


def turn_sequence(stage: Stage, round_: str) -> list[str]:
    what = {".shot.turn.": "shooter", ".shot.keeper.": "keeper", ".turn.": "deployed"}
    asked = [p for p in stage.seen if p.key.startswith(round_) and any(w in p.key for w in what)]
    return [f"{p.side}_{next(name for part, name in what.items() if part in p.key)}" for p in asked]


def test_a_round_goes_step_by_step() -> None:
    """TOOOR-ROUND-02, TOOOR-COUNTER-01: cards, attack, turns, one counterattack, turns, end."""
    stage = Stage().until("CARDS")
    phases = [stage.phase]
    while stage.phase != "ROUND_END":
        stage.quietly()
        if stage.phase != phases[-1]:
            phases.append(stage.phase)
    part = ["ATT_DEPLOY", "DEF_DEPLOY", "ROLL", "TURN_ATT", "TURN_DEF"]
    assert phases == ["CARDS", "REVEAL", "ROLES", *part, "COUNTER_SWAP", *part, "ROUND_END"]


def test_stones_come_off_at_the_end_of_the_round() -> None:
    """TOOOR-END-01: nobody is deployed any more, and the coaches are reminded."""
    stage = Stage(mode="box").until("ROLL")
    assert stage.coach("A").deployed
    stage.until("ROUND_END")
    assert not stage.coach("A").deployed + stage.coach("B").deployed
    hint = stage.asked("whistle").hint
    assert hint is not None
    assert "Stones off" in hint.en


def test_next_round_with_the_remaining_cards() -> None:
    """TOOOR-END-04: one card fewer each round."""
    stage = Stage(mode="box")
    for round_ in range(1, 7):
        prompt = stage.until("REVEAL", round_).asked("card.A")
        assert len(prompt.options) == 7 - round_  # type: ignore[attr-defined]


def test_turning_after_the_shot_by_ruling() -> None:
    """TR-01, switched: the shot comes first, with the strengths before turning, and all turns after it."""
    stage = Stage(mode="box", rules={"turn_before_shot": False}).until("ROLL")
    stage.correct_strengths(10, 0).roll(0, 0)
    phases = [stage.phase]
    while stage.phase != "ROUND_END":
        stage.quietly()
        phases.append(stage.phase)
    assert list(dict.fromkeys(phases)) == ["SHOT_PICK", "SHOT_ROLL", "TURN_ATT", "TURN_DEF", "SHOT_TURN", "ROUND_END"]


def test_who_attacks_can_be_put_right_until_the_dice_fall() -> None:
    """TOOOR-CARD-03: the deployment begins anew, with the other card and under new keys."""
    stage = Stage(mode="box").until("DEF_DEPLOY")
    assert (stage.s.attacker, stage.coach("A").lies) == ("A", "face_up")
    stage.correct("possession", "B")
    assert (stage.phase, stage.called[-1]) == ("ROLES", "corrected")
    assert not stage.coach("A").deployed
    stage.until("DEF_DEPLOY")
    assert (stage.s.attacker, stage.coach("A").lies, stage.coach("B").lies) == ("B", "face_down", "face_up")
    stage.until("ROLL")
    assert "possession" not in [p.key for p in stage.play.game.corrections(stage.s)]
