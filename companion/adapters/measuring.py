"""What people ask the ruler, and its answers: in words, in inches, and as shapes over the picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.vocabulary import JSON, Text, numeral, to_json
from vision.measure import INCH_MM, PASS, Disc, Distance, Verdict, band, in_lane
from vision.ruler.lens import Floats
from vision.ruler.measured import Measured
from vision.ruler.pieces import Piece
from vision.ruler.shapes import between, lane, ring

DISTANCE, RING, PASSING = "distance", "ring", "pass"
TOOLS = (DISTANCE, RING, PASSING)
MOST_IN = 48.0

REFEREE = Text(
    "Too close to call: {names}. The limit lies inside the ±: agree, or the referee's roll decides.",
    "Zu knapp: {names}. Die Grenze liegt innerhalb des ±: einigen, oder der Schiedsrichterwurf entscheidet.",
)
_BETTER = Text(
    "The ± reaches over a bound: the better row counts.", "Das ± reicht über eine Grenze: die bessere Zeile gilt."
)
_TO = Text("{a} to {b}: {d}", "{a} zu {b}: {d}")
_AROUND = Text("{n}″ around {a}", "{n}″ um {a}")
_PASS = Text("Pass {a} to {b}: {d}, {m}", "Pass {a} zu {b}: {d}, {m}")
_NOBODY = Text("nobody", "niemand")
_INSIDE = Text("inside: {names}", "darin: {names}")
_IN_LANE = Text("in the lane: {names}", "in der Bahn: {names}")
_CODES = {Verdict.IN: "in", Verdict.OUT: "out", Verdict.CLOSE: "close"}


@dataclass(frozen=True)
class Question:
    """What is asked: between two pieces, `inches` around one, or a pass; pieces by their number."""

    tool: str
    a: int
    b: int | None = None
    inches: float = 2.0


@dataclass(frozen=True)
class Named:
    """A piece and what people call it."""

    piece: Piece
    name: Text


class Scale:
    """The measures of one picture, for pieces in the order of its bases; `size` is the picture's, in pixels."""

    def __init__(self, measured: Measured, pieces: Sequence[Named], size: tuple[int, int]) -> None:
        self._measured, self._pieces, self._size = measured, pieces, size

    def gap(self, a: int, b: int) -> Distance:
        """From edge to edge, of pieces by their index."""
        return self._measured.gaps[min(a, b), max(a, b)]

    def answer(self, question: Question) -> JSON:
        """`text`, `roll` (a text where it is too close to call), `line`, `ring`, `lane` (fractions of the picture) and
        `judged` [{number, verdict, text}]; None where a piece is not seen."""
        a, b = self._index(question.a), self._index(question.b)
        if a is None or (b is None and question.tool != RING) or a == b:
            return None
        if question.tool == RING or b is None:
            return self._around(a, question.inches)
        return self._passing(a, b) if question.tool == PASSING else self._distance(a, b)

    def _index(self, number: int | None) -> int | None:
        return next((k for k, named in enumerate(self._pieces) if named.piece.number == number), None)

    def _distance(self, a: int, b: int) -> JSON:
        gap = self.gap(a, b)
        text = _TO.format(a=self._pieces[a].name, b=self._pieces[b].name, d=told(gap))
        return {**self._nothing(text), "line": self._line(a, b), "label": to_json(told(gap))}

    def _around(self, a: int, inches: float) -> JSON:
        """Who is within so many inches, from edge to edge (G-08)."""
        others = [k for k in range(len(self._pieces)) if k != a]
        verdicts = {k: self.gap(a, k).within(inches) for k in others}
        text = _AROUND.format(n=f"{inches:g}", a=self._pieces[a].name)
        base = self._pieces[a].piece.base
        shape = ring(self._measured.pose, base.centre_mm, base.diameter_mm / 2 + inches * INCH_MM)
        judged = [self._judged(k, verdict, told(self.gap(a, k))) for k, verdict in verdicts.items()]
        return {
            **self._nothing(self._with(text, _INSIDE, verdicts)),
            "ring": self._shares(shape),
            "judged": judged,
            "roll": self._roll(verdicts),
        }

    def _passing(self, a: int, b: int) -> JSON:
        """How long a pass is, what it costs, and who stands in its lane (TAK-PAS-07, TAK-STL-04)."""
        gap, own, other = self.gap(a, b), self._disc(a), self._disc(b)
        found = band(PASS, gap)
        others = [k for k in range(len(self._pieces)) if k not in (a, b)]
        lanes = {k: in_lane(own, other, self._disc(k)) for k in others}
        verdicts = {k: one.verdict for k, one in lanes.items()}
        text = _PASS.format(
            a=self._pieces[a].name, b=self._pieces[b].name, d=told(gap), m=Text.same(f"{found.modifier:+d}")
        )
        text = self._with(text, _IN_LANE, verdicts)
        return {
            **self._nothing(text + _BETTER if found.verdict is Verdict.CLOSE else text),
            "line": self._line(a, b),
            "label": to_json(told(gap)),
            "lane": self._shares(lane(self._measured.pose, self._pieces[a].piece.base, self._pieces[b].piece.base)),
            "judged": [self._judged(k, verdict, None) for k, verdict in verdicts.items()],
            "roll": self._roll(verdicts),
        }

    def _nothing(self, text: Text) -> dict[str, JSON]:
        empty: dict[str, JSON] = {"line": [], "ring": [], "lane": [], "judged": [], "roll": None, "label": None}
        return {"text": to_json(text), **empty}

    def _with(self, text: Text, how: Text, verdicts: dict[int, Verdict]) -> Text:
        inside = [self._pieces[k].name for k, verdict in verdicts.items() if verdict is Verdict.IN]
        return joined([text, how.format(names=joined(inside) if inside else _NOBODY)], "; ")

    def _roll(self, verdicts: dict[int, Verdict]) -> JSON:
        close = [self._pieces[k].name for k, verdict in verdicts.items() if verdict is Verdict.CLOSE]
        return to_json(REFEREE.format(names=joined(close))) if close else None

    def _judged(self, k: int, verdict: Verdict, text: Text | None) -> JSON:
        return {"number": self._pieces[k].piece.number, "verdict": _CODES[verdict], "text": to_json(text)}

    def _disc(self, k: int) -> Disc:
        base = self._pieces[k].piece.base
        return Disc(*base.centre_mm, base.diameter_mm, self._measured.pm_mm(k))

    def _line(self, a: int, b: int) -> JSON:
        return self._shares(between(self._measured.pose, self._pieces[a].piece.base, self._pieces[b].piece.base))

    def _shares(self, points_px: Floats) -> JSON:
        return shares(points_px, self._size)


def shares(points_px: Floats, size: tuple[int, int]) -> JSON:
    """Fractions of the picture; (0, 0) is the middle of its first pixel."""
    width, height = size
    return [[round((x + 0.5) / width, 5), round((y + 0.5) / height, 5)] for x, y in points_px.tolist()]


def told(distance: Distance) -> Text:
    """A distance and its ± in words."""
    return Text.same("{value}″ ± {pm}″").format(value=numeral(distance.value, 2), pm=numeral(distance.pm, 2))


def joined(texts: Sequence[Text], between_: str = ", ") -> Text:
    """Several texts as one."""
    return Text(between_.join(text.en for text in texts), between_.join(text.de for text in texts))
