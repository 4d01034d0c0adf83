"""PASS, its flight, and the ways in which it ends."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.takkure import ball
from companion.games.takkure.asking import asked, has_moved, players_of, which, window_nod
from companion.games.takkure.contest import alone, attempt
from companion.games.takkure.footballer import Footballer
from companion.games.takkure.measured import Facts
from companion.games.takkure.rolls import Outcome
from companion.games.takkure.state import State
from companion.games.takkure.sums import Term, distance_term, from_ground_term
from companion.games.takkure.tables import FROM_GROUND_MOST_IN, INTERCEPTION, RECEIVER_MOVE_IN, TOL_IN
from companion.vocabulary import Asking, Call, Choose, Lane, Text


def too_far_from_ground(distance_in: float) -> bool:
    """More than 8 inches: treated as cancelled, no pass and no reception (TAK-PFG-03)."""
    return distance_in > FROM_GROUND_MOST_IN


def at_the_limit(distance_in: float) -> bool:
    """So near 8 inches that no measure decides: both coaches do (R-21)."""
    return abs(distance_in - FROM_GROUND_MOST_IN) <= TOL_IN


def terms(distance_in: float, pressure: Sequence[Term], from_ground: bool = False) -> list[Term]:
    """The distance (TAK-PAS-07), the ground (TAK-PFG-02) and those who press."""
    return [distance_term("pass", distance_in), *([from_ground_term()] if from_ground else []), *pressure]


def performed(mine: Outcome, others: Sequence[Outcome]) -> bool:
    """Whether the ball is thrown at all: on a success, and missed when everybody fails (TAK-PAS-11); not when the
    pass is cancelled, or fails while an opponent succeeds (TAK-PAS-12)."""
    return mine.won or (mine.failed and not any(o.won for o in others))


def flight(s: State, key: str, passer: Footballer, receiver: Footballer, mine: Outcome, facts: Facts) -> Asking:
    """The ball is in the air: interceptions first (R-22), then it arrives (TAK-PAS-09) or must be received. Returns
    whether the receiver's side kept the roll going: True only if the pass itself succeeded and arrived."""
    yield Call("pass_thrown", Text("The pass is thrown.", "Der Pass ist geworfen."), passer.side, "TAK-PAS-06")
    if (yield from _intercepted(s, key, passer, receiver, facts.lane)):
        return False
    if mine.won:
        yield from ball.give(s, receiver, "pass_caught", "TAK-PAS-09")
        if mine.critical and not receiver.grounded:
            yield from _two_inches(s, key, receiver)
        return True
    yield from reception(s, key, passer, receiver, facts.distance_in)
    return False


def _two_inches(s: State, key: str, receiver: Footballer) -> Asking:
    """After a critical pass the receiver may move (TAK-PAS-10), unless he lies on the ground (R-52), in a window of his
    own (TAK-MEA-09)."""
    s.measuring = receiver.id
    text = Text("Critical: {name} may move up to {n}″.", "Kritisch: {name} darf bis {n}″ ziehen.")
    text = text.format(name=receiver.name, n=RECEIVER_MOVE_IN)
    yield from window_nod(s, f"{key}.critical_move", receiver.side, text, "TAK-PAS-10", moved=has_moved(s, receiver))
    s.measuring = "all"


def _intercepted(s: State, key: str, passer: Footballer, receiver: Footballer, lane: list[Footballer] | None) -> Asking:
    """Stealers whose base the lane crosses roll in order, uncontested, until one has it (TAK-STL-04, TAK-STL-05);
    who they are is asked unless it was measured before."""
    act = s.going_on
    could = [p for p in s.defending.on_field if act.defence.get(p.id) == "BALL_STEAL" and not p.grounded]
    could = [p for p in could if p.id not in act.done]
    if lane is None and could:
        said = yield from asked(s, lambda: _in_lane(s, key, passer, receiver, could))
        lane = players_of(s, said)
    for p in lane or []:
        act.done.append(p.id)
        minus = Term(Text("interception", "Abfangen"), INTERCEPTION, "TAK-STL-04")
        outcome = yield from alone(s, f"{key}.intercept", "TAK-STL-04", attempt(p, "INTERCEPTION", [minus]))
        if outcome.won:
            yield from ball.give(s, p, "intercepted", "TAK-STL-05")
            return True
    return False


def _in_lane(s: State, key: str, passer: Footballer, receiver: Footballer, could: list[Footballer]) -> Choose:
    text = Text("Who stands in the lane from {a} to {b}?", "Wer steht in der Passbahn von {a} zu {b}?")
    hint = Text(
        "Tap in order from the passer; touching the lane is not enough.",
        "In der Reihenfolge vom Passer aus antippen; Berühren reicht nicht.",
    )
    text = text.format(a=passer.name, b=receiver.name)
    lane = None if s.going_on.on_the_way else Lane(passer.id, receiver.id)
    return which(s, f"{key}.lane", s.defending.side, text, "TAK-STL-04", could, hint, judge=lane)


def reception(s: State, key: str, passer: Footballer, receiver: Footballer, distance_in: float) -> Asking:
    """After a missed pass the receiver rolls (TAK-REC-01, TAK-REC-02): he has it (TAK-REC-03), or the ball scatters
    from him, turned by the passer's coach (TAK-REC-04, R-32), and is loose while the attacker attacks on
    (TAK-POS-03)."""
    one = attempt(receiver, "RECEPTION", [distance_term("reception", distance_in)])
    outcome = yield from alone(s, f"{key}.reception", "TAK-REC-01", one)
    if outcome.won:
        yield from ball.give(s, receiver, "received", "TAK-REC-03")
        return
    s.carrier = None
    yield from ball.scatter(s, key, passer.side, Text.same(receiver.name), "TAK-REC-04")
