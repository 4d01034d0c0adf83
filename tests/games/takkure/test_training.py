"""The exercises and the practice match."""

from __future__ import annotations

import re

import pytest

from companion.games.takkure import GAME
from companion.games.takkure.drills import DRILLS, WITH_EVERYTHING
from companion.games.takkure.state import State
from companion.vocabulary import JSON, Choose
from tests.games.takkure.stage import Stage, even_box
from tests.games.takkure.vectors import one


class Lesson(Stage):
    """An exercise, placed and ready; A attacks, A1 has the ball."""

    def __init__(self, mode: str, **options: JSON) -> None:
        content = even_box()
        for team in content["teams"]:
            team["players"][3]["base_mm"] = 50
        self.begin({"mode": mode, "box": content} | options)
        self.until("READY")

    @property
    def ended(self) -> bool:
        return self.asks(".again")

    def not_yet(self) -> Lesson:
        if self.asks(".line"):
            self.say(".line", "on")
        return self


def test_w_48_how_exercise_2_goes_on() -> None:
    """TAK-EXR-06."""
    _, expect = one("W-48")
    seen = []
    for case in ("receiver_has_ball", "ball_on_ground", "carrier_tackled_no_pass"):
        lesson = Lesson("exercise_2").activate("a1")
        assert isinstance(lesson, Lesson)
        if case == "carrier_tackled_no_pass":
            lesson.defend(b1="TACKLE").second("PASS:a2").say(".contact", ["b1"]).say(".distance", 3.0)
            lesson.rolls(a1=4, b1=5).roll("a1", 2)
        else:
            lesson.defend().second("PASS:a2").say(".distance", 3.0)
            lesson.roll("a1", 12 if case == "ball_on_ground" else 5)
            if case == "ball_on_ground":
                lesson.roll("a2", 12).say(".scatter", 3)
        lesson.not_yet()
        seen.append("ends" if lesson.ended else "continues")
    assert seen == expect["exercise"]


def test_w_49_the_death_box_takes_tokens_again() -> None:
    """TAK-EXR-07, TAK-TIM-06."""
    given, expect = one("W-49")
    lesson = Lesson("exercise_3")
    assert len(lesson.coach("A").on_field) == len(lesson.coach("B").on_field) == 3
    for id_ in ("a1", "a1", "a2", "a2"):
        assert lesson.s.unspent > given["unspent"]
        lesson.activate(id_).defend().second("NONE")
        assert isinstance(lesson, Lesson)
        lesson.not_yet()
    assert lesson.s.unspent == expect["tokens_taken"]
    assert all(p.activations == 0 for p in lesson.s.players) == expect["per_player_counts_reset"]
    assert not lesson.ended


def test_exercise_1_is_guided_step_by_step() -> None:
    """TAK-EXR-02 to TAK-EXR-05."""
    lesson = Lesson("exercise_1")
    assert "straight at the defender" in str(lesson.asked(".ready").hint)
    assert "PRESSURE" in str(lesson.activate("a1").asked(".defence").hint)
    assert "MOVE four more" in str(lesson.defend(b1="PRESSURE").asked(".second").hint)
    lesson.second("MOVE").say(".moved_again").say(".line", "on")
    assert "TACKLE on the path" in str(lesson.activate("a1").asked(".defence").hint)
    assert "DODGE rolls REF" in str(lesson.defend(b1="TACKLE_PATH").asked(".second").hint)
    lesson.second("DODGE").say(".contact", ["b1"])
    lesson.rolls(a1=6, b1=3).say(".dodge").say(".line", "on")
    assert "straight at the player" in str(lesson.activate("a1").asked(".defence").hint)
    lesson.defend(b1="TACKLE").second("BREAK_THROUGH").say(".contact", ["b1"])
    lesson.rolls(a1=6, b1=3).roll("b1", 2)
    assert "exercise_over" in lesson.called
    lesson.say(".again", "again").until("READY")
    assert "do not move backwards" in str(lesson.asked(".ready").hint)


