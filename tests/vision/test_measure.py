"""The ruler against the vectors of the Takkure catalogue, and against what geometry promises whatever the numbers."""

from __future__ import annotations

import cmath
import itertools
import json
import math
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from vision.measure import (
    INCH_MM,
    PASS,
    RECEPTION,
    Ask,
    Disc,
    Distance,
    Field,
    MeasureError,
    Stop,
    Verdict,
    Ways,
    across,
    ahead,
    all_of,
    any_of,
    band,
    contact,
    displace,
    displace_all,
    edge_distance,
    gap_mm,
    in_goal,
    in_lane,
    in_own_half,
    kept_in,
    kickoff_template,
    marked_move,
    meeting,
    move_to,
    on_kickoff_line,
    opposed,
    overlap,
    place_at,
    pressure,
    reposition,
    scatter,
)

VECTORS = yaml.safe_load((Path(__file__).parent / "measure_vectors.yaml").read_text(encoding="utf-8"))["vectors"]
PITCHES = Path(__file__).resolve().parents[3] / "shared" / "data" / "pitches"
Given = dict[str, Any]

# ---------------------------------------------------------------- the vectors


def point(told: Given) -> complex:
    return complex(told["x"], told["y"])


def yes(verdict: Verdict) -> bool:
    """The vectors are exact: nothing in them is too close to call."""
    assert verdict is not Verdict.CLOSE
    return verdict is Verdict.IN


def vector_marked_move(given: Given) -> Given:
    mates = [Disc(**mate) for mate in given.get("teammates", ())]
    turn = point(given["turn"]) if "turn" in given else None
    move = marked_move(Disc(**given["start"]), Disc(**given["token"]), given["mov_in"], turn, mates)
    return {"x": move.end.x, "y": move.end.y, "travel_in": move.travel_in, "stop": move.stop.value}


def vector_trajectory_contact(given: Given) -> Given:
    path = [point(p) for p in given["path"]]
    met = meeting(path, Disc(path[0].real, path[0].imag, given["active_d"]), Disc(**given["tackler"]))
    told: Given = {"contact": yes(met.verdict), "s_contact_in": met.at.value if met.at else None}
    if "pass_at_in" in given:
        told["pass_roll"] = "face_to_face" if yes(opposed(given["pass_at_in"], met)) else "unopposed"
    return told


def vector_ahead(given: Given) -> Given:
    passer, receiver = Disc(given["passer_x"], 100, 40), Disc(given["receiver_x"], 150, 40)
    return {"ahead": yes(ahead(passer, receiver, given["attack_dir"]))}


def vector_scatter(given: Given) -> Given:
    template = Disc(**given["centre"], d=2 * given["template_r"])
    return vars(scatter(template, given["obj_d"], given["arrow1_deg"], given["die"]))


def vector_displace(given: Given) -> Given:
    told = displace(Disc(**given["active"]), Disc(**given["other"]))
    return {"moved": told.moved, "x": told.disc.x, "y": told.disc.y}


def vector_band(given: Given) -> Given:
    rows = {"pass": PASS, "reception": RECEPTION}[given["table"]]
    return {"mod": band(rows, Distance(given["distance_in"], given.get("tol_in", 0.0))).modifier}


def vector_ko_template(given: Given) -> Given:
    template, pitch = given["template"], given["pitch"]
    disc = Disc(template["x"], template["y"], 2 * template["r"])
    return {"legal": yes(kickoff_template(disc, pitch["kickoff_x"], pitch["goal_x"], pitch["width"]))}


def vector_ko_deploy(given: Given) -> Given:
    kicker, receiver = (Disc(given[key], 200, given["base_d"]) for key in ("kicker_x", "receiver_x"))
    return {
        "kicker_touches_line": yes(on_kickoff_line(kicker, given["kickoff_line_x"], 1)),
        "kicker_across": yes(across(kicker, given["kickoff_line_x"], 1)),
        "receiver_in_own_half": yes(in_own_half(receiver, given["centre_x"], -1)),
    }


