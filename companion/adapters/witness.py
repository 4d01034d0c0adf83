"""The witness: what the ruler answers by itself, because it saw the table do it, or measured it beyond doubt. It
answers nothing twice: what somebody took back is for people to say."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from companion.vocabulary import JSON, Choose, Judge, Lane, Marked, Moved, Near, Option, Prompt, Way, token_of
from vision.measure import INCH_MM, Disc, Verdict, any_of, contact, edge_distance, in_lane, touches

STEADY_S = 1.0
"""So long everything has to stay as it is before it is an answer."""

MOVED_MM, STILL_MM = 15.0, 3.0
BESIDE_MM, NEARER_MM = 60.0, 10.0
"""A token lies beside a base from whose edge it is no farther, if it is so much nearer to it than to any other."""

_LAID_MM = 20.0  # a token that was there before has been laid since if it lies so far away from there
_TOKEN_PM_MM = 3.0
_REMEMBERED = 64  # prompts


@dataclass(frozen=True)
class Places:
    """Where everything is at one moment: `pieces` by the player's id, those that `nobody` named, and the middles of
    `tokens` (x + y·i, mm) by their marker."""

    t_s: float
    pieces: Mapping[str, Disc] = field(default_factory=dict)
    nobody: tuple[Disc, ...] = ()
    tokens: Mapping[int, complex] = field(default_factory=dict)


@dataclass(frozen=True)
class Judged:
    """The options, by id: those `inside` what was asked for, in order, and those that are too `close` to call."""

    inside: tuple[str, ...]
    close: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Seen:
    value: JSON
    at: complex
    since_s: float


class Witness:
    """Remembers where everything stood while the last prompts were asked."""

    def __init__(self) -> None:
        self._stood: dict[str, Places] = {}
        self._seen: dict[str, _Seen] = {}
        self._answered: set[str] = set()

    def look(self, now: Places, prompts: Mapping[str, Prompt], measured: Mapping[str, float]) -> dict[str, JSON]:
        """The answers by key, of prompts that wait; `measured` are the distances that are beyond doubt."""
        found = {key: seen for key, p in prompts.items() if (seen := self._sees(p, now, measured)) is not None}
        self._seen = {key: _steadied(self._seen.get(key), seen) for key, seen in found.items()}
        for key in prompts:
            self._stood.pop(key, None)
            self._stood[key] = now
        self._stood = dict(list(self._stood.items())[-_REMEMBERED:])
        steady = {key: s.value for key, s in self._seen.items() if now.t_s - s.since_s >= STEADY_S}
        return {key: value for key, value in steady.items() if key not in self._answered}

    def answered(self, key: str) -> None:
        self._answered.add(key)

    def judged(self, prompt: Choose, now: Places) -> Judged | None:
        """How the pieces of the options stand to what the prompt asks for; None where one of them is not seen."""
        verdicts: dict[str, Verdict] = {}
        order: dict[str, float] = {}
        for option in prompt.options:
            told = self._judge(prompt.judge, option, now) if prompt.judge else None
            if told is None:
                return None
            verdicts[option.id], order[option.id] = told
        ids = sorted(verdicts, key=order.__getitem__)
        return Judged(*(tuple(i for i in ids if verdicts[i] is v) for v in (Verdict.IN, Verdict.CLOSE)))

    # -- one prompt ---------------------------------------------------------------------------------------------------

    def _sees(self, prompt: Prompt, now: Places, measured: Mapping[str, float]) -> _Seen | None:
        if prompt.moved is not None and (at := self._moved(prompt.moved, now)) is not None:
            return _Seen(prompt.moved.value, at, now.t_s)
        if prompt.key in measured:
            return _Seen(measured[prompt.key], 0j, now.t_s)
        if isinstance(prompt, Choose) and isinstance(prompt.judge, Marked):
            laid = self._laid(prompt, prompt.judge, now)
            return _Seen(laid[0], 0j, now.t_s) if len(laid) == 1 else None
        if isinstance(prompt, Choose) and prompt.judge is not None:
            return self._beyond_doubt(prompt, now)
        return None

    def _beyond_doubt(self, prompt: Choose, now: Places) -> _Seen | None:
        """Not where anything is too close to call, nor where the order of several is somebody's choice."""
        told = self.judged(prompt, now)
        if told is None or told.close:
            return None
        chosen_order = prompt.ordered and not isinstance(prompt.judge, Lane)
        return None if chosen_order and len(told.inside) > 1 else _Seen(list(told.inside), 0j, now.t_s)

    def _moved(self, moved: Moved, now: Places) -> complex | None:
        """Where the first of them that moved stands now; 0 where it need not rest there."""
        if moved.since not in self._stood:
            return None
        before = self._stood[moved.since].pieces
        for piece in moved.pieces:
            then, after = before.get(piece), now.pieces.get(piece)
            if then is None or after is None:
                continue
            if abs(after.centre - then.centre) > MOVED_MM + then.pm_mm + after.pm_mm:
                return after.centre if moved.rest else 0j
        return None

    def _at(self, key: str, now: Places) -> Places:
        return self._stood.get(key, Places(0.0)) if key else now

    def _judge(self, judge: Judge, option: Option, now: Places) -> tuple[Verdict, float] | None:
        if isinstance(judge, Near):
            then = self._at(judge.at, now)
            a, b = then.pieces.get(judge.piece), then.pieces.get(option.piece)
            if a is None or b is None:
                return None
            return (edge_distance(a, b).within(judge.inches) if judge.inches else contact(a, b)), 0.0
        if isinstance(judge, Lane):
            a, b, c = (now.pieces.get(i) for i in (judge.start, judge.end, option.piece))
            if a is None or b is None or c is None:
                return None
            told = in_lane(a, b, c)
            return told.verdict, told.along
        return self._on_the_way(judge, option, now) if isinstance(judge, Way) else None

    def _on_the_way(self, way: Way, option: Option, now: Places) -> tuple[Verdict, float] | None:
        a = self._at(way.start, now).pieces.get(way.piece)
        b = self._at(way.end, now).pieces.get(way.piece)
        c = self._at(way.at, now).pieces.get(option.piece)
        turns = [middle for number, middle in now.tokens.items() if way.over and token_of(number) == way.over]
        if a is None or b is None or c is None or (way.over and len(turns) != 1):
            return None
        corners = [Disc(t.real, t.imag, a.d, _TOKEN_PM_MM) for t in turns]
        ways = [a, *corners, b]
        return any_of(_meets(p, q, c) for p, q in itertools.pairwise(ways)), 0.0

    def _laid(self, prompt: Choose, marked: Marked, now: Places) -> list[str]:
        before = self._stood.get(marked.since)
        if before is None:
            return []
        beside = {(self._beside(at, now), token_of(n)) for n, at in now.tokens.items() if _is_new(n, at, before)}
        return [o.id for o in prompt.options if o.token and (o.piece, o.token) in beside]

    def _beside(self, at: complex, now: Places) -> str:
        """Whose token it is; "" where that is not clear."""
        named = [(abs(at - d.centre) - d.r, name) for name, d in now.pieces.items()]
        others = [(abs(at - d.centre) - d.r, "") for d in now.nobody]
        (gap, name), *more = [*sorted([*named, *others]), (float("inf"), "")]
        return name if gap <= BESIDE_MM and more and more[0][0] - gap >= NEARER_MM else ""


def _is_new(number: int, at: complex, before: Places) -> bool:
    return number not in before.tokens or abs(before.tokens[number] - at) > _LAID_MM


def _meets(a: Disc, b: Disc, other: Disc) -> Verdict:
    """Whether it touches the way of a base from a to b (G-05)."""
    depth = in_lane(a, b, other).depth
    return touches(-depth.value * INCH_MM, depth.pm * INCH_MM)


def _steadied(before: _Seen | None, seen: _Seen) -> _Seen:
    same = before is not None and before.value == seen.value and abs(before.at - seen.at) <= STILL_MM
    return before if same and before else seen


def waits_for_eyes(prompts: Mapping[str, Prompt]) -> Iterator[Prompt]:
    """The prompts for which it matters where the pieces are."""
    for prompt in prompts.values():
        options = prompt.options if isinstance(prompt, Choose) else ()
        if prompt.moved is not None or any(option.piece for option in options):
            yield prompt
