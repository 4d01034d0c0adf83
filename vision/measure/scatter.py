"""The scatter template: twelve arrows, clockwise, one of which the object follows."""

from __future__ import annotations

import cmath
from collections.abc import Callable

from vision.measure.disc import TOUCH_MM, Disc
from vision.measure.ring import Field
from vision.measure.verdict import Distance, MeasureError, Verdict, all_of

ARROWS = 12
_APART_DEG = 360 / ARROWS
_CLEAR_IN = 1.0


def scatter(template: Disc, object_d: float, arrow1_deg: float, arrow: int) -> Disc:
    """Where an object of diameter `object_d` mm lies in contact with the template at the tip of an arrow, 1..12.
    Arrow 1 points to `arrow1_deg`, clockwise from +x (TAK-SCT-01, TAK-SCT-03, G-12, R-32)."""
    place = template.moved(arrow1_deg + _APART_DEG * (_arrow(arrow) - 1), template.r + object_d / 2)
    return Disc(place.x, place.y, object_d, template.pm_mm)


def kept_in(field: Field, start: complex, place: Disc) -> Disc:
    """What was scattered from a point (x + y·i, mm) to a place, or where it stops on the way: wholly on the field, with
    its edge on the line that it would have crossed (R-33). Raises MeasureError for a start that is not on the field."""
    on_field = field.within(start, place.r)
    if abs(on_field - start) > max(TOUCH_MM, place.pm_mm):
        raise MeasureError(f"a scatter starts on the field, with its object wholly on it; not at {start:.1f} mm")
    way = place.centre - on_field
    steps = [(reach, (way * cmath.rect(1, -angle)).real) for angle, reach in field.walls(on_field, place.r)]
    share = min([1.0, *(reach / along for reach, along in steps if along > reach + 1e-9)])
    return place.at(on_field + share * way)


def reposition(rolled: int, is_blocked: Callable[[int], bool]) -> int | None:
    """The arrow where the object can be placed: the rolled one, or the first free after it, upward from an even roll
    and downward from an odd one; None if all twelve are blocked (TAK-REP-01..04, G-12)."""
    step = 1 if _arrow(rolled) % 2 == 0 else -1
    arrows = ((rolled - 1 + step * n) % ARROWS + 1 for n in range(ARROWS))
    return next((arrow for arrow in arrows if not is_blocked(arrow)), None)


def kickoff_template(template: Disc, kickoff_x: float, goal_x: float, width: float) -> Verdict:
    """Whether the template of a kick-off lies between the opponent's kick-off line and in-goal line (x in mm), more
    than 1" from both and from the edges of a pitch of that width, mm (TAK-KOF-10, G-14)."""
    way = 1 if goal_x > kickoff_x else -1
    gaps = (way * (template.x - kickoff_x), way * (goal_x - template.x), template.y, width - template.y)
    return all_of(Distance.of_mm(gap - template.r, template.pm_mm).more_than(_CLEAR_IN) for gap in gaps)


def _arrow(number: int) -> int:
    if number not in range(1, ARROWS + 1):
        raise MeasureError(f"the template has the arrows 1 to {ARROWS}, not {number}")
    return number
