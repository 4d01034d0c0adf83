"""Advice: each reason is found where a picture was spoilt that way, and nowhere else."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision import degraded
from vision.advice import LEAST_DIE_PX, Cause, Level, Verdict, advise, profile
from vision.dice.die import Die, Doubt, Reading, Status
from vision.dice.reader import Reader
from vision.frame import Image
from vision.view import Shift

READER = Reader()
NONE = Reading(Status.EMPTY)


def judged(image: Image) -> Verdict:
    return advise(image, READER.read(image))


def causes(verdict: Verdict) -> dict[Cause, Level]:
    return {reason.cause: reason.level for reason in verdict.reasons}


def a_die(center: tuple[float, float], side: float) -> Die:
    x, y, h = *center, side / 2
    return Die("d6", "white", 3, 0.9, center, ((x - h, y - h), (x + h, y - h), (x + h, y + h), (x - h, y + h)))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("sigma", [0.0, 3.0, 8.0])
def test_a_well_lit_tray_is_good_however_noisy(seed: int, sigma: float) -> None:
    verdict = judged(degraded.noisy(degraded.tray(seed=seed), seed, sigma))
    assert (verdict.level, verdict.reasons) == (Level.GOOD, ())


def test_an_empty_tray_is_good_with_the_hint_that_dice_are_needed() -> None:
    verdict = judged(degraded.tray(()))
    assert verdict.level is Level.GOOD
    assert causes(verdict) == {Cause.NO_DICE: Level.HINT}


@pytest.mark.parametrize(("gain", "level"), [(0.4, Level.USABLE), (0.15, Level.NOT_USABLE)])
def test_too_dark(gain: float, level: Level) -> None:
    verdict = judged(degraded.lit(degraded.tray(), gain))
    assert causes(verdict)[Cause.TOO_DARK] is verdict.level is level
    assert verdict.reasons[0].number < verdict.reasons[0].wanted


def test_a_black_tray_without_dice_is_not_too_dark() -> None:
    black = degraded.noisy(np.full((720, 1280, 3), 44, np.uint8))
    assert Cause.TOO_DARK not in causes(advise(black, NONE))


@pytest.mark.parametrize(("gain", "level"), [(3.5, Level.USABLE), (6.0, Level.NOT_USABLE)])
def test_too_bright(gain: float, level: Level) -> None:
    verdict = advise(degraded.lit(degraded.tray(), gain), NONE)
    assert causes(verdict)[Cause.TOO_BRIGHT] is level


def test_glare_on_a_die_makes_the_picture_not_usable() -> None:
    image = degraded.tray()
    reading = READER.read(image)
    red = next(die for die in reading.dice if die.colour == "red")
    verdict = advise(degraded.with_a_reflection(image, red.center, 26), reading)
    assert causes(verdict) == {Cause.GLARE: Level.NOT_USABLE}
    assert verdict.reasons[0].number > 25


def test_a_white_die_close_to_full_is_no_glare_as_long_as_it_is_read() -> None:
    image = degraded.lit(degraded.tray(), 1.06)
    assert causes(judged(image)) == {}


def test_glare_beside_the_dice_is_a_warning() -> None:
    verdict = advise(degraded.with_a_reflection(degraded.tray(()), (300, 300)), Reading(Status.EMPTY))
    assert causes(verdict)[Cause.GLARE] is verdict.level is Level.USABLE


@pytest.mark.parametrize(("sigma_px", "level"), [(5.5, Level.USABLE), (9.0, Level.NOT_USABLE)])
def test_blurred(sigma_px: float, level: Level) -> None:
    """Dice of 60 pixels; the reading is that of the sharp picture, so that only the blur is judged."""
    image = degraded.tray()
    verdict = advise(degraded.noisy(degraded.blurred(image, sigma_px)), READER.read(image))
    assert causes(verdict) == {Cause.BLURRED: level}
    assert verdict.reasons[0].number == pytest.approx(sigma_px, rel=0.4)


def test_blur_shows_without_dice() -> None:
    assert Cause.BLURRED in causes(judged(degraded.noisy(degraded.blurred(degraded.tray(()), 5))))


@pytest.mark.parametrize(("side", "level"), [(28.0, Level.USABLE), (20.0, Level.NOT_USABLE)])
def test_small_dice(side: float, level: Level) -> None:
    verdict = advise(degraded.tray(()), Reading(Status.OK, (a_die((640, 360), side),)))
    small = next(reason for reason in verdict.reasons if reason.cause is Cause.SMALL)
    assert (small.level, small.number) == (level, pytest.approx(side))


def test_dice_far_away_are_measured_in_the_picture_at_the_size_that_is_read() -> None:
    verdict = judged(degraded.from_afar(degraded.tray(), 0.36))
    assert causes(verdict)[Cause.SMALL] is Level.NOT_USABLE
    assert verdict.measures.die_px is not None
    assert verdict.measures.die_px < LEAST_DIE_PX
    big = np.repeat(np.repeat(degraded.tray(()), 2, 0), 2, 1)
    half = advise(big, Reading(Status.OK, (a_die((640, 360), 40.0),))).measures
    assert half.die_px == pytest.approx(20.0)


@pytest.mark.parametrize(("depth", "level"), [(0.1, Level.USABLE), (0.5, Level.NOT_USABLE)])
def test_flicker_of_the_mains(depth: float, level: Level) -> None:
    image = degraded.tray()
    bands = [profile(degraded.banded(image, n, depth)) for n in range(8)]
    verdict = advise(image, READER.read(image), bands)
    assert causes(verdict) == {Cause.FLICKER: level}
    assert verdict.reasons[0].number == pytest.approx(100 * depth, rel=0.35)


def test_a_beating_lamp_flickers_too() -> None:
    image = degraded.tray()
    beat = [profile(degraded.lit(image, 1 + 0.05 * (-1) ** n)) for n in range(8)]
    assert causes(advise(image, READER.read(image), beat)) == {Cause.FLICKER: Level.USABLE}


def test_a_lamp_that_is_switched_a_dusk_and_a_hand_are_no_flicker() -> None:
    image = degraded.tray()
    reading = READER.read(image)
    switched = [profile(degraded.lit(image, 1.0 if n < 4 else 0.7)) for n in range(8)]
    dusk = [profile(degraded.lit(image, 1.0 - 0.03 * n)) for n in range(8)]
    hand = [profile(degraded.with_a_hand(image) if n in (3, 4) else image) for n in range(8)]
    for seen in (switched, dusk, hand):
        assert causes(advise(image, reading, seen)) == {}


def test_a_moved_camera_is_told_with_how_far() -> None:
    image = degraded.tray()
    reading = READER.read(image)
    moved = advise(image, reading, shift=Shift(True, 44.0, 2.0, moved=True)).reasons[0]
    assert (moved.cause, moved.level, moved.number) == (Cause.MOVED, Level.USABLE, 44.0)
    assert advise(image, reading, shift=Shift(False)).reasons[0].level is Level.NOT_USABLE
    assert advise(image, reading, shift=Shift(True, 3.0)).reasons == ()


@pytest.mark.parametrize(("doubt", "cause"), [(Doubt.BLURRED, Cause.BLURRED), (Doubt.DARK, Cause.TOO_DARK),
                                              (Doubt.GLARE, Cause.GLARE)])  # fmt: skip
def test_the_verdict_never_calls_good_what_the_reader_stumbled_over(doubt: Doubt, cause: Cause) -> None:
    reading = Reading(Status.UNSURE, READER.read(degraded.tray()).dice, doubt, "a die cannot be read")
    assert causes(advise(degraded.tray(), reading)) == {cause: Level.USABLE}


def test_the_worst_reason_comes_first_and_decides() -> None:
    image = degraded.lit(degraded.from_afar(degraded.tray(), 0.5), 0.12)
    verdict = advise(image, Reading(Status.OK, (a_die((640, 360), 28.0),)))
    assert verdict.level is Level.NOT_USABLE
    assert [reason.level for reason in verdict.reasons] == sorted((r.level for r in verdict.reasons), reverse=True)
    assert verdict.reasons[0].cause is Cause.TOO_DARK
