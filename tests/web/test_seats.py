"""Roles: who may do what, and that nobody learns a secret before its reveal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.vocabulary import JSON, Choose, Secret
from tests.web.house import PIN, House, PlayedHouse, text_of, timeless
from web.seats import SEATS, Role, Seats

COACHES = (Role.COACH_A, Role.COACH_B)
REFEREE_READS = ("/api/seats", "/api/seats/<seat>.svg")


@pytest.fixture
def house() -> House:
    return House()


@pytest.mark.parametrize("role", COACHES)
def test_a_coach_answers_what_is_asked_of_his_side_and_nothing_else(house: House, role: Role) -> None:
    client, side = house.sitting(role), role.side
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
    client = house.sitting(Role.COACH_A)
    referee = house.sitting(Role.REFEREE)
    before = referee.get("/api/seats").get_json()
    assert before["coach_a"].startswith("http://localhost/join#")
    assert referee.get("/api/seats/coach_a.svg").mimetype == "image/svg+xml"
    assert referee.post("/api/seats/revoke", json={"seat": "coach_a"}).status_code == 204
    assert client.get("/api/me").get_json() == {"role": "spectator", "side": None}
    assert client.post("/api/answer", json={"key": "r1.card.A", "value": "low", "version": 1}).status_code == 403
    after = referee.get("/api/seats").get_json()
    assert {seat for seat in before if before[seat] != after[seat]} == {"coach_a"}
    assert house.sitting(Role.COACH_A).get("/api/me").get_json()["side"] == "A"


def test_a_referees_seat_is_as_good_as_the_pin_and_may_be_left(house: House) -> None:
    client = house.app.test_client()
    joined = client.post("/api/join", json={"token": house.seats.token(Role.REFEREE)})
    cookie = joined.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert client.post("/api/note", json={"text": "rain", "version": 1}).status_code == 200
    assert client.post("/api/leave", json={}).status_code == 204
    assert client.post("/api/note", json={"text": "rain", "version": 2}).status_code == 403


def test_who_referees_and_coaches_on_one_phone_has_both(house: House) -> None:
    client = house.sitting(Role.COACH_B)
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


def noon() -> float:
    """The time of day in matches that are compared: the report says it to the minute."""
    return 1_700_000_000.0


def told(house: House, role: Role) -> str:
    """Everything that the table tells this role, by page, JSON and stream, times left out."""
    listed = house.get("/api", Accept="application/json")[1]
    reads = {r["path"] for r in listed if r["method"] == "GET"}
    client, paths = house.sitting(role), sorted(reads - {"/stream", *REFEREE_READS})
    said = [text_of(client.get(path.replace("<", "").replace(">", ""))) for path in paths]
    with client.get("/stream") as stream:
        said.append(timeless(next(iter(stream.response))))  # type: ignore[arg-type]
    history = [{k: v for k, v in e.items() if k != "wall_s"} for e in house.table.history()]
    plain = [
        text for text, path in zip(said, [*paths, "/stream"], strict=True) if path not in ("/api/history", "/console")
    ]
    return json.dumps([plain, history])


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("undone", [False, True], ids=["chosen", "taken back"])
def test_a_secret_choice_changes_nothing_that_others_are_told(role: Role, undone: bool) -> None:
    """Two matches that differ only in what A chose in secret look alike to everybody, also after an undo."""

    def match(chosen: str) -> str:
        house = House(wall_s=noon)
        house.answer("r1.card.A", chosen)
        if undone:
            house.post("/api/undo", {"version": house.version})
        return told(house, role)

    assert match("low") == match("high")


@pytest.mark.parametrize("role", Role)
def test_takkure_keeps_a_coachs_plays_from_everybody(role: Role) -> None:
    """The same of a real match, which deals secret team plays: nobody is told which ones A took."""

    def match(which: int) -> tuple[str, int]:
        house = PlayedHouse("takkure", wall_s=noon)
        house.table.begin("takkure", {})
        house.play(lambda: secrets_of(house))
        (key, prompt), *_ = secrets_of(house)
        ids = [option.id for option in prompt.options]
        house.table.answer(key, [ids[which], *ids[2 : prompt.least + 1]], source="phone")
        return told(house, role), len(house.table.history())

    first = match(0)
    assert first == match(1)
    assert first[1] > 1


def secrets_of(house: House) -> list[tuple[str, Choose]]:
    prompts = house.table.prompts()[1].items()
    return [(k, p) for k, p in prompts if isinstance(p, Choose) and p.secret is not Secret.OPEN and p.side == "A"]


def test_the_same_comparison_notices_what_is_told() -> None:
    def match(die: int) -> str:
        house = House(wall_s=noon)
        house.to_the_rolls()
        house.answer("r1.roll.A", die)
        return told(house, Role.SPECTATOR)

    assert match(1) != match(2)
