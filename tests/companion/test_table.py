"""The Table: one owner of order."""

from __future__ import annotations

import threading
from itertools import count
from random import Random

import pytest

from companion.games import load
from companion.journal import MemoryJournal
from companion.match import reenact
from companion.table import Table
from companion.vocabulary import (
    JSON,
    AmendmentDrops,
    Confirm,
    GameFault,
    NotAsked,
    NothingToUndo,
    Number,
    OtherEdition,
    Prompt,
    PromptRefused,
    StaleVersion,
    Status,
    Text,
    UndoHeld,
)
from tests.answers import legal_answer
from tests.toy_game import GAME, Toy

CONSOLE = "console"


def table_of(game: Toy = GAME, journal: MemoryJournal | None = None) -> Table:
    ticks = count()
    made = Table(journal or MemoryJournal(), lambda name: game, lambda: 1000.0, lambda: float(next(ticks)))
    if made.version == 0:
        made.begin("toy", {"rounds": 2})
    return made


def play(table: Table, **answers: object) -> None:
    for key, value in answers.items():
        table.answer(key.replace("_", "."), value, source=CONSOLE)


def first_round(table: Table) -> None:
    play(table, r1_card_A="high", r1_card_B="low", r1_roll_A=2, r1_roll_B=3)


def test_answers_come_in_any_order_and_the_game_goes_on_when_all_are_there() -> None:
    table = table_of()
    play(table, r1_card_B="low")
    assert [p["key"] for p in table.board()["prompts"]] == ["r1.card.A"]
    assert table.board()["answered"] == ["r1.card.B"]
    play(table, r1_card_A="high")
    assert [p["key"] for p in table.board()["prompts"]] == ["r1.roll.A", "r1.roll.B"]


@pytest.mark.parametrize(
    ("key", "value", "awaited"),
    [
        ("r1.card.A", "middle", "one out of low, high"),
        ("r1.card.A", ["low", "high"], "one out of low, high"),
        ("r1.card.A", None, "one out of low, high"),
        ("r1.roll.A", 2, "r1.card.A, r1.card.B"),
        ("", "", "r1.card.A, r1.card.B"),
    ],
)
def test_a_refusal_names_what_is_awaited_and_changes_nothing(key: str, value: object, awaited: str) -> None:
    table = table_of()
    before = table.board()
    with pytest.raises(PromptRefused, match=awaited):
        table.answer(key, value, source=CONSOLE)
    assert table.board() == before


def test_a_stale_client_is_refused() -> None:
    table = table_of()
    version = table.version
    table.answer("r1.card.A", "low", source=CONSOLE, version=version)
    with pytest.raises(StaleVersion, match="version 2"):
        table.answer("r1.card.B", "low", source=CONSOLE, version=version)
    for change in (
        lambda: table.undo(version=version),
        lambda: table.amend(2, "high", source=CONSOLE, version=version),
        lambda: table.note("x", version=version),
        lambda: table.correct("score.A", 1, "x", version=version),
    ):
        with pytest.raises(StaleVersion):
            change()
    assert table.version == version + 1


def test_secret_answers_stay_hidden_until_all_are_there() -> None:
    table = table_of()
    heard: list[object] = []
    table.subscribe(heard.append)
    play(table, r1_card_A="high")
    assert "high" not in repr([h for h in table.history() if h["seq"] > 1 and not h.pop("prompt")])
    shown = table.history()[-1]
    assert (shown["secret"], shown["value"], shown["value_text"]["en"]) == (True, None, "secret")
    assert heard[0].entry["value"] is None
    assert table.board()["undo"]["text"]["en"] == "Choose a card secret"
    play(table, r1_card_B="low")
    assert [h["value"] for h in table.history() if h["kind"] == "answered"] == ["high", "low"]


def test_a_secret_that_was_undone_before_the_reveal_is_never_shown_nor_offered() -> None:
    table = table_of()
    play(table, r1_card_A="high")
    table.undo()
    assert table.board()["prompts"][0]["before"] is None
    play(table, r1_card_A="low", r1_card_B="low")
    assert [h["value"] for h in table.history() if h["kind"] == "answered"] == [None, "low", "low"]


def test_an_amended_secret_stays_secret_in_preview_and_history() -> None:
    table = table_of()
    play(table, r1_card_A="high")
    preview = table.preview(2, "low")
    assert (preview["old"]["en"], preview["new"]["en"]) == ("secret", "secret")
    table.amend(2, "low", source=CONSOLE)
    assert all("low" not in str(h["text"]) + str(h.get("value")) for h in table.history())
    play(table, r1_card_B="low")
    assert table.history()[1]["value"] == "low"


