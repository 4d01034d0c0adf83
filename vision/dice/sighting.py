"""What was seen at one place: the finder's spot and the close look at it, as one die."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from vision.dice.die import Value
from vision.dice.face import Look
from vision.dice.finder import Spot
from vision.dice.likeness import Claim
from vision.dice.names import BODIES, BODY_OF, FACES, PIPS, SHOWN, STATES
from vision.dice.picture import Floats

_NOTHING, _NO_BODY = FACES.index("nothing"), BODIES.index("nothing")  # the last of each
_CORNERS = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float32)
_D12_TOP = 0.47  # half the width of a pentagon over the body's width
_DOUBTED = 0.3  # what the odds of a face are still worth on a body that seems to be another
HEAT, FACE, BIAS = 1.4, 1.0, -1.5  # of a logistic regression on renders that nothing was learnt from


@dataclass(frozen=True)
class Sighting:
    """A die in view: where, what it looks like, and what each taught die makes of it."""

    spot: Spot
    look: Look
    claims: tuple[Claim, ...] = ()

    @property
    def colour(self) -> Floats:
        """The body's colour (3,) BGR."""
        return self.look.colour

    @cached_property
    def chance(self) -> float:
        """That a die lies there at all: both networks are asked, and weighed as fits pictures with truth best."""
        found, seen = _logit(self.spot.heat), _logit(1 - float(self.look.faces[_NOTHING]))
        return float(1 / (1 + np.exp(-(HEAT * found + FACE * seen + BIAS))))

    @property
    def body(self) -> str:
        """The likeliest of BODIES but `nothing`, for whether a die lies there is asked of `chance`; what has pips is a
        cube, however round its corners are."""
        likeliest = BODIES[int(self.look.bodies[:_NO_BODY].argmax())]
        return "cube" if likeliest == "d12" and self.face in PIPS else likeliest

    def odds_of_body(self, name: str) -> float:
        with_pips = name == "cube" and self.face in PIPS
        names = ("cube", "d12") if with_pips else (name,)
        return float(sum(self.look.bodies[BODIES.index(n)] for n in names))

    def odds_of_state(self, name: str) -> float:
        return float(self.look.states[STATES.index(name)])

    @cached_property
    def face(self) -> str:
        """The likeliest face of FACES but `nothing`."""
        return FACES[int(self.look.faces[:_NOTHING].argmax())]

    @cached_property
    def _odds(self) -> Mapping[str, float]:
        return dict(zip(FACES, self.look.faces.tolist(), strict=True))

    def odds(self, face: str) -> float:
        return self._odds[face]

    def odds_as(self, kind: str) -> Mapping[Value, float]:
        """The odds of each value that a die of `kind`, also a taught one, has, as far as face and body speak for it."""
        for claim in self.claims:
            if claim.kind == kind:
                return claim.odds
        body = _DOUBTED + (1 - _DOUBTED) * self.odds_of_body(BODY_OF[kind])
        return {value: body * sum(self._odds[face] for face in faces) for value, faces in SHOWN[kind].items()}

    @property
    def polygon(self) -> Floats:
        """The corners (4, 2) of a square like the top face, in pixels."""
        half = self.spot.side / 2 if self.body == "cube" else _D12_TOP * self.spot.side
        c, s = np.cos(self.spot.yaw), np.sin(self.spot.yaw)
        square: Floats = self.spot.center + half * _CORNERS @ np.array([[c, s], [-s, c]])
        return square


class View(NamedTuple):
    """All that was seen on one picture: its sightings, and the `hand`, the part 0..1 of it that hands hide;
    `everywhere` if every place was looked at that may be a die."""

    sightings: list[Sighting]
    hand: float
    everywhere: bool = True


def _logit(odds: float) -> float:
    sure = min(max(odds, 1e-4), 1 - 1e-4)
    return float(np.log(sure / (1 - sure)))
