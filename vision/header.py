"""What a picture file says about itself, read before anything is decoded: a lying or huge file costs nothing then.

Formats: JPEG (ITU-T T.81, Exif 2.32, Adobe technical note 5116), PNG (W3C, third edition), WebP (RFC 9649), GIF89a,
BMP."""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Header:
    """`width`, `height` in pixels as stored, before `orientation` (the Exif tag, 1..8) turns them; `whole` is False
    where the end of the file is missing; `telling` is False where four colours do not say which."""

    width: int
    height: int
    orientation: int = 1
    alpha: bool = False
    animated: bool = False
    whole: bool = True
    telling: bool = True


class HeaderError(ValueError):
    """A file that begins as a picture does and then is none."""


MOST_SCANS = 100
"""A JPEG of more passes is made to keep a decoder busy; a progressive one has about ten."""


def read_header(coded: bytes) -> Header | None:
    """None for a file of no format known here; HeaderError for a damaged one."""
    for start, parse in _FORMATS:
        if re.match(start, coded, re.DOTALL):
            try:
                return parse(coded)
            except (struct.error, IndexError) as error:
                raise HeaderError("its header is cut off") from error
    return None


# -- JPEG -------------------------------------------------------------------------------------------------------------

_SCAN_MARKER = re.compile(rb"\xff+([\x01-\xcf\xd8-\xfe])")  # 00 is a coded FF, D0 to D7 restart


def _jpeg(coded: bytes) -> Header:
    """Walks the segments up to the first scan, then looks for the end of the last."""
    at, found, adobe, parts = 2, Header(0, 0), False, 0
    while True:
        marker, body, at = _segment(coded, at)
        if marker in range(0xC0, 0xD0) and marker not in (0xC4, 0xC8, 0xCC):
            height, width, parts = struct.unpack_from(">xHHB", body)
            found = replace(found, width=width, height=height)
        elif marker == 0xE1 and body.startswith(b"Exif\0\0"):
            found = replace(found, orientation=_orientation(body[6:]))
        elif marker == 0xEE and body.startswith(b"Adobe"):
            adobe = True
        elif marker == 0xDA:
            return replace(found, whole=_ends(coded, at), telling=parts != 4 or adobe)
        elif marker == 0xD9:
            raise HeaderError("it holds no scan")


def _segment(coded: bytes, at: int) -> tuple[int, bytes, int]:
    """The marker at `at`, its content, and where the next one stands."""
    if coded[at] != 0xFF:
        raise HeaderError("its header is damaged")
    while coded[at] == 0xFF:
        at += 1
    marker = coded[at]
    if marker == 0xD9:
        return marker, b"", at + 1
    (length,) = struct.unpack_from(">H", coded, at + 1)
    return marker, coded[at + 3 : at + 1 + length], at + 1 + max(length, 2)


def _ends(coded: bytes, at: int) -> bool:
    scans = 1
    while found := _SCAN_MARKER.search(coded, at):
        if found[1] == b"\xd9":
            return True
        scans += found[1] == b"\xda"
        if scans > MOST_SCANS:
            raise HeaderError("it has more scans than a picture needs")
        if found.end() + 2 > len(coded):
            return False
        at = found.end() + max(2, struct.unpack_from(">H", coded, found.end())[0])
    return False


def _orientation(exif: bytes) -> int:
    """The tag 274 of the first directory; 1 where there is none, or none that makes sense."""
    order = {b"II": "<", b"MM": ">"}.get(exif[:2])
    if order is None:
        return 1
    try:
        (at,) = struct.unpack_from(f"{order}4xI", exif)
        (count,) = struct.unpack_from(f"{order}H", exif, at)
        for i in range(count):
            tag, _, _, value = struct.unpack_from(f"{order}HHIH", exif, at + 2 + 12 * i)
            if tag == 274:
                return value if value in range(1, 9) else 1
    except struct.error:
        return 1  # a damaged note about the picture does not spoil the picture
    return 1


# -- PNG --------------------------------------------------------------------------------------------------------------


