"""The pitch as it lies on the table: its size, its corner markers, and the bases that stand on it."""

from __future__ import annotations

import pathlib
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.ruler.lens import Floats
from vision.ruler.paint import RIM_COLOURS
from vision.ruler.printed import MarkerError, cells

Mm = tuple[float, float]

LEAST_MARKERS = 3
"""Fewer visible markers hold neither scale nor tilt."""

_KEYS = (
    "size_mm",
    "dictionary",
    "marker_mm",
    "base_height_mm",
    "base_diameters_mm",
    "rim_colours",
    "template_mm",
    "markers",
)
_LARGEST_MM = 5000.0
_BASES_MM = (15.0, 80.0)
_MOST_HEIGHT_MM = 15.0
_TEMPLATE_MM = (40.0, 300.0)
_MOST_MARKERS = 16
_DIGITS = 4  # of a marker's number


class PitchFileError(ValueError):
    """A pitch file that cannot be used; the message names file and key, and what would do."""


@dataclass(frozen=True)
class Pitch:
    """The table frame is in mm: origin in the middle of the pitch, x along it, y across it, counter-clockwise seen
    from above. `markers` maps an id to the marker's centre; a marker's sides run along x and y. A base is
    `base_height_mm` thick, its diameter is that of its foot; `template_mm` is the diameter of the scatter template."""

    size_mm: Mm
    markers: Mapping[int, Mm]
    dictionary: str = "DICT_4X4_50"
    marker_mm: float = 40.0
    base_height_mm: float = 4.0
    base_diameters_mm: tuple[float, ...] = (25.0, 30.0, 32.0, 40.0)
    rim_colours: tuple[str, ...] = field(default=tuple(RIM_COLOURS))
    template_mm: float = 100.0

    @cached_property
    def corners_mm(self) -> dict[int, Floats]:
        """The four corners (4, 2) of each marker, in the order in which a detector tells them."""
        half = self.marker_mm / 2
        ways = np.array([[-half, half], [half, half], [half, -half], [-half, -half]])
        return {number: np.array(centre) + ways for number, centre in self.markers.items()}

    @property
    def outline_mm(self) -> Floats:
        """The corners of the pitch (4, 2) in mm, in the order of dragged points: from (-x, +y) clockwise seen from
        above."""
        half_x, half_y = self.size_mm[0] / 2, self.size_mm[1] / 2
        return np.array([[-half_x, half_y], [half_x, half_y], [half_x, -half_y], [-half_x, -half_y]])

    def holds(self, points_mm: Floats, margin_mm: float = 0.0) -> NDArray[np.bool_]:
        """Which of the points (N, 2) lie on the pitch, (N,) bool."""
        half = np.array(self.size_mm) / 2 + margin_mm
        return np.asarray((np.abs(points_mm) <= half).all(axis=1))


def load_pitch(path: pathlib.Path) -> Pitch:
    """The pitch of a TOML file. Raises PitchFileError, or OSError where it cannot be read."""
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise PitchFileError(f"{path}: {error}") from error
    return pitch_of(told, str(path))


def pitch_of(told: Mapping[str, Any], where: str) -> Pitch:
    """The pitch of a parsed file; what it leaves out is as in Pitch. Raises PitchFileError."""
    part = told.get("pitch")
    if not isinstance(part, dict):
        raise PitchFileError(f"{where}: the section [pitch] is missing")
    for key in part:
        if key not in _KEYS:
            raise PitchFileError(f"{where}: {key!r:.40} is no key of a pitch: there are {', '.join(_KEYS)}")
    for key in ("size_mm", "markers"):
        if key not in part:
            raise PitchFileError(f"{where}: {key} is missing")
    usual = Pitch((1.0, 1.0), {})
    dictionary = _dictionary(part.get("dictionary", usual.dictionary), where)
    return Pitch(
        _point(part["size_mm"], (50.0, _LARGEST_MM), f"{where}: size_mm"),
        _markers(part["markers"], dictionary, where),
        dictionary,
        _number(part.get("marker_mm", usual.marker_mm), (5.0, 500.0), f"{where}: marker_mm"),
        _number(part.get("base_height_mm", usual.base_height_mm), (0.0, _MOST_HEIGHT_MM), f"{where}: base_height_mm"),
        _diameters(part.get("base_diameters_mm", list(usual.base_diameters_mm)), where),
        _colours(part.get("rim_colours", list(usual.rim_colours)), where),
        _number(part.get("template_mm", usual.template_mm), _TEMPLATE_MM, f"{where}: template_mm"),
    )


