"""How a match went: the score and the period at each answer that changed one of them. Pure."""

from __future__ import annotations

from companion.match import Match
from companion.playthrough import Playthrough
from companion.vocabulary import JSON, to_json


def course_of(match: Match) -> list[JSON]:
    """`seq` (None: the start), `period`, `score` (A, B) and `text` (the last call, None without one), in order."""
    play = Playthrough(match.game, match.started.options)
    course = [_point(play, None)]
    for move in match.moves():
        if move.correction:
            play.correct(move.seq, move.key, move.value, move.reason)
        else:
            play.answer(move.seq, move.key, move.value)
        now = _point(play, move.seq)
        if (now["score"], now["period"]) != (course[-1]["score"], course[-1]["period"]):
            course.append(now)
    return course


def _point(play: Playthrough, seq: int | None) -> JSON:
    view = play.view()
    calls = play.steps[-1].calls if play.steps else ()
    text = to_json(calls[-1].text) if calls else None
    return {"seq": seq, "period": view.period, "score": list(view.score), "text": text}
