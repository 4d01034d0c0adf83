"""Kinds: which die a sighting is, when nobody has said what to expect."""

from __future__ import annotations

from collections.abc import Iterable

from vision.dice.colour import Palette
from vision.dice.die import Value
from vision.dice.likeness import Claim
from vision.dice.names import SHOWN
from vision.dice.sighting import Sighting

KNOWN = 0.5  # from here on a face is one that a built-in kind has
CLAIMED = 0.5  # from here on a face is one that a taught die has

_STAR_FACES = ("star", "two_stars", "three_stars")


def guess(sighting: Sighting, palette: Palette) -> tuple[str, Value] | None:
    """Kind and value of a die as its face alone tells them; None where the face belongs to several kinds (a blank, or
    one that a taught die has as well), to a die that no game here has, or to none. Pips are a d6's: a number die with
    pips has to be expected."""
    built_in = _built_in(sighting, palette)
    taught = [] if sighting.face == "blank" else [c for c in sighting.claims if _could_be(c, sighting, palette)]
    if not taught:
        return built_in
    known = built_in is not None and sighting.odds(sighting.face) >= KNOWN
    return None if known or len(taught) > 1 else (taught[0].kind, taught[0].best[0])


def _could_be(claim: Claim, sighting: Sighting, palette: Palette) -> bool:
    coloured = claim.colour is None or palette.could_be(sighting.colour, claim.colour)
    return coloured and claim.best[1] >= CLAIMED


def _built_in(sighting: Sighting, palette: Palette) -> tuple[str, Value] | None:
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
