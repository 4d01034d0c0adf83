"""Buttons and lights, tried out: press one and see what it is, light one and see where it shines."""

from __future__ import annotations

from flask import Blueprint, abort, jsonify, render_template
from flask.typing import ResponseReturnValue

from web.body import Body
from web.guard import fresh, guarded
from web.parts import parts
from web.trial import Trial

PAGE = guarded(Blueprint("lights", __name__))
_API = "/api/trial"


def trial() -> Trial:
    """The trial of this table; 404 where it has neither buttons nor lights."""
    return parts().trial or abort(404, "this table has neither buttons nor lights")


@PAGE.get("/lights")
def show() -> str:
    """The page on which buttons and lights are tried out."""
    return render_template("lights.html", simulated=parts().simulation is not None, there=parts().trial is not None)


@PAGE.get(_API)
def told() -> ResponseReturnValue:
    """The devices with their buttons and lights, what was pressed, and whether a trial is on or why it may not be."""
    return fresh(jsonify(trial().told()))


@PAGE.post(f"{_API}/begin")
def begin() -> ResponseReturnValue:
    """Begins a trial, or keeps it on for longer: {}. 409 while a match is played."""
    Body()
    trial().begin()
    return jsonify(trial().told())


@PAGE.post(f"{_API}/light")
def light() -> ResponseReturnValue:
    """Lights one light alone: {"device", "light": its name, "all" or ""}; the buzzer sounds."""
    body = Body()
    trial().light(body.text("device"), body.text("light"))
    return jsonify(trial().told())


@PAGE.post(f"{_API}/end")
def end() -> ResponseReturnValue:
    """Ends the trial: {}."""
    Body()
    trial().end()
    return jsonify(trial().told())
