"""What every game declares to be filled in: it draws all there is, in both languages; what it offers is accepted."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from companion import games
from companion.games.tooor import GAME as TOOOR
from companion.vocabulary import JSON, Game, OptionsRefused, Text, to_json
from companion.vocabulary.fields import spell
from companion.vocabulary.form import Colour, Each, Form, Group, Named, Part, Pick, Rows, Several, Switch, Whole, Words

UNDRAWN = {"tooor": {"box", "schema"}, "takkure": {"format", "manual"}}
"""What only says which file it is, or that nothing else is said."""


def forms(name: str) -> list[Form]:
    """The game's form in each of its modes."""
    game = games.load(name)
    how = game.form({}).game[0]
    assert isinstance(how, Pick)
    return [game.form({"mode": option.id}) for option in how.options]


def all_parts(parts: tuple[Part, ...]) -> Iterator[Part]:
    for part in parts:
        yield part
        yield from all_parts(getattr(part, "parts", ()))


def whole(form: Form) -> tuple[Part, ...]:
    return (*form.game, *form.teams, *form.rules)


@pytest.mark.parametrize("name", games.names())
def test_every_part_speaks_both_languages(name: str) -> None:
    drawn = [*all_parts(games.box_form(name)), *(part for form in forms(name) for part in all_parts(whole(form)))]
    texts = [text for part in drawn for text in (part.text, part.hint, getattr(part, "row", None)) if text is not None]
    texts += [option.text for part in drawn for option in getattr(part, "options", ())]
    assert all(isinstance(text, Text) and text.en.strip() and text.de.strip() for text in texts)
    json.dumps(to_json(drawn))


@pytest.mark.parametrize("name", games.names())
def test_what_counts_where_nothing_is_given_is_accepted_when_it_is_given(name: str) -> None:
    game = games.load(name)
    for form in forms(name):
        given = usual(whole(form))
        usual_one = form.game[0].usual
        assert to_json(game.view(game.setup(given))) == to_json(game.view(game.setup({"mode": usual_one})))


def usual(parts: tuple[Part, ...]) -> dict[str, JSON]:
    told = {}
    for part in parts:
        value = usual(part.parts) if isinstance(part, Group) else part.usual
        if value not in (None, {}):
            told[part.name] = value
    return told


@pytest.mark.parametrize("name", games.names())
def test_whatever_one_field_offers_is_accepted_or_refused_beside_that_field(name: str) -> None:
    """Every option, both ends of every number: one at a time."""
    game = games.load(name)
    for form in forms(name):
        for path, value in offered(whole(form), ()):
            given: dict[str, Any] = {"mode": form.game[0].usual}
            put(given, path, value)
            assert refused_at(game, given) <= {path[0]}, "the same team twice, say"


def refused_at(game: Game, given: dict[str, JSON]) -> set[str]:
    """The options that are refused."""
    try:
        game.setup(given)
    except OptionsRefused as refused:
        return {mistake.where.split(".")[0] for mistake in refused.mistakes}
    return set()


def offered(parts: tuple[Part, ...], where: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], JSON]]:
    for part in parts:
        path = (*where, part.name)
        if isinstance(part, Group):
            yield from offered(part.parts, path)
        elif isinstance(part, Each):
            yield path, [next(values(one)) for one in part.parts]
        else:
            yield from ((path, value) for value in values(part))


def values(part: Part) -> Iterator[JSON]:
    if isinstance(part, Switch):
        yield from (True, False)
    elif isinstance(part, Whole):
        yield from (part.least, part.most)
    elif isinstance(part, Pick):
        yield from (option.id for option in part.options)
    elif isinstance(part, Colour):
        yield from part.colours
    elif isinstance(part, Words):
        yield "Übung 9"
    else:
        raise AssertionError(part)


def put(given: dict[str, Any], path: tuple[str, ...], value: JSON) -> None:
    *where, last = path
    for step in where:
        given = given.setdefault(step, {})
    given[last] = value


def test_a_number_beyond_its_range_is_refused_with_its_field() -> None:
    for value in (-1, 4):
        with pytest.raises(OptionsRefused) as refused:
            TOOOR.setup({"rules": {"min_row": value}})
        assert [mistake.where for mistake in refused.value.mistakes] == ["rules.min_row"]
        assert "ganze Zahl von 0 bis 3" in refused.value.mistakes[0].text.de


