"""How like the faces of a taught die a look is: odds of each face, and of none of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from vision.dice import pattern
from vision.dice.die import Value
from vision.dice.face import FaceReader, Look
from vision.dice.names import BODIES
from vision.dice.picture import Floats
from vision.dice.taught import Sample, TaughtDie

NEAREST = 2  # samples of a face that count: the most alike
# odds are a softmax of weighted likeness: fitted to, then set on the careful side by, dice that the network never saw
# (tests/bench/bench_taught.py)
OF_PATTERN, OF_SIGNATURE = 16.0, 12.0
STRANGE = 22.5  # what a face that is not on the die would weigh


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
    """Knows one taught die by its samples: their patterns, and their signatures in today's network."""

    def __init__(self, die: TaughtDie, eyes: FaceReader) -> None:
        self.die = die
        self._patterns = {v: np.stack([pattern.known(s.picture) for s in own]) for v, own in die.faces.items()}
        self._signatures = {v: signatures(eyes, own) for v, own in die.faces.items()}
        self._body = BODIES.index(die.body)

    def claim(self, look: Look, views: Floats) -> Claim:
        """What this die makes of a look and of the `pattern.seen` of its crop."""
        weights = {
            value: _weight(_nearest(self._patterns[value], views), _nearest(self._signatures[value], look.signature))
            for value in self.die.faces
        }
        return Claim(self.die.name, self.die.colour, _odds(weights, float(look.bodies[self._body])))

    def without(self, value: str, number: int) -> Claim:
        """What this die makes of one of its own samples, if it had only the others."""
        views = pattern.seen(self.die.faces[value][number].picture)
        signature = self._signatures[value][number, 0]
        weights = {}
        for v in self.die.faces:
            of_pattern, of_signature = self._patterns[v], self._signatures[v]
            if v == value:
                of_pattern, of_signature = (np.delete(known, number, axis=0) for known in (of_pattern, of_signature))
            weights[v] = _weight(_nearest(of_pattern, views), _nearest(of_signature, signature))
        return Claim(self.die.name, self.die.colour, _odds(weights, 1.0))


def signatures(eyes: FaceReader, samples: Sequence[Sample]) -> Floats:
    """(N, 4, 64): the signature of each sample as a die would give it that lies turned by each quarter turn: the finder
    tells a square's yaw only modulo a quarter."""
    return np.array([_turned(eyes, sample) for sample in samples]).reshape(len(samples), 4, -1)


@lru_cache(maxsize=4096)  # a picture more need not have all others looked at again
def _turned(eyes: FaceReader, sample: Sample) -> Floats:
    return eyes.signatures(np.stack([np.rot90(sample.picture, k) for k in range(4)]))


def _nearest(known: Floats, seen: Floats) -> float:
    """The likeness (-1..1) of samples (N, 4, D) and a view (D,) or views (V, D): the mean of the most alike."""
    likeness = (known.reshape(-1, known.shape[-1]) @ seen.T).reshape(len(known), -1).max(axis=1)
    return float(np.sort(likeness)[-NEAREST:].mean())


def _weight(of_pattern: float, of_signature: float) -> float:
    return OF_PATTERN * of_pattern + OF_SIGNATURE * of_signature


def _odds(weights: Mapping[str, float], body: float) -> dict[Value, float]:
    """Odds of each face, beside none of them."""
    raised = {value: float(np.exp(weight - STRANGE)) for value, weight in weights.items()}
    whole = 1 + sum(raised.values())
    return {value: body * r / whole for value, r in raised.items()}
