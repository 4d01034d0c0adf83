"""The pieces: which base is which, from picture to picture. By its tag, by its place, by being the only one that can
have moved; where none of these tells, it is a new piece that somebody has to name."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from vision.ruler.bases import Base
from vision.ruler.lens import Floats
from vision.ruler.pitch import Mm, Pitch
from vision.ruler.pose import Pose

STAYED_MM = 10.0
"""A base with the same rim that is seen so near to where one was is that one: two bases cannot be as near."""

MOVED_S = 60.0
"""So long a hand may hold a piece and put it down elsewhere; after that somebody has to say who comes."""

_TOKEN_HEIGHT_MM = 2.0


@dataclass(frozen=True, eq=False)
class Piece:
    """A base with an identity: `number` is its own as long as it is known, `label` tells it from others (rim, count),
    `name` is what somebody called it ("" until then), `tag` the marker on its top, if one was ever seen there, `seen_s`
    when it was seen last."""

    number: int
    label: tuple[str, int]
    base: Base
    seen_s: float
    name: str = ""
    tag: int | None = None


class Pieces:
    """The pieces on one pitch; names stay with tags for ever, and with bases as long as they can be followed."""

    def __init__(self) -> None:
        self.seen: tuple[Piece, ...] = ()
        self._away: tuple[Piece, ...] = ()  # not seen now, and still the only ones that they can be
        self._names: dict[int, str] = {}  # by tag
        self._numbers = itertools.count(1)

    def look(self, bases: Sequence[Base], t_s: float, tags: Mapping[int, int] | None = None) -> tuple[Piece, ...]:
        """The pieces of a picture, in the order of its bases; `tags` are the markers on them, by the bases' index."""
        known = [piece for piece in (*self.seen, *self._away) if t_s - piece.seen_s <= MOVED_S]
        tagged = tags or {}
        found: dict[int, Piece] = {}
        for step in (_by_tag, _by_place, _by_elimination):
            left = [piece for piece in known if piece not in found.values()]
            found |= step(left, [(k, base) for k, base in enumerate(bases) if k not in found], tagged)
        come = {_kind(base) for k, base in enumerate(bases) if k not in found}
        self._away = tuple(p for p in known if p not in found.values() and _kind(p.base) not in come)
        self.seen = ()
        for k, base in enumerate(bases):
            piece = found.get(k) or self._new(base, t_s, [*found.values(), *self._away, *self.seen])
            self.seen += (self._now(piece, base, t_s, tagged.get(k, piece.tag)),)
        return self.seen

    def call(self, number: int, name: str) -> None:
        """Names a piece; who had this name has it no more. "" takes the name away. LookupError where there is none."""
        if number not in {piece.number for piece in self.seen}:
            raise LookupError(f"no piece {number} is seen")
        self.seen, self._away = (tuple(self._called(p, number, name) for p in some) for some in (self.seen, self._away))
        every = (*self.seen, *self._away)
        self._names = {piece.tag: piece.name for piece in every if piece.tag is not None and piece.name}

    def forget_names(self) -> None:
        """Other people play now."""
        self._names = {}
        self.seen = tuple(replace(piece, name="") for piece in self.seen)
        self._away = ()

    def _called(self, piece: Piece, number: int, name: str) -> Piece:
        if piece.number == number:
            return replace(piece, name=name)
        return replace(piece, name="") if name and piece.name == name else piece

    def _now(self, piece: Piece, base: Base, t_s: float, tag: int | None) -> Piece:
        name = piece.name if tag is None else self._names.get(tag, piece.name)
        return replace(piece, base=base, seen_s=t_s, tag=tag, name=name)

    def _new(self, base: Base, t_s: float, others: Iterable[Piece]) -> Piece:
        taken = {piece.label for piece in others}
        labels = ((base.rim, k) for k in itertools.count(1))
        return Piece(next(self._numbers), next(label for label in labels if label not in taken), base, t_s)


def tags_on(bases: Sequence[Base], markers_px: Mapping[int, Floats], pose: Pose, pitch: Pitch) -> dict[int, int]:
    """The marker on the top of each base that has one, by the base's index; `markers_px` are corners (4, 2)."""
    found: dict[int, int] = {}
    for number, corners in markers_px.items():
        if number not in pitch.markers:
            x, y = pose.to_table(corners.mean(axis=0)[None], pitch.base_height_mm)[0]
            under = [k for k, b in enumerate(bases) if _apart(b.centre_mm, (x, y)) < b.diameter_mm / 2]
            found |= dict.fromkeys(under, number)
    return found


def tags_beside(bases: Sequence[Base], markers_px: Mapping[int, Floats], pose: Pose, pitch: Pitch) -> dict[int, Mm]:
    """Where the markers lie, in mm, that are neither on a base nor in a corner of the pitch: those of tokens."""
    found: dict[int, Mm] = {}
    for number, corners in markers_px.items():
        x, y = pose.to_table(corners.mean(axis=0)[None], _TOKEN_HEIGHT_MM)[0].tolist()
        if number not in pitch.markers and all(_apart(b.centre_mm, (x, y)) > b.diameter_mm / 2 for b in bases):
            found[number] = (x, y)
    return found


def _by_tag(known: Sequence[Piece], bases: Sequence[tuple[int, Base]], tags: Mapping[int, int]) -> dict[int, Piece]:
    return {k: piece for k, _ in bases for piece in known if piece.tag is not None and tags.get(k) == piece.tag}


def _by_place(known: Sequence[Piece], bases: Sequence[tuple[int, Base]], tags: Mapping[int, int]) -> dict[int, Piece]:
    """Nearest pairs first."""
    pairs = sorted(_near(known, bases, tags), key=lambda pair: pair[0])
    found: dict[int, Piece] = {}
    for _, k, piece in pairs:
        if k not in found and piece not in found.values():
            found[k] = piece
    return found


def _near(
    known: Sequence[Piece], bases: Sequence[tuple[int, Base]], tags: Mapping[int, int]
) -> Iterator[tuple[float, int, Piece]]:
    for (k, base), piece in itertools.product(bases, known):
        apart = _apart(base.centre_mm, piece.base.centre_mm)
        other_tag = k in tags and piece.tag is not None and tags[k] != piece.tag
        if base.rim == piece.base.rim and apart <= STAYED_MM and not other_tag:
            yield apart, k, piece


def _by_elimination(
    known: Sequence[Piece], bases: Sequence[tuple[int, Base]], tags: Mapping[int, int]
) -> dict[int, Piece]:
    """One of a kind is missed and one of that kind has come: it has moved. With two of each nobody knows."""
    found = {}
    for kind in {_kind(base) for _, base in bases}:
        come = [k for k, base in bases if _kind(base) == kind and k not in tags]
        gone = [piece for piece in known if _kind(piece.base) == kind]
        if len(come) == 1 and len(gone) == 1:
            found[come[0]] = gone[0]
    return found


def _kind(base: Base) -> tuple[str, float]:
    return base.rim, base.diameter_mm


def _apart(a: Mm, b: Mm) -> float:
    return math.dist(a, b)
