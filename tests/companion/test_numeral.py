"""Numbers in sentences: a point in English, a comma in German, no separator of thousands, as many places as asked."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import companion
from companion.vocabulary import Text, numeral


@pytest.mark.parametrize(
    ("value", "places", "en", "de"),
    [(0.25, 2, "0.25", "0,25"), (5, 1, "5.0", "5,0"), (12345.678, 1, "12345.7", "12345,7"), (-0.5, 1, "-0.5", "-0,5")],
)
def test_each_language_has_its_point(value: float, places: int, en: str, de: str) -> None:
    assert numeral(value, places) == Text(en, de)


def test_nobody_spells_a_comma_by_other_means() -> None:
    by_hand = re.compile(r"""replace\(["']\.["'], ["'],["']\)""")
    files = Path(companion.__file__).parents[1]
    sources = [path for part in ("companion", "vision", "web") for path in (files / part).rglob("*.py")]
    assert len(sources) > 50
    assert [path.name for path in sources if by_hand.search(path.read_text(encoding="utf-8"))] == []
