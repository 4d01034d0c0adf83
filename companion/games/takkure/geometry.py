"""The catalogue's section 4: distances, moves and lanes between round bases. Millimetres in the table frame, y down, so
that positive angles are clockwise; inches where a name says so, 25.4 mm each (TAK-MEA-10). Pure.

The coaches are asked for these facts, for no device tells the game yet where a base stands; this is what decides
them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from companion.games.takkure.rolls import next_arrow
from companion.games.takkure.tables import ARROWS, IN, NEAR_IN, TOL_MM

SAME_SPOT_MM: Final = 3.0
"""Centres nearer than this are right on top of each other: the coach places (R-39)."""
TEMPLATE_CLEAR_MM: Final = IN
"""A kick-off template keeps more than an inch from lines and edges (TAK-KOF-10)."""

Point = tuple[float, float]


@dataclass(frozen=True)
class Base:
    """A round base or token: centre and diameter."""

    x: float
    y: float
    d: float = 0.0

    @property
    def r(self) -> float:
        return self.d / 2

    @property
    def at(self) -> Point:
        return self.x, self.y

    def moved(self, at: Point) -> Base:
        return Base(at[0], at[1], self.d)


@dataclass(frozen=True)
class Landing:
    """Where a marked move ends, how far it went (inches), and what stopped it: `mov`, `token` or `teammate`."""

    at: Point
    travel_in: float
    stop: str
    path: tuple[Point, ...]


def gap_mm(a: Base, b: Base) -> float:
    """Between the closest points of two bases; negative where they overlap."""
    return math.dist(a.at, b.at) - a.r - b.r


def distance_in(a: Base, b: Base) -> float:
    """Between the closest points (TAK-MEA-02), never below 0."""
    return max(0.0, gap_mm(a, b)) / IN


def touch(a: Base, b: Base) -> bool:
    return gap_mm(a, b) <= TOL_MM


def ray(angle_deg: float) -> Point:
    angle = math.radians(angle_deg)
    return math.cos(angle), math.sin(angle)


def along(start: Point, unit: Point, mm: float) -> Point:
    return start[0] + unit[0] * mm, start[1] + unit[1] * mm


def move_to(base: Base, angle_deg: float, inches: float) -> Point:
    """The leading edge travels the inches, and so does the centre (TAK-MEA-03)."""
    return along(base.at, ray(angle_deg), inches * IN)


def place_at(reference: Base, d: float, angle_deg: float, inches: float) -> Point:
    """The far edge of what is placed reaches the inches; what is wider lies in contact (TAK-MEA-03, R-18)."""
    return along(reference.at, ray(angle_deg), reference.r + max(inches * IN - d / 2, d / 2))


def marked_move(
    start: Base, token: Base, mov_in: float, turn: Point | None = None, teammates: Iterable[Base] = ()
) -> Landing:
    """A first-action MOVE: straight to the movement token (TAK-FST-03), or over the turn token (TAK-FST-04), as far
    as MOV reaches (TAK-EXE-02), shortened until team-mates leave room (TAK-EXE-05)."""
    path = [start.at, token.at] if turn is None else [start.at, turn, token.at]
    legs = [math.dist(a, b) for a, b in pairwise(path)]
    stops = {"token": _until_touching(start, token, path), "mov": mov_in * IN}
    stop = min(stops, key=lambda name: stops[name])
    travel = stops[stop]
    free = _free_of(start, list(teammates), path, travel)
    if free < travel:
        stop, travel = "teammate", free
    return Landing(_point(path, legs, travel), travel / IN, stop, _walked(path, legs, travel))


def _until_touching(start: Base, token: Base, path: Sequence[Point]) -> float:
    if touch(start, token):
        return 0.0
    found = contact_mm(path, start.d, token, tol_mm=0.0)
    return sum(math.dist(a, b) for a, b in pairwise(path)) if found is None else found


def _free_of(start: Base, mates: list[Base], path: Sequence[Point], travel: float) -> float:
    """The longest travel at which no team-mate is overlapped."""
    legs = [math.dist(a, b) for a, b in pairwise(path)]
    free = travel
    while any(gap_mm(start.moved(_point(path, legs, free)), m) < -1e-6 for m in mates):
        free -= _deepest(start.moved(_point(path, legs, free)), mates)
        if free <= 0:
            return 0.0
    return free


def _deepest(base: Base, mates: list[Base]) -> float:
    return max(1e-4, max(-gap_mm(base, m) for m in mates) / 2)


def _point(path: Sequence[Point], legs: Sequence[float], travel: float) -> Point:
    for (a, b), leg in zip(pairwise(path), legs, strict=True):
        if travel <= leg or b is path[-1]:
            return along(a, ((b[0] - a[0]) / leg, (b[1] - a[1]) / leg), travel) if leg else a
        travel -= leg
    return path[-1]


def _walked(path: Sequence[Point], legs: Sequence[float], travel: float) -> tuple[Point, ...]:
    corners = [p for n, p in enumerate(path[1:-1], 1) if sum(legs[:n]) < travel]
    return (path[0], *corners, _point(path, legs, travel))


def contact_mm(path: Sequence[Point], d: float, other: Base, tol_mm: float = TOL_MM) -> float | None:
    """How far along the path a base of diameter `d` first touches the other, None if never (TAK-TKL-07, TAK-PUP-03)."""
    reach, walked = d / 2 + other.r, 0.0
    for a, b in pairwise(path):
        leg = math.dist(a, b)
        found = _on_leg(a, b, leg, other.at, reach, tol_mm)
        if found is not None:
            return walked + found
        walked += leg
    return None


def _on_leg(a: Point, b: Point, leg: float, centre: Point, reach: float, tol_mm: float) -> float | None:
    unit = ((b[0] - a[0]) / leg, (b[1] - a[1]) / leg) if leg else (1.0, 0.0)
    along_mm = (centre[0] - a[0]) * unit[0] + (centre[1] - a[1]) * unit[1]
    if math.dist(along(a, unit, min(max(along_mm, 0.0), leg)), centre) > reach + tol_mm:
        return None
    off2 = max(0.0, math.dist(a, centre) ** 2 - along_mm**2)
    first = along_mm - math.sqrt(max(0.0, reach**2 - off2))
    return min(max(first, 0.0), leg)


def pressers_near(actor: Base, pressers: Iterable[Base]) -> int:
    """How many press from within 2 inches of the point of the action (TAK-PRS-02, TAK-PRS-04)."""
    return sum(gap_mm(actor, p) <= NEAR_IN * IN + 1e-6 for p in pressers)


def lane_position(passer: Base, receiver: Base, other: Base) -> float | None:
    """Where along the pass lane (0 passer, 1 receiver) a base overlaps it, None if it does not; touching is not
    enough (TAK-STL-04, R-22)."""
    length = math.dist(passer.at, receiver.at)
    wider = receiver.r - passer.r
    if length <= abs(wider):
        return None
    unit = ((receiver.x - passer.x) / length, (receiver.y - passer.y) / length)
    dx, dy = other.x - passer.x, other.y - passer.y
    along_mm, off = dx * unit[0] + dy * unit[1], abs(unit[0] * dy - unit[1] * dx)
    t = min(max((along_mm + off * wider / math.sqrt(length**2 - wider**2)) / length, 0.0), 1.0)
    at = along(passer.at, unit, t * length)
    return t if math.dist(at, other.at) - (passer.r + t * wider) < other.r - 1e-6 else None


def ahead(direction: int, passer_x: float, receiver_x: float, tol_mm: float = TOL_MM) -> bool:
    """Strictly further forward, centre against centre; level is legal (TAK-PAS-02, R-16)."""
    return direction * (receiver_x - passer_x) > tol_mm


def in_goal(direction: int, goal_x: float, base: Base) -> bool:
    """The base lies partly beyond the in-goal line (TAK-TRY-01, G-11)."""
    return direction * (base.x - goal_x) + base.r > 0


def scattered(centre: Point, template_r: float, d: float, arrow1_deg: float, arrow: int) -> Point:
    """In contact with the template at the tip of that arrow, twelve of them clockwise (TAK-SCT-03)."""
    return along(centre, ray(arrow1_deg + 360 / ARROWS * (arrow - 1)), template_r + d / 2)


def repositioned(die: int, blocked: Iterable[int]) -> int | None:
    """The first arrow from the rolled one on at which it fits (TAK-REP-01, TAK-REP-04); None if all are blocked."""
    arrow, taken = die, set(blocked)
    for _ in range(ARROWS):
        if arrow not in taken:
            return arrow
        arrow = next_arrow(arrow, die)
    return None


def template_fits(x: float, y: float, r: float, width: float, kickoff_x: float, goal_x: float) -> bool:
    """Between the opponent's lines, more than an inch from both and from the edges (TAK-KOF-10, G-14)."""
    between = min(kickoff_x, goal_x) < x < max(kickoff_x, goal_x)
    clear = (abs(x - kickoff_x), abs(goal_x - x), y, width - y)
    return between and all(c - r > TEMPLATE_CLEAR_MM + 1e-6 for c in clear)


def displaced(active: Base, other: Base) -> Point | None:
    """Where a base goes that the active player lands on: straight out until in contact (TAK-OCC-05); its own place
    if it is not overlapped; None where its coach must place it (TAK-OCC-06)."""
    if gap_mm(active, other) >= -TOL_MM:
        return other.at
    apart = math.dist(active.at, other.at)
    if apart < SAME_SPOT_MM:
        return None
    unit = ((other.x - active.x) / apart, (other.y - active.y) / apart)
    return along(active.at, unit, active.r + other.r)


def on_kickoff_line(side_x: float, line_x: float, r: float, direction: int) -> bool:
    """In contact with the own kick-off line, from its own side (TAK-KOF-08, G-15)."""
    return abs(direction * (line_x - side_x) - r) <= TOL_MM


def in_own_half(x: float, centre_x: float, r: float, direction: int) -> bool:
    """Wholly on the own side of the central line (TAK-KOF-09, G-15)."""
    return direction * (centre_x - x) >= r
