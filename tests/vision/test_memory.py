"""What is remembered of a camera's place survives a restart; a damaged file is told and means: nothing remembered."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tests.vision import degraded
from vision.dice.colour import Palette
from vision.memory import FILE, Memory, MemoryDamaged, recall, remember
from vision.region import WHOLE, Region
from vision.view import View

REGION = Region(((0.2, 0.1), (0.9, 0.2), (0.8, 0.9), (0.1, 0.8)))
PALETTE = Palette().learnt({"red": [(40.0, 30.0, 180.0)], "ivory": [(120.5, 170.0, 190.25)]})
FULL = Memory(REGION, View.of(degraded.tray(())), PALETTE)


def test_nothing_is_remembered_at_first(tmp_path: Path) -> None:
    assert recall(tmp_path) == Memory()
    assert recall(tmp_path).region == WHOLE


def test_all_of_it_comes_back(tmp_path: Path) -> None:
    remember(tmp_path, FULL)
    again = recall(tmp_path)
    assert again.region == REGION
    assert again.palette == PALETTE
    assert again.view is not None
    assert FULL.view is not None
    assert np.array_equal(again.view.picture, FULL.view.picture)
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


def test_a_write_that_fails_leaves_the_old_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    remember(tmp_path, FULL)

    def full(number: int) -> None:
        raise OSError("no room left on the disk")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="no room"):
        remember(tmp_path, Memory())
    assert recall(tmp_path).region == REGION


def spoilt(**changed: object) -> str:
    told = {"edition": 1, "region": WHOLE.corners, "view": None, "colours": {}}
    return json.dumps(told | changed)


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "[]",
        "null",
        "{}",
        "\x00\x00",
        spoilt(edition=2),
        spoilt(region=[[0, 0], [1, 1]]),
        spoilt(region="wide"),
        spoilt(region=[[0, 0], [1, "a"], [1, 1]]),
        spoilt(view="no base64!"),
        spoilt(view="AAAA"),
        spoilt(view=""),
        spoilt(view=3),
        spoilt(colours={"mauve": [[1, 2, 3]]}),
        spoilt(colours={"red": [[1, 2]]}),
        spoilt(colours=[]),
    ],
)
def test_a_damaged_file_is_told_by_its_name_and_the_remedy(tmp_path: Path, content: str) -> None:
    (tmp_path / FILE).write_text(content)
    with pytest.raises(MemoryDamaged, match=rf"{FILE} is damaged .*: the whole picture is read .* Set up"):
        recall(tmp_path)


def test_bytes_that_are_no_text_are_damage_too(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"\xff\xfe\x00")
    with pytest.raises(MemoryDamaged):
        recall(tmp_path)
