"""What the API tells, route by route, as JSON schemas: the answer when all is well."""

from __future__ import annotations

from typing import Final

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
from web.schema import ANY, FLAG, NUMBER, REAL, TEXT, listed, one_of, or_null, schema_of, shape
from web.seats import Role

_PROMPTS: Final[tuple[type[Prompt], ...]] = (Roll, Choose, Arrange, Number, Measure, Confirm)
_SAID: Final = schema_of(Text)
_OBJECT: Final = {"type": "object"}
_LIST: Final = {"type": "array"}


def named(name: str) -> JSON:
    """Points to the schema of this name."""
    return {"$ref": f"#/components/schemas/{name}"}


def schemas() -> dict[str, JSON]:
    """The schemas that have a name."""
    return {
        "Scoreboard": schema_of(Scoreboard),
        "Prompt": {"anyOf": [_asked(kind) for kind in _PROMPTS]},
        "Call": shape("What the referee announces.", name=TEXT, text=_SAID, side=ANY, rule=TEXT),
        "Entry": shape("What happened.", seq=NUMBER, wall_s=REAL, kind=TEXT, text=_SAID, calls=listed(named("Call"))),
        "Board": _board(),
        "Dispute": _dispute(),
        "Update": shape(
            "One event `board` of the stream; its id is the version. The first one comes on connect.",
            version=NUMBER,
            entry=or_null(named("Entry")),
            calls=listed(named("Call")),
            board=named("Board"),
        ),
        "Preview": _preview("What a correction would change. Nothing counts yet."),
        "Reread": _reread(),
        "Die": shape("A die in a picture.", kind=TEXT, colour=ANY, value=ANY, confidence=REAL, outline=_LIST),
        "Report": _report(),
        "Box": _box(),
        "Mistake": shape("What is wrong or odd in a box file.", where=TEXT, line=ANY, text=_SAID),
        "Camera": _camera(),
        "Taught": shape("The dice that were taught.", dice=_LIST, damaged=_LIST),
        "Ruler": _ruler(),
        "Lens": shape("The ruler's lens.", board=_OBJECT, lens=ANY, shots=_LIST, hints=listed(_SAID), enough=FLAG),
        "Trial": shape("Buttons and lights tried out.", on=FLAG, why=ANY, devices=_LIST, lit=ANY, pressed=_LIST),
        "Me": shape("What the asker is.", role=one_of(*Role), side=one_of(*SIDES, None)),
        "Refusal": _refusal(),
    }


Content = dict[str, JSON]
"""What an answer is: a media type with its schema; without one there is no content (204)."""


def content_of(method: str, path: str) -> Content:
    """What this route answers with; a KeyError tells that nobody has described it."""
    return _CONTENT[f"{method} {path}"]


def _json(schema: JSON) -> Content:
    return {"application/json": {"schema": schema}}


def _of(name: str) -> Content:
    return _json(named(name))


def _plain(kind: str) -> Content:
    return {kind: {"schema": TEXT}}


_JPEG: Final = _plain("image/jpeg")
_NOTHING: Final[Content] = {}
_ROUTE: Final = shape("A route.", method=TEXT, path=TEXT, does=TEXT)
_HEALTH: Final = shape("How it is.", status=one_of("ok", "warning"), version=NUMBER, game=ANY, warnings=NUMBER)
_PART: Final = shape("A part of the table.", part=TEXT, level=TEXT, title=_SAID, lines=listed(_SAID), page=ANY)
_CARD: Final = shape("A box file.", name=TEXT, game=ANY, sample=FLAG, notes=_LIST, mistakes=NUMBER)
_UPDATE_OR_PREVIEW: Final = {"anyOf": [named("Update"), named("Preview")]}
_CHECKED: Final = {
    "anyOf": [shape("One to fill in.", text=TEXT), shape("Its content.", game=TEXT, content=_OBJECT, warnings=_LIST)]
}
_TAUGHT_NAMED: Final = {"allOf": [named("Taught"), shape("The die's name.", name=TEXT)]}

