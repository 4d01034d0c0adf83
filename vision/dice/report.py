"""From sightings to a Reading: what is sure is counted, what is not is a doubt with its place and reason."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.dice.colour import name_of
from vision.dice.die import Die, Doubt, Reading, Status, Value
from vision.dice.edge import cut_die
from vision.dice.expect import Expected
from vision.dice.match import match
from vision.dice.picture import Floats, Picture
from vision.dice.quality import WORDS, cause, too_dark
from vision.dice.sighting import Sighting

SURE = 0.75  # the least confidence at which a value counts on which pips and network agree
SURE_BLANK = 0.85  # the same for a blank face, which only counts where one is expected: bare squares lie everywhere
LIKELY_BLANK = 0.6  # from here on a face without pips that nobody expects is a doubt, whatever its colour
ALIKE = 60.0  # BGR distance between bodies of one colour
SURE_ALONE = 0.97  # the same where glare or shadow hides a pip, so that the network stands alone
READABLE = frozenset({"d6", "number_die"})


def report(
    work: Picture, scale: float, sightings: Sequence[Sighting], loose: Floats | None, expect: Sequence[Expected]
) -> Reading:
    """The reading of a picture, of which `work` (H, W, 3) is `scale` in size; `loose` is a place (2,) on `work` with
    pips that are on none of the dice seen there."""
    sightings = [s for s in sightings if _counts(work, s, sightings, bool(expect))]
    dice = [(_die(s, scale), s.body.colour) for s in sightings]
    dice.sort(key=lambda pair: pair[0].colour is None)  # who pairs dice one by one should meet the named ones first
    seen = tuple(die for die, _ in dice)
    doubt = _doubt(work, sightings, loose, expect)
    if doubt is not None:
        return Reading(Status.UNSURE, seen, *doubt)
    if expect:
        return match(dice, expect)
    return Reading(Status.OK, seen) if seen else Reading(Status.EMPTY)


def _counts(work: Picture, sighting: Sighting, others: Sequence[Sighting], expected: bool) -> bool:
    """False for a square without pips, bare or printed, that is hardly a die. One of the colour of a die in view may
    be a die in glare, one on the border a die cut by it."""
    if sighting.value:
        return True
    if expected:
        return sighting.confidence >= SURE_BLANK
    sure = [s.body.colour for s in others if s.value and s.agreed and s.confidence >= SURE]
    alike = any(float(np.linalg.norm(sighting.body.colour - colour)) < ALIKE for colour in sure)
    cut = cause(work, sighting.body) is Doubt.AT_EDGE
    return sighting.confidence >= LIKELY_BLANK or alike or cut or not sure


def _doubt(
    work: Picture, sightings: Sequence[Sighting], loose: Floats | None, expect: Sequence[Expected]
) -> tuple[Doubt, str] | None:
    """The first thing that stands against a sure reading, and the sentence that says so."""
    unknown = next((e.kind for e in expect if e.kind not in READABLE), None)
    if unknown is not None:
        return Doubt.UNKNOWN_KIND, f"this reader cannot read the {unknown.replace('_', ' ')} yet"
    if too_dark(work):
        return Doubt.DARK, "the picture is too dark"
    for sighting in sightings:
        trouble = _trouble(work, sighting, bool(expect))
        if trouble is not None:
            return trouble[0], f"a die {place(sighting.body.face.center, work)} {trouble[1]}"
    if loose is not None:
        return Doubt.UNREADABLE, f"pips {place(loose, work)} belong to no die that can be read"
    # who knows which dice to expect misses a cut one anyhow
    cut = None if expect else cut_die(work, [s for s in sightings if s.agreed])
    if cut is not None:
        return Doubt.AT_EDGE, f"a die {place(cut, work)} seems to be cut by the border of the picture"
    return None


def place(center: Floats, picture: Picture) -> str:
    """Where a point (2,) of a picture lies, in words: `at the left`, `in the middle`, `at the top right`."""
    height, width = picture.shape[:2]
    x, y = float(center[0]) / width, float(center[1]) / height
    across = "left" if x < 1 / 3 else "right" if x > 2 / 3 else ""
    down = "top" if y < 1 / 3 else "bottom" if y > 2 / 3 else ""
    return f"at the {' '.join(filter(None, (down, across)))}" if across or down else "in the middle"


def _trouble(work: Picture, sighting: Sighting, expected: bool) -> tuple[Doubt, str] | None:
    """Why a sighting does not count, or None if it does."""
    if sighting.value is None:
        return Doubt.UNKNOWN_KIND, "shows no pips: its kind is unknown"
    if sighting.value == 0 and not expected:
        return Doubt.UNKNOWN_KIND, "shows a blank face: its kind is unknown"
    least = SURE if sighting.agreed else SURE_ALONE
    if sighting.confidence < least:
        doubt = cause(work, sighting.body)
        return doubt, WORDS[doubt]
    return None


def _die(sighting: Sighting, scale: float) -> Die:
    body = sighting.body
    corners = tuple((float(x), float(y)) for x, y in (body.polygon + 0.5) / scale - 0.5)
    x, y = (body.face.center + 0.5) / scale - 0.5
    value: Value = "?" if sighting.value is None else sighting.value
    return Die("d6", name_of(body.colour), value, sighting.confidence, (float(x), float(y)), corners)
