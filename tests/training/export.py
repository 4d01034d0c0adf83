"""Writes trained weights as the ONNX files that the reader runs.

python -m tests.training.export finder IN.pt OUT.onnx
python -m tests.training.export faces IN.pt OUT.onnx"""

from __future__ import annotations

import sys

import torch

from tests.training.face_net import FaceNet
from tests.training.finder import FACES, Finder
from vision.dice.face import SIZE


class _Joined(torch.nn.Module):
    """The face network with one output: logits, then the signature."""

    def __init__(self, net: FaceNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.cat(self.net(x), dim=1)


def _placing(finder: Finder) -> Finder:
    """A finder without the faces it was taught to tell, which only helped it to learn."""
    finder.head.weight.data, finder.head.bias.data = (p.data[:FACES] for p in (finder.head.weight, finder.head.bias))
    return finder


def main(what: str, source: str, target: str) -> None:
    """Exports one network."""
    if what == "finder":
        finder = Finder()
        finder.load_state_dict(torch.load(source))
        net: torch.nn.Module = _placing(finder)
        sample, axes = torch.zeros(1, 3, 64, 96), {"x": {2: "h", 3: "w"}, "y": {2: "h8", 3: "w8"}}
    else:
        faces = FaceNet()
        faces.load_state_dict(torch.load(source)["net"])
        net, sample, axes = _Joined(faces), torch.zeros(1, 3, SIZE, SIZE), {"x": {0: "n"}, "y": {0: "n"}}
    torch.onnx.export(
        net.eval(),
        (sample,),
        target,
        dynamo=False,
        input_names=["x"],
        output_names=["y"],
        dynamic_axes=axes,
        opset_version=13,
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