def test_undo_names_what_it_takes_back_and_offers_it_again() -> None:
    table = table_of()
    first_round(table)
    assert table.board()["undo"]["text"] == {"en": "Roll! 3", "de": "Würfle! 3"}
    update = table.undo()
    assert [c["text"]["en"] for c in update.calls] == ["Undone: Roll! 3"]
    (prompt,) = update.board["prompts"]
    assert (prompt["key"], prompt["before"], prompt["final"]) == ("r1.roll.B", 3, True)
    assert table.board()["score"] == [0, 0]


def test_a_statement_and_its_answer_are_one_sentence_wherever_they_are_told() -> None:
    game = load("tooor")
    table = Table(MemoryJournal(), lambda name: game)
    table.begin("tooor", {"mode": "light"})
    while not isinstance(prompt := next(iter(table.prompts()[1].values())), Number):
        table.answer(prompt.key, legal_answer(prompt, Random(1)), source=CONSOLE)
    assert prompt.text.en.endswith(".")
    table.answer(prompt.key, 5, source=CONSOLE)
    sentence = f"{prompt.text.en.removesuffix('.')}: 5"
    entry = table.history()[-1]
    assert f"{entry['text']['en']} {entry['value_text']['en']}" == sentence
    assert table.board()["undo"]["text"]["en"] == sentence


STRENGTH = Number(key="n", text=Text("Strength.", "Stärke."), rule="r", least=0, most=9)
HOW_FAR = Number(key="n", text=Text("How far?", "Wie weit?"), rule="r", least=0, most=9)
IT_LIES = Confirm(key="n", text=Text("It lies.", "Sie liegt."), rule="r")


@pytest.mark.parametrize(
    ("prompt", "value", "told"),
    [
        (STRENGTH, 5, Text("Strength: 5", "Stärke: 5")),
        (HOW_FAR, 5, Text("How far? 5", "Wie weit? 5")),
        (IT_LIES, True, Text("It lies. done", "Sie liegt. erledigt")),
    ],
)
def test_what_was_asked_and_answered_is_one_sentence(prompt: Prompt, value: JSON, told: Text) -> None:
    assert prompt.asked + prompt.tell(value) == told


def test_dice_that_have_been_read_are_changed_by_hand_only() -> None:
    table = table_of()
    first_round(table)
    table.undo()
    with pytest.raises(PromptRefused, match="by hand"):
        table.answer("r1.roll.B", 1, source="camera")
    table.answer("r1.roll.B", 1, source="button")
    assert table.board()["score"] == [1, 0]


def test_after_another_choice_the_dice_are_rolled_anew() -> None:
    table = table_of()
    first_round(table)
    for _ in range(4):
        table.undo()
    play(table, r1_card_A="low", r1_card_B="low")
    assert not table.final("r1.roll.A")
    assert table.board()["prompts"][0]["before"] == 2
    table.answer("r1.roll.A", 1, source="camera")


def test_undo_over_the_whistle_needs_the_long_press() -> None:
    table = table_of()
    first_round(table)
    play(table, r1_whistle=True)
    assert table.board()["undo"]["held"]
    with pytest.raises(UndoHeld, match="Whistle on"):
        table.undo()
    table.undo(beyond=True)
    assert table.board()["phase"] == "ROUND_END"


def test_everything_can_be_undone_to_the_start_and_no_further() -> None:
    table = table_of()
    start = table.board()
    first_round(table)
    for _ in range(4):
        table.undo(beyond=True)
    board = table.board()
    assert board["undo"] is None
    assert board["scoreboard"] == start["scoreboard"]
    with pytest.raises(NothingToUndo):
        table.undo()


def test_an_amendment_computes_everything_after_it_again_and_announces_once() -> None:
    table = table_of()
    first_round(table)
    play(table, r1_whistle=True)
    preview = table.preview(5, 1)
    assert preview["score"] == {"before": "0:0", "after": "1:0"}
    assert [c["en"] for c in preview["calls"]["new"]] == ["Goal for Reds!"]
    assert table.board()["score"] == [0, 0]
    update = table.amend(5, 1, source=CONSOLE)
    assert update.board["score"] == [1, 0]
    assert [c["text"]["en"] for c in update.calls] == ["Corrected: 3 → 1. Score 1:0."]
    table.undo()
    assert table.board()["score"] == [0, 0]


