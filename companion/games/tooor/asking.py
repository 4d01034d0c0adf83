"""How this game asks: nods, dice, and askings that a referee's correction renews."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.games.tooor.state import Coach, State
from companion.vocabulary import (
    FACES,
    JSON,
    Asking,
    Both,
    Confirm,
    Corrected,
    Dice,
    Option,
    Prompt,
    Roll,
    ShownDie,
    Sum,
    Text,
)


class RolesCorrected(Exception):
    """The referee corrected who attacks: the attack begins anew."""


def asked(s: State, make: Callable[[], Sequence[Prompt]]) -> Asking:
    """Asks, and after a referee's correction asks anew; raises RolesCorrected when it was about who attacks."""
    attacker = s.attacker
    while isinstance(answer := (yield Both(*make(), renew=True)), Corrected):
        if s.attacker != attacker:
            raise RolesCorrected
    return answer


def asked_together(*prompts: Prompt) -> Asking:
    """All at once; returns a list of the values, however many prompts there are."""
    values = yield Both(*prompts)
    return [values] if len(prompts) == 1 else list(values)


def chosen_ids(value: JSON) -> list[str]:
    """What a Choose answered, as a list whether one or several were asked."""
    return [value] if isinstance(value, str) else list(value)


def nod(
    s: State, key: str, side: str | None, text: Text, rule: str, hint: Text | None = None, barrier: bool = False
) -> Confirm:
    return Confirm(key=s.key(key), side=side, text=text, rule=rule, hint=hint, barrier=barrier)


def nods(s: State, key: str, text: Text, rule: str, hint: Text | None = None) -> tuple[Confirm, ...]:
    """A nod of each coach; `{name}` in the text is the coach's team."""
    return tuple(nod(s, f"{key}.{c.side}", c.side, text.format(name=c.name), rule, hint) for c in s.both)


def number_die(s: State, key: str, coach: Coach, rule: str, hint: Text | None = None) -> Roll:
    """One coach's number die, whose faces are 0, 1, 1, 2, 2, 3 (TOOOR-STR-04)."""
    faces = () if s.rules.number_die == FACES["number_die"] else s.rules.number_die
    dice = (Dice("number_die", coach.team.dice, faces=faces),)
    text = Text("{name} rolls.", "{name} würfelt.").format(name=coach.name)
    return Roll(key=s.key(f"{key}.{coach.side}"), side=coach.side, text=text, rule=rule, hint=hint, dice=dice)


def both_roll(s: State, key: str, rule: str, hint: Text | None = None) -> Asking:
    """Both number dice; returns the faces of A and B, which are shown from now on."""
    a, b = yield Both(*(number_die(s, f"{key}.roll", c, rule, hint) for c in s.both))
    s.dice = tuple(ShownDie(c.side, "number_die", c.team.dice, face) for c, face in zip(s.both, (a, b), strict=True))
    return a, b


def contest(s: State, key: str, rule: str, hint: Text | None = None) -> Asking:
    """Strength and die against strength and die (TOOOR-STR-03); returns the totals of attacker and defender."""
    dice = dict(zip("AB", (yield from both_roll(s, key, rule, hint)), strict=True))
    s.sums = tuple(_sum(c, dice[c.side]) for c in s.both)
    return tuple(c.strength + dice[c.side] for c in (s.attacking, s.defending))


def _sum(coach: Coach, die: int) -> Sum:
    terms = ((Text("strength", "Stärke"), coach.strength), (Text("die", "Würfel"), die))
    return Sum(coach.side, terms, coach.strength + die)


def show_strengths(s: State, *coaches: Coach) -> None:
    """The announced strengths, before the dice."""
    s.sums = tuple(Sum(c.side, ((Text("strength", "Stärke"), c.strength),), c.strength) for c in coaches)


def higher_roll(s: State, key: str, rule: str, hint: Text) -> Asking:
    """Both roll until the numbers differ (TR-02); returns the side with the higher one."""
    a, b = yield from both_roll(s, key, rule, hint)
    while a == b:
        again = Text("Equal. Both roll again.", "Gleich. Beide würfeln noch einmal.")
        a, b = yield from both_roll(s, key, rule, again)
    return "A" if a > b else "B"


def event_die(s: State, key: str, coach: Coach, symbol: Text, who: str) -> Asking:
    """The player's coach rolls the event die (TOOOR-EVENT-02), which has the faces of TOOOR-EVENT-10; returns the
    face."""
    faces = () if s.rules.event_die == FACES["event_die"] else s.rules.event_die
    face = yield Roll(
        key=s.key(f"{key}.event"),
        side=coach.side,
        text=Text("{who}: event check, {symbol}.", "{who}: Ereignisprobe, {symbol}.").format(who=who, symbol=symbol),
        rule="TOOOR-EVENT-02",
        hint=Text(
            "Leave the card at the corner and roll the event die.",
            "Karte an der Ecke stehen lassen, Ereigniswürfel werfen.",
        ),
        dice=(Dice("event_die", faces=faces),),
    )
    s.dice = (ShownDie(coach.side, "event_die", None, face),)
    return face


def options(texts: dict[str, Text]) -> tuple[Option, ...]:
    return tuple(Option(id_, text) for id_, text in texts.items())
