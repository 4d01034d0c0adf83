"""Hears a referee's whistle with a pea: one strong tone between 2 and 4.5 kHz that trills.

Every 8 ms a bank of Goertzel filters tells how much of the sound is one tone, and which. A blow is 0.4 s in which that
is mostly so, the tone stays where it is, and its strength goes up and down as fast as only a pea moves. So
neither a clap nor a voice is a blow, and no steady or singing tone.

Goertzel, G. (1958): An algorithm for the evaluation of finite trigonometric series. Whole numbers, because the RP2040
has no others in hardware: what `viper` stands over is machine code on the board, and plain Python elsewhere."""

import math
from array import array

TYPE_CHECKING = False  # MicroPython has no typing
if TYPE_CHECKING:
    from typing import Any as ptr16
    from typing import Any as ptr32

    import micropython
else:
    try:
        import micropython
    except ImportError:  # CPython, where these are plain Python
        ptr16 = ptr32 = array

        class micropython:
            viper = staticmethod(lambda function: function)


RATE_HZ = 16_000
BLOCK = 128
BIN_HZ = RATE_HZ // BLOCK
FIRST, LAST = 15, 37
"""The filters of the bank, in BIN_HZ: 2 to 4.5 kHz and one more at each end."""
WINDOW = 48
"""The blocks in which a blow shows itself, 384 ms."""
QUIETEST = 30 * 30
"""Mean square of the samples, about -61 dBFS, below which nothing is a tone."""
TONE = 0.55
"""A block whistles when so much of its energy is in one filter and its two neighbours."""
WHISTLING = 30
"""So many blocks of the window whistle,"""
STEADY = 0.8
"""so much of them within two filters of the middle one,"""
SWING = 0.18
DROPS = (5, 20)
"""and the strength swings so far above and below its middle, so often: a pea at 13 to 52 Hz,"""
SPAN = 20
"""from the first to the last in at least so many blocks,"""
UNEVEN = 0.19
"""and evenly: the gaps differ from their mean by so much of it,"""
SLOWEST = 9.0
"""and in the mean no more blocks apart: no slower than 14 Hz,"""
PEAK = 8.0
"""and never so many times above its middle, as knocks and claps are,"""
LASTING = 5
"""in so many windows without a break."""
REST = 40
"""Blocks without a blow until the next one counts."""

_Q = 13  # bits behind the point of a coefficient; with samples of 10 bits nothing leaves 32
_COEFFICIENTS = [round(2 * math.cos(2 * math.pi * k / BLOCK) * (1 << _Q)) for k in range(FIRST, LAST + 1)]


@micropython.viper
def _prepare(samples: ptr16, count: int, scaled: ptr16) -> int:
    """The samples without their mean, at most 511 strong, and 512 added; returns how many bits that took. Viper reads
    without a sign: hence the 512, and the look at what is above 32767."""
    total = 0
    i = 0
    while i < count:
        x = samples[i]
        total += x - 65536 if x > 32767 else x
        i += 1
    mean = total // count
    peak = 0
    i = 0
    while i < count:
        x = samples[i]
        x = (x - 65536 if x > 32767 else x) - mean
        peak = x if x > peak else (0 - x if 0 - x > peak else peak)
        i += 1
    shift = 0
    while peak >> shift > 511:
        shift += 1
    i = 0
    while i < count:
        x = samples[i]
        x = (x - 65536 if x > 32767 else x) - mean
        scaled[i] = (x >> shift) + 512
        i += 1
    return shift


@micropython.viper
def _energy(scaled: ptr16, count: int) -> int:
    """The sum of the squares."""
    total = 0
    i = 0
    while i < count:
        x = scaled[i] - 512
        total += x * x
        i += 1
    return total


@micropython.viper
def _resonate(scaled: ptr16, count: int, coefficient: int, state: ptr32) -> int:
    """Goertzel's recurrence over the block; leaves the last two values in `state`."""
    last = 0
    before = 0
    i = 0
    while i < count:
        now = scaled[i] - 512 + ((coefficient * last) >> 13) - before
        before = last
        last = now
        i += 1
    state[0] = last
    state[1] = before
    return 0


class Bank:
    """The filters. Reuses its buffers, so that a board has nothing to collect."""

    def __init__(self) -> None:
        self._scaled = array("h", [0] * BLOCK)
        self._state = array("i", [0, 0])

    def measure(self, samples: "array[int]") -> tuple[float, list[float]]:
        """Of a block of 16-bit samples: its energy, and that of each filter; a tone in one filter has all of it."""
        shift = int(_prepare(samples, BLOCK, self._scaled))
        unit = float(1 << (2 * shift))
        energy = int(_energy(self._scaled, BLOCK))
        return energy * unit, [self._power(c) * unit for c in _COEFFICIENTS]

    def _power(self, coefficient: int) -> float:
        _resonate(self._scaled, BLOCK, coefficient, self._state)
        last, before = float(self._state[0]), float(self._state[1])
        power = last * last + before * before - last * before * (coefficient / (1 << _Q))
        return power * 2 / BLOCK


class Whistle:
    """Listens block by block and says when a blow has been heard, once for each."""

    def __init__(self) -> None:
        self._bank = Bank()
        self._where = [0] * WINDOW
        self._strength = [0.0] * WINDOW
        self._at = 0
        self._lasting = 0
        self._rest = 0

    def listen(self, samples: "array[int]") -> bool:
        """A block of 16-bit samples at RATE_HZ."""
        energy, powers = self._bank.measure(samples)
        return self.judge(energy, powers)

    def judge(self, energy: float, powers: list[float]) -> bool:
        """The same, when the filters have been read elsewhere; see `Bank.measure`."""
        top = max(powers)
        where = min(max(powers.index(top), 1), len(powers) - 2)
        tone = powers[where - 1] + powers[where] + powers[where + 1]
        whistles = energy > QUIETEST * BLOCK and tone > TONE * energy
        self._where[self._at] = where if whistles else 0
        self._strength[self._at] = tone
        self._at = (self._at + 1) % WINDOW
        if not self._blown():
            self._lasting, self._rest = 0, max(0, self._rest - 1)
            return False
        self._lasting += 1
        if self._lasting < LASTING:
            return False
        first, self._rest = self._rest == 0, REST
        return first

    def _blown(self) -> bool:
        found = sorted([where for where in self._where if where])
        if len(found) < WHISTLING:
            return False
        middle = found[len(found) // 2]
        near = len([where for where in found if -2 <= where - middle <= 2])
        return near >= STEADY * len(found) and _trills(self._strength[self._at :] + self._strength[: self._at])


def _trills(strength: list[float]) -> bool:
    """Whether it swings, often enough, evenly, and without peaks."""
    if max(strength) > PEAK * sorted(strength)[len(strength) // 2]:
        return False
    drops = _drops(strength)
    if not DROPS[0] <= len(drops) <= DROPS[1] or drops[-1] - drops[0] < SPAN:
        return False
    gaps = [after - before for before, after in zip(drops, drops[1:])]
    mean = sum(gaps) / len(gaps)
    return mean <= SLOWEST and sum([abs(gap - mean) for gap in gaps]) <= UNEVEN * sum(gaps)


def _drops(strength: list[float]) -> list[int]:
    """Where it goes from well above its middle to well below. A pea lets through less than the middle as often as more;
    a clap beside a steady tone only adds."""
    middle = sorted(strength)[len(strength) // 2]
    drops, high = [], strength[0] > middle
    for at, value in enumerate(strength):
        if high and value < middle * (1 - SWING):
            high = False
            drops.append(at)
        elif not high and value > middle * (1 + SWING):
            high = True
    return drops