@pytest.mark.parametrize("mode", ["exercise_1", "exercise_2", "exercise_3", "exercise_4", "practice"])
@pytest.mark.parametrize("overlay", [True, False])
def test_every_step_of_the_first_run_is_guided(mode: str, overlay: bool) -> None:
    """TAK-EXR-02, TAK-EXR-05: in both languages, and no lesson in a match."""
    lesson = Lesson(mode, rules={"overlay": overlay})
    taught = DRILLS[mode].guide[0] if mode in DRILLS else WITH_EVERYTHING[0]
    heard = [lesson.asked(".ready").hint]
    id_ = next(p.id for p in lesson.s.attacking.on_field)
    lesson.activate(id_)
    heard.append(lesson.asked(".defence").hint)
    heard.append(lesson.done().asked(".second").hint)
    for said, heard_ in zip((taught.first, taught.defence, taught.second), heard, strict=True):
        assert heard_ is not None
        assert said.en in heard_.en
        assert said.de in heard_.de
        assert said.en != said.de
    assert Stage().s.lesson is None


def test_the_largest_base_stays_out_of_the_first_exercises() -> None:
    """TAK-EXR-01."""
    lesson = Lesson("exercise_1")
    assert {p.id for p in lesson.s.players if p.on_field} == {"a1", "b1"}
    lesson.activate("a1").defend().second("MOVE").say(".moved_again").say(".line", "line")
    assert lesson.s.claimed == "A"


def test_an_exercise_allows_only_its_actions() -> None:
    lesson = Lesson("exercise_2").activate("a1").defend()
    question = lesson.asked(".second")
    assert isinstance(question, Choose)
    assert {o.group for o in question.options} == {"MOVE", "PASS", "NONE"}


def test_exercise_4_is_about_a_try() -> None:
    """TAK-EXR-08, TAK-EXR-09."""
    lesson = Lesson("exercise_4").activate("a1").defend().second("SCORE").roll("a1", 5)
    assert lesson.s.claimed == "A"
    assert lesson.say(".again", "enough").play.view().result == "A"


def test_the_practice_match_hands_the_attack_over_after_two_tries() -> None:
    """TAK-WIN-03."""
    practice = Practice()
    assert practice.s.attacker == "A"
    for tries in (1, 2):
        practice.until("READY").correct("ball", "a1").activate("a1").defend().second("SCORE").roll("a1", 5)
        assert practice.s.score == (tries, 0)
        practice.say(".again", "again")
    practice.until("READY")
    assert practice.s.attacker == "B"
    assert practice.s.time.slot == 5


@pytest.mark.parametrize("mode", DRILLS)
def test_the_guide_tells_no_distance_before_its_window(mode: str) -> None:
    """TAK-MEA-01 holds in exercises too: what is read while measuring is locked has no inches to lay a ruler to."""
    lessons = [*DRILLS[mode].guide, *WITH_EVERYTHING]
    for text in (t for lesson in lessons for t in (lesson.first, lesson.defence, lesson.second)):
        assert not re.search(r"\d", text.en + text.de)


def test_a_state_knows_its_mode() -> None:
    state: State = GAME.setup({"mode": "practice"})
    assert state.mode == "practice"


# -- what a referee would see -----------------------------------------------------------------------------------------


def test_a_felled_defender_is_a_success_of_exercise_1() -> None:
    """TAK-EXR-04: nobody is left who could stop the attack (1.21, outcomes of the exercise)."""
    lesson = Lesson("exercise_1").activate("a1").defend(b1="TACKLE").second("BREAK_THROUGH").say(".contact", ["b1"])
    lesson.rolls(a1=6, b1=3).roll("b1", 2)
    assert "the defender is on the ground" in lesson.calls[-1].text.en
    assert lesson.s.claimed == "A"


