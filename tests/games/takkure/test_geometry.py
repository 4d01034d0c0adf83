"""Distances, moves and lanes: the vectors of the catalogue's section 4."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given as for_any
from hypothesis import strategies as st

from companion.games.takkure import geometry
from companion.games.takkure.geometry import Base
from companion.games.takkure.rolls import next_arrow
from companion.games.takkure.tables import IN
from tests.games.takkure.vectors import Given, base, of, one

TOL = 0.011
near = pytest.approx


def at(spot: Any, expect: Given) -> None:
    assert spot == (near(expect["x"], abs=TOL), near(expect["y"], abs=TOL))


@pytest.mark.parametrize(("given", "expect"), of("edge_distance"))
def test_distance(given: Given, expect: Given) -> None:
    assert geometry.distance_in(base(given["a"]), base(given["b"])) == near(expect["inches"], abs=TOL)


@pytest.mark.parametrize(("given", "expect"), of("move_to"))
def test_move_to(given: Given, expect: Given) -> None:
    at(geometry.move_to(base(given["obj"]), given["dir_deg"], given["inches"]), expect)


@pytest.mark.parametrize(("given", "expect"), of("place_at"))
def test_place_at(given: Given, expect: Given) -> None:
    at(geometry.place_at(base(given["ref"]), given["obj_d"], given["dir_deg"], given["inches"]), expect)


@pytest.mark.parametrize(("given", "expect"), of("marked_move"))
def test_marked_move(given: Given, expect: Given) -> None:
    turn = base(given["turn"]).at if "turn" in given else None
    mates = [base(m) for m in given.get("teammates", [])]
    landing = geometry.marked_move(base(given["start"]), base(given["token"]), given["mov_in"], turn, mates)
    at(landing.at, expect)
    assert landing.stop == expect["stop"]
    assert landing.travel_in == near(expect.get("travel_in", landing.travel_in), abs=TOL)


def pass_roll(s_pass_in: float, s_contact_in: float) -> str:
    return "face_to_face" if s_pass_in >= s_contact_in - 1e-6 else "unopposed"


@pytest.mark.parametrize(("given", "expect"), of("trajectory_contact"))
def test_trajectory_contact(given: Given, expect: Given) -> None:
    path = [base(p).at for p in given["path"]]
    found = geometry.contact_mm(path, given["active_d"], base(given["tackler"]))
    assert (found is not None) == expect.get("contact", True)
    if found is not None:
        assert found / IN == near(expect.get("s_contact_in", found / IN), abs=TOL)
        if "pass_at_in" in given:
            assert pass_roll(given["pass_at_in"], found / IN) == expect["pass_roll"]


@pytest.mark.parametrize(("given", "expect"), of("pressure"))
def test_pressure(given: Given, expect: Given) -> None:
    pressers = [base(p) for p in given["pressers"]]
    assert -geometry.pressers_near(base(given["actor"]), pressers) == expect["mod"]


@pytest.mark.parametrize(("given", "expect"), of("in_lane"))
def test_lane(given: Given, expect: Given) -> None:
    bases = (base(given[who]) for who in ("passer", "receiver", "defender"))
    assert (geometry.lane_position(*bases) is not None) == expect["in_lane"]


@pytest.mark.parametrize(("given", "expect"), of("ahead"))
def test_ahead(given: Given, expect: Given) -> None:
    assert geometry.ahead(given["attack_dir"], given["passer_x"], given["receiver_x"]) == expect["ahead"]


@pytest.mark.parametrize(("given", "expect"), of("in_goal"))
def test_in_goal(given: Given, expect: Given) -> None:
    assert geometry.in_goal(given["attack_dir"], given["goal_x"], base(given["base"])) == expect["may_score"]


@pytest.mark.parametrize(("given", "expect"), of("scatter"))
def test_scatter(given: Given, expect: Given) -> None:
    centre = base(given["centre"]).at
    at(geometry.scattered(centre, given["template_r"], given["obj_d"], given["arrow1_deg"], given["die"]), expect)


@pytest.mark.parametrize(("given", "expect"), of("reposition"))
def test_reposition(given: Given, expect: Given) -> None:
    assert geometry.repositioned(given["die"], given["blocked"]) == expect["arrow"]


def test_all_arrows_blocked() -> None:
    """TAK-REP-04: then it is a matter for the referee."""
    assert geometry.repositioned(4, range(1, 13)) is None
    assert next_arrow(12, 12) == 1
    assert next_arrow(1, 3) == 12


@pytest.mark.parametrize(("given", "expect"), of("ko_template"))
def test_kickoff_template(given: Given, expect: Given) -> None:
    pitch, t = given["pitch"], given["template"]
    fits = geometry.template_fits(t["x"], t["y"], t["r"], pitch["width"], pitch["kickoff_x"], pitch["goal_x"])
    assert fits == expect["legal"]


@pytest.mark.parametrize(("given", "expect"), of("displace"))
def test_displacement(given: Given, expect: Given) -> None:
    active, other = base(given["active"]), base(given["other"])
    spot = geometry.displaced(active, other)
    assert (spot != other.at) == expect["moved"]
    if expect["moved"]:
        at(spot, expect)


def test_right_on_top_is_placed_by_the_coach() -> None:
    """TAK-OCC-06."""
    assert geometry.displaced(Base(0, 0, 40), Base(1, 1, 40)) is None


def test_kickoff_deployment() -> None:
    """TAK-KOF-08, TAK-KOF-09."""
    given, expect = one("W-40")
    r = given["base_d"] / 2
    touches = geometry.on_kickoff_line(given["kicker_x"], given["kickoff_line_x"], r, 1)
    assert touches == expect["kicker_touches_line"]
    assert (given["kicker_x"] + r > given["kickoff_line_x"]) == expect["kicker_across"]
    assert geometry.in_own_half(given["receiver_x"], given["centre_x"], r, -1) == expect["receiver_in_own_half"]


far = st.floats(-300, 300)


@for_any(st.tuples(far, far), st.tuples(far, far), st.floats(0, 12))
def test_a_marked_move_never_overlaps_and_never_exceeds(token: Any, mate: Any, mov: float) -> None:
    """TAK-EXE-02, TAK-EXE-05, whatever stands where."""
    start, teammate = Base(0, 0, 40), Base(*mate, 40)
    if geometry.gap_mm(start, teammate) < 0:
        return
    landing = geometry.marked_move(start, Base(*token, 25), mov, None, [teammate])
    assert landing.travel_in <= mov + 1e-6
    assert geometry.gap_mm(start.moved(landing.at), teammate) > -1e-3
    assert math.dist(start.at, landing.at) == near(landing.travel_in * IN, abs=1e-6)
