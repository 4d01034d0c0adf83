"""The ruler: the live picture with what is measured over it, its mirror for a projector, and its set-up.

Looking is free and shows only what the rules of the match let be shown; asking needs the PIN: what is asked is seen on
every screen."""

from __future__ import annotations

from flask import Blueprint, abort, jsonify, render_template
from flask.typing import ResponseReturnValue

from companion.vocabulary import JSON, to_json
from web.body import Body, point
from web.guard import fresh, guarded
from web.pages.camera import picture_of
from web.parts import parts
from web.ruler import LensSetup, Ruler

PAGE = guarded(Blueprint("ruler", __name__))
_API = "/api/ruler"
_LENS = "/api/lens"
_CORNERS = 4


def ruler() -> Ruler:
    """The ruler of this table; 404 where there is none."""
    return parts().ruler or abort(404, "this table has no ruler")


def lens() -> LensSetup:
    """The set-up of its lens; 404 where there is none."""
    return parts().lens or abort(404, "this table has no ruler")


@PAGE.get("/ruler")
def show() -> str:
    """The ruler's page."""
    return _page("ruler.html")


@PAGE.get("/ruler/mirror")
def mirror() -> str:
    """The same picture without controls, for a projector or a TV."""
    return _page("ruler_mirror.html")


@PAGE.get("/ruler/setup")
def setup() -> str:
    """The lens, the markers, and how good the ruler is where."""
    return _page("ruler_setup.html")


def _page(name: str) -> str:
    return render_template(name, simulated=parts().simulation is not None, there=parts().ruler is not None)


@PAGE.get(_API)
def look() -> ResponseReturnValue:
    """What may be shown of the pitch now: pieces, what is asked, and its answer."""
    return fresh(jsonify(ruler().look()))


@PAGE.get(f"{_API}/picture")
def picture() -> ResponseReturnValue:
    """The newest picture of the pitch (JPEG) with its number in X-Frame; ?after=NUMBER; ?width=PIXELS."""
    return picture_of(ruler())


@PAGE.get(f"{_API}/good_to")
def good_to() -> ResponseReturnValue:
    """How well a base is known over the pitch: cells and ± inches."""
    return fresh(jsonify(ruler().good_to()))


@PAGE.post(f"{_API}/ask")
def ask() -> ResponseReturnValue:
    """Asks for a measure: {"tool": distance, ring or pass, "a", "b"?, "inches"?}; pieces by number."""
    body = Body()
    ruler().ask(body.text("tool"), body.number("a"), body.number_or_none("b"), _inches(body))
    return jsonify(ruler().look())


@PAGE.post(f"{_API}/clear")
def clear() -> ResponseReturnValue:
    """Nothing is asked any more: {}."""
    Body()
    ruler().clear()
    return jsonify(ruler().look())


@PAGE.post(f"{_API}/call")
def call() -> ResponseReturnValue:
    """A piece is this player: {"number", "player": id or ""}."""
    body = Body()
    ruler().call(body.number("number"), body.text("player"))
    return jsonify(ruler().look())


@PAGE.post(f"{_API}/accept")
def accept() -> ResponseReturnValue:
    """The camera may stand where it stands now: {}."""
    Body()
    ruler().accept()
    return jsonify(ruler().look())


@PAGE.post(f"{_API}/drag")
def drag() -> ResponseReturnValue:
    """The pitch's four corners by hand: {"corners": [[x, y], ...] in fractions of the picture, null: markers}."""
    corners = Body().value("corners")
    ruler().drag(None if corners is None else [point(corner) for corner in _four(corners)])
    return jsonify(ruler().look())


@PAGE.post(f"{_API}/take")
def take() -> ResponseReturnValue:
    """Answers a prompt with what is measured: {"key", "version", "shown": the value that was shown}."""
    body = Body()
    return jsonify(to_json(ruler().take(body.text("key"), body.number("version"), _shown(body.value("shown")))))


@PAGE.get(_LENS)
def lens_told() -> ResponseReturnValue:
    """The lens of the ruler's camera: its verdict, the shots, and what would make them better."""
    return fresh(jsonify(lens().told()))


@PAGE.post(f"{_LENS}/take")
def lens_take() -> ResponseReturnValue:
    """A shot of the printed board: {}."""
    Body()
    lens().take()
    return jsonify(lens().told())


@PAGE.post(f"{_LENS}/drop")
def lens_drop() -> ResponseReturnValue:
    """Without this shot: {"number"}."""
    lens().drop(Body().number("number"))
    return jsonify(lens().told())


@PAGE.post(f"{_LENS}/learn")
def lens_learn() -> ResponseReturnValue:
    """Learns the lens from the shots: {}."""
    Body()
    lens().learn()
    return jsonify(lens().told())


def _inches(body: Body) -> float:
    return 2.0 if body.number_or_none("inches") is None else float(body.number("inches"))


def _shown(value: JSON) -> float | list[str]:
    """A distance, or the ids of those who are within a limit."""
    if isinstance(value, list) and all(isinstance(i, str) for i in value):
        return value
    return _decimal(value)


def _decimal(value: JSON) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        abort(400, f"given: {str(value)[:40]}; awaited: a number")
    return float(value)


def _four(corners: JSON) -> list[JSON]:
    if not isinstance(corners, list) or len(corners) != _CORNERS:
        abort(400, f"awaited: corners, a list of {_CORNERS} points [x, y], or null")
    return corners
