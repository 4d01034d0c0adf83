"""Which pictures a training sees, and how often."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from tests.training.photographs import photographs
from tests.training.pictures import Example, frames, made, trays


def _by_group(examples: Iterable[Example]) -> list[list[Example]]:
    groups: dict[str, list[Example]] = {}
    for example in examples:
        groups.setdefault(example.group, []).append(example)
    return list(groups.values())


def gather(scenes: Path, data: Path, hold: Sequence[str]) -> tuple[list[Example], np.ndarray]:
    """All examples but those of groups that contain a text of `hold`, and the odds (N,) of drawing each."""
    parts = [
        (list(made(scenes)), 0.6),
        (list(trays(data)), 0.2),
        (list(frames(data, "rolls", 2)), 0.04),
        (list(frames(data, "demo", 2)), 0.04),
        *((group, 0.12 * len(group) ** 0.5 / 60) for group in _by_group(photographs(data))),
    ]
    examples, odds = [], []
    for found, share in parts:
        kept = [e for e in found if not any(h in e.group for h in hold)]
        examples += kept
        odds += [share / max(len(kept), 1)] * len(kept)
    weights = np.array(odds)
    return examples, weights / weights.sum()
