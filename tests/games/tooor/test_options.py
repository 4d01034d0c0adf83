"""What a match may be given, and what is refused by name."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.tooor import GAME
from companion.playthrough import Playthrough
from companion.vocabulary import OptionsRefused
from tests.games.tooor.stage import Stage, sample_box

CRESTS = {f"O{n}": "attack" if n < 4 else "midfield" if n < 8 else "defence" for n in range(1, 11)}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"mod": "box"}, "options: 'mod' is not known; did you mean 'mode'?"),
        ({"mode": "full"}, "mode: 'full' is not known; there are light, box"),
        ({"mode": ["box"]}, "mode: "),
        ({"agreed": "et_pen"}, "agreed: 'et_pen' is not known; did you mean 'et_pens'?"),
        ({"teams": {"C": {}}}, "teams: 'C' is not known"),
        ({"teams": {"A": {"nam": "x"}}}, "teams.A: 'nam' is not known; did you mean 'name'?"),
        ({"teams": {"A": {"name": " "}}}, "teams.A.name: a text is needed"),
        ({"teams": "Orange"}, "teams: names with values are needed, given: 'Orange'"),
        ({"rules": {"min_rows": 2}}, "rules.min_rows: not known here; did you mean min_row?"),
        ({"rules": {"number_die": [1, 2]}}, "rules.number_die: 6 faces are needed, 2 given"),
        ({"squads": {"A": "orange"}}, "squads: only with mode 'box'"),
        ({"mode": "box", "squads": {"A": "blue"}}, "squads.A: 'blue' is not known; there are orange, green"),
        ({"mode": "box", "squads": {"A": "green", "B": "green"}}, "squads: A and B cannot both be 'green'"),
        ({"mode": "box", "side_of_cards": "woman"}, "side_of_cards"),
        ({"mode": "box", "side_of_cards": {"A": {"O99": "men"}}}, "side_of_cards.A: 'O99' is not known"),
        ({"mode": "box", "side_of_cards": {"A": {"O1": "mixed"}}}, "side_of_cards.A.O1: 'mixed' is not known"),
        ({"mode": "box", "first_game": "yes"}, "first_game: true or false is needed, given: 'yes'"),
        ({"mode": "box", "line_up": {"A": {"O1": "attack"}}}, "line_up: "),
        ({"mode": "box", "first_game": True, "line_up": {"A": CRESTS}}, "line_up: in the first game it is fixed"),
        ({"mode": "box", "box": {"box": "tooor"}}, "the box: missing: schema, teams"),
    ],
)
def test_options_are_refused_by_name(options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionsRefused) as refused:
        GAME.setup(options)
    assert message in str(refused.value)


def test_without_options_a_match_in_light_mode_starts() -> None:
    """TOOOR-LIGHT-01, TOOOR-SETUP-02: only the agreement is asked."""
    play = Playthrough(GAME, {})
    assert list(play.open) == ["setup.agreed"]
    assert [t.name for t in play.view().teams.values()] == ["Orange", "Green"]
    assert play.view().rosters is None


def test_what_is_given_is_not_asked() -> None:
    rows = {f"O{n}": ("attack", "midfield", "defence")[n % 3] for n in range(1, 11)}
    given: dict[str, Any] = {"squads": {"A": "green"}, "side_of_cards": {"A": "men", "B": {"O1": "women"}}}
    play = Playthrough(GAME, {"mode": "box", "agreed": "draw_ok", **given, "line_up": {"B": rows}})
    assert list(play.open) == ["lineup.A"]
    assert play.asked("lineup.A").suggestion["G1"] == "attack"
    play.answer(0, "lineup.A", play.asked("lineup.A").suggestion)
    rosters = play.view().rosters
    assert rosters is not None
    assert [p.name for p in rosters["B"][:2]] == ["Inv. O1 w", "Inv. O2 m"]
    assert {p.id: p.row for p in rosters["B"] if p.row != "goal"} == rows


def test_rulings_of_the_options_win_over_the_box() -> None:
    """TR-01, TR-05, TR-08 and the faces of TOOOR-STR-04."""
    content = sample_box()
    content["rules"] = {"turn_before_shot": False, "min_row": 1}
    stage = Stage(mode="box", box=content, rules={"min_row": 3, "number_die": [0, 0, 0, 5, 5, 5]})
    assert (stage.s.rules.turn_before_shot, stage.s.rules.min_row) == (False, 3)
    assert stage.until("ROLL").asked("roll.A").legal == ((0, 5),)  # type: ignore[attr-defined]
