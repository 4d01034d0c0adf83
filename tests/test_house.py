"""The walls of the house: who may import whom, and which library lives in which file (HOUSE, "Floors")."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

# The part that a module belongs to -> the parts of the house that it may import. The longest name wins.
FLOORS: dict[str, tuple[str, ...]] = {
    "companion.vocabulary": (),
    "firmware_bridge": (),
    "vision": (),
    "companion.games": ("companion.vocabulary",),
    "companion.playthrough": ("companion.vocabulary",),
    "companion.dispute": ("companion.vocabulary",),
    "companion.match": ("companion.vocabulary", "companion.playthrough", "companion.dispute"),
    "companion.board": ("companion.vocabulary", "companion.playthrough", "companion.match"),
    "companion.journal": ("companion.vocabulary",),
    "companion.fairness": ("companion.vocabulary", "companion.match"),
    "companion.course": ("companion.vocabulary", "companion.match", "companion.playthrough"),
    "companion.report": (
        "companion.vocabulary",
        "companion.match",
        "companion.playthrough",
        "companion.fairness",
        "companion.course",
    ),
    "companion.reread": ("companion.vocabulary", "companion.match", "companion.adapters.camera", "vision"),
    "companion.table": (
        "companion.vocabulary",
        "companion.board",
        "companion.match",
        "companion.journal",
        "companion.matchfile",
        "companion.report",
    ),
    "companion.adapters": ("companion.vocabulary",),
    "companion.adapters.bridge": ("companion.vocabulary", "companion.adapters", "firmware_bridge"),
    "companion.adapters.strip": ("companion.vocabulary", "companion.adapters", "firmware_bridge"),
    "companion.adapters.lookout": ("vision",),
    "companion.adapters.camera": ("companion.vocabulary", "companion.adapters.lookout", "vision"),
    "companion.adapters.advice": ("companion.vocabulary", "vision"),
    "companion.adapters.finder": (
        "companion.vocabulary",
        "companion.adapters.advice",
        "companion.adapters.camera",
        "companion.adapters.lookout",
        "vision",
    ),
    "companion.adapters.lens": ("companion.vocabulary", "vision"),
    "companion.adapters.laid": ("companion.vocabulary", "vision"),
    "companion.adapters.sight": ("companion.vocabulary", "companion.adapters", "vision"),
    "companion.adapters.measuring": ("companion.vocabulary", "vision"),
    "companion.adapters.witness": ("companion.vocabulary", "vision"),
    "companion.adapters.ruler_words": ("companion.vocabulary", "vision"),
    "companion.adapters.pitchview": ("companion.vocabulary", "companion.adapters", "vision"),
    "companion.adapters.ruler": ("companion.vocabulary", "companion.adapters", "vision"),
    "companion.adapters.simulated": ("companion.vocabulary", "vision"),
    "companion.adapters.teacher": ("companion.vocabulary", "vision"),
    "companion.pitchside": ("companion", "vision"),
    "companion.cameras": ("companion", "vision"),
    "companion.checks": ("companion", "firmware_bridge", "vision"),
    "companion.doctor": ("companion", "vision"),
    "companion.unit": (),
    "companion.notify": (),
    "companion.install": ("companion", "firmware_bridge"),
    "companion.printscale": ("companion.vocabulary",),
    "companion.printplan": ("companion.vocabulary", "companion.printscale", "vision"),
    "companion.sheets": ("companion.vocabulary", "companion.printscale", "companion.printplan", "vision"),
    "companion.tracks": ("companion.vocabulary",),
    "companion.tracksheet": ("companion",),
    "companion.teach": ("companion", "vision"),
    "companion.measure": ("companion", "vision"),
    "companion.calibrate": ("companion", "vision"),
    "web": ("companion.vocabulary",),
    "companion.clips": ("companion.vocabulary", "companion.journal", "vision"),
    "companion.matchfile": ("companion.vocabulary",),
    "companion.settings": ("companion",),
    "companion.lobby": ("companion",),
    "companion.readiness": ("companion",),
    "companion.boxshelf": ("companion.vocabulary", "companion.games", "vision.keep"),
    "companion.headless": ("companion",),
    "companion.service": ("companion", "vision", "web"),
    "companion.cli": ("companion", "vision", "web"),
    "companion.cli_device": ("companion", "firmware_bridge"),
    "companion.cli_ruler": ("companion",),
    "companion": (),
}

# A library -> where alone it may appear.
ROOMS: dict[str, tuple[str, ...]] = {
    "gpiozero": ("companion/adapters/panel.py",),
    "lgpio": ("companion/adapters/panel.py",),
    "serial": ("firmware_bridge/link.py",),
    "machine": ("firmware_bridge/firmware/main.py",),
    "neopixel": ("firmware_bridge/firmware/main.py",),
    "sqlite3": ("companion/journal.py",),
    "flask": ("web/",),
    "flask_babel": ("web/",),
    "babel": ("web/language.py", "companion/vocabulary/numeral.py"),
    "waitress": ("web/serve.py",),
    "segno": ("web/pages/join.py",),
    "cv2": ("vision/",),
    "numpy": ("vision/",),
    "picamera2": ("vision/",),
    "yaml": ("companion/headless.py", "companion/vocabulary/fields.py"),
    "click": ("companion/cli.py", "companion/cli_device.py", "companion/cli_ruler.py"),
    "fpdf": ("companion/sheets.py", "web/matchsheet.py"),
    "random": ("companion/adapters/simulated.py", "firmware_bridge/virtual.py", "vision/"),
}

# What a game may never touch.
IMPURE = (
    "time",
    "datetime",
    "random",
    "secrets",
    "os",
    "io",
    "pathlib",
    "logging",
    "socket",
    "subprocess",
    "threading",
)


def modules() -> list[Path]:
    return sorted(p for part in ("companion", "firmware_bridge", "vision", "web") for p in (ROOT / part).rglob("*.py"))


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imports(path: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno} is a relative import"
            base = str(node.module)
            yield from ((node.lineno, f"{base}.{alias.name}") for alias in node.names)


def inside(name: str, part: str) -> bool:
    return name == part or name.startswith(part + ".")


def part_of(name: str) -> str:
    return max((part for part in FLOORS if inside(name, part)), key=len)


def breaches(path: Path) -> list[str]:
    own = part_of(name_of(path))
    allowed = (*FLOORS[own], own)
    return [
        f"{path.relative_to(ROOT)}:{line} ({own}) imports {name}"
        for line, name in imports(path)
        if name.split(".")[0] in ("companion", "firmware_bridge", "vision", "web", "tests")
        and not any(inside(name, part) for part in allowed)
    ]


def test_every_import_keeps_to_its_floor() -> None:
    found = [breach for path in modules() for breach in breaches(path)]
    assert not found, "\n".join(found)


def test_a_breach_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    wrong = tmp_path / "companion" / "games" / "chess.py"
    wrong.parent.mkdir(parents=True)
    wrong.write_text("from companion.table import Table\nimport web\n")
    assert breaches(wrong) == [
        "companion/games/chess.py:1 (companion.games) imports companion.table.Table",
        "companion/games/chess.py:2 (companion.games) imports web",
    ]


def test_each_library_lives_in_its_room() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in modules()
        for line, name in imports(path)
        if name.split(".")[0] in ROOMS and not str(path.relative_to(ROOT)).startswith(ROOMS[name.split(".")[0]])
    ]
    assert not found, "\n".join(found)


def test_games_touch_no_clock_no_chance_and_no_device() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line} imports {name}"
        for path in modules()
        if inside(name_of(path), "companion.games") and name_of(path) != "companion.games"
        for line, name in imports(path)
        if name.split(".")[0] in IMPURE
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", sorted(p.stem for p in (ROOT / "companion" / "games").iterdir() if p.stem[0] != "_"))
def test_a_game_ends_with_its_one_name(game: str) -> None:
    path = ROOT / "companion" / "games" / game
    text = (path / "__init__.py" if path.is_dir() else path.with_suffix(".py")).read_text(encoding="utf-8")
    assert re.match(r"GAME\b.*=", text.rstrip().splitlines()[-1])


def test_the_top_level_is_as_the_owner_fixed_it() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["name"] == "touchline"
    for name in ("companion", "firmware_bridge", "vision", "web", "tests", "hardware.md", "README.md", ".ci/run"):
        assert (ROOT / name).exists(), name


def test_nothing_is_named_after_nothing() -> None:
    empty_names = {"utils", "util", "helpers", "helper", "manager", "base", "common", "misc"}
    assert not [p for p in modules() if p.stem in empty_names]
