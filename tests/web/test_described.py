"""The API is as it describes itself: every route, what it takes, and what it answers."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Response, request
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

from companion.vocabulary import JSON
from tests.web.house import JPEG, PIN, WRITES, House, PlayedHouse
from tests.web.ruler import RulerHouse
from tests.web.setting_up import SetUpHouse
from tests.web.teach import TeachHouse
from web.seats import Role

BESIDE = ("/api", "/stream", "/healthz", "/report.pdf")
FREE = {"/api/pin": {"pin": PIN}, "/api/join": {"token": "?"}, "/api/leave": {}}
BODIES: dict[str, JSON] = {**dict(WRITES), **FREE}
NAMES = {"seat": "coach_a", "number": "0", "device": "eye", "name": "none", "die": "none", "sample": "none"}
OF_A_MATCH = ("/api/board", "/api/history", "/api/report", "/api/report.csv", "/report.pdf", "/api/seats", "/healthz")
OF_WRITES = ("/api/answer", "/api/amend", "/api/dispute", "/api/reread", "/api/begin", "/api/box", "/api/join")


def described(house: House) -> JSON:
    return house.get("/api/openapi.json")[1]


def spelled(rule: str) -> str:
    return rule.replace("<", "{").replace(">", "}")


@pytest.fixture(scope="module")
def told() -> JSON:
    return described(House())


class Checked:
    """A house all of whose answers are held against the description; `seen` are the operations that it answered."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.seen: set[tuple[str, str, int]] = set()
        self._told: JSON = {"paths": {}}
        house.app.testing = True
        house.app.after_request(self._check)
        self._told = described(house)

    def _check(self, response: Response) -> Response:
        rule = request.url_rule
        operation = self._told["paths"].get(spelled(rule.rule), {}).get(request.method.lower()) if rule else None
        if operation:
            self.seen.add((request.method, request.url_rule.rule, response.status_code))  # type: ignore[union-attr]
            self._hold(response, operation["responses"].get(str(response.status_code)))
        return response

    def _hold(self, response: Response, wanted: JSON) -> None:
        if wanted is None:
            assert response.status_code >= 400, f"{response.status_code} is not described"
            wanted = self._told["components"]["responses"]["Refused"]
        kinds = wanted.get("content", {})
        if not kinds:
            assert response.status_code == 204
        elif response.mimetype == "application/json":
            self.valid(kinds["application/json"]["schema"], response.get_json())
        else:
            assert any(response.mimetype.startswith(kind.removesuffix("*")) for kind in kinds), response.mimetype

    def valid(self, schema: JSON, content: JSON) -> None:
        Draft202012Validator({**schema, "components": self._told["components"]}).validate(content)

    def read(self, **names: str) -> None:
        """Asks for everything that is read, with these names in its paths."""
        client = self.house.sitting(Role.REFEREE)
        for path, operations in self._told["paths"].items():
            if "get" in operations and path != "/stream":
                client.get(path.format_map({**NAMES, **names})).close()

    def write(self) -> None:
        """Does everything that is written, one after the other, as far as it can be done now."""
        for path, body in WRITES:
            version = {"version": self.house.version} if "version" in body else {}
            self.house.post(path, {**body, **version})

    def told_well(self) -> set[tuple[str, str]]:
        return {(method, path) for method, path, status in self.seen if status < 300}


def test_it_is_an_openapi_description(told: JSON) -> None:
    validate(told)


def test_a_description_with_a_fault_is_none(told: JSON) -> None:
    broken = json.loads(json.dumps(told))
    del broken["paths"]["/api/answer"]["post"]["responses"]
    broken["paths"]["/api/history"]["get"]["parameters"][0]["in"] = "nowhere"
    with pytest.raises(Exception, match="nowhere"):
        validate(broken)


def test_every_route_and_method_of_the_api_is_described(told: JSON) -> None:
    served = {
        (spelled(rule.rule), method.lower())
        for rule in House().app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if rule.rule.startswith("/api/") or rule.rule in BESIDE
    }
    assert {(path, method) for path, operations in told["paths"].items() for method in operations} == served


def test_a_route_that_nobody_described_is_noticed() -> None:
    house = House()
    house.app.add_url_rule("/api/new", "new", lambda: "", methods=["POST"])
    house.app.testing = True
    with pytest.raises(KeyError, match="/api/new"):
        house.client.get("/api/openapi.json")


def test_what_is_brought_is_as_described(told: JSON) -> None:
    for path, body in BODIES.items():
        operation = told["paths"][path]["post"]
        schema = operation["requestBody"]["content"]["application/json"]["schema"]
        Draft202012Validator(schema).validate(body)
        assert set(body) <= set(schema["properties"]), path
        for name in schema["required"]:
            short = {k: v for k, v in body.items() if k != name}
            assert not Draft202012Validator(schema).is_valid(short), f"{path} without {name}"
            assert House().post(path, short)[0] in (400, 403, 404), f"{path} without {name} is refused"


def test_who_needs_a_key_is_as_described(told: JSON) -> None:
    house = House()
    for path, operations in told["paths"].items():
        for method, operation in operations.items():
            address = path.format_map(
                {"seat": "coach_a", "number": "0", "device": "eye", "name": "x", "die": "x", "sample": "x"}
            )
            free = path in ("/api/pin", "/api/join", "/stream")
            status = 200 if free else house.client.open(address, method=method, json={}).status_code
            assert (status == 403) == bool(operation["security"]), path


@pytest.mark.parametrize("game", ["light", "box", "takkure"])
def test_what_is_told_of_a_match_is_as_described(game: str) -> None:
    checked = Checked(PlayedHouse(game))
    checked.house.score()
    checked.read()
    assert checked.told_well() >= {("GET", path) for path in OF_A_MATCH}


def test_what_is_told_before_a_match_is_as_described() -> None:
    checked = Checked(House(begun=False))
    checked.read()
    assert ("GET", "/api/board") in checked.told_well()


def test_what_writes_tell_is_as_described() -> None:
    house = House()
    checked = Checked(house)
    checked.write()
    house.post("/api/begin", {"game": "toy"})
    house.to_the_rolls()
    roll = house.version + 1
    house.simulation.throw()
    house.post("/api/amend", {"seq": roll, "value": 0, "preview": True})
    house.post("/api/dispute", {"seq": roll, "value": 0, "preview": True})
    house.post("/api/dispute", {"seq": roll, "value": 0, "version": house.version})
    house.get("/api/board")
    house.post("/api/dispute/stand", {"number": house.version, "version": house.version})
    name = house.journal.keep_picture(JPEG)
    checked.read(name=name)
    house.post("/api/join", {"token": house.seats.token(Role.COACH_A)})
    house.post("/api/leave", {})
    assert checked.told_well() >= {("POST", path) for path in OF_WRITES}


@pytest.mark.parametrize("built", [TeachHouse, RulerHouse, SetUpHouse], ids=["teach", "ruler", "set up"])
def test_what_the_setting_up_tells_is_as_described(built: Callable[[Path], House], tmp_path: Path) -> None:
    house = built(tmp_path)
    checked = Checked(house)
    checked.read(name="tooor.sample")
    checked.write()
    checked.read(name="tooor.sample", die="duel_die")
    assert len(checked.told_well()) > 20
    if isinstance(house, SetUpHouse):
        house.close()


def test_the_stream_is_as_described() -> None:
    house = House()
    checked = Checked(house)
    with house.client.get("/stream") as stream:
        event = next(iter(stream.response)).decode()  # type: ignore[arg-type]
    update = json.loads(event.split("data: ", 1)[1])
    checked.valid({"$ref": "#/components/schemas/Update"}, update)
