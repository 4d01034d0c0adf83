"""The course of a match as drawings: how the score of each side grew, and strength and dice of each contest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from companion.vocabulary import JSON

WIDE: Final = 600
HIGH: Final = 160
FOOT: Final = 24
"""Room beneath a drawing of WIDE by HIGH for the names of the periods."""
_HEAD: Final = 34
"""Room above the bars for their totals and the marks of goals."""
_MOST_TOTALS: Final = 20
"""With more contests than this, their totals have no room."""

Point = tuple[float, float]


@dataclass(frozen=True)
class Label:
    """Words whose middle is at `x`, their foot at `y`."""

    x: float
    y: float
    text: str


@dataclass(frozen=True)
class Bar:
    """A part of a bar: `part` is `strength`, or the `dice` on top of it."""

    side: str
    part: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Contests:
    """The drawing of the contests: bars, the totals above them, marks of goals, the periods beneath."""

    bars: tuple[Bar, ...]
    totals: tuple[Label, ...]
    goals: tuple[Point, ...]
    periods: tuple[Label, ...]


def score_lines(course: Sequence[JSON]) -> dict[str, list[Point]]:
    """For each side the points of its line in a drawing of WIDE by HIGH, one step across for each change."""
    most = max(1, *(max(point["score"]) for point in course))
    return {side: _line([point["score"][i] for point in course], most) for i, side in enumerate("AB")}


def periods_of(points: Sequence[JSON]) -> tuple[Label, ...]:
    """The name of each period beneath its first point."""
    across = WIDE / len(points)
    begins = [n for n, point in enumerate(points) if n == 0 or point["period"] != points[n - 1]["period"]]
    ends = [*begins[1:], len(points)]
    return tuple(
        Label((begin + end) / 2 * across, HIGH + FOOT - 7, points[begin]["period"])
        for begin, end in zip(begins, ends, strict=True)
    )


def contest_bars(contests: Sequence[JSON], goals: Sequence[JSON]) -> Contests:
    """The sums of each contest beside each other, in a drawing of WIDE by HIGH."""
    slot = WIDE / len(contests)
    up = (HIGH - _HEAD) / max(1, *(abs(one["total"]) for c in contests for one in c["sums"]))
    scored = {goal["seq"] for goal in goals}
    bars: list[Bar] = []
    totals: list[Label] = []
    for n, contest in enumerate(contests):
        width = 0.8 * slot / len(contest["sums"])
        for i, one in enumerate(contest["sums"]):
            x = n * slot + 0.1 * slot + i * width
            bars += _bars(one, x, width, up)
            totals.append(Label(x + width / 2, HIGH - max(0, one["total"]) * up - 5, str(one["total"])))
    marks = tuple(((n + 0.5) * slot, 9.0) for n, contest in enumerate(contests) if contest["seq"] in scored)
    return Contests(tuple(bars), tuple(totals) if len(contests) <= _MOST_TOTALS else (), marks, periods_of(contests))


def spelled(line: Sequence[Point]) -> str:
    """The points of a line as SVG writes them."""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in line)


def _bars(one: JSON, x: float, width: float, up: float) -> list[Bar]:
    """The strength of a sum, and on top of it what its dice brought."""
    strength, dice = max(0, one["strength"]) * up, max(0, one["dice"] or 0) * up
    parts = (("strength", HIGH - strength, strength), ("dice", HIGH - strength - dice, dice))
    return [Bar(one["side"], part, x, y, 0.86 * width, high) for part, y, high in parts if high]


def _line(goals: Sequence[int], most: int) -> list[Point]:
    across = WIDE / len(goals)
    heights = [HIGH - 6 - (HIGH - 12) * goal / most for goal in goals]
    return [(across * (n + step), y) for n, y in enumerate(heights) for step in (0, 1)]
