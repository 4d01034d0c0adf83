"""Rolls, sums and the time dashboard: the vectors of their arithmetic."""

from __future__ import annotations

import pytest

from companion.games.takkure import sums
from companion.games.takkure.dashboard import Dashboard
from companion.games.takkure.rolls import Thrown, band, best, compared, melee, passes, unopposed, winner
from companion.games.takkure.sums import Term, distance_term, from_ground_term, pressure_terms, terms_of, told, total
from companion.games.takkure.tables import FARTHEST_IN
from companion.vocabulary import Text
from tests.games.takkure.vectors import Given, of, player


@pytest.mark.parametrize(("given", "expect"), of("unopposed"))
def test_unopposed(given: Given, expect: Given) -> None:
    dice = given.get("dice") or [given["die"]]
    outcome = unopposed(given["value"], dice)
    assert outcome.status == expect["status"]
    assert outcome.critical == expect.get("critical", outcome.critical)
    assert outcome.fumble == expect.get("fumble", outcome.fumble)


@pytest.mark.parametrize(("given", "expect"), of("f2f"))
def test_face_to_face(given: Given, expect: Given) -> None:
    outcomes = compared({name: Thrown(s["value"], tuple(s["dice"])) for name, s in given["sides"].items()})
    assert {name: o.status for name, o in outcomes.items()} == expect["status"]
    assert winner(outcomes) == expect.get("winner", winner(outcomes))
    if "critical" in expect:
        assert outcomes[str(winner(outcomes))].critical == expect["critical"]
    if "tie" in expect:
        tied = winner(outcomes) is None and any(o.status == "CANCELLED" for o in outcomes.values())
        assert tied == expect["tie"]


@pytest.mark.parametrize(("given", "expect"), of("melee"))
def test_melee(given: Given, expect: Given) -> None:
    outcomes = melee({name: Thrown(s["value"], (s["die"],)) for name, s in given["sides"].items()})
    assert {name: o.status for name, o in outcomes.items()} == expect["status"]
    assert winner(outcomes) == expect.get("winner")
    assert [name for name, o in outcomes.items() if o.status == "REROLL"] == expect["reroll"]


@pytest.mark.parametrize(("given", "expect"), of("band"))
def test_band(given: Given, expect: Given) -> None:
    assert band(given["table"], given["distance_in"], given.get("tol_in", 0.0)) == expect["mod"]


@pytest.mark.parametrize(("given", "expect"), of("value"))
def test_value(given: Given, expect: Given) -> None:
    extra = [Term(Text.same("given"), mod, "TAK-MOD-02") for mod in given["mods"]]
    assert total(terms_of(player(bac=given["base"]), "PICK_UP", extra)) == expect["value"]


@pytest.mark.parametrize(("given", "expect"), [p for p in of("pass_value") if p.id != "D-70"])
def test_pass_value(given: Given, expect: Given) -> None:
    pressers = [] if given.get("from_ground") else ["P"] * given.get("pressers", 0)
    extra = [distance_term("pass", given["distance_in"]), *pressure_terms(pressers)]
    if given.get("from_ground"):
        extra.append(from_ground_term())
    assert total(terms_of(player(bac=given["bac"]), "PASS", extra)) == expect["value"]


@pytest.mark.parametrize(("given", "expect"), of("score_value"))
def test_score_value(given: Given, expect: Given) -> None:
    scorer = player(bac_score=given["bac2"])
    scorer.active, scorer.inactive = given["active"], given["inactive"]
    assert total(terms_of(scorer, "SCORE", pressure_terms(["P"] * given.get("pressers", 0)))) == expect["value"]


def test_a_sum_explains_itself() -> None:
    """TAK-MOD-01: the sentence of the issue, in the order of the rules."""
    terms = terms_of(player(bac=7), "PASS", [distance_term("pass", 3.0), *pressure_terms(["Ana"])])
    told_ = told(terms, (5,), unopposed(8, (5,)))
    assert told_.en == "BaC 7 + 2 (pass 3″) − 1 (pressure by Ana) = 8, rolled 5: success"
    assert told_.de == "BaC 7 + 2 (Pass 3″) − 1 (Druck von Ana) = 8, gewürfelt 5: gelungen"
    assert sums.shown("A", terms).rules == ("TAK-PAS-06", "TAK-PAS-07", "TAK-PRS-03")
    assert distance_term("pass", FARTHEST_IN).text.en == "pass over 8″"
    two = told(terms_of(player(ref=7), "DODGE"), (3, 6), unopposed(7, (3, 6)))
    assert two.en == "REF 7, rolled 3, 6, takes 6: success"


def test_the_best_die_wins_most() -> None:
    """TAK-MDI-02: no other die of the same throw would win where the chosen one does not."""
    for value in range(14):
        for dice in ((a, b) for a in range(1, 13) for b in range(1, 13)):
            chosen = Thrown(value, (best(value, dice),)).rank
            assert chosen == max(Thrown(value, (d,)).rank for d in dice)
            assert (chosen > 0) == any(passes(value, d) for d in dice)


SIDES = {"H": "A", "A": "B"}


@pytest.mark.parametrize(("given", "expect"), of("time_take"))
def test_taking_tokens(given: Given, expect: Given) -> None:
    active = frozenset(SIDES[team] for team in "HA" if given[team] == "active")
    after, unspent = Dashboard(given["slot"], active).take(SIDES[given["team"]])
    assert unspent == expect["unspent"]
    assert (unspent == 0) == expect["half_over"]
    assert after.slot == expect["slot"]
    for team in ("H", "A"):
        if team in expect:
            assert (SIDES[team] in after.active) == (expect[team] == "active")


@pytest.mark.parametrize(("given", "expect"), of("time_run"))
def test_a_run_of_sets(given: Given, expect: Given) -> None:
    time, sets, over = Dashboard(), 0, False
    for team in given["takes"]:
        time, unspent = time.take(SIDES[team])
        sets, over = sets + bool(unspent), unspent == 0
    assert (sets, over) == (expect["sets"], expect["half_over"])
    assert time.slot == expect.get("slot", time.slot)
