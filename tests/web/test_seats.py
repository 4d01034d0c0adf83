"""Roles: who may do what, and that nobody learns a secret before its reveal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.vocabulary import JSON
from tests.web.house import PIN, WRITES, House, text_of
from web.seats import SEATS, Role, Seats

COACHES = ("coach_a", "coach_b")
EVERYBODY = ("spectator", *COACHES, "referee")
FREE_WRITES = {"/api/pin": {"pin": PIN}, "/api/join": {"token": "?"}, "/api/leave": {}}
COACHES_WRITES = {
    "/api/answer": ("coach_a",),
    "/api/reread": COACHES,
    "/api/dispute": COACHES,
    "/api/dispute/word": COACHES,
}
"""What coaches may write, and who of them: what is asked in these tests, and answered with these bodies, is A's."""
NOT_REFEREES = ("/api/dispute/word",)
REFEREE_READS = ("/api/seats", "/api/seats/<seat>.svg")


@pytest.fixture
def house() -> House:
    return House()


def sitting(house: House, role: str) -> FlaskClient:
    """A browser of this role: a coach by his code, the referee by the PIN."""
    client = house.app.test_client()
    if role == "referee":
        assert client.post("/api/pin", json={"pin": PIN}).status_code == 204
    elif role in COACHES:
        token = house.seats.token(Role(role))
        assert client.post("/api/join", json={"token": token}).get_json() == {"role": role, "side": role[-1].upper()}
    return client


def routes(house: House, method: str) -> set[str]:
    return {r["path"] for r in house.get("/api", Accept="application/json")[1] if r["method"] == method}


@pytest.mark.parametrize("role", EVERYBODY)
def test_the_table_of_roles_and_writes(house: House, role: str) -> None:
    """Every route that writes: the referee may, but not give a coach's word; a spectator is asked who he is; a coach
    answers for his side, looks at rolls, and asks and is asked about them."""
    assert routes(house, "POST") == {path for path, _ in WRITES} | FREE_WRITES.keys()
    client = sitting(house, role)
    for path, body in WRITES:
        status = client.post(path, json=body).status_code
        may = role in COACHES_WRITES.get(path, ()) if role in COACHES else path not in NOT_REFEREES
        wanted = 401 if role == "spectator" else None if may else 403
        assert status == wanted if wanted else status not in (401, 403), path


@pytest.mark.parametrize("role", EVERYBODY)
def test_the_table_of_roles_and_reads(house: House, role: str) -> None:
    """Every route that reads is free, but the codes of the seats."""
    client = sitting(house, role)
    for path in routes(house, "GET") - {"/stream"}:
        address = path.replace("<seat>", "coach_b").replace("<", "").replace(">", "")
        status = client.get(address).status_code
        shut = {"spectator": 401, "referee": 200}.get(role, 403)
        assert status == shut if path in REFEREE_READS else status not in (401, 403), path


@pytest.mark.parametrize("role", COACHES)
def test_a_coach_answers_what_is_asked_of_his_side_and_nothing_else(house: House, role: str) -> None:
    client, side = sitting(house, role), role[-1].upper()
    other = "B" if side == "A" else "A"

    def answer(key: str, value: JSON) -> int:
        body = {"key": key, "value": value, "version": house.version, "source": "console"}
        return client.post("/api/answer", json=body).status_code

    assert answer(f"r1.card.{other}", "low") == 403
    assert answer(f"r1.card.{side}", "low") == 200
    assert house.table.history()[-1]["source"] == "phone", "whatever he says"
    assert answer("r1.whistle", True) == 409, "not asked now"
    house.answer(f"r1.card.{other}", "low")
    for key in ("r1.roll.A", "r1.roll.B"):
        house.answer(key, 1)
    assert answer("r1.whistle", True) == 403, "the referee's"


def test_a_seat_that_is_taken_back_is_lost_and_the_new_code_is_another(house: House) -> None:
    client = sitting(house, "coach_a")
    referee = sitting(house, "referee")
    before = referee.get("/api/seats").get_json()
    assert before["coach_a"].startswith("http://localhost/join#")
    assert referee.get("/api/seats/coach_a.svg").mimetype == "image/svg+xml"
    assert referee.post("/api/seats/revoke", json={"seat": "coach_a"}).status_code == 204
    assert client.get("/api/me").get_json() == {"role": "spectator", "side": None}
    assert client.post("/api/answer", json={"key": "r1.card.A", "value": "low", "version": 1}).status_code == 401
    after = referee.get("/api/seats").get_json()
    assert {seat for seat in before if before[seat] != after[seat]} == {"coach_a"}
    assert sitting(house, "coach_a").get("/api/me").get_json()["side"] == "A"


