"""One round: cards, attack, turns, and a shot or a counterattack (TOOOR-ROUND-02)."""

from __future__ import annotations

from companion.games.tooor.asking import RolesCorrected, asked, contest, higher_roll, nod, nods
from companion.games.tooor.state import State
from companion.games.tooor.tables import HALF_TIME_AFTER, LAST_ROUND, LAST_ROUND_OF_EXTRA_TIME, ROUNDS
from companion.vocabulary import Asking, Both, Call, Confirm, Text


def play_round(s: State) -> Asking:
    """Cards, attack, then a shot or a counterattack, then the end of the round (TOOOR-ROUND-02). After a failed attack
    there is one counterattack and no more (TOOOR-COUNTER-01, TOOOR-COUNTER-06); after a shot there is none
    (TOOOR-SHOT-05)."""
    s.played += 1
    s.part, s.attacker = "attack", None
    yield from cards(s)
    yield from reveal(s)
    yield from roles_and_strengths(s)
    won = yield from attack(s)
    if not won:
        yield from counter_swap(s)
        yield from strengths(s)
        won = yield from attack(s)
    if won:
        yield from shot(s)
    yield from round_end(s)


def cards(s: State) -> Asking:
    """Both coaches choose in secret and lay a card face down (TOOOR-CARD-01)."""
    s.enter("CARDS")
    s.dice, s.sums = (), ()
    text = Text("{name}: a card lies face down.", "{name}: Karte liegt verdeckt.")
    hint = Text("Choose one of your cards in secret.", "Wähle geheim eine deiner Karten.")
    yield Both(*nods(s, f"r{s.played}.cards", text, "TOOOR-CARD-01", hint))
    for coach in s.both:
        coach.lies = "face_down"


def reveal(s: State) -> Asking:
    """Both cards are turned over at once (TOOOR-CARD-02); the higher number attacks (TOOOR-CARD-03), with equal
    numbers the higher roll (TOOOR-CARD-04), and equal rolls are rolled again (TOOOR-CARD-05)."""
    s.enter("REVEAL")
    higher = yield from s.mode.reveal(s)
    for coach in s.both:
        coach.lies, coach.cards_left = "face_up", max(0, coach.cards_left - 1)
    if higher is None:
        s.enter("VALUE_TIE")
        hint = Text("Equal values: the higher roll attacks.", "Gleiche Werte: der höhere Wurf greift an.")
        higher = yield from higher_roll(s, f"r{s.played}.tie", "TOOOR-CARD-04", hint)
    s.attacker = higher
    text = Text("{name} attacks.", "{name} greift an.").format(name=s.attacking.name)
    yield Call("attacker", text, higher, "TOOOR-CARD-03")


def roles_and_strengths(s: State) -> Asking:
    """Until the dice fall the referee may correct who attacks; then roles and strengths are taken anew."""
    while True:
        try:
            yield from roles(s)
            yield from strengths(s)
            return
        except RolesCorrected:
            s.stones_off()


def roles(s: State) -> Asking:
    """Only the attacker's card applies; the defender turns his face down and leaves it there (TOOOR-CARD-06)."""
    s.enter("ROLES", s.attacking.side)
    text = Text(
        "{attacker} attacks. {defender}'s card is face down.",
        "{attacker} greift an. Karte von {defender} ist verdeckt.",
    )

    def turned_down() -> tuple[Confirm]:
        words = text.format(attacker=s.attacking.name, defender=s.defending.name)
        return (nod(s, f"{s.here}.roles.{s.attacker}", s.attacker, words, "TOOOR-CARD-06"),)

    yield from asked(s, turned_down)
    s.attacking.lies, s.defending.lies = "face_up", "face_down"


