"""The reading half of the API, for screens and programs. It needs no PIN and never shows a secret."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

from flask import Blueprint, Response, abort, current_app, jsonify, render_template, request
from flask.typing import ResponseReturnValue

from web.guard import fresh
from web.openapi import description
from web.parts import parts
from web.stream import MOST_STREAMS, TooManyStreams

PAGE = Blueprint("api", __name__)


@PAGE.get("/healthz")
def health() -> ResponseReturnValue:
    """Whether the program is well: status, version of the match, game, number of warnings."""
    board = parts().table.board()
    return jsonify(
        status="warning" if board["warnings"] else "ok",
        version=board["version"],
        game=board["game"],
        warnings=len(board["warnings"]),
        streams=len(parts().streams),
        touchline=_release(),
    )


@PAGE.get("/api")
def routes() -> ResponseReturnValue:
    """This list, as a page or as JSON."""
    listed = _routes()
    if request.accept_mimetypes.best_match(["application/json", "text/html"]) == "text/html":
        return render_template("api.html", simulated=parts().simulation is not None, routes=listed)
    return jsonify(listed)


@PAGE.get("/api/openapi.json")
def openapi() -> ResponseReturnValue:
    """What may be read and written here, and the stream, as OpenAPI 3.1."""
    return jsonify(description(_routes(), _release()))


@PAGE.get("/api/board")
def board() -> ResponseReturnValue:
    """Everything a screen may show now."""
    return fresh(jsonify(parts().table.board()))


@PAGE.get("/api/history")
def history() -> ResponseReturnValue:
    """What happened, oldest first; ?since=SEQ leaves out what came up to SEQ."""
    since = request.args.get("since", "0")
    if not since.isascii() or not since.isdecimal() or len(since) > 15:
        abort(400, f"given: since={since[:40]}; awaited: a whole number")
    return fresh(jsonify(parts().table.since(int(since))))


@PAGE.get("/api/picture/<name>")
def picture(name: str) -> ResponseReturnValue:
    """The picture of a roll (JPEG), by the name that the history gives."""
    return _kept(parts().table.picture(name) or abort(404, "no picture has this name"))


@PAGE.get("/api/picture/<name>/dice")
def picture_dice(name: str) -> ResponseReturnValue:
    """The dice of that picture as they were read, with their outlines (0..1 of width and height); null if not told."""
    pictures = parts().pictures
    return fresh(jsonify(pictures.dice(name) if pictures else None))


@PAGE.get("/api/picture/<name>/clip")
def clip(name: str) -> ResponseReturnValue:
    """The moments before that roll came to rest: of each the seconds before, oldest first; empty if none are kept."""
    clips = parts().clips
    return fresh(jsonify(clips.moments(name) if clips else []))


@PAGE.get("/api/picture/<name>/clip/<number>")
def moment(name: str, number: str) -> ResponseReturnValue:
    """One of those moments (JPEG), 0 the oldest."""
    clips, which = parts().clips, int(number) if number.isascii() and number.isdecimal() and len(number) < 5 else -1
    return _kept((clips.moment(name, which) if clips else None) or abort(404, "no such moment is kept"))


@PAGE.get("/api/device/<device>/picture")
def device_picture(device: str) -> ResponseReturnValue:
    """The picture that goes with a device's status (JPEG)."""
    jpeg = parts().table.status_picture(device) or abort(404, "this device shows no picture now")
    return fresh(Response(jpeg, mimetype="image/jpeg"))


@PAGE.get("/stream")
def stream() -> ResponseReturnValue:
    """Server-sent events `board`: {version, entry, calls, board}, the full board on connect and at every update."""
    try:
        events = parts().streams.open(request.environ.get("waitress.client_disconnected", _still_there))
    except TooManyStreams:
        abort(503, f"{MOST_STREAMS} screens watch already: close one")
    response = Response(events, mimetype="text/event-stream")
    response.headers["X-Accel-Buffering"] = "no"
    return fresh(response)


def _kept(jpeg: bytes) -> Response:
    """A picture that never changes."""
    return Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": "private, max-age=86400, immutable"})


def _still_there() -> bool:
    return False


def _release() -> str:
    try:
        return version("touchline")
    except PackageNotFoundError:
        return "unpacked"


def _routes() -> list[dict[str, str]]:
    listed = []
    for rule in current_app.url_map.iter_rules():
        if rule.endpoint != "static":
            said = current_app.view_functions[rule.endpoint].__doc__ or ""
            method = "POST" if "POST" in (rule.methods or ()) else "GET"
            listed.append({"method": method, "path": rule.rule, "does": " ".join(said.split())})
    return sorted(listed, key=lambda route: (route["path"], route["method"]))
