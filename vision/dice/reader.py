"""The reader of dice: one picture in, one Reading out."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.dice.colour import USUAL, Palette
from vision.dice.die import Reading
from vision.dice.expect import Expected
from vision.dice.face import FaceReader
from vision.dice.finder import Finder
from vision.dice.picture import Picture, shrink
from vision.dice.report import report
from vision.dice.sighting import Sighting

WORK_SIDE = 1280  # longer pictures are read at this size


class Reader:
    """Reads dice. It keeps nothing between pictures, so one reader serves many threads. `palette` names the colours
    under the lamp of this table; it may be assigned at any time."""

    def __init__(self, palette: Palette = USUAL) -> None:
        self.palette = palette
        self._finder = Finder()
        self._faces = FaceReader()

    def read(self, image: Picture, expect: Sequence[Expected] = ()) -> Reading:
        """The dice on a BGR picture (H, W, 3) uint8 of any size.

        `expect` names the dice that should lie there; without it a die is what its face tells. Polygons are pixels of
        `image`. Raises ValueError if `image` is no such array."""
        if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8 or min(image.shape) == 0:
            raise ValueError(f"expected a picture (H, W, 3) uint8, got {image.shape} {image.dtype}")
        scale = min(1.0, WORK_SIDE / max(image.shape))
        work = shrink(image, scale)
        return report(work, scale, self.sight(work), expect, self.palette)

    def sight(self, work: Picture) -> list[Sighting]:
        """All places of a BGR picture (H, W, 3) uint8 where a die may lie, and what is seen there."""
        spots = self._finder.find(work)
        looks = self._faces.look(work, spots)
        return [Sighting(spot, look) for spot, look in zip(spots, looks, strict=True)]
