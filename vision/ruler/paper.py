"""The paper: how bright and of what colour a white sheet is under a lamp, and what is seen beside it."""

from __future__ import annotations

from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Image
from vision.ruler.lens import Floats
from vision.ruler.pitch import Pitch
from vision.ruler.pose import Pose

Tones: TypeAlias = NDArray[np.float32]
"""(..., 3): brightness, red and blue against brightness; white paper is (1, 0, 0)."""

_WHITE_SHARE = 0.45  # of a marker's side around its centre that is looked at: paper and ink
_WHITE_POINTS = 16
_PAPER = 88.0  # percentile of a marker's brightness that is paper
_CLIPPED = 249.0
_BRIGHTEST_SEEN = 99.9  # percentile of a picture without markers: a line or a card
_LEAST_WHITE = 20.0
_BRIGHTEST = 1.3
_LEVELS = np.arange(256.0).reshape(1, 256, 1)
_OF_BGR = np.array([[0.114, 0.587, 0.299], [-0.081282, -0.418531, 0.499813], [0.499704, -0.331068, -0.168636]])
"""Brightness, 0.713 (red - brightness), 0.564 (blue - brightness)."""


def white_paper(image: Image, pose: Pose, pitch: Pitch) -> Floats:
    """Blue, green, red of white paper under this lamp, (3,): from the markers, or from the brightest places where no
    marker is seen."""
    if not pose.seen:
        return np.maximum(np.percentile(image.reshape(-1, 3)[::7], _BRIGHTEST_SEEN, axis=0), _LEAST_WHITE)
    steps = np.linspace(-_WHITE_SHARE, _WHITE_SHARE, _WHITE_POINTS) * pitch.marker_mm
    around = np.stack(np.meshgrid(steps, steps), axis=2).reshape(-1, 2)
    centres = np.array([pitch.markers[number] for number in pose.seen])
    px = pose.to_picture((centres[:, None] + around).reshape(-1, 2)).reshape(len(centres), -1, 2).astype(np.float32)
    seen = cv2.remap(image, px[..., 0], px[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    papers = np.percentile(seen, _PAPER, axis=1)
    return _unclipped(np.maximum(np.median(papers, axis=0), _LEAST_WHITE))


def tones_of(bgr: NDArray[np.uint8] | NDArray[np.float32], white: Floats, colour: float = 1.0) -> Tones:
    """The tones of pixels (height, width, 3), with colour so much stronger."""
    strength = np.array([[1.0], [colour], [colour]])
    if bgr.dtype == np.uint8:
        shares = cv2.LUT(bgr, np.minimum(_LEVELS / white, _BRIGHTEST).astype(np.float32))
    else:
        shares = np.minimum(bgr * (1 / white).astype(np.float32), np.float32(_BRIGHTEST))
    return np.asarray(cv2.transform(shares, strength * _OF_BGR), np.float32)


def _unclipped(paper: Floats) -> Floats:
    """What paper (3,) would be where the picture had room for it. Lamps are redder or bluer than each other, and green
    lies in the middle between red and blue."""
    blue, green, red = paper
    if green >= _CLIPPED:
        return paper
    return np.array([_raised(blue, green**2 / red), green, _raised(red, green**2 / blue)])


def _raised(seen: float, likely: float) -> float:
    return max(seen, likely) if seen >= _CLIPPED else seen
