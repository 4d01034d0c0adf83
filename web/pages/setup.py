"""A new match: which game, who plays, in which colours, by which rules. What may be chosen, the game declares."""

from __future__ import annotations

import json

from flask import Blueprint, abort, jsonify, render_template, request
from flask.typing import ResponseReturnValue

from companion.vocabulary import JSON
from web.guard import fresh
from web.parts import parts

PAGE = Blueprint("setup", __name__)


@PAGE.get("/setup")
def show() -> str:
    """The page on which a match is set up."""
    lobby = parts().lobby
    games = lobby.games() if lobby else []
    usual = lobby.usual() if lobby else None
    return render_template("setup.html", simulated=parts().simulation is not None, games=games, usual=usual)


@PAGE.get("/api/setup")
def look() -> ResponseReturnValue:
    """What may be chosen before a match: its form, its box files, and what is wrong with the choice so far;
    ?game=NAME&given={options as JSON}&box=NAME."""
    lobby = parts().lobby or abort(404, "matches cannot be started from here")
    game = request.args.get("game") or abort(400, "awaited: game, the name of one")
    return fresh(jsonify(lobby.look(game, _given(), request.args.get("box", ""))))


def _given() -> dict[str, JSON]:
    try:
        given = json.loads(request.args.get("given", "{}"))
    except (ValueError, RecursionError) as error:
        abort(400, f"awaited: given, a JSON object; {str(error)[:200]}")
    return given if isinstance(given, dict) else abort(400, "awaited: given, a JSON object")
