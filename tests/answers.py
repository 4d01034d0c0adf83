"""A legal answer to any prompt, drawn from a source of chance."""

from __future__ import annotations

from functools import singledispatch
from random import Random
from typing import Any

from companion.vocabulary import JSON, Arrange, Choose, Confirm, Measure, Number, Prompt, Roll


def legal_answer(prompt: Prompt, rng: Random) -> JSON:
    """A value that the prompt accepts; `rng` is a `random.Random`, or hypothesis' `st.randoms()`."""
    value = _draw(prompt, rng)
    assert prompt.accepts(value), f"{value!r} was drawn for {prompt}"
    return value


@singledispatch
def _draw(prompt: Any, rng: Random) -> JSON:
    raise NotImplementedError(f"tests/answers.py does not know how to answer a {type(prompt).__name__}")


@_draw.register
def _(prompt: Roll, rng: Random) -> JSON:
    faces = [rng.choice(d.faces or _faces(d.kind_of_die)) for d in prompt.dice for _ in range(d.count)]
    return faces if len(faces) > 1 else faces[0]


def _faces(kind: str) -> tuple[int | str, ...]:
    from companion.vocabulary import FACES

    return FACES[kind]


@_draw.register
def _(prompt: Choose, rng: Random) -> JSON:
    ids = [o.id for o in prompt.options]
    if prompt.single:
        return rng.choice(ids)
    if prompt.groups:
        chosen = [
            i for g, n in prompt.groups.items() for i in rng.sample([o.id for o in prompt.options if o.group == g], n)
        ]
    else:
        chosen = rng.sample(ids, rng.randint(prompt.least, min(prompt.most, len(ids))))
    rng.shuffle(chosen)
    return chosen


@_draw.register
def _(prompt: Arrange, rng: Random) -> JSON:
    items, slots = [i.id for i in prompt.items], [s.id for s in prompt.slots]
    rng.shuffle(items)
    forced = [slot for slot in slots for _ in range(prompt.least)]
    return {item: forced[n] if n < len(forced) else rng.choice(slots) for n, item in enumerate(items)}


@_draw.register
def _(prompt: Number, rng: Random) -> JSON:
    return rng.randint(prompt.least, prompt.most)


@_draw.register
def _(prompt: Measure, rng: Random) -> JSON:
    return rng.uniform(prompt.least, prompt.most)


@_draw.register
def _(prompt: Confirm, rng: Random) -> JSON:
    return True
