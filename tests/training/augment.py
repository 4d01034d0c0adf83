"""What lamps and cameras do to a picture, cheaply: for training."""

from __future__ import annotations

import cv2
import numpy as np


def lit(rng: np.random.Generator, picture: np.ndarray) -> np.ndarray:
    """A BGR picture uint8 under another lamp, seen by another camera."""
    if rng.random() < 0.15:
        return picture
    gain = np.exp(rng.normal(0, 0.22)) * np.exp(rng.normal(0, 0.07, 3))
    curve = np.linspace(0, 1, 256)[:, None] ** np.exp(rng.normal(0, 0.2)) * gain[None]
    lift = rng.uniform(-0.04, 0.08) if rng.random() < 0.4 else 0.0
    table = (np.clip(curve * (1 - lift) + lift, 0, 1) * 255).astype(np.uint8).reshape(1, 256, 3)
    out = cv2.LUT(picture, table)
    if rng.random() < 0.08:
        out = np.repeat(cv2.cvtColor(out, cv2.COLOR_BGR2GRAY)[..., None], 3, axis=2)
    if rng.random() < 0.3:
        out = cv2.GaussianBlur(out, (0, 0), float(rng.uniform(0.3, 1.3)))
    if rng.random() < 0.3:
        out = np.clip(out + rng.normal(0, rng.uniform(1, 9), out.shape), 0, 255).astype(np.uint8)
    if rng.random() < 0.25:
        coded = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(30, 90))])[1]
        out = cv2.imdecode(coded, cv2.IMREAD_COLOR)
    return out
