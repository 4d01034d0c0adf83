"""Pictures of symbol dice that no network was taught: a few to teach each die with, many to test it with.

    python -m tests.training.symbol_dice OUT --dice 24 --seed 1

Each die has icons that the training never draws. It is taught under one lamp on one table, and tested on others."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from tests.training import faces as art
from tests.training import solids
from tests.training.arrays import arrays
from tests.training.body import COLOURS, CUBE, Body, Surface
from tests.training.camera import Camera, camera
from tests.training.exposure import photograph
from tests.training.grounds import ground
from tests.training.lamps import Lamps, lamps
from tests.training.makers import COLOUR_ODDS
from tests.training.render import Table, render
from tests.training.rotation import UP, about, between
from tests.training.truth import Truth, truth

WIDTH, HEIGHT = 800, 600
COUNTS = {"teach": 5, "test": 10}  # pictures a die; each shows all six of its faces
SIDE_PX = {"teach": (44, 95), "test": (28, 95)}
OTHERS = 0.75  # of the test pictures show another die as well, with icons that this die has not


class Setting(NamedTuple):
    """Where pictures are taken; `photo` is the seed of what the camera makes of the light."""

    view: Camera
    table: Table
    light: Lamps
    photo: int


def make_die(rng: np.random.Generator, among: tuple[int, int]) -> Body:
    """A cube with icons of these numbers; one in three has two blank faces, as event dice have."""
    name = str(rng.choice(list(COLOURS), p=COLOUR_ODDS))
    base = np.clip(np.array(COLOURS[name]) * rng.uniform(0.7, 1.2), 0.012, 0.95)
    look = art.style(rng, base ** (1 / 2.2))
    size = float(rng.uniform(6.5, 11))
    names = [("other", int(g)) for g in rng.choice(np.arange(*among), 6, replace=False)]
    if rng.random() < 1 / 3:
        names[4:] = [("blank", -1)] * 2
    surface = Surface(
        soft=float(rng.choice([0.03, 0.06, 0.1])) * size,
        cap=float(rng.choice([3.0, 1.5])) * size,
        relief=look.depth,
        gloss=float(rng.choice([0.05, 0.3, 0.8])),
        rough=float(rng.choice([12, 40, 120])),
        marble=float(rng.choice([0, 0, 0.25])),
    )
    return Body(solids.cube(), size, base, look, names, surface, CUBE)


def thrown(rng: np.random.Generator, die: Body, others: list[Body]) -> list[Body]:
    """The die once with each face up, in a loose grid; some of `others` beside it."""
    bodies = [(die, top) for top in range(6)] + [(o, int(rng.integers(6))) for o in others]
    spots = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
    placed = []
    for (body, top), k in zip(bodies, rng.permutation(len(spots)), strict=False):
        turn = about(UP, rng.uniform(0, 2 * np.pi)) @ between(body.solid.normals[top], UP)
        spot = np.array(spots[k]) * 4.4 * die.size + rng.uniform(-0.5, 0.5, 2) * die.size
        placed.append(replace(body, top=top, turn=turn, center=np.array([*spot, body.size])))
    return placed


def setting(rng: np.random.Generator, dice: list[Body], part: str) -> Setting:
    """Camera, table and lamps; the dice of a size in pixels as `part` needs."""
    low, high = SIDE_PX[part]
    while True:
        view = camera(rng, WIDTH, HEIGHT, dice)
        away = float(np.linalg.norm(view.eye - np.mean([d.center for d in dice], axis=0)))
        px = 2 * dice[0].size * view.focal / away
        if low <= px <= high and (part == "test" or view.rotation[2, 2] < -0.88):
            table = Table(ground(rng), float(rng.uniform(1.0, 4.5)), 0.0)
            return Setting(view, table, lamps(rng, view.eye), int(rng.integers(1 << 30)))


def picture(rng: np.random.Generator, dice: list[Body], where: Setting) -> tuple[np.ndarray, list[Truth]]:
    """A photograph (H, W, 3) BGR uint8 and the truth of each die."""
    image, who = render(where.view, where.table, arrays(rng, dice), where.light)
    seen = photograph(np.random.default_rng(where.photo), image)
    grey = cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY)
    return seen, [truth(k, die, where.view, who, grey) for k, die in enumerate(dice)]


def pictures(rng: np.random.Generator, out: Path, number: int) -> Iterator[dict]:
    """Writes all pictures of a new die; their truth."""
    among = (art.GLYPHS, len(art.icons()))
    die, place = make_die(rng, among), None
    for part, count in COUNTS.items():
        for k in range(count):
            other = [_other(rng, die, among)] if part == "test" and rng.random() < OTHERS else []
            dice = thrown(rng, die, other)
            place = setting(rng, dice, part) if part == "test" or place is None else place
            seen, truths = picture(rng, dice, place)
            name = f"{number:03d}_{part}_{k:02d}.jpg"
            cv2.imwrite(str(out / name), seen, [cv2.IMWRITE_JPEG_QUALITY, 97])
            spelled = [_spelled(die, d, t) for d, t in zip(dice, truths, strict=True)]
            yield {"die": number, "part": part, "picture": name, "dice": spelled}


def _other(rng: np.random.Generator, die: Body, among: tuple[int, int]) -> Body:
    """Another die that shares no icon with this one."""
    other = make_die(rng, among)
    other.names = ([n for n in other.names if n not in die.names and n[0] != "blank"] * 6)[:6]
    return other


def _spelled(die: Body, placed: Body, told: Truth) -> dict:
    own = placed.names is die.names
    name, glyph = placed.names[placed.top]
    value = (name if name == "blank" else f"icon{glyph}") if own else None
    return {
        "value": value,
        "state": told.state,
        "visible": round(told.visible, 3),
        "center": [round(float(v), 2) for v in told.center],
        "side": round(told.side, 2),
        "yaw": round(told.yaw, 4),
    }


def main() -> None:
    """Renders."""
    parser = argparse.ArgumentParser()
    parser.add_argument("out", type=Path)
    parser.add_argument("--dice", type=int, default=24)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    o = parser.parse_args()
    cv2.setNumThreads(1)
    o.out.mkdir(parents=True, exist_ok=True)
    for number in range(o.first, o.first + o.dice):
        lines = list(pictures(np.random.default_rng([o.seed, number]), o.out, number))
        (o.out / f"{number:03d}.json").write_text(json.dumps(lines))
        print(number, flush=True)


if __name__ == "__main__":
    main()
