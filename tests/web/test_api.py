"""Every route and every refusal of the API, against a toy match."""

from __future__ import annotations

import json
from contextlib import closing
from itertools import pairwise

import pytest
from flask import Flask

from companion.vocabulary import JSON, Status, Text, Update
from tests.web.house import JPEG, WRITES, House, timeless
from web.parts import parts_of


@pytest.fixture
def house() -> House:
    return House()


# -- reading -------------------------------------------------------------------------------------------------------


def test_health_names_version_game_and_warnings(house: House) -> None:
    status, told = house.get("/healthz")
    assert status == 200
    assert (told["status"], told["version"], told["game"], told["warnings"]) == ("ok", 1, "toy", 0)


def test_health_counts_warnings(house: House) -> None:
    house.journal.notice = Text("not kept", "nicht behalten")
    house.table.report(Status("eye", "ok", Text.same("")))
    assert house.get("/healthz")[1] | {"touchline": ""} == {
        "status": "warning", "version": 1, "game": "toy", "warnings": 1, "streams": 0, "touchline": "",
    }  # fmt: skip


def test_the_board_is_the_tables(house: House) -> None:
    assert house.get("/api/board") == (200, house.table.board())


def test_history_since(house: House) -> None:
    house.to_the_rolls()
    assert [h["seq"] for h in house.get("/api/history")[1]] == [1, 2, 3]
    assert [h["seq"] for h in house.get("/api/history?since=2")[1]] == [3]


@pytest.mark.parametrize("since", ["x", "-1", "", "1e3", "²", "9" * 5000])
def test_history_since_is_a_whole_number(house: House, since: str) -> None:
    assert house.get("/api/history", query=since)[0] == 200
    assert house.client.get("/api/history", query_string={"since": since}).status_code == 400


def test_pictures(house: House) -> None:
    name = house.journal.keep_picture(JPEG)
    shown = house.client.get(f"/api/picture/{name}")
    assert (shown.status_code, shown.mimetype, shown.data) == (200, "image/jpeg", JPEG)
    assert house.get("/api/picture/other")[0] == 404
    house.table.report(Status("eye", "doubt", Text.same("?"), ok=False, picture=JPEG))
    assert house.client.get("/api/device/eye/picture").data == JPEG
    assert house.get("/api/device/ear/picture")[0] == 404


def test_the_api_lists_itself_in_both_spellings(house: House) -> None:
    status, routes = house.get("/api", Accept="application/json")
    assert status == 200
    assert {r["path"] for r in routes} >= {path for path, _ in WRITES} | {"/stream", "/api/board", "/healthz"}
    assert all(len(r["does"]) > 10 for r in routes), "every route says what it does"
    page = house.client.get("/api", headers={"Accept": "text/html"})
    assert page.mimetype == "text/html"
    assert b"/api/simulation/press" in page.data


def test_an_unknown_address_is_told_in_json(house: House) -> None:
    status, told = house.get("/api/nothing")
    assert (status, told["error"]) == (404, "not_found")


@pytest.mark.parametrize("path", ["/", "/console", "/panel", "/api", "/api/board", "/static/base.css"])
def test_security_headers(house: House, path: str) -> None:
    with closing(house.client.get(path)) as answer:
        headers = answer.headers
    assert "script-src 'self'" in headers["Content-Security-Policy"]
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"


# -- writing -------------------------------------------------------------------------------------------------------


def test_an_answer_is_told_as_an_update(house: House) -> None:
    status, update = house.answer("r1.card.A", "low")
    assert status == 200
    assert update["version"] == 2 == update["board"]["version"]
    assert update["entry"]["source"] == "console"


def test_an_answer_from_a_phone(house: House) -> None:
    body = {"key": "r1.card.A", "value": "low", "version": 1, "source": "phone"}
    assert house.post("/api/answer", body)[1]["entry"]["source"] == "phone"
    body = {"key": "r1.card.B", "value": "low", "version": 2, "source": "camera"}
    assert house.post("/api/answer", body)[0] == 400


def test_a_wrong_value_says_what_would_do(house: House) -> None:
    status, told = house.answer("r1.card.A", "middle")
    assert (status, told["error"], told["given"]) == (409, "prompt_refused", "middle")
    assert "low, high" in told["awaited"]


def test_an_answer_that_nobody_asked_for(house: House) -> None:
    status, told = house.answer("r9.card.A", "low")
    assert (status, told["error"]) == (409, "not_asked")
    assert "r1.card.A" in told["awaited"]


def test_a_stale_answer(house: House) -> None:
    house.answer("r1.card.A", "low")
    status, told = house.post("/api/answer", {"key": "r1.card.B", "value": "low", "version": 1})
    assert (status, told["error"], told["given"], told["awaited"]) == (409, "stale_version", 1, "version 2")


