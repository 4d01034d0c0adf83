"""The penalty shoot-out."""

from __future__ import annotations

from companion.games.tooor.asking import asked, contest, higher_roll, nod
from companion.games.tooor.state import Coach, State
from companion.games.tooor.strength import decided_early
from companion.games.tooor.tables import PENALTIES
from companion.vocabulary import Asking, Call, Choose, Confirm, Option, Text


def shootout(s: State) -> Asking:
    """Five takers each (TOOOR-PEN-01), the higher roll begins (TOOOR-PEN-03); then kick by kick until it is decided."""
    yield Call(
        "penalties", Text("Level again: penalties!", "Wieder Gleichstand: Elfmeterschießen!"), rule="TOOOR-ET-05"
    )
    s.enter("PEN_SELECT")
    yield from s.mode.choose_takers(s)
    s.enter("PEN_FIRST")
    hint = Text("The higher number shoots first.", "Die höhere Zahl beginnt.")
    first = yield from higher_roll(s, "pens.first", "TOOOR-PEN-03", hint)
    while not over(s):
        yield from one_kick_each(s, first)


def over(s: State) -> bool:
    """After five kicks each the higher tally wins (TOOOR-PEN-06), later one goal more with as many kicks
    (TOOOR-PEN-07). It ends as well when both agreed to stop, or when the referee's correction of the score left
    nothing to decide."""
    a, b = s.both
    five_each = a.kicks == b.kicks >= PENALTIES
    return s.stopped or not s.level or (five_each and a.penalties != b.penalties)


def one_kick_each(s: State, first: str) -> Asking:
    """The sides take turns (TOOOR-PEN-04), from the sixth kick on with one more player each (TOOOR-PEN-07)."""
    s.kick += 1
    if s.kick > PENALTIES:
        s.enter("PEN_MORE")
        yield from s.mode.one_more_taker(s)
    for shooting in (s.coaches[first], s.other(first)):
        if over(s):
            return
        yield from penalty(s, shooting)
        yield from keeper_turns(s)
        yield from offer_to_stop(s)


def penalty(s: State, shooting: Coach) -> Asking:
    """Taker and die against keeper and die, equal is saved (TOOOR-PEN-04); it counts apart from the goals
    (TOOOR-PEN-09)."""
    s.attacker = shooting.side
    s.enter("PEN_SHOT")
    s.dice, s.sums = (), ()
    yield from s.mode.penalty_strengths(s, shooting, s.defending)
    key = f"pens.k{s.kick}.{shooting.side}"
    taker, keeper = yield from contest(s, key, "TOOOR-PEN-04")
    shooting.kicks += 1
    shooting.penalties += taker > keeper
    yield _scored(s, shooting) if taker > keeper else _saved(s)


def _scored(s: State, shooting: Coach) -> Call:
    text = Text("{name} scores! {tally} on penalties.", "{name} trifft! {tally} im Elfmeterschießen.")
    return Call("penalty_goal", text.format(name=shooting.name, tally=_tally(s)), shooting.side, "TOOOR-PEN-04")


def _saved(s: State) -> Call:
    text = Text("{name} saves! {tally} on penalties.", "{name} hält! {tally} im Elfmeterschießen.")
    return Call("penalty_saved", text.format(name=s.defending.name, tally=_tally(s)), s.defending.side, "TOOOR-PEN-04")


def _tally(s: State) -> str:
    return f"{s.penalties[0]}:{s.penalties[1]}"


def keeper_turns(s: State) -> Asking:
    """Only the goalkeeper who faced the shot turns; takers never do (TOOOR-PEN-05)."""
    keeping = s.defending
    s.enter("PEN_TURN", keeping.side)
    yield from asked(s, lambda: [_keeper_turned(s, keeping)])
    s.mode.turn_keeper(s, keeping)


def _keeper_turned(s: State, keeping: Coach) -> Confirm:
    text = Text("{name}: the goalkeeper is turned one step.", "{name}: Torwart ist einmal gedreht.")
    key = f"pens.k{s.kick}.keeper.{keeping.side}"
    return nod(s, key, keeping.side, text.format(name=keeping.name), "TOOOR-PEN-05", barrier=over(s))


def offer_to_stop(s: State) -> Asking:
    """The rulebook has all five taken, so this only offers to stop when one side cannot be caught any more, and once
    (TR-18)."""
    kicks = [c.kicks for c in s.both]
    if s.offered or over(s) or not decided_early(kicks, s.penalties, max(PENALTIES, s.kick)):
        return
    s.offered = True
    s.stopped = (yield _stop_or_go_on(s)) == "stop"


def _stop_or_go_on(s: State) -> Choose:
    go_on = Option("go_on", Text("Take all five", "Alle fünf schießen"))
    stop = Option("stop", Text("Stop here", "Hier aufhören"))
    text = Text("{tally}: it is decided. Stop here?", "{tally}: entschieden. Hier aufhören?").format(tally=_tally(s))
    return Choose(
        key=s.key(f"pens.k{s.kick}.early"),
        text=text,
        rule="TOOOR-PEN-06",
        options=(go_on, stop),
        barrier=True,
        suggestion="go_on",
    )
