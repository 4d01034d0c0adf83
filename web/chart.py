"""The course of a match as lines: how the score of each side grew."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.vocabulary import JSON

WIDE: Final = 600
HIGH: Final = 160


def score_lines(course: Sequence[JSON]) -> dict[str, str]:
    """For each side the points of its line in a drawing of WIDE by HIGH, one step across for each change."""
    most = max(1, *(max(point["score"]) for point in course))
    return {side: _line([point["score"][i] for point in course], most) for i, side in enumerate("AB")}


def _line(goals: Sequence[int], most: int) -> str:
    across = WIDE / len(goals)
    heights = [HIGH - 6 - (HIGH - 12) * goal / most for goal in goals]
    return " ".join(f"{across * (n + step):.1f},{y:.1f}" for n, y in enumerate(heights) for step in (0, 1))