def test_a_tackle_in_exercise_1_is_the_defenders() -> None:
    """TAK-EXR-04: both lie on the ground, and the attack is stopped."""
    lesson = Lesson("exercise_1").activate("a1").defend(b1="TACKLE").second("NONE").say(".contact", ["b1"])
    lesson.roll("b1", 5).roll("a1", 2)
    assert "the carrier is tackled" in lesson.calls[-1].text.en
    assert lesson.s.claimed == "B"


def test_an_interception_ends_exercise_2() -> None:
    """TAK-EXR-06, TAK-POS-04: whoever holds the ball would be the attacker."""
    lesson = Lesson("exercise_2").activate("a1").defend(b1="BALL_STEAL").second("PASS:a2").say(".distance", 3.0)
    lesson.roll("a1", 5).say(".lane", ["b1"]).roll("b1", 2)
    assert lesson.s.carrier is lesson.p("b1")
    assert lesson.asks(".again")
    assert lesson.s.claimed == "B"


@pytest.mark.parametrize(("mode", "tires"), [("exercise_1", False), ("exercise_3", False), ("exercise_4", True)])
def test_fatigue_and_skills_come_with_exercise_4(mode: str, tires: bool) -> None:
    """TAK-EXR-08: it adds fatigue and position skills; before that a third token does nothing."""
    content = even_box("side_step")
    lesson = Lesson(mode, box=content)
    for _ in range(3):
        assert isinstance(lesson, Lesson)
        lesson.activate("a1", "NONE").defend().second("NONE")
        lesson.not_yet()
    assert lesson.p("a1").active == int(tires)
    assert lesson.p("b1").dice("DODGE") == 1 + tires


def test_nobody_is_asked_for_the_line_while_the_ball_is_loose() -> None:
    """TAK-EXR-07: only with the ball the line is reached."""
    lesson = Lesson("exercise_3").activate("a1").defend().second("PASS:a2").say(".distance", 3.0)
    lesson.rolls(a1=12, a2=12).say(".scatter", 3)
    assert not lesson.asks(".line")
    assert lesson.phase == "READY"


class Practice(Lesson):
    def __init__(self) -> None:
        self.begin({"mode": "practice", "box": even_box()})
        self.until("REFEREE").say("toss", "A").until("READY", kicker="B")

    def tries(self, die: int = 5) -> Practice:
        self.until("READY")
        id_ = f"{self.s.attacker.lower()}1"
        self.correct("ball", id_).activate(id_).defend().second("SCORE").roll(id_, die)
        return self


def test_only_a_second_try_hands_the_attack_over() -> None:
    """TAK-WIN-03: two tries of before do not count again when an attack fails."""
    practice = Practice()
    for _ in range(4):
        practice.tries().say(".again", "again")
    practice.until("READY")
    assert (practice.s.score, practice.s.attacker) == ((2, 2), "A")
    practice.tries(die=12).say(".again", "again").until("READY")
    assert practice.s.attacker == "A"


def test_the_coaches_of_a_practice_match_may_swap() -> None:
    practice = Practice().tries(die=12).say(".again", "swap").until("READY")
    assert practice.s.attacker == "B"


@pytest.mark.parametrize("mode", DRILLS)
def test_cards_come_with_exercise_4(mode: str) -> None:
    """TAK-EXR-08: before it nobody has a hand to play from."""
    content = even_box()
    now = {"id": "now", "owner": "generic", "name": "Now", "timing": "activation_start", "effect": {"manual": 1}}
    content["plays"]["individual"] = [now]
    assert Lesson(mode, box=content).asks(".A.card") == (mode == "exercise_4")


def test_the_practice_match_begins_with_the_referee_roll() -> None:
    """TAK-WIN-03, TAK-KOF-02: without time is the only difference to a match."""
    practice = Lesson.__new__(Lesson)
    practice.begin({"mode": "practice", "box": even_box()})
    practice.until("REFEREE").say("toss", "B").say(".kicker.B", "A").until("READY")
    assert practice.s.attacker == "B"


