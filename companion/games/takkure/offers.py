"""What may be played beside a question and need not: individual plays and team-skill tokens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from companion.games.takkure.drills import DRILLS
from companion.games.takkure.footballer import Footballer
from companion.games.takkure.plays import GENERIC
from companion.games.takkure.printed import IndividualPlay
from companion.games.takkure.rolls import next_arrow
from companion.games.takkure.state import Attempt, Claims, Coach, Scattered, State
from companion.games.takkure.sums import Term, pressure_terms
from companion.games.takkure.tables import ARROWS, FATIGUE_SPACES, HAND, RETRIEVE_COST, SUPERSTARS_MOST
from companion.vocabulary import Asking, Call, Choose, Number, Option, Prompt, Taken, Text

ROLLING = ("before_roll", "after_roll", "any")
"""When a card may be about a roll."""
PRESSES = Text("{name}: PRESSURE, within 2″", "{name}: PRESSURE, höchstens 2″")
IN_LANE = Text("{name}: BALL STEAL, in the lane", "{name}: BALL STEAL, in der Passbahn")
BETWEEN_STEPS = ("activation_start", "step1", "step2", "step3", "step4", "step5", "step6")


def offered(s: State, windows: Sequence[str], closed: set[str]) -> list[Prompt]:
    """What each coach may play at these windows, the attacker's first (TAK-IND-02). Who let his chance go in them is
    `closed` (TAK-IND-03). The first exercises have no cards yet (TAK-EXR-08)."""
    if not windows or (s.mode in DRILLS and not DRILLS[s.mode].plays):
        return []
    found: list[Prompt] = []
    for coach in (s.attacking, s.defending):
        if coach.side not in closed:
            found += [p for p in (_plays(s, coach, windows), _tokens(s, coach, windows)) if p]
    return found


class PlayStopped(Exception):
    """The coach ends his team play while something is asked for its next step (TAK-TPL-10)."""


class DeclaredLate(Exception):
    """A defender had declared before the second action was said; `said` is whom and what (TAK-ACT-04)."""

    def __init__(self, said: str) -> None:
        super().__init__(said)
        self.said = said


class AnotherKicks(Exception):
    """The coach lets another player kick than the best at it (TAK-KOF-12)."""

    def __init__(self, player: Footballer) -> None:
        super().__init__(player.name)
        self.player = player


def standing(s: State) -> list[Prompt]:
    """What may be said whatever is asked: that a scattered ball does not fit where it lies (TAK-REP-04), that another
    player kicks (TAK-KOF-12), how many cards were discarded at halftime (TAK-HLF-03), who presses or stands in the lane
    (TAK-PRS-01, TAK-STL-01), that the team play stops here (TAK-TPL-10), what the defence had declared before the
    second action was said (TAK-ACT-04)."""
    found: list[Prompt] = [_blocked(s, s.lies)] if s.lies and s.lies.tried < ARROWS else []
    if s.may_kick:
        found.append(_another_kicks(s))
    found += [_discards(s, s.coaches[side]) for side, held in s.may_discard.items() if held]
    found += s.late() if s.late else []
    if s.claims and (claim := _claim(s, s.claims)):
        found.append(claim)
    if s.act and s.act.may_stop:
        stop = Option("stop", Text("Stop the team play here", "Spielzug hier abbrechen"))
        text = Text("{name}: go on with the team play?", "{name}: Spielzug fortsetzen?").format(name=s.attacking.name)
        key = s.key(f"{s.here}.play.stop")
        found.append(Choose(key=key, side=s.attacker, text=text, rule="TAK-TPL-10", options=(stop,), offer=True))
    return found


def _another_kicks(s: State) -> Choose:
    coach = s.coach_of(s.may_kick[0])
    text = Text("{name}: does another player kick?", "{name}: kickt ein anderer Spieler?").format(name=coach.name)
    options = tuple(Option(p.id, Text.same(p.name), piece=p.id) for p in s.may_kick)
    key = s.key(f"{s.here}.{coach.side}.kicks")
    return Choose(key=key, side=coach.side, text=text, rule="TAK-KOF-12", options=options, offer=True)


def _discards(s: State, coach: Coach) -> Number:
    text = Text("{name}: how many cards did you discard?", "{name}: wie viele Karten hast du abgeworfen?")
    key, text, most = s.key(f"{s.here}.{coach.side}.discard"), text.format(name=coach.name), s.may_discard[coach.side]
    return Number(key=key, side=coach.side, text=text, rule="TAK-HLF-03", least=1, most=most, offer=True)


def _claim(s: State, claims: Claims) -> Choose | None:
    """Of those whose token lies on the table alone: it says what they do, this says that they reach. Who must roll
    before he acts (R-41) has to declare."""
    act, coach = s.going_on, s.defending
    could = [p for p in coach.on_field if not (p.id in act.defence or p.grounded or p.body_roll)]
    if not could:
        return None
    text = Text("{name}: who else presses {a}?", "{name}: wer übt sonst noch Druck auf {a} aus?")
    if claims.action == "PASS":
        text = Text(
            "{name}: who else presses {a}, or stands in the lane?",
            "{name}: wer übt sonst noch Druck auf {a} aus oder steht in der Passbahn?",
        )
    ways = [("PRESSURE", PRESSES), *([("BALL_STEAL", IN_LANE)] if claims.action == "PASS" else [])]
    options = tuple(
        Option(f"{p.id}:{a}", said.format(name=p.name), p.id, piece=p.id) for p in could for a, said in ways
    )
    return Choose(
        key=s.key(f"{s.here}.{coach.side}.claim"),
        side=coach.side,
        text=text.format(name=coach.name, a=claims.actor.name),
        hint=Text("With his token beside him.", "Mit dem Marker neben ihm."),
        rule="TAK-PRS-02",
        options=options,
        offer=True,
    )


def _blocked(s: State, lies: Scattered) -> Choose:
    """Upwards after an even roll, downwards after an odd one (TAK-REP-02, TAK-REP-03)."""
    text = Text("Ball at arrow {n}: does it fit there?", "Ball an Pfeil {n}: passt er dort hin?").format(n=lies.arrow)
    nearer = Text("It does not fit: on to arrow {n}", "Passt nicht: weiter zu Pfeil {n}")
    blocked = Option("blocked", nearer.format(n=next_arrow(lies.arrow, lies.die)))
    key = s.key(f"{lies.key}.arrow")
    return Choose(key=key, side=lies.side, text=text, rule="TAK-REP-01", options=(blocked,), offer=True)


def closed_by(s: State, taken: Taken) -> set[str]:
    """The attacker is asked first: when the defender plays, the attacker has passed (TAK-IND-02, TAK-IND-03)."""
    return {s.attacker} if f".{s.defending.side}." in taken.key else set()


def _plays(s: State, coach: Coach, windows: Sequence[str]) -> Choose | None:
    """The cards of his deck that fit the window and are not all discarded; which are in hand is the coach's secret
    (TAK-IND-05)."""
    cards = [c for c in s.box.individual if coach.hand and _fits(s, coach, c, windows)]
    text = Text("{name}: play a card?", "{name}: Karte spielen?")
    options = tuple(o for c in cards for o in _ways(s, coach, c))
    return _offer(s, coach, windows, "card", text, "TAK-IND-01", options)


def _ways(s: State, coach: Coach, card: IndividualPlay) -> Iterator[Option]:
    """The card, or where it could go to several of his players in this roll, each of them."""
    detail = Text.same(card.text) if card.text else None
    rolling = _rolling(s, coach, card) if card.effect else []
    if len(rolling) < 2:
        yield Option(card.id, Text.same(card.name), detail=detail)
        return
    for attempt in rolling:
        words = Text("{card} for {name}", "{card} für {name}").format(card=card.name, name=attempt.player.name)
        yield Option(f"{card.id}:{attempt.player.id}", words, detail=detail, piece=attempt.player.id)


def _rolling(s: State, coach: Coach, card: IndividualPlay) -> list[Attempt]:
    """His rolls of this moment that the card is about."""
    return [a for a in s.attempts if a.player.side == coach.side and card.action in ("", a.action)]


def _fits(s: State, coach: Coach, card: IndividualPlay, windows: Sequence[str]) -> bool:
    """Of a roll it must be one that the card names; at any other time the coach sees whether it is what is done."""
    own = card.owner in (GENERIC, coach.squad.id) and coach.played.count(card.id) < card.copies
    on_roll = card.timing in ROLLING and bool(card.action)
    return own and card.timing in (*windows, "any") and (not on_roll or bool(_rolling(s, coach, card)))


def _tokens(s: State, coach: Coach, windows: Sequence[str]) -> Choose | None:
    """Superstars: +1 to +3 before a roll (TAK-TSK-07), a card back for five (TAK-TSK-09). Unwavering Honor: between
    the steps (TAK-TSK-05, R-45)."""
    options: list[Option] = []
    if coach.superstars and "before_roll" in windows:
        options += _boosts(s, coach)
    if coach.superstars and "activation_start" in windows and coach.pool >= RETRIEVE_COST:
        options += [Option(f"back:{c}", _back(s, c)) for c in dict.fromkeys(coach.played)]
        options += [Option("back:", _back(s, ""))] * bool(coach.discarded)
    if coach.honor and any(w in BETWEEN_STEPS for w in windows):
        options += [o for p in coach.on_field if p.honor for o in _honors(s, p)]
    text = Text("{name}: spend team-skill tokens?", "{name}: Teamskill-Marker ausgeben?")
    return _offer(s, coach, windows, "tokens", text, "TAK-TSK-03", tuple(options))


def _boosts(s: State, coach: Coach) -> Iterator[Option]:
    for attempt in s.attempts:
        if attempt.player.side == coach.side:
            for n in range(1, min(SUPERSTARS_MOST - attempt.bought, coach.pool) + 1):
                words = Text("{name}: +{n} for {n} tokens", "{name}: +{n} für {n} Marker")
                yield Option(f"plus:{attempt.player.id}:{n}", words.format(name=attempt.player.name, n=n))


def _back(s: State, card: str) -> Text:
    """A card that was discarded unplayed has no name here."""
    unseen = Text("an unplayed card", "eine ungespielte Karte")
    name = next((c.name for c in s.box.individual if c.id == card), unseen)
    return Text("5 tokens: {card} back into the hand", "5 Marker: {card} zurück auf die Hand").format(card=name)


def _honors(s: State, p: Footballer) -> Iterator[Option]:
    """Not his ground token while he carries; INT is rolled for by cards alone, so by hand (TAK-TSK-05)."""
    if p.grounded and s.carrier is not p:
        yield Option(f"rise:{p.id}", Text("{name}: ground token off", "{name}: Bodenmarker weg").format(name=p.name))
    if p.active and p.tokens <= FATIGUE_SPACES:
        words = Text("{name}: flip a fatigue token", "{name}: Erschöpfungsmarker wenden")
        yield Option(f"flip:{p.id}", words.format(name=p.name))
    words = Text("{name}: repeat an INT roll", "{name}: einen INT-Wurf wiederholen")
    yield Option(f"int:{p.id}", words.format(name=p.name))


def _offer(
    s: State, coach: Coach, windows: Sequence[str], what: str, text: Text, rule: str, options: tuple[Option, ...]
) -> Choose | None:
    if not options:
        return None
    key = s.key(f"{s.here}.{windows[0]}.{coach.side}.{what}")
    return Choose(key=key, side=coach.side, text=text.format(name=coach.name), rule=rule, options=options, offer=True)


def carry_out(s: State, taken: Taken) -> Asking:
    """Does what was taken up."""
    coach = s.coaches["A" if ".A." in taken.key else "B"]
    what, *rest = str(taken.value).split(":")
    kind = taken.key.split("~")[0].rsplit(".", 1)[-1]
    s.may_kick, s.late = [], None
    if kind == "late":
        raise DeclaredLate(str(taken.value))
    if kind == "stop":
        raise PlayStopped
    if kind == "kicks":
        raise AnotherKicks(s.player(what))
    if kind == "arrow":
        yield from _next_arrow(s)
    elif kind == "claim":
        yield from _claimed(s, s.player(what), rest[0])
    elif kind == "discard":
        yield from _discarded(s, coach, int(what))
    elif kind == "card":
        yield from _play(s, coach, next(c for c in s.box.individual if c.id == what), *rest)
    elif what == "plus":
        yield from _boost(s, coach, rest[0], int(rest[1]))
    elif what == "back":
        coach.pool -= RETRIEVE_COST
        if rest[0]:
            coach.played.remove(rest[0])
        else:
            coach.discarded -= 1
        coach.hand += 1
        yield Call("card_back", _back(s, rest[0]), coach.side, "TAK-TSK-09")
    else:
        yield from _honor(s, coach, what, s.player(rest[0]))


def _claimed(s: State, p: Footballer, action: str) -> Asking:
    """The roll has one less (TAK-PRS-03), or a stealer in its lane (TAK-STL-04)."""
    claims = s.claims
    assert claims is not None
    s.going_on.defence[p.id] = action
    if action == "PRESSURE":
        found = pressure_terms([p.name])
        claims.pressers.append(p)
        claims.terms += found
        for a in s.attempts:
            if a.player is claims.actor:
                a.terms = (*a.terms, *found)
    elif claims.lane is not None:
        claims.lane.append(p)
    said = PRESSES if action == "PRESSURE" else IN_LANE
    yield Call(
        "claimed",
        said.format(name=p.name) + Text.same("."),
        p.side,
        "TAK-PRS-02" if action == "PRESSURE" else "TAK-STL-04",
    )


def _discarded(s: State, coach: Coach, n: int) -> Asking:
    """So many went to the pile before the hand was filled up (TAK-HLF-03)."""
    coach.hand, coach.discarded = max(HAND, s.may_discard.pop(coach.side) - n), coach.discarded + n
    text = Text("{name} has discarded {n}.", "{name} hat {n} abgeworfen.").format(name=coach.name, n=n)
    yield Call("discarded", text, coach.side, "TAK-HLF-03")


def _next_arrow(s: State) -> Asking:
    """The template stays, the ball goes to the next arrow (TAK-REP-01)."""
    assert s.lies is not None
    lies = replace(s.lies, arrow=next_arrow(s.lies.arrow, s.lies.die), tried=s.lies.tried + 1)
    s.lies = lies
    yield scattered(lies)
    if lies.tried == ARROWS:
        text = Text(
            "If this arrow is blocked too, the referee roll decides.",
            "Ist auch dieser Pfeil belegt, entscheidet der Münzwurf.",
        )
        yield Call("referee", text, None, "TAK-REP-04")


def scattered(lies: Scattered) -> Call:
    text = Text("The ball lies at arrow {n}.", "Der Ball liegt an Pfeil {n}.").format(n=lies.arrow)
    return Call("scattered", text, None, lies.rule)


def _play(s: State, coach: Coach, card: IndividualPlay, for_: str = "") -> Asking:
    """Shown, laid on the table, discarded after use (TAK-IND-01, TAK-IND-04); a number on the roll is added,
    anything else the coaches do by the card's text, which stands above the rulebook (TAK-PRI-01)."""
    coach.hand -= 1
    coach.played.append(card.id)
    text = Text("{name} plays {card}.", "{name} spielt {card}.").format(name=coach.name, card=card.name)
    attempt = next((a for a in _rolling(s, coach, card) if for_ in ("", a.player.id)), None)
    if attempt and card.effect:
        attempt.dice += card.effect.get("extra_dice", 0)
        if mod := card.effect.get("mod"):
            attempt.terms = (*attempt.terms, Term(Text.same(card.name), mod, "TAK-IND-01"))
        attempt.again = attempt.again or bool(card.effect.get("reroll"))
    elif card.text:
        text += Text.same(card.text)
    s.remind(Text("{card} to the discard pile.", "{card} auf den Ablagestapel.").format(card=card.name))
    yield Call("card_played", text, coach.side, "TAK-IND-01")