OPS: dict[str, Callable[[Given], Given]] = {
    "edge_distance": lambda g: {"inches": edge_distance(Disc(**g["a"]), Disc(**g["b"])).value},
    "move_to": lambda g: vars(move_to(Disc(**g["obj"]), g["dir_deg"], g["inches"])),
    "place_at": lambda g: vars(place_at(g["obj_d"], Disc(**g["ref"]), g["dir_deg"], g["inches"])),
    "marked_move": vector_marked_move,
    "trajectory_contact": vector_trajectory_contact,
    "ahead": vector_ahead,
    "scatter": vector_scatter,
    "reposition": lambda g: {"arrow": reposition(g["die"], lambda arrow: arrow in g["blocked"])},
    "in_lane": lambda g: {
        "in_lane": yes(in_lane(*(Disc(**g[who]) for who in ("passer", "receiver", "defender"))).verdict)
    },
    "displace": vector_displace,
    "band": vector_band,
    "pressure": lambda g: {"mod": pressure(Disc(**g["actor"]), [Disc(**p) for p in g["pressers"]]).modifier},
    "in_goal": lambda g: {"may_score": yes(in_goal(Disc(**g["base"]), g["goal_x"], g["attack_dir"]))},
    "ko_template": vector_ko_template,
    "ko_deploy": vector_ko_deploy,
}


@pytest.mark.parametrize("vector", VECTORS, ids=[v["id"] for v in VECTORS])
def test_a_vector_of_the_catalogue(vector: Given) -> None:
    told, expected = OPS[vector["op"]](vector["given"]), vector["expect"]
    for key, value in expected.items():
        exact = isinstance(value, bool | str)
        assert told[key] == (value if exact else pytest.approx(value, abs=0.011)), (key, told)


def test_every_kind_of_vector_is_there() -> None:
    assert {v["op"] for v in VECTORS} == set(OPS)


@pytest.mark.skipif(not PITCHES.is_dir(), reason=f"the pitches with truth are not at {PITCHES}")
def test_the_distances_of_the_rendered_pitches_are_the_true_ones() -> None:
    count = 0
    for line in (PITCHES / "truth.jsonl").read_text(encoding="utf-8").splitlines():
        truth = json.loads(line)
        things = [*truth["minis"], {"id": "ball", **truth["ball"]}]
        discs = {thing["id"]: Disc(*thing["centre_mm"], thing["diameter_mm"]) for thing in things}
        for pair in truth["pairs"]:
            told = edge_distance(discs[pair["a"]], discs[pair["b"]]).value
            assert told == pytest.approx(max(0.0, pair["edge_in"]), abs=1e-3)
            count += 1
    assert count == 864


# ---------------------------------------------------------------- three answers


@pytest.mark.parametrize(
    ("value", "pm", "verdict"),
    [
        (1.9, 0.05, Verdict.IN),
        (1.95, 0.05, Verdict.IN),  # the limit itself is within
        (1.96, 0.05, Verdict.CLOSE),
        (2.0, 0.05, Verdict.CLOSE),
        (2.05, 0.05, Verdict.CLOSE),  # 2.00 is possible
        (2.06, 0.05, Verdict.OUT),
        (2.0, 0.0, Verdict.IN),
        (2.01, 0.0, Verdict.OUT),
    ],
)
def test_a_limit_inside_the_pm_is_too_close_to_call(value: float, pm: float, verdict: Verdict) -> None:
    assert Distance(value, pm).within(2) is verdict
    assert Distance(value, pm).more_than(2) is ~verdict


distances = st.builds(Distance, st.floats(-50, 50), st.floats(0, 5))


@settings(max_examples=60, deadline=None)
@given(distances, st.floats(-60, 60), st.floats(-1, 1))
def test_a_clear_answer_holds_for_every_true_distance(measured: Distance, limit: float, error: float) -> None:
    true = Distance(measured.value + error * measured.pm)
    if (told := measured.within(limit)) is not Verdict.CLOSE:
        assume(abs(true.value - limit) > 1e-6)
        assert true.within(limit) is told


@settings(max_examples=60, deadline=None)
@given(distances, st.floats(-60, 60), st.floats(0, 3))
def test_more_doubt_never_makes_it_clearer(measured: Distance, limit: float, more: float) -> None:
    wider = Distance(measured.value, measured.pm + more).within(limit)
    assert wider in (measured.within(limit), Verdict.CLOSE)


def test_verdicts_add_up() -> None:
    ins, out, close = Verdict.IN, Verdict.OUT, Verdict.CLOSE
    assert [all_of(v) for v in ([], [ins], [ins, close], [close, out, ins])] == [ins, ins, close, out]
    assert [any_of(v) for v in ([], [out], [out, close], [close, out, ins])] == [out, out, close, ins]


