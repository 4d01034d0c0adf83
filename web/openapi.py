"""The API and its stream as an OpenAPI 3.1 description, so that others can build on it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from companion.vocabulary import JSON
from web.brought import body_of
from web.gate import PIN_HEADER, SEAT_COOKIE, SESSION_COOKIE
from web.schema import NUMBER, TEXT
from web.told import content_of, named, schemas

_BESIDE: Final = ("/api", "/stream", "/healthz", "/report.pdf")
"""What others build on outside of /api/; the other routes are pages for people."""

_INTRODUCTION: Final = (
    "What a table tells everybody needs no key, and no secret is in it before its reveal. Whatever writes needs the "
    f"PIN of the table in the header {PIN_HEADER}, or a cookie: of a session (POST /api/pin) or of a seat (POST "
    "/api/join), and answers 403 to whom may not do it. A write names the version that it has seen; it is refused "
    "(409, stale_version) when the match has gone on. Fields may be added; none is taken away or changes its meaning "
    "without a new major version."
)

_KEYS: Final[JSON] = {
    "pin": {"type": "apiKey", "in": "header", "name": PIN_HEADER, "description": "The PIN of the table."},
    "session": {"type": "apiKey", "in": "cookie", "name": SESSION_COOKIE, "description": "Set by POST /api/pin."},
    "seat": {"type": "apiKey", "in": "cookie", "name": SEAT_COOKIE, "description": "Set by POST /api/join."},
}
_FREE: Final = ("/api/pin", "/api/join", "/api/leave")
"""Writes that need no key."""
_SHUT: Final = ("/api/seats", "/api/seats/<seat>.svg")
"""Reads that need one."""

_ASKED: Final[dict[str, dict[str, JSON]]] = {
    "/api/history": {"since": NUMBER},
    "/api/setup": {"game": TEXT, "given": TEXT, "box": TEXT},
    "/api/camera/picture": {"after": NUMBER, "width": NUMBER},
    "/api/ruler/picture": {"after": NUMBER, "width": NUMBER},
}
_PERHAPS_NONE: Final = ("/api/camera/picture", "/api/ruler/picture", "/api/simulation/picture")
"""Pictures of which there may be none, or none that is newer."""


def description(routes: Iterable[Mapping[str, str]], release: str) -> JSON:
    """The description of these routes ({method, path, does}); the pages among them are left out."""
    paths: dict[str, JSON] = {}
    for route in routes:
        if route["path"].startswith("/api/") or route["path"] in _BESIDE:
            paths.setdefault(_path(route["path"]), {})[route["method"].lower()] = _operation(route)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Touchline", "version": release, "description": _INTRODUCTION},
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {"schemas": schemas(), "securitySchemes": _KEYS, "responses": {"Refused": _refused()}},
    }


def _path(rule: str) -> str:
    return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule)


def _operation(route: Mapping[str, str]) -> JSON:
    writes = route["method"] == "POST"
    kept = route["path"] in _SHUT or (writes and route["path"] not in _FREE)
    told = {
        "operationId": "_".join([route["method"].lower(), *re.findall(r"\w+", route["path"].removeprefix("/api"))]),
        "summary": route["does"],
        "parameters": _parameters(route["path"]),
        "responses": _answers(route),
        "security": [{key: []} for key in _KEYS] if kept else [],
    }
    body = {"required": True, "content": {"application/json": {"schema": body_of(route["path"])}}} if writes else None
    return {**told, "requestBody": body} if body else told


def _parameters(path: str) -> list[JSON]:
    names = re.findall(r"\{(\w+)\}", _path(path))
    needed = [{"name": name, "in": "path", "required": True, "schema": TEXT} for name in names]
    return [*needed, *({"name": name, "in": "query", "schema": kind} for name, kind in _ASKED.get(path, {}).items())]


def _answers(route: Mapping[str, str]) -> JSON:
    content = content_of(route["method"], route["path"])
    good = {"200": {"description": "It is so.", "content": content}} if content else {}
    none = {"204": {"description": "Nothing more is told."}} if not content or route["path"] in _PERHAPS_NONE else {}
    return {**good, **none, "default": {"$ref": "#/components/responses/Refused"}}


def _refused() -> JSON:
    return {"description": "It was not done.", "content": {"application/json": {"schema": named("Refusal")}}}
