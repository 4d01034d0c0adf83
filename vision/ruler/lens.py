"""The lens: how a camera bends what it sees, learnt once from shots of a board and kept in a file."""

from __future__ import annotations

import json
import pathlib
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.keep import write_text

Floats: TypeAlias = NDArray[np.float64]

SUFFIX = ".lens.json"
EDITION = 1
MOST_BYTES = 64 * 1024
_FIELDS = ("touchline_lens", "size_px", "focal_px", "centre_px", "distortion", "error_px", "pictures")
_MOST_SIDE_PX = 20_000
_FOCAL = (0.2, 20.0)  # of the longer side: a fish's eye and a telescope
_CENTRE_OFF = 0.3  # of a side: no camera looks so far past its own middle
_MOST_DISTORTION = 10.0
_MOST = 1e9  # of any number in the file; neither nan nor a number of a thousand digits is below


class LensError(ValueError):
    """A lens file that cannot be used, or not for this picture; the message says what was found and what is needed."""


@dataclass(frozen=True)
class Lens:
    """A pinhole with distortion k1, k2, p1, p2, k3 (Brown, Decentering distortion of lenses, 1966), in pixels of
    pictures of exactly `size_px` (width, height). `error_px` is the root mean square distance of board corners that
    were held out of the fit; `pictures` how many shots it was learnt from."""

    size_px: tuple[int, int]
    focal_px: tuple[float, float]
    centre_px: tuple[float, float]
    distortion: tuple[float, float, float, float, float] = (0.0, 0.0, 0.0, 0.0, 0.0)
    error_px: float = 0.0
    pictures: int = 0

    @cached_property
    def matrix(self) -> Floats:
        """(3, 3), from the camera's frame to pixels."""
        (fx, fy), (cx, cy) = self.focal_px, self.centre_px
        return np.array([[fx, 0.0, cx], [0.0, fy, cy], [0.0, 0.0, 1.0]])

    @cached_property
    def bend(self) -> Floats:
        """(5,) as OpenCV orders them."""
        return np.array(self.distortion)

    def rays(self, points_px: ArrayLike) -> Floats:
        """Pixels (N, 2) as a camera without distortion and with focal length 1 would see them, (N, 2)."""
        points = np.asarray(points_px, np.float64).reshape(-1, 1, 2)
        return np.asarray(cv2.undistortPoints(points, self.matrix, self.bend), np.float64).reshape(-1, 2)

    def check_picture(self, width: int, height: int) -> None:
        """LensError where a picture is not of the size that the lens was learnt with."""
        if (width, height) != self.size_px:
            raise LensError(
                f"the picture has {width} × {height} pixels, the lens was calibrated with"
                f" {self.size_px[0]} × {self.size_px[1]}: set the camera to that size, or calibrate again"
            )


def spell_lens(lens: Lens) -> str:
    """The content of a lens file."""
    told = {
        "touchline_lens": EDITION,
        "size_px": list(lens.size_px),
        "focal_px": [round(v, 4) for v in lens.focal_px],
        "centre_px": [round(v, 4) for v in lens.centre_px],
        "distortion": [round(v, 7) for v in lens.distortion],
        "error_px": round(lens.error_px, 4),
        "pictures": lens.pictures,
    }
    return json.dumps(told, indent=1) + "\n"


def parse_lens(text: str, where: str) -> Lens:
    """The lens of a file's content; `where` names it in errors. Raises LensError."""
    try:
        told = json.loads(text)
    except json.JSONDecodeError as error:
        raise LensError(
            f"{where}: this is no lens file of calibrate lens: line {error.lineno}, column {error.colno}: {error.msg}"
        ) from error
    except (ValueError, RecursionError) as error:
        raise LensError(f"{where}: this is no lens file: {error}") from error
    _check_fields(told, where)
    size = tuple(_whole(v, f"{where}: size_px") for v in _numbers(told, "size_px", 2, where))
    lens = Lens(
        (size[0], size[1]),
        _pair(told, "focal_px", where),
        _pair(told, "centre_px", where),
        _five(told, "distortion", where),
        _number(told["error_px"], f"{where}: error_px"),
        _whole(told["pictures"], f"{where}: pictures"),
    )
    _check_sense(lens, where)
    return lens


