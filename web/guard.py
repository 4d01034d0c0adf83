"""What guards the pages on which people set something up: looking is free, writing needs the PIN."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, request
from flask.typing import ResponseReturnValue

from web.gate import refuse_foreign
from web.parts import parts


def guarded(page: Blueprint) -> Blueprint:
    """The same page, whose POSTs need the same origin, JSON and the PIN, and tell what the disk did not take."""
    page.before_request(_check)
    page.register_error_handler(OSError, _not_kept)
    return page


def fresh(response: Response) -> Response:
    """An answer that nothing on the way may keep."""
    response.headers["Cache-Control"] = "no-store"
    return response


def _check() -> None:
    if request.method == "POST":
        refuse_foreign(request)
        parts().gate.check(request)


def _not_kept(error: OSError) -> ResponseReturnValue:
    """It counts until the program ends, but the disk did not take it."""
    return jsonify(error="not_kept", message=f"this counts until the program ends, it could not be kept: {error}"), 507
