"""Errors as JSON: `error` (a word for machines), `message` (a sentence), and what was given and awaited."""

from __future__ import annotations

import re

from flask import Flask, jsonify
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import HTTPException

from companion.vocabulary import (
    JSON,
    AmendmentDrops,
    GameFault,
    JournalError,
    NothingToUndo,
    OptionsRefused,
    PromptRefused,
    SaidRefusal,
    StaleVersion,
    TouchlineError,
    UndoHeld,
    to_json,
)

_MEMORY_HINT = "Nothing was written and the match is untouched. POST /api/memory goes on in memory."


def install(app: Flask) -> None:
    """Teaches the app to spell every error."""
    for refusal in (
        PromptRefused,
        StaleVersion,
        AmendmentDrops,
        UndoHeld,
        NothingToUndo,
        OptionsRefused,
        SaidRefusal,
    ):
        app.register_error_handler(refusal, _refused)
    app.register_error_handler(JournalError, _not_written)
    app.register_error_handler(GameFault, _fault)
    app.register_error_handler(HTTPException, _http)


def code(error: TouchlineError) -> str:
    """`StaleVersion` is `stale_version` for machines."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", type(error).__name__).lower()


def _spelled(error: TouchlineError) -> dict[str, JSON]:
    given = getattr(error, "given", None)
    text = {"text": to_json(error.text)} if isinstance(error, SaidRefusal) else {}
    told = {"error": code(error), "message": str(error), "given": given, "awaited": getattr(error, "awaited", None)}
    wrong = {"mistakes": [m.told() for m in error.mistakes]} if isinstance(error, OptionsRefused) else {}
    return told | text | wrong


def _refused(error: TouchlineError) -> ResponseReturnValue:
    preview = {"preview": error.preview} if isinstance(error, AmendmentDrops) else {}
    return jsonify(_spelled(error) | preview), 409


def _not_written(error: JournalError) -> ResponseReturnValue:
    return jsonify(_spelled(error) | {"hint": _MEMORY_HINT}), 507


def _fault(error: GameFault) -> ResponseReturnValue:
    return jsonify(_spelled(error)), 500


def _http(error: HTTPException) -> ResponseReturnValue:
    name = error.name.lower().replace(" ", "_")
    answer = jsonify({"error": name, "message": error.description})
    if error.code == 429:
        answer.headers["Retry-After"] = "60"
    return answer, error.code or 500
