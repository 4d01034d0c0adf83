"""The view: a camera that moved is noticed within two seconds; dice, hands and lamps are not taken for that."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from tests.vision import degraded
from vision.dice.reader import Reader
from vision.frame import Image
from vision.view import MOVED_SHARE, Shift, Standing, View

EMPTY = degraded.tray(())
EVERY_S = 0.5


def noticed_after_s(frames: Iterator[Image]) -> tuple[float, Shift] | None:
    """When the camera is said to have moved, looking twice a second."""
    standing = Standing(View.of(EMPTY))
    for step, image in enumerate(frames):
        shift = standing.moved(image, step * EVERY_S)
        if shift is not None:
            return step * EVERY_S, shift
    return None


def dice_and_noise(seed: int) -> Image:
    return degraded.tray(degraded.DICE * (1 + seed % 4), seed)


MOVES = [(30, 0, 0), (0, -40, 0), (120, 60, 0), (0, 0, 3), (0, 0, -8), (40, 20, 5)]


@pytest.mark.parametrize(("dx", "dy", "degrees"), MOVES)
def test_a_moved_camera_is_noticed_within_two_seconds_and_told_how_far(dx: int, dy: int, degrees: int) -> None:
    frames = (degraded.beside(dice_and_noise(n), dx, dy, degrees) for n in range(20))
    noticed = noticed_after_s(frames)
    assert noticed is not None
    after_s, shift = noticed
    assert 1.0 <= after_s <= 2.0
    assert shift.found
    assert -shift.degrees == pytest.approx(degrees, abs=0.5)
    corners = np.array([(0, 0), (1280, 0), (1280, 720), (0, 720)], float) - (640, 360)
    turn = np.deg2rad(-degrees)
    turned = corners @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    wandered = np.linalg.norm(turned + np.array((dx, dy)) - corners, axis=1).max()
    assert shift.px == pytest.approx(wandered, abs=12)


@pytest.mark.parametrize(("dx", "dy", "degrees"), [(500, 300, 0), (0, 0, 90), (20, 10, 25)])
def test_a_camera_that_looks_elsewhere_is_noticed_although_not_how_far(dx: int, dy: int, degrees: int) -> None:
    noticed = noticed_after_s(degraded.beside(dice_and_noise(n), dx, dy, degrees) for n in range(20))
    assert noticed is not None
    assert noticed[0] <= 2.0
    assert not noticed[1].found


@pytest.mark.parametrize(
    "frame",
    [
        dice_and_noise,
        lambda n: degraded.with_a_hand(dice_and_noise(n)),
        lambda n: degraded.lit(dice_and_noise(n), 0.25 if n % 2 else 1.0),
        lambda n: degraded.lit(dice_and_noise(n), (0.55, 0.9, 1.25)),
        lambda n: degraded.lit_from_the_side(dice_and_noise(n)),
        lambda n: degraded.banded(dice_and_noise(n), n, 0.3),
        lambda n: degraded.noisy(np.zeros_like(EMPTY), n),
        lambda n: degraded.beside(dice_and_noise(n), 5, 4, 0.3),
        lambda n: degraded.blurred(dice_and_noise(n), 3),
    ],
    ids=["dice", "hand", "lamp switched", "warm lamp", "lamp at the side", "flicker", "night", "a nudge", "refocus"],
)
def test_no_false_alarm(frame: object) -> None:
    assert noticed_after_s(frame(n) for n in range(16)) is None  # type: ignore[operator]


def test_a_short_knock_is_not_told() -> None:
    assert noticed_after_s(degraded.beside(EMPTY, 40 if n in (3, 4) else 0, 0) for n in range(16)) is None


def test_dice_of_the_remembered_moment_do_not_count() -> None:
    image = degraded.tray(degraded.DICE * 3)
    view = View.of(image, Reader().read(image).dice)
    shift = Standing(view).look(EMPTY)
    assert (shift.found, shift.moved) == (True, False)


def test_a_view_without_anything_to_hold_on_to_says_so_and_never_alarms() -> None:
    plain = degraded.noisy(np.full((720, 1280, 3), 120, np.uint8))
    standing = Standing(View.of(plain))
    assert not standing.can_tell
    assert [standing.moved(EMPTY, t) for t in (0.0, 1.0, 2.0)] == [None, None, None]


def test_other_picture_sizes_are_compared_by_their_share() -> None:
    standing = Standing(View.of(EMPTY))
    half = degraded.beside(EMPTY, 60, 0)[::2, ::2]
    assert standing.look(half).px == pytest.approx(30, abs=2)
    assert MOVED_SHARE * 640 < 30
