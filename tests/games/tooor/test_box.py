"""The box file: every check of catalogue section 6, with line and field."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.tooor import box
from companion.vocabulary import BoxError
from tests.games.tooor.stage import sample_box

SAMPLE = (Path(box.__file__).parent / "sample_box.yaml").read_text(encoding="utf-8")


def mistakes(text: str) -> list[str]:
    with pytest.raises(BoxError) as refused:
        box.check(text)
    return refused.value.mistakes


def changed(old: str, new: str) -> str:
    assert old in SAMPLE
    return SAMPLE.replace(old, new, 1)


def test_the_sample_is_a_box_and_says_that_it_is_invented() -> None:
    found = box.check(SAMPLE)
    assert list(found.squads) == ["orange", "green"]
    assert len(found.squads["orange"].outfield) == 10
    assert found.squads["orange"].outfield[0].women.corners == ("red_card", None, None, None)
    assert len(found.warnings) == 1
    assert "line 4, sample: INVENTED" in found.warnings[0]


def test_the_content_is_plain_json_and_makes_the_same_box() -> None:
    found = box.sample()
    content = json.loads(json.dumps(found.content))
    again = box.from_content(content)
    assert (again.squads, again.rules, again.content) == (found.squads, found.rules, found.content)


def test_a_new_box_is_complete_but_for_the_numbers() -> None:
    found = box.check(box.new("orange", "green"))
    assert [w.split(":")[0] for w in found.warnings] == ["line 4, sample", "teams.orange.cards", "teams.green.cards"]


O4 = 'O4 m", footballs: [5, 5, 2, 3], corners: [null, null, null, null]'


@pytest.mark.parametrize(
    ("old", "new", "mistake"),
    [
        (
            O4,
            'O4 m", footballs: [5, 5, 2], corners: [null, null, null, null]',
            "line 14, teams.orange.outfield[3].men.footballs: 4 numbers ≥ 0 are needed, 3 given",
        ),
        (
            O4,
            'O4 m", footballs: [5, 5, -2, 3], corners: [null, null, null, null]',
            "line 14, teams.orange.outfield[3].men.footballs[2]: a whole number from 0 to 99 is needed, given: -2",
        ),
        (
            O4,
            'O4 m", footballs: [5, 5, 2, 3], corners: [warning, null, null]',
            "line 14, teams.orange.outfield[3].men.corners: 4 corners are needed, 3 given",
        ),
        (
            O4,
            'O4 m", footballs: [5, 5, 2, 3], corners: [warning, injured, warning, null]',
            "line 14, teams.orange.outfield[3].men.corners: at most 2 symbols, 3 given",
        ),
        (
            O4,
            'O4 m", footballs: [5, 5, 2, 3], corners: [red, null, null, null]',
            "line 14, teams.orange.outfield[3].men.corners[0]: one of null, sending_off, warning, injured is needed, "
            "given: red",
        ),
        (
            "{id: O4, crest: midfield",
            "{id: O4, crest: midfeld",
            "line 14, teams.orange.outfield[3].crest: one of attack, midfield, defence is needed, given: midfeld",
        ),
        ("{id: O4,", "{id: O3,", "line 14, teams.orange.outfield[3].id: O3 stands twice in the box"),
        ("{id: O4,", "{id: none,", "line 14, teams.orange.outfield[3].id: none cannot be an id"),
        ("{id: O4, crest", "{crest", "line 14, teams.orange.outfield[3]: missing: id"),
        (
            "{id: O4, crest",
            "{id: O4, crst",
            "line 14, teams.orange.outfield[3].crst: not known here; did you mean crest?",
        ),
        (
            'name: "Inv. OK m", footballs: [3, 2, 4, 1]',
            'name: "Inv. OK m", footballs: [3, 2, 4, 1], corners: [null, warning, null, null]',
            "line 9, teams.orange.keeper.men.corners: a goalkeeper has no symbols",
        ),
        (
            "bottom: {attack: 1, midfield: 2, defence: 0}",
            "bottom: {attack: 1, midfield: 1, defence: 0}",
            "line 22, teams.orange.cards[0]: bottom and top need as many players, 2 and 3 given",
        ),
        (
            "value: 5, bottom: {attack: 1, midfield: 0, defence: 0}, top: {attack: 0, midfield: 0, defence: 1}",
            "value: 5, bottom: {attack: 0, midfield: 0, defence: 0}, top: {attack: 0, midfield: 0, defence: 0}",
            "line 23, teams.orange.cards[1]: 1 to 3 players are needed, 0 given",
        ),
        ("schema: 1", "schema: 2", "line 3, schema: a whole number from 1 to 1 is needed, given: 2"),
        ("box: tooor", "box: tore", "line 2, box: one of tooor is needed, given: tore"),
        (
            "event_die: [sending_off, warning, warning, injured, blank, blank]",
            "event_die: [sending_off, warning]",
            "line 5, rules.event_die: 6 faces are needed, 2 given",
        ),
        (
            "turn_before_shot: true",
            "turn_before_shot: 1",
            "line 5, rules.turn_before_shot: true or false is needed, given: 1",
        ),
        (
            "goal_tracker_max: null",
            "goal_tracker_max: many",
            "line 6, goal_tracker_max: a whole number from 1 to 99 is needed, given: many",
        ),
        ("  green:", "  orange:", "line 28, teams.orange: given twice"),
        ("teams:", "temas:", "line 7, temas: not known here; did you mean teams?"),
    ],
)
def test_a_mistake_names_line_and_field(old: str, new: str, mistake: str) -> None:
    assert mistake in mistakes(changed(old, new))


def test_all_mistakes_are_collected() -> None:
    text = (
        changed("schema: 1", "schema: x").replace("value: 7", "value: seven").replace("crest: defence", "crest: goal")
    )
    found = mistakes(text)
    assert len([m for m in found if "crest" in m and "outfield[" in m]) == 6
    assert any(m.startswith("line 3, schema") for m in found)
    assert any("cards[2].value" in m for m in found)


@pytest.mark.parametrize("team", ["keeper", "outfield", "cards"])
def test_a_team_is_complete(team: str) -> None:
    content = sample_box()
    del content["teams"]["green"][team]
    assert [m.split(", ", 1)[1] for m in mistakes(json.dumps(content))] == [f"teams.green: missing: {team}"]


def test_exactly_two_teams_ten_players_six_cards() -> None:
    content = sample_box()
    content["teams"]["green"]["outfield"].pop()
    content["teams"]["orange"]["cards"].pop()
    content["teams"]["blue"] = content["teams"]["green"]
    found = " ".join(mistakes(json.dumps(content)))
    assert "2 teams are needed, 3 given" in found
    assert "10 outfield players are needed, 9 given" in found
    assert "6 tactic cards are needed, 5 given" in found


def test_crests_fill_every_row() -> None:
    """TOOOR-SETUP-07 for the line-up of the first game."""
    content = sample_box()
    for player in content["teams"]["orange"]["outfield"][:3]:
        player["crest"] = "midfield"
    assert "at least 2 crests of attack are needed" in mistakes(json.dumps(content))[0]


def test_repeated_values_are_only_odd() -> None:
    found = box.check(changed("id: o-c2, value: 5", "id: o-c2, value: 3"))
    assert found.warnings[-1] == "teams.orange.cards: the value 3 stands on 2 cards"


def test_umlauts_are_fine() -> None:
    assert box.check(changed("Inv. O4 m", "Jürgen Öß")).squads["orange"].outfield[3].men.name == "Jürgen Öß"


@pytest.mark.parametrize(
    ("text", "mistake"),
    [
        ("", "line 1, the box: it is empty"),
        ("just a word", "names with values are needed"),
        ("a: [1, 2", "line 1"),
        ("a: 1\nb: *a", "line 2, the box: aliases (*name)"),
        ("a: &a [x, x]\nb: &b [*a, *a]", "line 2, the box: aliases (*name)"),
        ("a: !!python/object/apply:os.system [true]", "line 1, the box: aliases (*name) and tags"),
        ("[" * 100, "nested too deep"),
        ("a" * 300_000, "300000 characters are too many"),
        ("a: 1\n--- \nb: 2", "line 2"),
        ("a: \x07", "line 1, the box: "),
        ("? [a, b]\n: c", "not known here"),
    ],
)
def test_what_is_no_box_is_refused_in_a_sentence(text: str, mistake: str) -> None:
    assert mistake in " ".join(mistakes(text))


nested = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
)


@settings(deadline=None)
@given(st.text(max_size=60) | nested.map(json.dumps))
def test_whatever_is_given_is_refused_with_lines(text: str) -> None:
    assert all(m.startswith("line ") for m in mistakes(text))


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_one_broken_value_is_found(data: st.DataObject) -> None:
    """Any number, word or list of the sample replaced by nonsense is a mistake, and never a crash."""
    content: Any = json.loads(json.dumps(box.sample().content))
    where: Any = content
    while True:
        key = data.draw(st.sampled_from(range(len(where)) if isinstance(where, list) else sorted(where)))
        if key == "sample" or not (isinstance(where[key], (dict, list)) and data.draw(st.booleans())):
            break
        where = where[key]
    where[key] = {"nonsense": "☃"}
    found = mistakes(yaml.safe_dump(content, allow_unicode=True))
    assert all(m.startswith("line ") for m in found)
