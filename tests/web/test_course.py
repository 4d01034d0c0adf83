"""The report tells how the match went, all corrections among it, and gives it away as a table."""

from __future__ import annotations

import re
import time
from html import unescape
from typing import Any

import pytest

from companion.games import load
from companion.match import reenact
from companion.matchfile import parse_match, spell_match
from companion.report import tell_report
from companion.vocabulary import JSON
from tests.web.house import House, PlayedHouse, text_of, wish
from tests.web.test_shown import many_rolls as sixty_rounds
from web.chart import contest_bars


def corrected() -> House:
    house = House()
    house.to_the_rolls()
    house.answer("r1.roll.A", 3)
    house.answer("r1.roll.B", 0)
    house.answer("r1.whistle", True)
    house.post("/api/correct", {"what": "score.B", "value": 2, "reason": "=own goal", "version": house.version})
    return house


def many_rolls() -> House:
    """So many rolls that their dice are tested."""
    house = House()
    house.table.begin("toy", {"rounds": 9})
    while prompts := house.table.prompts()[1]:
        house.table.answer(next(iter(prompts)), wish(next(iter(prompts.values()))), source="console")
    return house


def test_the_course_is_the_score_and_the_period_at_each_change() -> None:
    told = corrected().get("/api/report")[1]["course"]
    assert [(p["seq"], p["period"], p["score"]) for p in told] == [
        (None, "1", [0, 0]),
        (5, "1", [1, 0]),
        (6, "2", [1, 0]),
        (7, "2", [1, 2]),
    ]
    assert told[1]["text"]["de"] == "Tor für Reds!"


def test_the_course_of_a_real_match_ends_at_its_score() -> None:
    house = PlayedHouse("light")
    house.play(lambda: False)
    told = house.get("/api/report")[1]
    assert told["course"][-1]["score"] == house.table.board()["score"]
    assert len({tuple(p["score"]) for p in told["course"]}) == sum(told["course"][-1]["score"]) + 1


def test_strength_and_dice_of_each_round_are_told_as_they_count_now() -> None:
    house = PlayedHouse("light")
    house.score()
    roll = next(e["seq"] for e in house.table.history() if e.get("key") == "r1.attack.roll.B")
    house.post("/api/amend", {"seq": roll, "value": 2, "drop": 0})
    first, second = house.table.match_report()["contests"]
    assert (first["seq"], first["period"], first["score"]) == (roll, "15", [0, 0])
    assert [(s["side"], s["strength"], s["dice"], s["total"]) for s in first["sums"]] == [
        ("A", 5, 3, 8),
        ("B", 0, 2, 2),
    ]
    assert first["sums"][1]["text"] == {"en": "strength 0 + die 2 = 2", "de": "Stärke 0 + Würfel 2 = 2"}
    assert second["text"]["en"].startswith("TOOOR!")


def test_a_roll_that_is_held_against_a_number_is_told_beside_it() -> None:
    house = PlayedHouse("takkure")
    house.play(lambda: house.table.match_report()["contests"])
    (one,) = house.table.match_report()["contests"][0]["sums"]
    assert one["dice"] is None
    assert re.fullmatch(r"\w+ \d+, rolled \d+: [a-z ]+", one["text"]["en"])
    assert re.fullmatch(r"\w+ \d+, gewürfelt \d+: [\w ]+", one["text"]["de"])


def test_every_contest_is_drawn_with_its_dice_on_top_and_goals_are_marked() -> None:
    house = PlayedHouse("light")
    house.play(lambda: house.table.board()["score"] == [2, 0])
    report = house.table.match_report()
    drawn = contest_bars(report["contests"], report["goals"])
    assert len(report["contests"]) == 4
    assert [(bar.side, bar.part) for bar in drawn.bars] == [("A", "strength"), ("A", "dice")] * 4, "B has nothing"
    strength, dice = drawn.bars[:2]
    assert dice.y + dice.height == pytest.approx(strength.y)
    assert strength.height / dice.height == pytest.approx(5 / 3)
    assert [label.text for label in drawn.totals] == ["8", "0"] * 4
    assert [label.text for label in drawn.periods] == ["15", "30"]
    assert len(drawn.goals) == 2
    page = house.client.get("/report").get_data(as_text=True)
    assert page.count('class="scored"') == 2
    assert page.count('<rect class="dice A"') == 4


