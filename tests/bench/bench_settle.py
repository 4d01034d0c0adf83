"""How much a frame costs Settle: `python tests/bench/bench_settle.py`.

Printed in milliseconds and as a ratio to one 5x5 Gaussian blur of the same frame in the same run, so that runs on
different machines can be compared."""

from __future__ import annotations

import pathlib
import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence

import cv2

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))

from vision.dice.die import Reading, Status
from vision.dice.expect import Expected
from vision.frame import Frame, Image
from vision.settle import Settle
from vision.simulated import SimulatedCamera

ROUNDS = 200


class NoReader:
    """Costs nothing: the bench measures what surrounds the reader."""

    def read(self, image: Image, expect: Sequence[Expected] = ()) -> Reading:
        return Reading(Status.EMPTY)


def median_ms(work: Callable[[Frame], object], frames: Sequence[Frame]) -> float:
    times_s = []
    for frame in frames:
        start_s = time.perf_counter()
        work(frame)
        times_s.append(time.perf_counter() - start_s)
    return statistics.median(times_s) * 1000


def recorded() -> tuple[list[Frame], list[Frame]]:
    """Frames of a tray at rest, and frames of one in which something moves."""
    now_s = [0.0]

    def pass_time(seconds: float) -> None:
        now_s[0] += seconds

    camera = SimulatedCamera(chance=random.Random(1), clock=lambda: now_s[0], pause=pass_time)
    rest = [frame for seq in range(20) if (frame := camera.frame(after=seq))]
    camera.throw([("d6", "white", 3), ("d12", "red", 7), ("number_die", "red", 1)])
    moving = [frame for seq in range(20, 38) if (frame := camera.frame(after=seq))]
    return rest, moving[-12:]


def main() -> None:
    cv2.setNumThreads(1)
    rest, moving = recorded()
    again = [Frame(n, n / 24, rest[n % len(rest)].image) for n in range(ROUNDS)]
    busy = [Frame(n, n / 24, moving[n % len(moving)].image) for n in range(ROUNDS)]
    blur_ms = median_ms(lambda f: cv2.GaussianBlur(f.image, (5, 5), 0), again)
    print(f"reference: 5x5 blur of {again[0].image.shape[1]}x{again[0].image.shape[0]}: {blur_ms:.2f} ms")
    for name, frames in (("at rest", again), ("in motion", busy)):
        settle = Settle(NoReader())
        for frame in rest:
            settle.see(frame)
        cost_ms = median_ms(settle.see, frames)
        print(f"settle {name}: {cost_ms:.2f} ms a frame, {cost_ms / blur_ms:.1f} blurs")


if __name__ == "__main__":
    main()