class Short(Toy):
    """As the toy game, but a roll of 0 by A ends the match: paths part."""

    def round(self, s, key):
        yield from super().round(s, key)
        if s.dice[0].value == 0:
            s.rounds = s.round


def test_an_amendment_that_drops_answers_asks_first() -> None:
    table = table_of(Short())
    first_round(table)
    play(table, r1_whistle=True, r2_card_A="high")
    with pytest.raises(AmendmentDrops, match="1 later answers") as refused:
        table.amend(4, 0, source=CONSOLE)
    assert [d["text"]["en"] for d in refused.value.preview["dropped"]] == ["Choose a card secret"]
    assert table.board()["phase"] == "CHOOSE"
    table.amend(4, 0, source=CONSOLE, drop=1)
    assert table.board()["over"]
    table.undo()
    assert table.board()["answered"] == ["r2.card.A"]
    assert len(table.history()) == table.version


def test_dropped_answers_are_offered_again() -> None:
    table = table_of(Short())
    first_round(table)
    play(table, r1_whistle=True, r2_card_A="low", r2_card_B="low", r2_roll_A=1)
    table.amend(4, 0, source=CONSOLE, drop=3)
    table.amend(4, 1, source=CONSOLE)
    play(table, r2_card_A="low", r2_card_B="low")
    assert table.board()["prompts"][0]["before"] == 1
    assert not table.final("r2.roll.A")


@pytest.mark.parametrize("seq", [0, 1, 99, None, "2"])
def test_only_answers_that_count_can_be_amended(seq: object) -> None:
    table = table_of()
    play(table, r1_card_A="low")
    with pytest.raises(PromptRefused, match="2"):
        table.amend(seq, "high", source=CONSOLE)


def test_an_undone_answer_cannot_be_amended() -> None:
    table = table_of()
    play(table, r1_card_A="low")
    table.undo()
    with pytest.raises(PromptRefused, match="none yet"):
        table.amend(2, "high", source=CONSOLE)


def test_the_referee_corrects_with_a_reason_and_can_take_it_back() -> None:
    table = table_of()
    first_round(table)
    table.correct("score.B", 7, "the token was moved")
    assert table.board()["score"] == [0, 7]
    assert "the token was moved" in table.history()[-1]["text"]["en"]
    for what, value, reason in (("score.B", 7, " "), ("score.B", -1, "x"), ("weather", 1, "x")):
        with pytest.raises(PromptRefused):
            table.correct(what, value, reason)
    table.undo()
    assert table.board()["score"] == [0, 0]


def test_a_correction_renews_an_asking_that_wants_it() -> None:
    table = table_of()
    play(table, r1_card_A="low", r1_card_B="low", r1_roll_A=1)
    table.correct("possession", "B", "it was theirs")
    assert [p["key"] for p in table.board()["prompts"]] == ["r1.roll.A", "r1.roll.B"]
    assert table.board()["scoreboard"]["possession"] == "B"


def test_a_note_is_kept_and_changes_nothing() -> None:
    table = table_of()
    before = table.board()["scoreboard"]
    table.note("a dog ran onto the pitch")
    assert table.history()[-1]["text"]["en"] == "a dog ran onto the pitch"
    assert table.board()["scoreboard"] == before


def test_the_match_goes_on_from_its_journal_at_the_same_prompt() -> None:
    journal = MemoryJournal()
    table = table_of(journal=journal)
    first_round(table)
    table.undo()
    table.amend(4, 0, source=CONSOLE)
    table.correct("score.A", 3, "x")
    again = table_of(journal=journal)
    assert again.board() == table.board()
    assert again.history() == table.history()


def test_a_replay_that_differs_says_so() -> None:
    journal = MemoryJournal()
    first_round(table_of(journal=journal))

    class Generous(Toy):
        def view(self, s):
            s.score["A"] = 9
            return super().view(s)

    again = table_of(Generous(), journal)
    assert "otherwise than recorded: 5, the first is entry 1" in again.board()["warnings"][0]["en"]
    _, differences = reenact(Generous(), journal.match())
    assert [d["seq"] for d in differences] == [1, 2, 3, 4, 5]


