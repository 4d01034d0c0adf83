"""From sightings to a Reading: what is sure is counted, what is not is a doubt with its place and reason."""

from __future__ import annotations

from collections.abc import Sequence

from vision.dice.colour import name_of
from vision.dice.die import Die, Doubt, Reading, Status, Value
from vision.dice.expect import Expected
from vision.dice.match import match
from vision.dice.pips import Floats
from vision.dice.settle import Sighting

SURE = 0.75  # the least confidence at which a value counts on which pips and network agree
SURE_ALONE = 0.97  # the same where glare or shadow hides a pip, so that the network stands alone
READABLE = frozenset({"d6", "number_die"})


def report(
    sightings: Sequence[Sighting],
    loose: Floats | None,
    size: tuple[int, int],
    scale: float,
    expect: Sequence[Expected],
) -> Reading:
    """The reading of a picture of `size` (width, height) whose dice were sought at `scale` of it; `loose` is a place
    (2,) there with pips on no die."""
    dice = [(_die(s, scale), s.body.colour) for s in sightings]
    dice.sort(key=lambda pair: pair[0].colour is None)  # who pairs dice one by one should meet the named ones first
    seen = tuple(die for die, _ in dice)
    unknown = next((e.kind for e in expect if e.kind not in READABLE), None)
    if unknown is not None:
        return _doubt(seen, Doubt.UNKNOWN_KIND, f"this reader cannot read the {unknown.replace('_', ' ')} yet")
    for sighting in sightings:
        reason = _trouble(sighting, bool(expect))
        if reason is not None:
            return _doubt(seen, reason[0], f"a die {place(_die(sighting, scale).center, size)} {reason[1]}")
    if loose is not None:
        where = place((float(loose[0]) / scale, float(loose[1]) / scale), size)
        return _doubt(seen, Doubt.UNREADABLE, f"pips {where} belong to no die that can be read")
    if expect:
        return match(dice, expect)
    return Reading(Status.OK, seen) if seen else Reading(Status.EMPTY)


def place(center: tuple[float, float], size: tuple[int, int]) -> str:
    """Where a point lies, in words: `at the left`, `in the middle`, `at the top right`."""
    x, y = center[0] / size[0], center[1] / size[1]
    across = "left" if x < 1 / 3 else "right" if x > 2 / 3 else ""
    down = "top" if y < 1 / 3 else "bottom" if y > 2 / 3 else ""
    return f"at the {' '.join(filter(None, (down, across)))}" if across or down else "in the middle"


def _trouble(sighting: Sighting, expected: bool) -> tuple[Doubt, str] | None:
    """Why a sighting does not count, or None if it does."""
    if sighting.value is None:
        return Doubt.UNKNOWN_KIND, "shows no pips: its kind is unknown"
    if sighting.value == 0 and not expected:
        return Doubt.UNKNOWN_KIND, "shows a blank face: its kind is unknown"
    if sighting.confidence < (SURE if sighting.agreed else SURE_ALONE):
        return Doubt.UNREADABLE, "cannot be read"
    return None


def _die(sighting: Sighting, scale: float) -> Die:
    body = sighting.body
    corners = tuple((float(x), float(y)) for x, y in (body.polygon + 0.5) / scale - 0.5)
    x, y = (body.face.center + 0.5) / scale - 0.5
    value: Value = "?" if sighting.value is None else sighting.value
    return Die("d6", name_of(body.colour), value, sighting.confidence, (float(x), float(y)), corners)


def _doubt(dice: tuple[Die, ...], doubt: Doubt, reason: str) -> Reading:
    return Reading(Status.UNSURE, dice, doubt, reason)
