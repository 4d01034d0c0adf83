"""The match as it stands: the two coaches, their players and cards, the round, and what is shown."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from companion.games.tooor import strength
from companion.games.tooor.printed import Card, Rules, Squad
from companion.games.tooor.tables import CARDS, ROWS
from companion.vocabulary import ShownDie, Sum, Team

if TYPE_CHECKING:
    from companion.games.tooor.mode import Mode


@dataclass
class Footballer:
    """A player card as it lies on the table; `row` is "goal" for the keeper, `deployed` means a stone lies on it."""

    id: str
    name: str
    crest: str
    footballs: tuple[int, ...]
    corners: tuple[str | None, ...]
    row: str
    facing: int = 0
    yellow: int = 0
    injured: int = 0
    deployed: bool = False
    sent_off: bool = False

    @property
    def strength(self) -> int:
        return strength.current(self.footballs, self.facing, self.injured)

    @property
    def next_symbol(self) -> str | None:
        """The symbol that the next turn brings to the top, if any (TOOOR-EVENT-01, TR-06)."""
        return self.corners[self.facing]


@dataclass
class Coach:
    """One side. `strength` is what it put into the contest going on; `lies` is where its card of this round is:
    "hand", "face_down", "face_up" or "box". `takers` are its penalty shooters in order; `called` counts the events of
    light mode; `just_sent_off`: the turns going on cost it a player."""

    side: str
    team: Team
    goals: int = 0
    cards_left: int = CARDS
    card: Card | None = None
    lies: str = "hand"
    strength: int = 0
    penalties: int = 0
    kicks: int = 0
    takers: list[str] = field(default_factory=list)
    called: dict[str, int] = field(default_factory=lambda: {"yellow_card": 0, "injured": 0, "red_card": 0})
    just_sent_off: bool = False
    outfield: list[Footballer] = field(default_factory=list)
    keeper: Footballer | None = None
    squad: Squad | None = None
    hand: list[Card] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.team.name

    @property
    def players(self) -> list[Footballer]:
        """The outfield players still in the game."""
        return [p for p in self.outfield if not p.sent_off]

    @property
    def deployed(self) -> list[Footballer]:
        return [p for p in self.players if p.deployed]

    def in_row(self, row: str) -> list[Footballer]:
        return [p for p in self.players if p.row == row]

    @property
    def rows(self) -> dict[str, int]:
        """How many players stand in each row."""
        return {row: len(self.in_row(row)) for row in ROWS}

    def player(self, id_: str) -> Footballer:
        return next(p for p in self.outfield if p.id == id_)


@dataclass
class State:
    """`round` is where the whistle lies (1..8, which the referee may correct), `played` counts the rounds begun and
    names the keys; `part` is "attack" or "counter"; `acting` holds the sides that must act."""

    mode: Mode
    rules: Rules
    coaches: dict[str, Coach]
    agreed: str | None = None
    card_sides: dict[str, str | dict[str, str]] = field(default_factory=dict)
    line_ups: dict[str, dict[str, str]] = field(default_factory=dict)
    first_game: bool = False
    phase: str = "SETUP"
    acting: str = "AB"
    round: int = 1
    played: int = 0
    part: str = "attack"
    attacker: str | None = None
    shooter: Footballer | None = None
    kick: int = 0
    offered: bool = False
    stopped: bool = False
    dice: tuple[ShownDie, ...] = ()
    sums: tuple[Sum, ...] = ()
    asked: dict[str, int] = field(default_factory=dict)

    def enter(self, phase: str, acting: str = "AB") -> None:
        self.phase, self.acting = phase, acting

    def key(self, name: str) -> str:
        """A key for the next asking, unique within the match: what is asked again is called `name~2`."""
        self.asked[name] = self.asked.get(name, 0) + 1
        return name if self.asked[name] == 1 else f"{name}~{self.asked[name]}"

    @property
    def here(self) -> str:
        """The part of the match that keys begin with."""
        return f"r{self.played}.{self.part}"

    @property
    def attacking(self) -> Coach:
        assert self.attacker is not None
        return self.coaches[self.attacker]

    @property
    def defending(self) -> Coach:
        return self.other(self.attacking.side)

    def other(self, side: str) -> Coach:
        return self.coaches["B" if side == "A" else "A"]

    @property
    def both(self) -> tuple[Coach, Coach]:
        return self.coaches["A"], self.coaches["B"]

    @property
    def score(self) -> tuple[int, int]:
        return self.coaches["A"].goals, self.coaches["B"].goals

    @property
    def level(self) -> bool:
        return self.score[0] == self.score[1]

    @property
    def penalties(self) -> tuple[int, int]:
        return self.coaches["A"].penalties, self.coaches["B"].penalties

    @property
    def winner(self) -> str:
        """More goals win (TOOOR-FULL-01); level, the penalties decide, if any were taken; else it is a draw
        (TOOOR-FULL-02). Penalties never count as goals (TOOOR-PEN-09)."""
        a, b = self.penalties if self.level else self.score
        return "draw" if a == b else "A" if a > b else "B"

    def stones_off(self) -> None:
        for coach in self.both:
            for player in coach.outfield:
                player.deployed = False
