"""The ball: who has it, where it rolls, and the ways to take it (TAK-BAL-01)."""

from __future__ import annotations

from functools import partial

from companion.games.takkure.asking import asked, plain_roll
from companion.games.takkure.footballer import Footballer
from companion.games.takkure.rolls import next_arrow
from companion.games.takkure.state import State
from companion.games.takkure.tables import ARROWS
from companion.vocabulary import Asking, Call, Choose, Option, Text


def give(s: State, p: Footballer, how: str, rule: str) -> Asking:
    """He has the ball on his card (TAK-BAL-02). A defender who takes it makes his team the attacker, at the end of
    the activation (TAK-POS-04, TAK-STL-08)."""
    s.carrier = p
    s.remind(Text("Ball to {name}'s card.", "Ball auf die Karte von {name}.").format(name=p.name))
    text = Text("{name} has the ball.", "{name} hat den Ball.").format(name=p.name)
    if s.act and p.side != s.attacker:
        s.act.stolen = True
    yield Call(how, text, p.side, rule)


def scatter(s: State, key: str, side: str, centre: Text, rule: str) -> Asking:
    """The template lies centred, arrow 1 as the causing coach chooses (TAK-SCT-01, R-32); a die names the arrow at
    whose tip the ball goes (TAK-SCT-02, TAK-SCT-03). Where it does not fit, one arrow on (TAK-REP-01)."""
    text = Text(
        "Template centred on {centre}: {name} turns arrow 1 and rolls.",
        "Schablone mittig auf {centre}: {name} dreht Pfeil 1 und würfelt.",
    )
    text = text.format(centre=centre, name=s.coaches[side].name)
    die = yield from plain_roll(s, f"{key}.scatter", side, text, "TAK-SCT-02")
    arrow = die
    for _ in range(ARROWS):
        said = yield from asked(s, partial(_fits, s, key, side, arrow, die))
        if said == "fits":
            lies = Text("The ball lies at arrow {n}.", "Der Ball liegt an Pfeil {n}.").format(n=arrow)
            yield Call("scattered", lies, None, rule)
            return
        arrow = next_arrow(arrow, die)
    yield Call(
        "referee",
        Text(
            "All twelve arrows are blocked: the referee roll decides.",
            "Alle zwölf Pfeile sind belegt: der Münzwurf entscheidet.",
        ),
        None,
        "TAK-REP-04",
    )


def _fits(s: State, key: str, side: str, arrow: int, die: int) -> Choose:
    """Upwards after an even roll, downwards after an odd one (TAK-REP-02, TAK-REP-03), until it fits (TAK-REP-04)."""
    nearer = Text("It does not fit: on to arrow {n}", "Passt nicht: weiter zu Pfeil {n}")
    return Choose(
        key=s.key(f"{key}.arrow"),
        side=side,
        text=Text("Ball in contact with the template at arrow {n}.", "Ball an der Schablone bei Pfeil {n}.").format(
            n=arrow
        ),
        hint=Text(
            "It stays on the pitch, touching the line at most.", "Er bleibt auf dem Feld, höchstens an der Linie."
        ),
        rule="TAK-SCT-03",
        options=(
            Option("fits", Text("It lies", "Liegt")),
            Option("blocked", nearer.format(n=next_arrow(arrow, die))),
        ),
        suggestion="fits",
    )
