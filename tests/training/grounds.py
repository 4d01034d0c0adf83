"""Grounds: what dice lie on, as pictures in linear light. Felt, wood, paper, cloth, carpet, printed boards."""

from __future__ import annotations

import cv2
import numpy as np

from tests.training.prints import board, littered
from tests.training.texture import PX, colour, noise, turned


def ground(rng: np.random.Generator) -> np.ndarray:
    """(PX, PX, 3) float RGB 0..1, linear."""
    make = (_felt, _felt, _wood, _wood, _paper, _cloth, _carpet, board, board, _mixed, _plain)[rng.integers(11)]
    picture = make(rng)
    if rng.random() < 0.35:
        picture = littered(rng, picture)
    return np.clip(picture, 0.003, 1).astype(np.float32)


def _plain(rng: np.random.Generator) -> np.ndarray:
    return np.ones((PX, PX, 3)) * colour(rng) * (1 + 0.1 * noise(rng, 3))[..., None]


def _felt(rng: np.random.Generator) -> np.ndarray:
    fuzz = rng.uniform(0.03, 0.25) * noise(rng, PX / rng.uniform(1, 4)) + 0.06 * noise(rng, 60) + 0.08 * noise(rng, 6)
    return colour(rng, high=0.6)[None, None] * (1 + fuzz)[..., None]


def _paper(rng: np.random.Generator) -> np.ndarray:
    tone = rng.uniform(0.35, 0.9) * np.array([1, rng.uniform(0.9, 1), rng.uniform(0.7, 1)])
    return tone[None, None] * (1 + 0.02 * noise(rng, PX / 2) + 0.04 * noise(rng, 5))[..., None]


def _wood(rng: np.random.Generator) -> np.ndarray:
    y, x = np.mgrid[0:PX, 0:PX] / PX
    warp = noise(rng, 3, 0.6) * 0.08
    rings = np.sin(2 * np.pi * (rng.uniform(6, 40) * (y + warp + 0.1 * x * rng.uniform(-1, 1))))
    fibre = noise(rng, PX / 2, 0.03)
    base = np.array([0.32, 0.17, 0.08]) * rng.uniform(0.25, 2.4)
    base = base * np.array([1, rng.uniform(0.85, 1.35), rng.uniform(0.7, 2.2)])
    grain = 1 + rng.uniform(0.05, 0.3) * rings + rng.uniform(0.03, 0.2) * fibre
    if rng.random() < 0.3:
        plank = int(rng.uniform(80, 240))
        lines = (np.arange(PX) % plank < 3).astype(float)[:, None] * np.ones((1, PX))
        grain = grain * (1 - 0.6 * lines)
    return turned(rng, np.clip(base[None, None] * grain[..., None], 0, 1))


def _cloth(rng: np.random.Generator) -> np.ndarray:
    y, x = np.mgrid[0:PX, 0:PX]
    pitch = rng.uniform(3, 14)
    weave = np.sin(2 * np.pi * x / pitch) * np.sin(2 * np.pi * y / (pitch * rng.uniform(0.7, 1.4)))
    picture = colour(rng)[None, None] * (1 + rng.uniform(0.05, 0.35) * weave + 0.1 * noise(rng, PX / 3))[..., None]
    if rng.random() < 0.4:
        step = rng.integers(20, 90)
        bars = ((x // step) % 2 + (y // step) % 2)[..., None] / 2.0
        picture = picture * (1 - 0.5 * bars) + colour(rng)[None, None] * 0.5 * bars
    return turned(rng, np.clip(picture, 0, 1))


def _carpet(rng: np.random.Generator) -> np.ndarray:
    coarse = noise(rng, PX / rng.uniform(4, 10))
    dots = np.clip(coarse * rng.uniform(0.6, 3), -1, 1)[..., None]
    a, b = colour(rng), colour(rng)
    if rng.random() < 0.5:
        b = np.clip(a * rng.uniform(0.2, 2.5), 0.01, 0.9)
    fuzz = (1 + 0.2 * noise(rng, PX / 2))[..., None]
    return np.clip((a * (0.5 + dots / 2) + b * (0.5 - dots / 2)) * fuzz, 0, 1)


def _mixed(rng: np.random.Generator) -> np.ndarray:
    """Like a photograph of anything: colours and edges at all scales."""
    picture = np.zeros((PX, PX, 3))
    for cells in (3, 8, 20, 60, 200):
        mask = (noise(rng, cells) > rng.uniform(-0.5, 1.2)).astype(np.float32)
        mask = cv2.GaussianBlur(mask, (0, 0), float(rng.uniform(0.6, 4)))[..., None]
        picture = picture * (1 - mask) + colour(rng)[None, None] * mask
    return picture * (1 + 0.08 * noise(rng, PX / 3))[..., None]
