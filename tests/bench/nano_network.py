"""A detection network as large as YOLOv8-nano, with weights drawn by chance: it finds nothing, and costs the same.

The layers follow the published description of YOLOv8 (Jocher et al. 2023), depth 1/3 and width 1/4: 3.2 million
weights, 8.7 GFLOP (a multiplication and an addition count as two) at 640x640. Needs `onnx`, of the extra `bench`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

SIDE_PX = 640
CLASSES = 80
_BINS = 16  # a side of a box is a distribution over so many distances


@dataclass(frozen=True)
class Plane:
    """The output of a layer: its name, channels and how often the picture was halved."""

    name: str
    channels: int
    halved: int


@dataclass
class Net:
    """A network while it is being described."""

    chance: np.random.Generator = field(default_factory=lambda: np.random.default_rng(8))
    nodes: list[Any] = field(default_factory=list)
    weights: list[Any] = field(default_factory=list)
    weight_count: int = 0
    flop: int = 0

    def node(self, kind: str, inputs: list[str], outputs: int = 1, **how: Any) -> list[str]:
        names = [f"{kind}{len(self.nodes)}_{n}" for n in range(outputs)]
        self.nodes.append(helper.make_node(kind, inputs, names, **how))
        return names

    def constant(self, values: np.ndarray) -> str:
        name = f"w{len(self.weights)}"
        self.weights.append(numpy_helper.from_array(values, name))
        return name

    def plain(self, x: Plane, channels: int, size: int = 1, stride: int = 1) -> Plane:
        """A convolution."""
        shape = (channels, x.channels, size, size)
        weight = self.chance.normal(0, np.sqrt(2 / np.prod(shape[1:])), shape).astype(np.float32)
        names = [x.name, self.constant(weight), self.constant(np.zeros(channels, np.float32))]
        [name] = self.node("Conv", names, strides=[stride] * 2, pads=[size // 2] * 4)
        out = Plane(name, channels, x.halved + (stride == 2))
        self.weight_count += weight.size + channels
        self.flop += 2 * weight.size * (SIDE_PX >> out.halved) ** 2
        return out

    def conv(self, x: Plane, channels: int, size: int = 1, stride: int = 1) -> Plane:
        """A convolution and SiLU."""
        out = self.plain(x, channels, size, stride)
        [gate] = self.node("Sigmoid", [out.name])
        [name] = self.node("Mul", [out.name, gate])
        return Plane(name, channels, out.halved)

    def join(self, *planes: Plane) -> Plane:
        [name] = self.node("Concat", [p.name for p in planes], axis=1)
        return Plane(name, sum(p.channels for p in planes), planes[0].halved)

    def c2f(self, x: Plane, channels: int, deep: int, shortcut: bool) -> Plane:
        """Half of the channels go through `deep` bottlenecks; every step on the way is kept."""
        half = channels // 2
        whole = self.conv(x, channels)
        names = self.node("Split", [whole.name, self.constant(np.array([half, half]))], 2, axis=1)
        parts = [Plane(name, half, x.halved) for name in names]
        for _ in range(deep):
            bent = self.conv(self.conv(parts[-1], half, 3), half, 3)
            if shortcut:
                bent = Plane(self.node("Add", [parts[-1].name, bent.name])[0], half, x.halved)
            parts.append(bent)
        return self.conv(self.join(*parts), channels)

    def sppf(self, x: Plane) -> Plane:
        """Pooling over three growing neighbourhoods."""
        parts = [self.conv(x, x.channels // 2)]
        for _ in range(3):
            [name] = self.node("MaxPool", [parts[-1].name], kernel_shape=[5, 5], pads=[2] * 4, strides=[1, 1])
            parts.append(Plane(name, parts[0].channels, x.halved))
        return self.conv(self.join(*parts), x.channels)

    def doubled(self, x: Plane) -> Plane:
        scales = self.constant(np.array([1, 1, 2, 2], np.float32))
        [name] = self.node("Resize", [x.name, "", scales], mode="nearest")
        return Plane(name, x.channels, x.halved - 1)


def nano() -> tuple[bytes, int, int]:
    """The network as an ONNX file, how many weights it has and how many floating point operations it takes.

    Input "picture" (1, 3, 640, 640), 0..1; output "found" (1, 64 + 80, 8400): boxes as distributions, then classes."""
    net = Net()
    heads = [_head(net, plane) for plane in _neck(net, *_backbone(net))]
    net.nodes.append(helper.make_node("Concat", heads, ["found"], axis=2))
    ends = [
        [helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)]
        for name, shape in (("picture", [1, 3, SIDE_PX, SIDE_PX]), ("found", [1, 4 * _BINS + CLASSES, 8400]))
    ]
    graph = helper.make_graph(net.nodes, "nano", ends[0], ends[1], net.weights)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    onnx.checker.check_model(model)
    return model.SerializeToString(), net.weight_count, net.flop


def _backbone(net: Net) -> list[Plane]:
    """The planes of an eighth, a sixteenth and a thirty-second of the size."""
    x = net.conv(Plane("picture", 3, 0), 16, 3, 2)
    kept = []
    for channels, deep in ((32, 1), (64, 2), (128, 2), (256, 1)):
        x = net.c2f(net.conv(x, channels, 3, 2), channels, deep, shortcut=True)
        kept.append(x)
    return [*kept[1:3], net.sppf(x)]


def _neck(net: Net, eighth: Plane, sixteenth: Plane, last: Plane) -> list[Plane]:
    """What is seen in the large goes to the small, and back."""
    middle = net.c2f(net.join(net.doubled(last), sixteenth), 128, 1, shortcut=False)
    fine = net.c2f(net.join(net.doubled(middle), eighth), 64, 1, shortcut=False)
    middle = net.c2f(net.join(net.conv(fine, 64, 3, 2), middle), 128, 1, shortcut=False)
    coarse = net.c2f(net.join(net.conv(middle, 128, 3, 2), last), 256, 1, shortcut=False)
    return [fine, middle, coarse]


def _head(net: Net, x: Plane) -> str:
    """Boxes and classes at every place of a plane."""
    boxes = net.plain(net.conv(net.conv(x, 64, 3), 64, 3), 4 * _BINS)
    classes = net.plain(net.conv(net.conv(x, CLASSES, 3), CLASSES, 3), CLASSES)
    [likely] = net.node("Sigmoid", [classes.name])
    joined = net.join(boxes, Plane(likely, CLASSES, x.halved))
    return net.node("Reshape", [joined.name, net.constant(np.array([1, joined.channels, -1]))])[0]
