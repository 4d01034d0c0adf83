"""Is a confidence what it says? Of dice read with a confidence of about p, about a share p should be right.

    python -m tests.bench.reliability ../shared/data

Prints, for each range of confidence, how many dice were read so, their mean confidence and how many were right: on the
renders with truth (each die by its place) and on photographs that show one die or whose values are all told."""

from __future__ import annotations

import csv
import json
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np

from vision.dice.die import Die
from vision.dice.expect import Expected
from vision.dice.reader import Reader
from vision.picture import read_picture

EDGES = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 1.0)
KINDS = {"pip_d6": "d6", "ball_die": "d6"}

Judged = tuple[float, bool]


def renders(data: Path, reader: Reader) -> Iterator[Judged]:
    """Confidence and rightness of each die that lies in the tray and is read, with what is expected."""
    for line in (data / "trays" / "truth.jsonl").read_text().splitlines():
        truth = json.loads(line)
        dice = truth["dice"]
        expect = tuple(Expected(KINDS.get(d["kind"], d["kind"]), d["colour"].replace("trans_", "")) for d in dice)
        for die in reader.read(read_picture(data / "trays" / truth["image"]), expect).dice:
            near = [d for d in dice if np.hypot(*np.subtract(d["centre_px"], die.center)) < 0.4 * _side(die)]
            if near:
                yield die.confidence, die.value == near[0]["value"]


def photographs(data: Path, reader: Reader) -> Iterator[Judged]:
    """The same of pictures with as many dice as are read: those of a value beyond its count in the truth are wrong."""
    for row in csv.DictReader((data / "real" / "labels.csv").open()):
        values = row["values"].split("|")
        if row["use"] != "scene" or row["kind"] not in ("d6", "d12"):
            continue
        expect = (Expected(row["kind"], count=len(values)),)
        dice = reader.read(read_picture(data / "real" / row["source"] / row["file"]), expect).dice
        left = Counter(values)
        for die in sorted(dice, key=lambda d: -d.confidence) if len(dice) == len(values) else ():
            yield die.confidence, left[str(die.value)] > 0
            left[str(die.value)] -= 1


def _side(die: Die) -> float:
    return float(np.hypot(*np.subtract(die.polygon[0], die.polygon[1])))


def table(judged: list[Judged]) -> list[str]:
    """One line a range of confidence."""
    lines = []
    for low, high in pairwise(EDGES):
        inside = [(c, right) for c, right in judged if low <= c < high or c == high == 1.0]
        if inside:
            mean, share = np.mean([c for c, _ in inside]), np.mean([r for _, r in inside])
            lines.append(f"{low:5.3f}-{high:5.3f} {len(inside):6} dice  said {mean:6.1%}  right {share:6.1%}")
    return lines


def main(data: Path) -> None:
    """Prints both tables."""
    reader = Reader()
    for name, judged in (("renders", list(renders(data, reader))), ("photographs", list(photographs(data, reader)))):
        print(name, *table(judged), sep="\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
