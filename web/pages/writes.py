"""The writing half of the API. Every write needs the referee's PIN or seat, an answer that of a coach may do as well;
what is acceptable, only the Table says."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, abort, jsonify, request
from flask.typing import ResponseReturnValue

from companion.vocabulary import NotAsked, Source, Update, to_json
from web.body import Body
from web.gate import refuse_foreign
from web.parts import parts
from web.seats import COACHES, Role

PAGE = Blueprint("writes", __name__, url_prefix="/api")
_SOURCES: Final = (Source.CONSOLE, Source.PHONE)
_OWN_CHECK: Final = ("writes.unlock", "writes.answer", "writes.reread")


@PAGE.before_request
def guard() -> None:
    """Same origin, JSON, and the referee; only the PIN comes without one, an answer and a look also from a coach."""
    refuse_foreign(request)
    if request.endpoint not in _OWN_CHECK:
        parts().gate.check(request)


@PAGE.post("/pin")
def unlock() -> ResponseReturnValue:
    """Opens a session: {"pin"}."""
    parts().gate.unlock(request, Body().text("pin"))
    return "", 204


@PAGE.post("/answer")
def answer() -> ResponseReturnValue:
    """Answers an open prompt: {"key", "value", "version", "source"? console or phone}. A coach answers for his side."""
    role, body = parts().gate.check(request, *COACHES), Body()
    source = body.text("source", Source.CONSOLE)
    if source not in _SOURCES:
        abort(400, f"given: source {source[:40]!r}; awaited: one of {', '.join(_SOURCES)}")
    key, value, version = body.text("key"), body.value("value"), body.number("version")
    if role in COACHES:
        _check_side(role, key)
        source = Source.PHONE
    return _told(parts().table.answer(key, value, source=source, version=version))


@PAGE.post("/undo")
def undo() -> ResponseReturnValue:
    """Takes back the last answer, amendment or note: {"version", "beyond"? back over the whistle}."""
    body = Body()
    return _told(parts().table.undo(version=body.number("version"), beyond=body.flag("beyond")))


@PAGE.post("/amend")
def amend() -> ResponseReturnValue:
    """Corrects an earlier answer: {"seq", "value", "version"?, "drop"? how many later answers may go, "preview"?}."""
    body, table = Body(), parts().table
    seq, value = body.number("seq"), body.value("value")
    if body.flag("preview"):
        return jsonify(table.preview(seq, value))
    version, drop = body.number_or_none("version"), body.number_or_none("drop")
    return _told(table.amend(seq, value, source=Source.CONSOLE, version=version, drop=drop))


@PAGE.post("/correct")
def correct() -> ResponseReturnValue:
    """The referee's correction: {"what", "value", "reason", "version"}."""
    body = Body()
    what, value, reason = body.text("what"), body.value("value"), body.text("reason")
    return _told(parts().table.correct(what, value, reason, version=body.number("version")))


@PAGE.post("/pause")
def pause() -> ResponseReturnValue:
    """Lets nobody answer until the match goes on: {"on", "version"}."""
    body = Body()
    return _told(parts().table.pause(body.flag("on"), version=body.number("version")))


@PAGE.post("/end")
def end() -> ResponseReturnValue:
    """Ends the match before its rules do: {"reason", "version"}."""
    body = Body()
    return _told(parts().table.end(body.text("reason"), version=body.number("version")))


@PAGE.post("/note")
def note() -> ResponseReturnValue:
    """Keeps a note: {"text", "version"}."""
    body = Body()
    return _told(parts().table.note(body.text("text"), version=body.number("version")))


@PAGE.post("/reread")
def reread() -> ResponseReturnValue:
    """Reads the kept picture of a roll again and tells how it compares: {"seq"}. It changes nothing."""
    parts().gate.check(request, *COACHES)
    pictures = parts().pictures or abort(404, "kept pictures cannot be read again here")
    return jsonify(pictures.again(Body().number("seq")))


@PAGE.post("/memory")
def memory() -> ResponseReturnValue:
    """Goes on in memory although the disk fails: {}."""
    parts().table.go_on_in_memory()
    return jsonify(parts().table.board())


@PAGE.post("/begin")
def begin() -> ResponseReturnValue:
    """Starts a new match: {"game", "options"?, "box"? by its name}."""
    lobby = parts().lobby or abort(404, "matches cannot be started from here")
    body = Body()
    lobby.begin(body.text("game"), body.mapping("options"), body.text("box", ""))
    return jsonify(parts().table.board())


@PAGE.post("/box")
def box() -> ResponseReturnValue:
    """Checks a box file, and keeps nothing: {"text"}; or writes one to fill in: {"new": GAME}."""
    lobby = parts().lobby or abort(404, "matches cannot be started from here")
    body = Body()
    if game := body.text("new", ""):
        return jsonify({"text": lobby.new_box(game)})
    return jsonify(lobby.check_box(body.text("text")))


def _check_side(role: Role, key: str) -> None:
    """403 for a coach who answers what is asked of somebody else."""
    asked = {prompt["key"]: prompt["side"] for prompt in parts().table.board()["prompts"]}
    if key not in asked:
        raise NotAsked(key, f"one of {', '.join(asked) or 'nothing: nothing is asked'}")
    if asked[key] != role.side:
        abort(403, "this is asked of somebody else")


def _told(update: Update) -> ResponseReturnValue:
    return jsonify(to_json(update))
