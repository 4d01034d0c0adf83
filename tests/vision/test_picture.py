"""Pictures from files: turned, of all depths and colours, cut off, lying, huge, or none at all."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.odd_files import (
    CORNERS,
    cmyk,
    coded,
    exif,
    gif,
    jpeg_with,
    png_chunk,
    png_header,
    png_with,
    segment,
)
from vision.dice.die import Doubt
from vision.picture import LEAST_SIDE_PX, MOST_BYTES, Fault, PictureError, read_picture
from vision.video import NotAPicture, frames

ROOT = Path(__file__).resolve().parents[2]
EXACT = [".png", ".bmp", ".webp"]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "picture.jpg"


def fault(path: Path) -> tuple[Fault, str]:
    with pytest.raises(PictureError) as caught:
        read_picture(path)
    assert str(path) in str(caught.value)
    return caught.value.fault, str(caught.value)


def corners(picture: np.ndarray) -> str:
    """The four colours, row by row: `B` `G` `R` `W`."""
    names = {(255, 0, 0): "B", (0, 255, 0): "G", (0, 0, 255): "R", (255, 255, 255): "W"}
    spots = (picture[y, x] for y in (3, -4) for x in (3, -4))
    return "".join(names[tuple(int(v) for v in np.where(s > 127, 255, 0))] for s in spots)


@pytest.mark.parametrize("extension", [*EXACT, ".jpg", ".gif"])
def test_each_format_is_read(path: Path, extension: str) -> None:
    path.write_bytes(coded(extension))
    picture = read_picture(path)
    assert (picture.shape, picture.dtype, corners(picture)) == (CORNERS.shape, np.uint8, "BGRW")
    if extension in EXACT:
        assert (picture == CORNERS).all()


# Where the first row and the first column lie, by the Exif standard: what must come out of BG/RW.
TURNED = {1: "BGRW", 2: "GBWR", 3: "WRGB", 4: "RWBG", 5: "BRGW", 6: "RBWG", 7: "WGRB", 8: "GWBR"}


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("order", ["<", ">"])
def test_the_picture_is_upright(path: Path, orientation: int, order: str) -> None:
    note = exif(orientation, order)
    webp = coded(".webp", CORNERS, cv2.IMWRITE_WEBP_QUALITY, 101)
    vp8x = b"VP8X" + (10).to_bytes(4, "little") + bytes((8, 0, 0, 0, 39, 0, 0, 23, 0, 0))
    turned_webp = vp8x + webp[12:] + b"EXIF" + len(note).to_bytes(4, "little") + note
    for made in (
        jpeg_with(b"Exif\0\0" + note),
        png_with(png_chunk(b"eXIf", note)),
        b"RIFF" + (len(turned_webp) + 4).to_bytes(4, "little") + b"WEBP" + turned_webp,
    ):
        path.write_bytes(made)
        picture = read_picture(path)
        assert picture.shape == ((24, 40, 3) if orientation < 5 else (40, 24, 3))
        assert corners(picture) == TURNED[orientation]


@pytest.mark.parametrize("note", [exif(0), exif(9), exif(6)[:12], b"MM", b"nonsense", exif(6)[:4] + b"\xff" * 4])
def test_a_damaged_note_about_the_camera_turns_nothing(path: Path, note: bytes) -> None:
    path.write_bytes(jpeg_with(b"Exif\0\0" + note))
    assert corners(read_picture(path)) == "BGRW"


@pytest.mark.parametrize("extension", [".png", ".jpg", ".bmp", ".webp"])
def test_grey_becomes_three_colours(path: Path, extension: str) -> None:
    path.write_bytes(coded(extension, np.full((24, 40), 77, np.uint8)))
    picture = read_picture(path)
    assert picture.shape == (24, 40, 3)
    assert np.abs(picture.astype(int) - 77).max() <= 2


@pytest.mark.parametrize("shape", [(24, 40), (24, 40, 3)])
def test_16_bits_are_scaled_to_8(path: Path, shape: tuple[int, ...]) -> None:
    path.write_bytes(coded(".png", np.full(shape, 40_000, np.uint16)))
    assert set(np.unique(read_picture(path))) <= {155, 156}


def test_what_is_transparent_is_mid_grey(path: Path) -> None:
    picture = np.full((24, 40, 4), 200, np.uint8)
    picture[:, :10, 3], picture[:, 10:20, 3], picture[:, 20:, 3] = 0, 128, 255
    webp = coded(".webp", picture, cv2.IMWRITE_WEBP_QUALITY, 101)
    for made in (coded(".png", picture), coded(".png", picture.astype(np.uint16) * 257), webp):
        path.write_bytes(made)
        read = read_picture(path)
        assert read.shape == (24, 40, 3)
        assert [int(read[5, x, 0]) for x in (5, 15, 30)] == [128, 164, 200]


@pytest.mark.parametrize("bgr", [(10, 200, 60), (0, 0, 255), (255, 255, 255), (30, 30, 30)])
def test_cmyk_as_photoshop_writes_it_has_its_colours(path: Path, bgr: tuple[int, int, int]) -> None:
    path.write_bytes(cmyk(bgr))
    assert np.abs(read_picture(path).astype(int) - bgr).max() <= 2


FAULTY = {
    "empty": (b"", Fault.EMPTY_FILE),
    "text": (b"no picture at all\n" * 20, Fault.NO_PICTURE),
    "tiff": (b"II*\0" + bytes(60), Fault.NO_PICTURE),
    "heic": (b"\0\0\0\x18ftypheic" + bytes(60), Fault.NO_PICTURE),
    "cmyk of unknown inks": (cmyk((1, 2, 3), adobe=False), Fault.COLOURS),
    "animated gif": (gif(2), Fault.ANIMATED),
    "animated png": (png_with(png_chunk(b"acTL", b"\0\0\0\2\0\0\0\0")), Fault.ANIMATED),
    "png bomb": (png_header(60_000, 60_000), Fault.TOO_LARGE),
    "gif bomb": (b"GIF89a\x60\xea\x60\xea\0\0\0\x3b", Fault.TOO_LARGE),
    "jpeg bomb": (
        b"\xff\xd8" + segment(0xC0, b"\x08\xea\x60\xea\x60\1\1\x11\0") + segment(0xDA, bytes(6)) + b"\xff\xd9",
        Fault.TOO_LARGE,
    ),
    "png of no size": (png_header(0, 0), Fault.TOO_SMALL),
    "jpeg of many scans": (coded(".jpg")[:-2] + segment(0xDA, bytes(6)) * 200 + b"\xff\xd9", Fault.DAMAGED),
    "jpeg without a scan": (b"\xff\xd8" + segment(0xFE, b"x") + b"\xff\xd9", Fault.DAMAGED),
    "jpeg header and noise": (b"\xff\xd8\xff" + bytes(range(256)), Fault.DAMAGED),
    "png whose picture is damaged": (coded(".png")[:60] + b"\0\0\0\0" + coded(".png")[64:], Fault.DAMAGED),
    "png without a picture": (png_header(40, 24) + png_chunk(b"IEND", b""), Fault.DAMAGED),
    "webp of no kind": (b"RIFF\x10\0\0\0WEBPnone" + bytes(8), Fault.DAMAGED),
    "webp of noise": (coded(".webp")[:30] + bytes(len(coded(".webp")) - 30), Fault.DAMAGED),
    "gif of noise": (gif(1)[:20] + b"\x77" + gif(1)[21:], Fault.DAMAGED),
}


@pytest.mark.parametrize(("content", "awaited"), FAULTY.values(), ids=FAULTY)
def test_what_is_no_picture_is_refused(
    path: Path, capfd: pytest.CaptureFixture[str], content: bytes, awaited: Fault
) -> None:
    path.write_bytes(content)
    assert fault(path)[0] == awaited
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("extension", [".jpg", ".png", ".webp", ".bmp", ".gif"])
@pytest.mark.parametrize("kept", [0.95, 0.5, 0.1])
def test_a_picture_without_its_end_is_damaged(path: Path, extension: str, kept: float) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (48, 48, 3), np.uint8)
    whole = coded(extension, noise)
    path.write_bytes(whole[: int(len(whole) * kept)])
    assert fault(path)[0] == Fault.DAMAGED


def test_a_progressive_jpeg_and_one_with_more_behind_its_end_are_whole(path: Path) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (48, 48, 3), np.uint8)
    for made in (coded(".jpg", noise, cv2.IMWRITE_JPEG_PROGRESSIVE, 1), coded(".jpg", noise) + b"a second picture"):
        path.write_bytes(made)
        assert read_picture(path).shape == (48, 48, 3)
    progressive = coded(".jpg", noise, cv2.IMWRITE_JPEG_PROGRESSIVE, 1, cv2.IMWRITE_JPEG_RST_INTERVAL, 2)
    path.write_bytes(progressive[:-3])
    assert fault(path)[0] == Fault.DAMAGED


def test_the_least_size(path: Path) -> None:
    path.write_bytes(coded(".png", np.zeros((1, 1, 3), np.uint8)))
    assert fault(path) == (Fault.TOO_SMALL, f"{path} has only 1 × 1 pixels: no die can be told on it")
    path.write_bytes(coded(".png", np.zeros((LEAST_SIDE_PX, 40, 3), np.uint8)))
    assert read_picture(path).shape == (LEAST_SIDE_PX, 40, 3)


def test_what_is_no_file(tmp_path: Path) -> None:
    assert fault(tmp_path)[0] == Fault.FOLDER
    assert fault(tmp_path / "none.jpg")[0] == Fault.NO_FILE
    assert fault(tmp_path / "none.jpg" / "deeper.jpg")[0] in (Fault.NO_FILE, Fault.NOT_READABLE)
    assert fault(Path("/dev/zero"))[0] == Fault.NOT_READABLE
    assert fault(tmp_path / ("long" * 200))[0] == Fault.NOT_READABLE
    os.mkfifo(tmp_path / "pipe.jpg")
    assert fault(tmp_path / "pipe.jpg")[0] == Fault.NOT_READABLE
    (tmp_path / "loop.jpg").symlink_to("loop.jpg")
    assert fault(tmp_path / "loop.jpg")[0] == Fault.NOT_READABLE
    with pytest.raises(PictureError) as caught:
        read_picture("a\0b.jpg")
    assert caught.value.fault == Fault.NOT_READABLE


def test_a_file_too_long_is_not_even_read(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(MOST_BYTES + 1)  # a hole: it takes no room
    assert fault(path)[0] == Fault.TOO_LARGE


_READ_WITHIN = """
import sys
from vision.picture import read_picture
shape = read_picture(sys.argv[1]).shape
status = dict(line.split(":", 1) for line in open("/proc/self/status"))
print(shape, int(status["VmHWM"].split()[0]) // 1024)  # ru_maxrss would count the process that started this one
"""


@pytest.mark.parametrize(("extension", "depth"), [(".jpg", np.uint8), (".png", np.uint16)])
def test_50_megapixels_need_less_than_a_gigabyte(tmp_path: Path, extension: str, depth: type) -> None:
    path = tmp_path / f"large{extension}"
    channels = 4 if extension == ".png" else 3
    path.write_bytes(coded(extension, np.full((5792, 8688, channels), 99, depth), cv2.IMWRITE_PNG_COMPRESSION, 1))
    if extension == ".jpg":
        path.write_bytes(jpeg_with(b"Exif\0\0" + exif(6), jpeg=path.read_bytes()))
    done = subprocess.run(
        [sys.executable, "-c", _READ_WITHIN, str(path)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    shape, _, mb = done.stdout.rpartition(" ")
    assert shape == ("(8688, 5792, 3)" if extension == ".jpg" else "(5792, 8688, 3)")
    assert int(mb) < 1000  # with the libraries themselves


def test_no_fault_has_the_name_of_a_doubt() -> None:
    assert {f.value for f in Fault}.isdisjoint(d.value for d in Doubt)


def test_a_folder_with_a_bad_picture_names_it(tmp_path: Path) -> None:
    (tmp_path / "1.jpg").write_bytes(coded(".jpg"))
    (tmp_path / "2.jpg").write_bytes(coded(".jpg")[:-40])
    shown = frames(tmp_path)
    assert next(shown).image.shape == CORNERS.shape
    with pytest.raises(NotAPicture, match=r"2\.jpg is cut off.*take it out"):
        next(shown)
