"""The tray region: what is cut out, where its points lie in the whole picture, which corners are refused."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.region import MOST_CORNERS, WHOLE, Region, RegionError

PICTURE = np.random.default_rng(4).integers(0, 255, (90, 160, 3), np.uint8)
LEFT_HALF = Region(((0.0, 0.0), (0.5, 0.0), (0.5, 1.0), (0.0, 1.0)))
SLANTED = Region(((0.2, 0.1), (0.9, 0.2), (0.8, 0.9), (0.1, 0.8)))


def test_the_whole_picture_is_cut_to_itself_without_a_copy() -> None:
    assert np.array_equal(WHOLE.crop(PICTURE), PICTURE)
    assert np.shares_memory(WHOLE.crop(PICTURE), PICTURE)


def test_a_rectangle_is_cut_out() -> None:
    assert np.array_equal(LEFT_HALF.crop(PICTURE), PICTURE[:, :80])


def test_outside_a_slanted_region_lies_its_mean_colour() -> None:
    cropped = SLANTED.crop(PICTURE)
    assert cropped.shape == (72, 128, 3)
    assert np.array_equal(cropped[36, 64], PICTURE[9 + 36, 16 + 64])
    assert np.array_equal(cropped[0, 0], cropped[-1, -1])
    assert np.abs(cropped[0, 0] - PICTURE[9:81, 16:144].mean(axis=(0, 1))).max() < 6


@given(st.integers(0, 90), st.integers(0, 60), st.integers(30, 70), st.integers(25, 30),
       st.integers(0, 24), st.integers(0, 24))  # fmt: skip
def test_a_point_of_the_cut_goes_back_to_where_it_lies(
    left: int, top: int, wide: int, high: int, x: int, y: int
) -> None:
    corners = ((left, top), (left + wide, top), (left + wide, top + high), (left, top + high))
    region = Region(tuple((cx / 160, cy / 90) for cx, cy in corners))
    back_x, back_y = region.back((x, y), PICTURE)
    assert np.array_equal(region.crop(PICTURE)[y, x], PICTURE[int(back_y), int(back_x)])


@pytest.mark.parametrize(
    ("corners", "why"),
    [
        (((0, 0), (1, 1)), "3 to 12 corners"),
        (tuple((0.5, 0.5) for _ in range(MOST_CORNERS + 1)), "3 to 12 corners"),
        (((0, 0), (1.2, 0), (1, 1)), "fractions"),
        (((0, 0), (float("nan"), 0), (1, 1)), "fractions"),
        (((0, 0), (1, 0), (1, 0.01), (0, 0.01)), "at least 5% of the picture high"),
        (((0, 0), (0.01, 0), (0.01, 1), (0, 1)), "at least 5% of the picture wide"),
        (((0, 0), (1, 1), (1, 0), (0, 1)), "cross"),
        (((0, 0), (1, 0), (0.2, 0.2), (0, 1)), "dent"),
        (((0, 0), (0.5, 0), (1, 0), (1, 1)), "dent"),
    ],
)
def test_corners_that_are_no_region_are_refused_with_the_reason(corners: tuple, why: str) -> None:
    with pytest.raises(RegionError, match=why):
        Region(corners)


def test_any_turn_of_the_outline_will_do() -> None:
    assert np.array_equal(Region(LEFT_HALF.corners[::-1]).crop(PICTURE), PICTURE[:, :80])
