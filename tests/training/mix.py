"""Mixes: how often scenes show what."""

from __future__ import annotations

from dataclasses import dataclass

KINDS = ("pips", "numeral", "d12", "star_white", "star_green", "event", "glyph", "poly", "mixed")


@dataclass(frozen=True)
class Mix:
    """The odds of KINDS of dice, that a die leans, that one lies on another, and that a hand is in view."""

    kinds: tuple[float, ...]
    leaning: float = 0.035
    stacked: float = 0.04
    hand: float = 0.05


MIXES = {
    "usual": Mix((0.4, 0.13, 0.17, 0.05, 0.05, 0.06, 0.09, 0.03, 0.02)),
    "d12": Mix((0.1, 0.1, 0.62, 0.02, 0.02, 0.04, 0.04, 0.04, 0.02)),
    "fallen": Mix((0.5, 0.1, 0.08, 0.07, 0.06, 0.08, 0.05, 0.03, 0.03), leaning=0.22, stacked=0.3, hand=0.15),
    "heaped": Mix((0.55, 0.1, 0.05, 0.08, 0.06, 0.08, 0.04, 0.02, 0.02), leaning=0.25, stacked=1.0, hand=0.05),
}
