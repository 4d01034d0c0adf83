"""Photographs with truth, of those sources whose licence lets their pictures train a network: MIT, CC BY, Apache.

Their labels say what lies in which box, not where exactly a top face is: that the finder of the round before tells."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from tests.training.pictures import IGNORED, NO_HAND, Example, labels, shrunk
from tests.training.truth import NUMBER_OF, Truth
from vision.dice.finder import Finder, Spot
from vision.picture import read_picture

BOXED = {"d6_matteop": True, "d6_epanemu": False, "d6_rune55": False}  # True: every die has a box
SINGLE = ("d6_tomitomi3", "d6_chase", "num6_baylor", "d12_bartek", "d20_rsandrini")
FREE = (*BOXED, *SINGLE)
SHAPE = {"d6": 0, "other": 0, "symbol": 0, "d12": 1, "d20": 2}


def photographs(data: Path) -> Iterator[Example]:
    """All that may be trained with."""
    finder = Finder()
    for row in labels(data):
        if row["source"] not in FREE or not row["values"]:
            continue
        picture, scale = shrunk(read_picture(data / "real" / row["source"] / row["file"]))
        spots = finder.find(picture).spots
        dice = _boxed(row, scale, spots) if row["source"] in BOXED else _single(row, picture, spots)
        coded = cv2.imencode(".png", picture)[1].ravel()
        yield Example(coded, dice, row["source"], whole=BOXED.get(row["source"], False), hand=NO_HAND)


def _boxed(row: dict[str, str], scale: float, spots: list[Spot]) -> list[Truth]:
    found = []
    for box in filter(None, row["boxes"].split(";")):
        x, y, width, height = (float(v) * scale for v in box.split(",")[:4])
        value = box.split(",")[4]
        middle, large = np.array([x + width / 2, y + height / 2]), max(width, height)
        most = 3.0 if row["source"] == "d6_matteop" else 1.15  # whose boxes hold the pips of the top face only
        near = [
            s
            for s in spots
            if np.hypot(*(s.center - middle)) < 0.33 * max(large, s.side) and 0.4 < s.side / large < most
        ]
        if near and value.isdigit():
            best = max(near, key=lambda s: s.heat)
            found.append(_truth(best, f"p{value}", 0))
        else:
            found.append(Truth(-1, -1, 0, IGNORED, middle, 0.8 * large, math.nan, 0.3))
    return found


def _single(row: dict[str, str], picture: np.ndarray, spots: list[Spot]) -> list[Truth]:
    if row["use"] == "face" and row["source"] != "num6_baylor":
        middle = np.array(picture.shape[1::-1]) / 2
        spots = [s for s in spots if np.hypot(*(s.center - middle)) < 0.25 * max(picture.shape)]
    if not spots:
        return []
    best = max(spots, key=lambda s: s.heat * s.side**0.3)
    return [_truth(best, _face(row), SHAPE[row["kind"]])]


def _face(row: dict[str, str]) -> str | None:
    """The name of the face of a picture of one die, if it has one of ours."""
    value = row["values"].split("|")[0]
    if row["kind"] == "d6" and row["source"] != "d12_bartek":
        return f"p{value}" if value.isdigit() and 1 <= int(value) <= 6 else None
    numeral = value.isdigit() and int(value) <= 12 and row["kind"] in ("d12", "other")
    return f"n{value}" if numeral and not (row["source"] == "d12_bartek" and value == "12") else None


def _truth(spot: Spot, face: str | None, shape: int) -> Truth:
    return Truth(
        NUMBER_OF[face] if face else -1,
        -1,
        shape,
        IGNORED,
        spot.center,
        spot.side,
        spot.yaw if shape == 0 else math.nan,
        1.0,
    )
