"""How fast the eye is, and how good: `python tests/bench/bench_reader.py [--rounds N] [--accuracy]`.

On one core, one 1280x720 JPEG frame of a tray with five dice. The floor is the time to decode that frame, make it grey
and halve it; everything else is printed in milliseconds and as a ratio to the floor of the same run, so that runs on
different machines can be compared. Each figure is the least processor time of all rounds, for other work on the machine
only adds.

Compared are a blob detector with clustering, and a network of the size of YOLOv8-nano (weights drawn by chance) through
onnxruntime; the latter needs `pip install touchline[bench]`. `--accuracy` reads the photographs of
../shared/data/real; its floors are those of each photograph's own JPEG, most of which are smaller than a frame, while a
network looks at all of them at one size."""

from __future__ import annotations

import argparse
import csv
import os
import pathlib
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec

os.environ["OMP_NUM_THREADS"] = "1"
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

import cv2  # noqa: E402
import numpy as np  # noqa: E402

from tests.bench.blob_reader import BlobReader  # noqa: E402
from vision.dice.die import Reading, Status  # noqa: E402
from vision.dice.expect import Expected  # noqa: E402
from vision.dice.reader import Reader  # noqa: E402
from vision.frame import Frame, Image  # noqa: E402
from vision.settle import ReadsDice, Settle  # noqa: E402
from vision.simulated import SimulatedCamera  # noqa: E402

DICE = (("d6", "white", 3), ("d6", "white", 6), ("d6", "red", 5), ("d6", "black", 2), ("d6", "blue", 4))
EXPECTED = tuple(Expected(kind, colour) for kind, colour, _ in DICE)  # as a game does
FPS = 24.0
IDLE_FRAMES = 48
PHOTOGRAPHS = ROOT.parent / "shared" / "data" / "real"

Work = Callable[[int], object]
"""Something to measure; called with the number of the round."""


@dataclass(frozen=True)
class Row:
    """One line of the table. `limit` is what the ratio to the floor may be, where something is asked."""

    name: str
    work: Work
    limit: float | None = None
    times: int = 1  # the work is this many frames


class NoReader:
    """Costs nothing: what is measured is what surrounds the reader."""

    def read(self, image: Image, expect: Sequence[Expected] = ()) -> Reading:
        return Reading(Status.EMPTY)


def recorded() -> tuple[list[Image], list[Image], list[Image]]:
    """Frames of an empty tray, of five dice that roll into it, and of these dice at rest."""
    now_s = [0.0]

    def pass_time(seconds: float) -> None:
        now_s[0] += seconds

    camera = SimulatedCamera(chance=random.Random(1), clock=lambda: now_s[0], pause=pass_time)
    empty = [frame.image for seq in range(10) if (frame := camera.frame(after=seq))]
    camera.throw(DICE)
    thrown = [frame.image for seq in range(10, 38) if (frame := camera.frame(after=seq))]
    return empty, thrown[6:18], thrown[18:]


def floor(jpegs: Sequence[np.ndarray]) -> Work:
    def work(number: int) -> object:
        grey = cv2.cvtColor(cv2.imdecode(jpegs[number % len(jpegs)], cv2.IMREAD_COLOR), cv2.COLOR_BGR2GRAY)
        return cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)

    return work


def reading(reader: ReadsDice, images: Sequence[Image], expect: Sequence[Expected] = ()) -> Work:
    return lambda number: reader.read(images[number % len(images)], expect)


def settling(before: Sequence[Image], images: Sequence[Image]) -> Work:
    """Settle sees `images` again and again, after `before`."""
    settle, seq = Settle(NoReader()), 0

    def see(some: Sequence[Image], count: int) -> None:
        nonlocal seq
        for number in range(count):
            seq += 1
            settle.see(Frame(seq, seq / FPS, some[number % len(some)]))

    see(before, 2 * len(before))
    see(images, 2 * len(images))
    return lambda number: see(images, IDLE_FRAMES)


