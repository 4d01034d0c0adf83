"""The usual way to read dice, to compare with: OpenCV's blob detector finds pips, clustering makes dice of them."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.die import Die, Reading, Status
from vision.dice.expect import Expected
from vision.frame import Image

_MOST_PX = 1280  # larger pictures are shrunk
_REACH = 2.9  # pips of one die lie within so many pip diameters of the next


class BlobReader:
    """Reads pip dice from above. It knows no doubt: what it finds it reports."""

    def __init__(self) -> None:
        asked = cv2.SimpleBlobDetector.Params()
        asked.filterByColor = False
        asked.filterByArea, asked.minArea, asked.maxArea = True, 12, 1500
        asked.filterByCircularity, asked.minCircularity = True, 0.7
        asked.filterByInertia, asked.minInertiaRatio = True, 0.5
        asked.filterByConvexity, asked.minConvexity = True, 0.85
        asked.minThreshold, asked.maxThreshold, asked.thresholdStep = 40, 220, 20
        asked.minDistBetweenBlobs = 4
        self._detector = cv2.SimpleBlobDetector.create(asked)

    def read(self, image: Image, expect: Sequence[Expected] = ()) -> Reading:
        """The dice of a picture (height, width, 3); the clusters of one to six blobs."""
        scale = min(1.0, _MOST_PX / max(image.shape[:2]))
        grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
        small = grey if scale == 1 else cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        blobs = self._detector.detect(small)
        if not blobs:
            return Reading(Status.EMPTY)
        points = np.array([b.pt for b in blobs])
        labels = dbscan(points, _REACH * float(np.median([b.size for b in blobs])))
        dice = tuple(_die(points[labels == label] / scale) for label in range(labels.max() + 1))
        return Reading(Status.OK, tuple(d for d in dice if int(d.value) <= 6))


def dbscan(points: NDArray[np.float64], reach: float) -> NDArray[np.int64]:
    """Clusters of points (N, 2): numbers from 0, the same for points that a chain of steps up to `reach` joins.

    DBSCAN (Ester et al. 1996) where one point is enough for a cluster, as a one on a die demands."""
    near = np.linalg.norm(points[:, None] - points[None], axis=2) <= reach
    labels = np.full(len(points), -1)
    for start in range(len(points)):
        if labels[start] >= 0:
            continue
        label, front = labels.max() + 1, [start]
        while front:
            at = front.pop()
            if labels[at] < 0:
                labels[at] = label
                front += [int(n) for n in np.flatnonzero(near[at] & (labels < 0))]
    return labels


def _die(pips: NDArray[np.float64]) -> Die:
    x, y = (float(v) for v in pips.mean(axis=0))
    return Die("d6", None, len(pips), 1.0, (x, y), ((x, y),))
