"""The README tells what there is: every option, command, setting and route, and exactly two commands to begin with."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

from companion.cli import box, main
from companion.journal import MemoryJournal
from companion.settings import Settings
from companion.table import Table
from tests.toy_game import GAME
from web import create_app

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_two_commands_begin() -> None:
    (block,) = re.findall(r"```sh\n(.*?)```", README, re.S)
    assert [line.split("#")[0].strip() for line in block.splitlines()] == ["./touchline", "./touchline test"]


def test_every_option_is_told() -> None:
    options = {name for p in main.params for name in p.opts} - {"--version"}
    told = set(re.findall(r"--[a-z]+", README.split("## Options")[1].split("## Commands")[0]))
    assert told == options


def test_every_setting_is_told() -> None:
    told = README.split("`touchline.toml` in the data folder")[1].split("## Commands")[0]
    for field in dataclasses.fields(Settings):
        if field.name != "data":
            assert f"`[{field.name}]`" in told or f"`{field.name}`" in told


def test_every_command_is_told() -> None:
    section = README.split("## Commands")[1].split("## API")[0]
    for command in set(main.commands) - {"box", "test"}:
        assert f"`touchline {command} " in section
    for command in box.commands:
        assert f"`touchline box {command} " in section


def test_every_route_that_is_told_is_there_and_every_write_is_told() -> None:
    app = create_app(Table(MemoryJournal(), lambda name: GAME), pin="123456")
    there = {
        (method, re.sub(r"<.*?>", "X", rule.rule))
        for rule in app.url_map.iter_rules()
        for method in rule.methods & {"GET", "POST"}
    }
    section = README.split("## API")[1].split("## How")[0]
    told = {(m, re.sub(r"[A-Z]{2,}$", "X", path)) for m, path in re.findall(r"\| `(GET|POST) (/[a-z/A-Z]+)", section)}
    assert told <= there
    writes = {(m, path) for m, path in there if m == "POST" and "/simulation/" not in path and path != "/api/pin"}
    assert writes <= told


def test_the_picture_is_there() -> None:
    for path in re.findall(r"!\[.*?\]\((.*?)\)", README):
        assert (ROOT / path).is_file()
