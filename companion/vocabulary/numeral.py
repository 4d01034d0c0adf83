"""How a number is spelled in a sentence."""

from __future__ import annotations

from babel.numbers import format_decimal

from companion.vocabulary.text import Text


def numeral(value: float, places: int) -> Text:
    """A finite number with so many decimal places, as each language writes it."""
    pattern = f"0.{'0' * places}"
    return Text(*(format_decimal(value, pattern, locale=locale) for locale in ("en_GB", "de_DE")))