def test_two_clients_and_one_prompt_give_one_answer(house: House) -> None:
    assert house.answer("r1.card.A", "low")[0] == 200
    assert house.answer("r1.card.A", "low")[0] == 409
    assert [h["kind"] for h in house.get("/api/history")[1]] == ["started", "answered"]


def test_undo_to_the_start_and_no_further(house: House) -> None:
    house.answer("r1.card.A", "low")
    assert house.post("/api/undo", {"version": 2})[1]["calls"][0]["name"] == "undone"
    status, told = house.post("/api/undo", {"version": 3})
    assert (status, told["error"]) == (409, "nothing_to_undo")


def test_undo_over_the_whistle_needs_beyond(house: House) -> None:
    play_round(house)
    house.answer("r1.whistle", True)
    status, told = house.post("/api/undo", {"version": house.version})
    assert (status, told["error"]) == (409, "undo_held")
    assert house.post("/api/undo", {"version": house.version, "beyond": True})[0] == 200


def play_round(house: House) -> None:
    house.to_the_rolls()
    house.answer("r1.roll.A", 3)
    house.answer("r1.roll.B", 0)


def test_amend_with_preview(house: House) -> None:
    play_round(house)
    status, preview = house.post("/api/amend", {"seq": 4, "value": 0, "preview": True})
    assert status == 200
    assert preview["score"] == {"before": "1:0", "after": "0:1"}
    assert house.table.board()["score"] == [1, 0], "a preview changes nothing"
    assert house.post("/api/amend", {"seq": 4, "value": 0, "version": house.version})[0] == 200
    assert house.table.board()["score"] == [0, 1]


def test_an_amendment_is_announced_once(house: House) -> None:
    play_round(house)
    calls = house.post("/api/amend", {"seq": 4, "value": 0, "version": house.version})[1]["calls"]
    assert [c["name"] for c in calls] == ["amended"]


def test_the_history_tells_what_a_corrected_roll_leads_to_now(house: House) -> None:
    play_round(house)
    assert [c["text"]["en"] for c in house.get("/api/history")[1][4]["calls"]] == ["Goal for Reds!"]
    house.post("/api/amend", {"seq": 4, "value": 0, "version": house.version})
    assert [c["text"]["en"] for c in house.get("/api/history")[1][4]["calls"]] == ["Goal for Blues!"]
    undo = house.table.board()["undo"]["text"]
    assert undo == {"en": "correction of entry 4: Roll! 0", "de": "Berichtigung von Eintrag 4: Würfle! 0"}
    house.post("/api/undo", {"version": house.version})
    assert [c["text"]["en"] for c in house.get("/api/history")[1][4]["calls"]] == ["Goal for Reds!"]


def test_amend_of_a_wrong_entry_or_value(house: House) -> None:
    play_round(house)
    for body in ({"seq": 99, "value": 0}, {"seq": 4, "value": 7}, {"seq": 1, "value": 0}):
        assert house.post("/api/amend", body | {"version": house.version})[1]["error"] == "prompt_refused"
        assert house.post("/api/amend", body | {"preview": True})[0] == 409


