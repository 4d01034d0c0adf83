"""The detector over long sounds: numpy reads the filters, all blocks at once; the judgement is the board's."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from firmware_bridge.firmware.whistle import BLOCK, FIRST, LAST, Whistle
from tests.firmware_bridge.sounds import Chance, Sound, add, blow, digital, level

LEAST_DB, MOST_DB = 6.0, 30.0
"""So much stronger than the noise beside it is a whistle; one at 1 m has 105 dB, a talk 65."""


def measured(samples: NDArray[np.int16]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """What `Bank.measure` tells of each block: energies (n), and those of the filters (n, filters)."""
    blocks = samples[: len(samples) // BLOCK * BLOCK].reshape(-1, BLOCK).astype(float)
    blocks -= blocks.mean(axis=1, keepdims=True)
    filters = np.exp(-2j * np.pi * np.outer(np.arange(BLOCK), np.arange(FIRST, LAST + 1)) / BLOCK)
    return (blocks**2).sum(axis=1), np.abs(blocks @ filters) ** 2 * 2 / BLOCK


def blows(samples: NDArray[np.int16]) -> int:
    """How many blows are heard."""
    whistle = Whistle()
    energies, powers = measured(samples)
    return sum(whistle.judge(e, p) for e, p in zip(energies.tolist(), powers.tolist(), strict=True))


def party(chance: Chance, noise: Callable[[Chance, float], Sound], length_s: float = 1.0) -> NDArray[np.int16]:
    """One blow with a noise beside it; the loudest sample of it is at -40 to 0 dBFS."""
    made = level(noise(chance, length_s), -chance.uniform(LEAST_DB, MOST_DB))
    add(made, 0.2 * length_s, blow(chance, 0.6 * length_s))
    return digital(made * 10 ** (chance.uniform(-40, 0) / 20) / np.abs(made).max())
