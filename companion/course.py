"""How a match went: the score and the period at each answer that changed one of them, and each roll that made a sum of
strength and dice. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from companion.match import Match
from companion.playthrough import Playthrough, Step
from companion.vocabulary import JSON, Roll, Scoreboard, Sum, Text, to_json


@dataclass(frozen=True)
class Station:
    """The scoreboard after a step; before the first one `step` is None."""

    step: Step | None
    view: Scoreboard


def stations_of(match: Match) -> list[Station]:
    """The match played once more, step by step."""
    play = Playthrough(match.game, match.started.options)
    stations = [Station(None, play.view())]
    for move in match.moves():
        if move.correction:
            step = play.correct(move.seq, move.key, move.value, move.reason)
        else:
            step = play.answer(move.seq, move.key, move.value)
        stations.append(Station(step, play.view()))
    return stations


def course_of(stations: Sequence[Station]) -> list[JSON]:
    """`seq` (None: the start), `period`, `score` (A, B) and `text` (the last call, None without one), in order."""
    course: list[JSON] = []
    for station in stations:
        score, period = list(station.view.score), station.view.period
        if not course or (course[-1]["score"], course[-1]["period"]) != (score, period):
            seq = station.step.seq if station.step else None
            course.append({"seq": seq, "period": period, "score": score, "text": _called(station)})
    return course


def contests_of(stations: Sequence[Station]) -> list[JSON]:
    """Of each roll that worked out a sum: `seq`, `period`, `score` (A, B), `sums` and `text` (the last call). A sum has
    `side`, `strength`, `dice` (what they brought to `total`; None where they are held against it) and `text`."""
    return [
        {
            "seq": after.step.seq,
            "period": after.view.period,
            "score": list(after.view.score),
            "sums": [_told(one, before.view, after.view) for one in after.view.sums],
            "text": _called(after),
        }
        for before, after in pairwise(stations)
        if after.step and isinstance(after.step.prompt, Roll) and after.view.sums not in ((), before.view.sums)
    ]


def _told(one: Sum, before: Scoreboard, after: Scoreboard) -> JSON:
    rolled = [die.value for die in after.dice if die.side == one.side]
    dice = _brought(one, before, rolled)
    text = to_json(_spelled(one, rolled if dice is None else []))
    return {"side": one.side, "strength": one.total - (dice or 0), "dice": dice, "total": one.total, "text": text}


def _brought(one: Sum, before: Scoreboard, rolled: Sequence[int | str]) -> int | None:
    """What the dice added to the sum that was shown before they fell; None where they are no part of it."""
    for shown in before.sums:
        known = len(shown.terms)
        if shown.side == one.side and 0 < known < len(one.terms) and one.terms[:known] == shown.terms:
            added = sum(n for _, n in one.terms[known:])
            return added if added == sum(value for value in rolled if isinstance(value, int)) else None
    return None


def _spelled(one: Sum, rolled: Sequence[int | str]) -> Text:
    """ "strength 5 + die 3 = 8", or "skill 8, rolled 12: fumble"."""
    first, *others = [Text("{what} {n}", "{what} {n}").format(what=what, n=abs(n)) for what, n in one.terms]
    for (_, n), term in zip(one.terms[1:], others, strict=True):
        first = first + Text.same("−" if n < 0 else "+") + term
    worked = first + Text.same(f"= {one.total}") if others else first
    if rolled:
        dice = ", ".join(map(str, rolled))
        worked = Text("{sum}, rolled {dice}", "{sum}, gewürfelt {dice}").format(sum=worked, dice=dice)
    return Text("{sum}: {end}", "{sum}: {end}").format(sum=worked, end=one.verdict) if one.verdict else worked


def _called(station: Station) -> JSON:
    calls = station.step.calls if station.step else ()
    return to_json(calls[-1].text) if calls else None
