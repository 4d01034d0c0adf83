"""Trains the face network on crops of all examples.

python -m tests.training.train_faces SCENES DATA OUT.pt --steps 12000 --hold "tray wood,d6_matteop" --seed 1"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np
import torch
from torch.nn import functional as F

from tests.training.course import course, feed
from tests.training.crops import Crop, crops, view
from tests.training.face_net import BODIES, FACES, POSE, STATES, FaceNet, Signatures
from tests.training.options import options
from tests.training.sources import gather
from tests.training.truth import NUMBER_OF
from vision.dice.finder import Finder

BATCH = 128
OTHER = NUMBER_OF["other"]
WEIGHTS = torch.tensor([3.0, 3.0, 1.5, 0.3, 0.3, 0.3, 0.3, 1.5, 1.5])  # of the parts of a pose


def batch(rng: np.random.Generator, pool: list[Crop], odds: np.ndarray) -> tuple[torch.Tensor, ...]:
    """BATCH views with face, shape, state and kind, -1 where not to be learnt, and pose, NaN where not."""
    chosen = np.searchsorted(odds, rng.random(BATCH))
    picked = [pool[min(i, len(pool) - 1)] for i in chosen]
    views = [view(rng, c) for c in picked]
    faces = [v.face for v in views]
    kinds = [f if f != OTHER else (FACES + c.glyph if c.glyph >= 0 else -1) for f, c in zip(faces, picked, strict=True)]
    goals = (faces, [c.shape for c in picked], [c.state for c in picked], kinds)
    pictures = np.stack([v.picture for v in views]).transpose(0, 3, 1, 2)
    x = torch.from_numpy(np.ascontiguousarray(pictures)).float() / 127.5 - 1
    pose = torch.from_numpy(np.stack([v.pose for v in views]).astype(np.float32))
    return (x, *(torch.tensor(g, dtype=torch.long) for g in goals), pose)


def losses(
    logits: torch.Tensor, signatures: torch.Tensor, table: Signatures, goals: list[torch.Tensor]
) -> tuple[torch.Tensor, ...]:
    """Of the five tasks: face, shape, state, kind and pose."""
    face, shape, state, kind, pose = goals

    def known(out: torch.Tensor, goal: torch.Tensor) -> torch.Tensor:
        good = goal >= 0
        return F.cross_entropy(out[good], goal[good], label_smoothing=0.02) if good.any() else out.sum() * 0

    parts = logits.split([FACES, BODIES, STATES, POSE], dim=1)
    named, placed = kind >= 0, (~torch.isnan(pose)).float()
    off = F.smooth_l1_loss(parts[3], torch.nan_to_num(pose), reduction="none", beta=0.05) * placed * WEIGHTS
    return (
        known(parts[0], face),
        known(parts[1], shape),
        known(parts[2], state),
        table(signatures[named], kind[named]),
        off.sum() / placed.any(dim=1).sum().clamp(min=1),
    )


def collected(o: argparse.Namespace) -> tuple[list[Crop], np.ndarray]:
    """The crops of all examples, and the odds of drawing one of those up to each (N,)."""
    rng, finder = np.random.default_rng(o.seed), Finder()
    examples, shares = gather(o.scenes, o.data, o.hold)
    pool = []
    for example, share in zip(examples, shares, strict=True):
        pool += crops(rng, example, share / max(len(example.dice), 1) ** 0.6, finder)
    odds = np.cumsum([c.weight for c in pool])
    print(len(examples), "pictures", len(pool), "crops", flush=True)
    return pool, odds / odds[-1]


def networks(start: Path | None) -> tuple[FaceNet, Signatures]:
    """New ones, or those whose weights are saved in the file `start`."""
    net, table = FaceNet(), Signatures()
    if start:
        saved = torch.load(start)
        net.load_state_dict(saved["net"])
        table.load_state_dict(saved["table"])
    return net.to(memory_format=torch.channels_last), table


def main() -> None:
    """Trains and saves."""
    o = options(steps=8000)
    torch.manual_seed(o.seed)
    torch.set_num_threads(o.threads)
    cv2.setNumThreads(1)
    pool, odds = collected(o)
    net, table = networks(o.start)
    adam = torch.optim.AdamW([*net.parameters(), *table.parameters()], lr=o.rate, weight_decay=5e-3)

    def lesson(made: tuple[torch.Tensor, ...]) -> tuple[torch.Tensor, list[float]]:
        x, *goals = made
        with torch.autocast("cpu", dtype=torch.bfloat16):
            logits, signatures = net(x.contiguous(memory_format=torch.channels_last))
        logits, signatures = logits.float(), signatures.float()
        parts = losses(logits, signatures, table, goals)
        right = float((logits[:, :FACES].argmax(1) == goals[0])[goals[0] >= 0].float().mean())
        total = parts[0] + 0.3 * parts[1] + 0.8 * parts[2] + 0.3 * parts[3] + parts[4]
        return total, [*(p.item() for p in parts), right]

    def save() -> None:
        torch.save({"net": net.state_dict(), "table": table.state_dict()}, o.out)

    with feed(lambda rng: batch(rng, pool, odds), o.seed + 1) as ready:
        course(o, adam, ready, lesson, save, "face, shape, state, signature, pose, right")


if __name__ == "__main__":
    main()