def test_many_contests_and_numbers_below_nothing_are_drawn_all_the_same() -> None:
    def contest(seq: int, total: int) -> JSON:
        return {"seq": seq, "period": "1", "sums": [{"side": "B", "strength": total, "dice": None, "total": total}]}

    assert contest_bars([contest(1, -3)], []).bars == ()
    many = contest_bars([contest(n, 5) for n in range(60)], [])
    assert (len(many.bars), many.totals) == (60, ())


def test_the_report_in_the_terminal_tells_each_goal_with_its_dice_and_each_contest() -> None:
    house = PlayedHouse("light")
    house.score()
    told = tell_report(house.table.match_report(), "de")
    assert "TOOOR! 1:0 für Orange. Ballmarker vorrücken.  (Orange 3; Green 0)" in told
    assert "Orange Stärke 5 + Würfel 3 = 8; Green Stärke 0 + Würfel 0 = 0" in told


def test_the_page_lists_every_correction() -> None:
    house = corrected()
    house.post("/api/amend", {"seq": 4, "value": 0, "drop": 0})
    house.post("/api/note", {"text": "rain", "version": house.version})
    house.post("/api/undo", {"version": house.version})
    shown = house.client.get("/report?lang=en").get_data(as_text=True)
    for sentence in ("Referee: Score 2 (=own goal)", "Corrected: 3 → 0.", "rain", "Undone: rain"):
        assert sentence in shown
    assert "Nothing was corrected." in House().client.get("/report?lang=en").get_data(as_text=True)


def test_the_table_for_a_spreadsheet_holds_no_formula() -> None:
    rows = corrected().client.get("/api/report.csv?lang=en").get_data(as_text=True).splitlines()
    assert rows[0] == "entry,period,Reds,Blues,call"
    assert rows[2] == "5,1,1,0,Goal for Reds!"
    assert rows[-1] == "7,2,1,2,The referee corrects."
    assert House(begun=False).client.get("/api/report.csv").get_data(as_text=True) == "entry,period,A,B,call\n"
    house = House()
    house.table.match_report = lambda: {"teams": {"A": "=1+1", "B": "@x"}, "course": []}  # type: ignore[method-assign]
    assert house.client.get("/api/report.csv").get_data(as_text=True) == "entry,period,'=1+1,'@x,call\n"


def test_the_match_is_given_away_after_its_end_and_replays_bit_for_bit() -> None:
    house = PlayedHouse("light")
    assert house.client.get("/api/match.jsonl").status_code == 409, "it holds secrets"
    house.post("/api/end", {"reason": "rain", "version": house.version})
    assert house.client.get("/api/match.jsonl").status_code == 409, "the end may be taken back"
    house.post("/api/undo", {"version": house.version})
    house.play(lambda: False)
    text = house.client.get("/api/match.jsonl").get_data(as_text=True)
    entries = parse_match(text)
    match, differences = reenact(load("tooor"), entries)
    assert differences == []
    assert spell_match(entries) == text
    assert match.play.view().score_text == house.table.board()["scoreboard"]["score_text"]


# -- on paper ------------------------------------------------------------------------------------------------------


def words_of(text: str) -> list[str]:
    return re.sub(r"[›→]|Chi|χ", "~", unescape(text)).split()


def page_words(house: House, lang: str) -> list[str]:
    """What the page of the report says in its middle, but the ways to its other forms."""
    page = house.client.get(f"/report?lang={lang}").get_data(as_text=True)
    main = re.sub(r'<p class="exports">.*?</p>|<span class="unseen">.*?</span>', "", page.split("<main")[1], flags=re.S)
    return words_of(re.sub(r"<[^>]*>", " ", ">".join(main.split("</main>")[0].split(">")[1:])))


