"""Turning and event checks: the vectors, played."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from companion.games.tooor.tables import EVENT_FACES
from companion.games.tooor.turning import injured_supply, yellow_supply
from companion.vocabulary import FACES, Choose, Roll
from tests.games.tooor.stage import Stage, box_with, half, of, set_rows

Given = dict[str, Any]
RESULTS = {"lucky": "nothing", "yellow_card": "warning", "injured": "injured", "sending_off": "sending_off"}


def turning(corners: list[str | None], footballs: list[int] = [2, 2, 2, 2], **token: int) -> Stage:  # noqa: B006
    """O1 alone was deployed, lies like this, and is about to be turned."""
    content = box_with(
        card={"bottom": half(attack=1), "top": half(defence=1)}, O1={"corners": corners, "footballs": footballs}
    )
    stage = Stage(mode="box", box=content).until("CARDS")
    for name, value in token.items():
        setattr(stage.player("O1"), name, value)
    return stage.until("ATT_DEPLOY").say("deploy.A", ["O1"]).until("TURN_ATT").say("turn.A", "O1")


@pytest.mark.parametrize(("given", "expect"), of("turn"))
def test_turn(given: Given, expect: Given) -> None:
    tokens = {name: given[name] for name in ("facing", "injured", "yellow")}
    stage = turning(given["corners"], given["footballs"], **tokens)
    assert (stage.phase == "EVENT") == expect["check"]
    if given["face"]:
        assert stage.player("O1").facing == given["facing"]
        stage.event(given["face"])
    player = stage.player("O1")
    if expect["facing"] is None:
        assert player.sent_off
        assert player.facing == given["facing"]
    else:
        assert (player.facing, player.strength) == (expect["facing"], expect["strength"])


@pytest.mark.parametrize(("given", "expect"), [p for p in of("event") if p.id != "TV-142"])
def test_event(given: Given, expect: Given) -> None:
    stage = turning([given["symbol"], None, None, None], yellow=given["yellow"], injured=given["injured"])
    stage.event(given["face"])
    player = stage.player("O1")
    found = {
        "result": RESULTS[stage.called[-1]],
        "on_field": not player.sent_off,
        "yellow": player.yellow,
        "injured": player.injured,
        "turn_completed": player.facing == 1,
    }
    if expect.get("replacement_move_offered"):
        found["replacement_move_offered"] = stage.phase == "REPLACE"
    assert found == expect


@pytest.mark.parametrize(("given", "expect"), [p for p in of("event") if p.id == "TV-142"])
def test_event_in_light_mode(given: Given, expect: Given) -> None:
    stage = Stage().until("TURN_ATT").say("turn.A", EVENT_FACES[given["symbol"]]).event(given["face"])
    called = stage.coach("A").called
    assert RESULTS[stage.called[-1]] == expect["result"]
    assert called == {"yellow_card": expect["yellow"], "injured": expect["injured"], "red_card": 0}
    assert expect["on_field"]
    assert (stage.phase == "TURN_ATT") == expect["turn_completed"]


def test_second_yellow_in_light_mode() -> None:
    """TOOOR-EVENT-08, TOOOR-EVENT-06: the coach is asked for the first one, and told what he may do."""
    stage = Stage().until("TURN_ATT").say("turn.A", "yellow_card").say("event", "yellow_card").say("booked", "yes")
    assert stage.called[-2:] == ["sending_off", "may_replace"]


def test_the_turn_goes_on_after_the_check() -> None:
    """TOOOR-EVENT-04: in full mode the player is turned, in light mode the coach is asked to turn on."""
    assert turning(["injured", None, None, None]).event("blank").player("O1").facing == 1
    stage = Stage().until("TURN_ATT").say("turn.A", "injured").event("blank")
    assert (stage.phase, stage.asked("turn.A").side) == ("TURN_ATT", "A")


def test_no_more_than_three_symbols_a_side() -> None:
    """TOOOR-LIGHT-03: three players were deployed at most."""
    stage = Stage().until("TURN_ATT")
    for _ in range(3):
        stage.say("turn.A", "injured").event("blank")
    assert stage.phase == "TURN_DEF"


@pytest.mark.parametrize(("given", "expect"), of("event_odds"))
def test_event_odds(given: Given, expect: Given) -> None:
    """The usual die, and one of the box file."""
    prompt = turning(["injured", None, None, None]).asked("event")
    assert isinstance(prompt, Roll)
    words = {face: word for word, face in EVENT_FACES.items()}
    faces = [words[str(face)] for face in FACES[prompt.dice[0].kind_of_die]]
    assert sorted(faces) == sorted(given["faces"])
    for word in EVENT_FACES:
        assert Fraction(faces.count(word), 6) == Fraction(expect[word])


def test_the_event_die_of_the_box() -> None:
    """TOOOR-EVENT-10, TR-05: other faces may be entered."""
    content = box_with(
        card={"bottom": half(attack=1), "top": half(defence=1)}, O1={"corners": ["injured"] + [None] * 3}
    )
    content["rules"]["event_die"] = ["injured"] * 6
    prompt = Stage(mode="box", box=content).until("EVENT").asked("event")
    assert isinstance(prompt, Roll)
    assert prompt.legal == (("injured",),)


@pytest.mark.parametrize(("given", "expect"), of("replacement"))
def test_replacement(given: Given, expect: Given) -> None:
    row = given["lost_row"]
    content = box_with(card={"bottom": half(**{row: 1}), "top": half(defence=1)})
    for player in content["teams"]["orange"]["outfield"]:
        player["men"]["corners"] = ["sending_off", None, None, None]
    stage = Stage(mode="box", box=content).until("CARDS")
    set_rows(stage.coach("A"), given["rows"])
    stage.until("EVENT").event("sending_off")
    assert (stage.phase, stage.coach("A").rows) == ("REPLACE", given["rows_after_removal"])
    prompt = stage.asked("replace")
    assert isinstance(prompt, Choose)
    choice = next((o for o in prompt.options if o.group == given["move_from"]), prompt.options[0])
    if given["turn_card"]:
        assert not prompt.accepts({"id": choice.id, "facing": 1})
        stage.say("replace", choice.id)
        assert (stage.player(choice.id).facing == 1) == expect["legal"]
        return
    assert prompt.accepts(choice.id) == expect["legal"]
    assert (choice.detail is not None) == expect["warn"]
    stage.say("replace", choice.id)
    assert stage.coach("A").rows == expect["rows"]
    assert (choice.id == "none") == (given["move_from"] is None)


@pytest.mark.parametrize(("given", "expect"), of("turn_debt"))
def test_turn_debt(given: Given, expect: Given) -> None:
    """s1 is sent off first, m1 takes his row, and is turned like everyone deployed."""
    ids = {"s1": "O1", "m1": "O4"}
    content = box_with(
        card={"bottom": half(attack=1, midfield=1), "top": half(defence=2)},
        O1={"corners": ["sending_off", None, None, None]},
    )
    stage = Stage(mode="box", box=content).until("ATT_DEPLOY").say("deploy.A", [ids[n] for n in given["deployed"]])
    stage.until("TURN_ATT").say("turn.A", [ids[given["sent_off"]], ids[given["moved"]]]).event("sending_off")
    moved = stage.player(ids[given["moved"]])
    assert [p.id for p in stage.coach("A").deployed if not p.facing] == [ids[n] for n in expect["still_to_turn"]]
    choose_row = stage.asked("replace")
    assert choose_row.accepts(moved.id)
    before = moved.facing
    # The move itself is a row and nothing else; the turn that follows is the one that was owed.
    stage.say("replace", moved.id)
    assert (moved.row, moved.facing) == ("attack", before + 1)
    assert not expect["moved_facing_changed"]


@pytest.mark.parametrize(("given", "expect"), of("tokens_return"))
def test_tokens_return(given: Given, expect: Given) -> None:
    """Two more yellow tokens lie on the other team; his own come back with the second yellow."""
    stage = turning(["warning", None, None, None], **given["player"])
    stage.player("G1").yellow = stage.player("G2").yellow = 1
    assert supply(stage) == given["supply"]
    stage.event("warning")
    assert RESULTS[stage.called[-1]] == given["result"]
    assert supply(stage) == expect["supply"]
    assert not stage.player("O1").deployed


def supply(stage: Stage) -> dict[str, int]:
    return {"yellow": yellow_supply(stage.s), "injured": injured_supply(stage.s)}


def test_an_event_counts_without_a_token() -> None:
    """TR-22: twelve yellow cards lie on the table, the thirteenth is remembered."""
    stage = turning(["warning", None, None, None])
    for player in [*stage.coach("A").outfield[1:], *stage.coach("B").outfield[:3]]:
        player.yellow = 1
    stage.event("warning")
    assert "No token is left" in stage.calls[-1].text.en
    assert stage.player("O1").yellow == 1
