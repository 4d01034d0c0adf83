"""The reader of dice: one picture in, one Reading out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from vision.dice import pattern
from vision.dice.colour import USUAL, Palette
from vision.dice.die import Doubt, Reading, Status
from vision.dice.expect import Expected
from vision.dice.face import FaceReader, Look, crop, pyramid
from vision.dice.finder import PLAINLY, Finder, Spot
from vision.dice.likeness import Claim, Likeness
from vision.dice.names import SHOWN
from vision.dice.picture import WORK_SIDE, Picture, shrink
from vision.dice.presence import FAINT
from vision.dice.report import report
from vision.dice.sighting import Sighting, View
from vision.dice.taught import TaughtDie
from vision.dice.words import kind_of

UNLIKE = 2.5  # times as wide or as narrow as everything that is plainly a die, nothing is one
SPARE = 3  # places more than dice are wanted that are looked at: one that should not be there is noticed
STRAY = 0.3  # the least heat of these


class Reader:
    """Reads dice. It keeps nothing between pictures, so one reader serves many threads. `palette` names the colours
    under the lamp of this table, `taught` are the dice that people taught; both may be assigned at any time."""

    def __init__(self, palette: Palette = USUAL, taught: Sequence[TaughtDie] = ()) -> None:
        self.palette = palette
        self._finder = Finder()
        self.faces = FaceReader()
        self._likenesses: tuple[Likeness, ...] = ()
        self.taught = taught

    @property
    def taught(self) -> Sequence[TaughtDie]:
        """The taught dice that are read: of those assigned, those that are taught well enough."""
        return tuple(likeness.die for likeness in self._likenesses)

    @taught.setter
    def taught(self, dice: Sequence[TaughtDie]) -> None:
        """Dice that are not taught well enough are left out. ValueError for two of one name."""
        names = [die.name for die in dice]
        if len(set(names)) < len(names):
            raise ValueError(f"two taught dice have one name: {', '.join(sorted(names))}")
        known = self._likenesses
        self._likenesses = tuple(
            next((k for k in known if k.die == die), None) or Likeness(die, self.faces) for die in dice if die.ready
        )

    def read(self, image: Picture, expect: Sequence[Expected] = ()) -> Reading:
        """The dice on a BGR picture (H, W, 3) uint8 of any size.

        `expect` names the dice that should lie there; without it a die is what its face tells. Polygons are pixels of
        `image`. Raises ValueError if `image` is no such array."""
        if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8 or min(image.shape) == 0:
            raise ValueError(f"expected a picture (H, W, 3) uint8, got {image.shape} {image.dtype}")
        strange = next((e.kind for e in expect if e.kind not in SHOWN and e.kind not in self._names()), None)
        if strange is not None:
            return Reading(Status.UNSURE, (), Doubt.UNKNOWN_KIND, f"the {kind_of(strange)} is not taught here")
        scale = min(1.0, WORK_SIDE / max(image.shape))
        work = shrink(image, scale)
        told = Reading(Status.EMPTY)
        for view in self._views(work, sum(e.count for e in expect)):
            closer = report(work, scale, view, expect, self.palette)
            told = closer if expect or not _loses(closer, told) else told
            if told.status is Status.OK or (told.status is Status.EMPTY and view.everywhere):
                break
        return told

    def _views(self, work: Picture, wanted: int) -> Iterator[View]:
        """Each takes longer than the one before, and less than a question would."""
        view = self._view(work, wanted)
        yield view
        if not view.everywhere:
            view = self._view(work)
            yield view
        yield self._long_view(work, view)

    def sight(self, work: Picture) -> list[Sighting]:
        """All places of a BGR picture (H, W, 3) uint8 where a die may lie, and what is seen there."""
        return self._view(work).sightings

    def _view(self, work: Picture, wanted: int | None = None) -> View:
        """If `wanted` dice lie there, or an unknown number (0), only the likeliest places are looked at."""
        found = self._finder.find(work, wanted)
        looks = self.faces.look(work, _worth_a_look(found.spots, wanted))
        return View(self._sightings(work, looks), found.hand, found.everywhere and not wanted)

    def _long_view(self, work: Picture, view: View) -> View:
        """What may be a die is seen all round."""
        faint = [s for s in view.sightings if s.chance < FAINT]
        looks = [s.look for s in view.sightings if s.chance >= FAINT]
        return View(self._sightings(work, self.faces.look_long(work, looks)) + faint, view.hand)

    def _sightings(self, work: Picture, looks: Sequence[Look]) -> list[Sighting]:
        claims = self._claims(work, looks)
        return [Sighting(look.spot, look, claimed) for look, claimed in zip(looks, claims, strict=True)]

    def _claims(self, work: Picture, looks: Sequence[Look]) -> list[tuple[Claim, ...]]:
        """What each taught die makes of each look."""
        likenesses = self._likenesses
        if not likenesses:
            return [()] * len(looks)
        levels = pyramid(work)
        views = [pattern.seen(crop(levels, s.center, s.side, s.yaw)) for s in (look.spot for look in looks)]
        return [tuple(k.claim(look, seen) for k in likenesses) for look, seen in zip(looks, views, strict=True)]

    def _names(self) -> set[str]:
        return {likeness.die.name for likeness in self._likenesses}


def _worth_a_look(spots: list[Spot], wanted: int | None) -> list[Spot]:
    """All spots that are about as large as what are dice for sure; if `wanted` dice lie there, as many, and what may be
    one too many."""
    if not wanted:
        return _of_a_size(spots)
    return spots[:wanted] + [spot for spot in spots[wanted:][:SPARE] if spot.heat >= STRAY]


def _of_a_size(spots: list[Spot]) -> list[Spot]:
    """Those that are not far larger or smaller than everything that is a die by all odds."""
    sides = np.array([spot.side for spot in spots if spot.heat >= PLAINLY])
    if len(sides) < 2:
        return spots
    return [spot for spot in spots if ((sides <= UNLIKE * spot.side) & (spot.side <= UNLIKE * sides)).any()]


def _loses(closer: Reading, told: Reading) -> bool:
    """True if some of the dice that were doubted are missing from what a closer look counts: they may lie there."""
    return closer.status is Status.OK and len(closer.dice) < len(told.dice)
