"""The rulebook's vectors as parameters of tests, and cards and players to play them with."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from companion.games.takkure import footballer
from companion.games.takkure.footballer import Footballer
from companion.games.takkure.printed import PlayerCard

VECTORS = yaml.safe_load((Path(__file__).parent / "vectors.yaml").read_text(encoding="utf-8"))["vectors"]
Given = dict[str, Any]


def of(op: str) -> list[Any]:
    """The vectors of this operation, as parameters of a test."""
    return [pytest.param(v["given"], v["expect"], id=v["id"]) for v in VECTORS if v["op"] == op]


def one(id_: str) -> tuple[Given, Given]:
    """One vector: what is given, and what is expected."""
    vector = next(v for v in VECTORS if v["id"] == id_)
    return vector["given"], vector["expect"]


def player(mov: tuple[int, int] = (5, 4), skill: str = "side_step", **stats: int) -> Footballer:
    """Somebody with 7 everywhere, unless told otherwise."""
    usual = {"bac": 7, "bac_score": 7, "str": 7, "ref": 7, "int": 7, "prt": 6, "bdy": 3}
    return footballer.of(PlayerCard("x", "X", ("WING",), 40, mov, usual | stats, skill), "A", "WING")