_CONTENT: Final[dict[str, Content]] = {
    "GET /healthz": _json(_HEALTH),
    "GET /stream": {"text/event-stream": {"schema": named("Update")}},
    "GET /report.pdf": _plain("application/pdf"),
    "GET /api": _json(listed(_ROUTE)),
    "GET /api/openapi.json": _json(_OBJECT),
    "GET /api/board": _of("Board"),
    "GET /api/history": _json(listed(named("Entry"))),
    "GET /api/me": _of("Me"),
    "GET /api/seats": _json({"type": "object", "additionalProperties": TEXT}),
    "GET /api/seats/<seat>.svg": _plain("image/svg+xml"),
    "GET /api/picture/<name>": _JPEG,
    "GET /api/picture/<name>/dice": _json(or_null(listed(named("Die")))),
    "GET /api/picture/<name>/clip": _json(listed(REAL)),
    "GET /api/picture/<name>/clip/<number>": _JPEG,
    "GET /api/device/<device>/picture": _JPEG,
    "GET /api/report": _json(or_null(named("Report"))),
    "GET /api/report.csv": _plain("text/csv"),
    "GET /api/match.jsonl": _plain("application/x-ndjson"),
    "GET /api/setup": _json(shape("What may be chosen.", form=_OBJECT, boxes=_LIST, mistakes=_LIST)),
    "GET /api/start": _json(listed(_PART)),
    "GET /api/boxes": _json(listed(_CARD)),
    "GET /api/boxes/<name>": _of("Box"),
    "GET /api/trial": _of("Trial"),
    "GET /api/camera": _of("Camera"),
    "GET /api/camera/picture": _JPEG,
    "GET /api/teach": _of("Taught"),
    "GET /api/teach/<die>.die.json": _json(_OBJECT),
    "GET /api/teach/<die>/<sample>": _plain("image/*"),
    "GET /api/ruler": _of("Ruler"),
    "GET /api/ruler/picture": _JPEG,
    "GET /api/ruler/good_to": _json(listed(shape("A cell of the pitch.", cell=_LIST, inches=REAL))),
    "GET /api/lens": _of("Lens"),
    "GET /api/simulation/lights": _json({"type": "object", "additionalProperties": TEXT}),
    "GET /api/simulation/picture": _JPEG,
    "GET /api/simulation/faults": _json(listed(TEXT)),
    "POST /api/pin": _NOTHING,
    "POST /api/join": _of("Me"),
    "POST /api/leave": _NOTHING,
    "POST /api/answer": _of("Update"),
    "POST /api/undo": _of("Update"),
    "POST /api/amend": _json(_UPDATE_OR_PREVIEW),
    "POST /api/correct": _of("Update"),
    "POST /api/pause": _of("Update"),
    "POST /api/end": _of("Update"),
    "POST /api/note": _of("Update"),
    "POST /api/reread": _of("Reread"),
    "POST /api/dispute": _json(_UPDATE_OR_PREVIEW),
    "POST /api/dispute/word": _of("Update"),
    "POST /api/dispute/stand": _of("Update"),
    "POST /api/memory": _of("Board"),
    "POST /api/begin": _of("Board"),
    "POST /api/box": _json(_CHECKED),
    "POST /api/boxes/keep": _of("Box"),
    "POST /api/boxes/rename": _of("Box"),
    "POST /api/boxes/delete": _json(listed(_CARD)),
    "POST /api/seats/revoke": _NOTHING,
    "POST /api/trial/begin": _of("Trial"),
    "POST /api/trial/light": _of("Trial"),
    "POST /api/trial/end": _of("Trial"),
    "POST /api/camera/region": _of("Camera"),
    "POST /api/camera/remember": _of("Camera"),
    "POST /api/camera/tray": _of("Camera"),
    "POST /api/camera/teach": _of("Camera"),
    "POST /api/camera/forget": _of("Camera"),
    "POST /api/teach/begin": _json(_TAUGHT_NAMED),
    "POST /api/teach/face": _of("Taught"),
    "POST /api/teach/take": _of("Taught"),
    "POST /api/teach/forget": _of("Taught"),
    "POST /api/teach/delete": _of("Taught"),
    "POST /api/teach/upload": _json(_TAUGHT_NAMED),
    "POST /api/ruler/ask": _of("Ruler"),
    "POST /api/ruler/clear": _of("Ruler"),
    "POST /api/ruler/call": _of("Ruler"),
    "POST /api/ruler/accept": _of("Ruler"),
    "POST /api/ruler/drag": _of("Ruler"),
    "POST /api/ruler/take": _of("Update"),
    "POST /api/lens/take": _of("Lens"),
    "POST /api/lens/drop": _of("Lens"),
    "POST /api/lens/learn": _of("Lens"),
    "POST /api/simulation/throw": _NOTHING,
    "POST /api/simulation/pick_up": _NOTHING,
    "POST /api/simulation/press": _NOTHING,
    "POST /api/simulation/misbehave": _NOTHING,
}


