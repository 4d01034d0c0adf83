"""The tray region: which part of the picture the eye reads."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.dice.die import Point
from vision.frame import Image

MOST_CORNERS = 12
LEAST_SHARE = 0.05
"""Of the width and of the height of the picture, that a region has at least."""


class RegionError(ValueError):
    """Corners that make no region; the message says what is wrong and what would do."""


@dataclass(frozen=True)
class Region:
    """A convex polygon in the picture. `corners` are fractions of its width and height, 0..1, x right and y down.

    Raises RegionError for corners that make no such polygon."""

    corners: tuple[Point, ...]

    def __post_init__(self) -> None:
        _check(self.corners)

    def crop(self, image: Image) -> Image:
        """The part of a picture (height, width, 3) that the region spans. A rectangle is a view of the picture; of
        other polygons, what lies outside has the mean colour of what lies inside."""
        left, top, right, bottom = self._box(image)
        part = image[top:bottom, left:right]
        if self._is_upright:
            return part
        inside = _mask(self.corners, image.shape[:2], (left, top, right, bottom))
        told = part.copy()
        told[inside == 0] = cv2.mean(part, inside)[:3]
        return told

    def back(self, point: Point, image: Image) -> Point:
        """Where a point of `crop(image)` lies in `image`, in pixels."""
        left, top, _, _ = self._box(image)
        return point[0] + left, point[1] + top

    def _box(self, image: Image) -> tuple[int, int, int, int]:
        height, width = image.shape[:2]
        xs, ys = zip(*self.corners, strict=True)
        left, top = math.floor(min(xs) * width), math.floor(min(ys) * height)
        return left, top, max(left + 1, math.ceil(max(xs) * width)), max(top + 1, math.ceil(max(ys) * height))

    @property
    def _is_upright(self) -> bool:
        return len(self.corners) == 4 and all(len({corner[axis] for corner in self.corners}) == 2 for axis in (0, 1))


def _check(corners: Sequence[Point]) -> None:
    if not 3 <= len(corners) <= MOST_CORNERS:
        raise RegionError(f"a region has 3 to {MOST_CORNERS} corners, not {len(corners)}")
    if not all(math.isfinite(v) and 0 <= v <= 1 for corner in corners for v in corner):
        raise RegionError("the corners of a region are fractions of the picture, 0 to 1")
    for name, side in zip(("wide", "high"), zip(*corners, strict=True), strict=True):
        if max(side) - min(side) < LEAST_SHARE:
            raise RegionError(f"a region is at least {LEAST_SHARE:.0%} of the picture {name}")
    if not _is_convex(corners):
        raise RegionError("the outline of a region must not cross itself or have a dent")


def _is_convex(corners: Sequence[Point]) -> bool:
    """Whether the outline turns one way only, and once around."""
    count, turned, ways = len(corners), 0.0, set()
    for i in range(count):
        a, b, c = corners[i], corners[(i + 1) % count], corners[(i + 2) % count]
        first, second = (b[0] - a[0], b[1] - a[1]), (c[0] - b[0], c[1] - b[1])
        cross = first[0] * second[1] - first[1] * second[0]
        turned += math.atan2(cross, first[0] * second[0] + first[1] * second[1])
        ways.add(cross > 0)
    return len(ways) == 1 and math.isclose(abs(turned), 2 * math.pi, rel_tol=1e-6)


@lru_cache(maxsize=4)
def _mask(corners: tuple[Point, ...], shape: tuple[int, int], box: tuple[int, int, int, int]) -> Image:
    left, top, right, bottom = box
    height, width = shape
    inside = np.zeros((bottom - top, right - left), np.uint8)
    outline = np.rint([(x * width - left, y * height - top) for x, y in corners]).astype(np.int32)
    cv2.fillPoly(inside, [outline], 255)
    return inside


WHOLE = Region(((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)))
"""The whole picture."""
