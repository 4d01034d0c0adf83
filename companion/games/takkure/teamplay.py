"""Team plays: one token, several players (TAK-TPL-01)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from companion.games.takkure import activation, measured, second
from companion.games.takkure.asking import asked, players_of
from companion.games.takkure.footballer import Footballer
from companion.games.takkure.harm import able
from companion.games.takkure.offers import PlayStopped
from companion.games.takkure.printed import Second, TeamPlay
from companion.games.takkure.state import Coach, State
from companion.vocabulary import Asking, Call, Choose, Option, Secret, Text


def available(s: State, coach: Coach) -> list[TeamPlay]:
    """Chosen for this half, not set aside, and with enough players on the field (TAK-TPL-11); only while a player
    who stands carries the ball (TAK-TPL-03)."""
    carrier = s.carrier
    if carrier is None or carrier.side != coach.side or carrier.grounded:
        return []
    ready = [p for p in s.box.team_plays if p.id in coach.team_plays and p.id not in coach.used]
    return [p for p in ready if p.participants <= len(coach.on_field)]


def declared(s: State) -> Asking:
    """Face down before the token is spent (TAK-TPL-02), with who will take part; the card is out until the next
    kick-off (TAK-TPL-11), and its coach may look at it at any time (TAK-TPL-12)."""
    coach, act = s.attacking, s.going_on
    s.enter("A0", s.attacker)
    plays = available(s, coach)
    said = yield from asked(s, lambda: _card(s, coach, plays))
    card, _, others = said.partition(":")
    act.play = next(p for p in plays if p.id == card)
    act.taking_part = [act.active, *players_of(s, others.split(","))]
    act.first = act.first if act.play.first == "MOVE" else act.play.first
    coach.used.append(act.play.id)


def announced(s: State) -> Asking:
    """The token lies on the carrier, now everybody who takes part is named (TAK-TPL-04)."""
    act = s.going_on
    if act.play is None:
        return
    names = ", ".join(p.name for p in act.taking_part)
    text = Text("A team play, face down, with {names}.", "Ein Teamspielzug, verdeckt, mit {names}.").format(names=names)
    yield Call("team_play", text, s.attacker, "TAK-TPL-04")


def _card(s: State, coach: Coach, plays: list[TeamPlay]) -> Choose:
    text = Text("{name}: which team play, face down, with whom?", "{name}: welcher Teamspielzug, verdeckt, mit wem?")
    mates = [p for p in coach.on_field if p is not s.going_on.active]
    return Choose(
        key=f"{s.here}.play.card",
        side=coach.side,
        text=text.format(name=coach.name),
        hint=Text("In the order of the card.", "In der Reihenfolge der Karte."),
        rule="TAK-TPL-02",
        options=tuple(_with(play, others) for play in plays for others in permutations(mates, play.participants - 1)),
        secret=Secret.UNTIL_REVEALED,
    )


def _with(play: TeamPlay, others: Sequence[Footballer]) -> Option:
    names = ", ".join(p.name for p in others)
    text = Text("{play}, with {names}", "{play}, mit {names}").format(play=play.name, names=names)
    return Option(f"{play.id}:{','.join(p.id for p in others)}", text, play.id)


def revealed(s: State) -> Asking:
    """After step 2 the opponent sees the card (TAK-TPL-07); steps 1 and 2 went as usual, the carrier's move marked
    and only he tackled (TAK-TPL-05, TAK-TPL-06)."""
    play = s.going_on.play
    if play is None:
        return
    text = Text("{name} turns the card: {play}.", "{name} deckt auf: {play}.").format(
        name=s.attacking.name, play=play.name
    )
    yield Call("play_revealed", text, s.attacker, "TAK-TPL-07", reveals=(f"{s.here}.play.card",))


def sequence(s: State) -> Asking:
    """The card's second actions in its order, nothing else (TAK-TPL-08), each measured and rolled when it is reached
    (R-38); a failed roll ends it (TAK-TPL-09), and so may the coach (TAK-TPL-10). What tackles and steals are left
    is rolled then."""
    act = s.going_on
    assert act.play is not None
    facts: measured.Facts | None = None
    for n, step in enumerate(act.play.seconds, 1):
        try:
            facts, went_on = yield from _step(s, f"{s.here}.p{n}", step, facts)
        except PlayStopped:
            s.attempts, s.sums, went_on = [], (), False
        act.may_stop = False
        if not went_on:
            break
    key = f"{s.here}.s5"
    s.enter("A5", "AB", "all")
    s.opened += ["step5", "before_measure"]
    facts = facts or (yield from measured.contacts(s, key))
    yield from activation.after_action(s, key, facts)
    s.remind(
        Text("Put the team play aside until the next kick-off.", "Teamspielzug bis zum nächsten Kick-off weglegen.")
    )


def _step(s: State, key: str, step: Second, facts: measured.Facts | None) -> Asking:
    """One second action of the card; until its dice have fallen the coach may stop. Returns the contacts, if they are
    measured by now, and whether the play goes on."""
    act = s.going_on
    s.enter("A4", s.attacker)
    actor, to = _player(s, step.player), _player(s, step.to) if step.to else None
    if not _possible(s, step, actor, to):
        return facts, True
    if not (yield from able(s, key, actor, step.action)):
        return facts, False
    act.second = step.action if actor is act.active else act.second
    act.may_stop = True
    s.opened.append("step4")
    moved = actor is act.active and act.first in ("MOVE", "TURN")
    act.on_the_way = moved and step.action == "PASS"  # the card does not say where he throws
    if step.action == "MOVE":
        yield from activation.move_again(s, actor)
        return facts, True
    s.enter("A5", "AB", "all")
    facts = facts or (yield from measured.contacts(s, key))
    yield from measured.for_action(s, key, step.action, actor, to, facts)
    went_well = yield from second.carried_out(s, key, step.action, actor, to, facts)
    return facts, went_well and not act.stolen and not act.tried


def _player(s: State, role: str) -> Footballer:
    return s.going_on.taking_part[0 if role == "carrier" else int(role.removeprefix("other_"))]


def _has_moved(s: State, actor: Footballer) -> bool:
    """Whether he used up a MOVE in this activation (TAK-FAT-04)."""
    act = s.going_on
    return actor.id in act.moved or (actor is act.active and act.first in ("MOVE", "TURN"))


def _possible(s: State, step: Second, actor: Footballer, to: Footballer | None) -> bool:
    """Whether the rules allow the action at this point: everybody on his feet, the ball where the action needs it."""
    if not actor.on_field or actor.grounded or (to is not None and not to.on_field):
        return False
    tackled = actor is s.going_on.target and any(a.startswith("TACKLE") for a in s.going_on.defence.values())
    with_ball = s.carrier is actor
    return {
        "MOVE": not (actor.one_move and _has_moved(s, actor)),
        "PASS": with_ball,
        "SCORE": with_ball,
        "PICK_UP": not with_ball and (s.carrier is None or s.carrier.side == actor.side),
        "DODGE": tackled,
        "BREAK_THROUGH": tackled and with_ball,
    }[step.action]
