"""The face network: looks at one die and says what it shows, what body it has, how it lies, and how it looks."""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional as F

from tests.training import faces as art
from vision.dice.names import BODIES as SHAPES

SIZE = 72  # pixels of a crop
COVER = 1.6  # sides of the die that a crop shows
FACES, BODIES, STATES = len(art.NAMES), len(SHAPES), 4
SIGNATURE = 64
KINDS = FACES + art.GLYPHS  # what signatures tell apart in training


class _Step(nn.Module):
    def __init__(self, a: int, b: int, stride: int = 1, wide: int = 3) -> None:
        super().__init__()
        self.conv, self.norm = nn.Conv2d(a, b, wide, stride, wide // 2, bias=False), nn.BatchNorm2d(b)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.norm(self.conv(x))


class FaceNet(nn.Module):
    """BGR crops (N, 3, 72, 72) in -1..1 to logits (N, FACES + BODIES + STATES) and unit signatures (N, SIGNATURE)."""

    def __init__(self) -> None:
        super().__init__()
        self.a, self.b = _Step(3, 24, 2, 5), _Step(24, 32)
        self.c, self.d, self.e = _Step(32, 48, 2), _Step(48, 48), _Step(48, 48)
        self.f, self.g, self.h = _Step(48, 80, 2), _Step(80, 80), _Step(80, 80)
        self.i = _Step(80, 96, 2)
        self.drop = nn.Dropout(0.2)
        self.dense = nn.Linear(96 * 25, 160, bias=False)
        self.norm = nn.BatchNorm1d(160)
        self.out = nn.Linear(160, FACES + BODIES + STATES)
        self.sign = nn.Linear(160, SIGNATURE)

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        x = F.relu(self.b(F.relu(self.a(x))))
        x = F.relu(self.c(x))
        x = F.relu(x + self.e(F.relu(self.d(x))))
        x = F.relu(self.f(x))
        x = F.relu(x + self.h(F.relu(self.g(x))))
        x = F.relu(self.i(x)).flatten(1)
        x = F.relu(self.norm(self.dense(self.drop(x))))
        return self.out(x), F.normalize(self.sign(x))


class Signatures(nn.Module):
    """In training only: the middles of all kinds of faces among the signatures; cosine softmax with a margin."""

    def __init__(self) -> None:
        super().__init__()
        self.middles = nn.Parameter(torch.randn(KINDS, SIGNATURE))

    def forward(self, signatures: torch.Tensor, kind: torch.Tensor) -> torch.Tensor:
        near = signatures @ F.normalize(self.middles).T
        near = near - 0.15 * F.one_hot(kind, KINDS)
        return F.cross_entropy(18 * near, kind)
