"""Pictures made smaller: the right size, the right brightness, no pattern that was not there."""

from __future__ import annotations

import numpy as np
import pytest

from vision.dice.picture import shrink

SCALES = [1.0, 0.9, 0.75, 0.6, 0.5, 0.375, 0.25, 0.1, 0.011]


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize(("height", "width"), [(720, 1280), (721, 1279), (90, 4000), (1, 1), (3, 500)])
def test_the_size_is_the_scaled_one(scale: float, height: int, width: int) -> None:
    small = shrink(np.full((height, width, 3), 77, np.uint8), scale)
    assert small.shape == (max(1, round(height * scale)), max(1, round(width * scale)), 3)
    assert (small == 77).all()


@pytest.mark.parametrize("scale", [0.5, 0.375, 0.25, 0.2])
def test_fine_stripes_become_grey_not_coarse_stripes(scale: float) -> None:
    stripes = np.zeros((240, 320, 3), np.uint8)
    stripes[:, ::2] = 200
    small = shrink(stripes, scale).astype(int)
    assert abs(small - 100).max() <= 3


@pytest.mark.parametrize("scale", [0.75, 0.5, 0.375, 0.3])
def test_what_is_seen_stays_where_it_is(scale: float) -> None:
    picture = np.zeros((400, 600, 3), np.uint8)
    picture[100:140, 300:360] = 255
    small = shrink(picture, scale)[..., 0].astype(float)
    y, x = np.indices(small.shape)
    middle = np.array([(x * small).sum(), (y * small).sum()]) / small.sum()
    assert (middle + 0.5) / scale - 0.5 == pytest.approx([329.5, 119.5], abs=0.6)
