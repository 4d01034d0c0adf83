"""Courses: what both trainings do step by step."""

from __future__ import annotations

import argparse
import queue
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

import numpy as np
import torch

B = TypeVar("B")
TOLD, SAVED = 100, 1000  # every so many steps


@contextmanager
def feed(make: Callable[[np.random.Generator], B], seed: int) -> Iterator[queue.Queue[B]]:
    """Batches made beside the training, in an order given by the seed."""
    ready: queue.Queue[B] = queue.Queue(8)
    stop = threading.Event()

    def work() -> None:
        rng = np.random.default_rng(seed)
        while not stop.is_set():
            ready.put(make(rng))

    threading.Thread(target=work, daemon=True).start()
    try:
        yield ready
    finally:
        stop.set()


def course(
    o: argparse.Namespace,
    adam: torch.optim.Optimizer,
    ready: queue.Queue[B],
    lesson: Callable[[B], tuple[torch.Tensor, list[float]]],
    save: Callable[[], None],
    names: str,
    clip: float | None = None,
) -> None:
    """Takes `o.steps` steps down the loss that `lesson` gives for a batch, and tells a running mean of the figures
    called `names` that it gives too; `clip` is the largest norm of a gradient."""
    plan = torch.optim.lr_scheduler.OneCycleLR(adam, o.rate, total_steps=o.steps, pct_start=0.1)
    told, began = np.zeros(1), time.time()
    for step in range(1, o.steps + 1):
        total, figures = lesson(ready.get())
        adam.zero_grad()
        total.backward()
        if clip is not None:
            torch.nn.utils.clip_grad_norm_([p for group in adam.param_groups for p in group["params"]], clip)
        adam.step()
        plan.step()
        told = 0.98 * told + 0.02 * np.array(figures)
        if step % TOLD == 0:
            print(f"{step} {time.time() - began:.0f} s  {names}", *(f"{v:.3f}" for v in told), flush=True)
        if step % SAVED == 0 or step == o.steps:
            save()
