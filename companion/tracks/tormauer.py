"""Tor-Mauer: the clock of a match that ends by time (TM-END-02), a ninth of it each light."""

from __future__ import annotations

from typing import Final

from companion.vocabulary import Text, Track

LIGHTS: Final = 9
_LAST_S: Final = 60.0


def track(played_s: float, minutes: int) -> Track:
    """`played_s` is how long the clock has run, of a match of so many `minutes` (45 or 90). Ninths that are over are
    dim, the one that runs is on; in the last minute it blinks."""
    part_s = minutes * 60 / LIGHTS
    at = int(played_s / part_s)
    running = "b" if minutes * 60 - played_s <= _LAST_S else "O"
    letters = ("d" * at + running).ljust(LIGHTS, ".")[:LIGHTS] if at < LIGHTS else "d" * LIGHTS
    fields = tuple(f"{minutes * n // LIGHTS}'" for n in range(1, LIGHTS + 1))
    return Track("time", fields, letters, Text("Clock", "Uhr"))
