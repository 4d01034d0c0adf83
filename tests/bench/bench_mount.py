"""What tilt and height of the camera do to the reading: `python -m tests.bench.bench_mount DATA` reads the trays with
truth in DATA/trays, as they are and made smaller as a higher camera would see them, and tells by the camera's tilt and
by the size of a die how many rolls were read right, asked about, or read wrong without a doubt. hardware.md has its
figures."""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2

from vision.dice.die import Reading, Status
from vision.dice.expect import parse_expected
from vision.dice.reader import Reader
from vision.picture import read_picture

SHRUNK = (1.0, 0.7, 0.5, 0.35)
KINDS = {"pip_d6": "d6", "ball_die": "d6"}
TILTS_DEG = (3, 6, 9, 12, 25)
SIZES_PX = (15, 20, 25, 30, 40, 60, 200)

Roll = list[tuple[str, str, str]]


def truth_of(scene: dict[str, Any]) -> Roll:
    """Kind, colour and value of each die, as the reader spells them."""
    return sorted(
        (KINDS.get(d["kind"], d["kind"]), (d["colour"] or "").replace("trans_", ""), str(d["value"]))
        for d in scene["dice"]
    )


def clean(scene: dict[str, Any]) -> bool:
    hand = any(d.get("kind") == "hand" for d in scene["distractors"])
    return bool(scene["dice"]) and not hand and all(d["readable"] for d in scene["dice"])


def verdict(reading: Reading, truth: Roll) -> str:
    if reading.status is not Status.OK:
        return "asked"
    seen = Counter((d.kind, str(d.value)) for d in reading.dice)
    return "right" if seen == Counter((kind, value) for kind, _, value in truth) else "wrong"


def rolls(data: Path) -> Iterator[tuple[float, float, float, str]]:
    """Tilt in degrees, size of a die in pixels, by how much the picture was made smaller, verdict."""
    reader = Reader()
    for line in (data / "trays" / "truth.jsonl").read_text(encoding="utf-8").splitlines():
        scene = json.loads(line)
        if not clean(scene):
            continue
        truth = truth_of(scene)
        count = Counter((kind, colour) for kind, colour, _ in truth)
        spec = ",".join(f"{n}*{kind}{f':{colour}' if colour else ''}" for (kind, colour), n in sorted(count.items()))
        image = read_picture(data / "trays" / scene["image"])
        size_px = min(d["px_per_mm"] * d["size_mm"] for d in scene["dice"])
        for share in SHRUNK:
            small = cv2.resize(image, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
            told = verdict(reader.read(small, parse_expected(spec)), truth)
            yield scene["camera"]["tilt_deg"], size_px * share, share, told


def table(title: str, unit: str, bounds: tuple[int, ...], told: list[tuple[float, str]]) -> None:
    print(title)
    for low, high in zip((0, *bounds), bounds, strict=False):
        seen = Counter(what for value, what in told if low <= value < high)
        if n := sum(seen.values()):
            shares = "  ".join(f"{what} {100 * seen[what] / n:5.1f} %" for what in ("right", "asked", "wrong"))
            print(f"  {low:3} to {high:3} {unit}  n = {n:3}  {shares}")


def main(data: Path) -> None:
    told = list(rolls(data))
    table("tilt of the camera, pictures as they are", "°", TILTS_DEG, [(t, w) for t, _, s, w in told if s == 1.0])
    table("size of the smallest die, all pictures", "px", SIZES_PX, [(px, w) for _, px, _, w in told])
    upright = [(px, w) for t, px, _, w in told if t < 6]
    table("the same, of cameras tilted by less than 6°", "px", SIZES_PX, upright)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
