"""The ruler of a table: what it measures, what it may show, what it offers, and what it refuses."""

from __future__ import annotations

import json
import math
import re
from dataclasses import replace

import pytest

from companion.adapters.ruler import FRESH_S
from companion.vocabulary import JSON, PromptRefused, RulerRefused
from tests.companion.pitch_desk import PLAYERS, TEAMS, PitchDesk, drawn
from tests.games.takkure.stage import even_box
from vision.frame import CameraState
from vision.ruler.drawn import LENS, PITCH, Scene, Standing, pose_of

PASS_IN = (math.dist(TEAMS[0].centre_mm, TEAMS[1].centre_mm) - 40) / 25.4
BUMPED = (3.02, 0.1, 0.1)
INCHES = re.compile(r"\d\s*(″|inch|in\b|mm)")


@pytest.fixture
def desk() -> PitchDesk:
    """No match: the ruler is free."""
    return PitchDesk(match=False)


@pytest.fixture
def match() -> PitchDesk:
    """A Takkure match, everybody named."""
    told = PitchDesk()
    told.ready()
    told.name_all()
    return told


def asked(desk: PitchDesk, tool: str, a: int, b: int | None = None, inches: float = 2.0) -> JSON:
    desk.ruler.ask(tool, a, b, inches)
    return desk.ruler.look()["answer"]


# -- free ----


def test_the_free_ruler_says_that_it_is_free_and_measures(desk: PitchDesk) -> None:
    told = desk.ruler.look()
    assert (told["free"], told["window"]["open"], told["code"]) == (True, True, "")
    assert [piece["label"]["en"] for piece in told["pieces"]] == ["red 1", "red 2", "yellow 1", "yellow 2"]
    assert [piece["label"]["de"] for piece in told["pieces"]][2] == "gelb 1"
    a, b, _, _ = desk.numbers
    answer = asked(desk, "distance", a, b)
    value, pm = re.findall(r"\d+\.\d+", answer["text"]["en"])
    assert float(value) == pytest.approx(PASS_IN, abs=2 * float(pm))
    assert f"{value}″".replace(".", ",") in answer["text"]["de"]


def test_shapes_lie_where_the_camera_sees_them(desk: PitchDesk) -> None:
    """The ring of a base in the picture: its middle is that of the drawn base."""
    piece = desk.ruler.look()["pieces"][0]
    seen = [sum(axis) / len(axis) for axis in zip(*piece["ring"], strict=True)]
    x, y = pose_of(Scene()).to_picture([TEAMS[0].centre_mm])[0]
    assert seen == pytest.approx([x / 1280, y / 960], abs=0.002)


def test_a_ring_tells_who_is_in_out_or_too_close_to_call(desk: PitchDesk) -> None:
    a, b, c, d = desk.numbers
    verdicts = {one["number"]: one["verdict"] for one in asked(desk, "ring", a, inches=10)["judged"]}
    assert verdicts == {b: "in", c: "out", d: "out"}
    answer = asked(desk, "ring", a, inches=round(PASS_IN, 2))
    assert {one["verdict"] for one in answer["judged"] if one["number"] == b} == {"close"}
    assert "referee's roll" in answer["roll"]["en"]
    assert "Schiedsrichterwurf" in answer["roll"]["de"]


def test_a_pass_tells_its_row_and_who_stands_in_the_lane() -> None:
    desk = PitchDesk(match=False)
    between = replace(TEAMS[2], centre_mm=(-150.0, -10.0))
    desk.see(drawn(bases=(TEAMS[0], between, TEAMS[1], TEAMS[3])))
    told = {piece["label"]["en"]: piece["number"] for piece in desk.ruler.look()["pieces"]}
    answer = asked(desk, "pass", told["red 1"], told["red 2"])
    assert "-2" in answer["text"]["en"]
    assert [one["verdict"] for one in answer["judged"] if one["number"] == told["yellow 1"]] == ["in"]
    assert len(answer["lane"]) > 10


@pytest.mark.parametrize(("tool", "inches"), [("hop", 2.0), ("ring", 0.0), ("ring", 99.0)])
def test_what_cannot_be_asked_is_refused(desk: PitchDesk, tool: str, inches: float) -> None:
    with pytest.raises(PromptRefused, match="distance, ring, pass"):
        desk.ruler.ask(tool, 1, None, inches)


