"""The doctor looks through the camera for two seconds and says how it is, in words and as an exit code."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest
from click.testing import CliRunner, Result

from companion.checks import camera as checks
from companion.checks.camera import judge_camera
from companion.checks.finding import Finding
from companion.cli import main
from companion.doctor import CHECKS
from companion.settings import Settings
from companion.vocabulary import Text
from tests.vision import degraded
from vision.advice import Level
from vision.frame import CameraState, Frame, Image
from vision.memory import FILE, Memory, remember
from vision.region import Region
from vision.view import View


class Film:
    """A camera that shows these pictures at 20 a second by a clock of its own, again and again."""

    def __init__(self, *images: Image, last: int = 10_000) -> None:
        self.images, self.last = images, last
        self.now, self.seq = 0.0, 0
        self.state = CameraState.LIVE
        self.sentence = "Camera 7 has sent nothing for 9 seconds: check its cable."
        self.fps = 20.0

    def __enter__(self) -> Film:
        return self

    def __exit__(self, *error: object) -> None:
        pass

    def clock(self) -> float:
        return self.now

    def frame(self, after: int = 0, timeout_s: float = 1.0) -> Frame | None:
        if self.seq >= self.last:
            self.now += timeout_s
            self.state = CameraState.LOST
            return None
        self.seq += 1
        self.now += 0.05
        return Frame(self.seq, self.now, self.images[self.seq % len(self.images)])


def judged(*images: Image, memory: Memory | None = None, damage: str = "", last: int = 10_000) -> Finding:
    film = Film(*images, last=last)
    return judge_camera(film, memory or Memory(), damage, film.clock)  # type: ignore[arg-type]


def german(finding: Finding) -> str:
    return "\n".join(line.de for line in finding.lines)


def test_a_good_camera_in_figures() -> None:
    finding = judged(degraded.tray())
    assert finding.level is Level.GOOD
    assert finding.detail["reasons"] == []
    assert (finding.detail["size"], finding.detail["fps"]) == ([1280, 720], 20.0)
    assert finding.detail["flicker"] < 0.01
    assert sorted(die["value"] for die in finding.detail["dice"]) == [2, 3, 5]
    assert "Bild 1280 × 720, 20.0 Bilder in der Sekunde" in german(finding)
    assert "Würfel: 2 (" in german(finding)
    json.dumps(finding.told())


@pytest.mark.parametrize(
    ("spoil", "level", "de"),
    [
        (lambda image, n: degraded.lit(image, 0.15), Level.NOT_USABLE, "Zu dunkel"),
        (lambda image, n: degraded.lit(image, 6.0), Level.NOT_USABLE, "Zu hell"),
        (lambda image, n: degraded.blurred(image, 12), Level.NOT_USABLE, "Unscharf"),
        (lambda image, n: degraded.from_afar(image, 0.36), Level.NOT_USABLE, "Kleine Würfel"),
        (lambda image, n: degraded.banded(image, n, 0.08), Level.USABLE, "Das Licht flackert um"),
    ],
    ids=["dark", "bright", "blurred", "small", "flicker"],
)
def test_a_bad_one_is_told_with_the_remedy(spoil: object, level: Level, de: str) -> None:
    finding = judged(*(spoil(degraded.tray(), n) for n in range(7)))  # type: ignore[operator]
    assert finding.level is level
    assert de in german(finding)


def test_a_moved_camera() -> None:
    memory = Memory(view=View.of(degraded.tray(())))
    assert judged(degraded.tray(), memory=memory).level is Level.GOOD
    finding = judged(degraded.beside(degraded.tray(), 40, 0), memory=memory)
    assert finding.level is Level.USABLE
    assert "Die Kamera hat sich bewegt, um 40 Pixel. Zurückstellen oder" in german(finding)


def test_only_the_region_is_judged() -> None:
    image = degraded.tray()
    red_alone = Region(((0.4, 0.3), (0.6, 0.3), (0.6, 0.6), (0.4, 0.6)))
    finding = judged(image, memory=Memory(red_alone))
    assert [die["value"] for die in finding.detail["dice"]] == [2]


def test_a_damaged_memory_is_told_and_no_picture_is_good_then() -> None:
    finding = judged(degraded.tray(), damage="camera.json is damaged")
    assert finding.level is Level.USABLE
    assert "camera.json is damaged" in german(finding)


@pytest.mark.parametrize("last", [0, 3])
def test_a_camera_that_shows_nothing_or_stops_is_not_usable(last: int) -> None:
    finding = judged(degraded.tray(), last=last)
    assert finding.level is Level.NOT_USABLE
    assert "The camera shows no picture: Camera 7 has sent nothing" in finding.lines[0].en
    assert "Die Kamera zeigt kein Bild: Die Kamera" in german(finding)


def test_a_camera_that_a_running_table_holds_is_asked_for_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    status = {"ok": True, "text": {"en": "Throw the dice.", "de": "Würfeln."}, "detail": {}}
    monkeypatch.setattr(checks, "device", lambda settings, name: status)
    monkeypatch.setattr(checks, "camera_of", lambda settings: Film(degraded.tray(), last=0))
    finding = checks.check_camera(Settings(tmp_path))
    assert finding.level is Level.GOOD
    assert "The table that runs says: Throw the dice." in finding.lines[0].en


# -- the command ---------------------------------------------------------------------------------------------------


def run(*args: object) -> Result:
    return CliRunner().invoke(main, ["doctor", *(str(a) for a in args)])


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The settings that the check was given; it finds a camera that is usable."""
    settings: list[object] = []

    def check(given: object) -> Finding:
        settings.append(given)
        return Finding("camera", Level.USABLE, (Text("Too dark.", "Zu dunkel."),), {"fps": 20.0})

    monkeypatch.setitem(CHECKS, "camera", check)
    return settings


