"""What everybody in the room may see. It only reads, and needs no PIN."""

from __future__ import annotations

from flask import Blueprint, render_template

from web.parts import parts

PAGE = Blueprint("scoreboard", __name__)


@PAGE.get("/")
def show() -> str:
    """The scoreboard."""
    return render_template("scoreboard.html", simulated=parts().simulation is not None)