def test_a_piece_that_is_gone_has_no_answer(desk: PitchDesk) -> None:
    a, b, _, _ = desk.numbers
    assert asked(desk, "distance", a, b) is not None
    told = desk.see(drawn(bases=TEAMS[:1] + TEAMS[2:]))
    assert (told["answer"], told["question"]["b"]) == (None, b)
    desk.ruler.clear()
    assert desk.ruler.look()["question"] is None


# -- the rules of a match ----


def test_in_a_match_nothing_is_measured_before_it_is_declared(match: PitchDesk) -> None:
    """TAK-MEA-01, D-140: no number, no ring, no verdict, whatever is asked."""
    a, b, _, _ = match.numbers
    for tool in ("distance", "ring", "pass"):
        with pytest.raises(RulerRefused, match="locked"):
            match.ruler.ask(tool, a, b, 2.0)
    told = match.see()
    assert (told["free"], told["window"]["open"], told["answer"], told["offers"]) == (False, False, None, [])
    assert not INCHES.search(json.dumps(told, ensure_ascii=False))
    assert not INCHES.search(json.dumps(match.table.board()["devices"], ensure_ascii=False))
    assert [piece["label"]["en"] for piece in told["pieces"]] == ["A1", "A2", "B1", "B2"]


def test_a_defensive_move_opens_the_ruler_for_that_defender_alone(match: PitchDesk) -> None:
    """TAK-MEA-05; what was asked is gone with the window."""
    a1, a2, b1, b2 = match.numbers
    match.say(".ready", "a1:MOVE")
    match.say(".defence", "b1:PRESSURE")
    assert "B1" in match.ruler.look()["window"]["text"]["en"]
    assert asked(match, "distance", b1, a1) is not None
    assert asked(match, "ring", b1, inches=4)["judged"]
    for tool, a, b in (("distance", a1, b1), ("distance", b2, a1), ("ring", a2, None), ("pass", b1, b2)):
        with pytest.raises(RulerRefused):
            match.ruler.ask(tool, a, b, 2.0)
    match.ruler.ask("distance", b1, a1, 2.0)
    match.say(".defence", "b2:PRESSURE")
    told = match.ruler.look()
    assert (told["answer"], told["question"]) == (None, None)


def test_a_base_that_nobody_named_opens_nothing() -> None:
    desk = PitchDesk()
    desk.ready()
    _, _, b1, _ = desk.numbers
    desk.say(".ready", "a1:MOVE")
    desk.say(".defence", "b1:PRESSURE")
    with pytest.raises(RulerRefused):
        desk.ruler.ask("ring", b1, None, 4.0)
    desk.ruler.call(b1, "b1")
    desk.ruler.ask("ring", b1, None, 4.0)


def test_without_an_overlay_the_ruler_stays_shut() -> None:
    desk = PitchDesk(rules={"overlay": False})
    desk.ready()
    a, b, _, _ = desk.numbers
    desk.name_all()
    desk.say(".ready", "a1:MOVE")
    with pytest.raises(RulerRefused):
        desk.ruler.ask("distance", a, b, 2.0)


# -- what the match asks for ----


def test_a_pass_is_offered_and_one_tap_takes_it(match: PitchDesk) -> None:
    """TAK-MEA-08: step 5 measures everything."""
    match.to_the_pass()
    (offer,) = match.see()["offers"]
    assert offer["value"] == pytest.approx(PASS_IN, abs=0.05)
    match.ruler.take(offer["key"], offer["version"], offer["value"])
    told = match.table.history()[-1]
    assert (told["source"], told["value"]) == ("camera", offer["value"])
    assert match.table.picture(told["picture"]) is not None
    assert match.ruler.look()["offers"] == []


def test_too_close_to_a_row_is_the_row_of_the_bound(match: PitchDesk) -> None:
    """R-21, TAK-PAS-08: between two rows the better counts."""
    match.to_the_pass()
    apart = 8 * 25.4 + 40
    ends = (replace(TEAMS[0], centre_mm=(-100.0 - apart, 0.0)), replace(TEAMS[1], centre_mm=(-100.0, 0.0)))
    match.see(drawn(bases=(*ends, *TEAMS[2:])))
    numbers = {piece["label"]["en"]: piece["number"] for piece in match.ruler.look()["pieces"]}
    left, right = (match.ruler.look()["pieces"][k]["number"] for k in (0, 1))
    assert numbers
    match.ruler.call(left, "a1")
    match.ruler.call(right, "a2")
    (offer,) = match.ruler.look()["offers"]
    assert (offer["value"], offer["limit"]) == (8.0, 8.0)
    assert "too close to call" in offer["text"]["en"]


