"""Trains the reader's second witness, `vision/dice/faces.onnx`, on the crops of `face_crops.py`.

    python -m tests.bench.train_faces /tmp/crops.npz /tmp/faces.onnx --minutes 20 --hold tray_wood,d6_matteop

Needs torch and onnx, which the product does not: install them into a separate environment. Groups held out are only
tested on. The weights in the repository are the mean of the last two of four runs, each started where the one before
had ended (34 minutes in all, on one or two shared cores)."""

from __future__ import annotations

import argparse
import math
import time
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from torch import nn
from torch.nn import functional as F

CHANNELS = (3, 12, 24, 24, 48, 48, 64)
STRIDES = (1, 2, 1, 2, 1, 2)
SIZE, CLASSES, BATCH = 48, 9, 128


class Faces(nn.Module):
    """Six convolutions and two dense layers; crops (N, 3, 48, 48) in -1..1 to logits (N, 9)."""

    def __init__(self) -> None:
        super().__init__()
        pairs = zip(CHANNELS, CHANNELS[1:], STRIDES, strict=False)
        self.convs = nn.ModuleList([nn.Conv2d(a, b, 3, s, 1, bias=False) for a, b, s in pairs])
        self.norms = nn.ModuleList([nn.BatchNorm2d(c) for c in CHANNELS[1:]])
        self.dense, self.out = nn.Linear(CHANNELS[-1] * 36, 48), nn.Linear(48, CLASSES)
        self.drop = nn.Dropout(0.3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for conv, norm in zip(self.convs, self.norms, strict=True):
            x = F.relu(norm(conv(x)))
        return self.out(self.drop(F.relu(self.dense(self.drop(x.flatten(1))))))


def view(crops: torch.Tensor, vary: bool) -> torch.Tensor:
    """Crops (N, 72, 72, 3) uint8 as the network sees them, turned, scaled, lit and soiled at random if `vary`."""
    x = crops.permute(0, 3, 1, 2).float() / 255
    grid = F.affine_grid(_turns(len(x), vary), [len(x), 3, SIZE, SIZE], align_corners=False)
    x = F.grid_sample(x, grid, align_corners=False, padding_mode="border")
    return (_soil(_light(x)) if vary else x) * 2 - 1


def _turns(count: int, vary: bool) -> torch.Tensor:
    angle, scale, flip = torch.zeros(count), torch.full((count,), 2 / 3), torch.ones(count)
    shift = torch.zeros(count, 2)
    if vary:
        angle = torch.randint(0, 4, (count,)) * math.pi / 2 + torch.randn(count) * 0.09
        scale = scale * (1 + torch.randn(count).clamp(-2, 2) * 0.05)
        flip = torch.randint(0, 2, (count,)) * 2.0 - 1
        shift = torch.randn(count, 2) * 0.02
    c, s = torch.cos(angle) * scale, torch.sin(angle) * scale
    return torch.stack([torch.stack([c * flip, -s, shift[:, 0]], 1), torch.stack([s * flip, c, shift[:, 1]], 1)], 1)


def _light(x: torch.Tensor) -> torch.Tensor:
    n = len(x)
    x = torch.where(_some(n, 0.35), x[:, torch.randperm(3)], x)
    x = torch.where(_some(n, 0.2), x.mean(1, keepdim=True).expand_as(x), x)
    x = x.clamp(1e-4, 1) ** torch.exp(torch.randn(n, 1, 1, 1) * 0.25)
    x = x * torch.exp(torch.randn(n, 3, 1, 1) * 0.12) * torch.exp(torch.randn(n, 1, 1, 1) * 0.25)
    return torch.where(_some(n, 0.12), 1 - x.clamp(0, 1), x)


def _soil(x: torch.Tensor) -> torch.Tensor:
    """Blur, noise and a lamp's reflection."""
    n = len(x)
    x = torch.where(_some(n, 0.25), F.avg_pool2d(F.pad(x, (1, 1, 1, 1), mode="replicate"), 3, 1), x)
    x = x + torch.randn_like(x) * torch.rand(n, 1, 1, 1) * 0.05
    line = torch.linspace(-1, 1, SIZE)
    far = (line[None, :] - _within(n)) ** 2 + (line[:, None] - _within(n)) ** 2
    glare = torch.exp(-far / (0.1 + torch.rand(n, 1, 1, 1) * 0.3) ** 2) * torch.rand(n, 1, 1, 1) * 0.6
    return torch.where(_some(n, 0.25), x + glare, x).clamp(0, 1)


def _some(count: int, part: float) -> torch.Tensor:
    return torch.rand(count, 1, 1, 1) < part


def _within(count: int) -> torch.Tensor:
    return torch.rand(count, 1, 1, 1) * 2 - 1


def train(net: Faces, crops: torch.Tensor, labels: torch.Tensor, minutes: float) -> None:
    """Trains for so long; the step shrinks as a cosine over that time."""
    optimizer, start, step = torch.optim.AdamW(net.parameters(), weight_decay=0.02), time.monotonic(), 0
    while (done := (time.monotonic() - start) / (60 * minutes)) < 1:
        for group in optimizer.param_groups:
            group["lr"] = 2.5e-3 * min(1.0, step / 100) * (0.5 + 0.5 * math.cos(math.pi * done)) + 1e-5
        rows = torch.randint(0, len(labels), (BATCH,))
        loss = F.cross_entropy(net(view(crops[rows], True)), labels[rows], label_smoothing=0.01)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        step += 1


def export(net: Faces, out: Path) -> None:
    """Writes ONNX with the norms folded into the convolutions."""
    nodes, weights, last = [], [], "crops"

    def put(name: str, value: torch.Tensor) -> str:
        weights.append(numpy_helper.from_array(value.detach().numpy().astype(np.float32), name))
        return name

    for k, (conv, norm) in enumerate(zip(net.convs, net.norms, strict=True)):
        gain = norm.weight / torch.sqrt(norm.running_var + norm.eps)
        kernel = put(f"w{k}", conv.weight * gain[:, None, None, None])
        shift = put(f"b{k}", norm.bias - norm.running_mean * gain)
        shape = {"kernel_shape": [3, 3], "strides": [STRIDES[k]] * 2, "pads": [1, 1, 1, 1]}
        nodes.append(helper.make_node("Conv", [last, kernel, shift], [f"c{k}"], **shape))
        nodes.append(helper.make_node("Relu", [f"c{k}"], [last := f"r{k}"]))
    nodes.append(helper.make_node("Flatten", [last], ["flat"], axis=1))
    dense = ["flat", put("dw", net.dense.weight), put("db", net.dense.bias)]
    nodes.append(helper.make_node("Gemm", dense, ["dense"], transB=1))
    nodes.append(helper.make_node("Relu", ["dense"], ["hidden"]))
    head = ["hidden", put("ow", net.out.weight), put("ob", net.out.bias)]
    nodes.append(helper.make_node("Gemm", head, ["logits"], transB=1))
    ends = [
        [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)]
        for name, shape in (("crops", ["N", 3, SIZE, SIZE]), ("logits", ["N", CLASSES]))
    ]
    graph = helper.make_graph(nodes, "faces", ends[0], ends[1], weights)
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8), out)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("crops", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--hold", default="")
    given = parser.parse_args()
    data = np.load(given.crops)
    hold = [name for name in given.hold.split(",") if name]
    held = np.array([any(name in group for name in hold) for group in data["groups"]])
    crops, labels = torch.from_numpy(data["crops"]), torch.from_numpy(data["labels"]).long()
    net = Faces()
    train(net, crops[~held], labels[~held], given.minutes)
    net.eval()
    export(net, given.out)
    if held.any():
        right = net(view(crops[held], False)).argmax(1) == labels[held]
        print(f"held out {held.sum()} crops: {100 * right.float().mean():.1f} % right")


if __name__ == "__main__":
    main()
