"""Matches of engines: the same deals for all of them, in every seat."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from referee.environments.observations import observe
from referee.environments.states import HandState
from referee.matches.engines import Engine, EngineFault
from referee.matches.results import EngineResult, MatchResult
from referee.record import Json, MalformedError
from referee.revision_content import JsonObject

Store: TypeAlias = Callable[[JsonObject], object]
"""What is done with the session record of a hand."""


@dataclass(frozen=True, kw_only=True)
class MatchPlan:
    """What is played: a game, how many deals, from which seed.

    Deal N is ``referee.deal`` with the seed ``SEED:N``, such as ``7:1``.
    """

    variant: str
    seats: int = 4
    house_rules: Mapping[str, Json] = field(default_factory=dict)
    hands: int = 100
    seed: str = "1"
    seconds: float = 5.0

    def check(self, engines: int) -> None:
        """Raise MalformedError if the game cannot be played by so many engines."""
        HandState.deal(self.variant, seed=0, seats=self.seats, house_rules=self.house_rules)
        if self.seats % engines:
            message = f"{engines} engines cannot share {self.seats} seats evenly."
            raise MalformedError("wrong-player-count", "seats", message)


def play_match(
    plan: MatchPlan, commands: Sequence[str], *, store: Store = lambda _record: None
) -> MatchResult:
    """Play a match, and give ``store`` the session record of each hand.

    Every seat has a program of its own, so that an engine with two seats does not know both hands.  Each deal is played once for
    each engine, and every time the engines move on by one seat.

    Raises MalformedError if an engine does not start, or if the game cannot be played so.
    """
    plan.check(len(commands))
    engines = [
        Engine(commands[place % len(commands)], seconds=plan.seconds) for place in range(plan.seats)
    ]
    points: list[list[float]] = [[] for _ in commands]  # by engine, of each deal
    try:
        for engine in engines:
            engine.start()
        for number in range(1, plan.hands + 1):
            means = _play_deal(plan, engines, number=number, rotations=len(commands), store=store)
            for listed, mean in zip(points, means, strict=True):
                listed.append(mean)
    finally:
        for engine in engines:
            engine.stop()
    return MatchResult(
        variant=plan.variant,
        seats=plan.seats,
        house_rules=plan.house_rules,
        hands=plan.hands,
        seed=plan.seed,
        engines=tuple(
            _engine_result(commands[at], engines[at :: len(commands)], points[at])
            for at in range(len(commands))
        ),
    )


def _play_deal(
    plan: MatchPlan, engines: Sequence[Engine], *, number: int, rotations: int, store: Store
) -> list[float]:
    """Play a deal in every rotation; return the points per hand of each engine."""
    totals = [0.0] * rotations
    for rotation in range(rotations):
        seated = [engines[(seat - rotation) % plan.seats] for seat in range(plan.seats)]
        state = _play_hand(plan, seated, number=number)
        for seat, points in enumerate(state.returns()):
            totals[(seat - rotation) % rotations] += points
        names: list[Json] = [f"{engine.name} {engines.index(engine) + 1}" for engine in seated]
        store({**state.table.record(), "players": names})
    return [total / plan.seats for total in totals]


def _play_hand(plan: MatchPlan, seated: Sequence[Engine], *, number: int) -> HandState:
    """Play a hand to its end; ``seated`` are the engines by seat."""
    state = HandState.deal(
        plan.variant, seed=f"{plan.seed}:{number}", seats=plan.seats, house_rules=plan.house_rules
    )
    game = {"variant": plan.variant, "house_rules": dict(plan.house_rules), "seats": plan.seats}
    for seat, engine in enumerate(seated, 1):
        engine.begin_hand({**game, "seat": seat})
    heard = [0] * plan.seats  # how many events each seat has been told
    while state.request is not None:
        player = state.request.seat - 1
        action = seated[player].choose(
            state.request.actions,
            observation=observe(state.table, player + 1),
            news=_news(state, player, heard),
        )
        state.play(action)
    for player, engine in enumerate(seated):
        engine.end_hand({"points": state.returns(), "news": _news(state, player, heard)})
    return state


def _news(state: HandState, player: int, heard: list[int]) -> list[str]:
    """Return the events since the last message to a player."""
    events: list[str] = observe(state.table, player + 1, with_past_tricks=True)["events"]
    start, heard[player] = heard[player], len(events)
    return events[start:]


def _engine_result(
    command: str, engines: Sequence[Engine], points: Sequence[float]
) -> EngineResult:
    faults = sum((engine.faults for engine in engines), Counter[EngineFault]())
    return EngineResult(
        command=command,
        name=engines[0].name,
        points=tuple(points),
        faults={str(fault): faults[fault] for fault in EngineFault},
        replaced=sum(engine.replaced for engine in engines),
    )
