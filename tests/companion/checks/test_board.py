"""The board, as the doctor greets it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.checks.board import judge_board, judge_unused, seen_board
from firmware_bridge.firmware.panel import FIRMWARE
from firmware_bridge.link import LinkState, Standing
from firmware_bridge.talk import Greeting
from vision.advice import Level


def up(firmware: str) -> Standing:
    return Standing(LinkState.UP, "/dev/ttyACM3", Greeting(1, "s", "b", "pico", firmware, {"buttons": 8, "leds": 48}))


def test_a_board_with_this_firmware_is_good() -> None:
    finding = judge_board(up(FIRMWARE))
    assert finding.level is Level.GOOD
    assert f"pico at /dev/ttyACM3, firmware {FIRMWARE}: 8 buttons, 48 leds" in finding.lines[0].en


def test_an_older_firmware_is_told_with_the_command() -> None:
    finding = judge_board(up("0.9"))
    assert finding.level is Level.USABLE
    assert "touchline flash" in finding.lines[1].en


@pytest.mark.parametrize("state", [s for s in LinkState if s is not LinkState.UP])
def test_every_trouble_is_told(state: LinkState) -> None:
    finding = judge_board(Standing(state, "/dev/ttyACM3", None, "Permission denied"))
    assert finding.level is Level.USABLE
    assert "{" not in finding.lines[0].en + finding.lines[0].de


def test_a_board_that_nobody_uses_is_a_hint() -> None:
    assert judge_unused([]).level is Level.GOOD
    finding = judge_unused(["/dev/ttyACM0"])
    assert finding.level is Level.HINT
    assert "[board]" in finding.lines[0].en


class ToldLink:
    told: tuple[Standing, ...] = ()
    closed = 0

    def __init__(self, hear: Callable[..., None], tell: Callable[[Standing], None], **ports: Any) -> None:
        for standing in self.told:
            tell(standing)

    def close(self) -> None:
        ToldLink.closed += 1


def test_the_first_that_is_up_counts_else_what_was_known_last(monkeypatch: pytest.MonkeyPatch) -> None:
    mute = Standing(LinkState.MUTE, "/dev/ttyACM3")
    monkeypatch.setattr(ToldLink, "told", (mute, up("1"), mute))
    assert seen_board({}, ToldLink, limit_s=5).state is LinkState.UP
    monkeypatch.setattr(ToldLink, "told", (Standing(LinkState.ABSENT), mute))
    assert seen_board({}, ToldLink, limit_s=0.0) == mute
    assert ToldLink.closed == 2
