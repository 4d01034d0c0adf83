"""The ways of a base that moves freely: how far it is to a place round everything that stands about."""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from vision.measure.disc import TOUCH_MM, Disc, gap_mm
from vision.measure.path import Leg
from vision.measure.ring import Field, Ring, Span, turn
from vision.measure.verdict import INCH_MM, Distance, MeasureError, Verdict

_SLACK_MM = 1e-6
_SIDES = (1, -1)  # round a ring clockwise as seen from above (+1, angles rise), or the other way


@dataclass(frozen=True)
class _Tangent:
    """A straight stretch that leaves one ring and joins another, a point being a ring of radius 0."""

    leave: float  # directions on the two rings, radians
    join: float
    leg: Leg


@dataclass(frozen=True)
class _Arrival:
    """A shortest way of `length` mm on to ring `ring`, round which it goes on to `side`, at direction `angle`."""

    length: float
    ring: int
    side: int
    angle: float


class Ways:
    """The ways of `base` from where it stands: straight, or tight round the `others`, a loose ball among them
    (TAK-DMV-03, TAK-DMV-04, TAK-SND-02, TAK-SND-03, G-07). Raises MeasureError where the base overlaps another."""

    def __init__(self, base: Disc, others: Iterable[Disc], field: Field | None = None) -> None:
        self.base, self.field, self._others = base, field, tuple(others)
        self._rings = tuple(_ring(base, other) for other in self._others)
        self._start = Ring(base.centre, 0.0)

    def length_to(self, centre: complex) -> Distance | None:
        """The shortest way to a place (centre of the base, x + y·i in mm); None if there is none, or if the base would
        not fit there. The others count as standing where they were measured; `reaches` doubts that too."""
        end, shift = self._clear(centre)
        length = None if end is None else self._length_to(end)
        return None if length is None else Distance.of_mm(length, self.base.pm_mm + shift)

    def reaches(self, centre: complex, inches: float) -> Verdict:
        """Whether the base may move to a place (x + y·i in mm) with so many inches (TAK-DMV-01, TAK-SND-02, G-07).
        CLOSE also where it depends on the ± of those in the way, such as whether a gap is wide enough."""
        short, long = (self._resized(by, centre).length_to(centre) for by in (-1, 1))
        if short is None:
            return Verdict.OUT
        least, most = short.within(inches), long.within(inches) if long else Verdict.OUT
        return least if least is most else Verdict.CLOSE

    def _resized(self, by: int, end: complex) -> Ways:
        """The ways if the others take as little (−1) or as much (+1) room as they may, but for the ends themselves."""
        others = []
        for other in self._others:
            most = min(abs(place - other.centre) - self.base.r for place in (self.base.centre, end))
            r = max(0.0, other.r - other.pm_mm) if by < 0 else max(other.r, min(other.r + other.pm_mm, most))
            others.append(replace(other, d=2 * r))
        return Ways(self.base, others, self.field)

    def nearest(self, aim: complex, reach_in: float) -> Disc:
        """The base where it is as close to a point (x + y·i in mm) as it gets within so many inches: to contact, if
        the point is someone's place (TAK-TKL-06, G-07, R-51). Exact but for narrow gaps, to 0.1 mm."""
        aim = self.field.within(aim, self.base.r) if self.field else aim
        reach = reach_in * INCH_MM
        best = min(self._towards(aim, reach), key=lambda place: abs(place - aim))
        for ring in self._rings:
            best = min([best, *self._beside(ring, aim, reach, abs(best - aim))], key=lambda place: abs(place - aim))
        return self.base.at(best)

    def _length_to(self, end: complex) -> float | None:
        if abs(end - self.base.centre) < _SLACK_MM:
            return 0.0
        straight = self._tangent(self._start, 1, Ring(end, 0.0), 1)
        if straight and self._is_free(straight.leg, ()):
            return straight.leg.length
        found = [length + t.leg.length for length, t, i in self._last(end) if self._is_free(t.leg, (i,))]
        return min(found, default=None)

    def _clear(self, centre: complex) -> tuple[complex | None, float]:
        """The place, moved out of the others by what a measurement may be wrong, and how far; None if it is taken."""
        end = self.field.within(centre, self.base.r) if self.field else centre
        for ring in self._rings:
            deep = ring.r - abs(end - ring.centre)
            if 0 < deep <= max(TOUCH_MM, self.base.pm_mm):
                end = ring.at(ring.angle_of(end))
        shift = abs(end - centre)
        taken = any(abs(end - ring.centre) < ring.r - _SLACK_MM for ring in self._rings)
        return (None, 0.0) if taken or shift > 2 * max(TOUCH_MM, self.base.pm_mm) else (end, shift)

    @cached_property
    def _arrivals(self) -> dict[tuple[int, int], list[_Arrival]]:
        """By ring and side, the shortest way by every stretch that leads there (Dijkstra)."""
        order = itertools.count()
        firsts = self._onward(_Arrival(0.0, -1, 1, 0.0), self._start)
        queue = [(way.length, next(order), key, way) for key, way in firsts]
        heapq.heapify(queue)
        settled: dict[tuple[int, int, int, int], _Arrival] = {}
        while queue:
            _, _, key, way = heapq.heappop(queue)
            if key not in settled:
                settled[key] = way
                for onward, reached in self._onward(way, self._rings[way.ring]):
                    heapq.heappush(queue, (reached.length, next(order), onward, reached))
        found: dict[tuple[int, int], list[_Arrival]] = {}
        for way in settled.values():
            found.setdefault((way.ring, way.side), []).append(way)
        return found

    def _onward(self, way: _Arrival, ring: Ring) -> Iterator[tuple[tuple[int, int, int, int], _Arrival]]:
        """Every arrival on another ring that follows an arrival."""
        for i, side, tangent in self._stretches[way.ring, way.side]:
            arc = self._arc(way, ring, tangent.leave)
            if arc is not None:
                length = way.length + arc + tangent.leg.length
                yield (way.ring, way.side, i, side), _Arrival(length, i, side, tangent.join)

    @cached_property
    def _stretches(self) -> dict[tuple[int, int], list[tuple[int, int, _Tangent]]]:
        """Free stretches from the start (-1) and from each side of each ring, to side and ring."""
        sources = [(-1, 1, self._start), *((i, s, ring) for i, ring in enumerate(self._rings) for s in _SIDES)]
        return {(i, side): list(self._stretches_from(i, side, ring)) for i, side, ring in sources}

    def _stretches_from(self, i: int, side: int, ring: Ring) -> Iterator[tuple[int, int, _Tangent]]:
        for (j, other), other_side in itertools.product(enumerate(self._rings), _SIDES):
            tangent = self._tangent(ring, side, other, other_side) if i != j else None
            if tangent and self._is_free(tangent.leg, (i, j)):
                yield j, other_side, tangent

    def _last(self, end: complex) -> Iterator[tuple[float, _Tangent, int]]:
        """By ring and side: the length up to where the last stretch to a place leaves, that stretch, and the ring."""
        for (i, side), ways in self._arrivals.items():
            tangent = self._tangent(self._rings[i], side, Ring(end, 0.0), 1)
            arcs = ((way.length, self._arc(way, self._rings[i], tangent.leave)) for way in ways if tangent)
            length = min((before + arc for before, arc in arcs if arc is not None), default=None)
            if tangent and length is not None:
                yield length, tangent, i

    def _arc(self, way: _Arrival, ring: Ring, leave: float) -> float | None:
        """How long the way goes round a ring before it leaves, mm; None if something is in between."""
        if ring.r == 0:
            return 0.0
        angle = _onward_angle(way.angle, leave, way.side)
        for span in self._taken[way.ring]:
            if span.half >= math.pi or _onward_angle(way.angle, span.middle - way.side * span.half, way.side) < angle:
                return None
        return ring.r * angle

    @cached_property
    def _taken(self) -> tuple[tuple[Span, ...], ...]:
        rings = self._rings
        return tuple(r.taken((o for o in rings if o is not r), self.field, self.base.r) for r in rings)

    def _tangent(self, a: Ring, side: int, b: Ring, other_side: int) -> _Tangent | None:
        """The stretch from one side of a ring to one side of another; None where one ring swallows the other."""
        way, apart = b.centre - a.centre, other_side * b.r - side * a.r
        squared = abs(way) ** 2 - apart**2
        if abs(way) < 1e-9 or squared < -_SLACK_MM:
            return None
        length = math.sqrt(max(0.0, squared))
        unit = way / complex(length, apart)
        out = -1j * unit  # from the ring's centre to where a stretch touches it that keeps the ring on its +y side
        start = a.centre + side * a.r * out
        return _Tangent(a.angle_of(start), b.angle_of(b.centre + other_side * b.r * out), Leg(start, unit, length))

    def _is_free(self, leg: Leg, own: Sequence[int]) -> bool:
        """Whether a stretch crosses no ring, those apart that it touches, and ends on the pitch."""
        rings = (ring for i, ring in enumerate(self._rings) if i not in own)
        return self._is_inside(leg.at(leg.length)) and all(leg.gap_to(r.centre) > r.r - _SLACK_MM for r in rings)

    def _is_inside(self, place: complex) -> bool:
        return self.field is None or abs(self.field.within(place, self.base.r) - place) < TOUCH_MM

    def _towards(self, aim: complex, reach: float) -> Iterator[complex]:
        """The ends of all tight ways that go straight at a point at last, as far as they get."""
        yield self.base.centre
        straight = self._tangent(self._start, 1, Ring(aim, 0.0), 1)
        firsts = [(0.0, straight, -1)] if straight else []
        for length, tangent, i in (*firsts, *self._last(aim)):
            if length <= reach:
                hits = (_hit(tangent.leg, ring) for j, ring in enumerate(self._rings) if j != i)
                yield tangent.leg.at(min([tangent.leg.length, reach - length, *hits]))

    def _beside(self, ring: Ring, aim: complex, reach: float, best: float) -> Iterator[complex]:
        """Places in contact with an obstacle, closest to a point on either side, if closer than `best` mm."""

        def closer(angle: float) -> bool:
            return abs(ring.at(angle) - aim) < best

        def reached(angle: float) -> bool:
            length = self._length_to(ring.at(angle)) if self._is_standing(ring.at(angle)) else None
            return length is not None and length <= reach + _SLACK_MM

        middle = ring.angle_of(aim)
        for side in _SIDES:
            steps = itertools.takewhile(closer, (middle + side * math.radians(n) for n in range(0, 181, 2)))
            first = next((angle for angle in steps if reached(angle)), None)
            if first is not None:
                before = first if first == middle else first - side * math.radians(2)
                yield ring.at(_border(before, first, reached))

    def _is_standing(self, place: complex) -> bool:
        free = all(abs(place - ring.centre) > ring.r - _SLACK_MM for ring in self._rings)
        return free and self._is_inside(place)


