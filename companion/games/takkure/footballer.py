"""One player on the table: card, tokens, place; and what tokens and injuries do to him."""

from __future__ import annotations

from dataclasses import dataclass, field

from companion.games.takkure.injuries import Injury, moved
from companion.games.takkure.printed import PlayerCard, Skill
from companion.games.takkure.tables import FATIGUE_SPACES, POSITION_SKILLS

FIELD, OFF, OUT = "field", "off", "out"


@dataclass
class Footballer:
    """`place` is "field", "off" (may come back at a kick-off, TAK-KOF-07) or "out" (of the game). `ground` counts
    GROUNDED tokens; `active`, `inactive` and `permanent` fatigue tokens (permanent ones count as active, R-40);
    `activations` his tokens of the set; `honor` his team-skill tokens (TAK-TSK-04)."""

    card: PlayerCard
    side: str
    position: str
    stats: dict[str, int]
    mov: tuple[int, int]
    place: str = FIELD
    ground: int = 0
    active: int = 0
    inactive: int = 0
    permanent: int = 0
    wounds: int = 0
    activations: int = 0
    honor: int = 0
    body_roll: bool = False
    unskilled: bool = False
    injuries: list[str] = field(default_factory=list)

    @property
    def id(self) -> str:
        return self.card.id

    @property
    def name(self) -> str:
        return self.card.name

    @property
    def on_field(self) -> bool:
        return self.place == FIELD

    @property
    def grounded(self) -> bool:
        return self.ground > 0

    @property
    def endurance(self) -> int:
        """END = BDY + PRT (TAK-END-01), not lowered by wounds (R-54)."""
        return self.stats["bdy"] + self.stats["prt"]

    def value(self, of: str) -> int:
        return self.endurance if of == "end" else self.stats[of]

    def printed(self, of: str) -> int:
        """The same as the card has it, without what injuries took (TAK-INJ-04)."""
        of_card = self.card.stats
        return of_card["bdy"] + of_card["prt"] if of == "end" else of_card[of]

    # -- fatigue ------------------------------------------------------------------------------------------------------

    @property
    def tired(self) -> int:
        """Fatigue tokens that have an effect; inactive ones only keep their space (TAK-FAT-06)."""
        return self.active + self.permanent

    @property
    def tokens(self) -> int:
        """All fatigue tokens, of either side: what a SCORE roll suffers from (TAK-TRY-03)."""
        return self.tired + self.inactive

    @property
    def fatigued(self) -> bool:
        """One active token: no position skill, no training skills (TAK-FAT-03)."""
        return self.tired >= 1

    @property
    def one_move(self) -> bool:
        """Two active tokens: one MOV action an activation (TAK-FAT-04)."""
        return self.tired >= 2

    @property
    def weary(self) -> bool:
        """Three active tokens: -1 on STR, BaC, REF and INT (TAK-FAT-05)."""
        return self.tired >= 3

    def tire(self) -> bool:
        """Gains a fatigue token: an inactive one is flipped, else an active one is added (TAK-FAT-02). True where
        there is no space for a fourth: max fatigue (TAK-MXF-01)."""
        if self.inactive:
            self.inactive, self.active = self.inactive - 1, self.active + 1
            return False
        if self.tokens >= FATIGUE_SPACES:
            return True
        self.active += 1
        return False

    def rest(self) -> None:
        """One REST takes an inactive token off, or else flips an active one (TAK-RST-01); so a token takes two
        (TAK-RST-02). A permanent one stays (R-40)."""
        if self.inactive:
            self.inactive -= 1
        elif self.active:
            self.active, self.inactive = self.active - 1, self.inactive + 1

    # -- skills -------------------------------------------------------------------------------------------------------

    def has_position_skill(self, skill: str) -> bool:
        """Lost with one active fatigue token (TAK-PSK-06)."""
        return self.card.position_skill == skill and not self.fatigued and not self.unskilled

    @property
    def skills(self) -> tuple[Skill, ...]:
        """Those he has now; training ones are lost while fatigued (TAK-TSK-01, TAK-TSK-02)."""
        if self.unskilled:
            return ()
        return tuple(skill for skill in self.card.skills if not (skill.training and self.fatigued))

    def dice(self, action: str) -> int:
        """Two dice with the position skill of this action (TAK-PSK-01, TAK-PSK-02, TAK-PAS-13, TAK-PSK-03,
        TAK-PSK-05, TAK-TKL-14), and the extra ones of player skills (TAK-MDI-01)."""
        by_position = any(self.has_position_skill(skill) for skill, on in POSITION_SKILLS.items() if on == action)
        return 1 + by_position + sum(s.effect.get("extra_dice", 0) for s in self.skills if action in s.applies)

    @property
    def defensive_mov(self) -> int:
        """The second MOV value, doubled by Defensive Insight (TAK-DMV-06, TAK-PSK-04)."""
        return self.mov[1] * (2 if self.has_position_skill("defensive_insight") else 1)

    # -- injury -------------------------------------------------------------------------------------------------------

    @property
    def beaten(self) -> bool:
        """As many wounds as BDY (TAK-END-04, TAK-INJ-01)."""
        return self.wounds >= self.stats["bdy"]

    def clear_tokens(self) -> None:
        """Wounds and fatigue come off before the table is rolled on (TAK-INJ-03); nothing takes a permanent token
        off (R-40)."""
        self.wounds = self.active = self.inactive = self.ground = 0

    def suffer(self, injury: Injury) -> None:
        """The lasting part of an injury (TAK-INJ-04); an attribute that it brings to 0 ends his match (TAK-INJ-06)."""
        self.injuries.append(injury.code)
        for stat, change in injury.changes.items():
            for name in (stat, "bac_score") if stat == "bac" else (stat,):
                self.stats[name] += change
        self.mov = moved(self.mov, injury.mov, injury.mov_min)
        self.permanent += injury.permanent_fatigue
        self.body_roll = self.body_roll or injury.body_roll
        self.unskilled = self.unskilled or injury.lose_all_skills
        if injury.out_of_game or self._finished(injury):
            self.place = OUT

    def _finished(self, injury: Injury) -> bool:
        """Only what an injury lowered counts: a printed 0 is no removal (R-40)."""
        lowered = [self.stats[n] for s in injury.changes for n in ((s, "bac_score") if s == "bac" else (s,))]
        return any(v <= 0 for v in lowered) or any(m <= 0 for m, c in zip(self.mov, injury.mov, strict=True) if c)


def of(card: PlayerCard, side: str, position: str = "") -> Footballer:
    return Footballer(card, side, position, dict(card.stats), card.mov)
