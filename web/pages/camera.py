"""The camera's set-up: live picture, verdict, tray region, colours. Nothing here is hidden information.

The picture is polled, one JPEG after the other: a stream of JPEGs would hold one of the six connections a browser has
for this table and one thread of ours, and go on sending to a phone that sleeps."""

from __future__ import annotations

from typing import Protocol

from flask import Blueprint, Response, abort, jsonify, render_template, request
from flask.typing import ResponseReturnValue

from companion.vocabulary import JSON
from web.body import Body, point
from web.finder import Finder
from web.guard import fresh, guarded
from web.parts import parts

PAGE = guarded(Blueprint("camera", __name__))
_API = "/api/camera"
_MOST_CORNERS = 12


class ShowsPicture(Protocol):
    """What has a camera."""

    def picture(self, after: int, width_px: int) -> tuple[int, bytes] | None: ...


def finder() -> Finder:
    """The finder of this table; 404 where there is no camera."""
    return parts().finder or abort(404, "this table has no camera")


@PAGE.get("/camera")
def show() -> str:
    """The camera's set-up page."""
    return render_template("camera.html", simulated=parts().simulation is not None, there=parts().finder is not None)


@PAGE.get(_API)
def look() -> ResponseReturnValue:
    """What the camera sees now: dice, verdict, and how it is set up."""
    return fresh(jsonify(finder().look()))


@PAGE.get(f"{_API}/picture")
def picture() -> ResponseReturnValue:
    """The newest picture (JPEG) with its number in X-Frame; ?after=NUMBER: 204 unless there is a newer one;
    ?width=PIXELS."""
    return picture_of(finder())


def picture_of(source: ShowsPicture) -> ResponseReturnValue:
    """The newest picture of a camera, as the request wants it."""
    newest = source.picture(_whole("after", 0), _whole("width", 960))
    if newest is None:
        return fresh(Response(status=204))
    response = Response(newest[1], mimetype="image/jpeg")
    response.headers["X-Frame"] = str(newest[0])
    return fresh(response)


@PAGE.post(f"{_API}/region")
def region() -> ResponseReturnValue:
    """The tray region: {"corners": [[x, y], ...]} in fractions of the picture, null for all of it."""
    corners = Body().value("corners")
    finder().set_region(None if corners is None else [point(corner) for corner in _listed(corners)])
    return jsonify(finder().look())


@PAGE.post(f"{_API}/remember")
def remember() -> ResponseReturnValue:
    """The camera stands well now: {}."""
    Body()
    finder().remember_view()
    return jsonify(finder().look())


@PAGE.post(f"{_API}/tray")
def forget_tray() -> ResponseReturnValue:
    """What lies beside the dice belongs to the tray: {}."""
    Body()
    finder().forget_tray()
    return jsonify(finder().look())


@PAGE.post(f"{_API}/teach")
def teach() -> ResponseReturnValue:
    """The die at this place is of this colour: {"at": [x, y], "colour"}."""
    body = Body()
    finder().teach(body.point("at"), body.text("colour"))
    return jsonify(finder().look())


@PAGE.post(f"{_API}/forget")
def forget_colours() -> ResponseReturnValue:
    """Forgets the colours that were taught: {}."""
    Body()
    finder().forget_colours()
    return jsonify(finder().look())


def _listed(corners: JSON) -> list[JSON]:
    if not isinstance(corners, list) or len(corners) > _MOST_CORNERS:
        abort(400, f"awaited: corners, a list of at most {_MOST_CORNERS} points [x, y], or null")
    return corners


def _whole(name: str, default: int) -> int:
    told = request.args.get(name, str(default))
    if not told.isascii() or not told.isdecimal() or len(told) > 15:
        abort(400, f"given: {name}={told[:40]}; awaited: a whole number")
    return int(told)
