"""Grounds: what dice lie on, as pictures in linear light. Felt, wood, paper, cloth, carpet, printed boards."""

from __future__ import annotations

import cv2
import numpy as np

PX = 700  # side of a ground's picture


def ground(rng: np.random.Generator) -> np.ndarray:
    """(PX, PX, 3) float RGB 0..1, linear."""
    make = (_felt, _felt, _wood, _wood, _paper, _cloth, _carpet, _board, _board, _mixed, _plain)[rng.integers(11)]
    picture = make(rng)
    if rng.random() < 0.35:
        picture = _littered(rng, picture)
    return np.clip(picture, 0.003, 1).astype(np.float32)


def _colour(rng: np.random.Generator, low: float = 0.02, high: float = 0.85) -> np.ndarray:
    hue, strong, bright = rng.uniform(0, 180), rng.uniform(0, 255) * rng.random() ** 0.5, rng.uniform(40, 255)
    hsv = np.array([[[hue, strong, bright]]], np.float32).astype(np.uint8)
    rgb = cv2.cvtColor(hsv, cv2.COLOR_HSV2RGB)[0, 0] / 255.0
    return np.clip(rgb**2.2, low, high)


def _printable(picture: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray((np.sqrt(np.clip(picture, 0, 1)) * 255).astype(np.uint8))


def _ink(rng: np.random.Generator) -> tuple[float, ...]:
    return tuple(float(v) for v in np.sqrt(_colour(rng)) * 255)


def _noise(rng: np.random.Generator, cells: float, stretch: float = 1.0) -> np.ndarray:
    """Smooth noise of about `cells` bumps a side, roughly -1..1."""
    shape = (max(2, int(cells)), max(2, int(cells * stretch)))
    return cv2.resize(rng.standard_normal(shape).astype(np.float32), (PX, PX), interpolation=cv2.INTER_CUBIC)


def _plain(rng: np.random.Generator) -> np.ndarray:
    return np.ones((PX, PX, 3)) * _colour(rng) * (1 + 0.1 * _noise(rng, 3))[..., None]


def _felt(rng: np.random.Generator) -> np.ndarray:
    fuzz = (
        rng.uniform(0.03, 0.25) * _noise(rng, PX / rng.uniform(1, 4)) + 0.06 * _noise(rng, 60) + 0.08 * _noise(rng, 6)
    )
    return _colour(rng, high=0.6)[None, None] * (1 + fuzz)[..., None]


def _paper(rng: np.random.Generator) -> np.ndarray:
    tone = rng.uniform(0.35, 0.9) * np.array([1, rng.uniform(0.9, 1), rng.uniform(0.7, 1)])
    return tone[None, None] * (1 + 0.02 * _noise(rng, PX / 2) + 0.04 * _noise(rng, 5))[..., None]


def _wood(rng: np.random.Generator) -> np.ndarray:
    y, x = np.mgrid[0:PX, 0:PX] / PX
    warp = _noise(rng, 3, 0.6) * 0.08
    rings = np.sin(2 * np.pi * (rng.uniform(6, 40) * (y + warp + 0.1 * x * rng.uniform(-1, 1))))
    fibre = _noise(rng, PX / 2, 0.03)
    base = np.array([0.32, 0.17, 0.08]) * rng.uniform(0.25, 2.4)
    base = base * np.array([1, rng.uniform(0.85, 1.35), rng.uniform(0.7, 2.2)])
    grain = 1 + rng.uniform(0.05, 0.3) * rings + rng.uniform(0.03, 0.2) * fibre
    if rng.random() < 0.3:
        plank = int(rng.uniform(80, 240))
        lines = (np.arange(PX) % plank < 3).astype(float)[:, None] * np.ones((1, PX))
        grain = grain * (1 - 0.6 * lines)
    return _turned(rng, np.clip(base[None, None] * grain[..., None], 0, 1))


def _cloth(rng: np.random.Generator) -> np.ndarray:
    y, x = np.mgrid[0:PX, 0:PX]
    pitch = rng.uniform(3, 14)
    weave = np.sin(2 * np.pi * x / pitch) * np.sin(2 * np.pi * y / (pitch * rng.uniform(0.7, 1.4)))
    picture = _colour(rng)[None, None] * (1 + rng.uniform(0.05, 0.35) * weave + 0.1 * _noise(rng, PX / 3))[..., None]
    if rng.random() < 0.4:
        step = rng.integers(20, 90)
        bars = ((x // step) % 2 + (y // step) % 2)[..., None] / 2.0
        picture = picture * (1 - 0.5 * bars) + _colour(rng)[None, None] * 0.5 * bars
    return _turned(rng, np.clip(picture, 0, 1))


def _carpet(rng: np.random.Generator) -> np.ndarray:
    coarse = _noise(rng, PX / rng.uniform(4, 10))
    dots = np.clip(coarse * rng.uniform(0.6, 3), -1, 1)[..., None]
    a, b = _colour(rng), _colour(rng)
    if rng.random() < 0.5:
        b = np.clip(a * rng.uniform(0.2, 2.5), 0.01, 0.9)
    fuzz = (1 + 0.2 * _noise(rng, PX / 2))[..., None]
    return np.clip((a * (0.5 + dots / 2) + b * (0.5 - dots / 2)) * fuzz, 0, 1)


def _mixed(rng: np.random.Generator) -> np.ndarray:
    """Like a photograph of anything: colours and edges at all scales."""
    picture = np.zeros((PX, PX, 3))
    for cells in (3, 8, 20, 60, 200):
        mask = (_noise(rng, cells) > rng.uniform(-0.5, 1.2)).astype(np.float32)
        mask = cv2.GaussianBlur(mask, (0, 0), float(rng.uniform(0.6, 4)))[..., None]
        picture = picture * (1 - mask) + _colour(rng)[None, None] * mask
    return picture * (1 + 0.08 * _noise(rng, PX / 3))[..., None]


def _board(rng: np.random.Generator) -> np.ndarray:
    """A printed board or playmat: fields, lines, words, spots."""
    picture = np.ones((PX, PX, 3)) * _colour(rng)
    picture *= (1 + 0.05 * _noise(rng, 30))[..., None]
    canvas = _printable(picture)
    ink = [_ink(rng) for _ in range(4)]
    if rng.random() < 0.6:
        step = float(rng.uniform(25, 110))
        six = rng.random() < 0.5
        wide = int(rng.integers(1, 6))
        for row in range(-1, int(PX / step) + 2):
            for col in range(-1, int(PX / step) + 2):
                x, y = (col + (row % 2) / 2 if six else col) * step, row * step * (0.87 if six else 1)
                count = 6 if six else 4
                turn = np.pi / 6 if six else np.pi / 4
                ring = np.array(
                    [
                        (
                            x + step * 0.57 * np.cos(turn + 2 * np.pi * k / count),
                            y + step * 0.57 * np.sin(turn + 2 * np.pi * k / count),
                        )
                        for k in range(count)
                    ]
                )
                if rng.random() < 0.25:
                    cv2.fillPoly(canvas, [ring.astype(np.int32)], ink[rng.integers(4)], cv2.LINE_AA)
                cv2.polylines(canvas, [ring.astype(np.int32)], True, ink[0], wide, cv2.LINE_AA)
    for _ in range(rng.integers(0, 14)):
        a, b = (tuple(int(v) for v in rng.integers(0, PX, 2)) for _ in range(2))
        kind = rng.integers(4)
        colour, wide = ink[rng.integers(4)], int(rng.integers(1, 9))
        if kind == 0:
            cv2.line(canvas, a, b, colour, wide, cv2.LINE_AA)
        elif kind == 1:
            cv2.circle(canvas, a, int(rng.integers(6, 160)), colour, wide if rng.random() < 0.6 else -1, cv2.LINE_AA)
        elif kind == 2:
            text = "".join(rng.choice(list("ABCDEFGHKMNOPRSTUVX0123456789")) for _ in range(rng.integers(1, 8)))
            cv2.putText(canvas, text, a, int(rng.integers(0, 8)), float(rng.uniform(0.5, 4)), colour, wide, cv2.LINE_AA)
        else:
            side = int(rng.integers(12, 140))
            cv2.rectangle(
                canvas,
                a,
                (a[0] + side, a[1] + int(side * rng.uniform(0.6, 1.7))),
                colour,
                wide if rng.random() < 0.4 else -1,
                cv2.LINE_AA,
            )
    return _turned(rng, (canvas / 255.0) ** 2)


def _littered(rng: np.random.Generator, picture: np.ndarray) -> np.ndarray:
    """Cards, dots, scribbles and dirt printed flat on the ground, some in the pattern of pips."""
    canvas = _printable(picture)
    for _ in range(rng.integers(1, 9)):
        x, y = (int(v) for v in rng.integers(0, PX, 2))
        colour = _ink(rng)
        kind = rng.integers(5)
        if kind == 0:
            w, h = int(rng.integers(50, 130)), int(rng.integers(50, 150))
            box = cv2.boxPoints(((x, y), (w, h), float(rng.uniform(0, 180)))).astype(np.int32)
            cv2.fillPoly(canvas, [box], colour, cv2.LINE_AA)
            cv2.polylines(canvas, [box], True, _ink(rng), 2, cv2.LINE_AA)
            cv2.circle(canvas, (x, y), int(rng.integers(6, 30)), _ink(rng), -1, cv2.LINE_AA)
        elif kind == 1:
            gap, r = int(rng.integers(6, 16)), int(rng.integers(2, 5))
            for dx, dy in [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0), (1, 0), (-1, 0)][: rng.integers(1, 8)]:
                cv2.circle(canvas, (x + dx * gap, y + dy * gap), r, colour, -1, cv2.LINE_AA)
        elif kind == 2:
            cv2.circle(canvas, (x, y), int(rng.integers(12, 34)), colour, -1, cv2.LINE_AA)
            cv2.circle(canvas, (x, y), int(rng.integers(5, 12)), _ink(rng), 2, cv2.LINE_AA)
        elif kind == 3:
            text = "".join(rng.choice(list("ABCDEX0123456789")) for _ in range(rng.integers(1, 12)))
            cv2.putText(
                canvas,
                text,
                (x, y),
                int(rng.integers(0, 8)),
                float(rng.uniform(0.3, 1.6)),
                colour,
                int(rng.integers(1, 4)),
                cv2.LINE_AA,
            )
        else:
            side = float(rng.uniform(20, 60))
            box = cv2.boxPoints(((x, y), (side, side), float(rng.uniform(0, 180)))).astype(np.int32)
            cv2.fillPoly(canvas, [box], colour, cv2.LINE_AA)
    return (canvas / 255.0) ** 2


def _turned(rng: np.random.Generator, picture: np.ndarray) -> np.ndarray:
    turn = cv2.getRotationMatrix2D((PX / 2, PX / 2), float(rng.uniform(0, 360)), 1.0)
    return cv2.warpAffine(picture.astype(np.float32), turn, (PX, PX), borderMode=cv2.BORDER_REFLECT_101)
