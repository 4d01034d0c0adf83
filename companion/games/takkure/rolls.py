"""Roll-under arithmetic: one die, several dice, face-to-face and melee. Pure; a value is already modified."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from companion.games.takkure.tables import ARROWS, BANDS, CRITICAL, FUMBLE, TOL_IN

SUCCESS: Final = "SUCCESS"
FAIL: Final = "FAIL"
CANCELLED: Final = "CANCELLED"
REROLL: Final = "REROLL"
NOT_ROLLED: Final = "NOT_ROLLED"


@dataclass(frozen=True)
class Thrown:
    """The modified value that one player rolls against, and his dice."""

    value: int
    dice: tuple[int, ...]

    @property
    def die(self) -> int:
        """The die that counts: the best one (TAK-MDI-02)."""
        return best(self.value, self.dice)

    @property
    def rank(self) -> int:
        """What is compared among successes: the raw die (TAK-F2F-04, R-06), a critical above all (TAK-CRT-02); 0 is
        a miss."""
        if not passes(self.value, self.die):
            return 0
        return FUMBLE if self.die == CRITICAL else self.die


@dataclass(frozen=True)
class Outcome:
    """How one player's roll ended: SUCCESS, FAIL or CANCELLED (TAK-F2F-06); `critical` and `fumble` as the die shows
    (TAK-CRT-01, TAK-CRT-05)."""

    status: str
    die: int = 0

    @property
    def critical(self) -> bool:
        return self.status == SUCCESS and self.die == CRITICAL

    @property
    def fumble(self) -> bool:
        return self.die == FUMBLE

    @property
    def won(self) -> bool:
        return self.status == SUCCESS

    @property
    def failed(self) -> bool:
        return self.status == FAIL


def passes(value: int, die: int) -> bool:
    """A die up to the value (TAK-UNO-02); a 1 always (TAK-CRT-01), a 12 never (TAK-CRT-05)."""
    return die == CRITICAL or (die <= value and die != FUMBLE)


def best(value: int, dice: Sequence[int]) -> int:
    """The die to choose: a critical, else the highest that passes, else the lowest (TAK-MDI-02)."""
    passing = [d for d in dice if passes(value, d)]
    if CRITICAL in passing:
        return CRITICAL
    return max(passing) if passing else min(dice)


def unopposed(value: int, dice: Sequence[int]) -> Outcome:
    """Against the value alone (TAK-UNO-01): up to it is a success (TAK-UNO-02), above a miss (TAK-UNO-03)."""
    die = best(value, dice)
    return Outcome(SUCCESS if passes(value, die) else FAIL, die)


def compared(sides: Mapping[str, Thrown], tied: str = CANCELLED) -> dict[str, Outcome]:
    """Face-to-face: everybody against his own value (TAK-F2F-01). All may fail (TAK-F2F-02); one success wins
    (TAK-F2F-03), of several the highest die or a critical (TAK-F2F-04, TAK-CRT-02), and a tie cancels (TAK-F2F-05,
    TAK-CRT-04). With one side alone this is an unopposed roll. `tied` is the status of those who are equally best."""
    top = max(t.rank for t in sides.values())
    leading = [name for name, t in sides.items() if t.rank == top]
    return {name: Outcome(_status(t, top, len(leading), tied), t.die) for name, t in sides.items()}


def _status(thrown: Thrown, top: int, leading: int, tied: str) -> str:
    if thrown.rank == 0:
        return FAIL
    if thrown.rank < top:
        return CANCELLED
    return SUCCESS if leading == 1 else tied


def melee(sides: Mapping[str, Thrown]) -> dict[str, Outcome]:
    """All in one competition (TAK-MEL-02): the beaten are cancelled, the rest failed (TAK-MEL-04), and those who
    tie for best roll again (TAK-MEL-03, R-07)."""
    return compared(sides, REROLL)


def winner(outcomes: Mapping[str, Outcome]) -> str | None:
    return next((name for name, o in outcomes.items() if o.won), None)


def band(table: str, distance_in: float, tol_in: float = TOL_IN) -> int:
    """The one modifier of a distance table (TAK-MOD-03); at a boundary, and within the tolerance of one, the better
    row (TAK-PAS-08, R-21)."""
    return next(mod for most, mod in BANDS[table] if distance_in <= most + tol_in)


def next_arrow(arrow: int, die: int) -> int:
    """The arrow to try next: upwards after an even roll, downwards after an odd one (TAK-REP-02, TAK-REP-03)."""
    step = 1 if die % 2 == 0 else -1
    return (arrow - 1 + step) % ARROWS + 1
