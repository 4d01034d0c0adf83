"""The face network: looks at one die and says what it shows, what body it has, how it lies, and how it looks."""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional as F

from tests.training import faces as art
from vision.dice.face import SIGNATURE
from vision.dice.names import BODIES as SHAPES
from vision.dice.names import STATES as LIES

FACES, BODIES, STATES = len(art.NAMES), len(SHAPES), len(LIES)
POSE = 9  # dx, dy, log side, cos and sin of 4 and of 5 yaw, drop
KINDS = FACES + art.GLYPHS  # what signatures tell apart in training


class _Step(nn.Module):
    def __init__(self, a: int, b: int, stride: int = 1, wide: int = 3) -> None:
        super().__init__()
        self.conv, self.norm = nn.Conv2d(a, b, wide, stride, wide // 2, bias=False), nn.BatchNorm2d(b)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.norm(self.conv(x))


class _Twice(nn.Module):
    def __init__(self, a: int) -> None:
        super().__init__()
        self.one, self.two = _Step(a, a), _Step(a, a)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.relu(x + self.two(F.relu(self.one(x))))


class FaceNet(nn.Module):
    """BGR crops (N, 3, 64, 64) in -1..1 to logits and pose (N, FACES + BODIES + STATES + POSE) and unit signatures
    (N, SIGNATURE)."""

    def __init__(self) -> None:
        super().__init__()
        self.steps = nn.Sequential(
            *(_Step(3, 24, 2, 5), nn.ReLU()),
            *(_Step(24, 48, 2), nn.ReLU(), _Twice(48)),
            *(_Step(48, 96, 2), nn.ReLU(), _Twice(96)),
            *(_Step(96, 112, 2), nn.ReLU()),
        )
        self.drop = nn.Dropout(0.15)
        self.dense = nn.Linear(112 * 16, 160, bias=False)
        self.norm = nn.BatchNorm1d(160)
        self.out = nn.Linear(160, FACES + BODIES + STATES + POSE)
        self.sign = nn.Linear(160, SIGNATURE)

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        x = self.steps(x).flatten(1)
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
