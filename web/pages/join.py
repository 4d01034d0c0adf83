"""Seats at the table: the referee shows their QR codes, a phone takes one, the referee takes it back."""

from __future__ import annotations

import io

import segno
from flask import Blueprint, Response, abort, jsonify, make_response, render_template, request
from flask.typing import ResponseReturnValue

from web.body import Body
from web.gate import refuse_foreign
from web.guard import fresh
from web.parts import parts
from web.seats import SEATS, Role

PAGE = Blueprint("join", __name__)


@PAGE.before_request
def guard() -> None:
    """Every write of another site is refused; whoever may write, each route says."""
    if request.method == "POST":
        refuse_foreign(request)


@PAGE.get("/seats")
def show() -> str:
    """The QR codes of the seats, for whoever has the PIN."""
    return render_template("seats.html", simulated=parts().simulation is not None, seats=SEATS)


@PAGE.get("/join")
def join_page() -> str:
    """Where a QR code leads; its code stands behind the `#` and is sent nowhere until the seat is taken."""
    return render_template("join.html", simulated=parts().simulation is not None)


@PAGE.get("/api/me")
def me() -> ResponseReturnValue:
    """What the asker is, and the side whose seat he has: {"role", "side"}."""
    gate = parts().gate
    return fresh(jsonify(role=gate.role(request), side=gate.seat(request).side))


@PAGE.get("/api/seats")
def listed() -> ResponseReturnValue:
    """The link of each seat by its role; for the referee only."""
    parts().gate.check(request)
    return fresh(jsonify({seat: _link(seat) for seat in SEATS}))


@PAGE.get("/api/seats/<seat>.svg")
def code(seat: str) -> ResponseReturnValue:
    """The QR code of a seat (SVG); for the referee only."""
    parts().gate.check(request)
    drawn = io.BytesIO()
    segno.make(_link(_seat(seat)), error="m").save(drawn, kind="svg", scale=8, border=3, light="#fff", xmldecl=False)
    return fresh(Response(drawn.getvalue(), mimetype="image/svg+xml"))


@PAGE.post("/api/seats/revoke")
def revoke() -> ResponseReturnValue:
    """Takes a seat back, with a new code for the next one: {"seat"}."""
    parts().gate.check(request)
    parts().gate.seats.revoke(_seat(Body().text("seat")))
    return "", 204


@PAGE.post("/api/join")
def join() -> ResponseReturnValue:
    """Takes the seat of a code: {"token"}. It needs nothing but the code."""
    response = make_response()
    role = parts().gate.sit(request, Body().text("token"), response)
    response.set_data(jsonify(role=role, side=role.side).get_data())
    response.mimetype = "application/json"
    return response


@PAGE.post("/api/leave")
def leave() -> ResponseReturnValue:
    """Gives up the seat and the session of this browser: {}."""
    response = make_response("", 204)
    parts().gate.stand_up(response)
    return response


def _seat(name: str) -> Role:
    if name not in SEATS:
        abort(404, f"given: the seat {name[:40]!r}; there are {', '.join(SEATS)}")
    return Role(name)


def _link(seat: Role) -> str:
    address = parts().address
    base = address() if address else request.host_url
    return f"{base.rstrip('/')}/join#{parts().gate.seats.token(seat)}"
