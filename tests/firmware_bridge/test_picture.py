"""Letters to brightness."""

from __future__ import annotations

import pytest

from firmware_bridge.firmware.picture import ALONE, DIM, FULL, LAMPS, Picture


def test_a_picture_is_whole() -> None:
    picture = Picture("O.db", "wrgy", "Od")
    assert picture.fits
    assert picture.strip(0, 6) == [(FULL,) * 3, (0, 0, 0), (0, DIM, 0), (FULL, FULL, 0), (0, 0, 0), (0, 0, 0)]
    assert picture.strip(500, 4)[3] == (0, 0, 0), "blinks"
    assert picture.strip(0, 2) == [(FULL,) * 3, (0, 0, 0)]
    assert picture.lamp_levels(0) == [255, 39]


@pytest.mark.parametrize(
    ("lights", "colours", "lamps"),
    [("x", "w", ".."), ("O", "q", ".."), ("OO", "w", ".."), ("O", "w", "."), ("O", "w", "?.")],
)
def test_what_is_no_picture_does_not_fit(lights: str, colours: str, lamps: str) -> None:
    assert not Picture(lights, colours, lamps).fits


def test_alone_blinks() -> None:
    assert ALONE.fits
    assert ALONE.strip(0, 1) != ALONE.strip(500, 1)
    assert ALONE.lamp_levels(0) == [0] * LAMPS
