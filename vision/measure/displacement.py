"""Displacement: who stands where the active player lands makes room by the shortest way."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from vision.measure.disc import TOUCH_MM, Disc, gap_mm
from vision.measure.ring import Field, Ring, turn

_ON_TOP_MM = 3.0


class Ask(StrEnum):
    """Why the defending coach chooses the place (TAK-OCC-06, R-39)."""

    ON_TOP = "the active player landed right on top"
    TWO_WAYS = "two ways are equally short"
    NO_ROOM = "there is no free place in contact"


@dataclass(frozen=True)
class Displaced:
    """Where a base goes; `disc` is where it was if it stays, and while `ask` is open."""

    disc: Disc
    moved: bool = False
    ask: Ask | None = None


def displace(active: Disc, other: Disc, pieces: Sequence[Disc] = (), field: Field | None = None) -> Displaced:
    """The place of a base on which the active player lands: straight away from him until it touches him no more than by
    its edge, or, where another piece or the side of the pitch is in the way, the nearest free place in contact with him
    (TAK-EXE-04, TAK-OCC-05, TAK-OCC-06, G-13, R-39). `pieces` are all others; none of them is pushed on."""
    pm, apart = active.pm_mm + other.pm_mm, abs(other.centre - active.centre)
    if gap_mm(active, other) >= -max(TOUCH_MM, pm):
        return Displaced(other)
    if apart < max(_ON_TOP_MM, pm):
        return Displaced(other, ask=Ask.ON_TOP)
    ring = Ring.about(active, other)
    angle = _free_angle(ring, other, pieces, field)
    if isinstance(angle, Ask):
        return Displaced(other, ask=angle)
    doubt_mm = active.pm_mm + ring.r * math.asin(min(1.0, pm / apart))
    return Displaced(replace(other.at(ring.at(angle)), pm_mm=doubt_mm), moved=True)


def displace_all(
    active: Disc, others: Sequence[Disc], pieces: Sequence[Disc] = (), field: Field | None = None
) -> tuple[Displaced, ...]:
    """All who are in the way, in the order given; the nearest makes room first. `pieces` are those who never move."""
    order = sorted(range(len(others)), key=lambda i: abs(others[i].centre - active.centre))
    leaving = [i for i in order if gap_mm(active, others[i]) < -TOUCH_MM]
    still = [*pieces, *(others[i] for i in order if i not in leaving)]
    placed: dict[int, Displaced] = {}
    for i in leaving:
        placed[i] = displace(active, others[i], still, field)
        still += [] if placed[i].ask else [placed[i].disc]
    return tuple(placed.get(i, Displaced(other)) for i, other in enumerate(others))


def _free_angle(ring: Ring, other: Disc, pieces: Sequence[Disc], field: Field | None) -> float | Ask:
    """The direction, radians, from the landing spot in which the base stands free with the least way to go."""
    straight = ring.angle_of(other.centre)
    spans = ring.taken([Ring.about(piece, other) for piece in pieces], field, other.r)
    angles = [straight, *(end for span in spans for end in span.ends)]
    free = sorted((a for a in angles if not any(s.holds(a) for s in spans)), key=lambda a: abs(turn(straight, a)))
    if not free:
        return Ask.NO_ROOM
    if turn(straight, free[0]) and any(_is_tie(ring, other, free[0], angle) for angle in free[1:]):
        return Ask.TWO_WAYS
    return free[0]


def _is_tie(ring: Ring, other: Disc, first: float, second: float) -> bool:
    """Whether two places are elsewhere but as far to go."""
    ways = [abs(ring.at(angle) - other.centre) for angle in (first, second)]
    return abs(ring.at(first) - ring.at(second)) > 2 * TOUCH_MM and abs(ways[0] - ways[1]) <= TOUCH_MM
