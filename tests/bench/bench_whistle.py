"""How well the whistle detector hears: `python -m tests.bench.bench_whistle BLOWS HOURS` tells the share of blows heard
and the false blows an hour, with speech, music, dice and claps beside, and what telephones and fans add."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Mapping

import numpy as np

from tests.firmware_bridge.hearing import blows, party
from tests.firmware_bridge.sounds import NOISES, OTHERS, Chance, Sound, digital, evening

PART_S = 30.0
Noise = Callable[[Chance, float], Sound]


def heard(count: int) -> Counter[tuple[str, int]]:
    """How many of so many blows were heard exactly once, by the noise beside."""
    told: Counter[tuple[str, int]] = Counter()
    for n in range(count):
        chance = np.random.default_rng(60_000 + n)
        name = [*NOISES, *OTHERS][n % 6]
        told[name, blows(party(chance, {**NOISES, **OTHERS}[name]))] += 1
    return told


def false_blows(hours: float, kinds: Mapping[str, Noise]) -> int:
    found = 0
    for n in range(round(hours * 3600 / PART_S)):
        found += blows(digital(evening(np.random.default_rng(90_000 + n), PART_S, kinds)))
    return found


def main(count: int, hours: float) -> None:
    told = heard(count)
    for name in (*NOISES, *OTHERS):
        once = told[name, 1]
        all_of_it = sum(n for (kind, _), n in told.items() if kind == name)
        print(
            f"beside {name:6}: {once} of {all_of_it} blows heard once ({100 * once / max(all_of_it, 1):.2f} %)",
            flush=True,
        )
    for title, kinds in (("speech, music, dice, claps", NOISES), ("with beeps and hum", {**NOISES, **OTHERS})):
        print(f"{title}: {false_blows(hours, kinds)} false blows in {hours:g} h", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]))
