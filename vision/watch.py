"""Watch: the rolls of a recorded video."""

from __future__ import annotations

import pathlib
from collections.abc import Iterator, Sequence

from vision.dice.expect import Expected
from vision.settle import ReadsDice, Roll, Settle
from vision.video import frames


def watch(path: str | pathlib.Path, reader: ReadsDice, expect: Sequence[Expected] = ()) -> Iterator[Roll]:
    """Every roll of a video file or a folder of pictures, in order; `t_s` is the time in the video.

    Dice that lie there from the first picture on are no roll. Raises CameraError where nothing can be read."""
    settle = Settle(reader, expect)
    for frame in frames(path):
        event = settle.see(frame).event
        if isinstance(event, Roll):
            yield event
