"""Which language a page speaks: asked for, remembered, or the browser's."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Final

from flask import Flask, Response, request

LANGUAGES: Final = ("en", "de")
_COOKIE: Final = "lang"
_YEAR_S: Final = 365 * 24 * 3600


@cache
def words() -> dict[str, dict[str, Any]]:
    """The words of the pages, by language and name. The scripts read the same file; only they use those that count,
    which are {"one", "other"}."""
    table: dict[str, dict[str, Any]] = json.loads(Path(__file__).with_name("static").joinpath("words.json").read_text())
    return table


def language() -> str:
    """The language of this request."""
    for wish in (request.args.get("lang"), request.cookies.get(_COOKIE)):
        if wish in LANGUAGES:
            return wish
    return request.accept_languages.best_match(LANGUAGES) or LANGUAGES[0]


def decimal(number: float, places: int) -> str:
    """A number with so many places, as the language of this request writes it."""
    spelled = f"{number:.{places}f}"
    return spelled.replace(".", ",") if language() == "de" else spelled


def chance(p: float) -> str:
    """A p value as people write it."""
    return f"p = {decimal(p, 4)}" if p >= 0.0001 else f"p < {decimal(0.0001, 4)}"


def install(app: Flask) -> None:
    """Gives the templates `lang` and `words`, and remembers what was asked for."""

    @app.context_processor
    def speak() -> dict[str, object]:
        return {"lang": language(), "words": words()[language()], "decimal": decimal, "chance": chance}

    @app.after_request
    def remember(response: Response) -> Response:
        wish = request.args.get("lang")
        if wish in LANGUAGES:
            response.set_cookie(_COOKIE, wish, max_age=_YEAR_S, samesite="Lax")
        return response
