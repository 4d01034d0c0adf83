"""Markers as cells: what is printed is what OpenCV finds."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.ruler.printed import MarkerError, board_markers, cells


@pytest.mark.parametrize(("name", "number"), [("DICT_4X4_50", 0), ("DICT_4X4_50", 49), ("DICT_5X5_100", 99)])
def test_the_cells_of_a_marker_are_found_again(name: str, number: int) -> None:
    picture = np.pad(np.kron(np.where(cells(name, number), 0, 255), np.ones((12, 12))), 30, constant_values=255)
    known = cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, name))
    _, ids, _ = cv2.aruco.ArucoDetector(known).detectMarkers(picture.astype(np.uint8))
    assert np.ravel(ids).tolist() == [number]


def test_a_marker_has_a_black_border() -> None:
    drawn = np.array(cells("DICT_4X4_50", 7))
    assert drawn.shape == (6, 6)
    assert drawn[0].all()
    assert drawn[-1].all()
    assert drawn[:, 0].all()
    assert drawn[:, -1].all()


def test_the_markers_of_a_board_lie_in_its_white_squares() -> None:
    markers = board_markers((9, 6), 30, 22, "DICT_5X5_100")
    assert [marker.number for marker in markers] == list(range(27))
    for marker in markers:
        column, row = (marker.x - 4) / 30, (marker.y - 4) / 30
        assert (column, row) == (pytest.approx(round(column), abs=1e-4), pytest.approx(round(row), abs=1e-4))
        assert (round(column) + round(row)) % 2 == 1


def test_what_there_is_not_is_refused() -> None:
    with pytest.raises(MarkerError, match="DICT_4X4_50 has the markers 0 to 49, not 50"):
        cells("DICT_4X4_50", 50)
    with pytest.raises(MarkerError, match="no dictionary"):
        cells("aruco", 0)
    with pytest.raises(MarkerError, match="no dictionary"):
        cells("DICT_9X9_50", 0)
    with pytest.raises(MarkerError, match="need 150 markers"):
        board_markers((20, 15), 9, 7, "DICT_5X5_100")
