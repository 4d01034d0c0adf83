"""The reading half of the API and its stream as an OpenAPI 3.1 description, so that others can build on it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from companion.vocabulary import (
    JSON,
    SIDES,
    Arrange,
    Choose,
    Confirm,
    Measure,
    Number,
    Prompt,
    Roll,
    Scoreboard,
    Text,
    Track,
)
from web.schema import schema_of

_PROMPTS: tuple[type[Prompt], ...] = (Roll, Choose, Arrange, Number, Measure, Confirm)
_ANY: JSON = {}
_BESIDE = ("/stream", "/healthz", "/report.pdf")
"""What is read outside of /api/."""
_TEXT = {"type": "string"}
_NUMBER = {"type": "integer"}


def description(routes: Iterable[Mapping[str, str]], release: str) -> JSON:
    """The description of these routes ({method, path, does}); only what is read of the API and the stream is in it."""
    paths = {
        _path(route["path"]): {"get": _read(route)}
        for route in routes
        if route["method"] == "GET" and (route["path"].startswith("/api/") or route["path"] in _BESIDE)
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "Touchline", "version": release, "description": _INTRODUCTION},
        "paths": paths,
        "components": {"schemas": _schemas()},
    }


_INTRODUCTION = (
    "What a table tells everybody. It needs no key, and no secret is in it before its reveal. Fields may be added; "
    "none is taken away or changes its meaning without a new major version."
)


def _path(rule: str) -> str:
    return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule)


def _read(route: Mapping[str, str]) -> JSON:
    names = re.findall(r"\{(\w+)\}", _path(route["path"]))
    told = {"summary": route["does"], "responses": {"200": {"description": route["does"], "content": _content(route)}}}
    needed = [{"name": name, "in": "path", "required": True, "schema": _TEXT} for name in names]
    asked = [{"name": name, "in": "query", "schema": kind} for name, kind in _ASKED.get(route["path"], {}).items()]
    return {**told, "parameters": [*needed, *asked]}


_ASKED: dict[str, dict[str, JSON]] = {
    "/api/history": {"since": _NUMBER},
    "/api/setup": {"game": _TEXT, "given": _TEXT, "box": _TEXT},
}


_CONTENT: dict[str, tuple[str, JSON]] = {
    "/api/board": ("application/json", {"$ref": "#/components/schemas/Board"}),
    "/api/history": ("application/json", {"type": "array", "items": {"$ref": "#/components/schemas/Entry"}}),
    "/api/picture/<name>/clip": ("application/json", {"type": "array", "items": {"type": "number"}}),
    "/api/report.csv": ("text/csv", {"type": "string"}),
    "/api/match.jsonl": ("application/x-ndjson", {"type": "string"}),
    "/report.pdf": ("application/pdf", {"type": "string", "format": "binary"}),
    "/stream": ("text/event-stream", {"$ref": "#/components/schemas/Update"}),
}


def _content(route: Mapping[str, str]) -> JSON:
    kind, schema = _CONTENT.get(
        route["path"], ("image/jpeg" if "(JPEG)" in route["does"] else "application/json", _ANY)
    )
    return {kind: {"schema": schema}}


def _schemas() -> JSON:
    number, time_s, text = {"type": "integer"}, {"type": "number"}, schema_of(Text)
    none_or_entry = {"anyOf": [_ref("Entry"), {"type": "null"}]}
    stream = "One event `board` of the stream; its id is the version. The first one comes on connect."
    return {
        "Scoreboard": schema_of(Scoreboard),
        "Prompt": {"anyOf": [_asked(kind) for kind in _PROMPTS]},
        "Call": _object("What the referee announces.", name=_TEXT, text=text, side=_ANY, rule=_TEXT),
        "Entry": _object("What happened.", seq=number, wall_s=time_s, kind=_TEXT, text=text, calls=_many("Call")),
        "Board": _board(),
        "Dispute": _dispute(),
        "Update": _object(stream, version=number, entry=none_or_entry, calls=_many("Call"), board=_ref("Board")),
    }


def _asked(kind: type[Prompt]) -> JSON:
    schema = schema_of(kind)
    schema["properties"] |= {"awaited": _TEXT, "before": _ANY, "before_text": _ANY, "final": {"type": "boolean"}}
    return schema


def _dispute() -> JSON:
    changed = {"type": "object", "required": ["before", "after"]}
    return _object(
        "The correction of a roll that both coaches are asked about, and what it would change. Nothing counts yet.",
        number=_NUMBER,
        seq=_NUMBER,
        by={"enum": [*SIDES, "referee"]},
        agreed={"type": "array", "items": {"enum": list(SIDES)}},
        value=_ANY,
        text=schema_of(Text),
        old=schema_of(Text),
        new=schema_of(Text),
        score=changed,
        phase=changed,
        calls={"type": "object", "required": ["gone", "new"]},
        dropped={"type": "array"},
        picture={"type": ["string", "null"]},
    )


def _board() -> JSON:
    maybe_text, yes = {"type": ["string", "null"]}, {"type": "boolean"}
    return _object(
        "Everything that a screen may show now.",
        version=_NUMBER,
        warnings={"type": "array", "items": schema_of(Text)},
        devices={"type": "object"},
        game=maybe_text,
        phase=maybe_text,
        score={"type": ["array", "null"]},
        tracks={"type": "array", "items": schema_of(Track)},
        scoreboard={"anyOf": [_ref("Scoreboard"), {"type": "null"}]},
        prompts=_many("Prompt"),
        answered={"type": "array", "items": _TEXT},
        undo={"type": ["object", "null"]},
        dispute={"anyOf": [_ref("Dispute"), {"type": "null"}]},
        over=yes,
        paused=yes,
    )


def _object(said: str, **properties: JSON) -> JSON:
    return {"type": "object", "description": said, "properties": properties, "required": list(properties)}


def _ref(name: str) -> JSON:
    return {"$ref": f"#/components/schemas/{name}"}


def _many(name: str) -> JSON:
    return {"type": "array", "items": _ref(name)}