@pytest.mark.parametrize(("value", "pm"), [(math.nan, 0), (math.inf, 0), (1, -0.1), (1, math.nan), (1, math.inf)])
def test_what_is_no_distance_is_refused(value: float, pm: float) -> None:
    with pytest.raises(MeasureError, match="a distance is a number"):
        Distance(value, pm)


@pytest.mark.parametrize("sizes", [(0, 0, -1, 0), (math.nan, 0, 40, 0), (0, 0, 40, -1), (0, math.inf, 40, 0)])
def test_what_is_no_disc_is_refused(sizes: tuple[float, float, float, float]) -> None:
    with pytest.raises(MeasureError, match="a disc needs"):
        Disc(*sizes)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: move_to(Disc(0, 0, 40), 0, -1), "a length is 0 inches or more, not -1"),
        (lambda: marked_move(Disc(0, 0, 40), Disc(9, 0, 25), math.nan), "MOV is 0 inches or more, not nan"),
        (lambda: ahead(Disc(0, 0, 40), Disc(9, 0, 40), 0), "towards"),
        (lambda: scatter(Disc(0, 0, 120), 20, 0, 13), "arrows 1 to 12, not 13"),
        (lambda: band([(2, 4), (4, 2)], Distance(3)), "end at infinity"),
        (lambda: band([(4, 4), (2, 2), (math.inf, 0)], Distance(3)), "rise"),
        (lambda: meeting([], Disc(0, 0, 40), Disc(0, 0, 40)), "at least one point"),
        (lambda: Field(0, 100), "length and a width"),
        (lambda: kept_in(Field(600, 400), 5 + 5j, Disc(0, 0, 20)), "starts on the field"),
        (lambda: Ways(Disc(0, 0, 40), [Disc(20, 0, 40)]), "overlaps"),
    ],
)
def test_what_cannot_be_measured_is_refused(call: Callable[[], object], message: str) -> None:
    with pytest.raises(MeasureError, match=message):
        call()


def test_contact_is_granted_a_millimetre_and_doubted_beyond_what_is_measured() -> None:
    def gap(mm: float, pm_mm: float) -> Verdict:
        return contact(Disc(0, 0, 40, pm_mm), Disc(40 + mm, 0, 40))

    assert [gap(mm, 0.5) for mm in (-0.5, 0, 1.0, 1.1)] == [Verdict.IN, Verdict.IN, Verdict.IN, Verdict.OUT]
    assert [gap(mm, 3.0) for mm in (-2.5, -1.0, 0, 2.9, 3.1)] == [
        Verdict.IN,
        Verdict.IN,
        *[Verdict.CLOSE] * 2,
        Verdict.OUT,
    ]


def test_a_presser_at_the_limit_leaves_the_modifier_open() -> None:
    told = pressure(Disc(0, 0, 40, 0.5), [Disc(80, 0, 40, 0.5), Disc(0, 91, 40, 0.5)])
    assert told.verdicts == (Verdict.IN, Verdict.CLOSE)
    assert told.modifier is None


def test_a_band_says_what_else_it_could_be() -> None:
    assert [(b.modifier, b.worse, b.verdict) for b in (band(PASS, Distance(v, 0.04)) for v in (2.03, 2.05, 1.97))] == [
        (4, 2, Verdict.CLOSE),
        (2, 2, Verdict.IN),
        (4, 2, Verdict.CLOSE),
    ]
    assert band(PASS, Distance(5, 4)).worse == -2
    assert band(PASS, Distance(5, 4)).modifier == 4


def test_level_bases_are_too_close_to_call_by_a_measurement() -> None:
    passer, receiver = Disc(300, 100, 40, 0.5), Disc(300.4, 300, 60, 0.5)
    assert ahead(passer, receiver, 1) is Verdict.CLOSE
    assert ahead(passer, receiver, 1, front_edge=True) is Verdict.IN
    assert ahead(passer, receiver, -1, front_edge=True) is Verdict.IN


def test_a_graze_makes_the_place_of_contact_uncertain() -> None:
    path = [0j, 200 + 0j]
    head_on = meeting(path, Disc(0, 0, 40, 0.5), Disc(100, 0, 40, 0.5)).at
    graze = meeting(path, Disc(0, 0, 40, 0.5), Disc(100, 39.5, 40, 0.5)).at
    assert head_on is not None
    assert graze is not None
    assert head_on.pm * INCH_MM == pytest.approx(1.0)
    assert graze.pm * INCH_MM > 5


