"""Markers as they are printed: which cells of an ArUco marker are black, and where a ChArUco board has what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import cv2

Cells: TypeAlias = tuple[tuple[bool, ...], ...]
"""Rows of cells from the top, its black border among them; True is black."""


class MarkerError(ValueError):
    """A marker or board that there is not; the message says what there is."""


@dataclass(frozen=True)
class BoardMarker:
    """A marker of a board: its number, and its top left corner in mm from that of the board."""

    number: int
    x: float
    y: float


def cells(dictionary: str, number: int) -> Cells:
    """The cells of a marker of one of OpenCV's dictionaries. Raises MarkerError."""
    known = _dictionary(dictionary)
    if not 0 <= number < len(known.bytesList):
        raise MarkerError(f"{dictionary} has the markers 0 to {len(known.bytesList) - 1}, not {number}")
    drawn = cv2.aruco.generateImageMarker(known, number, known.markerSize + 2)  # a pixel a cell
    return tuple(tuple(bool(v == 0) for v in row) for row in drawn)


def board_markers(squares: tuple[int, int], square_mm: float, marker_mm: float, dictionary: str) -> list[BoardMarker]:
    """The markers of a ChArUco board, so many squares wide and high; its top left square is black. Raises
    MarkerError."""
    known, need = _dictionary(dictionary), squares[0] * squares[1] // 2
    if min(squares) < 3 or not 0 < marker_mm < square_mm:
        raise MarkerError(
            f"a board has 3 × 3 squares or more and markers that are smaller, not {squares[0]} × {squares[1]} of"
            f" {square_mm:g} mm with markers of {marker_mm:g} mm"
        )
    if need > len(known.bytesList):
        raise MarkerError(f"{squares[0]} × {squares[1]} squares need {need} markers, {dictionary} has fewer")
    board = cv2.aruco.CharucoBoard(squares, square_mm, marker_mm, known)
    corners = [marker[0] for marker in board.getObjPoints()]
    return [BoardMarker(int(n), float(at[0]), float(at[1])) for n, at in zip(board.getIds(), corners, strict=True)]


def _dictionary(name: str) -> cv2.aruco.Dictionary:
    if not (name.startswith("DICT_") and hasattr(cv2.aruco, name)):
        raise MarkerError(f"{name!r:.40} is no dictionary; awaited: one of OpenCV's, such as DICT_4X4_50")
    return cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, name))
