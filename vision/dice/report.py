"""From sightings to a Reading: what is sure is counted, what is not is a doubt with its place and reason."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.dice.border import cut_off
from vision.dice.colour import Palette
from vision.dice.die import Die, Doubt, Reading, Status, Value
from vision.dice.expect import Expected
from vision.dice.kinds import CLAIMED, guess
from vision.dice.level import TIPPED, Foot, tipped
from vision.dice.match import Mismatch, match
from vision.dice.picture import Floats, Picture
from vision.dice.presence import LIKELY_DIE, ONLY_DIE, SURE_DIE, elsewhere, present
from vision.dice.quality import CUT, HALF, LOST, LOST_PLAIN, WORDS, cause, glaring, out_of_focus, outside, too_dark
from vision.dice.sighting import Sighting, View
from vision.dice.words import kind_of, place

SURE = 0.72  # the least confidence at which a value counts
SURE_STATE = 0.5  # from here on a die counts as leaning, covered or illegible
SURE_STACKED = 0.6
HANDED = 0.15  # so much of a picture behind a hand, a die may be
PLAIN = 0.85  # so sure a value is not doubted because something seems to lie over the die, or it seems illegible
HIDDEN = (0.8, 0.95)  # from here on something lies over the die for sure, and so sure its value must be all the same
RIVAL = 0.2  # a second value this likely makes a face ambiguous
_LEAK = 0.5  # how much of the odds for faces that a kind has not speak against its value


@dataclass(frozen=True)
class _Read:
    """A sighting with the kind it is taken for (None: unknown), and the value and confidence as that kind; `tip` as
    `level.tipped` tells it, None where nothing stands beside it."""

    sighting: Sighting
    kind: str | None
    colour: str | None
    value: Value
    confidence: float
    rival: float
    tip: float | None = None


def report(work: Picture, scale: float, view: View, expect: Sequence[Expected], palette: Palette) -> Reading:
    """The reading of a picture, of which `work` (H, W, 3) is `scale` in size. A hand may hide dice, unless all that
    are expected are seen."""
    reading = _told(work, scale, view, expect, palette)
    if view.hand < HANDED or (expect and reading.status is Status.OK):
        return reading
    return replace(reading, status=Status.UNSURE, doubt=Doubt.HAND, reason="a hand is in the picture")


def _told(work: Picture, scale: float, view: View, expect: Sequence[Expected], palette: Palette) -> Reading:
    seen = [s for s in present(view.sightings, sum(e.count for e in expect)) if not _passes_by(work, s)]
    tips = _tips(work, seen)
    try:
        kinds = _matched(seen, expect, palette) if expect else _guesses(seen, palette)
    except Mismatch as mismatch:
        read = _tipping(_guesses(seen, palette), tips)
        told = _first_trouble(work, read) or _spoilt(work, seen) or (mismatch.doubt, str(mismatch))
        return Reading(Status.UNSURE, _dice(read, scale), *told)
    read = _tipping(kinds, tips)
    dice = _dice(read, scale)
    if too_dark(work):
        return Reading(Status.UNSURE, dice, Doubt.DARK, "the picture is too dark")
    only = expect and not elsewhere(view.sightings, seen)
    trouble = _first_trouble(work, read, ONLY_DIE if only else SURE_DIE)
    if trouble is not None:
        return Reading(Status.UNSURE, dice, *trouble)
    cut = None if expect else cut_off(work, seen, view.sightings)
    if cut is not None:
        return Reading(Status.UNSURE, dice, Doubt.AT_EDGE, f"a die {place(cut, work)} {WORDS[Doubt.AT_EDGE]}")
    if dice:
        return Reading(Status.OK, dice)
    hidden = _spoilt(work, seen)
    return Reading(Status.UNSURE, (), *hidden) if hidden else Reading(Status.EMPTY)


def _passes_by(work: Picture, sighting: Sighting) -> bool:
    """True for what is hardly a die and lies half outside: it belongs to the table beside the tray."""
    return sighting.chance < LIKELY_DIE and outside(work, sighting.polygon, sighting.spot.side) > HALF


def _spoilt(work: Picture, seen: Sequence[Sighting]) -> tuple[Doubt, str] | None:
    """What keeps dice from being found on the whole picture."""
    faces = [s.polygon for s in seen]
    if out_of_focus(work, faces):
        return Doubt.BLURRED, "the picture is blurred"
    return (Doubt.GLARE, "glare hides what lies there") if glaring(work, faces) else None


def _tips(work: Picture, seen: Sequence[Sighting]) -> list[float | None]:
    """`level.tipped` of what are dice for sure, if there are several."""
    height, width = work.shape[:2]
    sure = [k for k, s in enumerate(seen) if s.chance >= SURE_DIE]
    tips: list[float | None] = [None] * len(seen)
    if len(sure) > 1:
        feet = [Foot(s.spot.center, s.spot.side, s.look.drop) for s in (seen[k] for k in sure)]
        for k, tip in zip(sure, tipped(feet, width, height), strict=True):
            tips[k] = tip
    return tips


def _tipping(read: Sequence[_Read], tips: Sequence[float | None]) -> list[_Read]:
    return [replace(die, tip=tip) for die, tip in zip(read, tips, strict=True)]


def _matched(seen: Sequence[Sighting], expect: Sequence[Expected], palette: Palette) -> list[_Read]:
    slots = match(seen, expect, palette)
    return [
        _as_kind(s, slot.kind, slot.colour or palette.name_of(s.colour)) for s, slot in zip(seen, slots, strict=True)
    ]


def _guesses(seen: Sequence[Sighting], palette: Palette) -> list[_Read]:
    """Beside an event die or a numbered number die, one to three pips may be a number die's as well as a d6's."""
    read = [_guessed(sighting, palette) for sighting in seen]
    company = any(die.kind in ("event_die", "number_die") for die in read)
    return [replace(d, kind=None) if company and d.kind == "d6" and d.value in (1, 2, 3) else d for d in read]


def _guessed(sighting: Sighting, palette: Palette) -> _Read:
    told = guess(sighting, palette)
    colour = palette.name_of(sighting.colour)
    if told is None:
        return _Read(sighting, None, colour, "?", sighting.odds(sighting.face), 0.0)
    return _as_kind(sighting, told[0], colour)


def _as_kind(sighting: Sighting, kind: str, colour: str | None) -> _Read:
    odds = sighting.odds_as(kind)
    (value, best), *others = sorted(odds.items(), key=lambda pair: pair[1], reverse=True)
    total = sum(odds.values())
    whole = total + _LEAK * (1 - total)
    return _Read(sighting, kind, colour, value, best / max(whole, 1e-6), others[0][1] / max(whole, 1e-6))


def _first_trouble(work: Picture, read: Sequence[_Read], least: float | None = None) -> tuple[Doubt, str] | None:
    """The first thing that stands against a sure reading, and the sentence that says so. `least` is the chance from
    which on something counts as a die; without it only what is wrong for certain is told."""
    for die in sorted(read, key=lambda d: d.confidence):
        doubt = _blinded(work, die) or _lies_badly(work, die, read) or (_unclear(work, die, least) if least else None)
        if doubt is not None:
            where = place(die.sighting.spot.center, work)
            words = WORDS.get(doubt) or f"shows {_face(die.sighting)}: its kind is unknown"
            return doubt, f"a die {where} {words}"
    return None


def _blinded(work: Picture, die: _Read) -> Doubt | None:
    """Glare and darkness explain all else that may be odd about a die that is not read."""
    told = cause(work, die.sighting.polygon) if die.confidence < SURE else None
    return told if told in (Doubt.GLARE, Doubt.DARK) else None


def _lies_badly(work: Picture, read: _Read, others: Sequence[_Read]) -> Doubt | None:
    die = read.sighting
    over = outside(work, die.polygon, die.spot.side)
    if over > (LOST if read.confidence < PLAIN else LOST_PLAIN):
        return Doubt.AT_EDGE
    if _leans(read):
        return Doubt.LEANING
    if die.odds_of_state("stacked") >= SURE_STACKED:
        return Doubt.STACKED
    if _covered(read):
        if over > CUT:
            return Doubt.AT_EDGE
        return Doubt.STACKED if any(_on(die, o.sighting) for o in others) else Doubt.COVERED
    return None


def _covered(read: _Read) -> bool:
    odds = read.sighting.odds_of_state("covered")
    surely, plain = HIDDEN
    return odds >= SURE_STATE and read.confidence < (plain if odds >= surely else PLAIN)


def _leans(read: _Read) -> bool:
    """By how the dice beside it stand, or, of a single one, by its looks: under a tilted camera all seem to lean."""
    if read.tip is None:
        return read.sighting.chance >= SURE_DIE and read.sighting.odds_of_state("leaning") >= SURE_STATE
    return read.tip >= TIPPED


def _on(die: Sighting, other: Sighting) -> bool:
    gap = float(np.linalg.norm(die.spot.center - other.spot.center))
    return other is not die and gap < 0.8 * max(die.spot.side, other.spot.side)


def _unclear(work: Picture, die: _Read, least: float) -> Doubt | None:
    sighting = die.sighting
    legible = die.confidence >= PLAIN and sighting.face != "blank"  # what is washed out looks blank, for sure
    illegible = sighting.odds_of_state("illegible") >= SURE_STATE and not legible
    if illegible or sighting.chance < least:
        return cause(work, sighting.polygon)
    if die.kind is None:
        return Doubt.UNKNOWN_KIND
    if die.confidence < SURE:
        return Doubt.AMBIGUOUS if die.rival > RIVAL else cause(work, sighting.polygon)
    return None


def _face(sighting: Sighting) -> str:
    face = sighting.face
    claims = [kind_of(claim.kind) for claim in sighting.claims if claim.best[1] >= CLAIMED]
    if claims:
        return f"what the {' and the '.join(claims)} may show"
    if face == "other":
        return "a face that no die here has"
    if face[0] in "np" and face[1:].isdigit():
        return f"the number {face[1:]}" if face[0] == "n" else f"{face[1:]} pips"
    return "a blank face" if face == "blank" else f"a {face.replace('_', ' ')}"


def _dice(read: Sequence[_Read], scale: float) -> tuple[Die, ...]:
    ordered = sorted(read, key=lambda d: d.colour is None)  # who pairs dice one by one should meet the named ones first
    return tuple(_die(d, scale) for d in ordered)


def _die(read: _Read, scale: float) -> Die:
    spot = read.sighting.spot
    corners = tuple((float(x), float(y)) for x, y in _unscaled(read.sighting.polygon, scale))
    (x, y), (right, down) = _unscaled(spot.center, scale), read.sighting.look.drop
    center, drop = (float(x), float(y)), (float(right), float(down))
    return Die(read.kind or "unknown", read.colour, read.value, read.confidence, center, corners, drop)


def _unscaled(places: Floats, scale: float) -> Floats:
    moved: Floats = (places + 0.5) / scale - 0.5
    return moved
