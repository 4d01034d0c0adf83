"""One picture from a file."""

from __future__ import annotations

import pathlib

import cv2
import numpy as np

from vision.frame import Image


class PictureError(OSError):
    """A file that is no picture, or cannot be read."""


def read_picture(path: str | pathlib.Path) -> Image:
    """The picture in a file, turned the way its camera held it (EXIF). PictureError if there is none."""
    try:
        coded = np.fromfile(path, np.uint8)
    except OSError as error:
        raise PictureError(f"{path} cannot be read: {error.strerror}") from error
    image = cv2.imdecode(coded, cv2.IMREAD_COLOR) if coded.size else None
    if image is None:
        raise PictureError(f"{path} is no picture that OpenCV can read")
    return np.asarray(image, np.uint8)
