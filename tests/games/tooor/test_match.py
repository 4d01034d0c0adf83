"""Setup, line-ups, the time track, the end of the match, extra time: the vectors, played."""

from __future__ import annotations

from typing import Any

import pytest

from companion.adapters.lights import number_lights
from companion.games.tooor.tables import ROWS
from companion.vocabulary import Arrange, Choose, Confirm, Text
from tests.games.tooor.stage import Stage, of, set_rows

Given = dict[str, Any]


def test_setup_asks_for_what_is_not_given() -> None:
    """TOOOR-SETUP-02, TOOOR-SETUP-01, TOOOR-SETUP-03, TOOOR-SETUP-10: the agreement, then the list of what must lie
    ready."""
    stage = Stage(agreed=None)
    assert stage.asked("agreed").suggestion == "draw_ok"
    stage.say("agreed", "et_pens")
    assert stage.s.agreed == "et_pens"
    hint = stage.asked("kickoff").hint
    assert hint is not None
    assert all(word in hint.en for word in ("15–90 up", "tokens on 0", "6 tactic cards", "3 stones"))


def test_men_women_or_mixed() -> None:
    """TOOOR-SETUP-04: the side that lies up counts; a mixed side is named player by player."""
    stage = Stage(mode="box", side_of_cards=None, box=None, first_game=True)
    stage.say("cards.A", "women").say("cards.B", "mixed").say("women.B", ["G1", "GK"])
    names = {p.id: p.name for roster in (stage.play.view().rosters or {}).values() for p in roster}
    assert names["O1"] == "Inv. O1 w"
    assert (names["G1"], names["G2"], names["GK"]) == ("Inv. G1 w", "Inv. G2 m", "Inv. GK w")


@pytest.mark.parametrize(("given", "expect"), of("lineup"))
def test_line_up(given: Given, expect: Given) -> None:
    stage = Stage(mode="box", first_game=sum(given.values()) < 10)
    if sum(given.values()) < 10:
        set_rows(stage.coach("A"), {"attack": 1, "midfield": sum(given.values()) - 2, "defence": 1})
        stage.until("HALF_TIME")
        prompt = stage.asked("half.A")
    else:
        prompt = stage.asked("lineup.A")
    assert isinstance(prompt, Arrange)
    rows = [row for row in ROWS for _ in range(given[row])]
    assert prompt.accepts(dict(zip([i.id for i in prompt.items], rows, strict=True))) == expect["legal"]


@pytest.mark.parametrize(("given", "expect"), of("crest_check"))
def test_crest_check(given: Given, expect: Given) -> None:
    """The names of the vector stand for three players; all others stand by their crests."""
    ids = {"p1": "O1", "p2": "O4", "p3": "O8"}
    stage = Stage(mode="box", first_game=False)
    prompt = stage.asked("lineup.A")
    assert {ids[name]: row for name, row in given["crests"].items()}.items() <= prompt.suggestion.items()
    stage.say("lineup.A", prompt.suggestion | {ids[name]: row for name, row in given["placed"].items()})
    stage.say("lineup.B", stage.asked("lineup.B").suggestion)
    named = ", ".join(stage.player(ids[name]).name for name in expect["misplaced"])
    assert [c.text for c in stage.calls if c.name == "line_up"] == [
        Text(f"Orange, not by crest: {named}.", f"Orange, nicht nach Wappen: {named}.")
    ]


def test_first_game_stands_by_the_crests() -> None:
    """TOOOR-SETUP-06: nothing is asked then."""
    stage = Stage(mode="box")
    assert stage.phase == "CARDS"
    assert stage.coach("A").rows == {"attack": 3, "midfield": 4, "defence": 3}


