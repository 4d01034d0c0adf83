"""Pictures of symbol dice that no network was taught: a few to teach each die with, many to test it with.

    python -m tests.training.symbol_dice OUT --dice 24 --seed 1

Each die has icons that the training never draws. It is taught under one lamp on one table, and tested on others."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import cv2
import numpy as np

from tests.training import faces as art
from tests.training import scenes, solids
from tests.training.grounds import ground
from tests.training.render import render

WIDTH, HEIGHT = 800, 600
TEACHING, TESTING = 5, 10  # pictures a die; each shows all six of its faces
SIDE_PX = {"teach": (44, 95), "test": (28, 95)}
OTHERS = 0.75  # of the test pictures show another die as well, with icons that this die has not


def make_die(rng: np.random.Generator, among: tuple[int, int]) -> scenes._Body:
    """A cube with icons of these numbers; one in three has two blank faces, as event dice have."""
    name = str(rng.choice(list(scenes.BODIES), p=scenes._COLOUR_ODDS))
    base = np.clip(np.array(scenes.BODIES[name]) * rng.uniform(0.7, 1.2), 0.012, 0.95)
    look = art.style(rng, base ** (1 / 2.2))
    size = float(rng.uniform(6.5, 11))
    names = [("other", int(g)) for g in rng.choice(np.arange(*among), 6, replace=False)]
    if rng.random() < 1 / 3:
        names[4:] = [("blank", -1)] * 2
    return scenes._Body(
        solids.cube(),
        size,
        base,
        look,
        names,
        soft=float(rng.choice([0.03, 0.06, 0.1])) * size,
        cap=float(rng.choice([3.0, 1.5])) * size,
        relief=look.depth,
        gloss=float(rng.choice([0.05, 0.3, 0.8])),
        rough=float(rng.choice([12, 40, 120])),
        clear=0.0,
        marble=float(rng.choice([0, 0, 0.25])),
        shape=0,
    )


def thrown(rng: np.random.Generator, die: scenes._Body, others: list[scenes._Body]) -> list[scenes._Body]:
    """The die once with each face up, in a loose grid; some of `others` beside it."""
    bodies = [(die, top) for top in range(6)] + [(o, int(rng.integers(6))) for o in others]
    spots = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)]
    placed = []
    for (body, top), k in zip(bodies, rng.permutation(len(spots)), strict=False):
        copy = scenes._Body(**{**vars(body), "top": top})
        up = scenes._between(copy.solid.normals[top], np.array([0, 0, 1.0]))
        copy.turn = scenes._about(np.array([0, 0, 1.0]), rng.uniform(0, 2 * np.pi)) @ up
        copy.center = np.array(
            [*(np.array(spots[k]) * 4.4 * die.size + rng.uniform(-0.5, 0.5, 2) * die.size), copy.size]
        )
        placed.append(copy)
    return placed


def setting(rng: np.random.Generator, dice: list[scenes._Body], part: str) -> tuple:
    """Camera, table and lamps; the dice of a size in pixels as `part` needs."""
    low, high = SIDE_PX[part]
    while True:
        camera = scenes._camera(rng, WIDTH, dice)
        rotation, eye, focal = camera
        px = 2 * dice[0].size * focal / float(np.linalg.norm(eye - np.mean([d.center for d in dice], axis=0)))
        if low <= px <= high and (part == "test" or rotation[2, 2] < -0.88):
            return (
                camera,
                ground(rng),
                float(rng.uniform(1.0, 4.5)),
                scenes._lamps(rng, eye),
                int(rng.integers(1 << 30)),
            )


def picture(rng: np.random.Generator, dice: list[scenes._Body], where: tuple) -> tuple[np.ndarray, list[scenes.Truth]]:
    (rotation, eye, focal), table, grain, lamps, photo = where
    lights, colours, sizes, ambient = lamps
    image, who, which = render(
        HEIGHT,
        WIDTH,
        focal,
        rotation,
        eye,
        table,
        grain,
        0.0,
        *scenes._arrays(rng, dice),
        lights,
        colours,
        sizes,
        ambient,
    )
    seen = scenes.photograph(np.random.default_rng(photo), image)
    grey = cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY)
    return seen, [
        scenes._truth(k, d, rotation, eye, focal, (HEIGHT, WIDTH), who, which, grey) for k, d in enumerate(dice)
    ]


def _spelled(die: scenes._Body, placed: scenes._Body, truth: scenes.Truth) -> dict:
    own = placed.names is die.names
    name, glyph = placed.names[placed.top]
    value = (name if name == "blank" else f"icon{glyph}") if own else None
    return {
        "value": value,
        "state": truth.state,
        "visible": round(truth.visible, 3),
        "center": [round(float(v), 2) for v in truth.center],
        "side": round(truth.side, 2),
        "yaw": round(truth.yaw, 4),
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
    among = (art.GLYPHS, len(art.icons()))
    for number in range(o.first, o.first + o.dice):
        rng = np.random.default_rng([o.seed, number])
        die, lines = make_die(rng, among), []
        place = None
        for part, count in (("teach", TEACHING), ("test", TESTING)):
            for k in range(count):
                others = [make_die(rng, among)] if part == "test" and rng.random() < OTHERS else []
                for other in others:
                    other.names = [n for n in other.names if n not in die.names and n[0] != "blank"] * 6
                    other.names = other.names[:6]
                dice = thrown(rng, die, others)
                place = setting(rng, dice, part) if part == "test" or place is None else place
                seen, truths = picture(rng, dice, place)
                name = f"{number:03d}_{part}_{k:02d}.jpg"
                cv2.imwrite(str(o.out / name), seen, [cv2.IMWRITE_JPEG_QUALITY, 97])
                lines.append(
                    {
                        "die": number,
                        "part": part,
                        "picture": name,
                        "dice": [_spelled(die, d, t) for d, t in zip(dice, truths, strict=True)],
                    }
                )
        (o.out / f"{number:03d}.json").write_text(json.dumps(lines))
        print(number, flush=True)


if __name__ == "__main__":
    main()
