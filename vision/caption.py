"""What a picture was read as, written into its JPEG: the picture and its dice cannot be parted, and nothing else has to
be kept. Places are parts of width and height, so that a smaller copy may carry the same caption."""

from __future__ import annotations

import json
import struct
from collections.abc import Sequence
from typing import Any

from vision.dice.die import Die

_COMMENT = b"\xff\xfe"
_MARK = b"touchline dice "
_MOST_BYTES = 65_533 - len(_MARK)


def captioned(jpeg: bytes, dice: Sequence[Die], width_px: int, height_px: int) -> bytes:
    """The JPEG with a comment that tells these dice, whose places are pixels of a picture of this size."""
    told = [die_json(die, width_px, height_px) for die in dice]
    body = json.dumps(told, separators=(",", ":")).encode()
    if len(body) > _MOST_BYTES:  # hundreds of dice: nobody threw them
        return jpeg
    return jpeg[:2] + _COMMENT + struct.pack(">H", len(_MARK) + len(body) + 2) + _MARK + body + jpeg[2:]


def caption_of(jpeg: bytes) -> list[dict[str, Any]] | None:
    """The dice of a captioned JPEG as `die_json` spelled them; None for one without a caption."""
    start = b"\xff\xd8" + _COMMENT
    if not jpeg.startswith(start) or jpeg[6 : 6 + len(_MARK)] != _MARK:
        return None
    (length,) = struct.unpack_from(">H", jpeg, len(start))
    told: list[dict[str, Any]] = json.loads(jpeg[6 + len(_MARK) : 4 + length])
    return told


def die_json(die: Die, width_px: int, height_px: int) -> dict[str, Any]:
    """`kind`, `colour`, `value`, `confidence`, and `outline`: corners [x, y], 0..1 of width and height."""
    return {
        "kind": die.kind,
        "colour": die.colour,
        "value": die.value,
        "confidence": round(float(die.confidence), 3),
        "outline": [[round(float(x) / width_px, 4), round(float(y) / height_px, 4)] for x, y in die.polygon],
    }
