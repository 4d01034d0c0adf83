"""Mixes: how often scenes show what."""

from __future__ import annotations

from dataclasses import dataclass

KINDS = ("pips", "numeral", "d12", "star_white", "star_green", "event", "glyph", "poly", "mixed")


@dataclass(frozen=True)
class Mix:
    """The odds of KINDS of dice, that a die leans, that one lies on another, that a hand is in view, that dice lie
    side by side, that they lie in cases and bear a maker's marks, that pips are worn, and that lamps are mirrored in
    their faces."""

    kinds: tuple[float, ...]
    leaning: float = 0.035
    stacked: float = 0.04
    hand: float = 0.05
    close: float = 0.35
    cased: float = 0.0
    worn: float = 0.0
    glossy: float = 0.0


MIXES = {
    "usual": Mix((0.4, 0.13, 0.17, 0.05, 0.05, 0.06, 0.09, 0.03, 0.02)),
    "d12": Mix((0.1, 0.1, 0.62, 0.02, 0.02, 0.04, 0.04, 0.04, 0.02)),
    "fallen": Mix((0.5, 0.1, 0.08, 0.07, 0.06, 0.08, 0.05, 0.03, 0.03), leaning=0.22, stacked=0.3, hand=0.15),
    "heaped": Mix((0.55, 0.1, 0.05, 0.08, 0.06, 0.08, 0.04, 0.02, 0.02), leaning=0.25, stacked=1.0, hand=0.05),
    "cased": Mix((0.62, 0.1, 0.06, 0.04, 0.04, 0.08, 0.04, 0.01, 0.01), close=0.75, cased=0.6),
    "handed": Mix((0.5, 0.12, 0.12, 0.06, 0.05, 0.09, 0.04, 0.01, 0.01), hand=1.0),
    "worn": Mix((0.82, 0.03, 0.03, 0.03, 0.03, 0.03, 0.02, 0.005, 0.005), worn=0.7),
    "glossy": Mix((0.24, 0.26, 0.12, 0.09, 0.07, 0.16, 0.04, 0.01, 0.01), glossy=0.75),
}
