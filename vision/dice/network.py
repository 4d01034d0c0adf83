"""A network from an ONNX file beside this module, run by OpenCV."""

from __future__ import annotations

import threading
from importlib.resources import files

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.picture import Floats
from vision.engine import CLASSIC


class Network:
    """Runs one network. OpenCV's networks keep state while they run, so every thread has its own copy."""

    def __init__(self, file: str, plain: bool = False) -> None:
        """`plain`: a network of plain convolutions only, which OpenCV's older engine runs a fifth faster."""
        self._engine = CLASSIC if plain else ()
        self._weights = np.frombuffer(files("vision.dice").joinpath(file).read_bytes(), np.uint8)
        self._local = threading.local()

    def run(self, pictures: NDArray[np.uint8]) -> Floats:
        """The output for BGR pictures (N, H, W, 3), levels brought to -1..1."""
        net: cv2.dnn.Net | None = getattr(self._local, "net", None)
        if net is None:
            net = self._local.net = cv2.dnn.readNetFromONNX(self._weights, *self._engine)
        planes = pictures.transpose(0, 3, 1, 2).astype(np.float32, order="C")
        planes *= 1 / 127.5  # in place: blobFromImages takes twice as long
        planes -= 1
        net.setInput(planes)
        return np.asarray(net.forward(), np.float32)


def softmax(logits: Floats, axis: int = -1) -> Floats:
    """Probabilities of logits along an axis."""
    raised = np.exp(logits - logits.max(axis=axis, keepdims=True))
    odds: Floats = raised / raised.sum(axis=axis, keepdims=True)
    return odds
