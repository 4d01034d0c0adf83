"""How well taught dice are read: dice of icons that no network was taught, and dice on photographs.

    python -m tests.training.symbol_dice SCENES --dice 32        (renders; see there what it needs)
    python -m tests.bench.bench_taught SCENES [--data ../shared/data] [--each 3,4,5] [--fit]

Each die is taught by a few pictures of each face from one table and lamp, and read on other tables under other lamps.
A reading is *sure* as in vision/dice/report.py; *silent* is sure and wrong. `--fit` fits the weights of
vision/dice/likeness.py on half of the dice and measures on the other half, both ways."""

from __future__ import annotations

import argparse
import csv
import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.dice import likeness as weights
from vision.dice import pattern
from vision.dice.face import Look, crop, pyramid
from vision.dice.picture import WORK_SIDE, Floats, Picture, shrink
from vision.dice.presence import LIKELY_DIE, SURE_DIE, present
from vision.dice.reader import Reader
from vision.dice.report import _LEAK, SURE, SURE_STATE
from vision.dice.sighting import Sighting
from vision.dice.taught import SIZE, WIDTHS, Sample

LEGIBLE_PX = 36.0  # a die's width from which on its icon can be told by eye
REAL = ("num6_baylor", "d12_bartek", "d6_chase", "sym_eote")
FLAT = 0


@dataclass(frozen=True)
class Seen:
    """A die on a picture: `value` it shows (None: another die's face), `part` teach or test, `well`: not leaning,
    covered or illegible by truth, and wide enough; `clear`: the reader finds nothing to object."""

    die: str
    part: str
    value: str | None
    well: bool
    clear: bool
    look: Look | None
    views: Floats | None
    known: Floats | None

    @property
    def there(self) -> bool:
        return self.look is not None


