"""The chessboard with markers (ChArUco): a lens is learnt from shots of it."""

from __future__ import annotations

import pathlib
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any

import cv2
import numpy as np

from vision.frame import Image
from vision.ruler.lens import Floats, Lens
from vision.ruler.printed import MarkerError, board_markers

LEAST_SHOTS = 4
"""With fewer a lens may fit what it saw and bend all else."""

GOOD_PX, USABLE_PX = 0.5, 1.5
"""A held-out error up to which a lens is good, and usable."""

_LEAST_CORNERS = 8
_LEAST_SPREAD = 0.06  # of the picture's area that a board should cover
_LEAST_TILT = 15.0  # degrees that at least some shots should be tilted
_TILTED_SHOTS = 3
_SAME_SHARE = 0.01  # of the picture's longer side that a board must have moved between two shots
_CELLS = 3  # the picture is looked at in 3 × 3 cells
_FOLDS = 4
_BETTER = 0.95  # a third radial term must pay for itself
_NAMES = (("top-left", "top", "top-right"), ("left", "middle", "right"), ("bottom-left", "bottom", "bottom-right"))


class BoardError(ValueError):
    """A board file that cannot be used; the message names file and key."""


class CalibrationError(ValueError):
    """Shots that no lens can be learnt from; the message says what is missing."""


class Hint(StrEnum):
    """What would make the shots better. The code is stable: screens translate it."""

    NO_BOARD = "no_board"  # the board is not found in this picture
    FEW_CORNERS = "few_corners"  # only a part of the board is found
    OTHER_SIZE = "other_size"  # not of the size of the first picture
    SAME = "same"  # the board is where it was in an earlier picture
    COME_CLOSER = "come_closer"  # the board is small in this picture
    TILT_MORE = "tilt_more"  # the board was always seen from straight above
    FILL = "fill"  # a part of the picture never showed the board; `where` names it
    MORE_SHOTS = "more_shots"


@dataclass(frozen=True)
class Advice:
    """A hint, and where in the picture ("top-left" .. "bottom-right") where that matters."""

    hint: Hint
    where: str = ""


@dataclass(frozen=True)
class Board:
    """A printed board: so many squares wide and high, and the sides of square and marker in mm."""

    squares: tuple[int, int]
    square_mm: float
    marker_mm: float
    dictionary: str

    @cached_property
    def pattern(self) -> cv2.aruco.CharucoBoard:
        """The board as OpenCV knows it."""
        code = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, self.dictionary))
        return cv2.aruco.CharucoBoard(self.squares, self.square_mm, self.marker_mm, code)


@dataclass(frozen=True, eq=False)
class Shot:
    """The board in one picture: corners found (N, 2) in pixels and the same corners (N, 3) in mm on the board."""

    size_px: tuple[int, int]
    corners_px: Floats
    corners_mm: Floats

    @property
    def count(self) -> int:
        """How many corners were found."""
        return len(self.corners_px)

    @property
    def hull_px(self) -> Floats:
        """What the corners cover of the picture, (N, 2)."""
        return np.asarray(cv2.convexHull(self.corners_px.astype(np.float32)), np.float64).reshape(-1, 2)


@dataclass(frozen=True)
class Calibration:
    """A lens, what could be better of the shots all together, and of each picture."""

    lens: Lens
    overall: tuple[Advice, ...] = ()
    pictures: tuple[tuple[Advice, ...], ...] = field(default=())

    @property
    def verdict(self) -> str:
        """good, usable or poor, by the error at corners that were held out."""
        return "good" if self.lens.error_px <= GOOD_PX else "usable" if self.lens.error_px <= USABLE_PX else "poor"


def load_board(path: pathlib.Path) -> Board:
    """The board of a TOML file. Raises BoardError, or OSError where it cannot be read."""
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise BoardError(f"{path}: {error}") from error
    return board_of(told, str(path))