def _markers(told: Any, dictionary: str, where: str) -> dict[int, Mm]:
    if not isinstance(told, dict) or not LEAST_MARKERS <= len(told) <= _MOST_MARKERS:
        raise PitchFileError(f"{where}: [pitch.markers] names {LEAST_MARKERS} to {_MOST_MARKERS} markers: id = [x, y]")
    if not all(name.isascii() and name.isdigit() and len(name) <= _DIGITS for name in told):
        raise PitchFileError(f"{where}: [pitch.markers]: an id is a whole number, not {next(iter(told))!r:.40}")
    for name in told:
        _check_there(dictionary, int(name), where)
    reach = (-_LARGEST_MM, _LARGEST_MM)
    found = {int(name): _point(at, reach, f"{where}: marker {name}") for name, at in told.items()}
    places = np.array(list(found.values()))
    if np.linalg.matrix_rank(places - places.mean(axis=0), tol=1.0) < 2 or len(set(found.values())) < len(found):
        raise PitchFileError(f"{where}: [pitch.markers]: the markers lie on one line or on each other")
    return found


def _check_there(dictionary: str, number: int, where: str) -> None:
    try:
        cells(dictionary, number)
    except MarkerError as error:
        raise PitchFileError(f"{where}: [pitch.markers]: {error}") from error


def _dictionary(told: Any, where: str) -> str:
    if not (isinstance(told, str) and told.startswith("DICT_") and hasattr(cv2.aruco, told)):
        raise PitchFileError(f"{where}: dictionary is {told!r:.40}; awaited: one of OpenCV's, such as DICT_4X4_50")
    return told


def _diameters(told: Any, where: str) -> tuple[float, ...]:
    if not isinstance(told, list) or not 1 <= len(told) <= 12:
        raise PitchFileError(f"{where}: base_diameters_mm is {told!r:.40}; awaited: a list of 1 to 12 numbers")
    return tuple(sorted({_number(v, _BASES_MM, f"{where}: base_diameters_mm") for v in told}))


def _colours(told: Any, where: str) -> tuple[str, ...]:
    if not isinstance(told, list) or not told or not all(isinstance(v, str) for v in told):
        raise PitchFileError(f"{where}: rim_colours is {told!r:.40}; awaited: a list of colours")
    for colour in told:
        if colour not in RIM_COLOURS:
            raise PitchFileError(f"{where}: {colour!r:.40} is no rim's colour: there are {', '.join(RIM_COLOURS)}")
    return tuple(dict.fromkeys(told))


def _point(told: Any, limits: tuple[float, float], where: str) -> Mm:
    if not isinstance(told, Sequence) or isinstance(told, str) or len(told) != 2:
        raise PitchFileError(f"{where} is {told!r:.40}; awaited: two numbers of mm")
    return _number(told[0], limits, where), _number(told[1], limits, where)


def _number(told: Any, limits: tuple[float, float], where: str) -> float:
    if isinstance(told, bool) or not isinstance(told, int | float):
        raise PitchFileError(f"{where}: {told!r:.40} is no number")
    if not limits[0] <= told <= limits[1]:
        raise PitchFileError(f"{where} is {told!r:.40}; awaited: {limits[0]:g} to {limits[1]:g} mm")
    return float(told)