def _ring(base: Disc, other: Disc) -> Ring:
    """Where the base touches another; bases that touch may measure as if they overlapped."""
    if -gap_mm(base, other) > max(TOUCH_MM, base.pm_mm + other.pm_mm):
        raise MeasureError(f"a base at ({base.x:.1f}, {base.y:.1f}) mm overlaps one at ({other.x:.1f}, {other.y:.1f})")
    return Ring(other.centre, min(base.r + other.r, abs(base.centre - other.centre)))


def _hit(leg: Leg, ring: Ring) -> float:
    """After how many mm a stretch runs into a ring; infinite if it only grazes or leaves it."""
    span = leg.near(ring.centre, ring.r - _SLACK_MM)
    return math.inf if span is None or span[1] < _SLACK_MM or span[0] > leg.length else max(0.0, span[0])


def _onward_angle(start: float, end: float, side: int) -> float:
    """How far round it is from one direction to another towards a side, 0..2π."""
    angle = side * turn(start, end)
    return angle if angle >= 0 else 0.0 if angle > -1e-9 else angle + 2 * math.pi


def _border(out: float, inside: float, reached: Callable[[float], bool]) -> float:
    """The last direction that is reached, between one that is not and one that is."""
    for _ in range(24):
        middle = (out + inside) / 2
        out, inside = (out, middle) if reached(middle) else (middle, inside)
    return inside
