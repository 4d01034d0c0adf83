"""What tokens and injuries do to one player: the vectors."""

from __future__ import annotations

import pytest

from companion.games.takkure import injuries, sums
from companion.games.takkure.footballer import OUT
from companion.games.takkure.state import State
from tests.games.takkure.stage import Stage
from tests.games.takkure.vectors import Given, of, player


@pytest.mark.parametrize(("given", "expect"), of("fatigue_effects"))
def test_fatigue(given: Given, expect: Given) -> None:
    p = player(skill="side_step")
    p.active, p.inactive = given["active"], given.get("inactive", 0)
    assert (p.fatigued, p.one_move, -int(p.weary)) == (expect["skills_lost"], expect["one_mov"], expect["stat_mod"])
    assert p.dice("DODGE") == (1 if expect["skills_lost"] else 2)


@pytest.mark.parametrize(("given", "expect"), of("fatigue_gain"))
def test_gaining_fatigue(given: Given, expect: Given) -> None:
    p = player()
    p.active, p.inactive, p.permanent = given["active"], given["inactive"], given.get("permanent", 0)
    assert p.tire() == expect["injured"]
    for token in ("active", "inactive"):
        assert getattr(p, token) == expect.get(token, getattr(p, token))


@pytest.mark.parametrize(("given", "expect"), of("rest"))
def test_rest(given: Given, expect: Given) -> None:
    p = player()
    p.active, p.inactive = given["active"], given["inactive"]
    for _ in range(given.get("times", 1)):
        p.rest()
    assert (p.active, p.inactive) == (expect["active"], expect["inactive"])


@pytest.mark.parametrize(("given", "expect"), of("injury"))
def test_injury_rows(given: Given, expect: Given) -> None:
    row = injuries.row(given["table"], given["die"])
    assert row.code == expect["code"]
    assert row.again == expect.get("table", row.again)
    assert row.immune_to_abilities == expect.get("immune_to_abilities", row.immune_to_abilities)
    for stat in ("bac", "str", "ref", "int", "bdy"):
        if stat in expect:
            assert row.changes[stat] == expect[stat]
    assert list(row.mov) == expect.get("mov", list(row.mov))


@pytest.mark.parametrize(("given", "expect"), of("mov_after"))
def test_mov_after_an_injury(given: Given, expect: Given) -> None:
    assert list(injuries.moved(given["mov"], given["change"], given["min"])) == expect["mov"]


def test_an_injury_hits_both_ball_control_values() -> None:
    """R-40."""
    p = player(bac=7, bac_score=9)
    p.suffer(injuries.DMG_EYE)
    assert (p.stats["bac"], p.stats["bac_score"]) == (5, 7)


def test_an_attribute_at_nothing_ends_the_match() -> None:
    """TAK-INJ-06: brought there by injuries; a printed 0 is no removal (R-40)."""
    p = player(str=3)
    p.suffer(injuries.BROKEN_ARM)
    assert p.place == OUT
    weak = player(int=0)
    weak.suffer(injuries.BROKEN_ARM)
    assert weak.place != OUT


def test_a_floor_is_no_reason_to_leave() -> None:
    """The ankle has a floor, the toe none (R-40)."""
    p = player(mov=(2, 1))
    p.suffer(injuries.ANKLE)
    assert (p.mov, p.place) == ((1, 1), "field")
    p.suffer(injuries.BROKEN_TOE)
    assert (p.mov, p.place) == ((0, 1), OUT)


def test_lasting_injuries() -> None:
    """A rib is a permanent token, a skull takes all skills, vertebrae ask for a body roll."""
    p = player(skill="side_step")
    p.suffer(injuries.RIB)
    p.clear_tokens()
    p.rest()
    assert (p.permanent, p.fatigued, p.tokens) == (1, True, 1)
    other = player(skill="side_step")
    other.suffer(injuries.SKULL)
    assert other.dice("DODGE") == 1
    other.suffer(injuries.VERTEBRAE)
    assert other.body_roll


def test_defensive_insight_doubles_the_second_mov() -> None:
    """TAK-PSK-04, TAK-DMV-06, until he is fatigued (TAK-PSK-06)."""
    p = player(mov=(5, 4), skill="defensive_insight")
    assert p.defensive_mov == 8
    p.tire()
    assert p.defensive_mov == 4


@pytest.mark.parametrize(
    ("code", "effect"),
    [
        ("broken_toe", "REF −1, MOV −1″/0″"),
        ("ankle", "REF −2, MOV −2″/−1″"),
        ("rib", "a fatigue token for good"),
        ("vertebrae", "REF −3, STR −3, BaC −3, a BDY roll before each action"),
        ("skull", "INT −3, REF −3, BDY −2, no skills any more"),
        ("severe", "out of the game"),
        ("tired", "one fatigue token, one wound"),
        ("grave", ""),
    ],
)
def test_an_injury_says_what_it_does(code: str, effect: str) -> None:
    """TAK-INJ-04: for the whole match, so it is called and stays beside the player's name."""
    assert injuries.INJURIES[code].effect.en == effect


def test_an_injury_stays_beside_the_name() -> None:
    def hurt(s: State) -> None:
        for injury in (injuries.TIRED, injuries.GRAVE, injuries.BROKEN_FINGER):
            s.player("a2").suffer(injury)

    stage = Stage(state=hurt)
    rosters = stage.play.view().rosters or {}
    marks = next(p.marks for p in rosters["A"] if p.id == "a2")
    assert [(text.en, n) for text, n in marks] == [("injury", 1)]


@pytest.mark.parametrize(
    ("injury", "action", "value"),
    [
        (injuries.BROKEN_ARM, "TACKLE", "STR 7 − 3 (injury) = 4"),
        (injuries.DMG_EYE, "SCORE", "BaC 7 − 2 (injury) = 5"),
        (injuries.SCRATCHES, "ENDURANCE", "END 9 − 1 (injury) = 8"),
        (injuries.CUT_HEAD, "TACKLE", "STR 7"),
    ],
)
def test_what_an_injury_takes_stands_in_the_sum(injury: injuries.Injury, action: str, value: str) -> None:
    """TAK-INJ-04, TAK-MOD-02: the card's number first, then what is lost of it."""
    p = player()
    p.suffer(injury)
    assert sums.spelled(sums.terms_of(p, action)).en == value