def _png(coded: bytes) -> Header:
    width, height, _, colours = struct.unpack_from(">IIBB", coded, 16)
    found = Header(width, height, alpha=colours in (4, 6), whole=False)
    for name, body, sealed in _png_chunks(coded):
        if not sealed and name[0:1].isupper():  # critical: the picture itself
            raise HeaderError(f"its part {name.decode('ascii', 'replace')} is damaged")
        if name == b"tRNS":
            found = replace(found, alpha=True)
        elif name == b"acTL":
            found = replace(found, animated=len(body) >= 4 and struct.unpack_from(">I", body)[0] > 1)
        elif name == b"eXIf":
            found = replace(found, orientation=_orientation(body))
        elif name == b"IEND":
            return replace(found, whole=True)
    return found


def _png_chunks(coded: bytes) -> Iterator[tuple[bytes, bytes, bool]]:
    """Each whole chunk: its name, its content, and whether its checksum is right."""
    at = 8
    while at + 12 <= len(coded):
        (length,) = struct.unpack_from(">I", coded, at)
        end = at + 8 + length
        if end + 4 > len(coded):
            return
        (seal,) = struct.unpack_from(">I", coded, end)
        yield coded[at + 4 : at + 8], coded[at + 8 : end], zlib.crc32(memoryview(coded)[at + 4 : end]) == seal
        at = end + 4


# -- WebP -------------------------------------------------------------------------------------------------------------


def _webp(coded: bytes) -> Header:
    (length,) = struct.unpack_from("<I", coded, 4)
    found = replace(_webp_size(coded), whole=len(coded) >= length + 8)
    for name, body in _webp_chunks(coded):
        if name == b"EXIF":
            found = replace(found, orientation=_orientation(body.removeprefix(b"Exif\0\0")))
    return found


def _webp_size(coded: bytes) -> Header:
    kind = coded[12:16]
    if kind == b"VP8X":
        flags = coded[20]
        width, height = (1 + int.from_bytes(coded[at : at + 3], "little") for at in (24, 27))
        return Header(width, height, alpha=bool(flags & 0x10), animated=bool(flags & 0x02))
    if kind == b"VP8L":
        (bits,) = struct.unpack_from("<I", coded, 21)
        return Header(1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF), alpha=bool(bits >> 28 & 1))
    if kind == b"VP8 ":
        width, height = struct.unpack_from("<HH", coded, 26)
        return Header(width & 0x3FFF, height & 0x3FFF)
    raise HeaderError("its header is damaged")


def _webp_chunks(coded: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 12
    while at + 8 <= len(coded):
        (length,) = struct.unpack_from("<I", coded, at + 4)
        yield coded[at : at + 4], coded[at + 8 : at + 8 + length]
        at += 8 + length + length % 2


# -- GIF, BMP ---------------------------------------------------------------------------------------------------------


def _gif(coded: bytes) -> Header:
    width, height, flags = struct.unpack_from("<HHB", coded, 6)
    at, pictures = 13 + _gif_table(flags), 0
    while at < len(coded) and coded[at] != 0x3B:
        if coded[at] == 0x2C:
            pictures += 1
            at = _gif_blocks(coded, at + 11 + _gif_table(coded[at + 9]))
        elif coded[at] == 0x21:
            at = _gif_blocks(coded, at + 2)
        else:
            raise HeaderError(f"its block at byte {at} is damaged")
    return Header(width, height, animated=pictures > 1, whole=at < len(coded))


def _gif_table(flags: int) -> int:
    return 3 * 2 ** ((flags & 7) + 1) if flags & 0x80 else 0


def _gif_blocks(coded: bytes, at: int) -> int:
    """Where the chain of blocks that begins at `at` ends."""
    while at < len(coded) and coded[at]:
        at += 1 + coded[at]
    return at + 1


def _bmp(coded: bytes) -> Header:
    offset, size = struct.unpack_from("<II", coded, 10)
    if size < 40:
        raise HeaderError("it is a bitmap of a kind that is no longer written")
    width, height, _, bits, packed = struct.unpack_from("<iiHHI", coded, 18)
    length = offset + (abs(width) * bits + 31) // 32 * 4 * abs(height)
    return Header(abs(width), abs(height), whole=packed not in (0, 3) or len(coded) >= length)


_FORMATS: tuple[tuple[bytes, Callable[[bytes], Header]], ...] = (
    (rb"\xff\xd8\xff", _jpeg),
    (rb"\x89PNG\r\n\x1a\n", _png),
    (rb"RIFF....WEBP", _webp),
    (rb"GIF8[79]a", _gif),
    (rb"BM.{4}\0{4}", _bmp),
)
