"""Exercises and the practice match, played with the rules of the match but without its time."""

from __future__ import annotations

from functools import partial

from companion.games.takkure import box, footballer, lineup
from companion.games.takkure.activation import activate
from companion.games.takkure.asking import asked, nodded, player_option, players_of
from companion.games.takkure.drills import DRILLS, HAPPENINGS, WITH_EVERYTHING, Drill, Lesson
from companion.games.takkure.footballer import FIELD, OUT, Footballer
from companion.games.takkure.kickoff import clear, kickoff, who_kicks
from companion.games.takkure.ready import ready
from companion.games.takkure.state import Coach, State
from companion.games.takkure.tables import ACTIVATIONS
from companion.vocabulary import Asking, Call, Choose, Option, Text

TRIES_TO_SWITCH = 2
"""The practice match changes the attacker after so many tries (TAK-WIN-03)."""


def exercise(s: State) -> Asking:
    """One of the four exercises, as often as the coaches like; the first run is guided step by step (TAK-EXR-02,
    TAK-EXR-03), later ones are free (TAK-EXR-05) or guided once more (Exercise Follow-up)."""
    drill = DRILLS[s.mode]
    guided = True
    s.attacker = yield from asked(s, partial(_who_attacks, s, drill))
    while True:
        yield from _placed(s, drill)
        why = yield from _run(s, drill, guided)
        s.claimed = _whose(s, drill, why)
        text = Text("The exercise ends: {why}.", "Die Übung endet: {why}.").format(why=HAPPENINGS[why])
        yield Call("exercise_over", text, s.claimed, "TAK-EXR-04")
        said = yield from asked(s, partial(_again, s, (GUIDED,)))
        if said == "enough":
            return
        guided = said == "guided"
        if said == "swap":
            s.attacker = s.defending.side


def _whose(s: State, drill: Drill, why: str) -> str | None:
    """Who has reached his goal; nobody where only the steps are at their end."""
    if why == "played_through":
        return None
    return s.attacker if why in drill.won else s.defending.side


def _run(s: State, drill: Drill, guided: bool) -> Asking:
    """Activations until something ends the exercise (TAK-EXR-04, TAK-EXR-06, TAK-EXR-07, TAK-EXR-08); returns what."""
    for n in range(1000):
        if s.unspent == 0:
            if not drill.retakes:
                return "tokens_out"
            take_freely(s)
        teach(s, drill.guide[min(n, len(drill.guide) - 1)] if guided else None)
        if drill.free and not guided:
            s.remind(drill.free)
        if not s.attacking.on_field:
            return "nobody_left"
        yield from _one(s)
        why = next((w for w in happenings(s) if w in drill.ends), "")
        if not why and "line" in drill.ends and s.carrier and (yield from asked(s, partial(_reached, s))) == "line":
            why = "line"
        if not why and guided and drill.scripted and n + 1 == len(drill.guide):
            why = "played_through"
        if why:
            return why
    return "tokens_out"


def teach(s: State, lesson: Lesson | None) -> None:
    """The lesson of the activation that follows; its further sentences come with their steps."""
    s.lesson = lesson
    if lesson:
        s.remind(lesson.first)


def _one(s: State) -> Asking:
    said = yield from ready(s)
    id_, _, first = said.partition(":")
    if id_ == "team_play":
        assert s.carrier is not None
        yield from activate(s, s.carrier, first, team_play=True)
    else:
        yield from activate(s, s.player(id_), first)


def happenings(s: State) -> list[str]:
    """What the last activation led to, the weightiest first."""
    act = s.going_on
    target = act.target
    down = target is not None and (target.grounded or not target.on_field)
    found = {
        "try": act.tried == "scored",
        "try_missed": act.tried == "failed",
        "stolen": act.stolen,
        "ball_on_ground": s.carrier is None,
        "tackled": down and s.carrier in (target, None),
        "defender_down": any(p.grounded or not p.on_field for p in s.defending.players if p.place != OUT),
    }
    return [name for name, true in found.items() if true]


def take_freely(s: State) -> None:
    """Spent tokens come back from the cards and are used again; the counts begin anew (TAK-EXR-07, TAK-TIM-06)."""
    s.unspent = ACTIVATIONS
    for p in s.players:
        p.activations = 0
    s.remind(
        Text("{name}: take the 4 activation tokens again.", "{name}: die 4 Aktivierungsmarker wieder nehmen.").format(
            name=s.attacking.name
        )
    )


def _placed(s: State, drill: Drill) -> Asking:
    """Who plays and who has the ball (TAK-EXR-01); tokens off, cards drawn anew (TAK-EXR-09)."""
    clear(s)
    s.enter("DRILL")
    for coach in s.both:
        if drill.plays:
            coach.team_plays = lineup.own_plays(s, coach)
            coach.hand, coach.played = 4, []
        yield from _taking_part(s, drill, coach)
    carrier = yield from asked(s, partial(_carrier, s))
    s.carrier = s.player(carrier)
    yield from nodded(s, f"{s.here}.drill.placed", None, drill.placing, "TAK-EXR-01")
    take_freely(s)