def played_and_mended() -> House:
    house = PlayedHouse("light")
    house.play(lambda: house.version > 60)
    house.post("/api/note", {"text": "Größe → Łódź", "version": house.version})
    house.post("/api/undo", {"version": house.version})
    house.post("/api/correct", {"what": "score.B", "value": 2, "reason": "seen", "version": house.version})
    return house


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("made", [corrected, played_and_mended, many_rolls], ids=lambda made: made.__name__)
def test_the_sheet_says_every_word_of_the_page_in_its_order_of_parts(made: Any, lang: str) -> None:
    house = made()
    told = house.client.get(f"/report.pdf?lang={lang}")
    assert (told.status_code, told.mimetype) == (200, "application/pdf")
    sheet = words_of(text_of(told))
    wanted = page_words(house, lang)
    assert sorted({w for w in wanted if wanted.count(w) > sheet.count(w)}) == []
    assert len(wanted) > 40


def test_the_sheet_needs_no_typeface_of_the_machine_and_names_what_is_simulated() -> None:
    told = House().client.get("/report.pdf?lang=de")
    assert "Simulierter Tisch" in text_of(told)
    assert told.headers["Content-Disposition"] == "inline; filename=spielbericht.pdf"
    fonts = re.findall(rb"/BaseFont /([^ \n]+)", told.data)
    assert fonts
    assert all(b"BarlowCondensed" in font for font in fonts)


def test_a_letter_that_the_typeface_lacks_is_seen_to_be_missing() -> None:
    house = House()
    house.post("/api/note", {"text": "Żółw 龍 {nb}", "version": house.version})
    assert "Żółw ? {nb}" in text_of(house.client.get("/report.pdf"))


def test_there_is_no_sheet_before_a_match() -> None:
    told = House(begun=False).client.get("/report.pdf?lang=de")
    assert (told.status_code, told.get_json()["message"]) == (404, "Es läuft kein Spiel.")


def test_a_goal_names_the_dice_that_led_to_it_as_they_count_now() -> None:
    house = corrected()
    assert [[r["text"]["en"] for r in g["rolls"]] for g in house.table.match_report()["goals"]] == [["3", "0"]]
    house.post("/api/amend", {"seq": 4, "value": 0, "drop": 0})
    goals = house.table.match_report()["goals"]
    assert [(g["side"], [(r["team"], r["text"]["en"]) for r in g["rolls"]]) for g in goals] == [
        ("B", [("Reds", "0"), ("Blues", "0")])
    ]


@pytest.mark.parametrize(("lang", "when", "rolls"), [
    ("en", "30 November 2026, 19:04–20:11", ("1 roll", "2 rolls")),
    ("de", "30. November 2026, 19:04–20:11 Uhr", ("1 Wurf", "2 Würfe")),
])  # fmt: skip
def test_day_hours_and_counts_are_written_as_the_language_does(
    monkeypatch: pytest.MonkeyPatch, lang: str, when: str, rolls: tuple[str, str]
) -> None:
    monkeypatch.setenv("TZ", "CET-1")
    time.tzset()
    house = corrected()
    entries = [entry | {"wall_s": 1796061840 + (67 * 60 if n else 0)} for n, entry in enumerate(house.table.history())]
    house.table.history = lambda: entries  # type: ignore[method-assign]
    report = house.table.match_report()
    for n, counted in enumerate(rolls, 1):
        report["dice"][0]["rolls"] = n
        house.table.match_report = lambda: report  # type: ignore[method-assign]
        for path in ("/report", "/report.pdf"):
            shown = " ".join(text_of(house.client.get(f"{path}?lang={lang}")).split())
            assert when in shown, path
            assert f"· {counted}" in shown, path
    monkeypatch.undo()
    time.tzset()


def test_the_sheet_tells_the_test_of_each_die() -> None:
    house = House()
    house.table.match_report = lambda: sixty_rounds()  # type: ignore[method-assign]
    said = " ".join(text_of(house.client.get("/report.pdf?lang=de")).split())
    assert "Chi² = 300,00, Freiheitsgrade 3, p < 0,0001, berichtigt p < 0,0001" in said
    assert "Ungewöhnlich auf dem 1-%-Niveau" in said
