"""The reader of dice: one picture in, one Reading out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.dice.crops import crop_all
from vision.dice.die import Reading
from vision.dice.expect import Expected
from vision.dice.find import find_candidates
from vision.dice.loose import passed_over
from vision.dice.picture import Picture, shrink
from vision.dice.report import report
from vision.dice.sighting import settle
from vision.dice.verify import Verifier

WORK_SIDE = 1280  # longer pictures are read at this size


class Reader:
    """Reads pip dice. It keeps nothing between pictures, so one reader serves many threads."""

    def __init__(self) -> None:
        self._verifier = Verifier()

    def read(self, image: Picture, expect: Sequence[Expected] = ()) -> Reading:
        """The dice on a BGR picture (H, W, 3) uint8 of any size.

        `expect` names the dice that should lie there; without it every pip die is a "d6". Polygons are pixels of
        `image`. Raises ValueError if `image` is no such array."""
        if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8 or min(image.shape) == 0:
            raise ValueError(f"expected a picture (H, W, 3) uint8, got {image.shape} {image.dtype}")
        scale = min(1.0, WORK_SIDE / max(image.shape))
        work = shrink(image, scale)
        pips, bodies = find_candidates(work)
        sightings = settle(bodies, self._verifier.judge(crop_all(work, bodies)))
        return report(work, scale, sightings, passed_over(pips, bodies, sightings), expect)
