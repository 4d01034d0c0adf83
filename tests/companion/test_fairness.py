"""Counts of dice and their chi-square test, against published tables; and that the words claim no more than that."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from typing import Any

import pytest

from companion.fairness import DieCount, Finding, chi_square_p, count_dice, fairness_of, upper_gamma, verdict
from companion.match import Match
from companion.report import report_of, tell_report
from companion.table import Table
from companion.vocabulary import FACES, Amended, Answered, Dice, Noted, Secret, Started, Undone, canonical
from tests.companion.desk import toy_table
from tests.toy_game import GAME, Toy

# Critical values of chi-square: freedom, p, value (NIST/SEMATECH e-Handbook 1.3.6.7.4, with more digits).
TABLE = [
    (1, 0.05, 3.8414588206941285), (2, 0.05, 5.991464547107983), (3, 0.05, 7.814727903251178),
    (5, 0.05, 11.070497693516355), (11, 0.05, 19.67513757268249), (1, 0.01, 6.634896601021217),
    (3, 0.01, 11.344866730144368), (5, 0.01, 15.086272469388991), (11, 0.01, 24.72497031131828),
    (5, 0.001, 20.515005652432876), (5, 0.95, 1.1454762260617697), (11, 0.95, 4.574813079322225),
    (3, 0.99, 0.11483180189911714),
]  # fmt: skip


@pytest.mark.parametrize(("freedom", "p", "statistic"), TABLE)
def test_p_is_that_of_the_tables(freedom: int, p: float, statistic: float) -> None:
    assert chi_square_p(statistic, freedom) == pytest.approx(p, abs=1e-9)


def test_the_gamma_function_where_it_has_a_closed_form() -> None:
    for x in (0.0, 1e-9, 0.3, 1.0, 1.999, 2.0, 2.001, 7.0, 50.0, 600.0, 900.0):
        assert upper_gamma(1, x) == pytest.approx(math.exp(-x), rel=1e-9, abs=1e-300)
        assert upper_gamma(0.5, x) == pytest.approx(math.erfc(math.sqrt(x)), rel=1e-9, abs=1e-15)
        assert upper_gamma(3, x) == pytest.approx(math.exp(-x) * (1 + x + x * x / 2), rel=1e-9, abs=1e-300)


def throws(kind: str, counts: dict[Any, int], colour: str = "white", faces: tuple[Any, ...] = ()) -> list[Any]:
    return [(Dice(kind, colour, faces=faces), face) for face, n in counts.items() for _ in range(n)]


def one(*shown: Any) -> DieCount:
    (counted,) = count_dice(*shown)
    return counted


def test_a_number_die_is_expected_one_two_two_one() -> None:
    counted = one(throws("number_die", {0: 10, 1: 20, 2: 20, 3: 10}))
    assert (counted.faces, counted.counts, counted.expected) == ((0, 1, 2, 3), (10, 20, 20, 10), (10, 20, 20, 10))
    assert (counted.statistic, counted.freedom, counted.p, counted.finding) == (0, 3, 1, Finding.USUAL)


def test_the_statistic_by_hand() -> None:
    counted = one(throws("d6", {1: 5, 2: 8, 3: 9, 4: 8, 5: 10, 6: 20}))
    assert counted.statistic == pytest.approx(13.4)
    assert counted.p == pytest.approx(0.019905220334774, abs=1e-9)
    assert counted.finding == Finding.USUAL


@pytest.mark.parametrize(("kind", "least"), [("number_die", 30), ("d6", 30), ("d12", 60), ("event_die", 30)])
def test_few_rolls_say_nothing_however_uneven(kind: str, least: int) -> None:
    face = FACES[kind][0]
    few, enough = one(throws(kind, {face: least - 1})), one(throws(kind, {face: least}))
    assert (few.finding, few.p, enough.finding) == (Finding.TOO_FEW, None, Finding.UNUSUAL)
    assert verdict(few).en == f"Too few rolls to say: {least - 1}, and {least} are needed."


def test_a_die_whose_faces_are_not_printed_is_not_tested_unless_a_box_tells_them() -> None:
    assert one(throws("star_white", {"blank": 200})).finding == Finding.UNTESTED
    own = ("blank", "blank", "star", "star", "two_stars", "red_x")
    counted = one(throws("star_white", {"blank": 20, "star": 20, "two_stars": 10, "red_x": 10}, faces=own))
    assert (counted.expected, counted.finding) == ((20, 20, 10, 10), Finding.USUAL)


def test_dice_are_counted_by_kind_and_colour() -> None:
    both = count_dice(throws("d6", {1: 2}) + throws("d6", {2: 3}, "red") + throws("d6", {6: 1}))
    assert [(c.colour, c.rolls) for c in both] == [("white", 3), ("red", 3)]


def test_many_dice_raise_no_more_alarms_than_one() -> None:
    uneven = {1: 21, 2: 5, 3: 8, 4: 8, 5: 8, 6: 10}
    alone = one(throws("d6", uneven))
    assert alone.p is not None
    assert alone.p < 0.01
    assert alone.finding == Finding.UNUSUAL
    fair = dict.fromkeys(range(1, 7), 10)
    among = count_dice(throws("d6", uneven) + [t for c in ("red", "blue", "green") for t in throws("d6", fair, c)])
    assert among[0].p == alone.p
    assert among[0].p_holm == pytest.approx(4 * alone.p)
    assert [c.finding for c in among] == [Finding.USUAL] * 4
    assert among[1].p_holm == 1


def test_fair_dice_are_rarely_unusual_and_a_loaded_one_is_found() -> None:
    chance = random.Random(11)
    alarms = 0
    for _ in range(300):
        shown = [(Dice("d6", c), chance.choice(FACES["d6"])) for c in ("white", "red", "blue") for _ in range(90)]
        alarms += any(c.finding == Finding.UNUSUAL for c in count_dice(shown))
    assert alarms <= 10  # 3 are the mean; more than 10 come up once in a thousand
    loaded = [(Dice("d6", "white"), chance.choice((1, 2, 3, 4, 5, 6, 6, 6, 6))) for _ in range(200)]
    assert one(loaded).finding == Finding.UNUSUAL


def test_the_words_never_accuse() -> None:
    for counted in (one(throws("d6", {6: 500})), one(throws("d6", {1: 21, 2: 5, 3: 8, 4: 8, 5: 8, 6: 10}))):
        told = verdict(counted)
        assert "Unusual at the 1 % level" in told.en
        assert "proves nothing" in told.en
        assert "beweist nichts" in told.de
        for word in ("loaded", "cheat", "gezinkt", "manipul", "unfair"):
            assert word not in (told.en + told.de).lower()


def rolled(**values: int) -> Match:
    match = Match(GAME, Started("toy", {}, "test"))
    match.apply(1, Started("toy", {}, "test"))
    match.apply(2, Answered("r1.card.A", "low", "console"))
    match.apply(3, Answered("r1.card.B", "low", "console"))
    for seq, (key, value) in enumerate(values.items(), 4):
        match.apply(seq, Answered(key.replace("_", "."), value, "camera"))
    return match


def counts(match: Match) -> dict[str | None, dict[Any, int]]:
    return {
        c.colour: {f: n for f, n in zip(c.faces, c.counts, strict=True) if n} for c in fairness_of(match)
    }  # fmt: skip


def test_undone_rolls_do_not_count_and_amended_ones_count_as_amended() -> None:
    match = rolled(r1_roll_A=3, r1_roll_B=0)
    assert counts(match) == {"white": {3: 1}, "red": {0: 1}}
    match.apply(6, Amended(4, 1))
    assert counts(match) == {"white": {1: 1}, "red": {0: 1}}
    match.apply(7, Undone(6))
    match.apply(8, Undone(5))
    assert counts(match) == {"white": {3: 1}}
    match.apply(9, Noted("score.A", 3, "seen"))
    assert counts(match) == {"white": {3: 1}}


def test_a_secret_roll_is_not_counted_before_it_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    open_rolls = Toy._rolls

    def secret_rolls(self: Toy, s: Any, key: str) -> Any:
        ask = open_rolls(self, s, key)
        return replace(ask, prompts=tuple(replace(p, secret=Secret.UNTIL_ALL) for p in ask.prompts))

    monkeypatch.setattr(Toy, "_rolls", secret_rolls)
    match = rolled(r1_roll_A=3)
    assert counts(match) == {}
    assert '"counts":[0,0,0,1]' not in canonical(report_of(match))
    match.apply(5, Answered("r1.roll.B", 0, "camera"))
    assert counts(match) == {"white": {3: 1}, "red": {0: 1}}


def played() -> Table:
    table = toy_table()
    for key, value in (("r1.card.A", "high"), ("r1.card.B", "low"), ("r1.roll.A", 2), ("r1.roll.B", 1)):
        table.answer(key, value, source="console")
    return table


def test_the_report_tells_score_goals_and_dice() -> None:
    report = played().match_report()
    assert (report["score_text"], report["rolls"]) == ("1:0", 2)
    (goal,) = report["goals"]
    assert (goal["seq"], goal["side"], goal["text"]["de"]) == (5, "A", "Tor für Reds!")
    assert [(roll["seq"], roll["team"], roll["text"]["en"]) for roll in goal["rolls"]] == [
        (4, "Reds", "2"),
        (5, "Blues", "1"),
    ]
    assert [d["name"]["de"] for d in report["dice"]] == ["Zahlenwürfel, weiß", "Zahlenwürfel, rot"]
    assert report["dice"][0]["counts"] == [0, 0, 1, 0]
    english, german = tell_report(report, "en"), tell_report(report, "de")
    assert "Goals:" in english
    assert "Tore:" in german
    assert "Goal for Reds!" in english
    assert "number die, white (1):" in english
    assert "Zu wenige Würfe" in german
    assert "(0,2)" in german


def test_an_amended_roll_takes_its_goal_out_of_the_report() -> None:
    table = played()
    table.amend(4, 0, source="console")
    report = table.match_report()
    assert (report["score_text"], report["goals"]) == ("0:0", [])
