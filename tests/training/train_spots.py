"""Learns the network anew that says where on a flat pitch a base may stand: `python -m tests.training.train_spots
PITCHES LENS OUT.onnx`. Colours are turned, pictures flipped, light and noise changed. `--fold K` leaves every third
picture from the K-th on out."""

from __future__ import annotations

import json
import pathlib

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from tests.training.options import pitch_options
from vision.picture import read_picture
from vision.ruler.flat import lay_flat
from vision.ruler.lens import load_lens
from vision.ruler.pitch import load_pitch
from vision.ruler.pose import find_pose
from vision.ruler.spots import STRIDE, shrunk, to_cells

CROP, BATCH, WIDTH = 192, 6, 16


def network() -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(3, WIDTH // 2, 5, stride=STRIDE, padding=2),
        nn.ReLU(),
        nn.Conv2d(WIDTH // 2, WIDTH, 3, padding=1),
        nn.ReLU(),
        nn.Conv2d(WIDTH, WIDTH, 3, padding=2, dilation=2),
        nn.ReLU(),
        nn.Conv2d(WIDTH, WIDTH, 3, padding=2, dilation=2),
        nn.ReLU(),
        nn.Conv2d(WIDTH, 1, 3, padding=1),
    )


def examples(
    folder: pathlib.Path, lens_file: pathlib.Path, fold: int | None
) -> list[tuple[torch.Tensor, torch.Tensor]]:
    """Flat pictures (3, H, W), and where bases stand in them (N, 2) in cells."""
    lens, pitch, found = load_lens(lens_file), load_pitch(folder / "pitch.toml"), []
    for number, line in enumerate((folder / "truth.jsonl").read_text().splitlines()):
        if fold is not None and number % 3 == fold:
            continue
        truth = json.loads(line)
        image = read_picture(folder / truth["image"])
        flat = lay_flat(image, find_pose(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), lens, pitch), pitch)
        cells = to_cells(flat, np.array([m["centre_mm"] for m in truth["minis"]]))
        found.append((torch.from_numpy(shrunk(flat).transpose(2, 0, 1).copy()), torch.from_numpy(cells).float()))
    return found


def target(cells: torch.Tensor, shape: tuple[int, int]) -> torch.Tensor:
    y, x = torch.meshgrid(torch.arange(shape[0]), torch.arange(shape[1]), indexing="ij")
    off = (x[None] - cells[:, 0, None, None]) ** 2 + (y[None] - cells[:, 1, None, None]) ** 2
    return torch.exp(-off / 1.5).amax(dim=0)


def changed(picture: torch.Tensor) -> torch.Tensor:
    """Other colours, other light, other noise."""
    y, r, b = picture
    turn, mix = torch.rand(()) * 2 * torch.pi, (torch.rand(2) - 0.5) * 0.4
    strength = torch.rand(()) * 0.8 + 0.6
    y = (y + mix[0] * r + mix[1] * b) * (torch.rand(()) * 0.9 + 0.5) + (torch.rand(()) - 0.5) * 0.1
    turned = [torch.cos(turn) * r - torch.sin(turn) * b, torch.sin(turn) * r + torch.cos(turn) * b]
    return torch.stack([y, *(strength * t for t in turned)]) + torch.randn_like(picture) * torch.rand(()) * 0.02


def crop(example: tuple[torch.Tensor, torch.Tensor], chance: np.random.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    picture, cells = example
    top, left = (int(chance.integers(0, (side - CROP) // STRIDE)) * STRIDE for side in picture.shape[1:])
    size = CROP // STRIDE
    wanted = target(cells - torch.tensor([left / STRIDE, top / STRIDE]), (size, size))
    part = picture[:, top : top + CROP, left : left + CROP]
    part = changed(part) if chance.random() < 0.7 else part
    if chance.random() < 0.5:
        part, wanted = part.transpose(1, 2), wanted.T
    return part, wanted


def learn(found: list[tuple[torch.Tensor, torch.Tensor]], steps: int) -> nn.Sequential:
    torch.manual_seed(1)
    chance, net = np.random.default_rng(1), network()
    nn.init.constant_(net[-1].bias, -4.0)
    tuner = torch.optim.AdamW(net.parameters(), 4e-3, weight_decay=1e-3)
    pace = torch.optim.lr_scheduler.OneCycleLR(tuner, 6e-3, total_steps=steps)
    for step in range(steps):
        parts, wanted = zip(*(crop(found[int(chance.integers(len(found)))], chance) for _ in range(BATCH)), strict=True)
        said, hoped = net(torch.stack(parts))[:, 0], torch.stack(wanted)
        sure = torch.sigmoid(said)
        there = hoped > 0.7
        loss = -(F.logsigmoid(said) * (1 - sure) ** 2)[there].sum()
        loss = loss - (F.logsigmoid(-said) * sure**2 * (1 - hoped) ** 4)[~there].sum()
        loss = loss / max(int(there.sum()), 1)
        tuner.zero_grad()
        loss.backward()
        tuner.step()
        pace.step()
        if step % 100 == 0:
            print(f"step {step}: {loss.item():.3f}", flush=True)
    return net


def main() -> None:
    given = pitch_options(__doc__, "steps", 900)
    torch.set_num_threads(1)
    net = learn(examples(given.pitches, given.lens, given.fold), given.steps).eval()
    torch.onnx.export(net, torch.zeros(1, 3, 352, 480), str(given.out), input_names=["flat"], dynamo=False)


if __name__ == "__main__":
    main()
