"""Renders the pictures of `tests/vision/doubts/`: dice as they must not be read, and scratched ones that may be.

    python -m tests.training.make_doubts tests/vision/doubts

The renders of the project's data always lie flat; these do not. A file is named after the doubt, or `fine` where the
dice can be read; its truth is in `truth.json`."""

from __future__ import annotations

import copy
import json
import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from tests.training import faces as art
from tests.training import solids
from tests.training.arrays import arrays
from tests.training.body import COLOURS, CUBE, Body, Surface
from tests.training.camera import Camera
from tests.training.grounds import ground
from tests.training.hand import hand
from tests.training.lamps import Lamps
from tests.training.render import Table, render
from tests.training.rotation import UP, about, between
from tests.training.things import thing

WIDTH, HEIGHT = 480, 360
SIZE = 8.0  # half a die's edge, mm
PLACE = (18, 4)  # where the die lies that a picture is about
VALUES = [2, 4]  # what the two others show
WORN = (3, 5, 3)  # pips of which the middle one wears off

Pictures = dict[str, tuple[np.ndarray, list[int]]]  # by name: BGR uint8, the values of the dice that lie well


def die(value: str, at: tuple[float, float], colour: str, yaw: float, glyph: int = -1) -> Body:
    """A cube that lies flat with face `value` up; the other faces are pips."""
    base = np.array(COLOURS[colour])
    style = art.style(np.random.default_rng(3), base ** (1 / 2.2))
    look = replace(style, pip=0.095, reach=0.25, one=1.0, ring=False)
    names = [(value, glyph)] + [(f"p{k}", -1) for k in (2, 3, 4, 5, 6)]
    surface = Surface(soft=0.5, cap=3 * SIZE, relief=look.depth, gloss=0.3, rough=40.0)
    body = Body(solids.cube(), SIZE, base, look, names, surface, CUBE)
    body.turn = about(UP, np.deg2rad(yaw)) @ between(body.solid.normals[0], UP)
    body.center = np.array([*at, SIZE])
    return body


def lean(body: Body, toward: float, angle: float, lift: float = 0.0) -> Body:
    """Tips a die about a horizontal axis so that its lowest corner stays on the table, or `lift` above it."""
    a, tip = np.deg2rad(toward), np.deg2rad(angle)
    body.turn = about(np.array([np.cos(a), np.sin(a), 0]), tip) @ body.turn
    corners = np.array([(x, y, z) for x in (1, -1) for y in (1, -1) for z in (1, -1)]) * SIZE @ body.turn.T
    body.center[2] = -corners[:, 2].min() + lift
    return body


def shot(rng: np.random.Generator, bodies: list[Body], tilt: float = 8.0, lamp: float = 55.0) -> np.ndarray:
    """Linear light of a table 150 mm across, seen at `tilt` degrees from above; the lamp stands `lamp` degrees high,
    opposite the camera."""
    table = Table(ground(rng), 3.0, 0.0)
    return render(_camera(np.deg2rad(tilt), 150.0), table, arrays(rng, bodies), _lamps(np.deg2rad(lamp)))[0]


def _camera(tilt: float, wide: float) -> Camera:
    focal, right = WIDTH * 1.5, np.array([-1.0, 0, 0])
    back = np.array([0, np.sin(tilt), np.cos(tilt)])
    return Camera(HEIGHT, WIDTH, focal, np.stack([right, np.cross(-back, right), -back]), back * focal * wide / WIDTH)


def _lamps(high: float) -> Lamps:
    places = 600 * np.array([[0.1, -np.cos(high), np.sin(high)], [0.8, 0.3, 0.7]])
    colours = np.array([[0.8, 0.78, 0.72], [0.35, 0.35, 0.36]])
    return Lamps(places, colours, np.array([60.0, 120.0]), np.array([0.35, 0.35, 0.36]))


