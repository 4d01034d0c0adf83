"""How fast the ruler is, and how steady: `python tests/bench/bench_measure.py [--rounds N] [--frames N]`.

On one core, one 1280x960 JPEG frame of a drawn pitch with eight bases. The floor is the time to decode that frame, make
it grey and halve it; everything else is printed in milliseconds and as a ratio to the floor of the same run. Each
figure is the least processor time of all rounds. The spread is that of each distance between two bases over frames of
one scene that differ by noise only."""

from __future__ import annotations

import argparse
import math
import os
import pathlib
import sys
import time
from collections.abc import Callable

os.environ["OMP_NUM_THREADS"] = "1"
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import cv2  # noqa: E402
import numpy as np  # noqa: E402

from vision.ruler.bases import find_bases  # noqa: E402
from vision.ruler.closeup import Closeup  # noqa: E402
from vision.ruler.drawn import LENS, PITCH, Scene, Standing, draw  # noqa: E402
from vision.ruler.measured import Measured, measure  # noqa: E402
from vision.ruler.paper import white_paper  # noqa: E402
from vision.ruler.pose import find_pose  # noqa: E402
from vision.ruler.spots import BASES as SPOTTER  # noqa: E402
from vision.ruler.tokens import find_loose  # noqa: E402

LIMIT, SPREAD_IN = 8.0, 0.01
BASES = tuple(
    Standing((-350.0 + 100 * k, 160.0 * math.sin(2.1 * k)), (25.0, 30.0, 32.0, 40.0)[k % 4], ("red", "cyan")[k % 2])
    for k in range(8)
)


def least_ms(work: Callable[[], object], rounds: int) -> float:
    """The least processor time of so many rounds."""
    times = []
    for _ in range(rounds):
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return 1000 * min(times)


def distances(measured: Measured) -> dict[tuple[int, int], float]:
    """The distances between the drawn bases, by their index."""
    drawn = [
        min(range(len(BASES)), key=lambda k, b=base: math.dist(BASES[k].centre_mm, b.centre_mm))
        for base in measured.bases
    ]
    return {(min(drawn[a], drawn[b]), max(drawn[a], drawn[b])): gap.value for (a, b), gap in measured.gaps.items()}


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--rounds", type=int, default=15)
    options.add_argument("--frames", type=int, default=100, help="of the spread; 0: without it")
    given = options.parse_args()
    cv2.setNumThreads(1)
    image = draw(Scene(BASES))
    jpeg = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 90])[1]
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    pose = find_pose(grey, LENS, PITCH)
    view = Closeup(image, pose, white_paper(image, pose, PITCH))
    bases = find_bases(view, PITCH)

    def floor() -> object:
        seen = cv2.cvtColor(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), cv2.COLOR_BGR2GRAY)
        return cv2.resize(seen, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)

    least = least_ms(floor, given.rounds)
    rows: dict[str, Callable[[], object]] = {
        "pose": lambda: find_pose(grey, LENS, PITCH),
        "white paper": lambda: white_paper(image, pose, PITCH),
        "spots": lambda: SPOTTER.find(view, PITCH),
        "spots and bases": lambda: find_bases(view, PITCH),
        "tokens and ball, if asked": lambda: find_loose(view, PITCH, bases),
        "one full measurement": lambda: measure(image, LENS, PITCH),
    }
    print(f"{'floor: decode, grey, halve':28}{least:8.1f} ms")
    for name, work in rows.items():
        took = least_ms(work, given.rounds)
        asked = f"   (asked: {LIMIT:g})" if name.startswith("one") else ""
        print(f"{name:28}{took:8.1f} ms  {took / least:6.1f} x the floor{asked}")
    if given.frames < 1:
        return
    clean = draw(Scene(BASES, noise=0.0)).astype(np.float64)
    chance = np.random.default_rng(1)
    seen: dict[tuple[int, int], list[float]] = {}
    for _ in range(given.frames):
        noisy = np.clip(np.rint(clean + chance.normal(0, 2.5, clean.shape)), 0, 255).astype(np.uint8)
        for pair, edge in distances(measure(noisy, LENS, PITCH)).items():
            seen.setdefault(pair, []).append(edge)
    spreads = sorted(float(np.std(edges)) for edges in seen.values())
    found = sum(len(edges) for edges in seen.values()) / (given.frames * math.comb(len(BASES), 2))
    middle, worst = spreads[len(spreads) // 2], spreads[-1]
    print(
        f"spread over {given.frames} frames: median {middle:.4f} in, worst {worst:.4f} in (asked: {SPREAD_IN}); ",
        end="",
    )
    print(f"{100 * found:.1f} % of pairs measured")


if __name__ == "__main__":
    main()
