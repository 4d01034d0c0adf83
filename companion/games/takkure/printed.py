"""What is printed: player cards, play cards, and the box that holds them. Never changes during a match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.vocabulary import Mistake


@dataclass(frozen=True)
class Rules:
    """The rulings that may be switched (catalogue section 6), by their names there; `odds` shows the chances of the
    coming roll, for training; without an `overlay` that shows distances, nods that only open and close its windows are
    left out."""

    steal_held_mod: int = 0
    late_tackle: bool = True
    time_phase: str = "set"
    ahead_ref: str = "centre"
    pressure_ground_pass: bool = False
    kick_out: str = "lower"
    kickoff_clears_grounded: bool = True
    catch_order: str = "receiving_first"
    odds: bool = False
    overlay: bool = True


@dataclass(frozen=True)
class Skill:
    """A player skill: `effect` is `mod` or `extra_dice` with a number where the companion can carry it out on the
    rolls in `applies`; with `manual` the coaches do. Training skills are lost while fatigued (TAK-TSK-02)."""

    id: str
    name: str
    training: bool
    timing: str
    applies: tuple[str, ...] = ()
    effect: Mapping[str, int] = field(default_factory=dict)
    text: str = ""


@dataclass(frozen=True)
class PlayerCard:
    """`stats` are bac, bac_score, str, ref, int, prt and bdy; `mov` is attack and defence in inches; `base_mm` the
    diameter of the base."""

    id: str
    name: str
    positions: tuple[str, ...]
    base_mm: int
    mov: tuple[int, int]
    stats: Mapping[str, int]
    position_skill: str
    skills: tuple[Skill, ...] = ()


@dataclass(frozen=True)
class Squad:
    """The four players of one team and its team skill (TAK-TSK-03)."""

    id: str
    name: str
    team_skill: str
    players: tuple[PlayerCard, ...]
    line_up: Mapping[str, str] | None = None


@dataclass(frozen=True)
class IndividualPlay:
    """An individual play card (TAK-IND-02): when it may be played, on which roll, and what it does."""

    id: str
    owner: str
    name: str
    copies: int
    timing: str
    action: str = ""
    effect: Mapping[str, int] = field(default_factory=dict)
    text: str = ""


@dataclass(frozen=True)
class Second:
    """One second action of a team play: `player` and `to` are "carrier" or "other_1" to "other_3"."""

    player: str
    action: str
    to: str = ""


@dataclass(frozen=True)
class TeamPlay:
    """A team play card (TAK-TPL-01): how many take part, the carrier's first action, and the second actions in order
    (TAK-TPL-08)."""

    id: str
    owner: str
    name: str
    participants: int
    first: str
    seconds: tuple[Second, ...]
    text: str = ""


@dataclass(frozen=True)
class Box:
    """All that was entered from the cards. `content` is the same as plain JSON, for the options of a match;
    `warnings` are sentences about what is odd but may be so."""

    squads: Mapping[str, Squad]
    individual: tuple[IndividualPlay, ...]
    team_plays: tuple[TeamPlay, ...]
    rules: Rules
    content: Mapping[str, object]
    warnings: tuple[Mistake, ...] = ()