def test_a_pass_at_an_uncertain_contact_is_too_close_to_call() -> None:
    met = meeting([0j, 200 + 0j], Disc(0, 0, 40, 0.5), Disc(100, 0, 40, 0.5))
    assert [opposed(mm / INCH_MM, met) for mm in (58, 60, 62)] == [Verdict.OUT, Verdict.CLOSE, Verdict.IN]
    assert opposed(9, meeting([0j, 20 + 0j], Disc(0, 0, 40), Disc(100, 0, 40))) is Verdict.OUT


# ---------------------------------------------------------------- properties

places = st.floats(0, 900, width=32)
bases = st.builds(Disc, places, places, st.sampled_from([25.0, 30.0, 32.0, 40.0, 50.0]))
shifts = st.builds(complex, st.floats(-500, 500, width=32), st.floats(-500, 500, width=32))
angles = st.floats(-math.pi, math.pi)


def carried(disc: Disc, angle: float, shift: complex) -> Disc:
    return disc.at(disc.centre * cmath.rect(1, angle) + shift)


@settings(max_examples=60, deadline=None)
@given(bases, bases)
def test_a_distance_is_the_same_both_ways(a: Disc, b: Disc) -> None:
    assert edge_distance(a, b) == edge_distance(b, a)
    assert contact(a, b) is contact(b, a)


@settings(max_examples=60, deadline=None)
@given(bases, bases, angles, shifts)
def test_a_distance_does_not_depend_on_how_the_table_lies(a: Disc, b: Disc, angle: float, shift: complex) -> None:
    assert gap_mm(carried(a, angle, shift), carried(b, angle, shift)) == pytest.approx(gap_mm(a, b), abs=1e-6)


@settings(max_examples=60, deadline=None)
@given(bases, bases, bases, angles, shifts)
def test_a_lane_does_not_depend_on_how_the_table_lies(a: Disc, b: Disc, c: Disc, angle: float, shift: complex) -> None:
    assume(abs(a.centre - b.centre) > 1)
    depth = in_lane(*(carried(disc, angle, shift) for disc in (a, b, c))).depth.value
    assert depth == pytest.approx(in_lane(a, b, c).depth.value, abs=1e-6)
    assert depth == pytest.approx(in_lane(b, a, c).depth.value, abs=1e-6)


@settings(max_examples=60, deadline=None)
@given(bases, bases, bases)
def test_a_lane_is_the_widest_of_all_discs_between(passer: Disc, receiver: Disc, defender: Disc) -> None:
    depth = in_lane(passer, receiver, defender).depth.value * INCH_MM
    for n in range(51):
        t = n / 50
        disc = Disc(0, 0, passer.d + t * (receiver.d - passer.d)).at(
            passer.centre + t * (receiver.centre - passer.centre)
        )
        assert depth >= -gap_mm(disc, defender) - 1e-6


@settings(max_examples=60, deadline=None)
@given(bases, st.floats(-360, 360), st.floats(0, 12))
def test_a_move_is_as_long_as_it_says(base: Disc, degrees: float, inches: float) -> None:
    assert abs(move_to(base, degrees, inches).centre - base.centre) == pytest.approx(inches * INCH_MM, abs=1e-6)


@settings(max_examples=60, deadline=None)
@given(bases, st.floats(-360, 360), st.floats(0, 12), st.sampled_from([20.0, 40.0]))
def test_what_is_placed_lies_wholly_within_or_in_contact(ref: Disc, degrees: float, inches: float, d: float) -> None:
    placed = place_at(d, ref, degrees, inches)
    far = gap_mm(ref, placed) + d
    assert far == pytest.approx(max(inches * INCH_MM, d), abs=1e-6)


tokens = st.builds(Disc, places, places, st.just(25.0))


@settings(max_examples=60, deadline=None)
@given(bases, tokens, st.floats(0, 8), st.floats(0, 4), st.none() | shifts)
def test_more_mov_never_goes_less_far(base: Disc, token: Disc, mov: float, more: float, turn: complex | None) -> None:
    less, farther = (marked_move(base, token, m, turn) for m in (mov, mov + more))
    assert less.travel_in <= farther.travel_in + 1e-9
    assert less.travel_in <= mov + 1e-9
    walked = sum(abs(b - a) for a, b in itertools.pairwise(less.path))
    assert walked == pytest.approx(less.travel_in * INCH_MM, abs=1e-6)
    assert less.end.centre == less.path[-1]


