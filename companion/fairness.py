"""How often each face of a match's dice came up, and whether that is usual. Pure.

A chi-square test of each die against its faces (Pearson 1900), p values corrected for testing several dice (Holm
1979). A test never proves a die loaded: it says how rarely fair dice show something as uneven."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from companion.match import Match
from companion.vocabulary import FACES, JSON, Dice, Roll, Text, face_text, to_json

LEVEL: Final = 0.01
"""Fair dice are called unusual in one match of a hundred."""

LEAST_EXPECTED: Final = 5
"""The least expected count of a face at which chi-square holds (Cochran 1954)."""

_UNPRINTED: Final = frozenset({"star_green", "star_white"})
"""Dice whose rules do not print how many faces show what: see ST-DICE-02 and ST-DICE-05."""

Face = int | str


class Finding(StrEnum):
    """What a test says."""

    USUAL = "usual"
    UNUSUAL = "unusual"
    TOO_FEW = "too_few"
    UNTESTED = "untested"  # it is not known how many faces show what


@dataclass(frozen=True)
class DieCount:
    """One die, or several alike: `counts[i]` times `faces[i]` came up, `expected[i]` times is the mean of a fair one.

    `statistic`, `freedom` and `p` are the chi-square test, None where there is none; `p_holm` is `p` corrected for the
    number of dice tested."""

    kind_of_die: str
    colour: str | None
    faces: tuple[Face, ...]
    counts: tuple[int, ...]
    expected: tuple[float, ...] | None
    finding: Finding
    statistic: float | None = None
    freedom: int | None = None
    p: float | None = None
    p_holm: float | None = None

    @property
    def rolls(self) -> int:
        return sum(self.counts)


def fairness_of(match: Match) -> list[DieCount]:
    """The dice of all rolls that count and may be shown, in the order in which they were first rolled."""
    return count_dice(_shown(match))


def count_dice(shown: Iterable[tuple[Dice, Face]]) -> list[DieCount]:
    """Counts and tests dice, each with the face that it showed. Dice of one kind, colour and faces are one."""
    seen: dict[tuple[str, str | None, tuple[Face, ...]], Counter[Face]] = {}
    for dice, face in shown:
        key = (dice.kind_of_die, dice.colour, dice.faces)
        seen.setdefault(key, Counter())[face] += 1
    return _holm([_counted(*key, faces) for key, faces in seen.items()])


def upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function Q(a, x), a > 0, x >= 0 (DLMF 8.7.3, 8.9.2)."""
    if x <= 0:
        return 1.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    return 1.0 - scale * _series(a, x) if x < a + 1 else scale * _fraction(a, x)


def chi_square_p(statistic: float, freedom: int) -> float:
    """The chance that fair dice lead to this chi-square or a greater one."""
    return upper_gamma(freedom / 2, statistic / 2)


def dice_json(counted: Iterable[DieCount]) -> list[JSON]:
    """Each die as its fields, with `rolls`, `name`, `faces` in words and `verdict`, a sentence."""
    return [
        {
            **to_json(c),
            "rolls": c.rolls,
            "name": to_json(name_of(c)),
            "face_texts": [to_json(face_text(f)) for f in c.faces],
            "verdict": to_json(verdict(c)),
        }
        for c in counted
    ]


def verdict(counted: DieCount) -> Text:
    """The finding as a sentence that claims no more than the numbers do."""
    p = counted.p_holm if counted.p_holm is not None else 1.0
    return _VERDICTS[counted.finding].format(
        n=counted.rolls, least=_least_rolls(counted), level=round(100 * LEVEL), often=_often(p)
    )


def name_of(counted: DieCount) -> Text:
    """A kind of die with its colour, as people say it."""
    kind = _KINDS.get(counted.kind_of_die, Text.same(counted.kind_of_die.replace("_", " ")))
    colour = _COLOURS.get(counted.colour or "", Text.same(counted.colour or ""))
    return Text("{kind}, {colour}", "{kind}, {colour}").format(kind=kind, colour=colour) if counted.colour else kind


def _shown(match: Match) -> Iterable[tuple[Dice, Face]]:
    for move in match.moves():
        prompt = match.prompts[move.seq]
        if isinstance(prompt, Roll) and not move.correction and move.seq in match.public:
            dice = [d for d in prompt.dice for _ in range(d.count)]
            faces = move.value if isinstance(move.value, list) else [move.value]
            yield from zip(dice, faces, strict=True)


