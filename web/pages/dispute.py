"""A disputed roll: a coach or the referee asks for another value, both coaches confirm it from their phones."""

from __future__ import annotations

from flask import Blueprint, abort, jsonify, request
from flask.typing import ResponseReturnValue

from companion.vocabulary import Update, to_json
from web.body import Body
from web.gate import refuse_foreign
from web.parts import parts
from web.seats import COACHES

PAGE = Blueprint("dispute", __name__, url_prefix="/api/dispute")
_REFEREE = "referee"


@PAGE.before_request
def guard() -> None:
    """Same origin and JSON; who may, each route says."""
    refuse_foreign(request)


@PAGE.post("")
def ask() -> ResponseReturnValue:
    """A coach or the referee asks the coaches for another value of a roll: {"seq", "value", "version" or "preview"}."""
    role, body, table = parts().gate.check(request, *COACHES), Body(), parts().table
    seq, value = body.number("seq"), body.value("value")
    if body.flag("preview"):
        return jsonify(table.preview_dispute(seq, value))
    return _told(table.dispute(seq, value, role.side or _REFEREE, version=body.number("version")))


@PAGE.post("/word")
def word() -> ResponseReturnValue:
    """A coach's word on that question: {"number", "agrees", "version"}. The roll is amended when both have agreed."""
    gate, body = parts().gate, Body()
    gate.check(request, *COACHES)
    side = gate.seat(request).side or abort(403, "only a coach may do this")
    number, version = body.number("number"), body.number("version")
    return _told(parts().table.judge(number, side, body.flag("agrees"), version=version))


@PAGE.post("/stand")
def stand() -> ResponseReturnValue:
    """The referee lets the roll stand: {"number", "version"}."""
    parts().gate.check(request)
    body = Body()
    number, version = body.number("number"), body.number("version")
    return _told(parts().table.judge(number, _REFEREE, False, version=version))


def _told(update: Update) -> ResponseReturnValue:
    return jsonify(to_json(update))
