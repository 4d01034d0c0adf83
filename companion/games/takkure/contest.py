"""One roll, from the sum to the verdict (catalogue 3.3)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from companion.games.takkure import odds, offers, rolls
from companion.games.takkure.asking import asked, bought_again, nodded
from companion.games.takkure.footballer import Footballer
from companion.games.takkure.rolls import REROLL, Outcome, Thrown
from companion.games.takkure.state import Attempt, State
from companion.games.takkure.sums import Term, shown, spelled, terms_of, told, total, verdict
from companion.games.takkure.tables import ACTION_TEXT, WITH_CRITICAL
from companion.vocabulary import Asking, Call, Dice, Prompt, Roll, ShownDie, Text

MOST_DICE = 3
"""Three dice of each colour are in the box."""


def attempt(player: Footballer, action: str, extra: Iterable[Term] = (), dice: int | None = None) -> Attempt:
    """What a player rolls against, and with how many dice (by his skills, unless told)."""
    return Attempt(player, action, terms_of(player, action, extra), player.dice(action) if dice is None else dice)


def contest(s: State, key: str, rule: str, *attempts: Attempt, melee: bool = False) -> Asking:
    """Everything is added up before the dice fall (TAK-M5-01), cards and tokens may change it (attacker first), then
    all roll, and the outcome is told; returns it by player id. One attempt is an unopposed roll, two a face-to-face,
    more a melee, in which those who tie roll again, a new roll with cards and tokens of its own (TAK-MEL-02,
    TAK-MEL-03)."""
    final: dict[str, Outcome] = {}
    rolling, s.dice = list(attempts), ()
    while rolling:
        s.attempts = rolling
        _show(s)
        yield from _thrown(s, key, rule, rolling, "before_roll")
        yield from _cards(s, key, rule)
        final |= yield from _compared(s, key, melee)
        rolling = [a for a in rolling if final[a.player.id].status == REROLL]
        key = key.removesuffix(".again") + ".again"
        for a in rolling:
            a.rerolled = False
        if rolling:
            text = Text("Tied: {names} roll again.", "Gleich: {names} würfeln noch einmal.")
            yield Call("tied", text.format(names=", ".join(a.player.name for a in rolling)), rule="TAK-MEL-03")
    s.attempts = []
    s.sums = tuple(shown(a.player.side, a.terms, verdict(final[a.player.id])) for a in attempts)
    for a in attempts:
        yield _call(s, a, final[a.player.id], rule)
    return final


def alone(s: State, key: str, rule: str, one: Attempt) -> Asking:
    """An unopposed roll; returns its Outcome (TAK-UNO-01)."""
    outcomes = yield from contest(s, key, rule, one)
    return outcomes[one.player.id]


def _cards(s: State, key: str, rule: str) -> Asking:
    """Cards that may be played after the roll: only then somebody has to say that it stands."""
    if not offers.offered(s, ["after_roll"], set()):
        return
    text = Text("The roll stands.", "Der Wurf gilt.")
    yield from nodded(s, f"{key}.stands", None, text, rule, None, "after_roll")
    for a in [a for a in s.attempts if a.again]:
        a.again = False
        yield from _one_die(s, key, "TAK-IND-01", a, _worst(a))


def _call(s: State, a: Attempt, outcome: Outcome, rule: str) -> Call:
    text = Text("{name}, {action}: {sum}.", "{name}, {action}: {sum}.")
    said = text.format(name=a.player.name, action=ACTION_TEXT[a.action], sum=told(a.terms, a.thrown, outcome))
    return Call("rolled", said, a.player.side, rule)


def _show(s: State) -> None:
    s.sums = tuple(shown(a.player.side, a.terms) for a in s.attempts)


def _thrown(s: State, key: str, rule: str, attempts: list[Attempt], window: str) -> Asking:
    """The dice fall, one roll a side at a time, so that colours tell whose they are (TAK-F2F-01, R-42)."""
    todo = list(attempts)
    while todo:
        wave = [
            next(a for a in todo if a.player.side == side) for side in "AB" if any(a.player.side == side for a in todo)
        ]
        values = yield from asked(s, partial(_rolls, s, key, rule, wave), window)
        if s.act:
            s.act.may_stop = False
        if s.claims and any(a.player is s.claims.actor for a in wave):
            s.claims = None
        for a, value in zip(wave, values if len(wave) > 1 else [values], strict=True):
            a.thrown = tuple(value) if isinstance(value, (list, tuple)) else (value,)
            s.dice += tuple(ShownDie(a.player.side, "d12", s.coach_of(a.player).team.dice, v) for v in a.thrown)
        todo = [a for a in todo if a not in wave]
        window = ""
    _show(s)


def _rolls(s: State, key: str, rule: str, attempts: list[Attempt]) -> list[Prompt]:
    return [_roll(s, key, rule, a) for a in attempts]


def _roll(s: State, key: str, rule: str, a: Attempt) -> Roll:
    text = Text("{name}, {action}: {sum}.", "{name}, {action}: {sum}.")
    hint = odds.hint(s.attempts, a) if s.rules.odds else None
    return Roll(
        key=s.key(f"{key}.{a.player.id}"),
        side=a.player.side,
        text=text.format(name=a.player.name, action=ACTION_TEXT[a.action], sum=spelled(a.terms)),
        rule=rule,
        hint=hint,
        dice=(Dice("d12", s.coach_of(a.player).team.dice, min(a.dice, MOST_DICE)),),
    )


def _compared(s: State, key: str, melee: bool) -> Asking:
    """Compares; each coach may have a die thrown again first (TAK-TSK-08), also of a roll that he won, where a better
    die would mean more. What falls anew is for all to answer who have not yet had theirs."""
    outcomes, waiting = _outcomes(s, melee), list(s.attempts)
    while waiting:
        a = waiting.pop(0)
        if a.rerolled or not _betterable(a, outcomes[a.player.id]):
            continue
        if (yield from _again(s, key, a)):
            outcomes = _outcomes(s, melee)
            waiting = [other for other in s.attempts if not other.rerolled]
    return outcomes


def _betterable(a: Attempt, outcome: Outcome) -> bool:
    """A roll that is not won, or one whose critical would have more effect (TAK-CRT-03)."""
    return not outcome.won or (not outcome.critical and a.action in WITH_CRITICAL)


def _outcomes(s: State, melee: bool) -> dict[str, Outcome]:
    thrown = {a.player.id: Thrown(total(a.terms), a.thrown) for a in s.attempts}
    return rolls.melee(thrown) if melee else rolls.compared(thrown)


def _again(s: State, key: str, a: Attempt) -> Asking:
    """Three Superstars tokens throw one die of the coach's choice again, once a roll (TAK-TSK-08). Returns whether."""
    die = yield from bought_again(s, f"{key}.spend.{a.player.id}", a.player.side, a.thrown)
    if die is None:
        return False
    a.rerolled = True
    yield from _one_die(s, key, "TAK-TSK-08", a, die)
    return True


def _worst(a: Attempt) -> int:
    return min(a.thrown, key=lambda d: Thrown(total(a.terms), (d,)).rank)


def _one_die(s: State, key: str, rule: str, a: Attempt, lost: int) -> Asking:
    """That die is thrown again."""
    one = Attempt(a.player, a.action, a.terms, 1)
    yield from _thrown(s, f"{key}.reroll", rule, [one], "")
    a.thrown = (*_without(a.thrown, lost), *one.thrown)


def _without(dice: tuple[int, ...], die: int) -> tuple[int, ...]:
    at = dice.index(die)
    return dice[:at] + dice[at + 1 :]
