"""A disputed roll by the API: who may ask, who may confirm, and what is refused."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from companion.vocabulary import JSON
from tests.web.house import PIN, House
from web.seats import Role


class Hall:
    """A table whose dice have been read as two threes (entries 4 and 5), and its people."""

    def __init__(self) -> None:
        self.house = House()
        self.house.to_the_rolls()
        self.house.simulation.throw()
        self.people = {str(role): self.house.sitting(role) for role in Role}

    def post(self, role: str, path: str, **body: JSON) -> tuple[int, JSON]:
        answer = self.people[role].post(f"/api/dispute{path}", json={"version": self.house.version, **body})
        return answer.status_code, answer.get_json(silent=True)

    def ask(self, role: str, value: JSON = 0, **more: JSON) -> tuple[int, JSON]:
        return self.post(role, "", seq=4, value=value, **more)

    def word(self, role: str, agrees: bool = True, **more: JSON) -> tuple[int, JSON]:
        return self.post(role, "/word", **{"number": 6, "agrees": agrees, **more})

    @property
    def value(self) -> JSON:
        """What roll 4 counts as."""
        return self.house.table.history()[3]["value"]


@pytest.fixture
def hall() -> Hall:
    return Hall()


def test_who_asks_is_known_by_his_seat_and_not_by_what_he_says(hall: Hall) -> None:
    assert hall.ask("spectator")[0] == 403
    assert hall.ask("coach_b", by="referee")[0] == 200
    assert hall.house.get("/api/board")[1]["dispute"]["by"] == "B"


def test_both_coaches_confirm_and_only_then_it_counts(hall: Hall) -> None:
    assert hall.ask("referee")[0] == 200
    assert hall.word("spectator")[0] == 403
    assert hall.word("referee")[0] == 403, "the referee amends, he does not confirm"
    assert hall.word("coach_a", side="B")[0] == 200
    assert hall.value == 3
    assert hall.word("coach_b")[0] == 200
    assert hall.value == 0
    assert hall.house.table.history()[-1]["source"] == "coaches"


def test_a_doubled_and_a_stale_word_are_refused(hall: Hall) -> None:
    hall.ask("coach_a")
    status, told = hall.word("coach_a")
    assert (status, told["error"]) == (409, "dispute_refused")
    assert told["text"]["de"] == "Dieser Trainer hat schon bestätigt."
    status, told = hall.word("coach_b", version=5)
    assert (status, told["error"]) == (409, "stale_version")
    hall.post("referee", "/stand", number=6)
    status, told = hall.word("coach_b")
    assert (status, told["text"]["en"]) == (409, "This is no longer asked.")
    hall.ask("coach_a", 1)
    assert hall.word("coach_b")[0] == 409, "that was the word on another question"
    assert hall.value == 3


def test_the_referee_ends_it(hall: Hall) -> None:
    hall.ask("coach_a")
    for role, status in (("spectator", 403), ("coach_b", 403), ("referee", 200)):
        assert hall.post(role, "/stand", number=6)[0] == status, role
    assert hall.house.get("/api/board")[1]["dispute"] is None
    assert hall.value == 3


@pytest.mark.parametrize("agrees", ["yes", 1, None])
def test_a_word_is_yes_or_no(hall: Hall, agrees: JSON) -> None:
    hall.ask("coach_a")
    assert hall.post("coach_b", "/word", number=6, agrees=agrees)[0] == 400
    assert hall.value == 3


def test_a_word_without_yes_is_no_yes(hall: Hall) -> None:
    hall.ask("coach_a")
    hall.post("coach_b", "/word", number=6)
    assert hall.value == 3
    assert hall.house.get("/api/board")[1]["dispute"] is None


def test_a_coach_sees_what_it_would_change_before_he_asks(hall: Hall) -> None:
    status, told = hall.ask("coach_a", preview=True)
    assert status == 200
    assert told["score"] == {"before": "0:1", "after": "0:1"}
    assert hall.house.version == 5
    assert hall.ask("spectator", preview=True)[0] == 403
    assert (
        hall.post("coach_a", "", seq=2, value="high", preview=True)[1]["text"]["en"] == "This is no roll that counts."
    )


def test_no_preview_tells_what_is_secret(hall: Hall) -> None:
    hall.house.answer("r1.whistle", True)
    hall.house.answer("r2.card.A", "high")
    for preview in (True, False):
        status, told = hall.ask("coach_b", preview=preview)
        assert (status, told["text"]["en"]) == (409, "A secret choice is open: ask again after its reveal.")


def test_who_referees_and_coaches_on_one_phone_confirms_as_a_coach(hall: Hall) -> None:
    both: FlaskClient = hall.people["coach_b"]
    assert both.post("/api/pin", json={"pin": PIN}).status_code == 204
    hall.ask("coach_a")
    assert hall.word("coach_b")[0] == 200
    assert hall.value == 0


def test_the_report_lists_what_was_asked_and_decided(hall: Hall) -> None:
    hall.ask("coach_a")
    hall.word("coach_b", agrees=False)
    report = hall.house.client.get("/report?lang=en").get_data(as_text=True)
    assert "Reds asks both coaches: Roll! 0 instead of 3?" in report
    assert "Blues declines: roll 4 stands." in report


def test_the_moments_before_rest_are_served(hall: Hall) -> None:
    name = hall.house.table.history()[3]["picture"]
    assert hall.house.get(f"/api/picture/{name}/clip") == (200, [1.5, 0.7, 0.0])
    first = hall.house.client.get(f"/api/picture/{name}/clip/0")
    assert (first.mimetype, first.status_code) == ("image/jpeg", 200)
    assert "immutable" in first.headers["Cache-Control"]
    for number in ("3", "-1", "x", "²", "9" * 30):
        assert hall.house.get(f"/api/picture/{name}/clip/{number}")[0] == 404
    none = House(pictures=False)
    assert none.get("/api/picture/x.jpg/clip") == (200, [])
    assert none.get("/api/picture/x.jpg/clip/0")[0] == 404