def main() -> None:
    """Measures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("scenes", type=Path), parser.add_argument("--data", type=Path)
    parser.add_argument("--each", default="3,4,5"), parser.add_argument("--fit", action="store_true")
    o = parser.parse_args()
    cv2.setNumThreads(1)
    reader = Reader()
    rendered = list(_rendered(reader, o.scenes))
    for each in map(int, o.each.split(",")):
        print(f"rendered, {each} pictures a face")
        _tell(rendered, each)
        if o.fit:
            _fit(rendered, each)
    for source in REAL if o.data else ():
        found = list(_real(reader, o.data / "real", source, 4))
        print(f"{source}, 4 pictures a face")
        _tell(found, 4)


# -- what is seen --------------------------------------------------------------------------------------------------


def _rendered(reader: Reader, folder: Path) -> Iterator[Seen]:
    for file in sorted(folder.glob("*.json")):
        for line in json.loads(file.read_text()):
            picture = np.asarray(cv2.imread(str(folder / line["picture"])), np.uint8)
            sights, levels = present(reader.sight(picture), 0), pyramid(picture)
            for die in line["dice"]:
                well = die["state"] == FLAT and die["side"] >= LEGIBLE_PX
                at = _nearest(sights, np.array(die["center"]), die["side"])
                yield _seen(f"icons {line['die']:02d}", line["part"], die["value"], well, levels, at)


def _real(reader: Reader, folder: Path, source: str, each: int) -> Iterator[Seen]:
    with (folder / "labels.csv").open() as file:
        rows = [r for r in csv.DictReader(file) if r["source"] == source and "|" not in r["values"]]
    rng = np.random.default_rng(1)
    taken: dict[str, int] = defaultdict(int)
    for row in [rows[i] for i in rng.permutation(len(rows))]:
        picture = np.asarray(cv2.imread(str(folder / source / row["file"])), np.uint8)
        scale = min(1.0, WORK_SIDE / max(picture.shape))
        work = shrink(picture, scale)
        sights = [s for s in present(reader.sight(work), 0) if s.chance >= LIKELY_DIE]
        box = np.array([float(v) for v in row["boxes"].split(";")[0].split(",")[:4]]) * scale if row["boxes"] else None
        at = max(sights, key=lambda s: s.chance * s.spot.side, default=None)
        if box is not None:
            at = _nearest(sights, box[:2] + box[2:] / 2, float(max(box[2:])))
        seen = _seen(source, "teach" if taken[row["values"]] < each else "test", row["values"], True, pyramid(work), at)
        if seen.part == "teach" and not seen.clear:
            seen = Seen(**{**vars(seen), "part": "test"})
        taken[row["values"]] += seen.part == "teach"
        yield seen


def _nearest(sights: Sequence[Sighting], center: Floats, side: float) -> Sighting | None:
    near = min(sights, key=lambda s: float(np.linalg.norm(s.spot.center - center)), default=None)
    return near if near is not None and np.linalg.norm(near.spot.center - center) < 0.4 * side else None


def _seen(die: str, part: str, value: str | None, well: bool, levels: Sequence[Picture], at: Sighting | None) -> Seen:
    if at is None:
        return Seen(die, part, value, well, False, None, None, None)
    clear = at.chance >= SURE_DIE and max(at.look.states[1:]) < SURE_STATE
    cut = Sample.of(crop(levels, at.spot.center, at.spot.side, at.spot.yaw, SIZE, WIDTHS)).picture
    return Seen(die, part, value, well, clear, at.look, pattern.seen(cut), pattern.known(cut))


# -- what it is read as --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Read:
    """`likeness` (F, 2) of each face's pattern and signature, the number of the face that is `right` (F: none of
    them), and whether the reader objects (`clear`)."""

    die: str
    likeness: Floats
    right: int
    clear: bool
    body: float


def _reads(seen: Sequence[Seen], each: int) -> Iterator[Read]:
    for die in sorted({s.die for s in seen}):
        taught: dict[str, list[Seen]] = defaultdict(list)
        for s in seen:
            if s.die == die and s.part == "teach" and s.clear and s.value and len(taught[s.value]) < each:
                taught[s.value].append(s)
        lacking = [v for v, own in taught.items() if len(own) < min(3, each)]
        if lacking or len(taught) < 2:
            print(f"  {die}: could not be taught, lacks pictures of {', '.join(lacking)}")
            continue
        values = list(taught)
        for s in seen:
            if s.die == die and s.part == "test" and s.there and (s.well or s.value is None):
                rows = [(_pattern(taught[v], s), _signature(taught[v], s)) for v in values]
                right = values.index(s.value) if s.value in values else len(values)
                yield Read(die, np.array(rows), right, s.clear, float(s.look.bodies.max()) if s.look else 0.0)


def _pattern(own: Sequence[Seen], s: Seen) -> float:
    assert s.views is not None
    return weights._nearest(np.stack([o.known for o in own if o.known is not None]), s.views)


def _signature(own: Sequence[Seen], s: Seen) -> float:
    assert s.look is not None
    known = np.stack([o.look.signature for o in own if o.look is not None])
    return weights._nearest(known[:, None], s.look.signature)


def _odds(read: Read, theta: Floats) -> tuple[int, float, float]:
    """The likeliest face, its confidence as a report has it, and the odds of all faces together."""
    raised = np.exp(read.likeness @ theta[:2] - theta[2])
    odds = raised / (1 + raised.sum())
    total = float(odds.sum())
    return int(odds.argmax()), float(odds.max()) / (total + _LEAK * (1 - total)), total


NOW = np.array([weights.OF_PATTERN, weights.OF_SIGNATURE, weights.STRANGE])


def _tell(seen: Sequence[Seen], each: int) -> None:
    by_die: dict[str, list[Read]] = defaultdict(list)
    for read in _reads(seen, each):
        by_die[read.die].append(read)
    for die, reads in by_die.items():
        print(f"  {die:12} {_figures(reads, NOW)}")
    print(f"  {'all':12} {_figures([r for reads in by_die.values() for r in reads], NOW)}", flush=True)


def _figures(reads: Sequence[Read], theta: Floats) -> str:
    own = [(r, *_odds(r, theta)) for r in reads if r.right < len(r.likeness)]
    foreign = [_odds(r, theta) for r in reads if r.right == len(r.likeness)]
    if not own:
        return "nothing to read"
    right = np.array([best == r.right for r, best, _, _ in own])
    sure = np.array([conf >= SURE and total >= 0.5 and r.clear for r, _, conf, total in own])
    strange = np.array([conf >= SURE and total >= 0.5 for _, conf, total in foreign]).astype(float)
    taken = strange.mean() if len(foreign) else 0
    return (
        f"{len(own):4} dice: right {right.mean():6.1%}, sure and right {(right & sure).mean():6.1%}, silent "
        f"{(~right & sure).mean():5.2%}; other dice {len(foreign):3}, taken for it {taken:5.1%}"
    )


# -- the weights ---------------------------------------------------------------------------------------------------


def _fit(seen: Sequence[Seen], each: int) -> None:
    reads = list(_reads(seen, each))
    dice = sorted({r.die for r in reads})
    for own in (set(dice[::2]), set(dice[1::2])):
        theta = _fitted([r for r in reads if r.die in own])
        print(f"  fitted {np.round(theta, 1)}: on the others {_figures([r for r in reads if r.die not in own], theta)}")
    print(f"  fitted to all: {np.round(_fitted(reads), 1)}")


def _fitted(reads: Sequence[Read], steps: int = 1500) -> Floats:
    """Pattern's and signature's weight and the weight of none, by maximum likelihood (Adam). A die of which a face was
    not taught, and other dice, count little: they are rare on a table."""
    cases = [(r.likeness, r.right, 1.0 if r.right < len(r.likeness) else 0.3) for r in reads]
    cases += [
        (np.delete(r.likeness, r.right, axis=0), len(r.likeness) - 1, 0.03) for r in reads if r.right < len(r.likeness)
    ]
    width = max(len(f) for f, _, _ in cases)
    features = np.array([np.vstack([f, np.full((width - len(f), 2), -9.0)]) for f, _, _ in cases])
    right = np.array([k if k < len(f) else width for f, k, _ in cases])
    share = np.array([w for _, _, w in cases])
    share /= share.sum()
    theta, first, second = np.array([15.0, 5.0, 14.0]), np.zeros(3), np.zeros(3)
    for step in range(1, steps + 1):
        logits = np.concatenate([features @ theta[:2], np.full((len(cases), 1), theta[2])], axis=1)
        odds = np.exp(logits - logits.max(axis=1, keepdims=True))
        off = odds / odds.sum(axis=1, keepdims=True)
        off[np.arange(len(cases)), right] -= 1
        off *= share[:, None]
        slope = np.array([*np.einsum("nf,nfk->k", off[:, :-1], np.maximum(features, -1)), off[:, -1].sum()])
        first, second = 0.9 * first + 0.1 * slope, 0.999 * second + 0.001 * slope**2
        theta -= 0.05 * first / (1 - 0.9**step) / (np.sqrt(second / (1 - 0.999**step)) + 1e-9)
    return theta


if __name__ == "__main__":
    main()
