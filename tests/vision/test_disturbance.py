"""Settle under light that changes, focus that wanders, lamps that flicker and sensors that are noisy."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.disturbance import (
    Disturbance,
    beat,
    both,
    breathing,
    daylight,
    exposure_drift,
    exposure_jumps,
    flicker,
    high_gain,
    shoulder,
    wandering_shadow,
)
from tests.vision.evening import Evening
from vision.settle import State

WHITE, RED, BLACK = ("d6", "white", 3), ("d6", "red", 2), ("d6", "black", 6)
PALE = ("number_die", "white", 2)
HUNG_S = 1.0  # a rest longer than this in which Settle still says that something rolls

CASES: list[tuple[str, Disturbance, float]] = [
    ("nothing", lambda image, t_s: image, 24),
    ("exposure drifts", exposure_drift(), 24),
    ("exposure jumps", both(exposure_jumps(), lambda image, t_s: shoulder(image)), 24),
    ("focus breathes slowly", breathing(hertz=0.3), 24),
    ("focus breathes fast", breathing(hertz=1.0), 24),
    ("focus breathes and zooms", breathing(zoom=0.01), 24),
    ("bands at 24", flicker(), 24),
    ("bands at 25", flicker(), 25),
    ("bands at 30", flicker(), 30),
    ("bands that wander at 25", flicker(mains_hertz=50.3), 25),
    ("beat at 24", beat(), 24),
    ("beat at 25", beat(mains_hertz=50.2), 25),
    ("beat at 30", beat(), 30),
    ("high gain", high_gain(), 24),
    ("a soft shadow", wandering_shadow(), 24),
    ("a hard shadow", wandering_shadow(soft=0.04), 24),
    ("daylight", daylight(), 24),
    ("all of it", both(exposure_drift(0.15), breathing(1.5), flicker(0.07), high_gain(8)), 24),
]


def cases() -> pytest.MarkDecorator:
    return pytest.mark.parametrize(("disturbance", "fps"), [pytest.param(d, fps, id=name) for name, d, fps in CASES])


@cases()
def test_each_throw_is_told_once_and_each_push_is_a_doubt(disturbance: Disturbance, fps: float) -> None:
    evening = Evening(disturbance, fps, seed=3)
    evening.still(0.8)
    evening.throw([WHITE, RED, BLACK])
    evening.hand(evening.placed, "hand")
    evening.nudge()
    evening.push()
    evening.hand([], "pick up", rest_s=0.6)
    evening.throw([PALE])
    told = list(evening.told())
    assert [t[:2] for t in told] == [("throw", "roll"), ("nudge", "moved"), ("push", "moved"), ("throw", "roll")]
    assert max(seconds for _, _, seconds in told) <= 0.5
    assert evening.states[-1] is State.CONSUMED


@cases()
def test_while_nothing_is_thrown_nothing_is_told(disturbance: Disturbance, fps: float) -> None:
    evening = Evening(disturbance, fps, seed=4)
    evening.placed = evening.tray.place([WHITE, PALE])
    evening.still(5.0)
    assert evening.events == []
    assert longest(evening.states, State.ROLLING) <= HUNG_S * fps
    assert longest(evening.states, State.HAND) == 0


def test_in_noise_that_hides_hands_a_push_is_no_throw() -> None:
    evening = Evening(high_gain(30), seed=3)
    evening.still(0.8)
    evening.throw([WHITE, RED, BLACK])
    evening.push()
    evening.push()
    assert [t[:2] for t in evening.told()] == [("throw", "roll"), ("push", "moved"), ("push", "moved")]


def longest(states: list[State], state: State) -> int:
    """The most frames in a row in this state."""
    ends = np.flatnonzero([s is not state for s in [None, *states, None]])
    return int(np.diff(ends).max()) - 1
