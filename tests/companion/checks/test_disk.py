"""Room, rights and faults of the disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.checks import disk
from companion.checks.disk import check_disk, faults, judge_disk
from companion.settings import Settings
from vision.advice import Level

LOG = """\
[    1.0] mmc0: new ultra high speed SDR104 SDHC card at address aaaa
[    1.1] mmcblk0: mmc0:aaaa SC32G 29.7 GiB
[    2.0] EXT4-fs (mmcblk0p2): mounted filesystem with ordered data mode
[   90.0] mmc0: Timeout waiting for hardware interrupt - timed out.
[   91.0] blk_update_request: I/O error, dev mmcblk0, sector 12345 op 0x1:(WRITE)
[   92.0] EXT4-fs error (device mmcblk0p2): ext4_find_entry:1455: inode #2: comm x: reading directory
[   93.0] EXT4-fs (mmcblk0p2): Remounting filesystem read-only
[   94.0] usb 1-1: device descriptor read/64, error -71
""".splitlines()
ROOM = 5_000_000_000


@pytest.mark.parametrize(
    ("given", "level", "words"),
    [
        ({"free_bytes": ROOM, "log": []}, Level.GOOD, "5000 MB are free"),
        ({"free_bytes": 400_000_000, "log": []}, Level.USABLE, "Make room"),
        ({"free_bytes": 4_000_000, "log": []}, Level.NOT_USABLE, "Make room"),
        ({"free_bytes": ROOM, "read_only": True, "log": []}, Level.NOT_USABLE, "take a new card"),
        ({"free_bytes": ROOM, "writable": False, "log": []}, Level.NOT_USABLE, "sudo chown"),
        ({"free_bytes": ROOM, "log": LOG}, Level.USABLE, "since the start: 4,"),
        ({"free_bytes": ROOM, "log": None}, Level.GOOD, "with sudo once"),
    ],
)
def test_what_is_told(given: dict[str, object], level: Level, words: str) -> None:
    finding = judge_disk(Path("/data"), **given)  # type: ignore[arg-type]
    assert finding.level is level
    assert words in " ".join(line.en for line in finding.lines)


def test_only_the_disks_faults_count() -> None:
    assert [line.split("]")[0] for line in faults(LOG)] == ["[   90.0", "[   91.0", "[   92.0", "[   93.0"]


def test_a_folder_that_is_not_there_yet_is_judged_by_what_holds_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(disk, "kernel_log", list)
    finding = check_disk(Settings(tmp_path / "not" / "there"))
    assert str(tmp_path) in finding.lines[0].en
    assert finding.detail["read_only"] is False
