"""How a number is spelled in a sentence."""

from __future__ import annotations

from babel.numbers import format_decimal

from companion.vocabulary.text import Text


def numeral(value: float, places: int | None = None) -> Text:
    """A finite number as each language writes it: with so many decimal places, or with those it needs, at most 3."""
    pattern = "0.###" if places is None else f"0.{'0' * places}"
    return Text(*(format_decimal(value, pattern, locale=locale) for locale in ("en_GB", "de_DE")))
