"""What of all that was seen counts as a die."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.dice.sighting import Sighting

SURE_DIE = 0.75  # the least chance of a die where something counts as one
ONLY_DIE = 0.5  # ... where so many dice are wanted, and nowhere else anything is hot
LIKELY_DIE = 0.35  # from here on a place may not be passed over
FAINT = 0.03  # what is less likely a die is not worth a long look
HOT = 0.45  # the finder's heat from which on a die that is wanted may lie there instead
HALF_SEEN = 0.4  # ... from which on a body counts that shows no top
BODY = 0.7  # the odds of a body from which on it counts although it shows no top
MAYBE = 0.2  # ... or the chance that it is a die
ONE = 0.3  # widths of a die: what is nearer to its middle is the same one
OWN = 0.8  # widths of a die from its middle to where its sides end in a tilted view
SECOND_DIE = 0.9  # the least chance of another die so near
PIECE = 0.55  # of a die's width: what is smaller and lies on it is a part of it
TRAY = 0.22  # times its width: what holds a die so small is the tray; pips and symbols are larger parts of a die
HEAP = 1.4  # times a die's width: what is larger and holds it is none
ALIKE = (0.65, 1.6)  # times the width of the dice around: what is smaller or larger is none, unless it is one for sure


def present(seen: Sequence[Sighting], wanted: int) -> list[Sighting]:
    """The likeliest first. If it is known how many are `wanted` (else 0), the least likely may be passed over."""
    likely: list[Sighting] = []
    seen = [s for s in seen if not any(_holds(s, other) for other in seen)]
    for sighting in sorted(seen, key=lambda s: s.chance, reverse=True):
        counts = sighting.chance >= LIKELY_DIE or (not wanted and _half_seen(sighting))
        if counts and not any(_one_with(sighting, other) for other in likely):
            likely.append(sighting)
    while wanted and len(likely) > wanted and (likely[-1].chance < SURE_DIE or _odd(likely[-1], likely[:wanted], 1.0)):
        likely.pop()
    return [s for s in likely if not _odd(s, [o for o in likely if o.chance > SECOND_DIE and o is not s], SECOND_DIE)]


def elsewhere(seen: Sequence[Sighting], dice: Sequence[Sighting]) -> bool:
    """True if something is hot where none of these dice lies: one that is wanted may lie there instead."""
    return any(s.spot.heat >= HOT and not any(s is die or _one_with(s, die) for die in dice) for s in seen)


def _holds(tray: Sighting, die: Sighting) -> bool:
    gap = float(np.linalg.norm(tray.spot.center - die.spot.center))
    return die.chance >= SURE_DIE and die.spot.side < TRAY * tray.spot.side and gap < 0.5 * tray.spot.side


def _half_seen(sighting: Sighting) -> bool:
    """True if something may lie there whose top is not to be seen: cut by the border, merged with another."""
    seems = sighting.chance >= MAYBE or 1 - sighting.odds_of_body("nothing") >= BODY
    return sighting.spot.heat >= HALF_SEEN and seems


def _one_with(late: Sighting, whole: Sighting) -> bool:
    """True if a sighting is a die that was seen more surely; or a side or a pip of it; or a heap of dice, or a circle
    around it. A second die that touches it is none of these."""
    gap, width = float(np.linalg.norm(late.spot.center - whole.spot.center)), whole.spot.side
    if late.spot.side > HEAP * width and gap < 0.5 * late.spot.side:
        return True
    part = late.chance < SECOND_DIE or late.spot.side < PIECE * width
    return gap <= ONE * width or (part and gap <= OWN * width)


def _odd(one: Sighting, others: Sequence[Sighting], doubted: float) -> bool:
    """True if a sighting is not so sure as to be a die although it is far smaller or larger than those around."""
    if len(others) < 2 or one.chance >= doubted:
        return False
    low, high = (part * float(np.median([o.spot.side for o in others])) for part in ALIKE)
    return not low < one.spot.side < high