def test_a_referees_seat_is_as_good_as_the_pin_and_may_be_left(house: House) -> None:
    client = house.app.test_client()
    joined = client.post("/api/join", json={"token": house.seats.token(Role.REFEREE)})
    cookie = joined.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert client.post("/api/note", json={"text": "rain", "version": 1}).status_code == 200
    assert client.post("/api/leave", json={}).status_code == 204
    assert client.post("/api/note", json={"text": "rain", "version": 2}).status_code == 401


def test_who_referees_and_coaches_on_one_phone_has_both(house: House) -> None:
    client = sitting(house, "coach_b")
    assert client.post("/api/pin", json={"pin": PIN}).status_code == 204
    assert client.get("/api/me").get_json() == {"role": "referee", "side": "B"}


def test_codes_are_not_guessed(house: House) -> None:
    for _ in range(10):
        assert house.client.post("/api/join", json={"token": "guess"}).status_code == 403
    right = {"token": house.seats.token(Role.COACH_A)}
    assert house.client.post("/api/join", json=right).status_code == 429
    assert all(len(house.seats.token(seat)) >= 22 for seat in SEATS)


@pytest.mark.parametrize("seat", ["spectator", "coach_c", ""])
def test_there_is_no_other_seat(house: House, seat: str) -> None:
    assert house.post("/api/seats/revoke", {"seat": seat})[0] == 404


def test_seats_outlast_a_restart_and_a_broken_file(tmp_path: Path) -> None:
    file = tmp_path / "seats.json"
    first = Seats(file)
    assert file.stat().st_mode & 0o077 == 0
    assert [Seats(file).token(seat) for seat in SEATS] == [first.token(seat) for seat in SEATS]
    first.revoke(Role.COACH_B)
    assert Seats(file).role_of(first.token(Role.COACH_B)) is Role.COACH_B
    for broken in ("", "[1]", '{"coach_a": 3, "coach_b": "short"}', "\x00"):
        file.write_text(broken)
        assert Seats(file).role_of("short") is Role.SPECTATOR


def test_seats_that_cannot_be_kept_are_good_for_this_start(tmp_path: Path) -> None:
    seats = Seats(tmp_path / "missing" / "seats.json")
    assert seats.role_of(seats.token(Role.COACH_A)) is Role.COACH_A


# -- secrets ---------------------------------------------------------------------------------------------------------


def told(house: House, role: str) -> str:
    """Everything that the table tells this role, by page, JSON and stream, times left out."""
    client, paths = sitting(house, role), sorted(routes(house, "GET") - {"/stream"} - set(REFEREE_READS))
    said = [text_of(client.get(path.replace("<", "").replace(">", ""))) for path in paths]
    with client.get("/stream") as stream:
        said.append(next(iter(stream.response)).decode())  # type: ignore[arg-type]
    history = [{k: v for k, v in e.items() if k != "wall_s"} for e in house.table.history()]
    plain = [
        text for text, path in zip(said, [*paths, "/stream"], strict=True) if path not in ("/api/history", "/console")
    ]
    return json.dumps([plain, history])


@pytest.mark.parametrize("role", EVERYBODY)
@pytest.mark.parametrize("undone", [False, True], ids=["chosen", "taken back"])
def test_a_secret_choice_changes_nothing_that_others_are_told(role: str, undone: bool) -> None:
    """Two matches that differ only in what A chose in secret look alike to everybody, also after an undo."""

    def match(chosen: str) -> str:
        house = House()
        house.answer("r1.card.A", chosen)
        if undone:
            house.post("/api/undo", {"version": house.version})
        return told(house, role)

    assert match("low") == match("high")


def test_the_same_comparison_notices_what_is_told() -> None:
    def match(die: int) -> str:
        house = House()
        house.to_the_rolls()
        house.answer("r1.roll.A", die)
        return told(house, "spectator")

    assert match(1) != match(2)
