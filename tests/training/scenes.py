"""Scenes: random tables with dice, rendered and photographed, with exact truth."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from tests.training import faces as art
from tests.training import solids
from tests.training.grounds import ground
from tests.training.render import MOST_FACES, render
from vision.dice.names import BODIES as SHAPES

__all__ = ["BODIES", "COVERED", "FLAT", "ILLEGIBLE", "LEANING", "NUMBER_OF", "SHAPES", "Truth", "photograph", "scene"]

FLAT, LEANING, COVERED, ILLEGIBLE = range(4)
NUMBER_OF = {name: k for k, name in enumerate(art.NAMES)}

BODIES = {
    "white": (0.86, 0.86, 0.85), "ivory": (0.8, 0.72, 0.5), "yellow": (0.82, 0.6, 0.05), "red": (0.55, 0.03, 0.035),
    "green": (0.03, 0.25, 0.06), "black": (0.025, 0.025, 0.028), "blue": (0.03, 0.08, 0.45),
    "orange": (0.75, 0.25, 0.02),
    "purple": (0.2, 0.04, 0.35), "grey": (0.3, 0.3, 0.31), "brown": (0.15, 0.07, 0.03), "pink": (0.8, 0.25, 0.4),
    "teal": (0.02, 0.3, 0.32),
}  # fmt: skip


@dataclass(frozen=True)
class Truth:
    """One die: `face` into faces.NAMES, `glyph` of a face that is "other" or -1, `shape` into SHAPES, `state` FLAT,
    LEANING, COVERED or ILLEGIBLE, `center` (2,) of the top face and `side` of the body in pixels, `yaw` radians."""

    face: int
    glyph: int
    shape: int
    state: int
    center: np.ndarray
    side: float
    yaw: float
    visible: float = 1.0


@dataclass
class _Body:
    solid: solids.Solid
    size: float  # inradius, mm
    colour: np.ndarray
    look: art.Style | None
    names: list[tuple[str, int]]  # face name and glyph, by face
    soft: float
    cap: float
    relief: float
    gloss: float
    rough: float
    clear: float
    marble: float
    shape: int
    shrink: float = 1.0
    top: int = 0
    turn: np.ndarray = field(default_factory=lambda: np.eye(3))
    center: np.ndarray = field(default_factory=lambda: np.zeros(3))
    leaning: bool = False


def scene(rng: np.random.Generator, width: int = 800, height: int = 600) -> tuple[np.ndarray, list[Truth]]:
    """A picture (H, W, 3) BGR uint8 and the truth of all its dice."""
    dice = _throw(rng)
    things = dice + _things(rng, dice)
    rotation, eye, focal = _camera(rng, width, dice)
    table = ground(rng)
    lamps, colours, sizes, ambient = _lamps(rng, eye)
    image, who, which = render(
        height, width, focal, rotation, eye, table, float(rng.uniform(1.0, 4.5)), float(rng.choice([0, 0, 0.05, 0.25])),
        *_arrays(rng, things), lamps, colours, sizes, ambient,
    )  # fmt: skip
    hand = np.zeros((height, width), bool)
    if rng.random() < 0.05:
        image, hand = _hand(rng, image)
    picture = photograph(rng, image)
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    who = np.where(hand, -2, who)
    truths = [_truth(k, die, rotation, eye, focal, (height, width), who, which, grey) for k, die in enumerate(dice)]
    return picture, [t for t in truths if t.visible > 0.02]


# --- what lies there ---------------------------------------------------------------------------------------------


def _throw(rng: np.random.Generator) -> list[_Body]:
    count = int(
        rng.choice([0, 1, 2, 3, 4, 5, 6, 8, 10, 12], p=[0.04, 0.13, 0.14, 0.14, 0.14, 0.13, 0.12, 0.08, 0.05, 0.03])
    )
    makers = [_maker(rng) for _ in range(rng.integers(1, 4))]
    dice = [makers[rng.integers(len(makers))](rng) for _ in range(count)]
    spread = float(rng.uniform(1.5, 4.5)) * 9 * max(count, 1) ** 0.5
    close = rng.random() < 0.35
    placed: list[_Body] = []
    for die in dice:
        _lie(rng, die)
        for _ in range(60):
            if close and placed and rng.random() < 0.7:
                other = placed[rng.integers(len(placed))]
                if abs(other.turn[2, 2]) > 0.99 and rng.random() < 0.7 and die.shape == other.shape == 0:
                    die.turn = other.turn if rng.random() < 0.5 else die.turn
                a = rng.uniform(0, 2 * np.pi)
                gap = (die.size + other.size) * rng.uniform(1.0, 1.45) + rng.uniform(0, 1)
                spot = other.center[:2] + gap * np.array([np.cos(a), np.sin(a)])
            else:
                spot = rng.uniform(-spread, spread, 2)
            if all(_apart(die, spot, o) for o in placed):
                die.center = np.array([*spot, die.center[2]])
                placed.append(die)
                break
    if placed and rng.random() < 0.04:
        low, high = placed[rng.integers(len(placed))], makers[0](rng)
        if low.shape == 0 and not low.leaning:
            _lie(rng, high)
            if not high.leaning:
                high.center = low.center + np.array([*rng.uniform(-0.8, 0.8, 2) * low.size, low.size + high.size])
                high.leaning = True
                placed.append(high)
    return placed


def _apart(die: _Body, spot: np.ndarray, other: _Body) -> bool:
    away = spot - other.center[:2]
    far = float(np.hypot(*away))
    if far > 1.45 * (die.size + other.size):
        return True
    return far > _half_width(die, away) + _half_width(other, away)


def _half_width(die: _Body, away: np.ndarray) -> float:
    """Half the width of a body along a direction on the table, for bodies that may touch side by side."""
    if die.shape != 0 or die.leaning:
        return 1.2 * die.size
    along = away / (np.hypot(*away) + 1e-9)
    sides = die.turn @ die.solid.normals.T
    return die.size * float(np.abs(along @ sides[:2]).reshape(3, 2)[:, 0].sum()) * 0.98


def _maker(rng: np.random.Generator):
    kind = rng.choice(["pips", "numeral", "d12", "star_white", "star_green", "event", "glyph", "poly", "mixed"],
                      p=[0.4, 0.13, 0.17, 0.05, 0.05, 0.06, 0.09, 0.03, 0.02])  # fmt: skip
    name = str(rng.choice(list(BODIES), p=_COLOUR_ODDS))
    if kind == "star_white":
        name = "white"
    if kind == "star_green":
        name = "green"
    if kind == "d12" and rng.random() < 0.6:
        name = str(rng.choice(["red", "yellow"]))
    base = np.clip(np.array(BODIES[name]) * rng.uniform(0.7, 1.2) + rng.normal(0, 0.015, 3), 0.012, 0.95)
    look = art.style(rng, base ** (1 / 2.2))
    size = float(rng.uniform(5.5, 12.5)) * (1.1 if kind == "d12" else 1)
    # a rounded cube's top face is smaller than its body
    cap = float(rng.choice([3.0, rng.uniform(1.32, 1.6)])) if kind != "d12" else 3.0
    common = {
        "soft": float(rng.choice([0.03, 0.06, 0.1, 0.16])) * size * (0.6 if kind == "d12" else 1),
        "cap": cap * size,
        "relief": look.depth * float(rng.choice([1, 1, -0.3])),
        "gloss": float(rng.choice([0.05, 0.3, 0.8, 1.6])),
        "rough": float(rng.choice([12, 40, 120])),
        "clear": float(rng.choice([0, 0, 0, 0.35])) if name in ("red", "green", "blue", "purple", "yellow") else 0.0,
        "marble": float(rng.choice([0, 0, 0, 0.25, 0.5])),
    }

    def make(r: np.random.Generator) -> _Body:
        nonlocal kind
        which = str(r.choice(["pips", "numeral", "glyph", "event"])) if kind == "mixed" else str(kind)
        solid, shape, names, shrink = _kinds(r, which, look)
        return _Body(solid, size, base, look, names, shape=shape, shrink=shrink, **common)

    return make


_COLOUR_ODDS = np.array([6, 3, 3, 5, 3, 3, 3, 1, 1, 1, 1, 1, 1], float) / 32


def _kinds(rng: np.random.Generator, kind: str, look: art.Style):
    if kind == "d12":
        order = _opposed(rng, solids.dodecahedron(), 13)
        return solids.dodecahedron(), 1, [(f"n{k}", -1) for k in order], 0.62 / 0.72
    if kind == "poly":
        solid = (solids.icosahedron, solids.octahedron, solids.trapezohedron)[rng.integers(3)]()
        return solid, 2, [(f"n{rng.integers(13)}", -1) for _ in solid.normals], 0.6
    solid = solids.cube()
    if kind == "pips":
        if rng.random() < 0.22:
            faces = ["blank", "p1", "p1", "p2", "p2", "p3"]
            names = [(faces[i], -1) for i in rng.permutation(6)]
        else:
            names = [(f"p{k}", -1) for k in _opposed(rng, solid, 7)]
    elif kind == "numeral":
        low = int(rng.choice([0, 0, 1, 1, 4, 7]))
        numbers = [0, 1, 1, 2, 2, 3] if low == 0 and rng.random() < 0.7 else list(range(low, low + 6))
        names = [(f"n{numbers[i]}", -1) for i in rng.permutation(6)]
    elif kind == "event":
        faces = ["red_card", "yellow_card", "yellow_card", "injured", "blank", "blank"]
        if rng.random() < 0.3:
            faces = ["red_card", "yellow_card", "injured", "injured", "blank", "red_x"]
        names = [(faces[i], -1) for i in rng.permutation(6)]
    elif kind == "star_white":
        faces = ["blank", "star", "two_stars", "red_x", "star", "red_x"]
        names = [(faces[i], -1) for i in rng.permutation(6)]
    elif kind == "star_green":
        faces = ["star", "star", "two_stars", "two_stars", "three_stars", "three_stars"]
        names = [(faces[i], -1) for i in rng.permutation(6)]
    else:
        names = [("other", int(g)) for g in rng.integers(0, min(art.GLYPHS, len(art.icons())), 6)]
    return solid, 0, names, 1.0


def _opposed(rng: np.random.Generator, solid: solids.Solid, total: int) -> list[int]:
    """Numbers for the faces so that opposite ones add up to `total`."""
    numbers = [0] * len(solid.normals)
    low = list(rng.permutation(len(numbers) // 2) + 1)
    for face in range(len(numbers)):
        if not numbers[face]:
            k = int(low.pop())
            k = total - k if rng.random() < 0.5 else k
            numbers[face], numbers[solid.opposite(face)] = k, total - k
    return numbers


def _lie(rng: np.random.Generator, die: _Body) -> None:
    """Turns a die so that one face looks up, or leaves it leaning on something."""
    top = int(rng.integers(len(die.solid.normals)))
    if die.shape == 0 and die.names and rng.random() < 0.5:  # all faces as often, whatever their number on the die
        kinds = sorted(set(die.names))
        wanted = kinds[rng.integers(len(kinds))]
        top = die.names.index(wanted)
    die.top = top
    up = _between(die.solid.normals[top], np.array([0, 0, 1.0]))
    die.turn = _about(np.array([0, 0, 1.0]), rng.uniform(0, 2 * np.pi)) @ up
    die.center = np.array([0, 0, die.size])
    if rng.random() < 0.035:
        a = rng.uniform(0, 2 * np.pi)
        tip = np.deg2rad(rng.uniform(17, 45))
        die.turn = _about(np.array([np.cos(a), np.sin(a), 0]), tip) @ die.turn
        die.leaning = True
        die.center = np.array([0, 0, die.size * (np.cos(tip) + 0.9 * np.sin(tip))])


def _about(axis: np.ndarray, angle: float) -> np.ndarray:
    return cv2.Rodrigues(axis / np.linalg.norm(axis) * angle)[0]


def _between(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    axis = np.cross(a, b)
    if np.linalg.norm(axis) < 1e-9:
        return np.eye(3) if a @ b > 0 else _about(np.array([1.0, 0, 0]), np.pi)
    return _about(axis, np.arccos(np.clip(a @ b, -1, 1)))


def _things(rng: np.random.Generator, dice: list[_Body]) -> list[_Body]:
    """What lies beside the dice: walls, boxes, tokens."""
    things = []
    if rng.random() < 0.3:
        reach = float(rng.uniform(50, 130))
        half = (250.0, float(rng.uniform(4, 12)), float(rng.uniform(8, 26)))
        yaw = rng.uniform(0, np.pi)
        colour = np.array([0.25, 0.13, 0.06]) * rng.uniform(0.2, 2.2)
        for k in range(int(rng.integers(1, 5))):
            a = yaw + k * np.pi / 2
            out = np.array([-np.sin(a), np.cos(a)]) * reach
            things.append(_thing(solids.block(half), 1.0, np.array([*out, half[2]]), a, colour, rng))
    for _ in range(int(rng.choice([0, 0, 0, 1, 2, 3]))):
        spot = rng.uniform(-80, 80, 2)
        if any(np.hypot(*(spot - d.center[:2])) < 24 for d in dice):
            continue
        colour = np.array(list(BODIES.values())[rng.integers(len(BODIES))])
        if rng.random() < 0.5:
            half = (float(rng.uniform(5, 12)), float(rng.uniform(14, 40)), float(rng.uniform(2, 8)))
            things.append(_thing(solids.block(half), 1.0, np.array([*spot, half[2]]), rng.uniform(0, 3), colour, rng))
        else:
            thick, radius = float(rng.uniform(1, 4)), float(rng.uniform(6, 16))
            turns = np.arange(16) * np.pi / 8
            flat = np.concatenate([np.stack([np.cos(turns), np.sin(turns), 0 * turns], 1), [[0, 0, 1], [0, 0, -1]]])
            disc = solids._solid(flat, radius, np.array([radius] * 16 + [thick] * 2))
            thing = _thing(disc, 1.0, np.array([*spot, thick]), 0.0, colour, rng)
            if rng.random() < 0.7:
                thing.look = art.style(rng, colour ** (1 / 2.2))
                name = str(rng.choice([*art.NUMERALS, "star", "other", "p1"]))
                thing.names[16] = (name, int(rng.integers(50)) if name == "other" else -1)
            things.append(thing)
    return things


def _thing(solid, size, center, yaw, colour, rng) -> _Body:
    body = _Body(
        solid, size, np.clip(colour, 0.01, 0.9), None, [("blank", -1)] * len(solid.normals), 0.5, 1e4, 0.5,
        float(rng.choice([0.05, 0.3])), 20.0, 0.0, float(rng.choice([0, 0.2])), 3,
    )  # fmt: skip
    body.turn, body.center = _about(np.array([0, 0, 1.0]), float(yaw)), center
    return body


# --- camera and lamps --------------------------------------------------------------------------------------------


def _camera(rng: np.random.Generator, width: int, dice: list[_Body]):
    tilt = np.deg2rad(float(rng.choice([rng.uniform(0, 8), rng.uniform(0, 25), rng.uniform(15, 42)])))
    around = rng.uniform(0, 2 * np.pi)
    focal = width / 2 / np.tan(np.deg2rad(rng.uniform(35, 75)) / 2)
    size = 2 * np.mean([d.size for d in dice]) if dice else 16
    side = float(np.exp(rng.uniform(np.log(24), np.log(110))))
    away = focal * size / side
    aim = np.array([0.0, 0, 6])
    if dice:
        room = 0.42 * width / side * size
        aim[:2] = np.mean([d.center[:2] for d in dice], axis=0) + rng.uniform(-0.5, 0.5, 2) * room
    back = np.array([np.sin(tilt) * np.cos(around), np.sin(tilt) * np.sin(around), np.cos(tilt)])
    eye = aim + away * back
    roll = rng.uniform(0, 2 * np.pi)
    forward = -back
    right = np.cross(forward, np.array([np.cos(roll), np.sin(roll), 0.01]))
    right /= np.linalg.norm(right)
    down = np.cross(forward, right)
    return np.stack([right, down, forward]), eye, float(focal)


def _lamps(rng: np.random.Generator, eye: np.ndarray):
    count = int(rng.integers(1, 4))
    lamps, colours, sizes = [], [], []
    warm = rng.uniform(-0.25, 0.45)
    tint = np.array([1 + 0.8 * warm, 1.0, 1 - warm])
    for _ in range(count):
        a, high = rng.uniform(0, 2 * np.pi), np.deg2rad(rng.uniform(25, 88))
        far = rng.uniform(350, 1500)
        lamps.append(far * np.array([np.cos(a) * np.cos(high), np.sin(a) * np.cos(high), np.sin(high)]))
        colours.append(tint * rng.uniform(0.15, 1.1) * np.clip(1 + rng.normal(0, 0.08, 3), 0.6, 1.4))
        sizes.append(far * float(rng.choice([0.03, 0.1, 0.25, 0.5])))
    if rng.random() < 0.1:  # a lamp beside the camera: a flash
        lamps[0], sizes[0] = eye + rng.uniform(-40, 40, 3), 8.0
    ambient = tint * rng.uniform(0.12, 0.7)
    return np.array(lamps), np.array(colours), np.array(sizes), ambient


def _arrays(rng: np.random.Generator, things: list[_Body]):
    n = max(len(things), 1)
    normals, offsets = np.zeros((n, MOST_FACES, 3)), np.full((n, MOST_FACES), 1e6)
    across, extents, faces = np.zeros((n, MOST_FACES, 3)), np.ones(n), np.zeros(n, np.int64)
    across[..., 0] = 1
    soft, cap, bound = np.ones(n), np.full(n, 1e4), np.full(n, 0.01)
    pictures = np.zeros((n, MOST_FACES, art.SIZE, art.SIZE, 4), np.float32)
    relief, colours, gloss, rough, clear, marble = (
        np.zeros(n),
        np.ones((n, 3)),
        np.zeros(n),
        np.ones(n) * 9,
        np.zeros(n),
        np.zeros(n),
    )
    centers, turns = np.full((n, 3), 1e7), np.stack([np.eye(3)] * n)
    known: dict[tuple, np.ndarray] = {}
    for k, body in enumerate(things):
        f = len(body.solid.normals)
        normals[k, :f], across[k, :f], faces[k] = body.solid.normals, body.solid.across, f
        # the smooth maximum of planes shrinks a body: push them out so that faces stay where they are
        offsets[k, :f] = body.solid.offsets * body.size
        extents[k] = body.solid.extent * body.size
        soft[k], cap[k] = body.soft, body.cap
        corner = (
            body.size * {6: 1.75, 12: 1.3, 20: 1.3}.get(f, 2.0)
            if body.shape < 3
            else float(np.linalg.norm(np.sort(body.solid.offsets)[::-1][[0, 2, 4]]))
            if f == 6
            else float(np.hypot(body.solid.offsets[0] * 1.03, body.solid.offsets[-1]))
        )
        bound[k] = min(corner, body.cap + 0.1) + 0.1
        relief[k], colours[k], gloss[k], rough[k] = body.relief, body.colour, body.gloss, body.rough
        clear[k], marble[k], centers[k], turns[k] = body.clear, body.marble, body.center, body.turn
        if body.look is None:
            continue
        turned = rng.integers(0, 4, f)
        for face, (name, glyph) in enumerate(body.names):
            if name == "blank":
                continue
            pose = (id(body.look), name, glyph, int(turned[face]), body.shrink)
            if pose not in known:
                drawn = art.draw(name, body.look, glyph, turn=90.0 * int(turned[face]), shrink=body.shrink)
                known[pose] = np.concatenate([(drawn[..., :3] / 255.0) ** 2.2 * 255, drawn[..., 3:]], axis=2)
            pictures[k, face] = known[pose]
    return (
        centers,
        turns,
        normals,
        offsets,
        across,
        extents,
        faces,
        soft,
        cap,
        bound,
        pictures,
        relief,
        colours,
        gloss,
        rough,
        clear,
        marble,
    )


def _hand(rng: np.random.Generator, image: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Fingers over a part of the picture."""
    height, width = image.shape[:2]
    mask = np.zeros((height, width), np.uint8)
    palm = rng.uniform(0.2, 0.8, 2) * (width, height)
    aim = rng.uniform(0, 2 * np.pi)
    thick = int(rng.uniform(18, 60))
    for k in range(int(rng.integers(2, 6))):
        a = aim + (k - 2) * 0.22
        tip = palm + rng.uniform(2.5, 4.5) * thick * np.array([np.cos(a), np.sin(a)])
        cv2.line(mask, tuple(int(v) for v in palm), tuple(int(v) for v in tip), 255, thick)
    wrist = palm - 30 * thick * np.array([np.cos(aim), np.sin(aim)])
    cv2.line(mask, tuple(int(v) for v in palm), tuple(int(v) for v in wrist), 255, int(thick * 3.2))
    skin = np.array([0.55, 0.3, 0.2]) * rng.uniform(0.25, 1.2)
    depth = cv2.distanceTransform(mask, cv2.DIST_L2, 3)
    shade = np.clip(0.45 + depth / thick, 0, 1.1)[..., None]
    shadow = cv2.GaussianBlur(mask, (0, 0), 12).astype(np.float32)[..., None] / 255
    soft = cv2.GaussianBlur(mask, (0, 0), 1.2).astype(np.float32)[..., None] / 255
    level = float(image.mean()) / 0.25
    return (image * (1 - 0.5 * shadow) * (1 - soft) + skin * shade * level * soft).astype(np.float32), mask > 127


