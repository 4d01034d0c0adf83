"""The time dashboard: two time tokens on slots 5 to 1, each active or not. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from companion.games.takkure.tables import ACTIVATIONS, SLOTS

SAME: Final = "same"
DOWN: Final = "down"
OVER: Final = "over"


@dataclass(frozen=True)
class Dashboard:
    """Both tokens lie on `slot`; `active` says whose active side is up (TAK-TIM-01)."""

    slot: int = SLOTS
    active: frozenset[str] = frozenset("AB")

    def taking(self, side: str) -> str:
        """What taking tokens means for that side now: SAME slot, one DOWN, or the half is OVER (TAK-TIM-02,
        TAK-TIM-03, TAK-TIM-04)."""
        if side in self.active:
            return SAME
        return DOWN if self.slot > 1 else OVER

    def take(self, side: str) -> tuple[Dashboard, int]:
        """The dashboard after that side took tokens, and how many: none when time is up (TAK-TIM-04)."""
        how = self.taking(side)
        if how == OVER:
            return self, 0
        before = self if how == SAME else Dashboard(self.slot - 1)
        return replace(before, active=before.active - {side}), ACTIVATIONS

    @property
    def spent(self) -> bool:
        """Nobody can take tokens any more: no kick-off is played (R-28)."""
        return self.slot == 1 and not self.active
