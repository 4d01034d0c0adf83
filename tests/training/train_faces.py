"""Trains the face network on crops of all examples.

python -m tests.training.train_faces SCENES DATA OUT.pt --steps 12000 --hold "tray wood,d6_matteop" --seed 1"""

from __future__ import annotations

import math
import queue
import threading
import time
from dataclasses import dataclass, replace

import cv2
import numpy as np
import torch
from torch.nn import functional as F

from tests.training import faces as art
from tests.training.augment import lit
from tests.training.face_net import BODIES, COVER, FACES, SIZE, FaceNet, Signatures
from tests.training.options import options
from tests.training.pictures import IGNORED, Example, shrunk
from tests.training.sources import gather
from tests.training.truth import COVERED, FLAT, NUMBER_OF, Truth
from vision.dice.face import CLOSER
from vision.dice.finder import Finder
from vision.dice.names import BODIES as SHAPES

KEPT, WIDE = 128, 2.9  # crops are kept this many pixels and sides wide, to be turned and shifted in training
BATCH = 128
MISTAKES = 6  # at most so many of a finder's mistakes a picture
OTHER, NOTHING = NUMBER_OF["other"], NUMBER_OF["nothing"]
NO_BODY = SHAPES.index("nothing")
D12 = SHAPES.index("d12")


@dataclass
class Crop:
    """The surroundings of a place (KEPT, KEPT, 3); `away` are its middle's offsets to all dice in it, in sides."""

    picture: np.ndarray
    face: int  # -1: not to be learnt from
    glyph: int
    shape: int
    state: int  # -1: not to be learnt from
    weight: float


def crops(rng: np.random.Generator, example: Example, share: float, finder: Finder) -> list[Crop]:
    """A crop of each die of an example, as many beside them, some of empty table, and what a finder of the round
    before takes for dice: tokens, coins, cards, the sides of dice."""
    picture = example.picture()
    found = _mistaken(picture, example, share, finder) if example.whole else []
    for die in example.dice:
        if die.visible < 0.2:
            continue
        found.append(_of(picture, die, share))
        if die.shape == D12:  # its top is small: it is looked at closer as well
            found.append(_of(picture, replace(die, side=CLOSER * die.side), 1.5 * share))
        if example.whole or rng.random() < 0.5:
            a, far = rng.uniform(0, 2 * math.pi), rng.uniform(0.42, 1.0) * die.side
            spot = die.center + far * np.array([math.cos(a), math.sin(a)])
            if _free(example, spot, 0.38):
                found.append(_nothing(picture, spot, die.side * math.exp(rng.normal(0, 0.2)), 0.5 * share))
    if example.whole:
        height, width = picture.shape[:2]
        for _ in range(2):
            spot, side = rng.uniform(0, 1, 2) * (width, height), math.exp(rng.uniform(math.log(20), math.log(100)))
            if _free(example, spot, 0.4):
                found.append(_nothing(picture, spot, side, 0.35 * share))
    return found


def _mistaken(picture: np.ndarray, example: Example, share: float, finder: Finder) -> list[Crop]:
    small, scale = shrunk(picture)
    wrong = []
    for spot in finder.find(small):
        if _free(example, spot.center / scale, 0.4) and len(wrong) < MISTAKES:
            wrong.append(_nothing(picture, spot.center / scale, spot.side / scale, 0.7 * share))
    return wrong


def _free(example: Example, spot: np.ndarray, gap: float) -> bool:
    return all(np.hypot(*(spot - d.center)) > gap * d.side for d in example.dice)


def _of(picture: np.ndarray, die: Truth, share: float) -> Crop:
    certain = die.state == FLAT or (die.state == COVERED and die.visible > 0.75)
    state = -1 if die.state == IGNORED else die.state
    certain = certain or (die.state == IGNORED and die.face >= 0)
    unsure_value = die.face < 0 or not certain
    rare = 1.6 if art.NAMES[max(die.face, 0)] in art.SYMBOLS or die.shape == 1 else 1.0
    return Crop(
        cut(picture, die.center, die.side), -1 if unsure_value else die.face, die.glyph, die.shape, state, share * rare
    )


def _nothing(picture: np.ndarray, spot: np.ndarray, side: float, share: float) -> Crop:
    return Crop(cut(picture, spot, side), NOTHING, -1, NO_BODY, -1, share)