def _counted(kind: str, colour: str | None, own: tuple[Face, ...], seen: Counter[Face]) -> DieCount:
    sides = Counter(own or FACES[kind])
    faces, total = tuple(sides), sum(seen.values())
    counts = tuple(seen[f] for f in faces)
    if len(faces) < 2 or (kind in _UNPRINTED and not own):
        return DieCount(kind, colour, faces, counts, None, Finding.UNTESTED)
    expected = tuple(total * sides[f] / sides.total() for f in faces)
    counted = DieCount(kind, colour, faces, counts, expected, Finding.TOO_FEW)
    if min(expected) < LEAST_EXPECTED:
        return counted
    statistic = sum((o - e) ** 2 / e for o, e in zip(counts, expected, strict=True))
    freedom = len(faces) - 1
    p = chi_square_p(statistic, freedom)
    return replace(counted, finding=Finding.USUAL, statistic=statistic, freedom=freedom, p=p)


def _holm(counted: list[DieCount]) -> list[DieCount]:
    """Corrects the p values step by step, the smallest times their number, so that many dice raise no false alarm."""
    order = sorted((c.p, i) for i, c in enumerate(counted) if c.p is not None)
    so_far = 0.0
    for rank, (p, i) in enumerate(order):
        so_far = max(so_far, min(1.0, (len(order) - rank) * p))
        finding = Finding.UNUSUAL if so_far < LEVEL else Finding.USUAL
        counted[i] = replace(counted[i], p_holm=so_far, finding=finding)
    return counted


def _series(a: float, x: float) -> float:
    """Sum of x^n / (a (a+1) ... (a+n)); every term is smaller than the one before."""
    term = total = 1.0 / a
    n = 1
    while term > total * 1e-16:
        term *= x / (a + n)
        total += term
        n += 1
    return total


def _fraction(a: float, x: float) -> float:
    """1/(x+1-a - 1(1-a)/(x+3-a - ...)), by Lentz's method."""
    b = x + 1.0 - a
    d = 1.0 / b
    c, value = math.inf, d
    for n in range(1, 1000):
        step = n * (a - n)
        b += 2.0
        d = 1.0 / (step * d + b)
        c = b + step / c
        value *= c * d
        if abs(c * d - 1.0) < 1e-15:
            break
    return value


def _least_rolls(counted: DieCount) -> int:
    sides = Counter(counted.faces)
    if counted.expected is not None and counted.rolls:
        return math.ceil(LEAST_EXPECTED * counted.rolls / min(counted.expected) - 1e-9)
    return LEAST_EXPECTED * len(sides)


def _often(p: float) -> Text:
    """A corrected p value in words."""
    if p < 1e-6:
        often = Text("less than one match in a million", "weniger als einem von einer Million Spielen")
    elif p < 0.1:
        often = Text("at most one match in {n}", "höchstens einem von {n} Spielen").format(n=math.floor(1 / p))
    else:
        often = Text("up to {n} of 100 matches", "bis zu {n} von 100 Spielen").format(n=round(100 * p))
    return Text("fair dice fall as unevenly in {often}", "so ungleich fallen faire Würfel in {often}").format(
        often=often
    )


_VERDICTS: Final[dict[Finding, Text]] = {
    Finding.USUAL: Text(
        "Nothing unusual: {often}.",
        "Nichts Ungewöhnliches: {often}.",
    ),
    Finding.UNUSUAL: Text(
        "Unusual at the {level} % level: {often}. That proves nothing; more rolls will tell.",
        "Ungewöhnlich auf dem {level}-%-Niveau: {often}. Das beweist nichts; mehr Würfe zeigen es.",
    ),
    Finding.TOO_FEW: Text(
        "Too few rolls to say: {n}, and {least} are needed.",
        "Zu wenige Würfe, um etwas zu sagen: {n}, und {least} sind nötig.",
    ),
    Finding.UNTESTED: Text(
        "Not tested: it is not known how many of its faces show what.",
        "Nicht geprüft: wie viele seiner Seiten was zeigen, ist nicht bekannt.",
    ),
}

_KINDS: Final[dict[str, Text]] = {
    "d6": Text("six-sided die", "Sechsseiter"),
    "number_die": Text("number die", "Zahlenwürfel"),
    "event_die": Text("event die", "Ereigniswürfel"),
    "star_green": Text("star die", "Sternwürfel"),
    "star_white": Text("star die", "Sternwürfel"),
    "d12": Text("twelve-sided die", "Zwölfseiter"),
}

_COLOURS: Final[dict[str, Text]] = {
    "white": Text("white", "weiß"),
    "red": Text("red", "rot"),
    "yellow": Text("yellow", "gelb"),
    "green": Text("green", "grün"),
    "blue": Text("blue", "blau"),
    "black": Text("black", "schwarz"),
    "ivory": Text("ivory", "elfenbein"),
    "orange": Text("orange", "orange"),
    "purple": Text("purple", "lila"),
    "grey": Text("grey", "grau"),
}
