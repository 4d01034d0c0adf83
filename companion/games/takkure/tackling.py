"""TACKLE against DODGE, BREAK THROUGH, PASS or nothing at all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product

from companion.games.takkure.asking import asked, has_moved, window_nod
from companion.games.takkure.contest import alone, attempt, contest
from companion.games.takkure.footballer import Footballer
from companion.games.takkure.harm import endurance, fall, wound
from companion.games.takkure.rolls import Outcome
from companion.games.takkure.state import State
from companion.games.takkure.sums import Term
from companion.games.takkure.tables import DODGE_CRITICAL_IN, DODGE_IN
from companion.vocabulary import Asking, Call, Choose, Option, Text

Own = Callable[[Outcome, Outcome | None, Footballer | None], Asking]
"""What the active player's own roll leads to, given the tackler's outcome and him; returns whether his action is
through, so that all further tacklers roll unopposed."""


def stopped(s: State) -> bool:
    """Once the target lies on the ground no more of these rolls are made (TAK-M5-04)."""
    target = s.going_on.target
    return target is None or target.grounded or not target.on_field


def confront(
    s: State, key: str, action: str, actor: Footballer, opponents: Sequence[Footballer], extra: Sequence[Term], own: Own
) -> Asking:
    """The actor's dice against the tacklers, pair by pair in the order he chose (TAK-MFF-01, TAK-MFF-02, TAK-M5-03);
    who gets no die rolls unopposed (TAK-MFF-03), and so do all once a PASS is away (TAK-MFF-07). Each pair is
    through before the next is rolled (TAK-MFF-04), the winner's own effect first (TAK-MFF-05)."""
    act, through = s.going_on, False
    shares = yield from _shares(s, key, attempt(actor, action).dice, opponents)
    for d, dice in zip(opponents, shares, strict=True):
        if stopped(s):
            return
        act.done.append(d.id)
        if through or not dice:
            yield from unopposed(s, key, d)
            continue
        mine = attempt(actor, action, extra, dice)
        outcomes = yield from contest(s, key, "TAK-F2F-01", mine, attempt(d, "TACKLE"))
        mine_, theirs = outcomes[actor.id], outcomes[d.id]
        through = yield from own(mine_, theirs, d)
        if not (action == "BREAK_THROUGH" and mine_.won):
            yield from tackle_ends(s, key, d, theirs)


def unopposed(s: State, key: str, d: Footballer) -> Asking:
    """A tackle that nobody answers (TAK-TKL-09)."""
    outcome = yield from alone(s, key, "TAK-TKL-07", attempt(d, "TACKLE"))
    yield from tackle_ends(s, key, d, outcome)


def _shares(s: State, key: str, dice: int, opponents: Sequence[Footballer]) -> Asking:
    """How many dice go to each opponent, said before the roll (TAK-MDI-03), in any way (TAK-MDI-04); one alone goes to
    the first."""
    if len(opponents) <= 1 or dice == 1:
        return [dice, *[0] * (len(opponents) - 1)][: len(opponents)]
    said = yield from asked(s, lambda: _spread(s, key, dice, opponents))
    return [int(n) for n in said.split("-")]


def _spread(s: State, key: str, dice: int, opponents: Sequence[Footballer]) -> Choose:
    """As even as can be is suggested, the first to be faced getting more."""
    text = Text("{name}: {n} dice against {m} tacklers.", "{name}: {n} Würfel gegen {m} Tackler.")
    each, more = divmod(dice, len(opponents))
    ways = [way for way in product(range(dice, -1, -1), repeat=len(opponents)) if sum(way) == dice]
    return Choose(
        key=s.key(f"{key}.dice"),
        side=s.attacker,
        text=text.format(name=s.attacking.name, n=dice, m=len(opponents)),
        rule="TAK-MDI-03",
        options=tuple(Option(_spelled(way), _way(way, opponents)) for way in ways),
        suggestion=_spelled([each + (n < more) for n in range(len(opponents))]),
    )


def _spelled(way: Iterable[int]) -> str:
    return "-".join(map(str, way))


def _way(way: Sequence[int], opponents: Sequence[Footballer]) -> Text:
    """Whom the dice go to; who gets none rolls unopposed (TAK-MFF-03)."""
    faced = [f"{n} × {p.name}" for n, p in zip(way, opponents, strict=True) if n]
    return Text.same(" · ".join(faced))