def test_a_practice_match_tells_that_the_attack_is_handed_over() -> None:
    """TAK-WIN-03: before somebody says that it goes on."""
    practice = Practice().tries()
    assert "attacks next" not in str(practice.asked(".again").hint)
    practice.say(".again", "again").tries()
    assert "Team b attacks next" in str(practice.asked(".again").hint)


def tackled_past(lesson: Stage) -> None:
    """A tackle that misses, and the tackler keeps his feet."""
    lesson.activate("a1").defend(b1="TACKLE").second("NONE").say(".contact", ["b1"])
    lesson.roll("b1", 11).roll("b1", 3)


def test_the_steps_of_exercise_1_end_after_the_last_whatever_the_result() -> None:
    """TAK-EXR-04, Exercise Follow-up: the tackle on the player is the last step, nobody has won by it."""
    lesson = Lesson("exercise_1")
    for _ in range(3):
        assert not lesson.ended
        tackled_past(lesson)
        lesson.say(".line", "on")
    assert lesson.ended
    assert "all its steps are played" in lesson.calls[-1].text.en
    assert lesson.s.claimed is None
    assert lesson.say(".again", "enough").play.view().result == "draw"


@pytest.mark.parametrize(("said", "steps"), [("again", False), ("guided", True), ("swap", False)])
def test_the_coaches_say_whether_an_exercise_is_guided_again(said: str, steps: bool) -> None:
    """Exercise Follow-up: a couple of times step by step, then freely, as the coaches like."""
    lesson = Lesson("exercise_1").activate("a1").defend().second("NONE").say(".line", "line").say(".again", said)
    lesson.until("READY")
    assert ("straight at the defender" in str(lesson.asked(".ready").hint)) == steps
    assert ("before the tokens run out" in str(lesson.asked(".ready").hint)) != steps
    assert ("MOVE again" in str(lesson.asked(".ready").hint)) != steps


def test_the_free_exercise_1_goes_on_until_the_tokens_are_out() -> None:
    """TAK-EXR-05."""
    lesson = Lesson("exercise_1").activate("a1").defend().second("NONE").say(".line", "line").say(".again", "again")
    lesson.until("READY")
    for _ in range(4):
        assert not lesson.ended
        tackled_past(lesson)
        lesson.say(".line", "on")
    assert "no token is left" in lesson.calls[-1].text.en


@pytest.mark.parametrize(("mode", "why"), [("exercise_1", "the carrier is tackled"), ("exercise_2", "on the ground")])
def test_a_carrier_who_is_carried_off_was_stopped(mode: str, why: str) -> None:
    """TAK-EXR-04, TAK-EXR-06: his ball scatters, and the defence has won by its tackle, not by a steal."""
    lesson = Lesson(mode)
    lesson.p("a1").wounds = lesson.p("a1").value("bdy") - 1
    lesson.activate("a1").defend(b1="TACKLE").second("NONE").say(".contact", ["b1"]).roll("b1", 5).roll("a1", 12)
    while not lesson.ended:
        assert not lesson.asks(".ready")
        lesson.quietly()
    over = next(c for c in lesson.calls if c.name == "exercise_over")
    assert why in over.text.en
    assert lesson.s.claimed == "B"


def test_exercise_2_is_guided_as_its_figure_shows() -> None:
    """TAK-EXR-06: the defender falls short, the carrier gets past his partner, and the pass comes in the next one."""
    first, second, *_ = DRILLS["exercise_2"].guide
    assert "TACKLE straight" in first.defence.en
    assert "REF" in first.defence.en
    assert "past the partner" in first.second.en
    assert "PASS" not in first.second.en
    assert "PASS" in second.second.en


def test_which_line_is_to_be_reached_is_said() -> None:
    """TAK-EXR-07: in the Death Box the one where the defenders began."""
    for mode, line in (("exercise_1", "the opposite line"), ("exercise_3", "where the defenders began")):
        asked = Lesson(mode).activate("a1").defend().second("NONE").asked(".line").text
        assert line in asked.en
        assert asked.de != asked.en
