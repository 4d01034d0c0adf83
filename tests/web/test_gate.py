"""Who may write, and what is no answer at all."""

from __future__ import annotations

import pytest

from companion.vocabulary import JSON
from tests.web.house import PIN, WRITES, House
from web.gate import MOST_TRIES, Gate, WrongTries


@pytest.fixture
def house() -> House:
    return House()


@pytest.mark.parametrize(("path", "body"), WRITES)
def test_every_write_needs_the_pin(house: House, path: str, body: JSON) -> None:
    before = house.table.history()
    assert house.client.post(path, json=body).status_code == 403
    assert house.client.post(path, json=body, headers={"X-Touchline-PIN": "0000"}).status_code == 403
    assert house.client.post(path, json=body, headers={"X-Touchline-PIN": ""}).status_code == 403
    assert house.table.history() == before
    assert house.simulation.pressed == []


def test_a_session(house: House) -> None:
    opened = house.client.post("/api/pin", json={"pin": PIN})
    assert opened.status_code == 204
    cookie = opened.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert PIN not in cookie
    assert house.client.post("/api/note", json={"text": "rain", "version": 1}).status_code == 200


def test_a_session_ends_with_the_program(house: House) -> None:
    cookie = house.client.post("/api/pin", json={"pin": PIN}).headers["Set-Cookie"].split(";")[0]
    again = House()
    answer = again.app.test_client(use_cookies=False).post("/api/memory", json={}, headers={"Cookie": cookie})
    assert answer.status_code == 403


def test_ten_wrong_pins_and_even_the_right_one_waits(house: House) -> None:
    for _ in range(MOST_TRIES):
        assert house.client.post("/api/pin", json={"pin": "x"}).status_code == 403
    told = house.client.post("/api/pin", json={"pin": PIN})
    assert (told.status_code, told.headers["Retry-After"]) == (429, "60")
    other = {"REMOTE_ADDR": "10.0.0.9"}
    assert house.client.post("/api/pin", json={"pin": PIN}, environ_base=other).status_code == 204


def test_wrong_tries_are_forgotten_after_a_minute() -> None:
    now = [0.0]
    tries = WrongTries(lambda: now[0])
    for _ in range(MOST_TRIES):
        assert not tries.too_many("a")
        tries.add("a")
    assert tries.too_many("a")
    now[0] = 60.0
    assert not tries.too_many("a")


def test_wrong_tries_of_many_addresses_need_little_room() -> None:
    tries = WrongTries()
    for n in range(5000):
        tries.add(str(n))
    assert len(tries._tries) == 1000


def test_an_empty_pin_is_no_pin() -> None:
    with pytest.raises(ValueError, match="at least one character"):
        Gate("")


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:81"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_another_sites_page_cannot_write(house: House, headers: dict[str, str]) -> None:
    for path, body in [*WRITES, ("/api/pin", {"pin": PIN})]:
        assert house.post(path, body, **headers)[0] == 403


def test_a_page_of_this_table_can_write(house: House) -> None:
    status, _ = house.post("/api/memory", {}, **{"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"})
    assert status == 200


@pytest.mark.parametrize("mime", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_what_a_plain_form_can_send_is_refused(house: House, mime: str) -> None:
    headers = {"X-Touchline-PIN": PIN, "Content-Type": mime}
    assert house.client.post("/api/note", data='{"text": "x", "version": 1}', headers=headers).status_code == 415


# -- hostile bodies ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "raw",
    [
        b"", b"{", b"[]", b"null", b'"x"', b"\xff\xfe", b"[" * 60_000, b'{"a":' * 10_000,
        b'{"key": "r1.card.A", "value": NaN, "version": 1}', b'{"key": "r1.card.A", "value": 1e999, "version": 1}',
        b'{"key": "r1.card.A", "value": "\\ud800", "version": 1}',
        b'{"key": "r1.card.A", "value": ' + b"9" * 6000 + b', "version": 1}',
        b'{"key": 1, "value": "low", "version": 1}', b'{"key": "r1.card.A", "version": 1}',
        b'{"key": "r1.card.A", "value": "low"}', b'{"key": "r1.card.A", "value": "low", "version": "1"}',
        b'{"key": "r1.card.A", "value": "low", "version": true}',
        b'{"key": "r1.card.A", "value": "low", "version": 1, "source": 3}',
    ],
)  # fmt: skip
def test_what_is_no_answer_at_all(house: House, raw: bytes) -> None:
    headers = {"X-Touchline-PIN": PIN, "Content-Type": "application/json"}
    told = house.client.post("/api/answer", data=raw, headers=headers)
    assert told.status_code == 400, told.text
    assert told.get_json()["error"] == "bad_request"
    assert house.version == 1


@pytest.mark.parametrize("value", [None, True, 0, -1, 2.5, [], ["low", "high"], {}, {"low": 1}, [[]], "LOW", "low\0"])
def test_values_that_the_prompt_refuses(house: House, value: JSON) -> None:
    assert house.answer("r1.card.A", value)[0] == 409
    assert house.version == 1


def test_too_much_is_refused(house: House) -> None:
    status, told = house.post("/api/note", {"text": "x" * 70_000, "version": 1})
    assert (status, told["error"]) == (413, "request_entity_too_large")
    assert house.version == 1


def test_words_are_shown_and_never_run(house: House) -> None:
    house.post("/api/note", {"text": "<script>alert(1)</script>", "version": 1})
    for path in ("/", "/console", "/panel"):
        assert "<script>alert" not in house.client.get(path).text
