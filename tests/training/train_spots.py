"""Learns the networks anew that say where on a flat pitch bases may be, or, with `--loose`, tokens and balls:
`python -m tests.training.train_spots PITCHES LENS OUT.onnx`. Pieces of other pitches are laid on each, colours are
turned, pictures flipped, light and noise changed. `--hold window,dim` leaves the pictures in such light out, to be
judged on."""

from __future__ import annotations

import json
import pathlib
from collections.abc import Sequence

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from tests.training.options import pitch_options
from vision.picture import read_picture
from vision.ruler.closeup import Closeup
from vision.ruler.lens import load_lens
from vision.ruler.paper import white_paper
from vision.ruler.pitch import load_pitch
from vision.ruler.pose import find_pose
from vision.ruler.spots import BASES, LOOSE, STRIDE, Spotter, to_cells

COARSER, WIDTH = 2, 24
MIXED = 6  # pieces of other pitches, at most, that are laid on one
AROUND, APART = 15, 20  # pixels of half a piece with what surrounds it, and between the middles of pieces
CROP, BATCH = 161, 6  # odd: a cell lies in the middle of a pixel, also in a mirrored crop


def network(kinds: int) -> nn.Sequential:
    """Looks at every second pixel, and most of it at every fourth: its answers are then spread over STRIDE."""
    return nn.Sequential(
        nn.Conv2d(3, 8, 3, stride=STRIDE, padding=1),
        nn.ReLU(),
        nn.Conv2d(8, WIDTH, 3, stride=COARSER, padding=1),
        nn.ReLU(),
        nn.Conv2d(WIDTH, WIDTH, 3, padding=1),
        nn.ReLU(),
        nn.Conv2d(WIDTH, WIDTH, 3, padding=1),
        nn.ReLU(),
        nn.Conv2d(WIDTH, kinds * COARSER**2, 3, padding=1),
        nn.PixelShuffle(COARSER),
    )


_OFF = torch.linspace(-AROUND, AROUND, 2 * AROUND + 1)
_SOFT = ((AROUND - torch.hypot(_OFF[:, None], _OFF[None])) / 3).clamp(0, 1)

Example = tuple[torch.Tensor, list[torch.Tensor]]
"""A flat picture (3, H, W), and where pieces of each kind are in it, (N, 2) in cells."""


def examples(spotter: Spotter, folder: pathlib.Path, lens_file: pathlib.Path, hold: Sequence[str]) -> list[Example]:
    """The pitches that are learnt from."""
    lens, pitch, found = load_lens(lens_file), load_pitch(folder / "pitch.toml"), []
    for line in (folder / "truth.jsonl").read_text().splitlines():
        truth = json.loads(line)
        if truth["light"] in hold:
            continue
        image = read_picture(folder / truth["image"])
        pose = find_pose(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), lens, pitch)
        flat = spotter.sees(Closeup(image, pose, white_paper(image, pose, pitch)), pitch)
        kinds = (truth["minis"], truth["tokens"], [truth["ball"]])[: len(spotter.kinds)]
        cells = [to_cells(flat, np.array([piece["centre_mm"] for piece in pieces])) for pieces in kinds]
        found.append(
            (torch.from_numpy(flat.tones.transpose(2, 0, 1).copy()), [torch.from_numpy(c).float() for c in cells])
        )
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
    toned = lit(torch.stack([y, *(strength * t for t in turned)]))
    return toned + torch.randn_like(picture) * torch.rand(()) * 0.02


def lit(picture: torch.Tensor) -> torch.Tensor:
    """With light that falls off to one side, and, now and then, the reflection of a lamp."""
    down, right = torch.meshgrid(*(torch.linspace(-1, 1, side) for side in picture.shape[1:]), indexing="ij")
    slope = (torch.rand(2) - 0.5) * 0.6
    picture = picture * (1 + slope[0] * down + slope[1] * right)
    if torch.rand(()) > 0.3:
        return picture
    middle, size = torch.rand(2) * 2 - 1, torch.rand(()) * 0.3 + 0.1
    glare = torch.rand(()) * torch.exp(-((down - middle[0]) ** 2 + (right - middle[1]) ** 2) / size**2)
    return picture * (1 - 0.5 * glare) + glare * torch.tensor([0.6, 0.0, 0.0])[:, None, None]


