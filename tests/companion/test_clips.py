"""Clips: the last seconds of a roll are kept with its picture, bounded; the match goes on when they cannot be."""

from __future__ import annotations

import errno
import os
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.adapters.camera import DEVICE as EYE
from companion.adapters.camera import Eye
from companion.clips import DEVICE, Clips
from companion.journal import EVIDENCE_LIMIT
from companion.table import Table
from tests.companion.desk import toy_table
from tests.companion.test_eye import WHITE_RED, Bench
from vision.draw import jpeg
from vision.picture import decode_picture
from vision.ring import Shot
from vision.simulated import Fault

PICTURE = jpeg(np.full((90, 160, 3), 90, np.uint8))
SHOTS = (Shot(10.0, b"first"), Shot(10.75, b"second"), Shot(11.0, b"last"))


class Rolls:
    """A table at its rolls, and the clips that it keeps in `folder`."""

    def __init__(self, folder: Path, **bounds: Any) -> None:
        self.folder = folder
        self.table = toy_table()
        for side in "AB":
            self.table.answer(f"r1.card.{side}", "low", source="console")
        self.clips = Clips(folder, self.table.report, **bounds)
        self.table.subscribe(self.clips.see)

    def roll(self, side: str = "A", picture: bytes = PICTURE, shots: tuple[Shot, ...] = SHOTS) -> str:
        """One roll that is answered with this picture; the picture's name."""
        self.clips.offer(picture, shots)
        update = self.table.answer(f"r1.roll.{side}", 2, source="camera", evidence=picture)
        return str(update.entry["picture"])

    def kept(self) -> list[str]:
        """The files, everything being written."""
        self.clips.close()
        return sorted(path.name for path in self.folder.glob("*"))


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Rolls]:
    opened = Rolls(tmp_path / "clips")
    yield opened
    opened.clips.close()


def test_the_clip_of_an_accepted_roll_is_kept_and_outlasts_a_restart(desk: Rolls) -> None:
    name = desk.roll()
    assert desk.clips.moments(name) == [1.0, 0.25, 0.0]
    assert desk.kept() == [name.replace(".jpg", ".zip")]
    again = Clips(desk.folder, desk.table.report)
    assert again.moments(name) == [1.0, 0.25, 0.0]
    assert [again.moment(name, n) for n in range(-1, 4)] == [None, b"first", b"second", b"last", None]
    again.close()


def test_what_no_answer_kept_is_not_written(desk: Rolls) -> None:
    desk.clips.offer(PICTURE, SHOTS)
    desk.table.answer("r1.roll.A", 2, source="console")
    assert desk.kept() == []


def test_two_rolls_in_one_picture_have_one_clip(desk: Rolls) -> None:
    assert desk.roll("A") == desk.roll("B")
    assert len(desk.kept()) == 1


def test_a_roll_without_moments_has_no_clip(desk: Rolls) -> None:
    name = desk.roll(shots=())
    assert desk.clips.moments(name) == []
    assert desk.kept() == []


def test_the_oldest_clips_go_first(tmp_path: Path) -> None:
    desk = Rolls(tmp_path / "clips", most_bytes=1000)
    desk.folder.mkdir()
    for age in range(5):
        old = desk.folder / f"old{age}.zip"
        old.write_bytes(bytes(300))
        os.utime(old, (1000 - age, 1000 - age))
    name = desk.roll()
    assert desk.kept() == sorted([name.replace(".jpg", ".zip"), "old0.zip", "old1.zip"])


def test_what_a_power_cut_left_half_written_goes(desk: Rolls) -> None:
    desk.folder.mkdir()
    (desk.folder / "cut.part").write_bytes(bytes(300))
    name = desk.roll()
    assert desk.kept() == [name.replace(".jpg", ".zip")]


def test_a_picture_that_no_journal_keeps_is_not_waited_for(desk: Rolls) -> None:
    desk.clips.offer(bytes(EVIDENCE_LIMIT + 1), SHOTS)
    assert desk.kept() == []


def test_at_most_four_clips_wait_in_memory(desk: Rolls) -> None:
    pictures = [jpeg(np.full((9, 16, 3), grey, np.uint8)) for grey in range(0, 250, 50)]
    for picture in pictures:
        desk.clips.offer(picture, SHOTS)
    update = desk.table.answer("r1.roll.A", 2, source="camera", evidence=pictures[0])
    assert desk.clips.moments(update.entry["picture"]) == []
    update = desk.table.answer("r1.roll.B", 2, source="camera", evidence=pictures[1])
    assert len(desk.clips.moments(update.entry["picture"])) == 3


