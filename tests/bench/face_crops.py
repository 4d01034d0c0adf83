"""Collects labelled crops for `train_faces.py`: candidates of the reader itself on pictures with truth.

    python -m tests.bench.face_crops ../shared/data /tmp/crops.npz

Renders, drawn dice and the photographs under MIT or CC BY (d6_matteop, d6_epanemu, d6_rune55, d6_tomitomi3,
d6_chase); the other sources are kept for testing. Saves `crops` (N, 72, 72, 3), three sides of
the die wide, `labels` (N,) into `vision.dice.verify.CLASSES`, `groups` (N,) the source, or
surface and light, to hold some out by."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from tests.vision.drawn import BGR, Drawn, draw, table, top_corners
from vision.dice.body import Body
from vision.dice.crops import crop_all
from vision.dice.find import find_candidates
from vision.dice.lattice import Face
from vision.dice.picture import Picture, shrink
from vision.dice.verify import NOTHING, OTHER

IGNORE = -1
SIZE, COVER = 72, 3.0  # wider than the reader's crops, to be turned and scaled in training
NEGATIVES = 25  # at most so many crops of nothing a picture
BOXED = ("d6_matteop", "d6_epanemu", "d6_rune55")
CROPPED = ("d6_tomitomi3", "d6_chase")


@dataclass(frozen=True)
class Truth:
    """The top face of one die: middle (2,) and side in pixels, label, yaw in radians."""

    center: np.ndarray
    side: float
    label: int
    yaw: float


@dataclass
class Crops:
    """What has been collected so far."""

    rng: np.random.Generator = field(default_factory=lambda: np.random.default_rng(5))
    crops: list[np.ndarray] = field(default_factory=list)
    labels: list[int] = field(default_factory=list)
    groups: list[str] = field(default_factory=list)

    def add(self, picture: Picture, truths: list[Truth], group: str) -> None:
        """Crops of the candidates of one picture, and two of every die by its truth, a little off."""
        _, bodies = find_candidates(picture)
        labelled = [(body, label(body, truths)) for body in bodies]
        dice = [pair for pair in labelled if pair[1] not in (IGNORE, NOTHING)]
        nothing = [pair for pair in labelled if pair[1] == NOTHING]
        dice += [(self._near(t), t.label) for t in truths for _ in range(2) if t.label != IGNORE]
        chosen = dice + [nothing[i] for i in self.rng.permutation(len(nothing))[:NEGATIVES]]
        self.crops.append(crop_all(picture, [body for body, _ in chosen], SIZE, COVER))
        self.labels += [name for _, name in chosen]
        self.groups += [group] * len(chosen)

    def _near(self, truth: Truth) -> Body:
        yaw, side = truth.yaw + self.rng.normal(0, 0.06), truth.side * self.rng.uniform(0.88, 1.14)
        axes = np.array([[np.cos(yaw), -np.sin(yaw)], [np.sin(yaw), np.cos(yaw)]]) * side / 2
        center = truth.center + self.rng.normal(0, 0.05, 2) * truth.side
        nothing = np.zeros((4, 2))
        return Body(Face(1, frozenset(), center, axes, 0.0), 1.0, nothing[:, 0], nothing[0], nothing)


def label(body: Body, truths: list[Truth]) -> int:
    """What a candidate shows; IGNORE where it is neither right nor clearly wrong."""
    if not truths:
        return NOTHING
    off = [float(np.linalg.norm(body.face.center - t.center)) / t.side for t in truths]
    truth, gap = truths[int(np.argmin(off))], min(off)
    size = body.side / truth.side
    if gap < 0.13 and 0.78 < size < 1.3:
        return truth.label
    if gap < 0.55 and truth.label == IGNORE:
        return IGNORE
    if gap < 0.3 and 0.6 < size < 1.6:
        return NOTHING if 2 <= body.face.value != truth.label < OTHER else IGNORE
    return NOTHING


def renders(data: Path) -> Iterator[tuple[Picture, list[Truth], str]]:
    """trays/, without those with a hand."""
    for line in (data / "trays" / "truth.jsonl").read_text().splitlines():
        scene = json.loads(line)
        if not any(d["kind"] == "hand" for d in scene["distractors"]):
            truths = [_rendered(die) for die in scene["dice"]]
            yield _read(data / "trays" / scene["image"]), truths, f"tray_{scene['surface']}_{scene['light']}"


def _rendered(die: dict) -> Truth:
    corners = np.array(die["top_poly_px"], np.float32)
    pips = die["kind"] in ("pip_d6", "ball_die") or (die["kind"] == "number_die" and die["variant"] == "pips")
    name = 0 if die["value"] == "blank" else int(die["value"]) if pips else OTHER
    return _truth(corners, name if die["readable"] else IGNORE)


def _truth(corners: np.ndarray, name: int) -> Truth:
    edge = corners[1] - corners[0]
    area = cv2.contourArea(corners.astype(np.float32))
    return Truth(corners.mean(axis=0), float(np.sqrt(area)), name, float(np.arctan2(edge[1], edge[0])))


def drawn(count: int, seed: int) -> Iterator[tuple[Picture, list[Truth], str]]:
    """Dice drawn from nothing: any colour, leaning, fat and fine pips, blurred, noisy."""
    rng = np.random.default_rng(seed)
    for number in range(count):
        ground = table(800, 600, tuple(int(v) for v in rng.integers(10, 235, 3)), float(rng.uniform(0, 9)), number)
        dice = [_any_die(rng, i) for i in rng.permutation(12)[: rng.integers(1, 10)]]
        soft = cv2.GaussianBlur(draw(ground, dice), (0, 0), float(rng.uniform(0.3, 1.4)))
        noisy = soft * rng.uniform(0.5, 1.2) + rng.normal(0, rng.uniform(0, 6), soft.shape)
        truths = [_truth(top_corners(d), d.value if d.slant < 38 else IGNORE) for d in dice]
        yield np.clip(noisy, 0, 255).astype(np.uint8), truths, "drawn"


def _any_die(rng: np.random.Generator, cell: int) -> Drawn:
    body = BGR[str(rng.choice(list(BGR)))] if rng.random() < 0.7 else tuple(int(v) for v in rng.integers(20, 250, 3))
    ink = (25, 25, 25) if np.dot(body, (0.11, 0.59, 0.3)) > 120 else (235, 235, 235)
    center = (100 + 200 * (cell % 4) + rng.uniform(-50, 50), 100 + 200 * (cell // 4) + rng.uniform(-50, 50))
    return Drawn(
        int(rng.integers(0, 7)), center, float(rng.uniform(26, 90)), float(rng.uniform(0, 360)), body, ink,
        float(rng.uniform(0.07, 0.13)), float(rng.uniform(0.22, 0.285)), float(min(abs(rng.normal(0, 16)), 60)),
        float(rng.uniform(0, 360)), float(rng.choice([1, 0.85, 0.7, 0.6])),
    )  # fmt: skip


def photographs(data: Path) -> Iterator[tuple[Picture, list[Truth], str]]:
    """Boxes hold whole dice; the truth of the top face is the candidate of the right value that fits the box best."""
    for row in csv.DictReader((data / "real" / "labels.csv").open()):
        if row["source"] not in BOXED + CROPPED:
            continue
        picture = _read(data / "real" / row["source"] / row["file"])
        if row["source"] in CROPPED:
            picture = np.asarray(cv2.resize(picture, None, fx=2.5, fy=2.5, interpolation=cv2.INTER_CUBIC), np.uint8)
            boxes = [(0, 0, picture.shape[1], picture.shape[0], int(row["values"]))]
        else:
            boxes = [tuple(int(v) for v in box.split(",")) for box in filter(None, row["boxes"].split(";"))]
        _, bodies = find_candidates(picture)
        yield picture, [_boxed(box, bodies) for box in boxes], row["source"]


def _boxed(box: tuple[int, ...], bodies: list[Body]) -> Truth:
    x, y, width, height, value = box
    middle, large = np.array([x + width / 2, y + height / 2]), max(width, height)

    def off(body: Body) -> float:
        return float(np.linalg.norm(body.face.center - middle)) / large + 0.3 * abs(body.side / large - 0.75)

    right = [b for b in bodies if b.face.rows and b.face.value == value and 0.22 < b.side / large < 1 and off(b) < 0.4]
    if not right:
        return Truth(middle, large * 1.3, IGNORE, 0.0)
    best = min(right, key=off)
    return Truth(best.face.center, best.side, value, float(np.arctan2(best.face.axes[1, 0], best.face.axes[0, 0])))


def _read(file: Path) -> Picture:
    picture = np.asarray(cv2.imread(str(file)), np.uint8)
    return shrink(picture, 1280 / max(picture.shape))


def main(data: Path, out: Path) -> None:
    """Collects from all sources and saves."""
    found = Crops()
    for source in (renders(data), drawn(500, 1), photographs(data)):
        for picture, truths, group in source:
            found.add(picture, truths, group)
    np.savez(out, crops=np.concatenate(found.crops), labels=found.labels, groups=found.groups)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
