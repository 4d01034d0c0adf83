"""Trains the finder.

python -m tests.training.train_finder SCENES DATA OUT.pt --steps 6000 --hold "tray wood,d6_matteop" --seed 1"""

from __future__ import annotations

import cv2
import numpy as np
import torch

from tests.training.course import course, feed
from tests.training.finder import Finder, loss
from tests.training.options import options
from tests.training.pictures import Example
from tests.training.sources import gather
from tests.training.windows import window

BATCH = 16

Batch = tuple[torch.Tensor, dict[str, torch.Tensor]]


def batch(rng: np.random.Generator, examples: list[Example], odds: np.ndarray) -> Batch:
    """BATCH windows and their goals, as `loss` takes them."""
    chosen = rng.choice(len(examples), BATCH, p=odds)
    pairs = [window(rng, examples[i]) for i in chosen]
    pictures = np.stack([p for p, _ in pairs]).transpose(0, 3, 1, 2)
    goals = [g for _, g in pairs]
    at = [(k, *spot) for k, g in enumerate(goals) for spot in g.at]
    return torch.from_numpy(np.ascontiguousarray(pictures)).float() / 127.5 - 1, {
        "heat": torch.from_numpy(np.stack([g.heat for g in goals])).float(),
        "care": torch.from_numpy(np.stack([g.care for g in goals])).float(),
        "at": torch.tensor(at or np.zeros((0, 3)), dtype=torch.long).reshape(-1, 3),
        "rest": torch.tensor([r for g in goals for r in g.rest], dtype=torch.float32).reshape(-1, 5),
        "hand": torch.from_numpy(np.stack([g.hand for g in goals])).float(),
        "face": torch.tensor([f for g in goals for f in g.faces], dtype=torch.long),
    }


def main() -> None:
    """Trains and saves."""
    o = options(steps=6000)
    torch.manual_seed(o.seed)
    torch.set_num_threads(o.threads)
    cv2.setNumThreads(1)
    examples, odds = gather(o.scenes, o.data, o.hold)
    print(len(examples), "pictures", flush=True)
    net = Finder()
    if o.start:
        net.load_state_dict(torch.load(o.start))
    net = net.to(memory_format=torch.channels_last)
    adam = torch.optim.AdamW(net.parameters(), lr=o.rate, weight_decay=1e-3)

    def lesson(made: Batch) -> tuple[torch.Tensor, list[float]]:
        with torch.autocast("cpu", dtype=torch.bfloat16):
            out = net(made[0].contiguous(memory_format=torch.channels_last))
        return loss(out.float(), made[1])

    def save() -> None:
        torch.save(net.state_dict(), o.out)

    with feed(lambda rng: batch(rng, examples, odds), o.seed) as ready:
        course(o, adam, ready, lesson, save, "heat, rest, face, hand", clip=5.0)


if __name__ == "__main__":
    main()