# --- from light to a photograph ----------------------------------------------------------------------------------


def photograph(rng: np.random.Generator, light: np.ndarray) -> np.ndarray:
    """What a cheap camera makes of linear RGB light: BGR uint8."""
    level = np.percentile(light, 90) if rng.random() < 0.5 else light.mean() * 2.2
    image = light / (level + 1e-6) * rng.uniform(0.28, 1.15) * np.clip(1 + rng.normal(0, 0.1, 3), 0.7, 1.35)
    if rng.random() < 0.4:
        y, x = np.mgrid[-1 : 1 : image.shape[0] * 1j, -1 : 1 : image.shape[1] * 1j]
        image = image * (1 - rng.uniform(0, 0.35) * (x * x + y * y))[..., None]
    blur = float(rng.choice([rng.uniform(0.4, 0.9), rng.uniform(0.5, 1.8)]))
    image = cv2.GaussianBlur(image.astype(np.float32), (0, 0), blur)
    if rng.random() < 0.06:
        n, a = int(rng.integers(3, 9)), rng.uniform(0, np.pi)
        kernel = np.zeros((n, n), np.float32)
        c = (n - 1) / 2
        cv2.line(
            kernel,
            (round(c - c * np.cos(a)), round(c - c * np.sin(a))),
            (round(c + c * np.cos(a)), round(c + c * np.sin(a))),
            1,
        )
        image = cv2.filter2D(image, -1, kernel / kernel.sum())
    noise = float(rng.choice([0.004, 0.01, 0.025]))
    image = image + noise * np.sqrt(np.clip(image, 0.02, 1)) * rng.standard_normal(image.shape)
    out = np.clip(image, 0, None) ** (1 / rng.uniform(1.7, 2.5))
    out = np.clip(out, 0, 1)
    if rng.random() < 0.5:
        s = rng.uniform(0, 0.6)
        out = out * (1 - s) + s * (3 * out**2 - 2 * out**3)
    grey = out.mean(axis=2, keepdims=True)
    out = grey + (out - grey) * (0 if rng.random() < 0.05 else rng.uniform(0.7, 1.35))
    if rng.random() < 0.5:
        out = out + rng.uniform(0, 1.2) * (out - cv2.GaussianBlur(out.astype(np.float32), (0, 0), rng.uniform(0.8, 2)))
    picture = (np.clip(out, 0, 1)[..., ::-1] * 255).astype(np.uint8)
    coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(55, 97))])[1]
    return cv2.imdecode(coded, cv2.IMREAD_COLOR)