def strengths(s: State) -> Asking:
    """The attacker deploys and announces first (TOOOR-ATT-03), then the defender by the other half of the same card
    (TOOOR-ATT-04)."""
    s.enter("ATT_DEPLOY", s.attacking.side)
    s.dice, s.sums = (), ()
    yield from s.mode.deploy(s, s.attacking, "bottom")
    s.enter("DEF_DEPLOY", s.defending.side)
    yield from s.mode.deploy(s, s.defending, "top")


def attack(s: State) -> Asking:
    """Both roll and add (TOOOR-ATT-05), in the counterattack too (TOOOR-COUNTER-04); the deployed players turn before
    the shot or the counterattack (TOOOR-ATT-08, or after the shot by the ruling TR-01). Returns whether the attacker
    won a shot; what happens in the turns does not change that (TR-31)."""
    s.enter("ROLL")
    for coach in s.both:
        coach.just_sent_off = False
    totals = yield from contest(s, s.here, "TOOOR-ATT-05")
    won = totals[0] > totals[1]
    yield _outcome(s, won, totals)
    if s.rules.turn_before_shot or not won:
        yield from turns(s)
    return won


def _outcome(s: State, won: bool, totals: tuple[int, int]) -> Call:
    """A higher total is a shot on goal (TOOOR-ATT-06, TOOOR-COUNTER-05); an equal or lower one has failed: the
    defender counters (TOOOR-ATT-07), or the round is over (TOOOR-COUNTER-06)."""
    name, side, text, rule = {
        (True, "attack"): ("shot", s.attacking, _SHOT, "TOOOR-ATT-06"),
        (True, "counter"): ("shot", s.attacking, _SHOT, "TOOOR-COUNTER-05"),
        (False, "attack"): ("counterattack", s.defending, _COUNTER, "TOOOR-ATT-07"),
        (False, "counter"): ("attack_failed", s.attacking, _FAILED, "TOOOR-COUNTER-06"),
    }[won, s.part]
    return Call(name, text.format(a=totals[0], d=totals[1], name=side.name), side.side, rule)


_SHOT = Text("{a} to {d}: shot on goal for {name}!", "{a} zu {d}: Torschuss für {name}!")
_COUNTER = Text("{a} to {d}: the attack fails. {name} counters!", "{a} zu {d}: Angriff gescheitert. {name} kontert!")
_FAILED = Text(
    "{a} to {d}: {name} fails too. The round is over.", "{a} zu {d}: Auch {name} scheitert. Die Runde ist aus."
)


def turns(s: State) -> Asking:
    """The attacker does all turns and checks, then the defender (TOOOR-ATT-09); after a counterattack the coach who
    countered comes first (TOOOR-COUNTER-07)."""
    s.enter("TURN_ATT", s.attacking.side)
    yield from s.mode.turn(s, s.attacking)
    s.enter("TURN_DEF", s.defending.side)
    yield from s.mode.turn(s, s.defending)


def counter_swap(s: State) -> Asking:
    """Stones off and roles exchanged (TOOOR-COUNTER-02); the first card goes to the box, the other is turned up and
    applies (TOOOR-COUNTER-03). Without stones, those who played the attack may play again (TOOOR-COUNTER-08)."""
    s.stones_off()
    s.attacking.lies, s.defending.lies = "box", "face_up"
    s.part, s.attacker = "counter", s.defending.side
    s.enter("COUNTER_SWAP", s.attacking.side)
    text = Text("{name} counters: card face up, all stones off.", "{name} kontert: Karte aufdecken, alle Steine weg.")
    text = text.format(name=s.attacking.name)
    hint = Text("{name}'s card goes to the box.", "Die Karte von {name} kommt in die Schachtel.")
    hint = hint.format(name=s.defending.name)
    yield nod(s, f"{s.here}.swap.{s.attacker}", s.attacker, text, "TOOOR-COUNTER-03", hint)


