"""Kinds: which die a sighting is, when nobody has said what to expect."""

from __future__ import annotations

from collections.abc import Iterable

from vision.dice.colour import Palette
from vision.dice.die import Value
from vision.dice.names import SHOWN
from vision.dice.sighting import Sighting

_STAR_FACES = ("star", "two_stars", "three_stars")


def guess(sighting: Sighting, palette: Palette) -> tuple[str, Value] | None:
    """Kind and value of a die as its face alone tells them; None where the face belongs to several kinds (a blank),
    to a die that no game here has, or to none. Pips are a d6's: a number die with pips has to be expected."""
    face = sighting.face
    if sighting.body == "d12":
        return ("d12", int(face[1:])) if face in _faces("d12") else None
    if sighting.body != "cube":
        return None
    if face.startswith("p"):
        return "d6", int(face[1:])
    if face in ("n0", "n1", "n2", "n3"):
        return "number_die", int(face[1:])
    if face in ("red_card", "yellow_card", "injured"):
        return "event_die", face
    if face == "red_x":
        return "star_white", face
    if face in _STAR_FACES:
        return _star(sighting, palette)
    return None


def _star(sighting: Sighting, palette: Palette) -> tuple[str, Value] | None:
    count = _STAR_FACES.index(sighting.face) + 1
    if palette.name_of(sighting.colour) == "green":
        return "star_green", count
    pale = palette.could_be(sighting.colour, "white") and not palette.could_be(sighting.colour, "green")
    return ("star_white", sighting.face) if pale and count < 3 else None


def _faces(kind: str) -> Iterable[str]:
    return (face for faces in SHOWN[kind].values() for face in faces)
