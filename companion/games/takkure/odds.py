"""The chances of the coming roll, for training; off unless asked for. Exact."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from companion.games.takkure.rolls import Thrown
from companion.games.takkure.state import Attempt
from companion.games.takkure.sums import total
from companion.games.takkure.tables import FUMBLE
from companion.vocabulary import Text

FACES = range(1, FUMBLE + 1)


def ranks(value: int, dice: int) -> dict[int, Fraction]:
    """How likely each rank is (0 a miss, 12 a critical) with so many dice."""
    counted = Counter(Thrown(value, thrown).rank for thrown in product(FACES, repeat=dice))
    return {rank: Fraction(n, FUMBLE**dice) for rank, n in counted.items()}


def winning(own: dict[int, Fraction], others: Sequence[dict[int, Fraction]]) -> Fraction:
    """How likely it is to be best of all at once."""
    chance = Fraction(0)
    for rank, p in own.items():
        if rank:
            for other in others:
                p *= sum((q for r, q in other.items() if r < rank), Fraction(0))
            chance += p
    return chance


def hint(attempts: Sequence[Attempt], one: Attempt) -> Text:
    """The chance of `one` among all attempts of the roll, in percent."""
    known = {a.player.id: ranks(total(a.terms), min(a.dice, 3)) for a in attempts}
    own = known.pop(one.player.id)
    percent = round(100 * winning(own, list(known.values())))
    return Text("Chance of success: {n} %.", "Chance auf Erfolg: {n} %.").format(n=percent)
