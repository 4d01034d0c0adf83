"""The report tells how the match went, all corrections among it, and gives it away as a table."""

from __future__ import annotations

from companion.games import load
from companion.match import reenact
from companion.matchfile import parse_match, spell_match
from tests.web.house import House, PlayedHouse


def corrected() -> House:
    house = House()
    house.to_the_rolls()
    house.answer("r1.roll.A", 3)
    house.answer("r1.roll.B", 0)
    house.answer("r1.whistle", True)
    house.post("/api/correct", {"what": "score.B", "value": 2, "reason": "=own goal", "version": house.version})
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
