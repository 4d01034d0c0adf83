"""Role by route: what each may do of everything that the table answers to, written out. Whatever a role may not do
answers 403; a new route without a row here fails."""

from __future__ import annotations

from typing import Any

import pytest
from werkzeug.routing import Rule

from companion.vocabulary import JSON
from tests.web.house import PIN, WRITES, House
from web.seats import Role

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")

# Who may: spectator, coach A, coach B, referee. What is asked in these tests, and answered with these bodies, is A's.
TABLE = """
GET    sabr  /
GET    sabr  /console
GET    sabr  /coach
GET    sabr  /seats
GET    sabr  /join
GET    sabr  /overlay
GET    sabr  /overlay/lower
GET    sabr  /panel
GET    sabr  /camera
GET    sabr  /teach
GET    sabr  /ruler
GET    sabr  /ruler/mirror
GET    sabr  /ruler/setup
GET    sabr  /report
GET    sabr  /report.pdf
GET    sabr  /start
GET    sabr  /setup
GET    sabr  /boxes
GET    sabr  /lights
GET    sabr  /manifest.webmanifest
GET    sabr  /sw.js
GET    sabr  /static/<path:filename>
GET    sabr  /healthz
GET    sabr  /stream
GET    sabr  /api
GET    sabr  /api/openapi.json
GET    sabr  /api/board
GET    sabr  /api/history
GET    sabr  /api/me
GET    sabr  /api/picture/<name>
GET    sabr  /api/picture/<name>/dice
GET    sabr  /api/picture/<name>/clip
GET    sabr  /api/picture/<name>/clip/<number>
GET    sabr  /api/device/<device>/picture
GET    sabr  /api/report
GET    sabr  /api/report.csv
GET    sabr  /api/match.jsonl
GET    sabr  /api/setup
GET    sabr  /api/start
GET    sabr  /api/boxes
GET    sabr  /api/boxes/<name>
GET    sabr  /api/trial
GET    sabr  /api/camera
GET    sabr  /api/camera/picture
GET    sabr  /api/teach
GET    sabr  /api/teach/<die>.die.json
GET    sabr  /api/teach/<die>/<sample>
GET    sabr  /api/ruler
GET    sabr  /api/ruler/picture
GET    sabr  /api/ruler/good_to
GET    sabr  /api/lens
GET    sabr  /api/simulation/lights
GET    sabr  /api/simulation/picture
GET    sabr  /api/simulation/faults
GET    ---r  /api/seats
GET    ---r  /api/seats/<seat>.svg
POST   sabr  /api/pin
POST   sabr  /api/join
POST   sabr  /api/leave
POST   -a-r  /api/answer
POST   -abr  /api/reread
POST   -abr  /api/dispute
POST   -ab-  /api/dispute/word
POST   ---r  /api/dispute/stand
POST   ---r  /api/undo
POST   ---r  /api/amend
POST   ---r  /api/correct
POST   ---r  /api/note
POST   ---r  /api/pause
POST   ---r  /api/end
POST   ---r  /api/memory
POST   ---r  /api/begin
POST   ---r  /api/box
POST   ---r  /api/boxes/keep
POST   ---r  /api/boxes/rename
POST   ---r  /api/boxes/delete
POST   ---r  /api/seats/revoke
POST   ---r  /api/trial/begin
POST   ---r  /api/trial/light
POST   ---r  /api/trial/end
POST   ---r  /api/camera/region
POST   ---r  /api/camera/remember
POST   ---r  /api/camera/tray
POST   ---r  /api/camera/teach
POST   ---r  /api/camera/forget
POST   ---r  /api/teach/begin
POST   ---r  /api/teach/face
POST   ---r  /api/teach/take
POST   ---r  /api/teach/forget
POST   ---r  /api/teach/delete
POST   ---r  /api/teach/upload
POST   ---r  /api/ruler/ask
POST   ---r  /api/ruler/clear
POST   ---r  /api/ruler/call
POST   ---r  /api/ruler/accept
POST   ---r  /api/ruler/drag
POST   ---r  /api/ruler/take
POST   ---r  /api/lens/take
POST   ---r  /api/lens/drop
POST   ---r  /api/lens/learn
POST   ---r  /api/simulation/throw
POST   ---r  /api/simulation/pick_up
POST   ---r  /api/simulation/press
POST   ---r  /api/simulation/misbehave
"""
ROWS = [(method, path, who) for method, who, path in (line.split() for line in TABLE.strip().splitlines())]
LETTERS = {Role.SPECTATOR: "s", Role.COACH_A: "a", Role.COACH_B: "b", Role.REFEREE: "r"}
PARTS = {"<seat>": "coach_b", "<path:filename>": "tokens.css", "<name>": "none", "<number>": "0", "<device>": "eye",
         "<die>": "none", "<sample>": "none"}  # fmt: skip
BODIES: dict[str, JSON] = {**dict(WRITES), "/api/pin": {"pin": PIN}, "/api/leave": {}}


@pytest.fixture
def house() -> House:
    return House()


def routes(house: House) -> list[Rule]:
    return list(house.app.url_map.iter_rules())


def address(path: str) -> str:
    for part, value in PARTS.items():
        path = path.replace(part, value)
    return path


def status(house: House, role: Role, method: str, path: str) -> int:
    """What a browser of this role is told that does this with a body that would do."""
    body = {"token": house.seats.token(Role.COACH_A)} if path == "/api/join" else BODIES.get(path, {})
    sent: Any = {"json": body} if method != "GET" else {}
    with house.sitting(role).open(address(path), method=method, **sent) as answer:
        return int(answer.status_code)


def test_every_route_and_method_has_its_row(house: House) -> None:
    served = [(method, rule.rule) for rule in routes(house) for method in rule.methods or () if method in METHODS]
    assert sorted(served) == sorted((method, path) for method, path, _ in ROWS)


@pytest.mark.parametrize("role", Role)
def test_whoever_may_is_let_and_everybody_else_is_told_403(house: House, role: Role) -> None:
    for method, path, who in ROWS:
        told = status(house, role, method, path)
        assert told != 401, path
        assert (told != 403) == (LETTERS[role] in who), f"{role}: {method} {path} was told {told}"


@pytest.mark.parametrize("role", Role)
def test_what_is_refused_changes_nothing(house: House, role: Role) -> None:
    before = house.table.history()
    for method, path, who in ROWS:
        if LETTERS[role] not in who:
            status(house, role, method, path)
    assert house.table.history() == before
    assert house.simulation.pressed == []
    assert not house.simulation.thrown


def test_no_route_knows_another_method(house: House) -> None:
    served = house.app.url_map.bind("localhost")
    for path in {rule.rule for rule in routes(house)}:
        for method in set(METHODS) - set(served.allowed_methods(address(path))):
            assert status(house, Role.REFEREE, method, path) == 405, f"{method} {path}"


def test_who_may_not_is_told_how_he_may(house: House) -> None:
    for role in (Role.SPECTATOR, Role.COACH_B):
        told = house.sitting(role).post("/api/undo", json={"version": 1})
        assert (told.status_code, told.get_json()["error"]) == (403, "pin_awaited")
        assert "/api/pin" in told.get_json()["message"]
