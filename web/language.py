"""Which language a page speaks, asked for, remembered or the browser's; and how words, numbers and times are written in
it, which Flask-Babel knows.

The words are no gettext catalogs: scripts and server read one file, and catalogs would have to be compiled for one and
translated into a second form for the other."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any, Final

from babel.dates import format_interval
from flask import Flask, Response, request
from flask_babel import Babel, format_date, format_decimal, get_locale

from companion.vocabulary import JSON

LANGUAGES: Final = {"en": "en_GB", "de": "de_DE"}
"""The locale of each."""
_COOKIE: Final = "lang"
_YEAR_S: Final = 365 * 24 * 3600


@cache
def words() -> dict[str, dict[str, Any]]:
    """The words of the pages, by language and name. One that counts is {"one", "other"}, as CLDR calls its plurals."""
    path = Path(__file__).with_name("static") / "words.json"
    table: dict[str, dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return table


def language() -> str:
    """The language of this request."""
    return str(get_locale().language)


def word(name: str, **values: object) -> str:
    """One of our own sentences, with {name} filled in; one that counts has a form for each kind of {n}."""
    told = words()[language()][name]
    form = told if isinstance(told, str) else told[get_locale().plural_form(values["n"])]
    return str(form.format(**values))


def said(text: JSON) -> str:
    """A text of the game; nothing for null."""
    return str(text[language()]) if text else ""


def chance(p: float) -> str:
    """A p value as people write it."""
    return f"p = {format_decimal(p, '0.0000')}" if p >= 0.0001 else f"p < {format_decimal(0.0001, '0.0000')}"


def played(history: Sequence[JSON]) -> str:
    """The day of a match and the hours between its first and its last entry, by the table's clock."""
    first, last = (datetime.fromtimestamp(history[n]["wall_s"]).astimezone() for n in (0, -1))
    hours = format_interval(first, last, "Hm", tzinfo=first.tzinfo, locale=get_locale())
    return f"{format_date(first, 'long', rebase=False)}, {hours}"


def install(app: Flask) -> None:
    """Gives the templates `lang` and `words`, and remembers what was asked for."""
    Babel(app, locale_selector=_wished)

    @app.context_processor
    def speak() -> dict[str, object]:
        return {"lang": language(), "words": words()[language()], "word": word, "said": said, "chance": chance}

    @app.after_request
    def remember(response: Response) -> Response:
        wish = request.args.get("lang")
        if wish in LANGUAGES:
            response.set_cookie(_COOKIE, wish, max_age=_YEAR_S, samesite="Lax")
        return response


def _wished() -> str | None:
    """The locale of this request; None for the usual one."""
    accepted = request.accept_languages.best_match(LANGUAGES)
    wishes = (request.args.get("lang"), request.cookies.get(_COOKIE), accepted)
    return next((LANGUAGES[wish] for wish in wishes if wish in LANGUAGES), None)
