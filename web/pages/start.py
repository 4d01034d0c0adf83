"""The way in: what is ready at this table, what is not, and where each is set up."""

from __future__ import annotations

from flask import Blueprint, abort, jsonify, render_template, request
from flask.typing import ResponseReturnValue

from web.guard import fresh
from web.parts import parts
from web.seats import Role

PAGE = Blueprint("start", __name__)


@PAGE.get("/start")
def show() -> str:
    """The first page of who sets a table up."""
    return render_template("start.html", simulated=parts().simulation is not None, there=parts().readiness is not None)


@PAGE.get("/api/start")
def told() -> ResponseReturnValue:
    """What is ready and what is not: [{part, level, title, lines, page}]."""
    readiness = parts().readiness or abort(404, "nothing is known here of the parts of the table")
    return fresh(jsonify(readiness.told(parts().gate.role(request) is Role.REFEREE)))
