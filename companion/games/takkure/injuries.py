"""The two injury tables (TAK-INJ-03, TAK-INJ-05) and what their rows do to a card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from companion.games.takkure.tables import SHORT
from companion.vocabulary import Text


@dataclass(frozen=True)
class Injury:
    """One row. `changes` are permanent for the match; `mov` is attack and defence in inches, not below `mov_min`;
    BaC changes hit both values (R-40). `again` names the table to roll on next."""

    code: str
    name: Text
    changes: Mapping[str, int] = field(default_factory=dict)
    mov: tuple[int, int] = (0, 0)
    mov_min: tuple[int, int] | None = None
    fatigue: int = 0
    wound: int = 0
    permanent_fatigue: int = 0
    again: str = ""
    body_roll: bool = False
    lose_all_skills: bool = False
    out_of_game: bool = False
    immune_to_abilities: bool = False

    @property
    def effect(self) -> Text:
        """What it does from now on, in words: `STR −1, MOV −2″/−1″`; an empty text where it leads to another roll."""
        parts = [Text.same(f"{SHORT[stat]} {_signed(change)}") for stat, change in self.changes.items()]
        if any(self.mov):
            parts.append(Text.same("MOV " + "/".join(f"{_signed(n)}″" for n in self.mov)))
        parts += [text for text, true in zip(_EFFECTS, self._marks, strict=True) if true]
        return Text(", ".join(p.en for p in parts), ", ".join(p.de for p in parts))

    @property
    def lasting(self) -> bool:
        """Whether something stays of it that no token shows."""
        return bool(self.changes or any(self.mov) or self.permanent_fatigue or self.body_roll or self.lose_all_skills)

    @property
    def _marks(self) -> tuple[int, ...]:
        return (
            self.fatigue,
            self.wound,
            self.permanent_fatigue,
            self.body_roll,
            self.lose_all_skills,
            self.out_of_game,
        )


_EFFECTS = (
    Text("one fatigue token", "ein Erschöpfungsmarker"),
    Text("one wound", "eine Wunde"),
    Text("a fatigue token for good", "ein bleibender Erschöpfungsmarker"),
    Text("a BDY roll before each action", "ein BDY-Wurf vor jeder Aktion"),
    Text("no skills any more", "keine Fähigkeiten mehr"),
    Text("out of the game", "aus dem Spiel"),
)


def _signed(n: int) -> str:
    return f"−{-n}" if n < 0 else str(n)


_FLOOR = (1, 1)
TIRED = Injury("tired", Text("I'm just tired", "Nur müde"), fatigue=1, wound=1)
SCRATCHES = Injury("scratches", Text("Simple scratches", "Nur Kratzer"), {"bdy": -1})
CUT_HEAD = Injury("cut_head", Text("Cut in the head", "Platzwunde am Kopf"), {"int": -2})
DMG_SHOULDER = Injury("dmg_shoulder", Text("Damaged shoulder", "Schulter verletzt"), {"str": -1})
BROKEN_FINGER = Injury("broken_finger", Text("Broken finger", "Finger gebrochen"), {"bac": -1, "str": -1})
BROKEN_TOE = Injury("broken_toe", Text("Broken toe", "Zeh gebrochen"), {"ref": -1}, (-1, 0))
DMG_EYE = Injury("dmg_eye", Text("Damaged eye", "Auge verletzt"), {"bac": -2})
RIB = Injury("rib", Text("Fractured rib", "Rippe gebrochen"), permanent_fatigue=1)
CERVICAL = Injury("cervical", Text("Cervical sprain", "Halswirbel gezerrt"), {"str": -1, "bac": -1, "ref": -1})
DISL_SHOULDER = Injury("disl_shoulder", Text("Dislocated shoulder", "Schulter ausgekugelt"), {"bac": -2, "str": -2})
ANKLE = Injury("ankle", Text("Sprained ankle", "Knöchel verstaucht"), {"ref": -2}, (-2, -1), _FLOOR)
GRAVE = Injury("grave", Text("Grave injury", "Schwere Verletzung"), again="grave", immune_to_abilities=True)
NOT_BAD = Injury("not_bad", Text("It's not as bad as it looks", "Halb so schlimm"), fatigue=1, again="common")
BROKEN_ARM = Injury("broken_arm", Text("Broken arm", "Arm gebrochen"), {"bac": -3, "str": -3})
BROKEN_LEG = Injury("broken_leg", Text("Broken leg", "Bein gebrochen"), {"ref": -3}, (-3, -2), _FLOOR)
VERTEBRAE = Injury(
    "vertebrae", Text("Fractured vertebrae", "Wirbel gebrochen"), {"ref": -3, "str": -3, "bac": -3}, body_roll=True
)
SKULL = Injury(
    "skull", Text("Broken skull", "Schädel gebrochen"), {"int": -3, "ref": -3, "bdy": -2}, lose_all_skills=True
)
SEVERE = Injury("severe", Text("Severely injured", "Schwerstverletzt"), out_of_game=True)

TABLES: Final[dict[str, tuple[Injury, ...]]] = {
    "common": (
        TIRED,
        SCRATCHES,
        CUT_HEAD,
        DMG_SHOULDER,
        BROKEN_FINGER,
        BROKEN_TOE,
        DMG_EYE,
        RIB,
        CERVICAL,
        DISL_SHOULDER,
        ANKLE,
        GRAVE,
    ),
    "grave": (NOT_BAD, *(BROKEN_ARM,) * 3, *(BROKEN_LEG,) * 3, *(VERTEBRAE,) * 3, SKULL, SEVERE),
}
"""One row a face of the die; the printed ranges of the grave table are restored (R-05)."""
TABLE_TEXT: Final = {
    "common": Text("common injuries", "leichte Verletzungen"),
    "grave": Text("grave injuries", "schwere Verletzungen"),
}


INJURIES: Final = {injury.code: injury for rows in TABLES.values() for injury in rows}
"""By their codes."""


def row(table: str, die: int) -> Injury:
    return TABLES[table][die - 1]


def moved(mov: tuple[int, int], change: tuple[int, int], least: tuple[int, int] | None) -> tuple[int, int]:
    """Both MOV values after an injury, not below its floor (a value that is below already stays)."""
    a, d = (_less(m, c, lo) for m, c, lo in zip(mov, change, least or (None, None), strict=True))
    return a, d


def _less(value: int, change: int, least: int | None) -> int:
    return value + change if least is None else max(value + change, min(value, least))
