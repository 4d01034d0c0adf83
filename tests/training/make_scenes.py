"""Renders scenes for training: one picture and its truth a seed, so that any number of processes may share the work.

python -m tests.training.make_scenes OUT --first 0 --last 4000 --every 2"""

from __future__ import annotations

import argparse
import pickle
from pathlib import Path

import cv2
import numpy as np

from tests.training.mix import MIXES
from tests.training.pictures import HAND
from tests.training.scenes import scene

WHOLE, PART = (800, 600), (480, 400)  # a whole table, or a part of one: cheaper, and dice are what counts


def main() -> None:
    """Renders what is not there yet."""
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=Path)
    for name, value in (("--first", 0), ("--last", 2000), ("--every", 1)):
        parser.add_argument(name, type=int, default=value)
    parser.add_argument("--mix", choices=MIXES, default="usual")
    o = parser.parse_args()
    o.out.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    for seed in range(o.first, o.last, o.every):
        file = o.out / f"{seed:06d}.png"
        if file.with_suffix(".pkl").exists():
            continue
        made = scene(np.random.default_rng(seed), *(PART if seed % 4 else WHOLE), MIXES[o.mix])
        cv2.imwrite(str(file), made.picture, [cv2.IMWRITE_PNG_COMPRESSION, 1])
        cv2.imwrite(str(file.with_suffix(HAND)), made.hand.astype(np.uint8) * 255)
        file.with_suffix(".pkl").write_bytes(pickle.dumps(made.dice))


if __name__ == "__main__":
    main()