def mixed(found: list[Example], number: int, chance: np.random.Generator) -> Example:
    """A pitch with pieces, and places without any, of other pitches, in other colours and light: what lies on it says
    nothing of what is beside."""
    picture, kinds = found[number][0].clone(), list(found[number][1])
    for _ in range(int(chance.integers(MIXED + 1))):
        other, pieces = found[int(chance.integers(len(found)))]
        kind = int(chance.integers(len(pieces))) if chance.random() < 0.7 else None
        middle = _middle(other, pieces, kind, chance)
        there = torch.tensor(
            [float(chance.integers(AROUND, side - AROUND)) for side in (other.shape[2], other.shape[1])]
        )
        if middle is None or _near(there, kinds):
            continue
        part = changed(_cut(other, middle))
        _cut(picture, there).lerp_(part, _SOFT)
        if kind is not None:
            kinds[kind] = torch.cat([kinds[kind], (there + middle - middle.round())[None] / STRIDE])
    return picture, kinds


def _middle(
    picture: torch.Tensor, pieces: list[torch.Tensor], kind: int | None, chance: np.random.Generator
) -> torch.Tensor | None:
    """Where a piece of this kind, or none, is in a picture, in pixels; None: too near to its border, or to a piece."""
    size = torch.tensor([picture.shape[2], picture.shape[1]])
    if kind is None:
        middle = torch.from_numpy(chance.uniform(0, size.numpy())).float().round()
        free = not _near(middle, pieces)
    else:
        middle = pieces[kind][int(chance.integers(len(pieces[kind])))] * STRIDE
        free = True
    inside = bool(((middle >= AROUND + 1) & (middle < size - AROUND - 1)).all())
    return middle if free and inside else None


def _near(place: torch.Tensor, kinds: list[torch.Tensor]) -> bool:
    return any(bool(((cells * STRIDE - place).norm(dim=1) < APART).any()) for cells in kinds)


def _cut(picture: torch.Tensor, middle: torch.Tensor) -> torch.Tensor:
    """The square of a picture (3, H, W) around a place in pixels: a view."""
    column, row = (int(v) for v in middle.round())
    return picture[:, row - AROUND : row + AROUND + 1, column - AROUND : column + AROUND + 1]


def crop(example: Example, chance: np.random.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    picture, kinds = example
    top, left = (int(chance.integers(0, (side - CROP) // STRIDE + 1)) * STRIDE for side in picture.shape[1:])
    size, corner = CROP // STRIDE + 1, torch.tensor([left / STRIDE, top / STRIDE])
    wanted = torch.stack([target(cells - corner, (size, size)) for cells in kinds])
    part = picture[:, top : top + CROP, left : left + CROP]
    part = changed(part) if chance.random() < 0.7 else part
    if chance.random() < 0.5:
        part, wanted = part.transpose(1, 2), wanted.transpose(1, 2)
    turned = [axis for axis in (1, 2) if chance.random() < 0.5]
    part, wanted = part.flip(turned), wanted.flip(turned)
    return part, wanted


def loss_of(said: torch.Tensor, hoped: torch.Tensor) -> torch.Tensor:
    """Of one kind: places count as that piece's, near ones for little, and what is far for what it is held to be."""
    sure, there = torch.sigmoid(said), hoped > 0.7
    lost = -(F.logsigmoid(said) * (1 - sure) ** 2)[there].sum()
    lost = lost - (F.logsigmoid(-said) * sure**2 * (1 - hoped) ** 4)[~there].sum()
    return lost / max(int(there.sum()), 1)


def learn(found: list[Example], steps: int) -> nn.Sequential:
    torch.manual_seed(1)
    chance, net = np.random.default_rng(1), network(len(found[0][1]))
    nn.init.constant_(net[-2].bias, -4.0)
    tuner = torch.optim.AdamW(net.parameters(), 4e-3, weight_decay=1e-3)
    pace = torch.optim.lr_scheduler.OneCycleLR(tuner, 6e-3, total_steps=steps)
    for step in range(steps):
        seen = (mixed(found, int(chance.integers(len(found))), chance) for _ in range(BATCH))
        parts, wanted = zip(*(crop(example, chance) for example in seen), strict=True)
        hoped = torch.stack(wanted)
        said = net(torch.stack(parts))[..., : hoped.shape[2], : hoped.shape[3]]
        loss = sum(loss_of(said[:, k], hoped[:, k]) for k in range(hoped.shape[1]))
        tuner.zero_grad()
        loss.backward()
        tuner.step()
        pace.step()
        if step % 100 == 0:
            print(f"step {step}: {loss.item():.3f}", flush=True)
    return net


def main() -> None:
    given = pitch_options(__doc__, "steps", 6000, "loose")
    spotter = LOOSE if given.loose else BASES
    torch.set_num_threads(1)
    found = examples(spotter, given.pitches, given.lens, given.hold)
    net, shape = learn(found, given.steps).eval(), found[0][0].shape
    torch.onnx.export(net, torch.zeros(1, *shape), str(given.out), input_names=["flat"], dynamo=False)


if __name__ == "__main__":
    main()