# --- the truth ---------------------------------------------------------------------------------------------------


def _truth(number, die, rotation, eye, focal, shape, who, which, grey) -> Truth:
    height, width = shape

    def seen(points: np.ndarray) -> np.ndarray:
        q = (points - eye) @ rotation.T
        return q[:, :2] / q[:, 2:] * focal + (width / 2, height / 2)

    normal = die.solid.normals[die.top]
    if die.leaning:  # the face that looks up most
        die.top = int((die.turn @ die.solid.normals.T)[2].argmax())
        normal = die.solid.normals[die.top]
    middle = die.turn @ normal * die.size + die.center
    depth = float((rotation @ (middle - eye))[2])
    side = 2 * die.size * focal / depth
    across = die.turn @ die.solid.across[die.top]
    other = np.cross(die.turn @ normal, across)
    e = die.size * (1.0 if die.shape == 0 else 0.55)
    corners = seen(np.array([middle + s * e * across + t * e * other for s, t in ((1, 1), (1, -1), (-1, -1), (-1, 1))]))
    center = seen(middle[None])[0]
    edge = corners[0] - corners[3]
    mask = np.zeros((height, width), np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 1)
    area = float(cv2.contourArea(corners.astype(np.float32)))
    own = (mask > 0) & (who == number)
    visible = float(own.sum()) / max(area, 1.0) / _share(die)
    name, glyph = die.names[die.top]
    inner = cv2.erode(mask, np.ones((3, 3), np.uint8), iterations=max(1, int(side / 12))) > 0
    pixels = grey[inner & (who == number)]
    state = FLAT
    if die.leaning:
        state = LEANING
    elif visible < 0.9:
        state = COVERED
    elif (
        pixels.size == 0
        or (name != "blank" and float(np.percentile(pixels, 98) - np.percentile(pixels, 2)) < 14)
        or (float(np.mean(pixels > 250)) > 0.5 and name != "blank" and float(np.std(pixels)) < 12)
    ):
        state = ILLEGIBLE
    return Truth(
        NUMBER_OF[name], glyph, die.shape, state, center, side, float(np.arctan2(edge[1], edge[0])), min(visible, 1.0)
    )


def _share(die: _Body) -> float:
    """How much of the top face's square belongs to the body: rounded corners cut some off."""
    return 0.93 if die.cap < 2 * die.size else 1.0
