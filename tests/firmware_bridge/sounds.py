"""What a microphone on a games table hears, made from a seed: whistles, and what is not one.

All sounds are float arrays at RATE_HZ, mean square 1 unless told otherwise."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from firmware_bridge.firmware.whistle import RATE_HZ

Sound = NDArray[np.float64]
Chance = np.random.Generator


def times(length_s: float) -> Sound:
    return np.arange(round(length_s * RATE_HZ)) / RATE_HZ


def level(sound: Sound, dbfs: float) -> Sound:
    """The sound with that root mean square; a full sine is at -3 dBFS."""
    return sound * (10 ** (dbfs / 20) / max(float(np.sqrt(np.mean(sound**2))), 1e-9))


def digital(sound: Sound) -> NDArray[np.int16]:
    """16 bits, clipped where it is too loud."""
    return np.clip(np.round(sound * 32767), -32768, 32767).astype(np.int16)


def blow(chance: Chance, length_s: float = 0.6) -> Sound:
    """A whistle with a pea: the pea throttles the air many times a second, which bends strength and pitch."""
    t = times(length_s)
    trill_hz = chance.uniform(16, 45) * (1 + 0.1 * drift(chance, len(t)))
    pea = 0.5 - 0.5 * np.cos(2 * np.pi * np.cumsum(trill_hz) / RATE_HZ + chance.uniform(0, 6))
    depth = chance.uniform(0.4, 0.95)
    pitch_hz = chance.uniform(2060, 4440) * (
        1 + chance.uniform(0.0, 0.03) * (pea - 0.5) + 0.005 * drift(chance, len(t))
    )
    phase = 2 * np.pi * np.cumsum(np.clip(pitch_hz, 2000, 4500)) / RATE_HZ
    tone = np.sin(phase) + chance.uniform(0, 0.2) * np.sin(2 * phase)
    breath = chance.uniform(0.02, 0.15) * chance.standard_normal(len(t))
    ends = np.minimum(1, np.minimum(t, length_s - t) / 0.02)
    return level((tone + breath) * (1 - depth * pea) * ends, 0)


def drift(chance: Chance, count: int) -> Sound:
    """Something slow between about -1 and 1."""
    knots = chance.uniform(-1, 1, max(2, count // 1600))
    return np.interp(np.linspace(0, len(knots) - 1, count), np.arange(len(knots)), knots)


def band(chance: Chance, count: int, low_hz: float, high_hz: float) -> Sound:
    """Noise between two frequencies."""
    spectrum = np.fft.rfft(chance.standard_normal(count))
    hz = np.fft.rfftfreq(count, 1 / RATE_HZ)
    return np.fft.irfft(np.where((hz >= low_hz) & (hz <= high_hz), spectrum, 0), count)


def speech(chance: Chance, length_s: float) -> Sound:
    """Syllables of a gliding voice with three formants, hissing consonants between them, and pauses."""
    t = times(length_s)
    voice_hz = chance.uniform(90, 260) * (1 + 0.25 * drift(chance, len(t)))
    phase = np.cumsum(voice_hz) / RATE_HZ
    formants = [(500 + 300 * drift(chance, len(t)), 1.0), (1500 + 700 * drift(chance, len(t)), 0.4)]
    formants.append((2700 + 500 * drift(chance, len(t)), 0.15))
    made = np.zeros(len(t))
    for harmonic in range(1, 30):
        gain = sum(g / (1 + ((harmonic * voice_hz - f) / 120) ** 2) for f, g in formants) + 0.3 / harmonic
        made += gain * np.sin(2 * np.pi * harmonic * phase)
    syllables = np.clip(np.sin(2 * np.pi * chance.uniform(3, 5) * t + 3 * drift(chance, len(t))) + 0.2, 0, 1)
    hiss = band(chance, len(t), 3500, 7500) * np.clip(-np.sin(2 * np.pi * 2.1 * t) - 0.6, 0, 1) * chance.uniform(0.5, 3)
    talking = drift(chance, len(t)) > -0.6
    return level((made * syllables + hiss) * talking + 1e-4 * chance.standard_normal(len(t)), 0)


SCALE = (0, 2, 4, 5, 7, 9, 11)


def music(chance: Chance, length_s: float) -> Sound:
    """Chords, a bass, a drum, and a melody that may climb to where whistles are, steady or with vibrato."""
    t = times(length_s)
    beat_s = chance.uniform(0.25, 0.6)
    made = np.zeros(len(t))
    high = chance.uniform(0, 1)
    for at in np.arange(0, length_s, beat_s):
        root = 110 * 2 ** (chance.choice(SCALE) / 12)
        notes = [(root, 1.0), (root * 2 ** (4 / 12) * 2, 0.5), (root * 2 ** (7 / 12) * 2, 0.5)]
        octave = chance.integers(2, 6) if high > 0.5 else chance.integers(1, 4)
        notes.append((root * 2 ** (octave + chance.choice(SCALE) / 12), chance.uniform(0.3, 3.0)))
        for hz, gain in notes:
            add(made, at, gain * note(chance, hz, beat_s * chance.choice((0.5, 1, 2, 4))))
        add(made, at, chance.uniform(0, 1) * hit(chance, 0.1, 0.02, 2000, 7900))
    return level(made + 1e-4 * chance.standard_normal(len(t)), 0)


def note(chance: Chance, hz: float, length_s: float) -> Sound:
    t = times(length_s)
    vibrato = chance.choice((0.0, 0.01)) * np.sin(2 * np.pi * chance.uniform(4, 8) * t)
    swell = 1 + chance.choice((0.0, 0.5)) * np.sin(2 * np.pi * chance.uniform(4, 8) * t)
    phase = 2 * np.pi * np.cumsum(hz * (1 + vibrato)) / RATE_HZ
    bright = chance.uniform(1, 3)
    partials = sum(np.sin(n * phase) / n**bright for n in range(1, 9) if n * hz < 7800)
    decay = np.exp(-t * chance.choice((0.0, 3.0, 8.0)))
    return partials * swell * decay * np.minimum(1, np.minimum(t, length_s - t) / 0.01)


def hit(chance: Chance, length_s: float, decay_s: float, low_hz: float, high_hz: float) -> Sound:
    t = times(length_s)
    return band(chance, len(t), low_hz, high_hz) * np.exp(-t / decay_s)


def add(made: Sound, at_s: float, part: Sound) -> None:
    start = round(at_s * RATE_HZ)
    end = min(len(made), start + len(part))
    if start < end:
        made[start:end] += part[: end - start]


def dice(chance: Chance, length_s: float) -> Sound:
    """Throws: knocks that come closer and closer, each the ring of a small hard body."""
    made = 1e-3 * chance.standard_normal(round(length_s * RATE_HZ))
    at = 0.0
    while at < length_s:
        gap_s = chance.uniform(0.02, 0.15)
        for _ in range(chance.integers(5, 40)):
            t = times(0.05)
            ring_hz, decay_s = chance.uniform(1500, 7000), chance.uniform(0.0005, 0.008)
            knock = np.sin(2 * np.pi * ring_hz * t) * np.exp(-t / decay_s)
            add(made, at, chance.uniform(0.1, 1) * (knock + hit(chance, 0.05, 0.002, 300, 7900)))
            at += gap_s * chance.uniform(0.3, 1.2)
            gap_s = max(0.005, gap_s * 0.9)
        at += chance.uniform(0.1, 1.5)
    return level(made, 0)


def claps(chance: Chance, length_s: float) -> Sound:
    """One pair of hands, or a roomful."""
    made = 1e-3 * chance.standard_normal(round(length_s * RATE_HZ))
    for _ in range(chance.choice((1, 1, 3, 12))):
        pace_s, at = chance.uniform(0.15, 0.5), chance.uniform(0, 0.5)
        low_hz = chance.uniform(400, 1200)
        while at < length_s:
            add(made, at, chance.uniform(0.3, 1) * hit(chance, 0.06, chance.uniform(0.004, 0.012), low_hz, 6000))
            at += pace_s * chance.uniform(0.9, 1.1)
    return level(made, 0)


def beeps(chance: Chance, length_s: float) -> Sound:
    """Telephones, kettles and scoreboards: steady tones in the whistle's own range."""
    t = times(length_s)
    hz, pace_hz = chance.uniform(2000, 4500), chance.uniform(0.5, 4)
    tone = np.sin(2 * np.pi * hz * t) * (np.sin(2 * np.pi * pace_hz * t) > 0)
    return level(tone + 1e-3 * chance.standard_normal(len(t)), 0)


def hum(chance: Chance, length_s: float) -> Sound:
    """A fan, a room, a crowd behind a door."""
    low_hz = chance.uniform(50, 2500)
    return level(band(chance, round(length_s * RATE_HZ), low_hz, low_hz * chance.uniform(1.5, 20)), 0)


NOISES = {"speech": speech, "music": music, "dice": dice, "claps": claps}
OTHERS = {"beeps": beeps, "hum": hum}


def evening(chance: Chance, length_s: float, kinds: Mapping[str, Callable[[Chance, float], Sound]] = NOISES) -> Sound:
    """Some of it at once, each at a loudness of its own, all of it between -40 and 0 dBFS."""
    names = chance.choice(list(kinds), chance.integers(1, 4), replace=False)
    mixed = sum(level(kinds[name](chance, length_s), chance.uniform(-20, 0)) for name in names)
    return level(np.asarray(mixed), chance.uniform(-40, 0))
