"""The second witness: a small network that looks at a crop and says what lies in its middle."""

from __future__ import annotations

import threading
from importlib.resources import files

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.picture import Floats

WEIGHTS = "faces.onnx"
CLASSES = ("0", "1", "2", "3", "4", "5", "6", "other", "nothing")
OTHER = CLASSES.index("other")  # the top of a die without pips: a numeral, a symbol
NOTHING = CLASSES.index("nothing")  # no top face, or not in the middle


class Verifier:
    """Runs the network. OpenCV's networks keep state while they run, so every thread has its own copy."""

    def __init__(self) -> None:
        self._weights = np.frombuffer(files("vision.dice").joinpath(WEIGHTS).read_bytes(), np.uint8)
        self._local = threading.local()

    def judge(self, crops: NDArray[np.uint8]) -> Floats:
        """Probabilities (N, 9) of CLASSES for crops (N, 48, 48, 3) BGR."""
        if not len(crops):
            return np.zeros((0, len(CLASSES)), np.float32)
        net = self._net()
        net.setInput((crops.transpose(0, 3, 1, 2).astype(np.float32) / 255 - 0.5) * 2)
        logits = net.forward()
        odds = np.exp(logits - logits.max(axis=1, keepdims=True))
        return np.asarray(odds / odds.sum(axis=1, keepdims=True), np.float32)

    def _net(self) -> cv2.dnn.Net:
        net: cv2.dnn.Net | None = getattr(self._local, "net", None)
        if net is None:
            net = self._local.net = cv2.dnn.readNetFromONNX(self._weights)
        return net