def board_of(told: dict[str, Any], where: str) -> Board:
    """The board of a parsed file. Raises BoardError."""
    part = told.get("board")
    keys = ("squares", "square_mm", "marker_mm", "dictionary")
    if not isinstance(part, dict) or set(part) != set(keys):
        raise BoardError(f"{where}: awaited: a section [board] with {', '.join(keys)}")
    squares, square, marker = part["squares"], part["square_mm"], part["marker_mm"]
    if not (isinstance(squares, list) and len(squares) == 2 and all(type(n) is int and 3 <= n <= 40 for n in squares)):
        raise BoardError(f"{where}: squares is {squares!r}; awaited: two whole numbers from 3 to 40")
    if not all(isinstance(v, int | float) and not isinstance(v, bool) for v in (square, marker)):
        raise BoardError(f"{where}: square_mm and marker_mm are numbers of mm")
    if not 0 < marker < square < 1000:
        raise BoardError(f"{where}: marker_mm is {marker}, square_mm is {square}; awaited: 0 < marker < square")
    name = part["dictionary"]
    if not (isinstance(name, str) and name.startswith("DICT_") and hasattr(cv2.aruco, name)):
        raise BoardError(f"{where}: dictionary is {name!r:.40}; awaited: one of OpenCV's, such as DICT_5X5_100")
    try:
        board_markers((squares[0], squares[1]), square, marker, name)
    except MarkerError as error:
        raise BoardError(f"{where}: {error}") from error
    return Board((squares[0], squares[1]), float(square), float(marker), name)