def load_lens(path: pathlib.Path) -> Lens:
    """The lens in a file. Raises LensError, or OSError where it cannot be read."""
    if path.stat().st_size > MOST_BYTES:
        raise LensError(f"{path}: a lens file has at most {MOST_BYTES // 1024} kB")
    try:
        return parse_lens(path.read_text(encoding="utf-8"), str(path))
    except UnicodeDecodeError as error:
        raise LensError(f"{path}: this is no text in UTF-8: {error.reason} at byte {error.start}") from error


def save_lens(lens: Lens, path: pathlib.Path) -> None:
    """Writes a lens: the old file or the new one is there, whenever the power fails. Raises OSError."""
    write_text(path, spell_lens(lens))


def _check_fields(told: Any, where: str) -> None:
    if not isinstance(told, dict) or "touchline_lens" not in told:
        raise LensError(f'{where}: this is no lens file: "touchline_lens" is missing; make one with calibrate lens')
    edition = told["touchline_lens"]
    if edition != EDITION or isinstance(edition, bool):
        raise LensError(f"{where}: touchline_lens is {edition!r:.40}, edition {EDITION} is known: calibrate again")
    for name in told:
        if name not in _FIELDS:
            raise LensError(f"{where}: {name!r:.40} is no field of a lens: there are {', '.join(_FIELDS)}")
    for name in _FIELDS:
        if name not in told:
            raise LensError(f"{where}: the field {name} is missing")


def _check_sense(lens: Lens, where: str) -> None:
    width, height = lens.size_px
    if not all(1 <= side <= _MOST_SIDE_PX for side in lens.size_px):
        raise LensError(f"{where}: size_px is {width} × {height}; awaited: 1 to {_MOST_SIDE_PX}")
    least, most = (share * max(lens.size_px) for share in _FOCAL)
    if not all(least <= v <= most for v in lens.focal_px):
        raise LensError(f"{where}: focal_px is {lens.focal_px}; awaited: {least:.0f} to {most:.0f}")
    if any(abs(c / s - 0.5) > _CENTRE_OFF for c, s in zip(lens.centre_px, lens.size_px, strict=True)):
        raise LensError(f"{where}: centre_px is {lens.centre_px}; awaited: near the middle of {width} × {height}")
    if any(abs(v) > _MOST_DISTORTION for v in lens.distortion):
        raise LensError(f"{where}: distortion is {lens.distortion}; no lens bends as much")
    if lens.error_px < 0 or lens.pictures < 0:
        raise LensError(f"{where}: error_px and pictures cannot be below 0")


def _numbers(told: dict[str, Any], name: str, count: int, where: str) -> list[float]:
    value = told[name]
    if not isinstance(value, list) or len(value) != count:
        raise LensError(f"{where}: {name} is {value!r:.60}; awaited: a list of {count} numbers")
    return [_number(v, f"{where}: {name}") for v in value]


def _number(value: Any, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= _MOST:
        raise LensError(f"{where}: {value!r:.40} is no number")
    return float(value)


def _whole(value: Any, where: str) -> int:
    number = _number(value, where)
    if number != int(number):
        raise LensError(f"{where}: {value!r:.40} is no whole number")
    return int(number)


def _pair(told: dict[str, Any], name: str, where: str) -> tuple[float, float]:
    first, second = _numbers(told, name, 2, where)
    return first, second


def _five(told: dict[str, Any], name: str, where: str) -> tuple[float, float, float, float, float]:
    k1, k2, p1, p2, k3 = _numbers(told, name, 5, where)
    return k1, k2, p1, p2, k3