@pytest.mark.parametrize(("given", "expect"), of("facing_check"))
def test_facings_stay_at_half_time(given: Given, expect: Given) -> None:
    """A redistribution names rows only: whatever the table shows, a turned card is not taken over."""
    ids = {"p1": "O1", "p2": "O4"}
    stage = Stage(mode="box").until("HALF_TIME")
    for name, facing in given["before"].items():
        stage.player(ids[name]).facing = facing
    prompt = stage.asked("half.A")
    turned = {ids[n]: {"row": "attack", "facing": facing} for n, facing in given["after"].items()}
    assert prompt.accepts(prompt.suggestion | turned) == expect["accepted"]
    stage.until("HALF_READY")
    shown = {name: stage.player(id_).facing for name, id_ in ids.items()}
    assert [name for name in shown if shown[name] != given["after"][name]] == expect["turned"]


@pytest.mark.parametrize(("given", "expect"), of("redistribute"))
def test_redistribute(given: Given, expect: Given) -> None:
    stage = Stage(mode="box").until("HALF_TIME")
    player = stage.player("O1")
    for name, value in given["player"].items():
        setattr(player, name, value)
    stage.say("half.A", stage.asked("half.A").suggestion | {"O1": given["to"]}).until("HALF_READY")
    assert {name: getattr(player, name) for name in expect} == expect


@pytest.mark.parametrize(("given", "expect"), of("led"))
def test_lights(given: Given, expect: Given) -> None:
    stage = Stage(agreed="et_pens")
    if "kick" in given:
        stage.until("PEN_SHOT")
        while stage.s.kick < given["kick"]:
            stage.quietly()
        assert stage.phase == given["state"]
    else:
        stage.until(given["state"], given["round"])
    assert stage.leds == expect["leds"]


def test_lights_and_lamps_of_a_whole_match() -> None:
    """The pictures of the catalogue's state machines that no vector has; TOOOR-ET-01, TOOOR-PEN-04."""
    stage = Stage(agreed="et_pens")
    pictures: dict[str, set[str]] = {}
    while not stage.play.over:
        view = stage.play.view()
        pictures.setdefault(view.phase, set()).add(f"{stage.leds} {view.lamps}")
        if stage.s.kick == 6 and stage.asks("roll.A"):
            stage.say("roll.A", 3)
        stage.quietly()
    assert pictures["CARDS"] == {f"{lights} OO" for lights in IN_ROUND}
    assert pictures["REVEAL"] == {f"{lights} bb" for lights in IN_ROUND}
    assert pictures["ATT_DEPLOY"] == {f"{lights} {lamps}" for lights in IN_ROUND for lamps in ("O.", ".O")}
    assert pictures["ROUND_END"] == {f"{lights} .." for lights in AT_ROUND_END}
    assert pictures["FULL_TIME"] == {"ddddddO.. OO", "ddddddddO OO"}
    assert pictures["ET_PREP"] == {"ddddddd.. OO"}
    assert pictures["ET_READY"] == {"dddddddb. .."}
    assert pictures["PEN_SELECT"] == {"ddddddddd OO"}
    assert pictures["PEN_FIRST"] == {"b........ OO"}
    assert pictures["PEN_SHOT"] == {f"{'O' * k:.<9} OO" for k in range(1, 6)} | {"bbbbbbbbb OO"}
    assert pictures["PEN_MORE"] == {"bbbbbbbbb OO"}
    assert (stage.leds, stage.play.view().lamps) == ("ddddddddd", "O.")


IN_ROUND = ["O........", "dO.......", "ddO......", "ddddO....", "dddddO...", "ddddddO..", "dddddddO.", "ddddddddO"]
AT_ROUND_END = ["Ob.......", "dOb......", "ddOb.....", "ddddOb...", "dddddOb..", "ddddddO..", "dddddddOb", "ddddddddO"]


@pytest.mark.parametrize(("given", "expect"), of("whistle"))
def test_whistle(given: Given, expect: Given) -> None:
    """A press of the whistle answers the open prompt that waits for it; where there is none it is refused."""
    stage = Stage(agreed="et_pens").until(given["state"], given["round"])
    waiting = [p for p in stage.play.open.values() if isinstance(p, Confirm) and p.button == "whistle"]
    assert (not waiting) == expect.get("refused", False)
    for prompt in waiting:
        stage.say(prompt.key)
    assert (stage.phase, stage.s.round, stage.leds) == (expect["state"], expect["round"], expect["leds"])


