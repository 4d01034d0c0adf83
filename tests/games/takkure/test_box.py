"""The box file and the options of a match: what is refused, with line and field."""

from __future__ import annotations

import copy
from typing import Any

import pytest
import yaml

from companion.games.takkure import GAME, box
from companion.vocabulary import JSON, BoxError, OptionsRefused
from tests.games.takkure.stage import Stage, even_box, player_in


def text_of(content: Any) -> str:
    return yaml.safe_dump(content, sort_keys=False)


def sample() -> dict[str, Any]:
    return copy.deepcopy(dict(box.sample().content))


def test_the_sample_is_marked_as_invented() -> None:
    warnings = box.sample().warnings
    assert len(warnings) == 1
    assert "INVENTED" in warnings[0]
    assert warnings[0].startswith("line 3, notice:")


def set_in(content: Any, path: str, value: Any) -> None:
    *where, last = [int(p) if p.isdigit() else p for p in path.split(".")]
    for step in where:
        content = content[step]
    content[last] = value


@pytest.mark.parametrize(
    ("path", "value", "field", "needed"),
    [
        ("format", "takkure-box/2", "format", "one of takkure-box/1"),
        ("teams.0.players.0.bdy", 0, "teams[0].players[0].bdy", "a whole number from 1 to 12"),
        ("teams.0.players.0.mov", [5], "teams[0].players[0].mov", "2 values are needed, 1 given"),
        ("teams.0.players.0.bac", [7, 13], "teams[0].players[0].bac[1]", "a whole number from 0 to 12"),
        ("teams.1.players.2.base_mm", 400, "teams[1].players[2].base_mm", "a whole number from 10 to 120"),
        ("teams.0.players.0.positions", ["PROP"], "teams[0].players[0].positions[0]", "one of WING, SCRUM_HALF"),
        ("teams.0.players.0.position_skill", "sidestep", "teams[0].players[0].position_skill", "one of side_step"),
        ("teams.0.players.1.id", "l1", "teams[0].players[1].id", "l1 stands twice in the box"),
        ("teams.0.players.1.id", "team_play", "teams[0].players[1].id", "a word of the companion"),
        ("teams.0.players.1.id", "a:b", "teams[0].players[1].id", "letters, digits, - and _"),
        ("teams.0.team_skill.id", "flying", "teams[0].team_skill.id", "one of unwavering_honor, superstars"),
        ("teams.0.line_up.WING", "l4", "teams[0].line_up", "in a position that stands on his card"),
        ("teams.0.players", [], "teams[0].players", "4 players are needed, 0 given"),
        ("teams.0.players.0.skills.0.applies", ["FLY"], "teams[0].players[0].skills[0].applies[0]", "one of PASS"),
        ("house_rules.kick_out", "never", "house_rules.kick_out", "one of lower, higher, any"),
        ("house_rules.late_tackle", "yes", "house_rules.late_tackle", "true or false"),
        ("plays.individual.0.timing", "later", "plays.individual[0].timing", "one of match_start"),
        ("plays.individual.0.effect", {"fly": 1}, "plays.individual[0].effect.fly", "not known here"),
        ("plays.individual.0.timing", "step4", "plays.individual[0].effect", "at the time before_roll only"),
        ("plays.individual.0.effect", {"reroll": 1}, "plays.individual[0].effect", "at the time after_roll only"),
        ("plays.individual.0.owner", "lantern", "plays.individual[0].owner", "one of generic, lanterns, otters"),
        ("plays.team.0.owner", "lantern", "plays.team[0].owner", "one of generic, lanterns, otters"),
        ("teams.0.players.0.skills.0.timing", "step1", "teams[0].players[0].skills[0].effect", "before_roll only"),
        ("teams.0.players.0.skills.0.effect", {"reroll": 1}, "teams[0].players[0].skills[0].effect", "by hand"),
        ("plays.team.0.participants", 5, "plays.team[0].participants", "a whole number from 2 to 4"),
        ("plays.team.0.seconds.1.to", "other_3", "plays.team[0].seconds[1].to", "one of carrier, other_1"),
        ("plays.team.0.seconds.0.to", "carrier", "plays.team[0].seconds[0]", "a PASS needs another player"),
        ("plays.team.0.first.player", "other_1", "plays.team[0].first.player", "one of carrier"),
    ],
)
def test_a_mistake_is_named_with_line_and_field(path: str, value: Any, field: str, needed: str) -> None:
    content = sample()
    set_in(content, path, value)
    with pytest.raises(BoxError) as refused:
        box.check(text_of(content))
    assert any(m.startswith("line ") and f", {field}: " in m and needed in m for m in refused.value.mistakes), str(
        refused.value
    )


