"""Two coaches who play sensibly: what they tap, given what is asked. For scripts and for counting taps."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

from companion.games.takkure import GAME
from companion.playthrough import Playthrough
from companion.vocabulary import JSON, Choose, Confirm, Lane, Marked, Measure, Near, Number, Prompt, Roll, canonical
from tests.answers import legal_answer

DEFENCE = ("TACKLE_PATH", "TACKLE", "BALL_STEAL", "PRESSURE")


def sensible(play: Playthrough, prompt: Prompt, rng: Random, tokens: Tokens) -> JSON:
    """Runs with the ball, passes now and then, two or three defenders act, tackles touch half of the time."""
    if isinstance(prompt, Roll):
        return legal_answer(prompt, rng)
    if isinstance(prompt, Measure):
        return rng.choice([1.5, 3.0, 5.0, 7.0, 9.0])
    if isinstance(prompt, Number):
        return prompt.least
    if isinstance(prompt, Confirm):
        return True
    assert isinstance(prompt, Choose)
    return _chosen(play, prompt, prompt.key.split("~")[0].split("."), rng, tokens)


def _chosen(play: Playthrough, prompt: Choose, key: list[str], rng: Random, tokens: Tokens) -> JSON:
    ids = [o.id for o in prompt.options]
    if key[-1] == "ready":
        return _activate(play, ids, rng)
    if key[-1] == "defence":
        return _defend(play, ids, rng, tokens.of(play))
    if key[-1] == "second":
        return _second(ids, rng)
    if key[-1] == "reach":
        return [i for i in ids if rng.random() < (0.5 if "TACKLE" in play.state.going_on.defence[i] else 0.35)]
    if key[-1] == "contact":
        return [i for i in ids if rng.random() < 0.5]
    if key[-1] in ("pressure", "lane", "steal", "before"):
        return [i for i in ids if rng.random() < 0.35]
    if "catcher" in key:
        return next((i for i in ids if rng.random() < 0.35), "nobody")
    if prompt.suggestion is not None:
        return prompt.suggestion
    return legal_answer(prompt, rng)


def _activate(play: Playthrough, ids: list[str], rng: Random) -> str:
    """The carrier most of the time, nobody a third time in a set if it can be helped."""
    s = play.state
    people = [i for i in ids if ":" in i and not i.startswith("team_play")]
    fresh = [i for i in people if s.player(i.split(":")[0]).activations < 2] or people
    carrier = [i for i in fresh if s.carrier and i.startswith(f"{s.carrier.id}:")]
    if "team_play:MOVE" in ids and rng.random() < 0.15:
        return rng.choice(["team_play:MOVE", "team_play:TURN"])
    pool = carrier if carrier and rng.random() < 0.7 else fresh
    acting = [i for i in pool if not i.endswith(":NONE")]
    return rng.choice(acting or pool)


class Tokens:
    """What lies on the table alone: the pressure and steal tokens of one activation, which are claimed where they
    reach."""

    def __init__(self) -> None:
        self.activation, self.meant = 0, list[str]()

    def of(self, play: Playthrough) -> list[str]:
        if self.activation != play.state.activated:
            self.activation, self.meant = play.state.activated, []
        return self.meant

    def claim(self, play: Playthrough, ids: list[str], rng: Random) -> str | None:
        """One that reaches; none is thought of twice."""
        meant = self.of(play)
        while meant:
            said = meant.pop(0)
            if said in ids and rng.random() < 0.35:
                return said
        return None


def _defend(play: Playthrough, ids: list[str], rng: Random, meant: list[str]) -> str:
    """Pressure, and a steal while somebody stands with the ball, are said by their tokens alone."""
    s = play.state
    held = s.carrier is not None and not s.carrier.grounded
    placed = [m.split(":")[0] for m in meant]
    while len(s.going_on.defence) + len(meant) < 3 and rng.random() >= 0.2:
        for action in rng.sample(DEFENCE, len(DEFENCE)):
            said = next((i for i in ids if i.endswith(f":{action}") and i.split(":")[0] not in placed), None)
            if said:
                break
        if said is None:
            return next(
                (i for i in ids if i.endswith((":STAND_UP", ":REST")) and i.split(":")[0] not in placed), "done"
            )
        if action != "PRESSURE" and not (action == "BALL_STEAL" and held):
            return said
        meant.append(said)
        placed.append(said.split(":")[0])
    return "done"


def _second(ids: list[str], rng: Random) -> str:
    wanted = ["SCORE"] * (rng.random() < 0.12) + ["DODGE", "BREAK_THROUGH", "PICK_UP"]
    for action in wanted:
        if action in ids and rng.random() < 0.8:
            return action
    passes = [i for i in ids if i.startswith("PASS")]
    return rng.choice(passes) if passes and rng.random() < 0.3 else ids[0]


def coached(seed: int, options: dict[str, Any] | None = None) -> Playthrough:
    """A whole match."""
    rng, tokens = Random(seed), Tokens()
    play = Playthrough(GAME, options or {})
    while not play.over:
        beside = {k.split("~")[0].rsplit(".", 1)[-1]: p for k, p in play.open.items() if p.offer}
        said = None
        if (claim := beside.pop("claim", None)) is not None:
            said = tokens.claim(play, [o.id for o in claim.options], rng)
        defence = beside.pop("defence", None)
        beside.pop("late", None)  # nobody here says the second action too early
        if said is None and (claim := defence) is not None:
            said = _defend(play, [o.id for o in claim.options], rng, tokens.of(play))
        if claim is not None and said not in (None, "done"):
            play.answer(len(play.steps) + 1, claim.key, said)
            continue
        offers = list(beside.values())
        prompt = rng.choice(offers) if offers and rng.random() < 0.04 else next(iter(play.open.values()))
        play.answer(len(play.steps) + 1, prompt.key, sensible(play, prompt, rng, tokens))
    return play


def taps(prompt: Prompt, value: JSON) -> int:
    """How often a finger touches a screen at a table with an eye and a ruler: never for dice and distances, for what
    the ruler sees to have been moved or laid down, or for those whom it judges to be within a limit, if there is no
    order to choose; else as `by_hand`."""
    if isinstance(prompt, Measure) and prompt.between:
        return 0
    if prompt.moved is not None and value == prompt.moved.value:
        return 0
    if isinstance(prompt, Choose) and isinstance(prompt.judge, Marked):
        return int(not any(o.id == value and o.token for o in prompt.options))
    if isinstance(prompt, Choose) and prompt.judge is not None:
        return judged(prompt, list(value))
    return by_hand(prompt, value)


def without_tokens(prompt: Prompt, value: JSON) -> int:
    """The same, where no token has a marker that the ruler could see."""
    marked = isinstance(prompt, Choose) and isinstance(prompt.judge, Marked)
    return by_hand(prompt, value) if marked and taps(prompt, value) == 0 and value != "done" else taps(prompt, value)


def judged(prompt: Choose, value: list[str]) -> int:
    """A contact of bases at rest is too close to call, so somebody takes what the ruler offers, as with an order of
    several."""
    touching = isinstance(prompt.judge, Near) and not prompt.judge.inches
    in_order = prompt.ordered and not isinstance(prompt.judge, Lane)
    return int(bool(value) and (touching or (in_order and len(value) > 1)))


def by_hand(prompt: Prompt, value: JSON) -> int:
    """Without a ruler: a suggestion, a nod, one option and the row of a distance take one tap, a list one for each of
    its entries, the last of which finishes it, or one for none."""
    if isinstance(prompt, Roll):
        return 0
    return max(1, len(value)) if isinstance(value, list) and value != prompt.suggestion else 1


SEED = 28
"""The match that is kept: tries on both sides, an injury, an interception, steals, team plays, cards, a dodge, a pass
from the ground, a pick-up, pressure that is claimed."""


def script_of(play: Playthrough) -> str:
    """The answers as `touchline play takkure --answers` takes them."""
    lines = [f"- {json.dumps({'key': s.prompt.key, 'value': s.value})}" for s in play.steps]
    head = f"# A whole match of Takkure with the invented sample box, answer by answer (coaching.py, seed {SEED}).\n"
    return head + "options: {}\nanswers:\n" + "\n".join(lines) + "\n"


def told_by(play: Playthrough) -> str:
    """Every call, one line each, and the final state."""
    calls = [c for s in play.steps for c in s.calls]
    lines = [f"{c.side or '-'} {c.name} {c.rule}: {c.text.en}" for c in [*play.opening_calls, *calls]]
    return "\n".join([*lines, canonical(play.view())]) + "\n"


if __name__ == "__main__":  # keeps the match anew, when a rule or a sentence was changed on purpose
    kept = coached(SEED)
    here = Path(__file__).parent
    (here / "full_match.yaml").write_text(script_of(kept), encoding="utf-8")
    (here / "full_match.txt").write_text(told_by(kept), encoding="utf-8")