# -- box files -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", games.with_boxes())
def test_the_form_of_a_box_draws_everything_that_stands_in_one(name: str) -> None:
    for content in (games.boxes(name).sample().content, games.check_box(games.boxes(name).new())[1].content):
        left = {where.split(".")[-1] for where in undrawn(games.box_form(name), content, "")}
        assert left <= UNDRAWN[name]


def undrawn(parts: tuple[Part, ...], content: Any, where: str) -> Iterator[str]:
    """Names in an object that no part draws, and parts that are needed and not there."""
    drawn = {part.name: part for part in parts}
    for name, value in sorted(content.items()):
        if name not in drawn:
            yield f"{where}{name}"
        else:
            yield from within(drawn[name], value, f"{where}{name}")
    missing = [name for name, part in drawn.items() if name not in content and not part.optional]
    assert missing == [], where


def within(part: Part, value: Any, where: str) -> Iterator[str]:
    if isinstance(part, Group):
        yield from undrawn(part.parts, value, f"{where}.")
    elif isinstance(part, Rows):
        assert part.least <= len(value) <= part.most
        for item in value:
            yield from undrawn(part.parts, item, f"{where}[].")
    elif isinstance(part, Named):
        for name, item in value.items():
            yield from undrawn(part.parts, item, f"{where}.{name}.")
    elif isinstance(part, Each):
        assert len(value) == len(part.parts), where
        for one, given in zip(part.parts, value, strict=True):
            yield from within(one, given, where)
    elif isinstance(part, Pick):
        assert value in [option.id for option in part.options] or (value is None and part.optional), where
    elif isinstance(part, Several):
        assert set(value) <= {option.id for option in part.options}, where


@pytest.mark.parametrize("name", games.with_boxes())
def test_a_box_that_a_form_wrote_is_the_same_box(name: str) -> None:
    """What is spelled anew from the content is read as the same, teams in their order, marked as its game's."""
    content = games.boxes(name).sample().content
    whose, again = games.check_box(spell(content))
    assert whose == name
    assert json.dumps(again.content) == json.dumps(content)


@pytest.mark.parametrize("name", games.with_boxes())
def test_every_number_and_word_of_a_box_form_is_the_checks_own(name: str) -> None:
    """One beyond the ends of each number is refused at that place, and the ends are not; so are words that are none."""
    content = json.loads(json.dumps(games.boxes(name).sample().content))
    for play in content.get("plays", {}).get("team", ()):
        play["participants"] = 4  # fewer have fewer roles
    for path, part in leaves(games.box_form(name), content, ""):
        assert isinstance(part, Whole | Pick)
        wrong = [part.least - 1, part.most + 1] if isinstance(part, Whole) else ["no such word"]
        right = [part.least, part.most] if isinstance(part, Whole) else [option.id for option in part.options]
        assert all(path in mistaken(content, path, value) for value in wrong), path
        for value in right:
            assert not re.search("whole number|one of", mistaken(content, path, value).get(path, "")), (path, value)


def leaves(parts: tuple[Part, ...], content: Any, where: str) -> Iterator[tuple[str, Part]]:
    """One place for each number and choice that is drawn, where the content has it."""
    for part in parts:
        path, value = f"{where}{part.name}", content.get(part.name)
        if value is None:
            continue
        if isinstance(part, Group):
            yield from leaves(part.parts, value, f"{path}.")
        elif isinstance(part, Named):
            first = next(iter(value))
            yield from leaves(part.parts, value[first], f"{path}.{first}.")
        elif isinstance(part, Rows) and value:
            yield from leaves(part.parts, value[0], f"{path}[0].")
        elif isinstance(part, Each):
            yield from ((f"{path}[{i}]", one) for i, one in enumerate(part.parts))
        elif isinstance(part, Whole | Pick):
            yield path, part


def mistaken(content: Any, path: str, value: JSON) -> dict[str, str]:
    """What the check says, by field, when this value stands there."""
    changed = json.loads(json.dumps(content))
    at: Any = changed
    *where, last = [int(step) if step.isdigit() else step for step in re.split(r"[.\[]", path.replace("]", ""))]
    for step in where:
        at = at[step]
    at[last] = value
    try:
        games.check_box(spell(changed))
    except OptionsRefused as refused:
        return {mistake.where: mistake.text.en for mistake in refused.mistakes}
    return {}
