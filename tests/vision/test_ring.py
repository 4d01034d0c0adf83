"""The ring of the last seconds: bounded in time, rate, bytes and width, whatever comes."""

from __future__ import annotations

import numpy as np
import pytest

from vision.frame import Frame
from vision.picture import decode_picture
from vision.ring import EVERY_S, MOST_BYTES, SPAN_S, WIDTH_PX, Ring

NOISE = np.random.default_rng(1).integers(0, 255, (720, 1280, 3), np.uint8)
GREY = np.full((90, 160, 3), 90, np.uint8)


@pytest.mark.parametrize("fps", [5.0, 24.0, 30.0, 120.0])
def test_at_most_ten_a_second_and_four_seconds(fps: float) -> None:
    ring = Ring()
    for seq in range(round(10 * fps)):
        ring.take(Frame(seq, seq / fps, GREY))
    times_s = [shot.t_s for shot in ring.shots()]
    assert times_s[-1] - times_s[0] <= SPAN_S
    assert min(np.diff(times_s)) >= EVERY_S - 0.003
    assert len(times_s) > 0.6 * SPAN_S * min(fps, 1 / EVERY_S)


def test_frames_at_thirty_a_second_make_ten() -> None:
    ring = Ring()
    for seq in range(30):
        ring.take(Frame(seq, seq / 30, GREY))
    assert len(ring.shots()) == 10


def test_noise_stays_within_the_bytes_and_the_width() -> None:
    ring = Ring()
    for seq in range(60):
        ring.take(Frame(seq, seq * EVERY_S, NOISE))
    assert sum(len(shot.jpeg) for shot in ring.shots()) <= MOST_BYTES
    assert len(ring.shots()) >= 20
    assert decode_picture(ring.shots()[0].jpeg, "shot").shape[1] <= WIDTH_PX


def test_a_pause_in_the_motion_forgets_what_was_long_before() -> None:
    ring = Ring()
    for t_s in (0.0, 0.2, 60.0, 60.2):
        ring.take(Frame(1, t_s, GREY))
    assert [shot.t_s for shot in ring.shots()] == [60.0, 60.2]


def test_where_time_goes_back_it_begins_anew() -> None:
    ring = Ring()
    for t_s in (5.0, 5.2, 0.1):
        ring.take(Frame(1, t_s, GREY))
    assert [shot.t_s for shot in ring.shots()] == [0.1]
    ring.clear()
    assert ring.shots() == ()
