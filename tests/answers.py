"""A legal answer to any prompt, drawn from a source of chance, and whole matches played with such answers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import singledispatch
from random import Random
from typing import Any

from companion.playthrough import Move, Playthrough, Step
from companion.vocabulary import FACES, JSON, Arrange, Choose, Confirm, Measure, Number, Prompt, Roll


def legal_answer(prompt: Prompt, rng: Random) -> JSON:
    """A value that the prompt accepts; `rng` is a `random.Random` or one of hypothesis' `st.randoms()`."""
    value = _draw(prompt, rng)
    assert prompt.accepts(value), f"{value!r} was drawn for {prompt}"
    return value


def random_steps(play: Playthrough, rng: Random, corrections: float = 0.0) -> Iterator[Step]:
    """Answers whatever is open, in any order, until the match is over; `corrections` is how often the referee steps in
    instead, 0 to 1."""
    seq = 0
    while not play.over:
        seq += 1
        offered = play.game.corrections(play.state) if rng.random() < corrections else ()
        if offered:
            prompt = rng.choice(offered)
            yield play.correct(seq, prompt.key, legal_answer(prompt, rng), "by chance")
        else:
            prompt = rng.choice(list(play.open.values()))
            yield play.answer(seq, prompt.key, legal_answer(prompt, rng))


def moves(play: Playthrough) -> list[Move]:
    """The match so far, as a replay plays it."""
    return [Move(s.seq, s.prompt.key, s.value, s.correction, s.reason) for s in play.steps]


@singledispatch
def _draw(prompt: Any, rng: Random) -> JSON:
    raise NotImplementedError(f"tests/answers.py does not know how to answer a {type(prompt).__name__}")


@_draw.register
def _(prompt: Roll, rng: Random) -> JSON:
    """Each face as often as it is on the die."""
    faces = [rng.choice(d.faces or FACES[d.kind_of_die]) for d in prompt.dice for _ in range(d.count)]
    return faces if len(faces) > 1 else faces[0]


@_draw.register
def _(prompt: Choose, rng: Random) -> JSON:
    ids = [o.id for o in prompt.options]
    if prompt.single:
        return rng.choice(ids)
    if prompt.groups:
        of = {group: [o.id for o in prompt.options if o.group == group] for group in prompt.groups}
        chosen = [id_ for group, n in prompt.groups.items() for id_ in rng.sample(of[group], n)]
    else:
        chosen = rng.sample(ids, rng.randint(prompt.least, min(prompt.most, len(ids))))
    rng.shuffle(chosen)
    return chosen


@_draw.register
def _(prompt: Arrange, rng: Random) -> JSON:
    items, slots = [i.id for i in prompt.items], [s.id for s in prompt.slots]
    rng.shuffle(items)
    needed = [slot for slot in slots for _ in range(prompt.least)]
    return {item: needed[n] if n < len(needed) else rng.choice(slots) for n, item in enumerate(items)}


@_draw.register
def _(prompt: Number, rng: Random) -> JSON:
    return rng.randint(prompt.least, prompt.most)


@_draw.register
def _(prompt: Measure, rng: Random) -> JSON:
    return rng.uniform(prompt.least, prompt.most)


@_draw.register
def _(prompt: Confirm, rng: Random) -> JSON:
    return True
