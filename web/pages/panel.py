"""The simulated table: its buttons, lights and tray. A real table has real ones."""

from __future__ import annotations

from flask import Blueprint, Response, abort, jsonify, render_template, request
from flask.typing import ResponseReturnValue

from web.body import Body
from web.gate import refuse_foreign
from web.parts import parts, simulation
from web.simulation import BUTTONS

PAGE = Blueprint("panel", __name__)
_API = "/api/simulation"


@PAGE.before_request
def guard() -> None:
    """Only who has the PIN may press."""
    if request.method == "POST":
        simulation()
        refuse_foreign(request)
        parts().gate.check(request)


@PAGE.get("/panel")
def show() -> str:
    """The buttons, lights and tray of a simulated table."""
    simulated = parts().simulation
    faults = simulated.faults() if simulated else []
    return render_template("panel.html", simulated=simulated is not None, faults=faults, buttons=BUTTONS)


@PAGE.get(f"{_API}/lights")
def lights() -> ResponseReturnValue:
    """Each light as its pin really is, one letter each."""
    return jsonify(simulation().lights())


@PAGE.get(f"{_API}/picture")
def picture() -> ResponseReturnValue:
    """The tray now, a JPEG; 204 while there is none."""
    jpeg = simulation().picture()
    return Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": "no-store"}) if jpeg else ("", 204)


@PAGE.get(f"{_API}/faults")
def faults() -> ResponseReturnValue:
    """The ways in which the table can misbehave."""
    return jsonify(simulation().faults())


@PAGE.post(f"{_API}/throw")
def throw() -> ResponseReturnValue:
    """Throws the dice that are asked for."""
    simulation().throw()
    return "", 204


@PAGE.post(f"{_API}/pick_up")
def pick_up() -> ResponseReturnValue:
    """Takes the dice out of the tray."""
    simulation().pick_up()
    return "", 204


@PAGE.post(f"{_API}/press")
def press() -> ResponseReturnValue:
    """Presses a button: {"button", "long"?}."""
    body = Body()
    button = body.text("button")
    if button not in BUTTONS:
        abort(400, f"given: the button {button[:40]!r}; awaited: one of {', '.join(BUTTONS)}")
    simulation().press(button, body.flag("long"))
    return "", 204


@PAGE.post(f"{_API}/misbehave")
def misbehave() -> ResponseReturnValue:
    """Misbehaves from now on: {"fault"}, null for well again."""
    fault = Body().value("fault")
    if fault is not None and fault not in simulation().faults():
        abort(400, f"given: the fault {str(fault)[:40]!r}; awaited: null or one of {', '.join(simulation().faults())}")
    simulation().misbehave(fault)
    return "", 204
