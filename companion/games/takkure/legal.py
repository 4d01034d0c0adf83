"""What somebody may do now, as far as it does not hang on a distance (R-65). Pure."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.takkure.footballer import Footballer
from companion.games.takkure.tables import ACTIVATIONS


def first_actions(grounded: bool, carrier: bool) -> list[str]:
    """MOVE, or on the ground STAND UP, or with the ball PASS FROM THE GROUND (TAK-FST-01, TAK-GRD-02, TAK-GRD-03,
    TAK-PRI-05)."""
    if not grounded:
        return ["MOVE"]
    return ["PASS_FROM_GROUND"] if carrier else ["STAND_UP"]


def second_actions(
    first: str,
    carrier: bool,
    *,
    ground_left: int = 0,
    active_fatigue: int = 0,
    tackle_declared: bool = False,
    in_goal: bool = True,
    ball_to_pick: bool = False,
) -> list[str]:
    """The second actions that are left (TAK-SND-01): none after a PASS FROM THE GROUND (TAK-SND-08, TAK-PFG-05),
    only MOVE after STAND UP (TAK-SND-07, TAK-STU-02), one MOV with two fatigue (TAK-SND-04), DODGE and BREAK THROUGH
    only against a declared tackle (TAK-DOD-01, TAK-BRK-01), PASS and SCORE only with the ball (TAK-PAS-01,
    TAK-TRY-01)."""
    if first == "PASS_FROM_GROUND" or ground_left > 0:
        return []
    move = [] if first in ("MOVE", "TURN") and active_fatigue >= 2 else ["MOVE"]
    if first == "STAND_UP":
        return move
    with_ball = ["PASS"] if carrier else ["PICK_UP"] if ball_to_pick else []
    dodge = ["DODGE"] if tackle_declared else []
    through = ["BREAK_THROUGH"] if tackle_declared and carrier else []
    score = ["SCORE"] if carrier and in_goal else []
    return [*move, *with_ball, *dodge, *through, *score]


def defence_actions(grounded: bool, carrier_state: str) -> list[str]:
    """What a defender may declare (TAK-DEF-02): on the ground only STAND UP (TAK-DEF-04, TAK-STL-07); TACKLE only
    the carrier (TAK-TKL-02, TAK-PRI-04), who must stand (TAK-TKL-03). `carrier_state` is standing, grounded or none."""
    if grounded:
        return ["STAND_UP"]
    tackle = ["TACKLE"] if carrier_state == "standing" else []
    return [*tackle, "PRESSURE", "BALL_STEAL", "REST"]


def may_rise(player: Footballer, busy: Iterable[Footballer | None]) -> bool:
    """Whether a team-mate may take a ground token off in step 6 (TAK-ACT-07): not who is active, took part, carried
    when it began or carries now (TAK-ACT-08, R-15)."""
    return player.on_field and player.grounded and not any(player is b for b in busy)


def kick_out(rule: str, slot: int, own: int, other: int) -> bool:
    """Whether the ball may be kicked out of the field: on slot 1, with the lower score as printed (TAK-KOB-01,
    R-27)."""
    return slot == 1 and {"lower": own < other, "higher": own > other, "any": True}[rule]


def next_after(tried: str, stolen: bool, unspent: int) -> str:
    """What follows an activation: `kickoff` after a try or a failed one, `swap` after a steal (TAK-STL-08), `ready`
    while tokens are left (TAK-ACT-05), else `take` (TAK-TIM-05)."""
    if tried:
        return "kickoff"
    if stolen:
        return "swap"
    return "ready" if 0 < unspent <= ACTIVATIONS else "take"