def test_who_is_not_known_is_asked_for(match: PitchDesk) -> None:
    match.to_the_pass()
    match.ruler.call(match.numbers[1], "")
    (offer,) = match.see()["offers"]
    assert (offer["value"], "Which base is A2" in offer["text"]["en"]) == (None, True)
    with pytest.raises(RulerRefused, match="Which base"):
        match.ruler.take(offer["key"], offer["version"], 8.0)


def test_an_old_measure_is_no_answer(match: PitchDesk) -> None:
    match.to_the_pass()
    assert match.see()["offers"][0]["value"] is not None
    match.camera.now_s += FRESH_S + 1
    assert match.ruler.look()["offers"][0]["value"] is None


def test_what_is_not_measured_any_more_is_not_taken(match: PitchDesk) -> None:
    match.to_the_pass()
    (offer,) = match.see()["offers"]
    with pytest.raises(PromptRefused, match="measured now"):
        match.ruler.take(offer["key"], offer["version"], offer["value"] + 0.5)
    with pytest.raises(RulerRefused):
        match.ruler.take("nothing", offer["version"], 1.0)


# -- what goes wrong ----


def test_a_bumped_camera_is_noticed_within_two_seconds_and_the_match_goes_on(match: PitchDesk) -> None:
    for _ in range(6):
        match.see(after_s=0.4)
    assert match.ruler.look()["standing"] == "steady"
    match.to_the_pass()
    bumped = drawn(turn=BUMPED)
    told = [match.see(bumped, after_s=0.4) for _ in range(5)][-1]  # two seconds
    assert (told["code"], told["pieces"], told["answer"]) == ("moved", [], None)
    assert match.table.board()["devices"]["ruler"]["ok"] is False
    (offer,) = told["offers"]
    assert offer["value"] is None
    assert "moved" in offer["text"]["en"]
    match.say(".distance", 8.4)  # by hand
    match.ruler.accept()
    assert match.see(after_s=0.4)["code"] == ""


def test_hidden_markers_are_named(desk: PitchDesk) -> None:
    told = desk.see(drawn(covered=(0, 1)))
    assert (told["code"], told["hidden"], told["pieces"]) == ("markers_hidden", [0, 1], [])
    assert "0, 1" in told["reason"]["en"]
    assert "verdeckt" in told["reason"]["de"]
    one = desk.see(drawn(covered=(2,)))
    assert (one["code"], one["hidden"], len(one["pieces"])) == ("", [2], 4)


def test_dragged_corners_do_without_markers_and_may_begin_anywhere(desk: PitchDesk) -> None:
    corners = [(x / 1280, y / 960) for x, y in pose_of(Scene()).to_picture(PITCH.outline_mm).tolist()]
    for k in range(4):
        desk.ruler.drag(corners[k:] + corners[:k])
        assert len(desk.see()["pieces"]) == 4, k
    desk.ruler.drag(None)
    assert desk.see(drawn(covered=(0, 1, 2, 3)))["code"] == "markers_hidden"
    with pytest.raises(PromptRefused, match="four"):
        desk.ruler.drag(corners[:3])


def test_dragged_corners_are_no_more_right_once_the_camera_was_moved(desk: PitchDesk) -> None:
    corners = [(x / 1280, y / 960) for x, y in pose_of(Scene()).to_picture(PITCH.outline_mm).tolist()]
    desk.ruler.drag(corners)
    for _ in range(6):
        assert len(desk.see(after_s=0.4)["pieces"]) == 4
    bumped = drawn(turn=BUMPED)
    assert [desk.see(bumped, after_s=0.4)["code"] for _ in range(5)][-1] == "moved"
    corners = [(x / 1280, y / 960) for x, y in pose_of(Scene(turn=BUMPED)).to_picture(PITCH.outline_mm).tolist()]
    desk.ruler.drag(corners)
    told = desk.see(after_s=0.4)
    assert (told["code"], len(told["pieces"])) == ("", 4)


