"""One game carried forward by answers; pure. Restart, undo and amend are all the same: play the list again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from companion.vocabulary import (
    JSON,
    Ask,
    Call,
    Corrected,
    Game,
    GameFault,
    NotAsked,
    Prompt,
    Scoreboard,
    Secret,
    Taken,
)


@dataclass(frozen=True)
class Step:
    """An answer or a correction (`prompt` is what was asked or corrected) and the calls that it led to."""

    seq: int
    prompt: Prompt
    value: JSON
    correction: bool
    calls: tuple[Call, ...]
    reason: str = ""


class Playthrough:
    """A game at the point to which its answers have brought it.

    `open` holds the prompts that wait, by key, in the order of the rulebook, offers only until one of the others is
    answered; `answered` the keys of the same asking that have their answer already. A game that raises ends in
    GameFault; the playthrough is of no further use then."""

    def __init__(self, game: Game, options: Mapping[str, JSON]) -> None:
        self.game = game
        self.state: Any = game.setup(options)
        self.steps: list[Step] = []
        self.opening_calls: tuple[Call, ...] = ()
        self.over = False
        self._hidden: set[str] = set()
        self._asked: Ask = Ask(())
        self._values: dict[str, JSON] = {}
        self._play = game.play(self.state)
        self.opening_calls = tuple(self._advance(None))

    @property
    def open(self) -> dict[str, Prompt]:
        return {p.key: p for p in self._asked.prompts if p.key not in self._values and not (p.offer and self._values)}

    @property
    def answered(self) -> tuple[str, ...]:
        return tuple(self._values)

    def hides(self, key: str) -> bool:
        """Whether the answer to `key` is secret still."""
        return key in self._hidden

    def view(self) -> Scoreboard:
        return self.game.view(self.state)

    def asked(self, key: str) -> Prompt:
        """The open prompt of that key; NotAsked names what is open."""
        prompt = self.open.get(key)
        if prompt is None:
            raise NotAsked(key, f"an answer to {', '.join(self.open) or 'nothing: the match is over'}")
        return prompt

    def answer(self, seq: int, key: str, raw: JSON) -> Step:
        """Takes an answer and goes on; PromptRefused leaves everything as it was."""
        prompt = self.asked(key)
        value = prompt.parse(raw)
        if prompt.secret is not Secret.OPEN:
            self._hidden.add(key)
        if prompt.offer:
            return self._stepped(Step(seq, prompt, value, False, tuple(self._advance(Taken(key, value)))))
        self._values[key] = value
        calls = [] if self.open else self._go_on()
        return self._stepped(Step(seq, prompt, value, False, tuple(calls)))

    def correct(self, seq: int, key: str, raw: JSON, reason: str) -> Step:
        """Carries out a referee's correction; NotAsked names what may be corrected."""
        prompts = {p.key: p for p in self.game.corrections(self.state)}
        if key not in prompts:
            raise NotAsked(key, f"a correction of {', '.join(prompts)}")
        value = prompts[key].parse(raw)
        calls = [self._fault_guarded(lambda: self.game.correct(self.state, key, value))]
        if self._asked.renew and not self.over:
            calls += self._advance(Corrected())
        return self._stepped(Step(seq, prompts[key], value, True, tuple(calls), reason))

    def _stepped(self, step: Step) -> Step:
        self.steps.append(step)
        return step

    def _go_on(self) -> list[Call]:
        values = tuple(self._values[p.key] for p in self._asked.prompts if not p.offer)
        for prompt in self._asked.prompts:
            if prompt.secret is Secret.UNTIL_ALL:
                self._hidden.discard(prompt.key)
        return self._advance(values[0] if len(values) == 1 else values)

    def _advance(self, sent: object) -> list[Call]:
        """Runs the game to its next asking; returns what it called on the way."""
        calls: list[Call] = []
        self._values = {}
        while True:
            try:
                came = self._play.send(sent)
            except StopIteration:
                self.over, self._asked = True, Ask(())
                return calls
            except Exception as error:
                raise GameFault(f"{self.game.name} broke off: {type(error).__name__}: {error}") from error
            if isinstance(came, Call):
                calls.append(came)
                self._hidden.difference_update(came.reveals)
                sent = None
            elif isinstance(came, Ask) and not came.prompts:
                sent = ()
            else:
                self._asked = came if isinstance(came, Ask) else Ask((came,))
                return calls

    def _fault_guarded(self, act: Any) -> Call:
        try:
            call: Call = act()
        except Exception as error:
            raise GameFault(f"{self.game.name} broke off: {type(error).__name__}: {error}") from error
        return call


@dataclass(frozen=True)
class Move:
    """What a replay plays: an answer, or a correction with its reason."""

    seq: int
    key: str
    value: JSON
    correction: bool = False
    reason: str = ""

    def amended(self, value: JSON) -> Move:
        return replace(self, value=value)


def replay(game: Game, options: Mapping[str, JSON], moves: list[Move]) -> tuple[Playthrough, list[Move]]:
    """Plays the moves again; returns where they lead, and those that are no longer asked for or accepted."""
    playthrough = Playthrough(game, options)
    dropped = []
    for move in moves:
        if not _play(playthrough, move):
            dropped.append(move)
    return playthrough, dropped


def _play(playthrough: Playthrough, move: Move) -> bool:
    try:
        if move.correction:
            playthrough.correct(move.seq, move.key, move.value, move.reason)
        else:
            playthrough.answer(move.seq, move.key, move.value)
    except ValueError:  # PromptRefused and NotAsked: the paths have parted
        return False
    return True
