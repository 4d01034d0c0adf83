"""One TOML file, `touchline.toml` in the data folder, and the command line on top of it."""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, TypeVar

from companion.adapters.bridge import Board
from companion.adapters.panel import Pins
from companion.vocabulary import TouchlineError

FILE = "touchline.toml"


@dataclass(frozen=True)
class PitchCamera:
    """The ruler: its `camera` as `vision.camera.open_camera` spells it, empty the table's own; the files of its `lens`
    and its `pitch`, seen from the data folder, empty those that lie there."""

    camera: str = ""
    lens: str = ""
    pitch: str = ""


class SettingsError(TouchlineError, ValueError):
    """A settings file that cannot be used; the message names file, key and remedy."""


@dataclass(frozen=True)
class Settings:
    """`camera` is a source as `vision.camera.open_camera` spells it, or empty: the Pi's own camera, else the simulated
    table. `mode` is one of the game, empty its usual one; `box` a box file of it, with which Tooor! is played in
    the mode box. `port` 0 takes any free one."""

    data: Path
    game: str = "tooor"
    mode: str = ""
    box: str = ""
    host: str = "0.0.0.0"
    port: int = 8080
    camera: str = ""
    simulate: bool = False
    pins: Pins = field(default_factory=Pins)
    board: Board = field(default_factory=Board)
    ruler: PitchCamera = field(default_factory=PitchCamera)


def read_settings(data: Path, **given: Any) -> Settings:
    """The settings of a data folder; what is `given` and not None wins. SettingsError names what is wrong."""
    path = data / FILE
    settings = Settings(data)
    if path.is_file():
        settings = _filled(settings, _parsed(path), path.name)
    return replace(settings, **{k: v for k, v in given.items() if v is not None})


def _parsed(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise SettingsError(f"{path} cannot be read: {error}") from error


_Filled = TypeVar("_Filled", bound=Settings | Pins | Board | PitchCamera)


def _filled(defaults: _Filled, values: Mapping[str, Any], where: str) -> _Filled:
    known = {f.name: getattr(defaults, f.name) for f in fields(defaults) if f.name != "data"}
    changed: dict[str, Any] = {}
    for key, value in values.items():
        if key not in known:
            near = difflib.get_close_matches(key, known, 1, 0.0)[0]
            raise SettingsError(f"{where}: {key!r} is no setting; the nearest is {near!r}")
        changed[key] = _checked(known[key], value, f"{where}: {key}")
    return replace(defaults, **changed)


def _checked(default: Any, value: Any, where: str) -> Any:
    if isinstance(default, Pins | Board | PitchCamera):
        if not isinstance(value, Mapping):
            raise SettingsError(f"{where} is a section: write [{where.split()[-1]}]")
        return _filled(default, value, where)
    if isinstance(default, tuple):
        return _listed(default, value, where)
    if type(value) is not type(default):
        raise SettingsError(f"{where} is {value!r}; a value such as {default!r} is needed")
    return value


def _listed(default: tuple[Any, ...], value: Any, where: str) -> tuple[Any, ...]:
    """As many as there are by default: whole numbers, or roles out of those ("" for none)."""
    roles = [v for v in dict.fromkeys(default) if isinstance(v, str)]
    what = f"of {', '.join(roles)} or nothing" if roles else "whole numbers"
    fits = isinstance(value, list) and len(value) == len(default)
    if not fits or not all(v in (*roles, "") if roles else type(v) is int for v in value):
        raise SettingsError(f"{where} is {value!r}; {len(default)} {what} are needed")
    return tuple(value)
