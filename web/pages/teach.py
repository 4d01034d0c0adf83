"""Teaching dice: name a die, show each face a few times, done. Looking needs nothing; teaching needs the PIN."""

from __future__ import annotations

from flask import Blueprint, Response, abort, jsonify, render_template, request
from flask.typing import ResponseReturnValue

from web.body import Body
from web.guard import fresh, guarded
from web.parts import parts
from web.teacher import Teacher

PAGE = guarded(Blueprint("teach", __name__))
_API = "/api/teach"
_FILE_LIMIT = 3 * 1024 * 1024  # a die's file has at most 2 MB


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
    return fresh(jsonify(teacher().told()))


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
    at = None if body.value("at") is None else body.point("at")
    teacher().take(body.text("die"), body.text("face"), at)
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
    return fresh(response)


@PAGE.get(f"{_API}/<die>/<sample>")
def sample(die: str, sample: str) -> ResponseReturnValue:
    """A picture of a face."""
    kind, content = teacher().sample(die, sample) or abort(404, "no picture of this name is kept")
    return Response(content, mimetype=kind, headers={"Cache-Control": "private, max-age=86400, immutable"})
