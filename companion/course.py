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
            "sums": [_told(one, after.view) for one in after.view.sums],
            "text": _called(after),
        }
        for before, after in pairwise(stations)
        if after.step and isinstance(after.step.prompt, Roll) and after.view.sums not in ((), before.view.sums)
    ]


def _told(one: Sum, view: Scoreboard) -> JSON:
    strength = one.total - (one.dice or 0)
    return {
        "side": one.side,
        "strength": strength,
        "dice": one.dice,
        "total": one.total,
        "text": to_json(_spelled(one, view)),
    }


def _spelled(one: Sum, view: Scoreboard) -> Text:
    """ "strength 5 + die 3 = 8", or "skill 8, rolled 12: fumble"."""
    first, *others = [Text("{what} {n}", "{what} {n}").format(what=what, n=abs(n)) for what, n in one.terms]
    for (_, n), term in zip(one.terms[1:], others, strict=True):
        first = first + Text.same("−" if n < 0 else "+") + term
    worked = first + Text.same(f"= {one.total}") if others else first
    rolled = ", ".join(str(die.value) for die in view.dice if die.side == one.side)
    if one.dice is None and rolled:
        worked = Text("{sum}, rolled {dice}", "{sum}, gewürfelt {dice}").format(sum=worked, dice=rolled)
    return Text("{sum}: {end}", "{sum}: {end}").format(sum=worked, end=one.verdict) if one.verdict else worked


def _called(station: Station) -> JSON:
    calls = station.step.calls if station.step else ()
    return to_json(calls[-1].text) if calls else None
