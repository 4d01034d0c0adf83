"""How like the faces of a taught die a look is: odds of each face, and of none of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from vision.dice.die import Value
from vision.dice.face import TURNS, FaceReader, Look
from vision.dice.names import BODIES
from vision.dice.picture import Floats
from vision.dice.taught import Sample, TaughtDie

NEAREST = 2  # samples of a face that count: the most alike
SHARPNESS = 24.0  # odds e times better for 1/24 more likeness
STRANGE = 0.55  # a face that is not on the die is about this much like the nearest


@dataclass(frozen=True)
class Claim:
    """What a taught die makes of a look: `odds` of each of its values; what is missing to 1 is none of them."""

    kind: str
    colour: str | None
    odds: Mapping[Value, float]

    @property
    def best(self) -> tuple[Value, float]:
        """The likeliest value and its odds."""
        return max(self.odds.items(), key=lambda pair: pair[1])


class Likeness:
    """Knows one taught die by its samples, as today's network sees them."""

    def __init__(self, die: TaughtDie, eyes: FaceReader) -> None:
        self.die = die
        self._known = {value: signatures(eyes, samples) for value, samples in die.faces.items()}
        self._body = BODIES.index(die.body)

    def claim(self, look: Look) -> Claim:
        """What this die makes of a look."""
        likeness = {value: alike(known, look.signature) for value, known in self._known.items()}
        return Claim(self.die.name, self.die.colour, _odds(likeness, float(look.bodies[self._body])))

    def without(self, value: str, number: int) -> Claim:
        """What this die makes of one of its own samples, if it had only the others."""
        own = self._known[value][number, 0]
        known = {**self._known, value: np.delete(self._known[value], number, axis=0)}
        return Claim(self.die.name, self.die.colour, _odds({v: alike(k, own) for v, k in known.items()}, 1.0))


def signatures(eyes: FaceReader, samples: Sequence[Sample]) -> Floats:
    """(N, 4, 64): the signature of each sample as a die would give it that lies turned by each quarter turn: the finder
    tells a square's yaw only modulo a quarter."""
    return np.array([_turned(eyes, sample) for sample in samples]).reshape(len(samples), 4, -1)


@lru_cache(maxsize=4096)  # a picture more need not have all others looked at again
def _turned(eyes: FaceReader, sample: Sample) -> Floats:
    four = [np.rot90(sample.picture, k) for k in range(4)]
    views = [[four[(k + t) % 4] for t in range(len(TURNS))] for k in range(4)]
    return np.stack([look.signature for look in eyes.look_at(np.array(views, np.uint8))])


def alike(known: Floats, signature: Floats) -> float:
    """The likeness (-1..1) of a signature (64,) and samples (N, 4, 64): the mean of the most alike."""
    nearest = np.sort((known @ signature).max(axis=1))[-NEAREST:]
    return float(nearest.mean())


def _odds(likeness: Mapping[str, float], body: float) -> dict[Value, float]:
    """Odds of each face; with STRANGE as the likeness of none."""
    raised = {value: float(np.exp(SHARPNESS * (a - STRANGE))) for value, a in likeness.items()}
    whole = 1 + sum(raised.values())
    return {value: body * r / whole for value, r in raised.items()}