@settings(max_examples=60, deadline=None)
@given(bases, tokens, st.floats(0, 12), st.none() | shifts, st.lists(bases, max_size=3))
def test_a_marked_move_ends_on_no_teammate_and_in_no_token(
    base: Disc, token: Disc, mov: float, turn: complex | None, mates: list[Disc]
) -> None:
    assume(all(gap_mm(base, piece) > 0.1 for piece in [token, *mates]))
    move = marked_move(base, token, mov, turn, mates)
    assert all(gap_mm(move.end, mate) > -1e-6 for mate in mates)
    assert gap_mm(move.end, token) > -1e-3
    if move.stop is Stop.TOKEN:
        assert gap_mm(move.end, token) == pytest.approx(0, abs=1e-3)
    if move.stop is Stop.TEAMMATE:
        assert min(abs(gap_mm(move.end, mate)) for mate in mates) == pytest.approx(0, abs=1e-3) or move.travel_in == 0


def test_a_teammate_across_the_turn_sends_the_base_back_to_the_first_leg() -> None:
    move = marked_move(Disc(0, 0, 40), Disc(100, 300, 25), 5.5, 100 + 0j, [Disc(105, 10, 40)])
    assert move.stop is Stop.TEAMMATE
    assert move.end.y == 0
    assert gap_mm(move.end, Disc(105, 10, 40)) == pytest.approx(0, abs=1e-6)


def test_the_movement_token_stops_on_the_first_leg_too() -> None:
    move = marked_move(Disc(0, 0, 40), Disc(100, 20, 25), 9, 300 + 0j)
    assert (move.stop, move.end.y) == (Stop.TOKEN, 0)
    assert gap_mm(move.end, Disc(100, 20, 25)) == pytest.approx(0, abs=1e-6)


@settings(max_examples=60, deadline=None)
@given(bases, st.lists(shifts, min_size=1, max_size=3), bases)
def test_the_first_meeting_is_a_touch_and_none_comes_before(base: Disc, turns: list[complex], standing: Disc) -> None:
    path = [base.centre, *turns]
    met = meeting(path, base, standing)
    points = [a + (b - a) * n / 40 for a, b in itertools.pairwise(path) for n in range(41)]
    nearest = min(gap_mm(base.at(p), standing) for p in points)
    if met.at is None:
        assert nearest > 1.0 - 1e-6
        return
    gone, lengths = met.at.value * INCH_MM, itertools.accumulate((abs(b - a) for a, b in itertools.pairwise(path)))
    assert gone <= max(lengths) + 1e-6
    walked = [abs(b - a) for a, b in itertools.pairwise(path)]
    for i, (a, b) in enumerate(itertools.pairwise(path)):
        if gone <= sum(walked[: i + 1]) + 1e-9 and walked[i]:
            at = a + (b - a) * min(1.0, (gone - sum(walked[:i])) / walked[i])
            assert gap_mm(base.at(at), standing) <= 1.0 + 1e-3
            break


@settings(max_examples=60, deadline=None)
@given(bases, shifts, bases, st.floats(0, 2), angles)
def test_a_meeting_lies_within_its_pm(base: Disc, turn: complex, standing: Disc, pm: float, way: float) -> None:
    path = [base.centre, turn]
    measured = meeting(path, base, Disc(standing.x, standing.y, standing.d, pm))
    true = meeting(path, base, standing.at(standing.centre + cmath.rect(pm, way)))
    if measured.at and true.at and gap_mm(base, standing) > 5 and measured.verdict is Verdict.IN:
        assert abs(true.at.value - measured.at.value) <= measured.at.pm + 0.3  # a graze within the granted 1 mm


@settings(max_examples=60, deadline=None)
@given(bases, bases, st.lists(bases, max_size=4), st.booleans())
def test_a_displaced_base_touches_the_active_one_and_overlaps_none(
    active: Disc, other: Disc, pieces: list[Disc], walled: bool
) -> None:
    other = other.at(active.centre + (other.centre - active.centre) * 0.05)  # most of these overlap
    told = displace(active, other, pieces, Field(900, 900) if walled else None)
    assert told.moved == (told.disc != other)
    if told.moved:
        assert gap_mm(active, told.disc) == pytest.approx(0, abs=1e-6)
        assert all(gap_mm(piece, told.disc) > -1e-4 for piece in pieces)
        assert not walled or abs(Field(900, 900).within(told.disc.centre, told.disc.r) - told.disc.centre) < 1e-4
        ring = (active.centre + cmath.rect(active.r + other.r + 1e-9, math.radians(n)) for n in range(360))
        way = abs(told.disc.centre - other.centre)
        nearer = [place for place in ring if abs(place - other.centre) < way - 1e-3]
        nearer = [place for place in nearer if all(gap_mm(piece, other.at(place)) > 0 for piece in pieces)]
        assert walled or not nearer


