"""The finder: a fully convolutional network that marks the middle of every die."""

from __future__ import annotations

import torch
from torch import nn
from torch.nn import functional as F

from tests.training import faces as art

SIDES = (12.0, 60.0)  # a die's side in pixels of the network's picture
PLACE = 6  # heat, dx, dy, log side, cos 4 yaw, sin 4 yaw: of each of the four cells in a place
HAND = 4 * PLACE  # of each place whether a hand is there
FACES = HAND + 1  # ... and what the face of a die there shows, which only helps to learn
HAND_COUNTS = 6.0  # times as much as where none is
OUTPUTS = FACES + len(art.NAMES) - 1


def _pair(a: int, b: int, stride: int = 1, wide: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(a, a, wide, stride, wide // 2, groups=a, bias=False),
        nn.BatchNorm2d(a),
        nn.Conv2d(a, b, 1, bias=False),
        nn.BatchNorm2d(b),
    )


class _Keep(nn.Module):
    def __init__(self, a: int, wide: int = 3) -> None:
        super().__init__()
        self.pair = _pair(a, a, 1, wide)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return F.relu(x + self.pair(x))


class Finder(nn.Module):
    """BGR pictures (N, 3, H, W) in -1..1, H and W multiples of 16, to maps (N, OUTPUTS, H/8, W/8)."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(nn.Conv2d(3, 16, 3, 2, 1, bias=False), nn.BatchNorm2d(16), nn.ReLU())
        self.four = nn.Sequential(_pair(16, 32, 2), nn.ReLU(), _Keep(32))
        self.eight = nn.Sequential(_pair(32, 64, 2), nn.ReLU(), _Keep(64), _Keep(64))
        self.sixteen = nn.Sequential(_pair(64, 96, 2, 5), nn.ReLU(), _Keep(96, 5), _Keep(96, 5), _Keep(96, 5))
        self.back = nn.Sequential(nn.Conv2d(96, 64, 1, bias=False), nn.BatchNorm2d(64))
        self.join = nn.Sequential(nn.ReLU(), _Keep(64), _Keep(64), _Keep(64))
        self.head = nn.Conv2d(64, OUTPUTS, 1)
        nn.init.constant_(self.head.bias[:4], -4.0)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        eight = self.eight(self.four(self.stem(x)))
        deep = F.interpolate(self.back(self.sixteen(eight)), scale_factor=2.0, mode="nearest")
        return self.head(self.join(eight + deep))


def loss(out: torch.Tensor, goal: dict[str, torch.Tensor]) -> tuple[torch.Tensor, list[float]]:
    """Focal loss of the heat (`heat`, `care` (N, H/4, W/4)) and the rest at dice: `at` (M, 3) batch, row, column,
    `rest` (M, 5), `face` (M,) or -1; `hand` (N, H/8, W/8) is NaN where it is not known."""
    fine = F.pixel_shuffle(out[:, :HAND], 2)
    heat, target, care = fine[:, 0], goal["heat"], goal["care"]
    sure = torch.sigmoid(heat).clamp(1e-4, 1 - 1e-4)
    hit = (target > 0.999).float()
    gain = -hit * (1 - sure) ** 2 * torch.log(sure) - (1 - hit) * (1 - target) ** 4 * sure**2 * torch.log(1 - sure)
    heat_loss = (gain * care).sum() / hit.sum().clamp(min=1)
    b, y, x = goal["at"].T
    there = fine[b, :, y, x]
    weight = torch.tensor([1.0, 1.0, 2.0, 0.5, 0.5])
    known = (~torch.isnan(goal["rest"])).float()
    rest = torch.nan_to_num(goal["rest"])
    off = F.smooth_l1_loss(there[:, 1:], rest, reduction="none", beta=0.1) * known * weight
    rest_loss = off.sum() / max(len(there), 1)
    readable = goal["face"] >= 0
    faces = out[b, FACES:, y // 2, x // 2]
    face_loss = F.cross_entropy(faces[readable], goal["face"][readable]) if readable.any() else out.sum() * 0
    hand_loss = _hand_loss(out[:, HAND], goal["hand"])
    total = heat_loss + rest_loss + 0.3 * face_loss + hand_loss
    return total, [heat_loss.item(), rest_loss.item(), face_loss.item(), hand_loss.item()]


def _hand_loss(out: torch.Tensor, goal: torch.Tensor) -> torch.Tensor:
    """Hands are seldom: what they hide counts more."""
    told = ~torch.isnan(goal)
    more = torch.tensor(HAND_COUNTS)
    return F.binary_cross_entropy_with_logits(out[told], goal[told], pos_weight=more) if told.any() else out.sum() * 0
