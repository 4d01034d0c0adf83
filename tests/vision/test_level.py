"""Which dice stand on the table, by the sides that are seen of them: drawn with a pinhole camera of our own."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from vision.dice.level import TIPPED, Foot, Tilt, tilt_of, tipped
from vision.dice.picture import Floats

WIDTH, HEIGHT = 1280, 720
EDGE = 16.0  # mm


@dataclass(frozen=True)
class Camera:
    """`tilt` degrees from straight down, `high` mm above the middle of the table."""

    tilt: float
    focal: float
    high: float = 450.0

    def seen(self, point: Floats) -> Floats:
        a = np.deg2rad(self.tilt)
        turn = np.array([[1, 0, 0], [0, -np.cos(a), np.sin(a)], [0, -np.sin(a), -np.cos(a)]])
        eye = -turn.T @ np.array([0, 0, self.high])
        x, y, z = turn @ (point - eye)
        return np.array([x, y]) / z * self.focal + np.array([WIDTH - 1, HEIGHT - 1]) / 2

    def foot(
        self, at: tuple[float, float], lean: float = 0.0, toward: float = 0.0, noise: Floats | None = None
    ) -> Foot:
        """A die there, its lowest point on the table or not, that leans by `lean` degrees."""
        a, t = np.deg2rad(lean), np.deg2rad(toward)
        up = EDGE * np.array([np.sin(a) * np.cos(t), np.sin(a) * np.sin(t), np.cos(a)])
        top = np.array([*at, 0.0]) + up
        center, below = self.seen(top), self.seen(top - up)
        side = float(np.linalg.norm(self.seen(top + np.array([EDGE, 0, 0])) - center))
        return Foot(center, side, (below - center) / side + (0 if noise is None else noise))


CAMERAS = [Camera(tilt, focal * WIDTH) for tilt in (0, 12, 30) for focal in (0.8, 1.1, 1.7)]
PLACES = [(-120, 40), (90, -50), (20, 60), (-60, -60), (140, 70)]


@pytest.mark.parametrize("camera", CAMERAS)
@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_dice_that_stand_on_the_table_agree(camera: Camera, count: int) -> None:
    rng = np.random.default_rng(count)
    seen = [camera.foot(at, noise=rng.normal(0, 0.04, 2)) for at in PLACES[:count]]
    assert max(tipped(seen, WIDTH, HEIGHT)) < TIPPED


@pytest.mark.parametrize("camera", CAMERAS)
@pytest.mark.parametrize("toward", [0, 70, 200])
@pytest.mark.parametrize("count", [3, 5])
def test_the_one_that_leans_is_told(camera: Camera, toward: float, count: int) -> None:
    rng = np.random.default_rng(int(toward))
    seen = [camera.foot(at, noise=rng.normal(0, 0.04, 2)) for at in PLACES[:count]]
    seen[1] = camera.foot(PLACES[1], lean=28, toward=toward)
    off = tipped(seen, WIDTH, HEIGHT)
    assert np.argmax(off) == 1
    assert off[1] >= TIPPED


@pytest.mark.parametrize("camera", CAMERAS)
def test_of_two_that_disagree_one_is_told(camera: Camera) -> None:
    seen = [camera.foot(PLACES[0]), camera.foot(PLACES[1], lean=30, toward=90)]
    assert max(tipped(seen, WIDTH, HEIGHT)) >= TIPPED


def test_one_die_alone_agrees_with_itself_however_it_leans() -> None:
    camera = Camera(10, 1.1 * WIDTH)
    assert max(tipped([camera.foot((0, 0), lean=20, toward=90)], WIDTH, HEIGHT)) < TIPPED


def test_no_dice_are_no_trouble() -> None:
    assert tipped([], WIDTH, HEIGHT) == []


def around(rng: np.random.Generator) -> tuple[float, float]:
    x, y = rng.uniform(-130, 130, 2)
    return float(x), float(y)


def tilt(camera: Camera, rng: np.random.Generator) -> Tilt:
    """As nine dice tell it."""
    return tilt_of([camera.foot(around(rng), noise=rng.normal(0, 0.05, 2)) for _ in range(9)], WIDTH, HEIGHT)


@pytest.mark.parametrize("camera", CAMERAS)
@pytest.mark.parametrize("toward", [0, 70, 200, 290])
def test_one_die_alone_that_leans_is_told_where_the_tilt_is_known(camera: Camera, toward: float) -> None:
    rng = np.random.default_rng(int(toward))
    leaning = camera.foot(PLACES[2], lean=28, toward=toward, noise=rng.normal(0, 0.04, 2))
    assert tilt(camera, rng).off([leaning])[0] >= TIPPED


@pytest.mark.parametrize("camera", CAMERAS)
def test_one_die_alone_that_stands_is_not_told_to_lean(camera: Camera) -> None:
    rng = np.random.default_rng(4)
    for _ in range(10):
        dice = [camera.foot(around(rng), noise=rng.normal(0, 0.06, 2)) for _ in range(20)]
        assert max(tilt(camera, rng).off(dice)) < TIPPED
