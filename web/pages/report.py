"""The report of the match: the score, the goals, and how the dice fell. It only reads, and needs no PIN."""

from __future__ import annotations

from flask import Blueprint, jsonify, render_template
from flask.typing import ResponseReturnValue

from web.guard import fresh
from web.parts import parts

PAGE = Blueprint("report", __name__)


@PAGE.get("/report")
def show() -> str:
    """The report of the match so far."""
    return render_template("report.html", simulated=parts().simulation is not None, report=parts().table.match_report())


@PAGE.get("/api/report")
def report() -> ResponseReturnValue:
    """The same as JSON: score, goals, counts of each die and face with their chi-square test; null before a match."""
    return fresh(jsonify(parts().table.match_report()))
