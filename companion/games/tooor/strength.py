"""What a card is worth, and what a turn brings to the top. Facings 0..3 count the quarter turns; `footballs` and
`corners` are in turn order: top, left, bottom, right edge; the corner passed on the way to the next edge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.games.tooor.tables import ROWS


def current(footballs: Sequence[int], facing: int, injured: int) -> int:
    """The footballs on the edge that points at the opponent (TOOOR-STR-01), less one for each Injured token, never
    below none (TOOOR-STR-02)."""
    return max(0, footballs[facing] - injured)


def turned(facing: int) -> int:
    """A quarter turn clockwise (TOOOR-TURN-01)."""
    return (facing + 1) % 4


def consequence(symbol: str, face: str, yellow: int) -> str:
    """What an event check does (TOOOR-EVENT-02): nothing unless the die shows the card's symbol (TOOOR-EVENT-03);
    otherwise the face, where a second yellow is a sending off (TOOOR-EVENT-08)."""
    if face != symbol:
        return "nothing"
    return "red_card" if symbol == "yellow_card" and yellow else symbol


def demand(half: Mapping[str, int], on_row: Mapping[str, int]) -> dict[str, int]:
    """How many players of each row must be deployed: as the card shows (TOOOR-CARD-07), but of a row that is too short
    all of it, and the rest lapses (TOOOR-ATT-02)."""
    return {row: min(half[row], on_row[row]) for row in ROWS}


def least_in_row(outfield: int, min_row: int) -> int:
    """How many each row of a line-up needs (TOOOR-SETUP-07): `min_row` while there are six outfield players, one with
    three to five, and none with fewer (TR-08)."""
    wanted = min_row if outfield >= 6 else 1
    return min(wanted, outfield // len(ROWS))


def decided_early(kicks: Sequence[int], scored: Sequence[int], of: int) -> bool:
    """Whether one side can no longer catch up within `of` penalties each (TR-18)."""
    left = [max(0, of - taken) for taken in kicks]
    return scored[0] > scored[1] + left[1] or scored[1] > scored[0] + left[0]