def developed(rng: np.random.Generator, light: np.ndarray, gain: float = 0.75, blur: float = 0.6) -> np.ndarray:
    """A photograph of linear light: BGR uint8."""
    image = cv2.GaussianBlur(light / np.percentile(light, 92) * gain, (0, 0), blur)
    image = image + 0.008 * np.sqrt(np.clip(image, 0.02, 1)) * rng.standard_normal(image.shape)
    return (np.clip(image, 0, 1)[..., ::-1] ** (1 / 2.2) * 255).astype(np.uint8)


def pictures(rng: np.random.Generator, number: int) -> Pictures:
    """One picture a doubt."""
    colour = ("white", "red", "black", "ivory", "blue")[number % 5]
    yaw = float(rng.uniform(0, 90))
    rest = _others(rng, colour)
    made = _lying_wrong(rng, number, colour, yaw, rest)
    made |= _hard_to_see(rng, colour, yaw, rest)
    made |= _faces_amiss(rng, number, colour, yaw, rest)
    return made


def _lying_wrong(rng: np.random.Generator, number: int, colour: str, yaw: float, rest: list[Body]) -> Pictures:
    leaning = lean(die("p5", PLACE, colour, yaw), yaw + 40, 26 + 6 * number)
    made = {"leaning": (_taken(rng, [*rest, leaning]), VALUES)}
    top = die("p3", (23, 8), colour, yaw + 30)
    top.center[2] = 3 * SIZE
    made["stacked"] = (_taken(rng, [*rest, die("p5", PLACE, colour, yaw), top]), VALUES)
    wall = _wall(rng, 42.0)
    rim = lean(die("p6", (10, 30), colour, 0.0), 0, 30 + 5 * number, lift=4.0)
    made["rim"] = (_taken(rng, [*_others(rng, colour)[1:], wall, rim]), [2])
    made["at_edge"] = (_taken(rng, [*rest, die("p6", (74.5, 5 * number), colour, yaw)]), VALUES)
    return made


def _hard_to_see(rng: np.random.Generator, colour: str, yaw: float, rest: list[Body]) -> Pictures:
    dice = [*rest, die("p5", PLACE, colour, yaw)]
    return {
        "hand": (developed(rng, _hand_over(rng, shot(rng, dice))), VALUES),
        "blurred": (_taken(rng, dice, blur=9.0), [*VALUES, 5]),
        "dark": (_taken(rng, dice, gain=0.0022), [*VALUES, 5]),
        "glare": (developed(rng, shot(rng, _glossy(yaw), tilt=24.0, lamp=66.0), gain=3.2), []),
    }


def _faces_amiss(rng: np.random.Generator, number: int, colour: str, yaw: float, rest: list[Body]) -> Pictures:
    unknown = die("other", PLACE, colour, yaw, glyph=410 + 7 * number)
    made = {"unknown_kind": (_taken(rng, [*rest, unknown]), VALUES)}
    pips, at_once = WORN[number], copy.deepcopy(rng)
    made["gone"] = (_taken(at_once, [*rest, die(f"p{pips - 1}", PLACE, colour, yaw)]), [*VALUES, pips - 1])
    made["whole"] = (_taken(rng, [*rest, die(f"p{pips}", PLACE, colour, yaw)]), [*VALUES, pips])
    made["fine"] = (_taken(rng, [*rest, die("p5", PLACE, colour, yaw)]), [*VALUES, 5])
    scratched = [_scratched(body) for body in (*_others(rng, colour), die("p6", PLACE, colour, yaw))]
    made["fine_scratched"] = (_taken(rng, scratched), [*VALUES, 6])
    return made


def alone() -> Pictures:
    """Taken by one camera: three throws of dice that stand, one die alone that stands, and three that lean."""
    made = {f"stand_{k}": (_before_one_camera(k, _standing(k)), [1, 3, 6]) for k in range(3)}
    made["alone_fine_0"] = (_before_one_camera(3, [die("p5", (-20, -8), "red", 20)]), [5])
    for k, (at, toward, angle) in enumerate([((25, -15), 15, 30), ((-35, 18), 130, 36), ((5, 10), 250, 33)]):
        made[f"alone_{k}"] = (_before_one_camera(4 + k, [lean(die("p4", at, "red", 35 * k), toward, angle)]), [])
    for k, (right, down, angle) in enumerate([(-30, -18, 35), (40, -18, 40), (-10, 30, 50), (10, 30, 30)]):
        made[f"alone_rim_{k}"] = (_before_one_camera(20 + k, _on_the_rim(right, down, angle)), [])
    return made