def tackle_ends(s: State, key: str, d: Footballer, outcome: Outcome) -> Asking:
    """Success: tackler in contact, both on the ground, the target rolls END (TAK-TKL-10) or, on a critical, takes a
    wound (TAK-TKL-13). A miss: the tackler rolls to stay on his feet (TAK-TKL-11). Cancelled: nothing (TAK-TKL-12)."""
    if outcome.won:
        yield from _felled(s, key, d, outcome)
    elif outcome.failed:
        yield from keep_feet(s, key, d)


def _felled(s: State, key: str, d: Footballer, outcome: Outcome) -> Asking:
    """Both are on the ground; who made a second move falls where it began (TAK-SND-06, R-55). A critical has the
    extra effect that the action lists (TAK-CRT-03)."""
    act = s.going_on
    target = act.target
    assert target is not None
    names = {"d": d.name, "a": target.name}
    s.remind(Text("{d} in contact with {a}, the shortest way.", "{d} auf kürzestem Weg an {a}.").format(**names))
    if target.id in act.moved:
        back = Text("{a} goes back to the active-player token.", "{a} zurück auf den Aktivmarker.")
        s.remind(back.format(**names))
    fall(s, target)
    fall(s, d)
    text = Text("{d} tackles {a}: both on the ground.", "{d} tackelt {a}: beide am Boden.").format(**names)
    yield Call("tackled", text, d.side, "TAK-TKL-10")
    yield from superstar(s, d)
    if outcome.critical:
        yield from wound(s, key, target, d.side)
    else:
        yield from endurance(s, key, target, d.side)


def keep_feet(s: State, key: str, d: Footballer) -> Asking:
    """After a failed tackle: REF, or on the ground with an END roll (TAK-TKL-11)."""
    outcome = yield from alone(s, f"{key}.feet", "TAK-TKL-11", attempt(d, "KEEP_FEET"))
    if outcome.failed:
        fall(s, d)
        yield from endurance(s, key, d, d.side)


def superstar(s: State, p: Footballer) -> Asking:
    """A successful SCORE, TACKLE or BREAK THROUGH gives the Superstars' pool a token (TAK-TSK-06)."""
    coach = s.coach_of(p)
    if coach.superstars:
        coach.pool += 1
        text = Text("{name}: one team-skill token ({n}).", "{name}: ein Teamskill-Marker ({n}).")
        s.remind(text.format(name=coach.name, n=coach.pool))
        yield Call("token_gained", text.format(name=coach.name, n=coach.pool), p.side, "TAK-TSK-06")


def dodge_effect(s: State, key: str) -> Own:
    """A success moves the dodger, once in all (TAK-DOD-03, TAK-MFF-06); a miss has no effect of its own
    (TAK-DOD-05)."""

    def effect(mine: Outcome, theirs: Outcome | None, d: Footballer | None) -> Asking:
        if mine.won and not s.going_on.dodged:
            s.going_on.dodged = True
            yield from _dodge_move(s, key, DODGE_CRITICAL_IN if mine.critical else DODGE_IN)
        return False

    return effect


def _dodge_move(s: State, key: str, inches: int) -> Asking:
    """First the point, then the measure, as close as possible (TAK-DOD-03), 4 inches on a critical (TAK-DOD-04);
    others block it (TAK-DOD-06)."""
    p = s.going_on.active
    s.measuring = p.id
    text = Text(
        "{name} dodges: point, then move up to {n}″, around others.",
        "{name} weicht aus: Punkt zeigen, dann bis {n}″ ziehen, um andere herum.",
    )
    text = text.format(name=p.name, n=inches)
    yield from window_nod(s, f"{key}.dodge", p.side, text, "TAK-DOD-03", moved=has_moved(s, p))
    s.measuring = "all"


def break_effect(s: State, key: str) -> Own:
    """A success fells the tackler, who rolls END (TAK-BRK-03) or on a critical takes a wound (TAK-BRK-04), and makes
    no roll for his own tackle (TAK-BRK-06); a miss has no effect of its own (TAK-BRK-05)."""

    def effect(mine: Outcome, theirs: Outcome | None, d: Footballer | None) -> Asking:
        if mine.won and d is not None:
            s.going_on.broke = True
            fall(s, d)
            text = Text("{name} breaks through {d}.", "{name} bricht durch {d}.")
            p = s.going_on.active
            yield Call("broke_through", text.format(name=p.name, d=d.name), p.side, "TAK-BRK-03")
            yield from superstar(s, p)
            yield from (wound if mine.critical else endurance)(s, key, d, p.side)
        return False

    return effect