def _taking_part(s: State, drill: Drill, coach: Coach) -> Asking:
    """Everybody fresh; never the largest base in the first three exercises (TAK-EXR-01), and no skills there yet
    (TAK-EXR-08)."""
    coach.players = [footballer.of(card, coach.side) for card in coach.squad.players]
    for p in coach.players:
        p.unskilled = not drill.plays
    lineup.place(coach, dict(coach.squad.line_up or box.line_ups(coach.squad.players)[0]))
    count = drill.attackers if coach is s.attacking else drill.defenders
    pool = coach.players if drill.big_bases else smaller(coach.players, count)
    chosen = pool[:count]
    if len(pool) > count:
        said = yield from asked(s, partial(_who_plays, s, coach, pool, count))
        chosen = players_of(s, said)
    for p in coach.players:
        p.place = FIELD if any(p is c for c in chosen) else OUT


def smaller(players: list[Footballer], count: int) -> list[Footballer]:
    """Without the largest base, as long as enough are left."""
    largest = max(p.card.base_mm for p in players)
    found = [p for p in players if p.card.base_mm < largest]
    return found if len(found) >= count else players


def _who_plays(s: State, coach: Coach, pool: list[Footballer], count: int) -> Choose:
    return Choose(
        key=s.key(f"{s.here}.drill.players.{coach.side}"),
        side=coach.side,
        text=Text("{name}: who plays?", "{name}: wer spielt?").format(name=coach.name),
        rule="TAK-EXR-01",
        options=tuple(player_option(p) for p in pool),
        least=count,
        most=count,
        suggestion=[p.id for p in pool[:count]] if count > 1 else pool[0].id,
    )


def _who_attacks(s: State, drill: Drill) -> Choose:
    text = Text("{title}: who attacks?", "{title}: wer greift an?").format(title=drill.title)
    hint = Text(
        "Agree, toss for it, or let the owner of the box say.",
        "Einigt euch, werft eine Münze, oder wem die Box gehört, der sagt es.",
    )
    options = tuple(Option(c.side, Text.same(c.name)) for c in s.both)
    return Choose(key=s.key("drill.attacks"), text=text, hint=hint, rule="TAK-EXR-01", options=options)


def _carrier(s: State) -> Choose:
    text = Text("{name}: who carries the ball?", "{name}: wer trägt den Ball?").format(name=s.attacking.name)
    options = tuple(player_option(p) for p in s.attacking.on_field)
    key = s.key(f"{s.here}.drill.carrier")
    return Choose(key=key, side=s.attacker, text=text, rule="TAK-EXR-01", options=options, suggestion=options[0].id)


def _reached(s: State) -> Choose:
    text = Text("Did {name} reach {line} with the ball?", "Hat {name} mit dem Ball {line} erreicht?")
    options = (Option("on", Text("Not yet", "Noch nicht")), Option("line", Text("Yes", "Ja")))
    text = text.format(name=s.attacking.name, line=DRILLS[s.mode].line)
    return Choose(key=s.key(f"{s.here}.line"), text=text, rule="TAK-EXR-01", options=options, suggestion="on")


GUIDED = Option("guided", Text("Again, step by step", "Noch einmal, Schritt für Schritt"))


def _again(s: State, more: tuple[Option, ...] = (), hint: Text | None = None) -> Choose:
    options = (
        Option("again", Text("Again", "Noch einmal")),
        *more,
        Option("swap", Text("Again, the other attacks", "Noch einmal, der andere greift an")),
        Option("enough", Text("Enough", "Genug")),
    )
    text = Text("Again?", "Noch einmal?")
    return Choose(key=s.key(f"{s.here}.again"), text=text, hint=hint, rule="TAK-EXR-04", options=options)


# -- the practice match ---------------------------------------------------------------------------------------------


def practice(s: State) -> Asking:
    """A match without time, and in nothing else another: it begins with the referee roll (TAK-KOF-02). Attacks from
    the kick-off, each until a try or a steal; whoever reaches two tries hands the attack over (TAK-WIN-03)."""
    yield from lineup.set_up(s)
    yield from who_kicks(s, "match_start")
    attacking = s.other(s.kicker).side
    taught = False
    while True:
        s.kicker, before = s.other(attacking).side, s.coaches[attacking].tries
        yield from kickoff(s)
        yield from _attack(s, taught)
        taught = True
        now = s.coaches[attacking].tries
        over = now > before and now % TRIES_TO_SWITCH == 0
        said = yield from asked(s, partial(_again, s, (), _handed_over(s, attacking) if over else None))
        if said == "enough":
            return
        if said == "swap" or over:
            attacking = s.other(attacking).side


def _handed_over(s: State, attacking: str) -> Text:
    text = Text("Two tries: {name} attacks next.", "Zwei Trys: Als Nächstes greift {name} an.")
    return text.format(name=s.other(attacking).name)


def _attack(s: State, taught: bool) -> Asking:
    """Activations until a try, a missed one, or a steal; the first attack is guided."""
    for n in range(1000):
        if not s.attacking.on_field:
            return
        if s.unspent == 0:
            take_freely(s)
        teach(s, None if taught else WITH_EVERYTHING[min(n, len(WITH_EVERYTHING) - 1)])
        yield from _one(s)
        act = s.going_on
        if act.tried == "scored":
            s.attacking.tries += 1
            text = Text("TRY! {name} has {n}.", "TRY! {name} hat {n}.")
            text = text.format(name=s.attacking.name, n=s.attacking.tries)
            yield Call("try", text, s.attacker, "TAK-WIN-03")
        if act.tried or act.stolen:
            return
