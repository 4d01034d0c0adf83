"""Pictures for people: outlines and readings on top, and JPEGs of a bounded size."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.dice.die import Die
from vision.frame import Image

_INK = (40, 220, 255)
_SHADOW = (20, 20, 20)


def marked(image: Image, dice: Sequence[Die]) -> Image:
    """A copy with each die's outline and reading; a reading below 0.9 has a question mark."""
    picture = image.copy()
    thick = max(1, image.shape[1] // 400)
    for die in dice:
        outline = np.rint(np.array(die.polygon)).astype(np.int32)
        told = str(die.value) if die.confidence >= 0.9 else f"{die.value}?"
        at = (int(outline[:, 0].max()) + thick, int(outline[:, 1].min()))
        for colour, width in ((_SHADOW, thick + 2), (_INK, thick)):
            cv2.polylines(picture, [outline], True, colour, width, cv2.LINE_AA)
            cv2.putText(picture, told, at, cv2.FONT_HERSHEY_SIMPLEX, thick * 0.45, colour, width, cv2.LINE_AA)
    return picture


def jpeg(image: Image, limit_bytes: int = 160_000, width_px: int = 1280) -> bytes:
    """The picture as a JPEG, at most `width_px` wide and of at most `limit_bytes`: coarser, then smaller until it
    fits."""
    scale = min(1.0, width_px / image.shape[1])
    if scale < 1.0:
        image = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    for quality in (88, 75, 60, 45):
        coded: bytes = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes()
        if len(coded) <= limit_bytes:
            return coded
    return jpeg(image, limit_bytes, image.shape[1] * 3 // 4)
