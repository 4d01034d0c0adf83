"""OpenCV's two engines for networks."""

from __future__ import annotations

import cv2

CLASSIC: tuple[int, ...] = (cv2.dnn.ENGINE_CLASSIC,) if hasattr(cv2.dnn, "ENGINE_CLASSIC") else ()
"""What `cv2.dnn.readNetFromONNX` is told besides the weights to run a network of plain convolutions in OpenCV's older
engine, which is a fifth to a third faster there; OpenCV 4 has no other."""