def test_a_marker_that_was_covered_is_seen_again(desk: PitchDesk) -> None:
    assert desk.see(drawn(covered=(2,)))["hidden"] == [2]
    assert desk.see(drawn())["hidden"] == []


def test_without_a_lens_the_reason_is_said() -> None:
    desk = PitchDesk(match=False, lens=None)
    assert desk.see()["code"] == "no_lens"
    assert "ruler" not in desk.table.board()["devices"], "who never calibrated is not bothered"
    desk.ruler.use_lens(replace(LENS, size_px=(640, 480), focal_px=(500.0, 500.0), centre_px=(320.0, 240.0)))
    told = desk.see()
    assert told["code"] == "lens"
    for reason in told["reason"].values():
        assert "1280 × 960" in reason
        assert "640 × 480" in reason
    assert "the picture" not in told["reason"]["de"], "no English in a German sentence"


def test_a_print_of_the_wrong_scale_is_said(desk: PitchDesk) -> None:
    assert desk.see(drawn(print_scale=0.95))["code"] == "scale"


def test_a_lens_of_another_zoom_is_said(desk: PitchDesk) -> None:
    desk.ruler.use_lens(replace(LENS, focal_px=(900.0, 900.0)))
    told = desk.see()
    assert (told["code"], told["pieces"]) == ("zoom", [])
    assert "zoom" in told["reason"]["en"]


def test_a_lost_camera_shows_nothing_old(desk: PitchDesk) -> None:
    desk.camera.state = CameraState.LOST
    told = desk.ruler.look()
    assert (told["state"], told["pieces"], told["size"]) == ("lost", [], None)
    assert "lost" in told["text"]["en"]


def test_nobody_looks_and_nothing_is_measured(desk: PitchDesk) -> None:
    desk.camera.now_s += 100.0
    before = desk.ruler.look()["seq"]
    desk.camera.now_s += 100.0
    frame = desk.camera.frame()
    assert frame is not None
    desk.ruler.watch(frame)
    assert desk.ruler.look()["seq"] == before


def test_the_map_tells_how_good_it_is_where(desk: PitchDesk) -> None:
    cells = desk.ruler.good_to()
    assert len(cells) == 48
    assert all(0.005 < cell["inches"] < 0.1 for cell in cells)
    assert all(len(cell["cell"]) == 4 for cell in cells)


def test_a_name_goes_to_one_piece_and_to_players_only(match: PitchDesk) -> None:
    a, b, _, _ = match.numbers
    match.ruler.call(b, "a1")
    assert [piece["player"] for piece in match.ruler.look()["pieces"]] == ["", "a1", "b1", "b2"]
    with pytest.raises(PromptRefused, match="player"):
        match.ruler.call(a, "nobody")
    with pytest.raises(PromptRefused, match="piece"):
        match.ruler.call(99, "a1")


def test_other_teams_have_no_names_yet(match: PitchDesk) -> None:
    other = even_box()
    other["teams"][0]["players"][0]["name"] = "Somebody else"
    assert match.see()["pieces"][0]["player"] == "a1"
    match.table.begin("takkure", {"box": other})
    assert [piece["player"] for piece in match.ruler.look()["pieces"]] == ["", "", "", ""]
    assert [piece["player"] for piece in match.see()["pieces"]] == ["", "", "", ""]


def test_an_old_answer_is_not_shown(desk: PitchDesk) -> None:
    a, b, _, _ = desk.numbers
    assert asked(desk, "distance", a, b) is not None
    desk.camera.now_s += FRESH_S + 1
    assert desk.ruler.look()["answer"] is None
    assert desk.see()["answer"] is not None


# -- what it answers by itself ----


def standing(**moved_mm: tuple[float, float]) -> tuple[Standing, ...]:
    """TEAMS, some of them elsewhere."""
    named = dict(zip(PLAYERS, TEAMS, strict=True))
    return tuple(replace(base, centre_mm=moved_mm.get(name, base.centre_mm)) for name, base in named.items())


