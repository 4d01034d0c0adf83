"""Renders the pictures of `tests/vision/doubts/`: dice as they must not be read, and scratched ones that may be.

    python -m tests.training.make_doubts tests/vision/doubts

The renders of the project's data always lie flat; these do not. A file is named after the doubt, or `fine` where the
dice can be read; its truth is in `truth.json`."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from tests.training import faces as art
from tests.training import solids
from tests.training.grounds import ground
from tests.training.render import render
from tests.training.scenes import BODIES, _about, _arrays, _between, _Body, _hand, _thing

WIDTH, HEIGHT = 480, 360
UP = np.array([0, 0, 1.0])
SIZE = 8.0  # half a die's edge, mm


def die(value: str, at: tuple[float, float], colour: str, yaw: float, glyph: int = -1, seed: int = 3) -> _Body:
    """A cube that lies flat with face `value` up; the other faces are pips."""
    base = np.array(BODIES[colour])
    look = replace(art.style(np.random.default_rng(seed), base ** (1 / 2.2)), pip=0.095, reach=0.25, one=1.0, ring=False)
    names = [(value, glyph)] + [(f"p{k}", -1) for k in (2, 3, 4, 5, 6)]
    body = _Body(solids.cube(), SIZE, base, look, names, 0.5, 3 * SIZE, look.depth, 0.3, 40.0, 0.0, 0.0, 0)
    body.turn = _about(UP, np.deg2rad(yaw)) @ _between(body.solid.normals[0], UP)
    body.center = np.array([*at, SIZE])
    return body


def lean(body: _Body, toward: float, angle: float, lift: float = 0.0) -> _Body:
    """Tips a die about a horizontal axis so that its lowest corner stays on the table, or `lift` above it."""
    a, tip = np.deg2rad(toward), np.deg2rad(angle)
    body.turn = _about(np.array([np.cos(a), np.sin(a), 0]), tip) @ body.turn
    corners = np.array([(x, y, z) for x in (1, -1) for y in (1, -1) for z in (1, -1)]) * SIZE @ body.turn.T
    body.center[2] = -corners[:, 2].min() + lift
    return body


def shot(rng: np.random.Generator, things: list[_Body], tilt: float = 8.0, lamp: float = 55.0, wide: float = 150.0) -> np.ndarray:
    """Linear light of a table `wide` mm across, seen at `tilt` degrees from above; the lamp stands `lamp` degrees
    high, opposite the camera."""
    t, focal = np.deg2rad(tilt), WIDTH * 1.5
    back = np.array([0, np.sin(t), np.cos(t)])
    eye = back * focal * wide / WIDTH
    right = np.array([-1.0, 0, 0])
    rotation = np.stack([right, np.cross(-back, right), -back])
    high = np.deg2rad(lamp)
    lamps = 600 * np.array([[0.1, -np.cos(high), np.sin(high)], [0.8, 0.3, 0.7]])
    table = ground(rng)
    light, _, _ = render(
        HEIGHT, WIDTH, focal, rotation, eye, table, 3.0, 0.0, *_arrays(rng, things), lamps,
        np.array([[0.8, 0.78, 0.72], [0.35, 0.35, 0.36]]), np.array([60.0, 120.0]), np.array([0.35, 0.35, 0.36]),
    )  # fmt: skip
    return light


def developed(rng: np.random.Generator, light: np.ndarray, gain: float = 0.75, blur: float = 0.6) -> np.ndarray:
    """A photograph of linear light: BGR uint8."""
    image = cv2.GaussianBlur(light / np.percentile(light, 92) * gain, (0, 0), blur)
    image = image + 0.008 * np.sqrt(np.clip(image, 0.02, 1)) * rng.standard_normal(image.shape)
    return (np.clip(image, 0, 1)[..., ::-1] ** (1 / 2.2) * 255).astype(np.uint8)


def _others(rng: np.random.Generator, colour: str) -> list[_Body]:
    return [die("p4", (-44, 20), colour, float(rng.uniform(0, 90))), die("p2", (-30, -28), colour, float(rng.uniform(0, 90)))]


def pictures(rng: np.random.Generator, number: int) -> dict[str, tuple[np.ndarray, list[int]]]:
    """One picture a doubt, with the values of the dice that lie as they should."""
    colour = ("white", "red", "black", "ivory", "blue")[number % 5]
    yaw = float(rng.uniform(0, 90))
    made: dict[str, tuple[np.ndarray, list[int]]] = {}

    def add(name: str, things: list[_Body], values: list[int], **how: float) -> None:
        blur, gain = how.pop("blur", 0.6), how.pop("gain", 0.75)
        made[name] = (developed(rng, shot(rng, things, **how), gain, blur), values)

    rest = _others(rng, colour)
    base = die("p5", (18, 4), colour, yaw)
    add("leaning", [*rest, lean(die("p5", (18, 4), colour, yaw), yaw + 40, 26 + 6 * number)], [2, 4])
    top = die("p3", (23, 8), colour, yaw + 30)
    top.center[2] = 3 * SIZE
    add("stacked", [*rest, base, top], [2, 4])
    wall = _thing(solids.block((90.0, 6.0, 9.0)), 1.0, np.array([0.0, 42.0, 9.0]), 0.0, np.array([0.22, 0.12, 0.06]), rng)
    rim = die("p6", (10, 30), colour, 0.0)
    add("rim", [*_others(rng, colour)[1:], wall, lean(rim, 0, 30 + 5 * number, lift=4.0)], [2])
    add("at_edge", [*rest, die("p6", (74.5, 5 * number), colour, yaw)], [2, 4])
    made["hand"] = (developed(rng, _hand_over(rng, shot(rng, [*rest, base]))), [2, 4])
    add("blurred", [*rest, base], [2, 4, 5], blur=7.0)
    add("dark", [*rest, base], [2, 4, 5], gain=0.0022)
    glossy = [die(f"p{k}", at, "white", yaw) for k, at in ((4, (-30, 20)), (5, (20, 0)), (2, (-10, -30)))]
    for body in glossy:
        body.gloss, body.rough, body.relief = 9.0, 9.0, 0.0
    add("glare", glossy, [], tilt=24.0, lamp=66.0, gain=3.2)
    add("unknown_kind", [*rest, die("other", (18, 4), colour, yaw, glyph=410 + 7 * number)], [2, 4])
    add("ambiguous", [*rest, _worn(die("p3", (18, 4), colour, yaw))], [2, 4])
    add("fine", [*rest, base], [2, 4, 5])
    add("fine_scratched", [_scratched(rng, b) for b in (*_others(rng, colour), die("p6", (18, 4), colour, yaw))], [2, 4, 6])
    return made


def _hand_over(rng: np.random.Generator, light: np.ndarray) -> np.ndarray:
    for _ in range(200):
        covered, mask = _hand(rng, light)
        middle = mask[HEIGHT // 2 - 30 : HEIGHT // 2 + 30, WIDTH // 2 - 110 : WIDTH // 2 - 30]
        if 0.3 < middle.mean() < 0.7:
            return covered
    raise RuntimeError("no hand lies over the die")


def _worn(body: _Body) -> _Body:
    """The middle pip of a three is all but gone: a two or a three."""
    body.names[0] = ("worn", -1)
    return body


def _scratched(rng: np.random.Generator, body: _Body) -> _Body:
    body.marble, body.names = 0.12, [(f"scratched {name}", glyph) for name, glyph in body.names]
    return body


def _drawn(name: str, look: art.Style, glyph: int = -1, turn: float = 0.0, shrink: float = 1.0) -> np.ndarray:
    if name == "worn":
        two, three = _draw("p2", look), _draw("p3", look)
        return (0.62 * two.astype(np.float32) + 0.38 * three).astype(np.uint8)
    if not name.startswith("scratched "):
        return _draw(name, look, glyph, turn, shrink)
    picture = _draw(name.split()[1], look, glyph, turn, shrink).copy()
    rng = np.random.default_rng(look.variant)
    for _ in range(5):
        a, b = rng.integers(8, art.SIZE - 8, 2), rng.integers(8, art.SIZE - 8, 2)
        cv2.line(picture, tuple(int(v) for v in a), tuple(int(v) for v in b), (128, 128, 128, 150), 1, cv2.LINE_AA)
    return picture


_draw = art.draw
art.draw = _drawn  # faces that only these pictures have


def main(out: Path) -> None:
    """Renders three of each."""
    out.mkdir(parents=True, exist_ok=True)
    truth = {}
    for number in range(3):
        rng = np.random.default_rng(70 + number)
        for name, (picture, values) in pictures(rng, number).items():
            file = f"{name}_{number}.jpg"
            cv2.imwrite(str(out / file), picture, [cv2.IMWRITE_JPEG_QUALITY, 80])
            truth[file] = values
    (out / "truth.json").write_text(json.dumps(truth, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