def cut(picture: np.ndarray, center: np.ndarray, side: float, size: int = KEPT, wide: float = WIDE) -> np.ndarray:
    """(size, size, 3) around `center`, `wide` sides wide."""
    step = wide * side / size
    shrink = 1.0
    while step > 1.6:
        picture = cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        step, shrink = step / 2, shrink / 2
    spot = (np.asarray(center) + 0.5) * shrink - 0.5
    matrix = np.array([[step, 0, spot[0] - step * (size - 1) / 2], [0, step, spot[1] - step * (size - 1) / 2]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpAffine(picture, matrix, (size, size), flags=flags, borderMode=cv2.BORDER_REPLICATE)


def view(rng: np.random.Generator, crop: Crop) -> np.ndarray:
    """The crop as the network sees it: turned at random, a little off."""
    a, zoom = rng.uniform(0, 2 * math.pi), math.exp(np.clip(rng.normal(0, 0.09), -0.22, 0.22))
    step = COVER / WIDE * KEPT / SIZE * zoom
    shift = rng.normal(0, 0.035, 2) * KEPT / WIDE
    stretch = math.exp(rng.normal(0, 0.05))
    turn = step * np.array([[math.cos(a), -math.sin(a)], [math.sin(a), math.cos(a)]]) @ np.diag([stretch, 1 / stretch])
    offset = np.full(2, (KEPT - 1) / 2) + shift - turn @ np.full(2, (SIZE - 1) / 2)
    picture = crop.picture
    if rng.random() < 0.25:  # fewer pixels than the crop has
        small = int(rng.uniform(26, 60) * WIDE / COVER)
        picture = cv2.resize(cv2.resize(picture, (small, small), interpolation=cv2.INTER_AREA), (KEPT, KEPT))
    seen = cv2.warpAffine(
        picture,
        np.column_stack([turn, offset]),
        (SIZE, SIZE),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return lit(rng, seen)


def batch(rng: np.random.Generator, pool: list[Crop], odds: np.ndarray) -> tuple[torch.Tensor, ...]:
    """BATCH views with face, shape, state and kind, -1 where not to be learnt."""
    chosen = np.searchsorted(odds, rng.random(BATCH))
    picked = [pool[min(i, len(pool) - 1)] for i in chosen]
    pictures = np.stack([view(rng, c) for c in picked]).transpose(0, 3, 1, 2)
    kinds = [c.face if c.face != OTHER else (FACES + c.glyph if c.glyph >= 0 else -1) for c in picked]
    goals = ([c.face for c in picked], [c.shape for c in picked], [c.state for c in picked], kinds)
    x = torch.from_numpy(np.ascontiguousarray(pictures)).float() / 127.5 - 1
    return (x, *(torch.tensor(g, dtype=torch.long) for g in goals))


def losses(logits, signatures, table: Signatures, face, shape, state, kind):
    """Of the four tasks."""

    def known(out: torch.Tensor, goal: torch.Tensor) -> torch.Tensor:
        good = goal >= 0
        return F.cross_entropy(out[good], goal[good], label_smoothing=0.02) if good.any() else out.sum() * 0

    parts = logits.split([FACES, BODIES, logits.shape[1] - FACES - BODIES], dim=1)
    named = kind >= 0
    return (
        known(parts[0], face),
        known(parts[1], shape),
        known(parts[2], state),
        table(signatures[named], kind[named]),
    )


def main() -> None:
    """Trains and saves."""
    o = options(steps=8000)
    torch.manual_seed(o.seed)
    torch.set_num_threads(o.threads)
    cv2.setNumThreads(1)
    rng = np.random.default_rng(o.seed)
    examples, shares = gather(o.scenes, o.data, o.hold)
    finder = Finder()
    pool = [
        c for e, s in zip(examples, shares, strict=True) for c in crops(rng, e, s / max(len(e.dice), 1) ** 0.6, finder)
    ]
    odds = np.cumsum([c.weight for c in pool])
    odds /= odds[-1]
    print(len(examples), "pictures", len(pool), "crops", flush=True)
    net, table = FaceNet(), Signatures()
    if o.start:
        saved = torch.load(o.start)
        net.load_state_dict(saved["net"])
        table.load_state_dict(saved["table"])
    net = net.to(memory_format=torch.channels_last)
    adam = torch.optim.AdamW([*net.parameters(), *table.parameters()], lr=o.rate, weight_decay=5e-3)
    plan = torch.optim.lr_scheduler.OneCycleLR(adam, o.rate, total_steps=o.steps, pct_start=0.1)
    stop, ready = threading.Event(), queue.Queue(8)

    def work() -> None:
        own = np.random.default_rng(o.seed + 1)
        while not stop.is_set():
            ready.put(batch(own, pool, odds))

    threading.Thread(target=work, daemon=True).start()
    told, began = np.zeros(5), time.time()
    for step in range(o.steps):
        x, *goals = ready.get()
        logits, signatures = net(x.contiguous(memory_format=torch.channels_last))
        parts = losses(logits, signatures, table, *goals)
        total = parts[0] + 0.3 * parts[1] + 0.5 * parts[2] + 0.3 * parts[3]
        adam.zero_grad()
        total.backward()
        adam.step()
        plan.step()
        right = float((logits[:, :FACES].argmax(1) == goals[0])[goals[0] >= 0].float().mean())
        told = 0.98 * told + 0.02 * np.array([*(p.item() for p in parts), right])
        if step % 100 == 99:
            print(f"{step + 1} {time.time() - began:.0f} s  " + " ".join(f"{v:.3f}" for v in told), flush=True)
        if step % 1000 == 999 or step == o.steps - 1:
            torch.save({"net": net.state_dict(), "table": table.state_dict()}, o.out)
    stop.set()


if __name__ == "__main__":
    main()
