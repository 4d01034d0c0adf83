"""Every rule of the catalogue is found where it is carried out, and where it is tested."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
import yaml

import companion.games.takkure

HERE = Path(__file__).parent
RULES = (HERE / "rules.txt").read_text(encoding="utf-8").split()
CODE = Path(companion.games.takkure.__file__).parent


def docstrings(folder: Path) -> str:
    documented = ast.Module | ast.ClassDef | ast.FunctionDef
    nodes = [n for path in sorted(folder.glob("*.py")) for n in ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    return "\n".join(ast.get_docstring(n) or "" for n in nodes if isinstance(n, documented))


@pytest.fixture(scope="module")
def in_code() -> str:
    return docstrings(CODE)


@pytest.fixture(scope="module")
def in_tests() -> str:
    vectors = yaml.safe_load((HERE / "vectors.yaml").read_text(encoding="utf-8"))["vectors"]
    return docstrings(HERE) + "\n".join(rule for v in vectors for rule in v["rules"])


@pytest.mark.parametrize("rule", RULES)
def test_rule_is_found(rule: str, in_code: str, in_tests: str) -> None:
    assert rule in in_code
    assert rule in in_tests


def test_no_rule_is_invented(in_code: str) -> None:
    """What looks like a rule id in the code stands in the catalogue."""
    assert set(re.findall(r"TAK-[A-Z0-9]+-\d\d", in_code)) <= set(RULES)


def test_every_vector_is_played() -> None:
    """By its operation, or a scenario by its own name."""
    vectors = yaml.safe_load((HERE / "vectors.yaml").read_text(encoding="utf-8"))["vectors"]
    sources = "".join(path.read_text(encoding="utf-8") for path in HERE.glob("test_*.py"))
    played = {v["id"] for v in vectors if f'of("{v["op"]}")' in sources or f'"{v["id"]}"' in sources}
    assert played == {v["id"] for v in vectors}
