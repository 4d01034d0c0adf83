"""The value of a roll, term by term, and the sentence that explains it (TAK-MOD-01, TAK-MOD-02)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.games.takkure.footballer import Footballer
from companion.games.takkure.rolls import CANCELLED, FAIL, REROLL, SUCCESS, Outcome, band
from companion.games.takkure.tables import (
    CHARACTERISTIC,
    FARTHEST_IN,
    FROM_GROUND,
    PASS,
    PRESSURE,
    SHORT,
    WEARY,
    WEARYING,
)
from companion.vocabulary import Sum, Text


@dataclass(frozen=True)
class Term:
    """One number of a sum, and the rule that it comes from."""

    text: Text
    value: int
    rule: str


STATUS_TEXT = {
    SUCCESS: Text("success", "gelungen"),
    FAIL: Text("failed", "misslungen"),
    CANCELLED: Text("cancelled", "aufgehoben"),
    REROLL: Text("tied: roll again", "gleich: noch einmal"),
}
_CRITICAL = Text("critical success", "kritischer Erfolg")
_FUMBLE = Text("fumble", "Patzer")
RULE_OF = {"end": "TAK-END-01", "ref": "TAK-DOD-02", "str": "TAK-TKL-07", "bac_score": "TAK-TRY-02"}


def terms_of(player: Footballer, action: str, extra: Iterable[Term] = ()) -> tuple[Term, ...]:
    """The characteristic of the action, what weighs on the player, his skills, and what the situation adds."""
    of = CHARACTERISTIC[action]
    printed = player.printed(of)
    found = [Term(Text.same(SHORT[of]), printed, RULE_OF.get(of, "TAK-PAS-06"))]
    if lost := player.value(of) - printed:
        found.append(Term(Text("injury", "Verletzung"), lost, "TAK-INJ-04"))
    if player.weary and of in WEARYING:
        found.append(Term(Text("three fatigue", "drei Erschöpfung"), WEARY, "TAK-FAT-05"))
    if action == "SCORE" and player.tokens:
        found.append(Term(Text("fatigue tokens", "Erschöpfungsmarker"), -player.tokens, "TAK-TRY-03"))
    for skill in player.skills:
        if action in skill.applies and skill.effect.get("mod"):
            found.append(Term(Text.same(skill.name), skill.effect["mod"], "TAK-TSK-01"))
    return (*found, *extra)


def distance_term(table: str, distance_in: float) -> Term:
    """The one modifier of a distance table (TAK-PAS-07, TAK-REC-02)."""
    name = Text("pass {d}", "Pass {d}") if table == "pass" else Text("reception {d}", "Fangen {d}")
    rule = "TAK-PAS-07" if table == "pass" else "TAK-REC-02"
    return Term(name.format(d=_inches(distance_in)), band(table, distance_in), rule)


def _inches(distance_in: float) -> Text:
    """No number where no more was said than that it lies in the last row."""
    if distance_in < FARTHEST_IN:
        return Text.same(f"{distance_in:g}″")
    return Text("over {n}″", "über {n}″").format(n=f"{PASS[-2][0]:g}")


def from_ground_term() -> Term:
    """A pass from the ground (TAK-PFG-02)."""
    return Term(Text("from the ground", "vom Boden"), FROM_GROUND, "TAK-PFG-02")


def pressure_terms(pressers: Iterable[str]) -> tuple[Term, ...]:
    """One less for each presser in range, by name (TAK-PRS-03, TAK-PRS-04), on a SCORE roll too (TAK-PRS-05,
    TAK-TRY-04)."""
    text = Text("pressure by {name}", "Druck von {name}")
    return tuple(Term(text.format(name=name), PRESSURE, "TAK-PRS-03") for name in pressers)


def total(terms: Iterable[Term]) -> int:
    return sum(t.value for t in terms)


def shown(side: str, terms: Sequence[Term], verdict: Text | None = None) -> Sum:
    """The sum as screens have it."""
    return Sum(side, tuple((t.text, t.value) for t in terms), total(terms), tuple(t.rule for t in terms), verdict)


def spelled(terms: Sequence[Term]) -> Text:
    """`BaC 7 + 2 (pass 3″) − 1 (pressure) = 8`."""
    first, *more = terms
    text = first.text + Text.same(str(first.value))
    for term in more:
        sign = "−" if term.value < 0 else "+"
        text += Text("{sign} {n} ({what})", "{sign} {n} ({what})").format(sign=sign, n=abs(term.value), what=term.text)
    return text + Text.same(f"= {total(terms)}") if more else text


def verdict(outcome: Outcome) -> Text:
    if outcome.critical:
        return _CRITICAL
    return _FUMBLE if outcome.fumble and outcome.failed else STATUS_TEXT[outcome.status]


def told(terms: Sequence[Term], dice: Sequence[int], outcome: Outcome) -> Text:
    """The whole sentence: sum, die and what came of it; of several dice the one that counts is named."""
    text = Text("{sum}, rolled {die}: {verdict}", "{sum}, gewürfelt {die}: {verdict}")
    if len(dice) > 1:
        text = Text("{sum}, rolled {all}, takes {die}: {verdict}", "{sum}, gewürfelt {all}, zählt {die}: {verdict}")
    all_ = ", ".join(map(str, dice))
    return text.format(sum=spelled(terms), die=outcome.die, all=all_, verdict=verdict(outcome))