def test_a_game_that_breaks_off_reaches_no_journal() -> None:
    class Broken(Toy):
        def view(self, s):
            return super().view(s)

        def round(self, s, key):
            yield from super().round(s, key)
            raise ZeroDivisionError

    journal = MemoryJournal()
    table = table_of(Broken(), journal)
    play(table, r1_card_A="low", r1_card_B="low", r1_roll_A=1)
    before = table.board()
    with pytest.raises(GameFault, match="ZeroDivisionError"):
        play(table, r1_roll_B=1)
    assert (journal.last_seq(), table.board()) == (4, before)
    table.undo()
    assert [p["key"] for p in table.board()["prompts"]] == ["r1.roll.A", "r1.roll.B"]


def test_a_match_that_can_no_longer_be_played_is_kept_and_named() -> None:
    class Stricter(Toy):
        def _card(self, side, key):
            return super()._card(side, f"new.{key}")

    journal = MemoryJournal()
    first_round(table_of(journal=journal))
    again = table_of(Stricter(), journal)
    assert "cannot go on" in again.board()["warnings"][0]["en"]
    assert "edition" not in again.board()["warnings"][0]["en"]
    assert journal.last_seq() == 5
    assert again.begin("toy", {}).version == 6


def test_listeners_hear_everything_in_order_and_their_faults_undo_nothing(caplog: pytest.LogCaptureFixture) -> None:
    table = table_of()
    heard: list[int] = []

    def faulty(update: object) -> None:
        raise ZeroDivisionError

    table.subscribe(faulty)
    stop = table.subscribe(lambda update: heard.append(update.version))
    first_round(table)
    stop()
    stop()
    table.undo()
    assert heard == [2, 3, 4, 5]
    assert "ZeroDivisionError" in caplog.text


def test_a_listener_may_not_answer(caplog: pytest.LogCaptureFixture) -> None:
    table = table_of()
    table.subscribe(lambda update: table.undo())
    play(table, r1_card_A="low")
    assert "may not answer" in caplog.text
    assert table.version == 2


def test_many_threads_make_one_order() -> None:
    table = table_of()
    heard: list[int] = []
    table.subscribe(lambda update: heard.append(update.version))
    threads = [threading.Thread(target=table.note, args=(f"note {i}",)) for i in range(50)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert heard == list(range(2, 52))


def test_the_state_of_a_device_is_told_and_not_kept() -> None:
    table = table_of()
    heard: list[object] = []
    table.subscribe(heard.append)
    status = Status("eye", "doubt", Text("one die leans", "ein Würfel steht schief"), False, {"n": 1}, b"jpeg")
    table.report(status)
    table.report(status)
    assert len(heard) == 1
    assert (heard[0].version, heard[0].entry) == (1, None)
    assert table.board()["devices"]["eye"]["has_picture"]
    assert table.status_picture("eye") == b"jpeg"
    assert len(table.history()) == 1


def test_without_a_match_everything_is_refused_but_a_start() -> None:
    table = Table(MemoryJournal(), lambda name: GAME)
    assert table.board()["game"] is None
    for change in (lambda: table.answer("x", 1, source=CONSOLE), table.undo, lambda: table.note("x")):
        with pytest.raises(NotAsked, match="a match to be started"):
            change()
    table.begin("toy", {"rounds": 1})
    assert table.board()["phase"] == "CHOOSE"


def test_since_gives_what_came_after() -> None:
    table = table_of()
    first_round(table)
    assert [h["seq"] for h in table.since(3)] == [4, 5]


@pytest.mark.parametrize("detail", [7, "hot", ["a", "b"], {"places": None}, {}, None])
def test_whatever_a_device_tells_of_itself_the_board_is_drawn(detail: object) -> None:
    table = table_of()
    table.report(Status("thermometer", "hot", Text.same("hot"), detail=detail))
    assert table.board()["devices"]["thermometer"]["detail"] == detail


def test_a_match_of_another_edition_is_told_in_words_for_people() -> None:
    """Not as the key of a question that nobody is asked any more."""

    class Newer(Toy):
        edition = "the second"

        def _card(self, side, key):
            return super()._card(side, f"new.{key}")

    journal = MemoryJournal()
    first_round(table_of(journal=journal))
    (told,) = table_of(Newer(), journal).board()["warnings"]
    assert "played by another edition, test; this one is the second" in told["en"]
    assert "nach einer anderen Ausgabe" in told["de"]
    assert "r1.card" not in told["en"] + told["de"]
    with pytest.raises(OtherEdition, match="the second"):
        reenact(Newer(), journal.match())


def test_another_edition_that_asks_the_same_goes_on() -> None:
    class Newer(Toy):
        edition = "the second"

    journal = MemoryJournal()
    table = table_of(journal=journal)
    first_round(table)
    assert table_of(Newer(), journal).board() == table.board()