def test_a_number_needs_a_roll() -> None:
    """A skill that changes no roll would be lost without a word."""
    content = sample()
    del content["teams"][0]["players"][0]["skills"][0]["applies"]
    with pytest.raises(BoxError, match="needs the rolls that it changes"):
        box.check(text_of(content))


def test_the_line_is_that_of_the_field() -> None:
    lines = text_of(sample()).splitlines()
    at = next(n for n, line in enumerate(lines, 1) if line.strip() == "prt: 4")
    lines[at - 1] = lines[at - 1].replace("4", "forty")
    with pytest.raises(BoxError, match=rf"^line {at}, teams\[0\]\.players\[0\]\.prt: "):
        box.check("\n".join(lines))


def test_all_mistakes_are_collected() -> None:
    content = sample()
    for path in ("teams.0.players.0.str", "teams.1.players.3.ref"):
        set_in(content, path, -1)
    with pytest.raises(BoxError) as refused:
        box.check(text_of(content))
    assert len(refused.value.mistakes) == 2


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"mode": "sevens"}, "mode: 'sevens' is not known"),
        ({"squads": {"A": "otters", "B": "otters"}}, "A and B cannot both be 'otters'"),
        ({"squads": {"A": "badgers"}}, "squads.A: 'badgers' is not known"),
        ({"teams": {"A": {"name": ""}}}, "teams.A.name: a text is needed"),
        ({"teams": {"A": {"coach": "me"}}}, "teams.A: 'coach' is not known"),
        ({"teams": {"B": {"dice": "red"}}}, "teams.B.dice: both teams cannot roll red dice"),
        ({"rules": {"kick_out": "never"}}, "one of lower, higher, any"),
        ({"rules": {"tackle": True}}, "not known here"),
        ({"line_up": {"A": {"WING": "l1"}}}, "line_up.A: each player once"),
        ({"team_plays": {"A": ["t1"]}}, "team_plays.A: 4 out of t1, t2"),
        ({"team_plays": {"A": ["t1", "t1", "t2", "t3"]}}, "team_plays.A: 4 out of"),
        ({"box": {"format": "takkure-box/1"}}, "missing: teams, plays"),
    ],
)
def test_options_that_are_refused(options: dict[str, JSON], said: str) -> None:
    with pytest.raises(OptionsRefused, match=said):
        GAME.setup(options)


def test_what_is_given_is_not_asked() -> None:
    """TAK-SET-02, TAK-SET-04, TAK-LIN-02."""
    plays = ["t1", "t2", "t3", "t6"]
    way = {"WING": "o2", "SCRUM_HALF": "o1", "FULL_BACK": "o3", "FORWARD": "o4"}
    options = {"team_plays": {"A": plays, "B": plays}, "line_up": {"B": way}, "squads": {"A": "lanterns"}}
    s = GAME.setup(options)
    play = GAME.play(s)
    first = next(play)
    assert first.prompts[0].key == "setup.table"  # type: ignore[union-attr]
    assert s.coaches["A"].team_plays == plays
    assert s.player("o1").position == "SCRUM_HALF"


def test_house_rules_of_the_options_win() -> None:
    content = even_box()
    content["house_rules"]["steal_held_mod"] = 4
    stage = Stage(content=content, rules={"late_tackle": False})
    assert (stage.s.rules.steal_held_mod, stage.s.rules.late_tackle) == (4, False)


def test_a_training_skill_counts_until_he_is_tired() -> None:
    """TAK-TSK-01, TAK-TSK-02, TAK-MDI-01, TAK-MOD-02: skills of the card change the sum and the dice."""
    content = even_box()
    skill = {"id": "s1", "name": "Spring", "training": True, "timing": "before_roll", "applies": ["SCORE"]}
    player_in(content, "a1")["skills"] = [
        {**skill, "effect": {"mod": 1}},
        {**skill, "id": "s2", "training": False, "effect": {"extra_dice": 1}},
    ]
    stage = Stage(content=content).activate("a1").defend().second("SCORE")
    roll = next(iter(stage.play.open.values()))
    assert "+ 1 (Spring) = 8" in roll.text.en
    assert len(roll.legal) == 2  # type: ignore[attr-defined]
    tired = Stage(content=content).correct("fatigue.a1", "1-0").activate("a1").defend().second("SCORE")
    roll = next(iter(tired.play.open.values()))
    assert "Spring" not in roll.text.en
    assert len(roll.legal) == 2  # type: ignore[attr-defined]
