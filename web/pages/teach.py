"""Teaching dice: name a die, show each face a few times, done. Looking needs nothing; teaching needs the PIN."""

from __future__ import annotations

import math

from flask import Blueprint, Response, abort, jsonify, render_template, request
from flask.typing import ResponseReturnValue

from web.body import Body
from web.gate import refuse_foreign
from web.parts import parts
from web.teacher import Teacher

PAGE = Blueprint("teach", __name__)
_API = "/api/teach"
_FILE_LIMIT = 3 * 1024 * 1024  # a die's file has at most 2 MB


@PAGE.before_request
def guard() -> None:
    """Only who has the PIN may teach."""
    if request.method == "POST":
        refuse_foreign(request)
        parts().gate.check(request)


@PAGE.errorhandler(OSError)
def not_kept(error: OSError) -> ResponseReturnValue:
    """It counts until the program ends, but the disk did not take it."""
    return jsonify(error="not_kept", message=f"this counts until the program ends, it could not be kept: {error}"), 507


def teacher() -> Teacher:
    """The teacher of this table; 404 where there is no camera."""
    return parts().teacher or abort(404, "this table has no camera")


@PAGE.get("/teach")
def show() -> str:
    """The page that teaches dice."""
    return render_template("teach.html", simulated=parts().simulation is not None, there=parts().teacher is not None)


@PAGE.get(_API)
def told() -> ResponseReturnValue:
    """The taught dice: faces, pictures, and how well each reads its own; and the files that are none."""
    return _fresh(jsonify(teacher().told()))


@PAGE.post(f"{_API}/begin")
def begin() -> ResponseReturnValue:
    """A new die: {"title"}; tells its `name`."""
    return jsonify(name=teacher().begin(Body().text("title")), **teacher().told())


@PAGE.post(f"{_API}/face")
def add_face() -> ResponseReturnValue:
    """A new face of a die, still without pictures: {"die", "face"}."""
    body = Body()
    teacher().add_face(body.text("die"), body.text("face"))
    return jsonify(teacher().told())


@PAGE.post(f"{_API}/take")
def take() -> ResponseReturnValue:
    """What lies in view shows this face: {"die", "face", "at": [x, y] in fractions of the picture, or null}."""
    body = Body()
    at = body.value("at")
    teacher().take(body.text("die"), body.text("face"), None if at is None else _point(at))
    return jsonify(teacher().told())


@PAGE.post(f"{_API}/forget")
def forget() -> ResponseReturnValue:
    """Forgets a picture of a face, or the face: {"die", "face", "sample": ID or null}."""
    body = Body()
    sample = None if body.value("sample") is None else body.text("sample")
    teacher().forget(body.text("die"), body.text("face"), sample)
    return jsonify(teacher().told())


@PAGE.post(f"{_API}/delete")
def delete() -> ResponseReturnValue:
    """Deletes a die and its file: {"die"}."""
    teacher().delete(Body().text("die"))
    return jsonify(teacher().told())


@PAGE.post(f"{_API}/upload")
def upload() -> ResponseReturnValue:
    """Takes in a die that somebody shared: {"file": the content of a .die.json}; tells its `name`."""
    request.max_content_length = _FILE_LIMIT
    return jsonify(name=teacher().keep(Body().value("file")), **teacher().told())


@PAGE.get(f"{_API}/<die>.die.json")
def download(die: str) -> ResponseReturnValue:
    """A die's file, to be shared."""
    content = teacher().content(die) or abort(404, "no die of this name is taught here")
    response = Response(content, mimetype="application/json")
    response.headers["Content-Disposition"] = f'attachment; filename="{die}.die.json"'
    return _fresh(response)


@PAGE.get(f"{_API}/<die>/<sample>")
def sample(die: str, sample: str) -> ResponseReturnValue:
    """A picture of a face."""
    kind, content = teacher().sample(die, sample) or abort(404, "no picture of this name is kept")
    return Response(content, mimetype=kind, headers={"Cache-Control": "private, max-age=86400, immutable"})


def _point(value: object) -> tuple[float, float]:
    if not isinstance(value, list) or len(value) != 2 or not all(_is_share(v) for v in value):
        abort(400, f"given: {str(value)[:60]}; awaited: a point [x, y] in fractions of the picture, 0 to 1")
    return float(value[0]), float(value[1])


def _is_share(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value) and 0 <= value <= 1


def _fresh(response: Response) -> Response:
    response.headers["Cache-Control"] = "no-store"
    return response
