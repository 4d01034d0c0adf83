"""The match as it stands: two coaches, their players, ball and time, the activation going on, and what is shown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from companion.games.takkure.dashboard import Dashboard
from companion.games.takkure.drills import Lesson
from companion.games.takkure.footballer import Footballer
from companion.games.takkure.printed import Box, Rules, Squad, TeamPlay
from companion.games.takkure.sums import Term
from companion.games.takkure.tables import HAND
from companion.vocabulary import Prompt, ShownDie, Sum, Team, Text


@dataclass
class Coach:
    """One side: a team of four players (TAK-POS-05). `team_plays` are the ids chosen for this half, `used` those set
    aside until a kick-off (TAK-TPL-11); of individual plays only the number in hand, the names played and how many were
    discarded unplayed are known (TAK-IND-05); `pool` holds the Superstars tokens (TAK-TSK-06)."""

    side: str
    team: Team
    squad: Squad
    players: list[Footballer]
    tries: int = 0
    team_plays: list[str] = field(default_factory=list)
    used: list[str] = field(default_factory=list)
    hand: int = HAND
    played: list[str] = field(default_factory=list)
    discarded: int = 0
    pool: int = 0

    @property
    def name(self) -> str:
        return self.team.name

    @property
    def on_field(self) -> list[Footballer]:
        return [p for p in self.players if p.on_field]

    @property
    def superstars(self) -> bool:
        return self.squad.team_skill == "superstars"

    @property
    def honor(self) -> bool:
        return self.squad.team_skill == "unwavering_honor"


@dataclass
class Activation:
    """One activation (catalogue 3.2). `defence` maps a defender's id to his declared action; `target` is the carrier
    when tackles were declared; `held` who carried when it began; `done` the tacklers who have had their roll;
    `tried` is "", "scored" or "failed"; `on_the_way` says that a pass is not thrown from where the passer stands now;
    `began`, `defended` and `landed` are the keys asked while everybody stood as before step 1, after step 2 and after
    step 3; `may_stop` while the coach may end his team play; `broke` once a tackler was broken through; `moved` are
    those who used a MOVE in step 4."""

    active: Footballer
    first: str = "NONE"
    second: str = "NONE"
    receiver: Footballer | None = None
    held: Footballer | None = None
    target: Footballer | None = None
    target_grounded: bool = False
    loose: bool = False
    defence: dict[str, str] = field(default_factory=dict)
    done: list[str] = field(default_factory=list)
    on_the_way: bool = False
    began: str = ""
    defended: str = ""
    landed: str = ""
    may_stop: bool = False
    dodged: bool = False
    broke: bool = False
    moved: list[str] = field(default_factory=list)
    stolen: bool = False
    tried: str = ""
    play: TeamPlay | None = None
    taking_part: list[Footballer] = field(default_factory=list)


@dataclass
class Scattered:
    """A ball that lies at an arrow of the template, until the table says that it does not fit there; `tried` counts."""

    key: str
    side: str
    die: int
    arrow: int
    rule: str
    tried: int = 1


@dataclass
class Attempt:
    """One player's part in the roll going on: what he rolls against and with how many dice, the faces thrown, the
    Superstars tokens spent on it, whether they had a die thrown again, and whether a card wants one thrown again."""

    player: Footballer
    action: str
    terms: tuple[Term, ...]
    dice: int
    thrown: tuple[int, ...] = ()
    bought: int = 0
    rerolled: bool = False
    again: bool = False


@dataclass
class Claims:
    """What the defence may still claim beside the roll of an action: pressure on `actor`, and for a PASS who stands in
    its lane. `pressers`, `terms` and `lane` (None: asked when it flies) are those of the roll, and grow with it."""

    actor: Footballer
    action: str
    pressers: list[Footballer]
    terms: list[Term]
    lane: list[Footballer] | None


@dataclass
class State:
    """`acting` holds the sides that must act; `measuring` is whose distances may be shown now, "" while measuring is
    locked (TAK-MEA-01); `todo` what the table must place or remove before it answers, `opened` the windows for cards
    that something has opened since the last question, `last` the key of that question; `rose` are those whose ground
    token came off in step 6, unless their coach keeps it; `lesson` is what an exercise teaches in this activation;
    `late` makes the declarations that the second action may have cut off."""

    box: Box
    rules: Rules
    coaches: dict[str, Coach]
    mode: str = "match"
    phase: str = "SETUP"
    acting: str = "AB"
    measuring: str = ""
    half: int = 1
    time: Dashboard = field(default_factory=Dashboard)
    attacker: str = "A"
    kicker: str = "A"
    first_kicker: str = "A"
    unspent: int = 0
    carrier: Footballer | None = None
    act: Activation | None = None
    attempts: list[Attempt] = field(default_factory=list)
    activated: int = 0
    offered: bool = False
    claimed: str | None = None
    given: dict[str, dict[str, object]] = field(default_factory=dict)
    opened: list[str] = field(default_factory=list)
    last: str = ""
    lies: Scattered | None = None
    may_kick: list[Footballer] = field(default_factory=list)
    may_discard: dict[str, int] = field(default_factory=dict)
    late: Callable[[], list[Prompt]] | None = None
    claims: Claims | None = None
    rose: list[Footballer] = field(default_factory=list)
    lesson: Lesson | None = None
    todo: list[Text] = field(default_factory=list)
    dice: tuple[ShownDie, ...] = ()
    sums: tuple[Sum, ...] = ()
    asked: dict[str, int] = field(default_factory=dict)

    def enter(self, phase: str, acting: str = "AB", measuring: str = "") -> None:
        self.phase, self.acting, self.measuring = phase, acting, measuring

    def key(self, name: str) -> str:
        """A key for the next asking, unique within the match: what is asked again is called `name~2`."""
        self.asked[name] = self.asked.get(name, 0) + 1
        return name if self.asked[name] == 1 else f"{name}~{self.asked[name]}"

    @property
    def here(self) -> str:
        """The part of the match that keys begin with: the half and the activation."""
        return f"h{self.half}.a{self.activated}"

    @property
    def attacking(self) -> Coach:
        return self.coaches[self.attacker]

    @property
    def defending(self) -> Coach:
        return self.other(self.attacker)

    def other(self, side: str) -> Coach:
        return self.coaches["B" if side == "A" else "A"]

    @property
    def both(self) -> tuple[Coach, Coach]:
        return self.coaches["A"], self.coaches["B"]

    @property
    def players(self) -> list[Footballer]:
        return [p for c in self.both for p in c.players]

    def player(self, id_: str) -> Footballer:
        return next(p for p in self.players if p.id == id_)

    def coach_of(self, player: Footballer) -> Coach:
        return self.coaches[player.side]

    @property
    def score(self) -> tuple[int, int]:
        return self.coaches["A"].tries, self.coaches["B"].tries

    @property
    def winner(self) -> str:
        """More tries win (TAK-WIN-01), equal is a draw (TAK-WIN-02); a match given up is the other's (R-53)."""
        if self.claimed:
            return self.claimed
        a, b = self.score
        return "draw" if a == b else "A" if a > b else "B"

    @property
    def going_on(self) -> Activation:
        assert self.act is not None
        return self.act

    def remind(self, *texts: Text) -> None:
        """What to place on the table or take off it, shown with the next question."""
        self.todo.extend(texts)