def _on_the_rim(right: float, down: float, angle: float) -> list[Body]:
    """A low wall, and a die with one edge on it."""
    outward = np.sign(down)
    wall = _wall(np.random.default_rng(40), down + 12 * outward)
    return [wall, lean(die("p6", (right, down), "red", 0.0), 90 - 90 * outward, angle, lift=4.0)]


def _wall(rng: np.random.Generator, down: float) -> Body:
    return thing(rng, solids.block((90.0, 6.0, 9.0)), np.array([0.0, down, 9.0]), 0.0, np.array([0.22, 0.12, 0.06]))


def _standing(throw: int) -> list[Body]:
    rng = np.random.default_rng(throw)
    places = rng.permutation([(-45, 20), (-40, -25), (5, 25), (10, -22), (48, 18), (44, -20)])[:3]
    return [die(f"p{k}", at, "red", float(rng.uniform(0, 90))) for k, at in zip((1, 3, 6), places, strict=True)]


def _before_one_camera(number: int, bodies: list[Body]) -> np.ndarray:
    light = shot(np.random.default_rng(95), bodies, tilt=27.0)
    return developed(np.random.default_rng(number), light)


def _taken(rng: np.random.Generator, bodies: list[Body], gain: float = 0.75, blur: float = 0.6) -> np.ndarray:
    return developed(rng, shot(rng, bodies), gain, blur)


def _others(rng: np.random.Generator, colour: str) -> list[Body]:
    """Two dice that lie as they should."""
    return [
        die("p4", (-44, 20), colour, float(rng.uniform(0, 90))),
        die("p2", (-30, -28), colour, float(rng.uniform(0, 90))),
    ]


def _glossy(yaw: float) -> list[Body]:
    """Dice that mirror the lamp."""
    dice = [die(f"p{k}", at, "white", yaw) for k, at in ((4, (-30, 20)), (5, (20, 0)), (2, (-10, -30)))]
    for body in dice:
        body.surface = replace(body.surface, gloss=9.0, rough=9.0, relief=0.0)
    return dice


def _hand_over(rng: np.random.Generator, light: np.ndarray) -> np.ndarray:
    for _ in range(200):
        covered, mask = hand(rng, light)
        middle = mask[HEIGHT // 2 - 30 : HEIGHT // 2 + 30, WIDTH // 2 - 110 : WIDTH // 2 - 30]
        if 0.5 < middle.mean() < 0.8:
            return covered
    raise RuntimeError("no hand lies over the die")


def _scratched(body: Body) -> Body:
    """All faces are scratched, and the plastic is a little marbled."""
    body.surface, body.draw = replace(body.surface, marble=0.12), _scratched_face
    return body


def _scratched_face(name: str, look: art.Style, glyph: int, turn: float, shrink: float) -> np.ndarray:
    picture = art.draw(name, look, glyph, turn, shrink).copy()
    rng = np.random.default_rng(look.variant)
    for _ in range(5):
        a, b = rng.integers(8, art.SIZE - 8, 2), rng.integers(8, art.SIZE - 8, 2)
        cv2.line(picture, tuple(int(v) for v in a), tuple(int(v) for v in b), (128, 128, 128, 150), 1, cv2.LINE_AA)
    return picture


def main(out: Path) -> None:
    """Renders three of each doubt, and what one camera saw."""
    out.mkdir(parents=True, exist_ok=True)
    made = {
        f"{name}_{number}": shown
        for number in range(3)
        for name, shown in pictures(np.random.default_rng(70 + number), number).items()
    }
    truth = {}
    for name, (picture, values) in {**made, **alone()}.items():
        cv2.imwrite(str(out / f"{name}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 80])
        truth[f"{name}.jpg"] = values
    (out / "truth.json").write_text(json.dumps(truth, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
