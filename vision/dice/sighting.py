"""Settles which candidates are dice: pips and the second witness must agree on every one of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.dice.body import Body
from vision.dice.picture import Floats
from vision.dice.verify import NOTHING, OTHER

LIKELY = 0.25  # a place where a die is this likely may not be passed over
CLASS = 0.2  # a die's face looks like one thing; what looks a little like many is cloth
SIZES = (0.65, 1.5)  # what is doubtful is only taken for a die if it has about the size of the others
FIRM_SIZES = (0.45, 2.2)  # the same for what is firm: dice of 12 mm and of 25 mm lie in one picture
FIRM = 0.9  # a sighting this sure is a die even close beside another
PIP_BONUS = 0.15  # of candidates for one die that with pips in the right pattern comes first
PATTERN_BONUS = 0.04  # several pips in their places say more than one
OUTLINE_BONUS = 0.06  # and a clear outline of the face more than pips alone: a side's pips may complete a false pattern
OUTLINE = 40.0  # colour step of a clear outline


@dataclass(frozen=True)
class Sighting:
    """A die in view: its body, `value` 0..6 if its face is of pips or blank, otherwise None; `confidence` 0..1 that
    this is right; `agreed` if pips and network say the same."""

    body: Body
    value: int | None
    confidence: float
    agreed: bool


def settle(bodies: Sequence[Body], odds: Floats) -> list[Sighting]:
    """The dice among candidates, given the network's probabilities (N, 9) for each; of those that overlap the best."""
    sightings = [_sighting(body, row) for body, row in zip(bodies, odds, strict=True) if _likely(row)]
    chosen: list[Sighting] = []
    for sighting in sorted(sightings, key=_weight, reverse=True):
        if _sized(sighting, chosen) and not any(_overlap(sighting, other) for other in chosen):
            chosen.append(sighting)
    return chosen


def _likely(odds: Floats) -> bool:
    return bool(1 - odds[NOTHING] > LIKELY and odds[:NOTHING].max() > CLASS)


def _sized(sighting: Sighting, chosen: Sequence[Sighting]) -> bool:
    """True unless a sighting without a pattern of pips, or a doubtful one, is far from the size of the firm ones."""
    firm = [s.body.side for s in chosen if s.agreed and s.confidence > FIRM]
    if not firm or (len(sighting.body.face.rows) > 1 and sighting.confidence > FIRM):
        return True
    low, high = FIRM_SIZES if sighting.agreed and sighting.confidence > FIRM else SIZES
    return low * min(firm) < sighting.body.side < high * max(firm)


def _sighting(body: Body, odds: Floats) -> Sighting:
    seen = int(odds[:NOTHING].argmax())
    pips = body.face.value if body.face.rows else 0
    return Sighting(body, None if seen == OTHER else seen, float(odds[seen]), seen == pips)


def _weight(sighting: Sighting) -> float:
    if not (sighting.agreed and sighting.value):
        return sighting.confidence
    pattern = PATTERN_BONUS if len(sighting.body.face.rows) > 1 else 0.0
    outline = OUTLINE_BONUS * min(float(sighting.body.steps[1]) / OUTLINE, 1.0)
    return sighting.confidence + PIP_BONUS + pattern + outline


def _overlap(late: Sighting, early: Sighting) -> bool:
    """True if two sightings cannot both be dice: the middle of one lies on the other, or so close beside it that it
    is one of its sides. Two firm ones may lie as close as a tilted view brings them."""
    a, b = late.body, early.body
    gap = float(np.linalg.norm(a.face.center - b.face.center))
    reach = 0.72 if late.confidence > FIRM and late.agreed else 0.95
    return gap < reach * max(min(a.side, b.side), 0.5 * max(a.side, b.side)) or _on(a, b) or _on(b, a)


def _on(a: Body, b: Body) -> bool:
    x, y = (float(v) for v in a.face.center)
    return cv2.pointPolygonTest(b.polygon, (x, y), False) >= 0