def network(images: Sequence[Image]) -> Row | str:
    """The network and its size, or why there is none."""
    missing = [name for name in ("onnx", "onnxruntime") if find_spec(name) is None]
    if missing:
        return f"skipped: the network of YOLOv8-nano size needs {' and '.join(missing)} (pip install touchline[bench])"
    import onnxruntime

    from tests.bench.nano_network import SIDE_PX, nano

    model, weights, flop = nano()
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])

    def work(number: int) -> object:
        small = cv2.resize(images[number % len(images)], (SIDE_PX, SIDE_PX * 9 // 16), interpolation=cv2.INTER_AREA)
        above = (SIDE_PX - small.shape[0]) // 2
        square = cv2.copyMakeBorder(small, above, SIDE_PX - small.shape[0] - above, 0, 0, cv2.BORDER_CONSTANT)
        return session.run(None, {"picture": cv2.dnn.blobFromImage(square, 1 / 255, swapRB=True)})

    return Row(f"network, {weights / 1e6:.1f} M weights, {flop / 1e9:.1f} GFLOP", work)


def least_ms(rows: Sequence[Row], rounds: int) -> list[float]:
    """For each row the least processor time of a frame; the rows take turns, so that all meet the same machine."""
    least = [float("inf")] * len(rows)
    for number in range(rounds):
        for place, row in enumerate(rows):
            start_s = time.process_time()
            row.work(number)
            least[place] = min(least[place], (time.process_time() - start_s) * 1000 / row.times)
    return least


def photographs() -> Iterator[tuple[pathlib.Path, Counter[str]]]:
    """The d6 scenes and the values that lie there."""
    with (PHOTOGRAPHS / "labels.csv").open(encoding="utf-8") as sheet:
        for line in csv.DictReader(sheet):
            if line["kind"] == "d6" and line["use"] == "scene" and not line["file"].endswith(".mp4"):
                yield PHOTOGRAPHS / line["source"] / line["file"], Counter(filter(None, line["values"].split("|")))


def verdict(reading: Reading, truth: Counter[str]) -> str:
    """As shared/data/score.py has it: exact, silent error, or an honest no."""
    if reading.status is Status.UNSURE:
        return "unsure"
    seen = Counter(str(d.value) for d in reading.dice)
    return "exact" if seen == truth and all(d.kind == "d6" for d in reading.dice) else "silent"


def accuracy(readers: dict[str, ReadsDice]) -> None:
    if not (PHOTOGRAPHS / "labels.csv").exists():
        print(f"skipped: no photographs in {PHOTOGRAPHS}")
        return
    verdicts: dict[str, Counter[str]] = {name: Counter() for name in readers}
    floors: dict[str, list[float]] = {name: [] for name in readers}
    for path, truth in photographs():
        image = np.asarray(cv2.imread(str(path), cv2.IMREAD_COLOR), np.uint8)
        rows = [Row(name, reading(reader, [image])) for name, reader in readers.items()]
        rows += [Row("floor", floor([np.frombuffer(path.read_bytes(), np.uint8)]))]
        *taken, least = least_ms(rows, 2)
        for (name, reader), ms in zip(readers.items(), taken, strict=True):
            verdicts[name][verdict(reader.read(image), truth)] += 1
            floors[name].append(ms / least)
    print(f"\n{'d6 photographs':40}{'scenes':>8}{'exact %':>9}{'silent %':>10}{'unsure %':>10}{'floors, median':>16}")
    for name, count in verdicts.items():
        shares = [100 * count[v] / count.total() for v in ("exact", "silent", "unsure")]
        told = f"{shares[0]:9.1f}{shares[1]:10.1f}{shares[2]:10.1f}{np.median(floors[name]):16.1f}"
        print(f"{name:40}{count.total():8}{told}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--accuracy", action="store_true")
    given = parser.parse_args()
    cv2.setNumThreads(1)
    empty, rolling, rest = recorded()
    jpegs = [cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 90])[1] for image in rest]
    images = [np.asarray(cv2.imdecode(jpeg, cv2.IMREAD_COLOR), np.uint8) for jpeg in jpegs]
    eye, blobs = Reader(), BlobReader()
    rows = [
        Row("floor: decode, grey, halve", floor(jpegs)),
        Row("Reader.read, these dice expected", reading(eye, images, EXPECTED), 6.0),
        Row("Reader.read, nothing expected", reading(eye, images), 6.0),
        Row("Settle.see, nothing moves, empty tray", settling(empty, empty), 1.5, IDLE_FRAMES),
        Row("Settle.see, nothing moves, five dice", settling(empty, images), 1.5, IDLE_FRAMES),
        Row("Settle.see, dice roll", settling(empty, rolling), None, IDLE_FRAMES),
        Row("blob detector and clustering", reading(blobs, images)),
    ]
    net = network(images)
    rows += [net] if isinstance(net, Row) else []
    least = least_ms(rows, given.rounds)
    print(f"{images[0].shape[1]}x{images[0].shape[0]}, JPEG of {len(jpegs[0]) // 1000} kB, one core")
    for row, ms in zip(rows, least, strict=True):
        limit = "" if row.limit is None else f"   asked: at most {row.limit}"
        print(f"{row.name:45}{ms:8.2f} ms{ms / least[0]:7.1f} floors{limit}")
    if isinstance(net, Row):
        print(f"the network takes {least[-1] / least[1]:.1f} times as long as with dice expected   asked: at least 5")
    else:
        print(net)
    if given.accuracy:
        accuracy({"Reader": eye, "blob detector and clustering": blobs})


if __name__ == "__main__":
    main()