def _asked(kind: type[Prompt]) -> JSON:
    schema = schema_of(kind)
    schema["properties"] |= {"awaited": TEXT, "before": ANY, "before_text": ANY, "final": FLAG}
    return schema


def _preview(said: str, **more: JSON) -> JSON:
    changed = {"type": "object", "required": ["before", "after"]}
    return shape(
        said,
        seq=NUMBER,
        old=_SAID,
        new=_SAID,
        score=changed,
        phase=changed,
        calls={"type": "object", "required": ["gone", "new"]},
        dropped=_LIST,
        **more,
    )


def _dispute() -> JSON:
    return _preview(
        "The correction of a roll that both coaches are asked about, and what it would change. Nothing counts yet.",
        number=NUMBER,
        by=one_of(*SIDES, "referee"),
        agreed=listed(one_of(*SIDES)),
        value=ANY,
        text=_SAID,
        picture=or_null(TEXT),
    )


def _board() -> JSON:
    return shape(
        "Everything that a screen may show now.",
        version=NUMBER,
        warnings=listed(_SAID),
        devices=_OBJECT,
        game=or_null(TEXT),
        phase=or_null(TEXT),
        score=or_null(_LIST),
        tracks=listed(schema_of(Track)),
        scoreboard=or_null(named("Scoreboard")),
        prompts=listed(named("Prompt")),
        answered=listed(TEXT),
        corrections=_LIST,
        undo=or_null(_OBJECT),
        dispute=or_null(named("Dispute")),
        over=FLAG,
        paused=FLAG,
    )


def _reread() -> JSON:
    return shape(
        "A roll's picture read again, and how that compares with what counts.",
        seq=NUMBER,
        verdict=one_of("same", "differs", "unsure", "gone"),
        value_text=_SAID,
        now=ANY,
        now_text=or_null(_SAID),
        reason=or_null(_SAID),
        dice=listed(named("Die")),
    )


def _report() -> JSON:
    return shape(
        "The match so far: its score and how it came about, and how the dice fell.",
        game=TEXT,
        title=_SAID,
        teams={"type": "object", "required": list(SIDES), "additionalProperties": TEXT},
        score_text=TEXT,
        period=TEXT,
        score_name=_SAID,
        goals=listed(shape("A goal and its dice.", seq=NUMBER, side=ANY, text=_SAID, rolls=_LIST)),
        course=listed(shape("The score after an answer.", seq=ANY, period=TEXT, score=_LIST, text=ANY)),
        contests=listed(shape("A roll that made a sum.", seq=NUMBER, period=TEXT, score=_LIST, sums=_LIST, text=ANY)),
        dice=_LIST,
        rolls=NUMBER,
    )


def _box() -> JSON:
    return shape(
        "A box file: the numbers of people's own cards.",
        name=TEXT,
        game=or_null(TEXT),
        sample=FLAG,
        text=TEXT,
        content=or_null(_OBJECT),
        form=_LIST,
        mistakes=listed(named("Mistake")),
        notes=listed(named("Mistake")),
        was=TEXT,
    )


def _camera() -> JSON:
    return shape(
        "What the camera sees, and how it is set up.",
        state=TEXT,
        text=or_null(_SAID),
        simulated=FLAG,
        dice=_LIST,
        verdict=or_null(_OBJECT),
        region=_LIST,
        whole=FLAG,
        view=TEXT,
    )


def _ruler() -> JSON:
    return shape(
        "What may be shown of the pitch now.",
        state=TEXT,
        text=or_null(_SAID),
        simulated=FLAG,
        standing=TEXT,
        window=shape("Whether distances may be shown.", open=FLAG, text=_SAID),
        players=_LIST,
        pieces=_LIST,
        question=ANY,
        answer=ANY,
        offers=_LIST,
    )


def _refusal() -> JSON:
    said = "Why it was not done; nothing has changed."
    schema = shape(said, error=TEXT, message=TEXT)
    schema["properties"] |= {"given": ANY, "awaited": ANY, "text": _SAID, "hint": TEXT, "preview": _OBJECT}
    schema["properties"] |= {"mistakes": listed(named("Mistake"))}
    return schema
