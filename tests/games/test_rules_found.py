"""Every rule of a catalogue is found where it is carried out, and where it is tested."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Catalogue:
    """The rules of a game, `code` that carries them out, `vectors` of its tests, what kind a vector is by `by`, and the
    test file of those rules that are not the game's own to carry out."""

    game: str
    code: tuple[str, ...]
    vectors: tuple[str, ...]
    by: str
    beside: str = ""

    @property
    def tests(self) -> Path:
        return ROOT / "tests" / "games" / self.game

    @cached_property
    def rules(self) -> list[str]:
        return (self.tests / "rules.txt").read_text(encoding="utf-8").split()

    @cached_property
    def in_code(self) -> str:
        return docstrings(*(path for folder in self.code for path in sorted((ROOT / folder).glob("*.py"))))

    @cached_property
    def in_tests(self) -> str:
        told = "\n".join(rule for file in self.vectors for v in vectors(ROOT / file) for rule in v["rules"])
        return told + docstrings(*sorted(self.tests.glob("*.py")), *([ROOT / self.beside] if self.beside else []))


def docstrings(*files: Path) -> str:
    documented = ast.Module | ast.ClassDef | ast.FunctionDef
    nodes = [n for path in files for n in ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    return "\n".join(ast.get_docstring(n) or "" for n in nodes if isinstance(n, documented))


def vectors(file: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = yaml.safe_load(file.read_text(encoding="utf-8"))["vectors"]
    return found


CATALOGUES = (
    Catalogue("tooor", ("companion/games/tooor",), ("tests/games/tooor/vectors.yaml",), "kind"),
    Catalogue(  # what it measures is carried out by the ruler
        "takkure",
        ("companion/games/takkure", "vision/measure"),
        ("tests/games/takkure/vectors.yaml", "tests/vision/measure_vectors.yaml"),
        "op",
        "tests/vision/test_measure.py",
    ),
)
RULES = [pytest.param(c, rule, id=rule) for c in CATALOGUES for rule in c.rules]


@pytest.mark.parametrize(("catalogue", "rule"), RULES)
def test_rule_is_found(catalogue: Catalogue, rule: str) -> None:
    assert rule in catalogue.in_code
    assert rule in catalogue.in_tests


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda c: c.game)
def test_no_rule_is_invented(catalogue: Catalogue) -> None:
    """What looks like a rule id in the code stands in the catalogue."""
    prefix = catalogue.rules[0].split("-")[0]
    assert set(re.findall(rf"{prefix}-[A-Z0-9]+-\d\d", catalogue.in_code)) <= set(catalogue.rules)


@pytest.mark.parametrize("catalogue", CATALOGUES, ids=lambda c: c.game)
def test_every_vector_is_played(catalogue: Catalogue) -> None:
    """By its kind, or a scenario by its own name."""
    sources = "".join(path.read_text(encoding="utf-8") for path in catalogue.tests.glob("test_*.py"))
    own = vectors(ROOT / catalogue.vectors[0])
    assert [v["id"] for v in own if f'of("{v[catalogue.by]}")' not in sources and f'"{v["id"]}"' not in sources] == []
