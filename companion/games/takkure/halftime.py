"""Halftime: rest, a new strategy, new cards."""

from __future__ import annotations

from functools import partial

from companion.games.takkure.asking import asked
from companion.games.takkure.footballer import Footballer
from companion.games.takkure.lineup import choose_plays
from companion.games.takkure.state import State
from companion.games.takkure.tables import HAND
from companion.vocabulary import Asking, Call, Choose, Option, Text


def halftime(s: State) -> Asking:
    """Everybody rests (TAK-HLF-01), team plays are chosen anew (TAK-HLF-02), hands filled up (TAK-HLF-03): a
    coach who discarded says how many beside the next question."""
    s.act = None
    s.activated += 1
    s.enter("HALFTIME")
    yield Call("half_time", Text("Halftime.", "Halbzeit."), rule="TAK-MAT-01")
    for p in s.players:
        yield from _rest(s, p)
    yield from choose_plays(s, "halftime")
    s.opened.append("halftime")
    for coach in s.both:
        s.may_discard[coach.side], coach.hand = coach.hand, max(HAND, coach.hand)
        text = Text(
            "{name}: discard what you like, draw up to 4 cards.", "{name}: abwerfen, was weg soll, auf 4 Karten ziehen."
        )
        s.remind(text.format(name=coach.name))


def _rest(s: State, p: Footballer) -> Asking:
    """One fatigue token of either side off, a permanent one never (TAK-HLF-01)."""
    which = "active" if p.active else "inactive"
    if p.active and p.inactive:
        which = yield from asked(s, partial(_which, s, p))
    if not p.active and not p.inactive:
        return
    _take_off(p, which)
    s.remind(Text("{name}: one fatigue token off.", "{name}: ein Erschöpfungsmarker weg.").format(name=p.name))


def _take_off(p: Footballer, which: str) -> None:
    if which == "active":
        p.active -= 1
    else:
        p.inactive -= 1


def _which(s: State, p: Footballer) -> Choose:
    return Choose(
        key=s.key(f"{s.here}.halftime.{p.id}"),
        side=p.side,
        text=Text("{name}: which fatigue token comes off?", "{name}: welcher Erschöpfungsmarker geht weg?").format(
            name=p.name
        ),
        rule="TAK-HLF-01",
        options=(
            Option("active", Text("An active one", "Ein aktiver")),
            Option("inactive", Text("An inactive one", "Ein inaktiver")),
        ),
        suggestion="active",
    )