def _boost(s: State, coach: Coach, id_: str, n: int) -> Asking:
    """+1 a token, at most +3 on one roll (TAK-TSK-07)."""
    attempt = next(a for a in s.attempts if a.player.id == id_)
    coach.pool -= n
    attempt.bought += n
    attempt.terms = (*attempt.terms, Term(Text("Superstars", "Superstars"), n, "TAK-TSK-07"))
    text = Text("{name}: +{n} for {n} tokens", "{name}: +{n} für {n} Marker").format(name=attempt.player.name, n=n)
    yield Call("tokens_spent", text, coach.side, "TAK-TSK-07")


def _honor(s: State, coach: Coach, what: str, p: Footballer) -> Asking:
    p.honor -= 1
    if what == "rise":
        p.ground -= 1
        text = Text("{name}: ground token off.", "{name}: Bodenmarker weg.")
    elif what == "int":
        text = Text("{name} repeats an INT roll.", "{name} wiederholt einen INT-Wurf.")
    else:
        p.active, p.inactive = p.active - 1, p.inactive + 1
        text = Text("{name}: one fatigue token is inactive.", "{name}: ein Erschöpfungsmarker ist inaktiv.")
    yield Call("tokens_spent", text.format(name=p.name), coach.side, "TAK-TSK-05")