def test_the_whistle_waits_for_both_line_ups() -> None:
    """TOOOR-HALF-04: one coach's nod is not enough."""
    stage = Stage().until("HALF_TIME").say("half.B")
    assert stage.phase == "HALF_TIME"
    assert stage.say("half.A").phase == "HALF_READY"


@pytest.mark.parametrize(("given", "expect"), of("number_leds"))
def test_number_leds(given: Given, expect: Given) -> None:
    assert number_lights(given["value"]) == expect["leds"]


def test_six_rounds_of_the_time_track() -> None:
    """TOOOR-ROUND-01: and the last one ends with a nod instead of the whistle (TR-29)."""
    stage = Stage()
    fields = []
    for round_ in range(1, 7):
        stage.until("ROUND_END", round_)
        fields.append(stage.play.view().period)
        last = next(iter(stage.play.open.values()))
        assert isinstance(last, Confirm)
        assert last.button == ("confirm" if round_ == 6 else "whistle")
        stage.quietly()
    assert fields == ["15", "30", "45", "60", "75", "90"]


@pytest.mark.parametrize(("given", "expect"), of("full_time"))
def test_full_time(given: Given, expect: Given) -> None:
    stage = Stage(agreed=given["agreed"]).until("FULL_TIME", given["round"]).score(*given["score"])
    stage.quietly()
    assert (stage.phase, stage.play.view().result) == (expect["next"], expect["winner"])
    assert stage.play.over == (expect["next"] == "END")


@pytest.mark.parametrize(("given", "expect"), of("et_cards"))
def test_cards_of_extra_time(given: Given, expect: Given) -> None:
    stage = Stage(mode="box", agreed="et_pens").until("FULL_TIME", 6)
    assert stage.coach("A").cards_left == 6 - given["used_in_regulation"]
    stage.until("ET_READY")
    assert stage.coach("A").cards_left == expect["draw"]
    first = stage.until("REVEAL", 7).asked("card.A")
    assert isinstance(first, Choose)
    pool = dict(zip(given["hand_ids"], [o.id for o in first.options], strict=True))
    assert len(pool) == expect["pool"]
    stage.say("card.A", pool[given["round7"]])
    second = stage.until("REVEAL", 8).asked("card.A")
    assert second.accepts(pool[expect["round8_forced"]])
    assert not second.accepts(pool[given["round7"]])


@pytest.mark.parametrize(("given", "expect"), of("et_reposition"))
def test_repositioning_in_extra_time(given: Given, expect: Given) -> None:
    stage = Stage(mode="box", agreed="et_pens").until("ET_PREP")
    assert isinstance(stage.asked("extra.A"), Arrange)
    before = len(stage.seen)
    stage.until("CARDS", given["before_round"])
    moved = [p for p in stage.seen[before:] if isinstance(p, Arrange)]
    assert (len(moved) > 2) == expect["allowed"]


def test_the_minute_can_be_put_right() -> None:
    """TOOOR-ROUND-01: lights at once, rounds to play, and keys that stay unique."""
    stage = Stage().until("CARDS", 5).correct("minute", "30")
    assert (stage.leds, stage.called[-1]) == ("dO.......", "corrected")
    stage.until("HALF_TIME").until("FULL_TIME")
    keys = [p.key for p in stage.seen]
    assert len(keys) == len(set(keys))
    assert "r9.cards.A" in keys


def test_the_minute_at_the_end_of_a_round() -> None:
    """TOOOR-END-02: the whistle is asked for anew."""
    stage = Stage().until("ROUND_END", 5)
    assert stage.correct("minute", "90").asked("end").text.en == "The last round is over."
    assert stage.correct("minute", "45").asked("whistle").text.en == "Whistle to the referee."


def test_a_corrected_score_changes_the_result() -> None:
    """TOOOR-FULL-01: before the nod, and even after it."""
    stage = Stage(agreed="et_pens").until("FULL_TIME").correct("score.B", 3)
    stage.quietly()
    assert (stage.play.view().result, stage.calls[-1].text.en) == ("B", "Green wins 3:0")
    assert stage.correct("score.A", 4).play.view().result == "A"
