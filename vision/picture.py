"""One picture from a file. What is no picture, or none that can be trusted, is refused with a reason."""

from __future__ import annotations

import pathlib
import re
from collections.abc import Callable
from enum import StrEnum

import cv2
import numpy as np

from vision.frame import Image
from vision.header import Header, HeaderError, read_header

MOST_PIXELS = 100_000_000
"""Three bytes each when decoded; a phone's largest pictures have 50 million."""

MOST_BYTES = 256 * 1024 * 1024
LEAST_SIDE_PX = 16
"""No die can be told on a picture that is narrower."""

_KNOWN = "JPEG, PNG, WebP, BMP and GIF are read"
_BEHIND = 128  # what a transparent pixel shows: neither a light die nor a dark pip
_ROWS = 512  # composed at a time: a picture of 16 bits need not lie in memory a second time

_TURNS: dict[int, Callable[[Image], cv2.typing.MatLike]] = {
    2: lambda image: cv2.flip(image, 1),
    3: lambda image: cv2.rotate(image, cv2.ROTATE_180),
    4: lambda image: cv2.flip(image, 0),
    5: lambda image: cv2.transpose(image),
    6: lambda image: cv2.rotate(image, cv2.ROTATE_90_CLOCKWISE),
    7: lambda image: cv2.rotate(cv2.transpose(image), cv2.ROTATE_180),
    8: lambda image: cv2.rotate(image, cv2.ROTATE_90_COUNTERCLOCKWISE),
}
"""How the picture of an Exif orientation is put upright."""


class Fault(StrEnum):
    """What is wrong with a file. The code is stable, and none is also a Doubt about dice."""

    NO_FILE = "no_file"
    FOLDER = "folder"
    NOT_READABLE = "not_readable"  # the system does not let it be read, or it is a device
    EMPTY_FILE = "empty_file"
    NO_PICTURE = "no_picture"  # something else, whatever its name says
    DAMAGED = "damaged"
    TOO_LARGE = "too_large"
    TOO_SMALL = "too_small"
    ANIMATED = "animated"
    COLOURS = "colours"  # four colours (CMYK) that do not say which


class PictureError(OSError):
    """A file that is no picture, or cannot be read. `fault` says why in a word."""

    def __init__(self, fault: Fault, message: str) -> None:
        super().__init__(message)
        self.fault = fault


def read_picture(path: str | pathlib.Path) -> Image:
    """The picture in a file, upright (Exif), in 8 bits and three colours; what is transparent is mid grey.

    PictureError says what is wrong. A file is refused by its header before it is decoded."""
    path = pathlib.Path(path)
    return decode_picture(_content(path), str(path))


def decode_picture(coded: bytes, name: str) -> Image:
    """The same for the content of a file that is called `name`."""
    if not coded:
        raise PictureError(Fault.EMPTY_FILE, f"{name} is empty: it holds no picture")
    header = _header(name, coded)
    return _upright(_decoded(name, coded, header), header.orientation)


def _content(path: pathlib.Path) -> bytes:
    try:
        size = path.stat().st_size
        if path.is_dir():
            raise PictureError(Fault.FOLDER, f"{path} is a folder, no picture: name the pictures in it")
        if not path.is_file():
            raise PictureError(Fault.NOT_READABLE, f"{path} is a device, no picture")
        if size > MOST_BYTES:
            raise PictureError(Fault.TOO_LARGE, f"{path} has {size} bytes; at most {MOST_BYTES} are read")
        return path.read_bytes()
    except FileNotFoundError as error:
        raise PictureError(Fault.NO_FILE, f"{path} is not there") from error
    except PictureError:
        raise
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        why = getattr(error, "strerror", None) or error
        raise PictureError(Fault.NOT_READABLE, f"{path} cannot be read: {why}") from error


def _header(name: str, coded: bytes) -> Header:
    try:
        header = read_header(coded)
    except HeaderError as error:
        raise PictureError(Fault.DAMAGED, f"{name} is damaged: {error}") from error
    if header is None:
        raise PictureError(Fault.NO_PICTURE, f"{name} is no picture that can be read ({_likely(coded)}{_KNOWN})")
    _check(name, header)
    return header


def _likely(coded: bytes) -> str:
    if re.match(rb"....ftyp(hei|hev|mif|avi)", coded, re.DOTALL):
        return "it is a HEIC or AVIF picture of a phone: save it as JPEG; "
    if coded[:4] in (b"II*\0", b"MM\0*"):
        return "it is a TIFF: save it as PNG or JPEG; "
    return ""


def _check(name: str, header: Header) -> None:
    size = f"{header.width} × {header.height} pixels"
    if header.width * header.height > MOST_PIXELS:
        raise PictureError(Fault.TOO_LARGE, f"{name} has {size}; at most {MOST_PIXELS // 10**6} million are read")
    if min(header.width, header.height) < LEAST_SIDE_PX:
        raise PictureError(Fault.TOO_SMALL, f"{name} has only {size}: no die can be told on it")
    if header.animated:
        raise PictureError(Fault.ANIMATED, f"{name} holds several pictures: give one, or a video to touchline watch")
    if not header.whole:
        raise PictureError(Fault.DAMAGED, f"{name} is cut off: its end is missing")
    if not header.telling:
        raise PictureError(Fault.COLOURS, f"{name} is a CMYK picture that does not say how: save it as RGB")


def _decoded(name: str, coded: bytes, header: Header) -> Image:
    how = cv2.IMREAD_UNCHANGED if header.alpha else cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION
    image = _quietly_decoded(coded, how)
    if image is None:
        raise PictureError(Fault.DAMAGED, f"{name} is damaged: OpenCV cannot decode it")
    if image.shape[:2] != (header.height, header.width):
        raise PictureError(Fault.DAMAGED, f"{name} is damaged: it holds another size than it says")
    return _composed(image) if image.ndim == 3 and image.shape[2] == 4 else _three(image)


def _quietly_decoded(coded: bytes, how: int) -> cv2.typing.MatLike | None:
    """None where OpenCV cannot; what it would print about its own source code says nothing to people."""
    level = cv2.utils.logging.getLogLevel()
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)
    try:
        return cv2.imdecode(np.frombuffer(coded, np.uint8), how)
    except cv2.error:
        return None
    finally:
        cv2.utils.logging.setLogLevel(level)


def _composed(image: cv2.typing.MatLike) -> Image:
    """A picture with alpha (H, W, 4), of 8 or 16 bits, on mid grey."""
    most = 255 if image.dtype == np.uint8 else 65535
    out = np.empty((*image.shape[:2], 3), np.uint8)
    for row in range(0, len(image), _ROWS):
        part = image[row : row + _ROWS].astype(np.float32) * (1 / most)
        alpha = part[..., 3:]
        out[row : row + _ROWS] = np.rint(part[..., :3] * alpha * 255 + (1 - alpha) * _BEHIND)
    return out


def _three(image: cv2.typing.MatLike) -> Image:
    if image.dtype == np.uint16:
        image = cv2.convertScaleAbs(image, alpha=1 / 257)
    if image.ndim == 2:
        image = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
    return np.asarray(image, np.uint8)


def _upright(image: Image, orientation: int) -> Image:
    turn = _TURNS.get(orientation)
    return image if turn is None else np.asarray(turn(image), np.uint8)
