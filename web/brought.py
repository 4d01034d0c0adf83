"""What each write brings, as JSON schema: the fields that it needs, and those that it may leave out."""

from __future__ import annotations

from typing import Final

from companion.vocabulary import JSON, Source
from web.schema import ANY, FLAG, NUMBER, REAL, TEXT, listed, one_of, or_null
from web.seats import SEATS
from web.simulation import BUTTONS

_OBJECT: Final = {"type": "object"}
_POINT: Final = {"type": "array", "items": {"type": "number", "minimum": 0, "maximum": 1}, "minItems": 2, "maxItems": 2}
_CORNERS: Final = or_null(listed(_POINT))

_Fields = dict[str, JSON]
_BODIES: Final[dict[str, tuple[_Fields, _Fields]]] = {
    "/api/pin": ({"pin": TEXT}, {}),
    "/api/join": ({"token": TEXT}, {}),
    "/api/leave": ({}, {}),
    "/api/answer": (
        {"key": TEXT, "value": ANY, "version": NUMBER},
        {"source": one_of(Source.CONSOLE, Source.PHONE)},
    ),
    "/api/undo": ({"version": NUMBER}, {"beyond": FLAG}),
    "/api/amend": (
        {"seq": NUMBER, "value": ANY},
        {"version": or_null(NUMBER), "drop": or_null(NUMBER), "preview": FLAG},
    ),
    "/api/correct": ({"what": TEXT, "value": ANY, "reason": TEXT, "version": NUMBER}, {}),
    "/api/pause": ({"version": NUMBER}, {"on": FLAG}),
    "/api/end": ({"reason": TEXT, "version": NUMBER}, {}),
    "/api/note": ({"text": TEXT, "version": NUMBER}, {}),
    "/api/reread": ({"seq": NUMBER}, {}),
    "/api/dispute": ({"seq": NUMBER, "value": ANY}, {"version": NUMBER, "preview": FLAG}),
    "/api/dispute/word": ({"number": NUMBER, "version": NUMBER}, {"agrees": FLAG}),
    "/api/dispute/stand": ({"number": NUMBER, "version": NUMBER}, {}),
    "/api/memory": ({}, {}),
    "/api/begin": ({"game": TEXT}, {"options": _OBJECT, "box": TEXT}),
    "/api/box": ({}, {"new": TEXT, "text": TEXT}),
    "/api/boxes/keep": ({"name": TEXT, "was": TEXT}, {"text": TEXT, "content": _OBJECT}),
    "/api/boxes/rename": ({"name": TEXT, "was": TEXT, "to": TEXT}, {}),
    "/api/boxes/delete": ({"name": TEXT, "was": TEXT}, {}),
    "/api/seats/revoke": ({"seat": one_of(*SEATS)}, {}),
    "/api/trial/begin": ({}, {}),
    "/api/trial/light": ({"device": TEXT, "light": TEXT}, {}),
    "/api/trial/end": ({}, {}),
    "/api/camera/region": ({"corners": _CORNERS}, {}),
    "/api/camera/remember": ({}, {}),
    "/api/camera/tray": ({}, {}),
    "/api/camera/teach": ({"at": _POINT, "colour": TEXT}, {}),
    "/api/camera/forget": ({}, {}),
    "/api/teach/begin": ({"title": TEXT}, {}),
    "/api/teach/face": ({"die": TEXT, "face": TEXT}, {}),
    "/api/teach/take": ({"die": TEXT, "face": TEXT, "at": or_null(_POINT)}, {}),
    "/api/teach/forget": ({"die": TEXT, "face": TEXT, "sample": or_null(TEXT)}, {}),
    "/api/teach/delete": ({"die": TEXT}, {}),
    "/api/teach/upload": ({"file": _OBJECT}, {}),
    "/api/ruler/ask": (
        {"tool": one_of("distance", "ring", "pass"), "a": NUMBER},
        {"b": or_null(NUMBER), "inches": or_null(REAL)},
    ),
    "/api/ruler/clear": ({}, {}),
    "/api/ruler/call": ({"number": NUMBER, "player": TEXT}, {}),
    "/api/ruler/accept": ({}, {}),
    "/api/ruler/drag": ({"corners": _CORNERS}, {}),
    "/api/ruler/take": ({"key": TEXT, "version": NUMBER, "shown": {"anyOf": [REAL, listed(TEXT)]}}, {}),
    "/api/lens/take": ({}, {}),
    "/api/lens/drop": ({"number": NUMBER}, {}),
    "/api/lens/learn": ({}, {}),
    "/api/simulation/throw": ({}, {}),
    "/api/simulation/pick_up": ({}, {}),
    "/api/simulation/press": ({"button": one_of(*BUTTONS)}, {"long": FLAG}),
    "/api/simulation/misbehave": ({"fault": or_null(TEXT)}, {}),
}


def body_of(path: str) -> JSON:
    """What a write to this route brings; a KeyError tells that nobody has described it."""
    needed, more = _BODIES[path]
    return {"type": "object", "properties": {**needed, **more}, "required": list(needed)}