def test_amend_says_what_it_would_drop(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    from companion.vocabulary import AmendmentDrops

    def drops(*_: JSON, **__: JSON) -> Update:
        raise AmendmentDrops({"dropped": [{"seq": 5}]})

    monkeypatch.setattr(house.table, "amend", drops)
    status, told = house.post("/api/amend", {"seq": 4, "value": 0, "version": 1, "drop": 0})
    assert (status, told["error"], told["preview"]) == (409, "amendment_drops", {"dropped": [{"seq": 5}]})


def test_a_correction_needs_a_reason(house: House) -> None:
    body = {"what": "score.A", "value": 2, "version": 1}
    assert house.post("/api/correct", body | {"reason": "  "})[0] == 409
    assert house.post("/api/correct", body)[0] == 400
    assert house.post("/api/correct", body | {"reason": "seen by all"})[0] == 200
    assert house.table.board()["score"] == [2, 0]
    status, told = house.post("/api/correct", body | {"what": "weather", "reason": "rain", "version": 2})
    assert (status, told["error"]) == (409, "not_asked")


def test_a_note(house: House) -> None:
    assert house.post("/api/note", {"text": "rain", "version": 1})[0] == 200
    assert house.get("/api/history")[1][-1]["text"]["en"] == "rain"
    assert house.post("/api/note", {"text": " ", "version": 2})[0] == 409


def test_a_full_disk_is_said_and_memory_goes_on(house: House) -> None:
    house.journal.full = True
    status, told = house.answer("r1.card.A", "low")
    assert (status, told["error"]) == (507, "journal_full")
    assert "/api/memory" in told["hint"]
    assert house.version == 1, "the match is untouched"
    assert house.post("/api/memory", {})[0] == 200
    assert house.answer("r1.card.A", "low")[0] == 200


def test_begin(house: House) -> None:
    assert house.post("/api/begin", {"game": "toy", "options": {"rounds": 1}})[1]["tracks"][0]["lights"] == "O"
    assert House(lobby=False).post("/api/begin", {"game": "toy"})[0] == 404


def test_a_box_file_is_checked_and_made(house: House) -> None:
    assert house.post("/api/box", {"new": "toy"}) == (200, {"text": "box: toy\n"})
    assert house.post("/api/box", {"text": "box: toy\n"})[1]["content"] == {"rounds": 1}
    status, told = house.post("/api/box", {"text": "nothing"})
    assert (status, told["error"], told["message"]) == (409, "box_error", "line 1, box: missing")
    assert House(lobby=False).post("/api/box", {"text": "box: toy"})[0] == 404


def test_a_table_without_a_match() -> None:
    house = House(begun=False)
    assert house.get("/healthz")[1]["game"] is None
    assert house.get("/api/history") == (200, [])
    assert house.post("/api/undo", {"version": 0})[1]["error"] == "not_asked"
    for path in ("/", "/console", "/panel"):
        assert house.client.get(path).status_code == 200


# -- simulation ----------------------------------------------------------------------------------------------------


def test_the_simulated_table(house: House) -> None:
    assert house.client.get("/api/simulation/picture").status_code == 204
    assert house.post("/api/simulation/throw", {})[0] == 204
    assert house.client.get("/api/simulation/picture").data == JPEG
    assert house.post("/api/simulation/pick_up", {})[0] == 204
    assert house.post("/api/simulation/press", {"button": "whistle", "long": True})[0] == 204
    assert house.simulation.pressed == [("whistle", True)]
    assert house.get("/api/simulation/lights")[1]["0"] == "O"
    assert house.get("/api/simulation/faults")[1] == ["glare", "frozen"]
    assert house.post("/api/simulation/misbehave", {"fault": "glare"})[0] == 204
    assert house.simulation.fault == "glare"
    assert house.post("/api/simulation/misbehave", {"fault": None})[0] == 204
    assert house.simulation.fault is None


@pytest.mark.parametrize("body", [{"button": "bell"}, {"button": 1}, {}, {"button": "undo", "long": "yes"}])
def test_a_button_that_is_none(house: House, body: JSON) -> None:
    assert house.post("/api/simulation/press", body)[0] == 400
    assert house.simulation.pressed == []


@pytest.mark.parametrize("body", [{"fault": "fire"}, {"fault": []}, {"fault": {}}, {}])
def test_a_fault_that_is_none(house: House, body: JSON) -> None:
    assert house.post("/api/simulation/misbehave", body)[0] == 400


def test_a_real_table_has_no_simulation() -> None:
    house = House(simulated=False)
    for path, body in WRITES[-4:]:
        assert house.post(path, body)[0] == 404
    for path in ("lights", "picture", "faults"):
        assert house.get(f"/api/simulation/{path}")[0] == 404
    assert "real" in house.client.get("/panel?lang=en").text


def test_every_page_of_a_simulated_table_says_so(house: House) -> None:
    for path in ("/", "/console", "/panel"):
        assert '<p id="band" class="band" role="note" >' in house.client.get(path).text
        assert '<p id="band" class="band" role="note" hidden>' in House(simulated=False).client.get(path).text


# -- secrets -------------------------------------------------------------------------------------------------------


def everything_shown(app: Flask) -> str:
    client = app.test_client()
    stream = parts_of(app).streams.open(lambda: False)
    shown = [timeless(next(stream))]
    stream.close()
    shown += [client.get(path).text for path in ("/", "/console", "/panel", "/api/board", "/api/history", "/healthz")]
    return "\n".join(shown)


def test_a_secret_is_nowhere_before_its_reveal() -> None:
    """Two matches that differ in a secret alone look alike from outside, until it is told."""
    low, high = House(), House()
    for house, card in ((low, "low"), (high, "high")):
        house.table._wall_s = lambda: 0.0
        house.table.begin("toy", {})
        _, update = house.answer("r1.card.A", card)
        assert update["entry"]["value"] is None
        assert update["entry"]["secret"]
    assert everything_shown(low.app) == everything_shown(high.app)
    for house in (low, high):
        house.answer("r1.card.B", "low")
    assert everything_shown(low.app) != everything_shown(high.app)


def test_a_secret_stays_one_in_preview_and_undo() -> None:
    low, high = House(), House()
    told = []
    for house, card in ((low, "low"), (high, "high")):
        house.answer("r1.card.A", card)
        preview = house.post("/api/amend", {"seq": 2, "value": "low", "preview": True})[1]
        undone = house.post("/api/undo", {"version": 2})[1]
        told.append(json.dumps([preview, undone["calls"], undone["board"]["undo"]]))
    assert all(a == b for a, b in pairwise(told))