def test_who_must_be_asked_is_asked() -> None:
    """TAK-OCC-06: where more than one place would do, or none, the defending coach says."""
    active = Disc(300, 300, 40)
    assert displace(active, Disc(302, 300, 40)).ask is Ask.ON_TOP
    assert displace(active, Disc(320, 300, 40), [Disc(375, 300, 40)]).ask is Ask.TWO_WAYS
    around = [active.moved(degrees, 42) for degrees in range(0, 360, 60)]
    assert displace(active, active.moved(10, 20), around).ask is Ask.NO_ROOM
    assert displace(Disc(20, 20, 40), Disc(30, 25, 40), [], Field(100, 100)).moved


def test_a_piece_to_one_side_sends_the_base_to_the_other() -> None:
    told = displace(Disc(300, 300, 40), Disc(320, 300, 40), [Disc(350, 330, 40)])
    assert told.moved
    assert told.disc.y < 300
    assert gap_mm(told.disc, Disc(350, 330, 40)) == pytest.approx(0, abs=1e-6)


@settings(max_examples=60, deadline=None)
@given(bases, st.lists(st.floats(15, 45), min_size=2, max_size=3), angles)
def test_all_who_are_in_the_way_make_room(active: Disc, away: list[float], angle: float) -> None:
    steps = (angle + n * math.tau / len(away) for n in range(len(away)))
    others = [Disc(0, 0, 25).at(active.centre + cmath.rect(mm, step)) for mm, step in zip(away, steps, strict=True)]
    told = displace_all(active, others)
    assert not any(d.ask for d in told)
    assert all(gap_mm(active, d.disc) > -1.0 - 1e-6 for d in told)
    for a, b in itertools.combinations(told, 2):
        assert gap_mm(a.disc, b.disc) > -1e-4


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 12), st.sets(st.integers(1, 12)))
def test_repositioning_takes_the_first_free_arrow(rolled: int, blocked: set[int]) -> None:
    arrow = reposition(rolled, blocked.__contains__)
    assert (arrow is None) == (len(blocked) == 12)
    assert arrow not in blocked
    assert arrow == rolled or rolled in blocked


@settings(max_examples=60, deadline=None)
@given(bases, st.floats(-360, 360), st.integers(1, 12))
def test_a_scattered_ball_touches_the_template(centre: Disc, arrow1: float, arrow: int) -> None:
    template = Disc(centre.x, centre.y, 120)
    ball = scatter(template, 20, arrow1, arrow)
    assert gap_mm(template, ball) == pytest.approx(0, abs=1e-6)
    again = scatter(template, 20, arrow1 + 30 * (arrow - 1), 1)
    assert abs(ball.centre - again.centre) < 1e-6


@settings(max_examples=60, deadline=None)
@given(st.builds(complex, st.floats(10, 590), st.floats(10, 390)), st.floats(0, 360), st.floats(0, 700))
def test_what_would_leave_the_field_stops_on_its_line(start: complex, degrees: float, mm: float) -> None:
    field, ball = Field(600, 400), Disc(0, 0, 20)
    flown = ball.at(start).moved(degrees, mm)
    kept = kept_in(field, start, flown)
    assert abs(field.within(kept.centre, kept.r) - kept.centre) < 1e-6
    assert abs(kept.centre - start) <= mm + 1e-6
    assert abs(((kept.centre - start) * cmath.rect(1, -math.radians(degrees))).imag) < 1e-6  # still on its way
    if field.within(flown.centre, flown.r) == flown.centre:
        assert abs(kept.centre - flown.centre) < 1e-6
    elif kept != flown:
        assert min(reach for _, reach in field.walls(kept.centre, kept.r)) == pytest.approx(0, abs=1e-6)


@settings(max_examples=60, deadline=None)
@given(bases, st.sampled_from([1, -1]))
def test_a_base_is_over_a_line_from_one_side_only(base: Disc, attack: int) -> None:
    line = base.x + attack * base.r
    assert in_goal(base, line, attack) is Verdict.OUT
    assert in_goal(base, line - attack * 0.1, attack) is Verdict.IN
    assert in_own_half(base, line, attack) is Verdict.IN
    assert on_kickoff_line(base, line, attack) is Verdict.IN
    assert on_kickoff_line(base, line - attack * 2, attack) is Verdict.OUT


