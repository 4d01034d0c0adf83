"""The pitch laid flat: a picture seen straight from above, in the light of a white sheet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.ruler.lens import Floats
from vision.ruler.pitch import Pitch
from vision.ruler.pose import Pose

Tones: TypeAlias = NDArray[np.float32]
"""(height, width, 3): brightness, red and blue against brightness; white paper is (1, 0, 0)."""

PX_PER_MM = 1.0
_MARGIN_MM = 22.0
_STEP_PX = 16  # places between are interpolated: a lens bends little over so short a way
_WHITE_SHARE = 0.45  # of a marker's side around its centre that is looked at: paper and ink
_WHITE_POINTS = 16
_PAPER = 88.0  # percentile of a marker's brightness that is paper
_CLIPPED = 249.0
_BRIGHTEST_SEEN = 99.9  # percentile of a picture without markers: a line or a card
_LEAST_WHITE = 20.0
_BRIGHTEST = 1.3


@dataclass(frozen=True, eq=False)
class Flat:
    """`tones` of the table plane, `px_per_mm` fine; `middle_px` is where the origin of the table frame lies. x goes
    right and y up."""

    tones: Tones
    middle_px: tuple[float, float]
    px_per_mm: float = PX_PER_MM

    def to_px(self, points_mm: Floats) -> Floats:
        """Pixels (..., 2) of this picture for points (..., 2) of the table."""
        return np.asarray(points_mm * (self.px_per_mm, -self.px_per_mm) + self.middle_px)

    def to_mm(self, points_px: Floats) -> Floats:
        """Points (..., 2) of the table for pixels (..., 2) of this picture."""
        return np.asarray((points_px - self.middle_px) / (self.px_per_mm, -self.px_per_mm))

    def at(self, points_mm: Floats) -> Tones:
        """The tones (..., 3) at points (..., 2)."""
        return self.at_px(self.to_px(points_mm).astype(np.float32))

    def around(self, centres_mm: Floats, ways_mm: Floats) -> Tones:
        """The tones (N, ..., 3) at the same ways (..., 2) from each centre (N, 2)."""
        ways = (ways_mm * (self.px_per_mm, -self.px_per_mm)).astype(np.float32)
        centres = self.to_px(centres_mm).astype(np.float32)
        return self.at_px(centres.reshape(-1, *(1,) * (ways.ndim - 1), 2) + ways)

    def at_px(self, px: NDArray[np.float32]) -> Tones:
        """The tones (..., 3) at pixels (..., 2) of this picture."""
        wide = px.reshape(len(px), -1, 2)
        seen = cv2.remap(self.tones, wide[..., 0], wide[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(seen, np.float32).reshape(*px.shape[:-1], 3)


def lay_flat(image: Image, pose: Pose, pitch: Pitch) -> Flat:
    """The pitch of a picture (height, width, 3), with a margin around it."""
    width, height = (round((side + 2 * _MARGIN_MM) * PX_PER_MM) for side in pitch.size_mm)
    middle = ((width - 1) / 2, (height - 1) / 2)
    flat = Flat(np.zeros((1, 1, 3), np.float32), middle)
    columns, rows = np.arange(0, width + _STEP_PX, _STEP_PX), np.arange(0, height + _STEP_PX, _STEP_PX)
    knots = np.stack(np.meshgrid(columns, rows), axis=2).astype(np.float64)
    seen = pose.to_picture(flat.to_mm(knots).reshape(-1, 2)).reshape(knots.shape).astype(np.float32)
    fine = np.meshgrid(np.arange(width, dtype=np.float32) / _STEP_PX, np.arange(height, dtype=np.float32) / _STEP_PX)
    where = cv2.remap(seen, fine[0], fine[1], cv2.INTER_LINEAR)
    return Flat(
        _tones(cv2.remap(image, where[..., 0], where[..., 1], cv2.INTER_LINEAR), _white(image, pose, pitch)), middle
    )


def _white(image: Image, pose: Pose, pitch: Pitch) -> Floats:
    """Blue, green, red of white paper under this lamp, (3,): from the markers, or from the brightest places where no
    marker is seen."""
    if not pose.seen:
        return np.maximum(np.percentile(image.reshape(-1, 3)[::7], _BRIGHTEST_SEEN, axis=0), _LEAST_WHITE)
    steps = np.linspace(-_WHITE_SHARE, _WHITE_SHARE, _WHITE_POINTS) * pitch.marker_mm
    around = np.stack(np.meshgrid(steps, steps), axis=2).reshape(-1, 2)
    papers = []
    for number in pose.seen:
        px = pose.to_picture(around + np.array(pitch.markers[number])).astype(np.float32)
        seen = cv2.remap(image, px[None, :, 0], px[None, :, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        papers.append(np.percentile(seen.reshape(-1, 3), _PAPER, axis=0))
    return _unclipped(np.maximum(np.median(papers, axis=0), _LEAST_WHITE))


def _unclipped(paper: Floats) -> Floats:
    """What paper (3,) would be where the picture had room for it. Lamps are redder or bluer than each other, and green
    lies in the middle between red and blue."""
    blue, green, red = paper
    if green >= _CLIPPED:
        return paper
    return np.array([_raised(blue, green**2 / red), green, _raised(red, green**2 / blue)])


def _raised(seen: float, likely: float) -> float:
    return max(seen, likely) if seen >= _CLIPPED else seen


def _tones(bgr: cv2.typing.MatLike, white: Floats) -> Tones:
    blue, green, red = (
        np.minimum(c * np.float32(1 / w), _BRIGHTEST) for c, w in zip(cv2.split(bgr), white, strict=True)
    )
    brightness = 0.114 * blue + 0.587 * green + 0.299 * red
    return np.asarray(cv2.merge([brightness, 0.713 * (red - brightness), 0.564 * (blue - brightness)]), np.float32)
