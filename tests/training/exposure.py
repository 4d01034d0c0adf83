"""Exposures: from linear light to the photograph of a cheap camera."""

from __future__ import annotations

import cv2
import numpy as np


def photograph(rng: np.random.Generator, light: np.ndarray) -> np.ndarray:
    """What a cheap camera makes of linear RGB light (H, W, 3): BGR uint8."""
    image = _exposed(rng, light)
    if rng.random() < 0.4:
        image = _vignetted(rng, image)
    image = _blurred(rng, image)
    noise = float(rng.choice([0.004, 0.01, 0.025]))
    image = image + noise * np.sqrt(np.clip(image, 0.02, 1)) * rng.standard_normal(image.shape)
    return _coded(rng, _sharpened(rng, _coloured(rng, _toned(rng, image))))


def _exposed(rng: np.random.Generator, light: np.ndarray) -> np.ndarray:
    level = np.percentile(light, 90) if rng.random() < 0.5 else light.mean() * 2.2
    return light / (level + 1e-6) * rng.uniform(0.28, 1.15) * np.clip(1 + rng.normal(0, 0.1, 3), 0.7, 1.35)


def _vignetted(rng: np.random.Generator, image: np.ndarray) -> np.ndarray:
    y, x = np.mgrid[-1 : 1 : image.shape[0] * 1j, -1 : 1 : image.shape[1] * 1j]
    return image * (1 - rng.uniform(0, 0.35) * (x * x + y * y))[..., None]


def _blurred(rng: np.random.Generator, image: np.ndarray) -> np.ndarray:
    """Out of focus, now and then also moved."""
    blur = float(rng.choice([rng.uniform(0.4, 0.9), rng.uniform(0.5, 1.8)]))
    image = cv2.GaussianBlur(image.astype(np.float32), (0, 0), blur)
    if rng.random() < 0.06:
        n, a = int(rng.integers(3, 9)), rng.uniform(0, np.pi)
        kernel, c = np.zeros((n, n), np.float32), (n - 1) / 2
        start, end = ((round(c + s * c * np.cos(a)), round(c + s * c * np.sin(a))) for s in (-1, 1))
        cv2.line(kernel, start, end, 1)
        image = cv2.filter2D(image, -1, kernel / kernel.sum())
    return image


def _toned(rng: np.random.Generator, image: np.ndarray) -> np.ndarray:
    """Gamma, and for half the cameras an S curve."""
    out = np.clip(image, 0, None) ** (1 / rng.uniform(1.7, 2.5))
    out = np.clip(out, 0, 1)
    if rng.random() < 0.5:
        s = rng.uniform(0, 0.6)
        out = out * (1 - s) + s * (3 * out**2 - 2 * out**3)
    return out


def _coloured(rng: np.random.Generator, image: np.ndarray) -> np.ndarray:
    grey = image.mean(axis=2, keepdims=True)
    return grey + (image - grey) * (0 if rng.random() < 0.05 else rng.uniform(0.7, 1.35))


def _sharpened(rng: np.random.Generator, image: np.ndarray) -> np.ndarray:
    if rng.random() >= 0.5:
        return image
    strength, sigma = rng.uniform(0, 1.2), rng.uniform(0.8, 2)
    return image + strength * (image - cv2.GaussianBlur(image.astype(np.float32), (0, 0), sigma))


def _coded(rng: np.random.Generator, image: np.ndarray) -> np.ndarray:
    picture = (np.clip(image, 0, 1)[..., ::-1] * 255).astype(np.uint8)
    coded = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(55, 97))])[1]
    return cv2.imdecode(coded, cv2.IMREAD_COLOR)