def test_a_point_told_from_the_middle_is_found_in_the_corner_frame() -> None:
    field = Field(914.4, 660.4)
    assert field.from_middle(0, 0) == pytest.approx(457.2 + 330.2j)
    assert field.from_middle(-430.2, 303.2) == pytest.approx(27 + 27j)  # top left as seen from above


def test_the_kickoff_template_may_lie_at_either_end() -> None:
    assert kickoff_template(Disc(81, 228, 100), 162, 0, 457.2) is Verdict.IN
    assert kickoff_template(Disc(281, 228, 100), 162, 0, 457.2) is Verdict.OUT
    assert kickoff_template(Disc(-281, 228, 100), 162, 0, 457.2) is Verdict.OUT
    assert kickoff_template(Disc(675.6, 228, 100, 1.0), 600, 762, 457.2) is Verdict.CLOSE


# ---------------------------------------------------------------- free moves


def test_a_straight_way_is_straight() -> None:
    told = Ways(Disc(0, 0, 40), [Disc(0, 60, 40)]).length_to(100 + 0j)
    assert told == Distance(100 / INCH_MM)


def test_a_way_round_a_base_is_two_tangents_and_an_arc() -> None:
    told = Ways(Disc(0, 0, 40), [Disc(100, 0, 40)]).length_to(200 + 0j)
    tangent, angle = math.sqrt(100**2 - 40**2), math.pi - 2 * math.acos(40 / 100)
    assert told is not None
    assert told.value * INCH_MM == pytest.approx(2 * tangent + 40 * angle)


def test_a_gap_too_narrow_for_the_base_is_gone_round() -> None:
    wall = [Disc(100, y, 40) for y in (-75, 0, 75)]  # 35 mm between
    small, large = (Ways(Disc(0, 37.5, d), wall).length_to(200 + 37.5j) for d in (34, 40))
    assert small == Distance(200 / INCH_MM)
    assert large is not None
    assert large.value * INCH_MM > 2 * math.hypot(100, 77.5 - 1)


def test_there_may_be_no_way() -> None:
    ring = [Disc(0, 0, 40).moved(degrees, 60) for degrees in range(0, 360, 40)]
    assert Ways(Disc(0, 0, 40), ring).length_to(200 + 0j) is None
    assert Ways(Disc(0, 0, 40), [Disc(100, 0, 40)]).length_to(90 + 0j) is None  # taken
    across_the_pitch = [Disc(100, y, 40) for y in (20, 75)]
    assert Ways(Disc(30, 50, 40), across_the_pitch, Field(300, 100)).length_to(200 + 50j) is None


def test_bases_in_contact_do_not_hold_each_other() -> None:
    ways = Ways(Disc(0, 0, 40, 0.5), [Disc(-39.6, 0, 40, 0.5)])
    told = ways.length_to(50 + 0j)
    assert told is not None
    assert told.value == pytest.approx(50 / INCH_MM)
    assert ways.nearest(50 + 0j, 1).x == pytest.approx(INCH_MM)


def test_as_close_as_possible_is_contact_or_all_of_mov() -> None:
    ways = Ways(Disc(0, 0, 40), [Disc(100, 0, 40)])
    assert ways.nearest(100 + 0j, 4).centre == pytest.approx(60 + 0j)
    assert ways.nearest(100 + 0j, 2).centre == pytest.approx(50.8 + 0j)
    assert ways.nearest(0 + 100j, 6).centre == pytest.approx(100j)


def test_a_gap_that_may_be_too_narrow_is_too_close_to_call() -> None:
    def wall(pm_mm: float) -> list[Disc]:
        return [Disc(100, y, 40, pm_mm) for y in (-40.3, 40.3)]  # 40.6 mm between

    far = 200 + 0j
    assert Ways(Disc(0, 0, 40), wall(0)).reaches(far, 8) is Verdict.IN
    assert Ways(Disc(0, 0, 40), wall(0.5)).reaches(far, 8) is Verdict.CLOSE
    assert Ways(Disc(0, 0, 40), wall(0.5)).reaches(far, 7.8) is Verdict.OUT
    assert Ways(Disc(0, 0, 40), wall(0.5)).reaches(far, 11) is Verdict.IN  # round both
    assert Ways(Disc(0, 0, 40, 0.5), []).reaches(far, 200 / INCH_MM) is Verdict.CLOSE
    assert Ways(Disc(0, 0, 40), [Disc(200, 10, 40)]).reaches(far, 20) is Verdict.OUT  # taken


