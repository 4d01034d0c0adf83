"""The lines of the pitch: who is ahead, in the in-goal zone, on the kick-off line, in his own half."""

from __future__ import annotations

from vision.measure.disc import Disc, touches
from vision.measure.verdict import Distance, MeasureError, Verdict


def ahead(passer: Disc, receiver: Disc, attack: int, *, front_edge: bool = False) -> Verdict:
    """Whether the receiver is ahead of the passer, who stands at the pass point; level is not ahead (TAK-PRI-03,
    TAK-PAS-02, G-11b). `attack` is +1 towards +x and −1 towards −x. Centres count, or with `front_edge` the foremost
    points of the bases (R-16)."""
    lead = _way(attack) * (receiver.x - passer.x) + (receiver.r - passer.r) * front_edge
    return Distance.of_mm(lead, passer.pm_mm + receiver.pm_mm).more_than(0)


def in_goal(base: Disc, goal_x: float, attack: int) -> Verdict:
    """Whether a base is partly in the in-goal zone behind the line at `goal_x` mm; its edge on the line is not
    (TAK-TRY-01, G-11)."""
    return _beyond(base, goal_x, attack).more_than(0)


def on_kickoff_line(base: Disc, line_x: float, attack: int) -> Verdict:
    """Whether a base of the kicking team, which attacks towards `attack`, touches its kick-off line from its own side
    (TAK-KOF-08, G-15)."""
    return touches(abs(_beyond_mm(base, line_x, attack)), base.pm_mm)


def across(base: Disc, line_x: float, attack: int) -> Verdict:
    """Whether a base reaches over a line in the direction of attack; on the line is not across (TAK-KOF-08)."""
    return _beyond(base, line_x, attack).more_than(0)


def in_own_half(base: Disc, centre_x: float, attack: int) -> Verdict:
    """Whether a base is wholly on its own side of the central line (TAK-KOF-09, G-15)."""
    return _beyond(base, centre_x, attack).within(0)


def _beyond(base: Disc, line_x: float, attack: int) -> Distance:
    return Distance.of_mm(_beyond_mm(base, line_x, attack), base.pm_mm)


def _beyond_mm(base: Disc, line_x: float, attack: int) -> float:
    """How far the foremost point of a base is beyond a line."""
    return _way(attack) * (base.x - line_x) + base.r


def _way(attack: int) -> int:
    if attack not in (1, -1):
        raise MeasureError(f"a team attacks towards +1 or −1 along x, not {attack}")
    return attack
