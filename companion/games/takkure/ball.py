"""The ball: who has it, where it rolls, and the ways to take it (TAK-BAL-01)."""

from __future__ import annotations

from companion.games.takkure.asking import plain_roll
from companion.games.takkure.footballer import Footballer
from companion.games.takkure.offers import scattered
from companion.games.takkure.state import Scattered, State
from companion.vocabulary import Asking, Call, Text


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
    whose tip the ball goes (TAK-SCT-02, TAK-SCT-03). Where it does not fit, the table says so and it goes one arrow on
    (TAK-REP-01)."""
    text = Text(
        "Template centred on {centre}: {name} turns arrow 1 and rolls.",
        "Schablone mittig auf {centre}: {name} dreht Pfeil 1 und würfelt.",
    )
    text = text.format(centre=centre, name=s.coaches[side].name)
    die = yield from plain_roll(s, f"{key}.scatter", side, text, "TAK-SCT-02")
    s.lies = Scattered(key, side, die, die, rule)
    s.remind(
        Text(
            "Ball in contact with the template at arrow {n}, on the pitch, on its line at most.",
            "Ball an die Schablone bei Pfeil {n}, auf das Feld, höchstens auf dessen Linie.",
        ).format(n=die)
    )
    yield scattered(s.lies)
