"""Scenes: random tables with dice, rendered and photographed, with exact truth."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np

from tests.training.arrays import arrays
from tests.training.camera import camera
from tests.training.cases import cased
from tests.training.exposure import photograph
from tests.training.grounds import ground
from tests.training.hand import hand
from tests.training.lamps import lamps
from tests.training.mix import MIXES, Mix
from tests.training.render import Table, render
from tests.training.things import things
from tests.training.throw import throw
from tests.training.truth import Truth, truth

__all__ = ["Scene", "Truth", "scene"]  # the truths of scenes that were made before are pickled by this module's name

_HAND = -2  # the number of the body where a hand is before it


class Scene(NamedTuple):
    """A `picture` (H, W, 3) BGR uint8, the truth of all its `dice`, and where a `hand` is (H, W) bool."""

    picture: np.ndarray
    dice: list[Truth]
    hand: np.ndarray


def scene(rng: np.random.Generator, width: int = 800, height: int = 600, mix: Mix = MIXES["usual"]) -> Scene:
    """One random table, photographed."""
    dice = throw(rng, mix)
    bodies = dice + things(rng, dice)
    view = camera(rng, width, height, dice)
    picture = ground(rng)
    light = lamps(rng, view.eye)
    scale = float(rng.uniform(1.0, 4.5))
    if mix.cased and rng.random() < mix.cased:
        picture = cased(rng, picture, scale, dice).astype(np.float32)
    table = Table(picture, scale, float(rng.choice([0, 0, 0.05, 0.25])))
    image, who = render(view, table, arrays(rng, bodies), light)
    covered = np.zeros(who.shape, bool)
    if rng.random() < mix.hand:
        image, covered = hand(rng, image)
        who = np.where(covered, _HAND, who)
    taken = photograph(rng, image)
    grey = cv2.cvtColor(taken, cv2.COLOR_BGR2GRAY)
    truths = [truth(k, die, view, who, grey) for k, die in enumerate(dice)]
    return Scene(taken, [t for t in truths if t.visible > 0.02], covered)
