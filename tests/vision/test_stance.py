"""What earlier rolls tell of the camera: a die alone that leans is told, one that stands is not, and a moved camera is
learnt anew."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.test_level import HEIGHT, WIDTH, Camera
from vision.dice.die import Die, Doubt, Reading, Status
from vision.stance import Stance

IMAGE = np.zeros((HEIGHT, WIDTH, 3), np.uint8)
CAMERA = Camera(6, 1.1 * WIDTH)
MOVED = Camera(40, 1.1 * WIDTH)


def seen(camera: Camera, count: int, seed: int, lean: float = 0.0) -> Reading:
    """Dice that stand, read for sure; with `lean` degrees the first one leans."""
    rng = np.random.default_rng(seed)
    return Reading(Status.OK, tuple(_die(camera, rng, 0.0 if k else lean) for k in range(count)))


def _die(camera: Camera, rng: np.random.Generator, lean: float) -> Die:
    at, toward = tuple(rng.uniform(-110, 110, 2)), float(rng.uniform(0, 360))
    foot = camera.foot(at, lean, toward, noise=rng.normal(0, 0.04, 2))
    (x, y), h = foot.top, foot.side / 2
    corners = ((x - h, y - h), (x + h, y - h), (x + h, y + h), (x - h, y + h))
    return Die("d6", "white", 5, 0.99, (float(x), float(y)), corners, (float(foot.drop[0]), float(foot.drop[1])))


def learnt(camera: Camera, rolls: int = 3, count: int = 3, stance: Stance | None = None) -> Stance:
    stance = stance or Stance()
    for seed in range(rolls):
        stance.learn(seen(camera, count, 1000 + seed), IMAGE)
    return stance


@pytest.mark.parametrize("seed", range(20))
def test_a_single_die_that_leans_is_told_after_three_rolls(seed: int) -> None:
    reading = learnt(CAMERA).judged(seen(CAMERA, 1, seed, lean=30), IMAGE)
    assert (reading.status, reading.doubt) == (Status.UNSURE, Doubt.LEANING)
    assert reading.reason.startswith("a die ")
    assert reading.reason.endswith(" does not lie flat")
    assert len(reading.dice) == 1


@pytest.mark.parametrize("count", [1, 2, 3])
def test_dice_that_stand_are_read_as_before(count: int) -> None:
    stance = learnt(CAMERA)
    for seed in range(30):
        reading = seen(CAMERA, count, seed)
        assert stance.judged(reading, IMAGE) is reading


@pytest.mark.parametrize(("rolls", "count"), [(0, 3), (2, 3), (9, 2), (9, 1)])
def test_nothing_is_told_by_few_rolls_or_few_dice(rolls: int, count: int) -> None:
    reading = seen(CAMERA, 1, 7, lean=35)
    assert learnt(CAMERA, rolls, count).judged(reading, IMAGE) is reading


def test_a_doubt_stays_the_doubt_it_was() -> None:
    doubt = Reading(Status.UNSURE, seen(CAMERA, 1, 7, lean=35).dice, Doubt.GLARE, "glare")
    assert learnt(CAMERA).judged(doubt, IMAGE) is doubt


@pytest.mark.parametrize("count", [2, 3])
def test_what_a_moved_camera_contradicts_is_forgotten(count: int) -> None:
    stance = learnt(CAMERA, 5)
    alone, several = seen(MOVED, 1, 5), seen(MOVED, count, 6)
    assert stance.judged(alone, IMAGE).doubt is Doubt.LEANING
    assert stance.judged(several, IMAGE) is several
    stance.learn(several, IMAGE)
    assert stance.judged(alone, IMAGE) is alone


def test_a_moved_camera_is_learnt_anew() -> None:
    stance = learnt(MOVED, stance=learnt(CAMERA, 5))
    alone = seen(MOVED, 1, 5)
    assert stance.judged(alone, IMAGE) is alone
    assert stance.judged(seen(MOVED, 1, 5, lean=32), IMAGE).doubt is Doubt.LEANING


def test_pictures_of_another_size_are_of_another_camera() -> None:
    stance, alone = learnt(CAMERA), seen(CAMERA, 1, 7, lean=35)
    small = IMAGE[: HEIGHT // 2]
    assert stance.judged(alone, small) is alone
    stance.learn(seen(CAMERA, 3, 8), small)
    assert stance.judged(alone, IMAGE) is alone


def test_dice_whose_sides_were_not_looked_at_tell_nothing() -> None:
    bare = Die("d6", "white", 5, 0.99, (50.0, 50.0), ((40, 40), (60, 40), (60, 60), (40, 60)))
    reading = Reading(Status.OK, (bare,) * 3)
    stance = learnt(CAMERA)
    stance.learn(reading, IMAGE)
    assert stance.judged(reading, IMAGE) is reading