def shot(s: State) -> Asking:
    """A shooter is picked (TOOOR-SHOT-01), both roll (TOOOR-SHOT-02), shooter and keeper turn (TOOOR-SHOT-06). With
    nobody to shoot the round is over (TOOOR-SHOT-07)."""
    s.enter("SHOT_PICK", s.attacking.side)
    shooting = yield from s.mode.pick_shooter(s)
    if shooting:
        yield from shot_roll(s)
    else:
        text = Text(
            "Nobody of {name} can shoot. The round is over.", "Niemand von {name} kann schießen. Die Runde ist aus."
        )
        yield Call("no_shot", text.format(name=s.attacking.name), s.attacker, "TOOOR-SHOT-07")
    if not s.rules.turn_before_shot:
        yield from turns(s)
    if shooting:
        yield from shot_turns(s)


def shot_roll(s: State) -> Asking:
    """Shooter and die against keeper and die (TOOOR-SHOT-02): higher is a goal (TOOOR-SHOT-03) that stands whatever
    follows (TOOOR-SHOT-08); equal or lower is saved (TOOOR-SHOT-04)."""
    s.enter("SHOT_ROLL")
    shooter, keeper = yield from contest(s, f"{s.here}.shot", "TOOOR-SHOT-02")
    words = {"name": s.attacking.name, "keeper": s.defending.name, "shot": shooter, "save": keeper}
    if shooter > keeper:
        s.attacking.goals += 1
        text = Text("TOOOR! {score} for {name}. Move the token.", "TOOOR! {score} für {name}. Ballmarker vorrücken.")
        yield Call("goal", text.format(score=_score_for(s), **words), s.attacker, "TOOOR-SHOT-03")
    else:
        text = Text("{shot} to {save}: {keeper} saves!", "{shot} zu {save}: {keeper} hält!")
        yield Call("saved", text.format(**words), s.defending.side, "TOOOR-SHOT-04")


def _score_for(s: State) -> str:
    return f"{s.attacking.goals}:{s.defending.goals}"


def shot_turns(s: State) -> Asking:
    """The shooter is turned, with a check, so one who was deployed turns twice (TR-11); then the keeper, without
    (TOOOR-SHOT-06, TOOOR-TURN-03)."""
    s.enter("SHOT_TURN", s.attacking.side)
    yield from s.mode.turn_shooter(s)
    s.enter("SHOT_TURN", s.defending.side)
    text = Text("{name}: the goalkeeper is turned one step.", "{name}: Torwart ist einmal gedreht.")
    keeping = s.defending
    yield nod(s, f"{s.here}.shot.keeper.{keeping.side}", keeping.side, text.format(name=keeping.name), "TOOOR-SHOT-06")
    s.mode.turn_keeper(s, keeping)


def round_end(s: State) -> Asking:
    """Stones off (TOOOR-END-01), cards to the box (TOOOR-END-03), and the whistle one field on (TOOOR-END-02); after
    the last round it stays and a coach nods (TR-29)."""
    s.stones_off()
    for coach in s.both:
        coach.lies = "box"
    s.enter("ROUND_END", "")
    yield from asked(s, lambda: [_whistle_on(s)])


def _whistle_on(s: State) -> Confirm:
    hint = Text("Stones off, cards into the box.", "Steine weg, Karten in die Schachtel.")
    if s.round in (LAST_ROUND, LAST_ROUND_OF_EXTRA_TIME):
        text = Text("The last round is over.", "Die letzte Runde ist aus.")
        return nod(s, f"r{s.played}.end", None, text, "TOOOR-END-02", hint)
    half = s.round == HALF_TIME_AFTER
    field = Text("the referee", "den Schiedsrichter") if half else Text.same(ROUNDS[s.round + 1])
    return Confirm(
        key=s.key(f"r{s.played}.whistle"),
        text=Text("Whistle to {field}.", "Pfeife auf {field}.").format(field=field),
        hint=hint,
        rule="TOOOR-HALF-01" if half else "TOOOR-END-02",
        button="whistle",
        barrier=not half,
    )