def test_a_way_into_contact_is_not_doubted_for_the_contact() -> None:
    ways = Ways(Disc(0, 0, 40, 0.2), [Disc(150, 0, 40, 0.5), Disc(-40, 0, 40, 0.5)])
    assert ways.reaches(110 + 0j, 5) is Verdict.IN
    assert ways.reaches(110 + 0j, 4) is Verdict.OUT


crowds = st.lists(
    st.builds(Disc, st.floats(40, 260), st.floats(-110, 110), st.sampled_from([25.0, 40.0])), max_size=4
).filter(lambda crowd: all(gap_mm(a, b) >= 0 for a, b in itertools.combinations(crowd, 2)))
ENDS = st.builds(complex, st.floats(100, 300), st.floats(-120, 120))


@settings(max_examples=60, deadline=None)
@given(crowds, ENDS)
@example([Disc(100, 0, 40)], 200 + 0j)
def test_a_way_is_no_shorter_than_the_air_and_the_same_back(crowd: list[Disc], end: complex) -> None:
    base = Disc(0, 0, 40)
    assume(all(gap_mm(base.at(end), c) > 0.01 and gap_mm(base, c) > 0.01 for c in crowd))
    there, back = Ways(base, crowd).length_to(end), Ways(base.at(end), crowd).length_to(0j)
    assert (there is None) == (back is None)
    if there and back:
        assert there.value == pytest.approx(back.value, abs=1e-6)
        assert there.value * INCH_MM >= abs(end) - 1e-6


@settings(max_examples=60, deadline=None)
@given(crowds, ENDS, st.floats(3, 14), st.lists(angles, min_size=4, max_size=4))
def test_a_clear_answer_holds_wherever_the_others_truly_stand(
    crowd: list[Disc], end: complex, reach: float, ways: list[float]
) -> None:
    base, pm = Disc(0, 0, 40), 2.0
    assume(all(gap_mm(base.at(place), c) > 2 * pm for c in crowd for place in (0j, end)))
    told = Ways(base, [Disc(c.x, c.y, c.d, pm) for c in crowd]).reaches(end, reach)
    true = [c.at(c.centre + cmath.rect(pm, way)) for c, way in zip(crowd, ways, strict=False)]
    if told is not Verdict.CLOSE:
        assert Ways(base, true).reaches(end, reach) is told


@settings(max_examples=40, deadline=None)
@given(crowds, ENDS, ENDS)
def test_no_detour_is_shorter(crowd: list[Disc], end: complex, by: complex) -> None:
    base = Disc(0, 0, 40)
    assume(all(gap_mm(base.at(place), c) > 0.01 for c in crowd for place in (0j, end, by)))
    ways = Ways(base, crowd)
    straight, first, then = ways.length_to(end), ways.length_to(by), Ways(base.at(by), crowd).length_to(end)
    if first and then:
        assert straight is not None
        assert straight.value <= first.value + then.value + 1e-6


@settings(max_examples=40, deadline=None)
@given(crowds, ENDS, st.floats(1, 8), st.integers(0, 2**32))
def test_nothing_that_is_reached_is_closer(crowd: list[Disc], aim: complex, reach: float, seed: int) -> None:
    base, dice = Disc(0, 0, 40), random.Random(seed)
    assume(all(gap_mm(base, c) > 0.01 for c in crowd))
    ways = Ways(base, crowd)
    best = ways.nearest(aim, reach)
    assert all(gap_mm(best, c) > -1e-3 for c in crowd)
    length = ways.length_to(best.centre)
    assert length is not None
    assert length.value <= reach + 1e-3
    for _ in range(20):
        place = aim + cmath.rect(abs(best.centre - aim) * dice.random(), dice.uniform(0, 2 * math.pi))
        if abs(place - aim) < abs(best.centre - aim) - 0.5 and all(gap_mm(base.at(place), c) > 0.01 for c in crowd):
            reached = ways.length_to(place)
            assert reached is None or reached.value > reach


def test_overlap_of_a_hair_is_too_close_to_call() -> None:
    assert overlap(Disc(0, 0, 40), Disc(40, 0, 40)) is Verdict.OUT
    assert overlap(Disc(0, 0, 40, 0.5), Disc(39.8, 0, 40)) is Verdict.CLOSE
    assert overlap(Disc(0, 0, 40, 0.5), Disc(38, 0, 40)) is Verdict.IN
