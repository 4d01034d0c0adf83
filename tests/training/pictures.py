"""Pictures with truth, from all sources, in one form."""

from __future__ import annotations

import csv
import json
import pickle
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from tests.training import faces as art
from tests.training.truth import COVERED, FLAT, ILLEGIBLE, NUMBER_OF, Truth

IGNORED = 9  # the state of a die about which only the place is known
LONGEST = 1280
HAND = ".hand.png"  # beside a picture: where a hand is
NO_HAND = np.zeros((1, 1), np.uint8)


@dataclass(frozen=True)
class Example:
    """A BGR picture, coded as PNG or JPEG to save memory, its dice, and the source to hold out by. `whole`: no other
    dice are in view. `hand` (any size that covers the picture) is 255 where a hand is, None where that is not known."""

    coded: np.ndarray
    dice: list[Truth]
    group: str
    whole: bool = True
    hand: np.ndarray | None = None

    def picture(self) -> np.ndarray:
        return cv2.imdecode(self.coded, cv2.IMREAD_COLOR)


def made(folder: Path) -> Iterator[Example]:
    """Our own scenes, as `make_scenes.py` leaves them."""
    for file in sorted(folder.glob("*.pkl")):
        coded = np.fromfile(file.with_suffix(".png"), np.uint8)
        mask = file.with_suffix(HAND)
        hand = cv2.imread(str(mask), cv2.IMREAD_GRAYSCALE) if mask.exists() else None
        yield Example(coded, pickle.loads(file.read_bytes()), "made", hand=hand)


def trays(data: Path) -> Iterator[Example]:
    """`trays/` of the project's data: renders of another make."""
    for line in (data / "trays" / "truth.jsonl").read_text().splitlines():
        scene = json.loads(line)
        coded = np.fromfile(data / "trays" / scene["image"], np.uint8)
        dice = [_tray_die(d, scene["camera"]) for d in scene["dice"]]
        hand = None if any(thing["kind"] == "hand" for thing in scene["distractors"]) else NO_HAND
        yield Example(coded, dice, f"tray {scene['surface']} {scene['light']}", hand=hand)


def tray_face(kind: str, variant: str | None, value: int | str) -> str:
    """The face of a die of the data's truth, by its name in `faces.NAMES`."""
    if kind in ("pip_d6", "ball_die") or (kind == "number_die" and variant == "pips"):
        return f"p{value}" if value else "blank"
    if kind in ("number_die", "d12"):
        return f"n{value}"
    if kind == "star_green":
        return ("star", "two_stars", "three_stars")[int(value) - 1]
    return str(value)


def _tray_die(die: dict, camera: dict | None) -> Truth:
    corners = np.array(die["top_poly_px"], np.float32)
    state = FLAT
    visible = min(die.get("visible", 1.0), die.get("in_frame", 1.0))
    if visible < 0.95:
        state = COVERED
    elif not die.get("legible", True) or not die.get("readable", True):
        state = ILLEGIBLE
    shape = 1 if die["kind"] == "d12" else 0
    face = NUMBER_OF[tray_face(die["kind"], die.get("variant"), die["value"])]
    area = float(cv2.contourArea(corners))
    side = 2 * (area / 1.388) ** 0.5 if shape else area**0.5  # from a pentagon to the body's width
    side = die["px_per_mm"] * die["size_mm"] if "px_per_mm" in die else side
    center = np.array(die["centre_px"])
    edge = (corners[0] + corners[1]) / 2 - center  # across the middle of an edge, as in `Solid.across`
    return Truth(face, -1, shape, state, center, side, float(np.arctan2(edge[1], edge[0])), visible, _drop(die, camera))


def _drop(die: dict, camera: dict | None) -> np.ndarray | None:
    """From the middle of the top face to that of the face below, in pixels."""
    if camera is None or "centre_mm" not in die:
        return None
    x, y, z = die["centre_mm"]
    seen = np.array([(x, y, 2 * z), (x, y, 0)]) @ np.array(camera["R"]).T + camera["t_mm"]
    top, below = seen[:, :2] / seen[:, 2:] * (camera["fx"], camera["fy"])
    return below - top


def frames(data: Path, folder: str, each: int) -> Iterator[Example]:
    """Frames of `rolls/` or `demo/` at rest: up to `each` a still window."""
    for line in (data / folder / "truth.jsonl").read_text().splitlines():
        roll = json.loads(line)
        video = cv2.VideoCapture(str(data / folder / roll["video"]))
        wanted = {
            int((w[0] + (w[1] - w[0]) * (k + 0.5) / each) * roll["fps"]): w[2]
            for w in roll["read_windows"]
            for k in range(each)
        }
        for number in range(int(roll["frames"])):
            good, frame = video.read()
            if not good:
                break
            if number in wanted:
                coded = cv2.imencode(".png", frame)[1].ravel()
                yield Example(
                    coded, [_tray_die(d, roll.get("camera")) for d in roll["rolls"][wanted[number]]["dice"]], folder
                )


def shrunk(picture: np.ndarray, longest: int = LONGEST) -> tuple[np.ndarray, float]:
    """The picture at no more than `longest` pixels, and its scale."""
    scale = min(1.0, longest / max(picture.shape))
    if scale == 1.0:
        return picture, scale
    return cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), scale


def labels(data: Path) -> list[dict[str, str]]:
    """The rows of `real/labels.csv`."""
    with (data / "real" / "labels.csv").open() as file:
        return list(csv.DictReader(file))


__all__ = ["IGNORED", "Example", "art", "frames", "labels", "made", "shrunk", "tray_face", "trays"]
