"""Throws: dice scattered over the table, some close together, a few leaning or stacked."""

from __future__ import annotations

import numpy as np

from tests.training.body import CUBE, Body
from tests.training.makers import Maker, maker
from tests.training.mix import Mix
from tests.training.rotation import UP, about, between

_COUNTS = (0, 1, 2, 3, 4, 5, 6, 8, 10, 12)
_COUNT_ODDS = (0.04, 0.13, 0.14, 0.14, 0.14, 0.13, 0.12, 0.08, 0.05, 0.03)
_TRIES = 60  # to find room for a die


def throw(rng: np.random.Generator, mix: Mix) -> list[Body]:
    """The dice of one throw, of up to three makers."""
    count = int(rng.choice(_COUNTS, p=_COUNT_ODDS))
    makers = [maker(rng, mix) for _ in range(rng.integers(1, 4))]
    dice = [makers[rng.integers(len(makers))](rng) for _ in range(count)]
    spread = float(rng.uniform(1.5, 4.5)) * 9 * max(count, 1) ** 0.5
    close = rng.random() < mix.close
    placed: list[Body] = []
    for die in dice:
        _lie(rng, die, mix.leaning)
        _place(rng, die, placed, spread, close)
    if placed and rng.random() < mix.stacked:
        _stack(rng, placed, makers[0], mix)
    return placed


def _place(rng: np.random.Generator, die: Body, placed: list[Body], spread: float, close: bool) -> None:
    """Puts a die where there is room, if some is found, and adds it to `placed`."""
    for _ in range(_TRIES):
        if close and placed and rng.random() < 0.7:
            spot = _beside(rng, die, placed[rng.integers(len(placed))])
        else:
            spot = rng.uniform(-spread, spread, 2)
        if all(_apart(die, spot, other) for other in placed):
            die.center = np.array([*spot, die.center[2]])
            placed.append(die)
            return


def _beside(rng: np.random.Generator, die: Body, other: Body) -> np.ndarray:
    """A spot (2,) next to another die; now and then the die is turned like that one, so that their sides may touch."""
    if abs(other.turn[2, 2]) > 0.99 and rng.random() < 0.7 and die.shape == other.shape == CUBE:
        die.turn = other.turn if rng.random() < 0.5 else die.turn
    a = rng.uniform(0, 2 * np.pi)
    gap = (die.size + other.size) * rng.uniform(1.0, 1.45) + rng.uniform(0, 1)
    return other.center[:2] + gap * np.array([np.cos(a), np.sin(a)])


def _stack(rng: np.random.Generator, placed: list[Body], make: Maker, mix: Mix) -> None:
    """Puts one more die on top of one."""
    low, high = placed[rng.integers(len(placed))], make(rng)
    if low.shape != CUBE or low.leaning:
        return
    _lie(rng, high, mix.leaning)
    if not high.leaning:
        high.center = low.center + np.array([*rng.uniform(-0.8, 0.8, 2) * low.size, low.size + high.size])
        high.stacked = True
        placed.append(high)


def _apart(die: Body, spot: np.ndarray, other: Body) -> bool:
    away = spot - other.center[:2]
    far = float(np.hypot(*away))
    if far > 1.45 * (die.size + other.size):
        return True
    return far > _half_width(die, away) + _half_width(other, away)


def _half_width(die: Body, away: np.ndarray) -> float:
    """Half the width of a body along a direction on the table, for bodies that may touch side by side."""
    if die.shape != CUBE or die.leaning:
        return 1.2 * die.size
    along = away / (np.hypot(*away) + 1e-9)
    sides = die.turn @ die.solid.normals.T
    return die.size * float(np.abs(along @ sides[:2]).reshape(3, 2)[:, 0].sum()) * 0.98


def _lie(rng: np.random.Generator, die: Body, leaning: float) -> None:
    """Turns a die so that one face looks up, or leaves it leaning on something."""
    die.top = _top(rng, die)
    up = between(die.solid.normals[die.top], UP)
    die.turn = about(UP, rng.uniform(0, 2 * np.pi)) @ up
    die.center = np.array([0, 0, die.size])
    if rng.random() < leaning:
        a = rng.uniform(0, 2 * np.pi)
        tip = np.deg2rad(rng.uniform(17, 45))
        die.turn = about(np.array([np.cos(a), np.sin(a), 0]), tip) @ die.turn
        die.leaning = True
        die.center = np.array([0, 0, die.size * (np.cos(tip) + 0.9 * np.sin(tip))])


def _top(rng: np.random.Generator, die: Body) -> int:
    """Any face; of half the cubes each name as often, on however many faces of the die it is."""
    top = int(rng.integers(len(die.solid.normals)))
    if die.shape == CUBE and die.names and rng.random() < 0.5:
        kinds = sorted(set(die.names))
        return die.names.index(kinds[rng.integers(len(kinds))])
    return top
