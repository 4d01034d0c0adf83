"""What a stream lays over its picture: the score and the calls on nothing. It only reads, and knows no secret."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, abort, render_template, request

from web.parts import parts

PAGE = Blueprint("overlay", __name__)
LONGEST_DELAY_S: Final = 120


@PAGE.get("/overlay")
def full() -> str:
    """The whole overlay for a stream: score, calls, lights and dice; ?delay=SECONDS shows it so much later."""
    return _drawn("full")


@PAGE.get("/overlay/lower")
def lower() -> str:
    """The lower third for a stream: score and calls; ?delay=SECONDS as for the whole."""
    return _drawn("lower")


def _drawn(form: str) -> str:
    simulated, delay_s = parts().simulation is not None, _delay_s()
    now = None if delay_s else parts().table.board()["scoreboard"]
    return render_template("overlay.html", simulated=simulated, form=form, delay_s=delay_s, now=now)


def _delay_s() -> int:
    given = request.args.get("delay", "0")
    if not given.isascii() or not given.isdecimal() or int(given[:9]) > LONGEST_DELAY_S:
        abort(400, f"given: delay={given[:40]}; awaited: whole seconds, 0 to {LONGEST_DELAY_S}")
    return int(given)
