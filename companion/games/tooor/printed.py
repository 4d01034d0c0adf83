"""What is printed: player cards, tactic cards, and the box that holds them. Never changes during a match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.vocabulary import Mistake


@dataclass(frozen=True)
class Rules:
    """The rulings that may be switched; the event die's faces in the words of the house."""

    turn_before_shot: bool = True
    min_row: int = 2
    event_die: tuple[str, ...] = ("red_card", "yellow_card", "yellow_card", "injured", "blank", "blank")
    number_die: tuple[int, ...] = (0, 1, 1, 2, 2, 3)


@dataclass(frozen=True)
class Card:
    """A tactic card: `value` is the number in the jersey; `bottom` is what the attacker deploys of each row, `top`
    what the defender does (TOOOR-CARD-07)."""

    id: str
    value: int
    bottom: Mapping[str, int]
    top: Mapping[str, int]


@dataclass(frozen=True)
class CardSide:
    """One side of a player card. In turn order: `footballs` of the top, left, bottom and right edge; `corners` is
    top-left, bottom-left, bottom-right and top-right, each None or a face of the event die."""

    name: str
    footballs: tuple[int, ...]
    corners: tuple[str | None, ...] = (None, None, None, None)


@dataclass(frozen=True)
class PlayerCard:
    """`crest` is the row of the first game's line-up, "goal" for the keeper."""

    id: str
    crest: str
    men: CardSide
    women: CardSide


@dataclass(frozen=True)
class Squad:
    """The cards of one jersey colour."""

    keeper: PlayerCard
    outfield: tuple[PlayerCard, ...]
    cards: tuple[Card, ...]


@dataclass(frozen=True)
class Box:
    """All that was entered from the cards. `content` is the same as plain JSON, for the options of a match;
    `warnings` are sentences about what is odd but may be so."""

    squads: Mapping[str, Squad]
    rules: Rules
    content: Mapping[str, object]
    warnings: tuple[Mistake, ...] = ()