def test_the_command_tells_in_words_and_by_its_exit_code(tmp_path: Path, told: list[object]) -> None:
    done = run("--camera", "--data", tmp_path)
    assert (done.exit_code, done.stdout) == (1, "camera: usable\n  Too dark.\n")
    assert run("--camera", "--data", tmp_path, "--lang", "de").stdout == "camera: brauchbar\n  Zu dunkel.\n"
    told_json = json.loads(run("--camera", "--json", "--camera-source", "/dev/video9", "--data", tmp_path).stdout)
    assert told_json["level"] == "usable"
    assert told_json["fps"] == 20.0
    assert [settings.camera for settings in told] == ["", "", "/dev/video9"]  # type: ignore[attr-defined]


def test_the_settings_name_the_camera(tmp_path: Path, told: list[object]) -> None:
    (tmp_path / "touchline.toml").write_text('camera = "http://tray.local/video"\n')
    run("--camera", "--data", tmp_path)
    assert told[0].camera == "http://tray.local/video"  # type: ignore[attr-defined]


def test_a_text_that_is_no_camera_is_told(tmp_path: Path) -> None:
    done = run("--camera", "--camera-source", "no-such-thing", "--data", tmp_path)
    assert done.exit_code == 1
    assert "'no-such-thing' is no camera" in done.stderr


def test_a_recording_is_looked_at_through_the_whole_house(tmp_path: Path) -> None:
    """A folder of pictures is a camera; its file of what is remembered is damaged."""
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    for n in range(3):
        cv2.imwrite(str(pictures / f"{n}.png"), degraded.lit(degraded.tray(), 0.15))
    remember(tmp_path, Memory())
    (tmp_path / FILE).write_text("no JSON")
    done = run("--camera", "--camera-source", pictures, "--data", tmp_path)
    assert done.exit_code == 2
    assert "camera: not usable" in done.stdout
    assert "Too dark" in done.stdout
    assert "camera.json is damaged" in done.stdout
