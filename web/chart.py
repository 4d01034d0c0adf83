"""The course of a match as lines: how the score of each side grew."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.vocabulary import JSON

WIDE: Final = 600
HIGH: Final = 160


Point = tuple[float, float]


def score_lines(course: Sequence[JSON]) -> dict[str, list[Point]]:
    """For each side the points of its line in a drawing of WIDE by HIGH, one step across for each change."""
    most = max(1, *(max(point["score"]) for point in course))
    return {side: _line([point["score"][i] for point in course], most) for i, side in enumerate("AB")}


def spelled(line: Sequence[Point]) -> str:
    """The points of a line as SVG writes them."""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in line)


def _line(goals: Sequence[int], most: int) -> list[Point]:
    across = WIDE / len(goals)
    heights = [HIGH - 6 - (HIGH - 12) * goal / most for goal in goals]
    return [(across * (n + step), y) for n, y in enumerate(heights) for step in (0, 1)]
