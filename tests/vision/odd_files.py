"""Odd picture files, made here byte by byte: no fixture is kept, and OpenCV cannot write most of them."""

from __future__ import annotations

import struct
import zlib

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]

CORNERS = np.zeros((24, 40, 3), np.uint8)
"""Blue, green above red, white: every turn of it looks different."""
CORNERS[:12, :20], CORNERS[:12, 20:], CORNERS[12:, :20], CORNERS[12:, 20:] = (
    (255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)
)  # fmt: skip


def coded(extension: str, picture: NDArray[np.uint8] | NDArray[np.uint16] = CORNERS, *options: int) -> bytes:
    made: bytes = cv2.imencode(extension, picture, list(options))[1].tobytes()
    return made


def exif(orientation: int, order: str = ">") -> bytes:
    """An Exif block with one tag."""
    mark = b"MM" if order == ">" else b"II"
    return mark + struct.pack(f"{order}HIHHHIHHI", 42, 8, 1, 274, 3, 1, orientation, 0, 0)


def segment(marker: int, body: bytes) -> bytes:
    return struct.pack(">BBH", 0xFF, marker, len(body) + 2) + body


def jpeg_with(body: bytes, marker: int = 0xE1, jpeg: bytes | None = None) -> bytes:
    """A JPEG with one more segment behind its first two bytes."""
    jpeg = jpeg or coded(".jpg", CORNERS, cv2.IMWRITE_JPEG_QUALITY, 100)
    return jpeg[:2] + segment(marker, body) + jpeg[2:]


def png_chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def png_with(*chunks: bytes, png: bytes | None = None) -> bytes:
    """A PNG with more chunks behind its header."""
    png = png or coded(".png")
    return png[:33] + b"".join(chunks) + png[33:]


def png_header(width: int, height: int, depth: int = 8, colours: int = 2) -> bytes:
    return b"\x89PNG\r\n\x1a\n" + png_chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colours, 0, 0, 0))


def cmyk(bgr: tuple[int, int, int], adobe: bool = True) -> bytes:
    """A CMYK JPEG of one colour, as Photoshop writes it: inverted, no black. Four grey JPEGs make its four scans."""
    b, g, r = bgr
    planes = [coded(".jpg", np.full((24, 40), v, np.uint8), cv2.IMWRITE_JPEG_QUALITY, 100) for v in (r, g, b, 255)]
    frame, tables, scans = b"", b"", b""
    for number, plane in enumerate(planes, 1):
        parts = _segments(plane)
        frame = segment(0xC0, parts[0xC0][0][:5] + b"\4" + b"".join(bytes((n, 0x11, 0)) for n in range(1, 5)))
        tables = b"".join(segment(m, body) for m in (0xDB, 0xC4) for body in parts[m])
        start = plane.index(b"\xff\xda")
        scans += segment(0xDA, bytes((1, number, 0, 0, 63, 0))) + plane[start + 2 + 8 : -2]
    told = segment(0xEE, b"Adobe" + bytes((0, 100, 0, 0, 0, 0, 0))) if adobe else b""
    return b"\xff\xd8" + told + tables + frame + scans + b"\xff\xd9"


def _segments(jpeg: bytes) -> dict[int, list[bytes]]:
    found: dict[int, list[bytes]] = {}
    at = 2
    while jpeg[at + 1] != 0xDA:
        (length,) = struct.unpack_from(">H", jpeg, at + 2)
        found.setdefault(jpeg[at + 1], []).append(jpeg[at + 4 : at + 2 + length])
        at += 2 + length
    return found


def gif(pictures: int) -> bytes:
    """A GIF of that many pictures, each of one black colour."""
    start = b"GIF89a" + struct.pack("<HHBBB", 40, 24, 0x80, 0, 0) + bytes(6)
    # LZW with 2-bit codes that are cleared before every pixel, so that no code grows
    bits = "".join(f"{code:03b}"[::-1] for _ in range(40 * 24) for code in (4, 0)) + "101"
    packed = bytes(int(bits[i : i + 8][::-1], 2) for i in range(0, len(bits), 8))
    blocks = b"".join(bytes((len(part),)) + part for i in range(0, len(packed), 255) if (part := packed[i : i + 255]))
    one = b"\x2c" + struct.pack("<HHHHB", 0, 0, 40, 24, 0) + b"\2" + blocks + b"\0"
    return start + one * pictures + b"\x3b"
