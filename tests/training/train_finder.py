"""Trains the finder.

python -m tests.training.train_finder SCENES DATA OUT.pt --minutes 25 --hold "tray wood,d6_matteop" --seed 1"""

from __future__ import annotations

import math
import queue
import threading
import time

import cv2
import numpy as np
import torch

from tests.training.augment import lit
from tests.training.finder import SIDES, STRIDE, Finder, loss
from tests.training.options import options
from tests.training.pictures import IGNORED, Example
from tests.training.sources import gather
from tests.training.truth import COVERED, FLAT

SIZE, BATCH = 256, 16
CELLS = SIZE // STRIDE


def sample(rng: np.random.Generator, example: Example) -> tuple[np.ndarray, dict]:
    """One window (SIZE, SIZE, 3) of a picture, turned and scaled, with its goals."""
    picture = example.picture()
    height, width = picture.shape[:2]
    if example.dice and rng.random() < 0.9:
        die = example.dice[rng.integers(len(example.dice))]
        scale = math.exp(rng.uniform(math.log(SIDES[0]), math.log(SIDES[1]))) / die.side
        middle = die.center + rng.uniform(-0.5, 0.5, 2) * SIZE * 0.9 / scale
    else:
        scale = math.exp(rng.uniform(math.log(0.25), math.log(1.2))) * 640 / max(height, width)
        middle = rng.uniform(0, 1, 2) * (width, height)
    scale = float(np.clip(scale, 0.02, 2.5))
    if scale < 0.7:
        shrink = 2.0 ** round(math.log2(scale) - 0.3)
        if shrink < 1:
            picture = cv2.resize(picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    else:
        shrink = 1.0
    a = rng.uniform(0, 2 * math.pi) if rng.random() < 0.7 else 0.0
    stretch = 1.0 if rng.random() < 0.6 else rng.uniform(0.85, 1.18)
    turn = scale * np.array([[math.cos(a), -math.sin(a)], [math.sin(a), math.cos(a)]]) @ np.diag([stretch, 1 / stretch])
    matrix = np.column_stack([turn / shrink, SIZE / 2 - turn @ middle])
    border = cv2.BORDER_CONSTANT if rng.random() < 0.5 else cv2.BORDER_REFLECT_101
    if border == cv2.BORDER_REFLECT_101 and not _inside(turn, middle, width, height):
        border = cv2.BORDER_CONSTANT
    window = cv2.warpAffine(picture, matrix, (SIZE, SIZE), flags=cv2.INTER_LINEAR, borderMode=border)
    return lit(rng, window), _goals(example, turn, middle, scale, a)


def _inside(turn, middle, width, height) -> bool:
    corners = np.linalg.inv(turn) @ (np.array([[-1, 1, 1, -1], [-1, -1, 1, 1]]) * SIZE / 2) + middle[:, None]
    return bool((corners > 0).all() and (corners[0] < width).all() and (corners[1] < height).all())


def _goals(example: Example, turn: np.ndarray, middle: np.ndarray, scale: float, angle: float) -> dict:
    heat = np.zeros((CELLS, CELLS), np.float32)
    care = np.ones((CELLS, CELLS), np.float32)
    if not example.whole:
        care[:] = 0
    at, rest, faces = [], [], []
    y, x = np.mgrid[0:CELLS, 0:CELLS]
    for die in example.dice:
        spot = (turn @ (die.center - middle) + SIZE / 2 + 0.5) / STRIDE - 0.5
        side = die.side * scale
        near = (x - spot[0]) ** 2 + (y - spot[1]) ** 2
        if not example.whole:
            care[near < (0.75 * side / STRIDE) ** 2] = 1
        hidden = die.visible < 0.35
        odd = not SIDES[0] * 0.94 < side < SIDES[1] * 1.06
        if hidden or odd:
            if hidden or SIDES[0] * 0.6 < side < SIDES[1] * 1.5:
                care[near < (0.6 * side / STRIDE) ** 2] = 0
            continue
        col, row = round(spot[0]), round(spot[1])
        if not (0 <= col < CELLS and 0 <= row < CELLS):
            continue
        sigma = max(0.16 * side / STRIDE, 0.55)
        heat = np.maximum(heat, np.exp(-near / (2 * sigma * sigma)))
        heat[row, col] = 1.0
        care[row, col] = 1.0
        yaw = 4 * (die.yaw + angle)
        flat = die.shape == 0 and not math.isnan(die.yaw)
        at.append((row, col))
        rest.append(
            (
                spot[0] - col,
                spot[1] - row,
                math.log(side / 32),
                math.cos(yaw) if flat else math.nan,
                math.sin(yaw) if flat else math.nan,
            )
        )
        readable = die.state in (FLAT, COVERED, IGNORED) and die.visible > 0.8 and side > 20
        faces.append(die.face if readable else -1)
    return {"heat": heat, "care": care, "at": at, "rest": rest, "face": faces}


def batch(rng: np.random.Generator, examples: list[Example], odds: np.ndarray) -> tuple[torch.Tensor, dict]:
    """BATCH windows and their goals."""
    chosen = rng.choice(len(examples), BATCH, p=odds)
    pairs = [sample(rng, examples[i]) for i in chosen]
    pictures = np.stack([p for p, _ in pairs]).transpose(0, 3, 1, 2)
    goals = [g for _, g in pairs]
    at = [(k, *spot) for k, g in enumerate(goals) for spot in g["at"]]
    return torch.from_numpy(np.ascontiguousarray(pictures)).float() / 127.5 - 1, {
        "heat": torch.from_numpy(np.stack([g["heat"] for g in goals])).float(),
        "care": torch.from_numpy(np.stack([g["care"] for g in goals])).float(),
        "at": torch.tensor(at or np.zeros((0, 3)), dtype=torch.long).reshape(-1, 3),
        "rest": torch.tensor([r for g in goals for r in g["rest"]], dtype=torch.float32).reshape(-1, 5),
        "face": torch.tensor([f for g in goals for f in g["face"]], dtype=torch.long),
    }


def feed(examples: list[Example], odds: np.ndarray, seed: int, stop: threading.Event) -> queue.Queue:
    """Batches made beside the training, in an order given by the seed."""
    ready: queue.Queue = queue.Queue(8)

    def work() -> None:
        rng = np.random.default_rng(seed)
        while not stop.is_set():
            ready.put(batch(rng, examples, odds))

    threading.Thread(target=work, daemon=True).start()
    return ready


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
    plan = torch.optim.lr_scheduler.OneCycleLR(adam, o.rate, total_steps=o.steps, pct_start=0.1)
    stop = threading.Event()
    ready = feed(examples, odds, o.seed, stop)
    told, began = np.zeros(3), time.time()
    for step in range(o.steps):
        pictures, goals = ready.get()
        total, parts = loss(net(pictures.contiguous(memory_format=torch.channels_last)), goals)
        adam.zero_grad()
        total.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        adam.step()
        plan.step()
        told = 0.98 * told + 0.02 * np.array(parts)
        if step % 100 == 99:
            parts_told = " ".join(f"{v:.3f}" for v in told)
            print(f"{step + 1} {time.time() - began:.0f} s  heat, rest, face {parts_told}", flush=True)
        if step % 1000 == 999 or step == o.steps - 1:
            torch.save(net.state_dict(), o.out)
    stop.set()


if __name__ == "__main__":
    main()
