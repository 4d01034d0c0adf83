"""The pages and the API of one table. `create_app` is handed the table; it decides nothing and rolls nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from flask import Flask, Response

from web import language, refusals
from web.boxes import Boxes
from web.clips import Clips
from web.finder import Finder
from web.gate import SESSION_COOKIE, Gate
from web.lobby import Lobby
from web.pages import (
    api,
    camera,
    coach,
    console,
    dispute,
    join,
    lights,
    overlay,
    panel,
    report,
    scoreboard,
    setup,
    start,
    teach,
    writes,
)
from web.pages import (
    boxes as boxes_page,
)
from web.pages import ruler as ruler_page
from web.parts import Parts, install
from web.pictures import Pictures
from web.readiness import Readiness
from web.ruler import LensSetup, Ruler
from web.seats import Seats
from web.simulation import Simulation
from web.stream import Streams
from web.table import Table
from web.teacher import Teacher
from web.trial import Trial

__all__ = [
    "Clips", "Finder", "LensSetup", "Lobby", "Pictures", "Ruler", "Seats", "Simulation", "Table", "Teacher",
    "create_app",
]  # fmt: skip

_PAGES: Final = (
    scoreboard,
    console,
    coach,
    join,
    overlay,
    panel,
    camera,
    teach,
    ruler_page,
    report,
    start,
    setup,
    boxes_page,
    lights,
    api,
    writes,
    dispute,
)

BODY_LIMIT: Final = 64 * 1024
"""The most bytes that a write may bring."""

_HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; font-src 'self'; "
        "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


def create_app(
    table: Table,
    *,
    pin: str,
    simulation: Simulation | None = None,
    lobby: Lobby | None = None,
    pictures: Pictures | None = None,
    clips: Clips | None = None,
    finder: Finder | None = None,
    teacher: Teacher | None = None,
    ruler: Ruler | None = None,
    lens: LensSetup | None = None,
    seats: Seats | None = None,
    address: Callable[[], str] | None = None,
    boxes: Boxes | None = None,
    trial: Trial | None = None,
    readiness: Readiness | None = None,
) -> Flask:
    """The app of one table. Writes need `pin` or one of the `seats`; `simulation` brings the panel to life, `lobby` can
    begin matches, `pictures` read kept rolls again, `clips` show their last seconds, `finder` shows the camera and sets
    it up, `teacher` teaches dice, `ruler` measures, `lens` learns the ruler's lens; `address` tells where phones find
    the table, and is where the browser found it otherwise; `boxes` keeps the numbers of cards, `trial` tries buttons
    and lights out, `readiness` looks at everything."""
    app = Flask(__name__)
    gate = Gate(pin, seats)
    app.secret_key = gate.secret_key
    app.json.sort_keys = False  # type: ignore[attr-defined]  # names keep their order: the first team of a box is A's
    app.config.update(
        MAX_CONTENT_LENGTH=BODY_LIMIT,
        SESSION_COOKIE_NAME=SESSION_COOKIE,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Strict",
    )
    made = (simulation, lobby, pictures, clips, finder, teacher, ruler, lens, address, boxes, trial, readiness)
    install(app, Parts(table, Streams(table), gate, *made))
    refusals.install(app)
    language.install(app)
    for page in _PAGES:
        app.register_blueprint(page.PAGE)
    app.after_request(_secured)
    return app


def _secured(response: Response) -> Response:
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)
    return response
