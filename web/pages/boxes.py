"""Box files: the numbers of people's own cards, in a form or as text. Looking is free, keeping needs the PIN."""

from __future__ import annotations

from flask import Blueprint, abort, jsonify, render_template, request
from flask.typing import ResponseReturnValue

from web.body import Body
from web.boxes import Boxes
from web.guard import fresh, guarded
from web.parts import parts

PAGE = guarded(Blueprint("boxes", __name__))
_API = "/api/boxes"
_FILE_LIMIT = 1024 * 1024  # a box has at most 200,000 characters


def boxes() -> Boxes:
    """The box files of this table; 404 where there are none."""
    return parts().boxes or abort(404, "this table keeps no box files")


@PAGE.get("/boxes")
def show() -> str:
    """The box files, and the one that is edited (behind the #)."""
    lobby = parts().lobby
    games = lobby.games() if lobby else []
    there = parts().boxes is not None
    return render_template("boxes.html", simulated=parts().simulation is not None, there=there, games=games)


@PAGE.get(_API)
def listed() -> ResponseReturnValue:
    """The box files: [{name, game, sample, mistakes, notes}]."""
    return fresh(jsonify(boxes().listed()))


@PAGE.get(f"{_API}/<name>")
def opened(name: str) -> ResponseReturnValue:
    """A box file: its text, its content, the form to edit it with, and its mistakes with line and field."""
    return fresh(jsonify(boxes().open(name)))


@PAGE.post(f"{_API}/keep")
def keep() -> ResponseReturnValue:
    """Writes a box file: {"name", "was": as it was told, "" for a new one, "text" or "content"}."""
    request.max_content_length = _FILE_LIMIT
    body = Body()
    name, was = body.text("name"), body.text("was")
    if text := body.text("text", ""):
        return jsonify(boxes().keep(name, text, was))
    return jsonify(boxes().keep_content(name, body.mapping("content"), was))


@PAGE.post(f"{_API}/rename")
def rename() -> ResponseReturnValue:
    """Gives a box file another name: {"name", "was": as it was told, "to"}."""
    body = Body()
    return jsonify(boxes().rename(body.text("name"), body.text("to"), body.text("was")))


@PAGE.post(f"{_API}/delete")
def delete() -> ResponseReturnValue:
    """Takes a box file off the list, which it tells; the file stays beside the others as NAME.yaml.before:
    {"name", "was": as it was told}."""
    body = Body()
    boxes().delete(body.text("name"), body.text("was"))
    return jsonify(boxes().listed())