def find_board(image: Image, board: Board) -> Shot | None:
    """The corners of the board in a picture (height, width, 3); None where it is not found."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    corners, ids, _, _ = cv2.aruco.CharucoDetector(board.pattern).detectBoard(grey)
    if ids is None or len(ids) < _LEAST_CORNERS:
        return None
    known = np.asarray(board.pattern.getChessboardCorners(), np.float64)[np.asarray(ids).ravel()]
    found = np.asarray(corners, np.float64).reshape(-1, 2)
    if np.linalg.matrix_rank(known[:, :2] - known[0, :2]) < 2:  # all on one line tell nothing
        return None
    return Shot((image.shape[1], image.shape[0]), found, known)


def calibrate(shots: Sequence[Shot | None], board: Board) -> Calibration:
    """Learns the lens from shots, in the order of the pictures; None stands for a picture without a board.

    Its error is that of corners that the fit did not see, each corner once. Raises CalibrationError."""
    good = [shot for shot in shots if shot is not None]
    size = max((shot.size_px for shot in good), key=[shot.size_px for shot in good].count, default=(0, 0))
    good = _different([shot for shot in good if shot.size_px == size])
    if len(good) < LEAST_SHOTS:
        raise CalibrationError(
            f"the board is found in {len(good)} pictures of one size, each from elsewhere; at least {LEAST_SHOTS} are"
            " needed"
        )
    flags = _flags(good, size)
    matrix, bend, turns = _fit(good, size, flags)
    lens = _lens(size, matrix, bend, _held_out(good, size, flags), len(good))
    each = tuple(look_at(shot, size, board, good) for shot in shots)
    return Calibration(lens, _overall(good, size, turns), each)


def is_same(a: Shot, b: Shot) -> bool:
    """Whether the board is at the same place in both: the second tells nothing new, however small its error."""
    before = dict(zip(map(tuple, a.corners_mm.tolist()), a.corners_px, strict=True))
    both = [
        (before[mm], px) for mm, px in zip(map(tuple, b.corners_mm.tolist()), b.corners_px, strict=True) if mm in before
    ]
    if a.size_px != b.size_px or len(both) < _LEAST_CORNERS:
        return False
    one, other = np.array(both).transpose(1, 0, 2)
    return bool(np.median(np.hypot(*(one - other).T)) < _SAME_SHARE * max(a.size_px))


def _different(shots: Sequence[Shot]) -> list[Shot]:
    """Without those that show what an earlier one showed."""
    kept: list[Shot] = []
    for shot in shots:
        if not any(is_same(shot, other) for other in kept):
            kept.append(shot)
    return kept


def advise(shots: Sequence[Shot]) -> tuple[Advice, ...]:
    """What shots lack all together, before a lens is learnt from them: tilts are judged with a plain lens."""
    size = shots[0].size_px
    plain = np.array([[max(size), 0.0, size[0] / 2], [0.0, max(size), size[1] / 2], [0.0, 0.0, 1.0]])
    good = [shot for shot in shots if shot.size_px == size]
    turns = [cv2.solvePnP(shot.corners_mm, shot.corners_px, plain, np.zeros(5))[1] for shot in good]
    return _overall(good, size, [np.asarray(cv2.Rodrigues(turn)[0], np.float64) for turn in turns])


def _flags(shots: list[Shot], size: tuple[int, int]) -> int:
    """Without the third radial term, unless it pays for itself at held-out corners."""
    plain, full = (_held_out(shots, size, flags) for flags in (cv2.CALIB_FIX_K3, 0))
    return 0 if full < _BETTER * plain else cv2.CALIB_FIX_K3


def _fit(shots: Sequence[Shot], size: tuple[int, int], flags: int) -> tuple[Floats, Floats, list[Floats]]:
    """Matrix, distortion, and how the board was turned in each shot (3, 3)."""
    known = [shot.corners_mm.astype(np.float32) for shot in shots]
    seen = [shot.corners_px.astype(np.float32) for shot in shots]
    start = np.eye(3), np.zeros(5)
    _, matrix, bend, turns, _ = cv2.calibrateCamera(known, seen, size, *start, flags=flags)
    rotations = [np.asarray(cv2.Rodrigues(turn)[0], np.float64) for turn in turns]
    return np.asarray(matrix, np.float64), np.asarray(bend, np.float64).ravel()[:5], rotations


def _lens(size: tuple[int, int], matrix: Floats, bend: Floats, error_px: float, pictures: int) -> Lens:
    k1, k2, p1, p2, k3 = (float(v) for v in bend)
    focal, centre = (float(matrix[0, 0]), float(matrix[1, 1])), (float(matrix[0, 2]), float(matrix[1, 2]))
    return Lens(size, focal, centre, (k1, k2, p1, p2, k3), error_px, pictures)


def _held_out(shots: list[Shot], size: tuple[int, int], flags: int) -> float:
    """Root mean square distance in pixels, of corners of which neither lens nor pose knew."""
    squares = np.concatenate([_misses(shots, size, flags, fold) for fold in range(_FOLDS)])
    return float(np.sqrt(squares.mean()))


def _misses(shots: list[Shot], size: tuple[int, int], flags: int, fold: int) -> Floats:
    kept = [np.arange(shot.count) % _FOLDS != (fold + n) % _FOLDS for n, shot in enumerate(shots)]
    part = [Shot(size, s.corners_px[k], s.corners_mm[k]) for s, k in zip(shots, kept, strict=True)]
    matrix, bend, _ = _fit(part, size, flags)
    misses = []
    for shot, known, keep in zip(shots, part, kept, strict=True):
        _, turn, way = cv2.solvePnP(known.corners_mm, known.corners_px, matrix, bend)
        seen = cv2.projectPoints(shot.corners_mm[~keep], turn, way, matrix, bend)[0].reshape(-1, 2)
        misses.append(((seen - shot.corners_px[~keep]) ** 2).sum(axis=1))
    return np.concatenate(misses)


def look_at(
    shot: Shot | None, size: tuple[int, int], board: Board, counted: Sequence[Shot] | None = None
) -> tuple[Advice, ...]:
    """What would make one shot better; `size` is that of the other pictures, None a picture without a board. `counted`
    are those a lens is learnt from."""
    if shot is None:
        return (Advice(Hint.NO_BOARD),)
    if shot.size_px != size:
        return (Advice(Hint.OTHER_SIZE),)
    if counted is not None and shot not in counted:
        return (Advice(Hint.SAME),)
    told = []
    if shot.count < 0.6 * (board.squares[0] - 1) * (board.squares[1] - 1):
        told.append(Advice(Hint.FEW_CORNERS))
    elif cv2.contourArea(shot.hull_px.astype(np.float32)) < _LEAST_SPREAD * size[0] * size[1]:
        told.append(Advice(Hint.COME_CLOSER))
    return tuple(told)


def _overall(shots: list[Shot], size: tuple[int, int], turns: list[Floats]) -> tuple[Advice, ...]:
    told = [Advice(Hint.FILL, where) for where in _unseen(shots, size)]
    tilts = [np.degrees(np.arccos(min(1.0, abs(turn[2, 2])))) for turn in turns]
    if sum(tilt >= _LEAST_TILT for tilt in tilts) < _TILTED_SHOTS:
        told.append(Advice(Hint.TILT_MORE))
    if len(shots) < 2 * LEAST_SHOTS:
        told.append(Advice(Hint.MORE_SHOTS))
    return tuple(told)


def _unseen(shots: list[Shot], size: tuple[int, int]) -> list[str]:
    """The names of the cells of the picture in which no shot shows a corner."""
    points = np.concatenate([shot.corners_px for shot in shots])
    cells = np.clip((points / np.array(size) * _CELLS).astype(int), 0, _CELLS - 1)
    seen = {(int(row), int(column)) for column, row in cells}
    return [_NAMES[r][c] for r in range(_CELLS) for c in range(_CELLS) if (r, c) not in seen]