@pytest.mark.parametrize(
    ("error", "said"),
    [(errno.ENOSPC, "The disk is full"), (errno.EIO, "cannot be kept (Input/output error)")],
)
def test_a_disk_that_takes_none_is_said_once_and_play_goes_on(
    desk: Rolls, monkeypatch: pytest.MonkeyPatch, error: int, said: str
) -> None:
    told = []
    desk.table.subscribe(lambda update: told.append(update.board["devices"].get(DEVICE)))

    def fail(*args: object) -> None:
        raise OSError(error, os.strerror(error))

    with monkeypatch.context() as patch:
        patch.setattr(zipfile.ZipFile, "writestr", fail)
        name = desk.roll("A")
        desk.roll("B")
        assert desk.kept() == [], "nothing half written"
    assert desk.table.board()["phase"] == "ROUND_END"
    (status,) = [t for i, t in enumerate(told) if t and t not in told[:i]]
    assert said in status["text"]["en"]
    assert "Das Spiel geht weiter" in status["text"]["de"]
    assert not status["ok"]
    assert len(desk.clips.moments(name)) == 3, "still in memory"


def test_a_disk_that_takes_clips_again_is_said(desk: Rolls, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(shutil, "disk_usage", lambda path: shutil._ntuple_diskusage(10, 9, 1))
        desk.roll("A")
        desk.clips._writer.submit(lambda: None).result()
    assert desk.table.board()["devices"][DEVICE]["state"] == "not_kept"
    desk.roll("B", jpeg(np.full((9, 16, 3), 9, np.uint8)))
    assert len(desk.kept()) == 1
    assert desk.table.board()["devices"][DEVICE]["ok"]


@pytest.mark.parametrize("spoilt", [b"", b"PK\x03\x04 half", None])
def test_a_spoilt_clip_is_none(desk: Rolls, spoilt: bytes | None) -> None:
    desk.folder.mkdir()
    if spoilt is None:
        with zipfile.ZipFile(desk.folder / "x.zip", "w") as clip:
            clip.writestr("readme.txt", "no moment")
    else:
        (desk.folder / "x.zip").write_bytes(spoilt)
    assert desk.clips.moments("x.jpg") == []
    assert desk.clips.moment("x.jpg", 0) is None


@pytest.mark.parametrize("name", ["..", "../../etc/passwd", "none.jpg", "x" * 500])
def test_no_other_file_is_a_clip(desk: Rolls, name: str) -> None:
    assert desk.clips.moments(name) == []


# -- from the camera on -----------------------------------------------------------------------------------------------


def watched(folder: Path) -> tuple[Bench, Clips]:
    bench = Bench()
    clips = Clips(folder, bench.table.report)
    bench.eye = Eye(bench.table, bench.camera, bench.eye._reader, simulated=True, offer_clip=clips.offer)
    bench.table.subscribe(clips.see)
    bench.choose_cards()
    bench.step(5)
    return bench, clips


def rolled(table: Table) -> str:
    return next(str(h["picture"]) for h in table.history() if h.get("key") == "r1.roll.A")


def test_a_throw_leaves_its_last_seconds_beside_its_picture(tmp_path: Path) -> None:
    bench, clips = watched(tmp_path)
    bench.hand.throw_values(WHITE_RED)
    bench.until("ROUND_END")
    clips.close()
    again = Clips(tmp_path, bench.table.report)
    moments = again.moments(rolled(bench.table))
    assert len(moments) >= 3
    assert moments == sorted(moments, reverse=True)
    assert moments[-1] == 0.0
    first = again.moment(rolled(bench.table), 0)
    assert first is not None
    assert decode_picture(first, "first").shape[1] == 640


def test_a_roll_that_a_person_tells_after_a_doubt_has_its_clip_too(tmp_path: Path) -> None:
    bench, clips = watched(tmp_path)
    bench.hand.misbehave(Fault.DIE_MISSING.value)
    bench.hand.throw_values(WHITE_RED)
    bench.until("missing")
    assert bench.table.board()["devices"][EYE]["state"] == "doubt"
    bench.table.answer("r1.roll.A", 2, source="phone")
    assert clips.moments(rolled(bench.table))
    clips.close()
    assert len(list(tmp_path.glob("*.zip"))) == 1
