"""How this game asks: every question carries what the table must place or remove first, and what may be played now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from companion.games.takkure import offers
from companion.games.takkure.footballer import Footballer
from companion.games.takkure.state import State
from companion.games.takkure.tables import ACTION_TEXT, FARTHEST_IN, PASS, POSITION_TEXT, REROLL_COST
from companion.vocabulary import (
    JSON,
    Asking,
    Both,
    Choose,
    Confirm,
    Corrected,
    Dice,
    Judge,
    Measure,
    Moved,
    Option,
    Prompt,
    Roll,
    ShownDie,
    Taken,
    Text,
)

Makes = Callable[[], Prompt | Sequence[Prompt]]


def asked(
    s: State, make: Makes, window: str = "", renew: bool = False, beside: Callable[[], Sequence[Prompt]] = tuple
) -> Asking:
    """Asks what `make` makes, anew each time, so that every asking has keys of its own. The first question carries
    the tasks of the table. Plays lie open beside it that its windows allow, or what has happened since the last
    question; one that is taken up is carried out, and the question asked anew (TAK-IND-01, TAK-IND-02).
    An offer of `beside` that is taken up is returned as it came."""
    closed: set[str] = set()
    while True:
        made = make()
        first, *more = [made] if isinstance(made, Prompt) else made
        s.last = first.key
        prompts = [replace(first, hint=with_tasks(s, first.hint)), *more]
        own = {p.key: p for p in beside()}
        may = [*offers.offered(s, [*window.split(), *s.opened], closed), *offers.standing(s)]
        answer = yield Both(*prompts, *own.values(), *may, renew=renew)
        if isinstance(answer, Corrected):
            continue
        if isinstance(answer, Taken) and answer.key not in own:
            yield from offers.carry_out(s, answer)
            closed |= offers.closed_by(s, answer)
            continue
        s.todo.clear()
        s.opened.clear()
        s.lies, s.may_kick, s.may_discard, s.late = None, [], {}, None
        return answer


def with_tasks(s: State, hint: Text | None) -> Text | None:
    """Tasks first, then the hint of the question itself; None where there is neither."""
    texts = [*s.todo, *([hint] if hint else [])]
    return sum(texts[1:], texts[0]) if texts else None


def nodded(
    s: State,
    key: str,
    side: str | None,
    text: Text,
    rule: str,
    hint: Text | None = None,
    window: str = "",
    moved: Moved | None = None,
) -> Asking:
    yield from asked(
        s, lambda: Confirm(key=s.key(key), side=side, text=text, rule=rule, hint=hint, moved=moved), window
    )


def window_nod(
    s: State,
    key: str,
    side: str | None,
    text: Text,
    rule: str,
    hint: Text | None = None,
    window: str = "",
    moved: Moved | None = None,
) -> Asking:
    """A nod that closes a window of the overlay, which the ruler gives where it sees that the piece has `moved`;
    without an overlay the table is only reminded."""
    if s.rules.overlay:
        yield from nodded(s, key, side, text, rule, hint, window, moved)
    else:
        s.remind(*([hint] if hint else []), text)


def has_moved(s: State, p: Footballer, since: str = "") -> Moved:
    """The nod that he stands elsewhere than at the last question, or the one of that key, and lies still."""
    return Moved(True, (p.id,), since or s.last)


def which(
    s: State,
    key: str,
    side: str | None,
    text: Text,
    rule: str,
    players: Iterable[Footballer],
    hint: Text | None = None,
    all_: bool = False,
    judge: Judge | None = None,
    ordered: bool = True,
) -> Choose:
    """None, some or all of these players, in the order in which they are tapped if that matters; `all_` suggests all,
    else none; `judge` is what a ruler looks for."""
    ids = tuple(player_option(p) for p in players)
    suggestion = [o.id for o in ids] if all_ else []
    return Choose(
        key=s.key(key),
        side=side,
        text=text,
        rule=rule,
        hint=hint,
        options=ids,
        least=0,
        most=len(ids),
        ordered=ordered,
        judge=judge,
        suggestion=_unwrapped(suggestion, len(ids)),
    )


def _unwrapped(ids: list[str], most: int) -> JSON:
    return ids if most else None


def player_option(p: Footballer) -> Option:
    return Option(p.id, Text.same(p.name), detail=POSITION_TEXT.get(p.position), piece=p.id)


def players_of(s: State, ids: JSON) -> list[Footballer]:
    """Whom a Choose named."""
    return [s.player(i) for i in ([ids] if isinstance(ids, str) else ids)]


def pass_length(s: State, key: str, a: Footballer, b: Footballer) -> Measure:
    """How long a pass is; between two rows of the table the better counts (TAK-PAS-07, TAK-PAS-08). The ruler measures
    from where the passer stands, so not a pass that he has thrown on his way (TAK-PAS-03)."""
    text = Text("How far is it from {a} to {b}?", "Wie weit ist es von {a} zu {b}?").format(a=a.name, b=b.name)
    return Measure(
        key=s.key(key),
        side=s.attacker,
        text=text,
        rule="TAK-PAS-07",
        hint=Text("From the pass point, edge to edge.", "Vom Abwurfpunkt, von Rand zu Rand."),
        least=0.0,
        most=FARTHEST_IN,
        between=() if s.going_on.on_the_way else (a.id, b.id),
        limits=tuple(bound for bound, _ in PASS[:-1]),
    )


def plain_roll(
    s: State, key: str, side: str, text: Text, rule: str, hint: Text | None = None, fixed: int | None = None
) -> Asking:
    """One die that is compared with nothing: 1 and 12 are plain numbers (TAK-SCT-02). Superstars may throw it again,
    unless it shows the `fixed` face, which no ability changes (TAK-INJ-05)."""
    dice = (Dice("d12", s.coaches[side].team.dice),)

    def roll() -> Roll:
        return Roll(key=s.key(key), side=side, text=text, rule=rule, hint=hint, dice=dice)

    die = yield from asked(s, roll)
    if die != fixed and (yield from bought_again(s, f"{key}.spend", side, (die,))) is not None:
        die = yield from asked(s, roll)
    s.sums, s.dice = (), (ShownDie(side, "d12", s.coaches[side].team.dice, die),)
    return die


def bought_again(s: State, key: str, side: str, dice: Sequence[int]) -> Asking:
    """Three Superstars tokens throw one die again, once a roll (TAK-TSK-08). Returns the die that is thrown again, None
    where they were not spent."""
    coach = s.coaches[side]
    if not coach.superstars or coach.pool < REROLL_COST:
        return None
    said = yield from asked(s, lambda: _again_or_not(s, key, side, dice))
    if said == "keep":
        return None
    coach.pool -= REROLL_COST
    return int(said.removeprefix("again:"))


def _again_or_not(s: State, key: str, side: str, dice: Sequence[int]) -> Choose:
    text = Text("{name}: throw a die again for 3 tokens?", "{name}: einen Würfel für 3 Marker neu werfen?")
    keep = Text("Keep {dice}", "{dice} behalten").format(dice=", ".join(map(str, dice)))
    again = Text("Throw the {die} again", "Die {die} neu werfen")
    return Choose(
        key=s.key(key),
        side=side,
        text=text.format(name=s.coaches[side].name),
        rule="TAK-TSK-08",
        options=(
            Option("keep", keep),
            *(Option(f"again:{die}", again.format(die=die)) for die in sorted(set(dice))),
        ),
        suggestion="keep",
    )


def doing(text: Text, p: Footballer, action: str) -> Text:
    """`{name}` and `{action}` of a sentence."""
    return text.format(name=p.name, action=ACTION_TEXT[action])