def test_a_whole_activation_without_a_tap_but_for_the_decisions(match: PitchDesk) -> None:
    """TAK-TKL-01, TAK-EXE-01: the token laid down declares, the piece that leaves its place begins step 3, and rests
    when it has moved; TAK-TKL-07: who was met on the way; TAK-MEA-08: nobody measures what is plain."""
    for _ in range(2):
        match.see()
    match.say(".ready", "a1:MOVE")
    beside_b1 = ((24, (60.0, 100.0)),)
    for _ in range(3):
        match.see(drawn(tokens=beside_b1))
    assert match.table.history()[-1]["value"] == "b1:TACKLE_PATH"
    assert match.table.board()["scoreboard"]["measuring"] == "b1"
    tackling = {"b1": (-190.0, 110.0)}
    for _ in range(3):
        match.see(drawn(bases=standing(**tackling), tokens=beside_b1))
    assert match.table.board()["phase"] == "A2"
    landed = {**tackling, "a1": (-120.0, 160.0)}
    for _ in range(5):
        match.see(drawn(bases=standing(**landed), tokens=beside_b1))
    assert match.table.board()["phase"] == "A4"
    match.say(".second", "DODGE")
    for _ in range(3):
        match.see()
    sources = {h["key"].rsplit(".", 1)[-1]: h["source"] for h in match.table.history() if h["kind"] == "answered"}
    assert {sources[k] for k in ("defence~2", "executed", "contact")} == {"camera"}
    assert {key.rsplit(".", 1)[-1] for key, p in match.table.prompts()[1].items() if not p.offer} == {"a1", "b1"}


def test_what_the_ruler_answered_can_be_taken_back(match: PitchDesk) -> None:
    """It does not say so again: a person does."""
    match.to_the_pass()
    for _ in range(3):
        match.see()
    told = match.table.history()[-1]
    assert (told["source"], told["rule"]) == ("camera", "TAK-PAS-07")
    assert match.table.picture(told["picture"]) is not None
    match.table.undo()
    for _ in range(3):
        match.see()
    (offer,) = match.ruler.look()["offers"]
    match.ruler.take(offer["key"], offer["version"], offer["value"])


def test_who_presses_is_offered_where_it_is_too_close_to_call(match: PitchDesk) -> None:
    """R-21: agree, or the referee's roll."""
    match.say(".ready", "a1:MOVE")
    match.say(".defence", "b1:PRESSURE")
    match.say(".defence", "done")
    match.say(".executed")
    match.say(".second", "SCORE")
    limit = 2 * 25.4 + 40
    for _ in range(4):
        match.see(drawn(bases=standing(b1=(TEAMS[0].centre_mm[0] + limit, TEAMS[0].centre_mm[1]))))
    (offer,) = match.ruler.look()["offers"]
    assert (offer["value"], "Too close to call: B1" in offer["text"]["en"]) == ([], True)
    assert match.table.board()["phase"] == "A5"
    match.ruler.take(offer["key"], offer["version"], offer["value"])
    assert any(key.endswith(".a1") for key in match.table.prompts()[1])


# -- where the players are ----


def test_the_options_carry_the_places_of_their_players(match: PitchDesk) -> None:
    """In hundredths of the pitch, x along it and y down as seen from above; nobody's place is guessed."""
    match.say(".ready", "a1:MOVE")
    assert prompt_of(match, ".defence")["pitch"] is None
    match.see()
    asked_ = prompt_of(match, ".defence")
    assert (asked_["pitch"]["width"], asked_["pitch"]["height"]) == (100, 72)
    (x, y), length = TEAMS[3].centre_mm, PITCH.size_mm[0]
    places = {o["id"]: o["place"] for o in asked_["options"]}
    assert places["b2:TACKLE"] == pytest.approx([100 * (x / length + 0.5), 36 - 100 * y / length], abs=1)
    assert places["b3:TACKLE"] is places["done"] is None  # he is nowhere to be seen
    assert {p["id"] for p in asked_["pieces"]} == set(PLAYERS)


def prompt_of(match: PitchDesk, part: str) -> JSON:
    return next(p for p in match.table.board()["prompts"] if part in p["key"])


def test_places_that_hardly_change_are_not_told_again(match: PitchDesk) -> None:
    match.see()
    before = match.table.board()["devices"]["ruler"]["detail"]["places"]
    match.see(drawn(bases=standing(a1=(TEAMS[0].centre_mm[0] + 3, TEAMS[0].centre_mm[1]))))
    assert match.table.board()["devices"]["ruler"]["detail"]["places"] == before
    match.see(drawn(bases=standing(a1=(TEAMS[0].centre_mm[0] + 60, TEAMS[0].centre_mm[1]))))
    assert match.table.board()["devices"]["ruler"]["detail"]["places"] != before
