"""The simulated arm: what a player's hand looks like to a camera above the tray."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np

from vision.frame import Image
from vision.tray import paste, premultiplied

_SIZE = 900
_SKIN = (118, 152, 214)
_SLEEVE = (92, 60, 48)
_PALM = (_SIZE // 2, 190)
_FINGERS = ((372, 60), (420, 22), (472, 18), (522, 52), (590, 150))
_REACH = _SIZE // 2 - 60  # finger tips lie this far above the middle of the cut-out


@cache
def arm() -> Image:
    """A cut-out (900, 900, 4) of a forearm that reaches upwards, colours multiplied by alpha."""
    shape = np.zeros((_SIZE, _SIZE, 3), np.uint8)
    cv2.line(shape, _PALM, (_PALM[0] + 30, _SIZE), _SKIN, 130)
    cv2.line(shape, (_PALM[0] + 22, 640), (_PALM[0] + 30, _SIZE), _SLEEVE, 190)
    cv2.ellipse(shape, (_PALM[0], _PALM[1] + 20), (92, 110), 0, 0, 360, _SKIN, -1)
    for tip in _FINGERS:
        cv2.line(shape, _PALM, tip, _SKIN, 40)
    solid = (shape.max(axis=2) > 0).astype(np.uint8) * 255
    lit = cv2.distanceTransform(solid, cv2.DIST_L2, 3)
    shade = np.clip(0.55 + lit / 60, 0, 1)[..., None]  # rounder than cardboard
    colours = (shape * shade).astype(np.uint8)
    return premultiplied(cv2.GaussianBlur(np.dstack([colours, solid]), (7, 7), 0).astype(np.uint8))


def reach_in(image: Image, tip_px: tuple[int, int], depth: float) -> None:
    """Draws the arm from the lower edge onto the picture: finger tips at `tip_px` for depth 1, unseen for 0."""
    out_of_view = image.shape[0] + 40
    tip_y = out_of_view + (tip_px[1] - out_of_view) * depth
    paste(image, arm(), (tip_px[0], round(tip_y) + _REACH))
