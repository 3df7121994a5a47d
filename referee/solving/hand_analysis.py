"""Where a hand was lost: certain wins that were taken or given away, found from its end backwards."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import cast

from referee.cards import Card, rank
from referee.events import find_takebacks, format_event
from referee.record import HandEvent
from referee.solving import HAND_STEPS, MAX_STEPS, MOST_CARDS
from referee.solving.aftermath import certain_runs, given_back, going_out
from referee.solving.decisions import HandAnalysis, HandDecision, Otherwise
from referee.solving.endings import (
    NotForced,
    Outcome,
    Solver,
    Won,
    cards_left,
    climbing_position,
    first_out,
    obstacle,
)
from referee.solving.known_deals import KNOWN_STEPS, KnownShare, known_shares
from referee.table import Table, progress_of
from referee.verdicts import Illegal, Legal

HALF = 0.5
"""The share of the deals in which a play wins that a player could know to win."""


def analyze_hand(
    table: Table,
    *,
    cards: int = MOST_CARDS,
    steps: int = HAND_STEPS,
    move_steps: int = MAX_STEPS,
    seed: str | None = None,
    between: Callable[[], object] = lambda: None,
) -> HandAnalysis:
    """Return what is proved of the events of a hand by which at most ``cards`` cards were left, all seats together.

    Found from the end backwards, so that the steps go to the last events first; those that are left go to the other plays of the
    seat where there is a mark, so that ``before.plays`` has all that win.  With a ``seed``, such as the digest of the
    record, it is also found out for each win given away in how many deals it could be seen (``known_shares``), in ``KNOWN_STEPS``
    more for all of them.  ``between`` is called between two positions, after a second or a few; what it raises ends the analysis.

    >>> import referee
    >>> referee.analyze_hand(referee.Table("big-two", hand={"events": ["1: 3C"]})).reason
    'hidden-cards'
    """
    reason = _reason(table)
    if reason:
        return HandAnalysis(reason=reason)
    moments = list(_moments(table, cards))
    budget = _Budget(steps, move_steps, between)
    decisions = [_decision(moment, budget) for moment in reversed(moments)][::-1]
    decisions = _with_every_play(table, moments, decisions, budget)
    decisions = _with_ends(table, decisions)
    given_away = [one for one in decisions if one.mark == "given-away" and not one.is_unannounced]
    steps_of_mark = KNOWN_STEPS // max(1, len(given_away))
    for place, moment in enumerate(moments):
        decision = decisions[place]
        if decision in given_away and seed is not None:
            decision = _with_known(moment, decision, seed, steps_of_mark, between)
        if decision.mark == "given-away":
            decision = _with_giver(table, moment, decision, decisions[place + 1 :], budget)
        elif decision.mark:
            decision = _with_otherwise(moment, decision)
        decisions[place] = _with_duties(moment, decision) if decision.mark else decision
    return HandAnalysis(tuple(decisions), steps - budget.left)


@dataclass
class _Budget:
    """How many positions may still be looked at: in all, and for one question."""

    left: int
    most: int
    between: Callable[[], object]

    def solve(
        self, solver: Solver, table: Table, seat: int | None = None, *, every: bool = False
    ) -> Outcome:
        """Return what ``Solver.solve`` returns."""
        self.between()
        steps = min(self.left, self.most)
        outcome = solver.solve(table, seat, steps=steps, every=every)
        self.left -= outcome.steps
        return outcome


@dataclass(frozen=True)
class _Moment:
    """A table before and after an event, and what solves it."""

    number: int  # of the event
    event: HandEvent
    before: Table
    after: Table
    solver: Solver

    @property
    def seat(self) -> int:
        return self.event.seat


def _reason(table: Table) -> str:
    """Return why nothing of a hand can be looked at, as ``NotSettled.reason`` says it; empty if something can."""
    earlier = table.copy()
    while (reason := obstacle(earlier)) in {"hand-over", "unsure-turn"} and earlier.events:
        earlier.pop()
    return reason


def _moments(table: Table, cards: int) -> Iterator[_Moment]:
    """Yield the events at which somebody had a choice, with at most so many cards left, the first one first."""
    tables = [table.copy()]
    while tables[-1].events and cards_left(tables[-1]) <= cards:
        tables.append(tables[-1].copy())
        tables[-1].pop()
    tables.reverse()
    events = progress_of(table).events
    undone = set(find_takebacks(events).values())
    solver: Solver | None = None
    for before, after in pairwise(tables):
        number = len(after.events)
        event = events[number - 1]
        if number in undone:
            continue
        if obstacle(before) or cards_left(before) > cards or not _is_own_choice(before, after):
            continue
        if solver is None or not solver.reaches(before):
            solver = Solver(before)
        yield _Moment(number, event, before, after, solver)


def _is_own_choice(before: Table, after: Table) -> bool:
    """Return whether the seat to act did one of several things that it might do."""
    step = progress_of(after).step
    legal = step is not None and isinstance(step.verdict, Legal) and step.event.seat == before.turn
    return legal and len(before.legal_plays() or ()) > 1


def _decision(moment: _Moment, budget: _Budget) -> HandDecision:
    before = budget.solve(moment.solver, moment.before)
    _, position = climbing_position(moment.after)
    plays = moment.before.legal_plays() or ()
    return HandDecision(
        moment.number,
        moment.seat,
        moment.event.text,
        format_event(moment.event).partition(": ")[2],
        before,
        _after(moment, budget) if isinstance(before, Won) else None,
        choices=len(plays),
        may_pass="pass" in plays,
        is_blocked=moment.seat in position.blocked,
    )


def _after(moment: _Moment, budget: _Budget) -> Outcome:
    """Return whether the seat can still force going out first after its event."""
    _, before = climbing_position(moment.before)
    _, after = climbing_position(moment.after)
    first = first_out(before, after)
    if first:
        return Won((), (), (), 0) if first == moment.seat else NotForced((), 0)
    return budget.solve(moment.solver, moment.after, moment.seat)


def _with_every_play(
    table: Table, moments: Sequence[_Moment], decisions: Sequence[HandDecision], budget: _Budget
) -> list[HandDecision]:
    """Return the decisions with all plays that win where a win was given away or taken, as far as the steps go: the last first."""
    certain = {decision.event for run in certain_runs(table, decisions) for decision in run}
    found_out = list(decisions)
    for place, moment in reversed(list(enumerate(moments))):
        decision = decisions[place]
        before = decision.before
        if isinstance(before, Won) and (decision.mark or decision.event in certain):
            every = budget.solve(moment.solver, moment.before, every=True)
            if isinstance(every, Won):  # it is not where no steps are left
                before = replace(before, plays=every.plays, unsettled=every.unsettled)
                decision = replace(decision, before=before)
        if decision.mark and decision.is_blocked:
            decision = _with_announcement(moment, decision)
        found_out[place] = decision
    return found_out


def _with_ends(table: Table, decisions: Sequence[HandDecision]) -> list[HandDecision]:
    """Return the decisions with what became of them: those by which a win was taken, and who went out after it was given away."""
    runs, outs = [*certain_runs(table, decisions)], [*going_out(table)]
    taken = {next((one.event for one in run if _could_lose(one)), 0) for run in runs}
    taken -= {event for _, event in outs}  # going out at once speaks for itself
    ended = []
    for decision in decisions:
        is_taken = decision.event in taken
        later = (out for out in outs if out[1] >= decision.event)
        is_marked = is_taken or decision.mark == "given-away"
        out = next(later, None) if is_marked else None
        ended.append(replace(decision, is_taken=is_taken, next_out=out))
    return ended


def _could_lose(decision: HandDecision) -> bool:
    """Return whether a play, more than a pass, of a seat whose win was certain is proved to give it away."""
    before = cast(Won, decision.before)
    winning = (*before.plays, *before.unsettled)
    return len(winning) + (decision.may_pass and "pass" not in winning) < decision.choices


def _with_announcement(moment: _Moment, decision: HandDecision) -> HandDecision:
    """Return a decision after which its seat may only pass with whether the same play, announced, would have won (G25)."""
    before = cast(Won, decision.before)
    announced = next((play for play in before.plays if _is_same(play, decision.action)), None)
    if announced is None:
        return decision
    line = _line_of(moment, announced) or before.line
    return replace(decision, is_unannounced=True, before=replace(before, line=line))


def _with_otherwise(moment: _Moment, decision: HandDecision) -> HandDecision:
    """Return a decision by which a win was taken with the play nearest to it that would have given it away."""
    before = cast(Won, decision.before)
    played = next((play for play in before.plays if _is_same(play, decision.action)), "")
    line = _line_of(moment, played) if played else ()
    decision = replace(decision, before=replace(before, line=line or before.line))
    winning = [_cards(play) for play in (*before.plays, *before.unsettled)]
    # as the seat would play it: a last card is announced (G25)
    actions = moment.before.choices()[moment.seat] or ()
    others = {
        tuple(_cards(action)): action
        for action in sorted(actions, key=lambda action: action.endswith(" last"))
        if action != "pass" and _cards(action) not in winning
    }
    for play in sorted(
        others.values(), key=lambda play: _nearness(play, decision.action), reverse=True
    ):
        after = moment.before.copy()
        after.play(f"{moment.seat}: {play}")
        outcome = moment.solver.solve(after, moment.seat, steps=0)  # proved before
        if isinstance(outcome, NotForced):
            line = outcome.refutation
            return replace(decision, otherwise=Otherwise(play, line, _duties(after, line)))
    return decision


def _with_giver(
    table: Table,
    moment: _Moment,
    decision: HandDecision,
    later: Sequence[HandDecision],
    budget: _Budget,
) -> HandDecision:
    """Return a decision by which a win was given away with who gave it back, as far as that is known."""
    seat, end = decision.next_out or (0, decision.event)
    own = (one for one in later if one.seat == decision.seat and one.event <= end)
    last = next((one.event - 1 for one in own if isinstance(one.before, Won)), 0)
    if not last and seat == decision.seat and end > decision.event:
        last = end  # by this event the others may have been blocked (G28)
    if not last:
        return decision
    solve = partial(budget.solve, moment.solver)
    return replace(decision, given_back=given_back(table, decision, last, solve))


def _with_duties(moment: _Moment, decision: HandDecision) -> HandDecision:
    line = cast(Won, decision.before).line
    decision = replace(decision, line_duties=_duties(moment.before, line))
    if not isinstance(decision.after, NotForced):
        return decision
    refutation = decision.after.refutation
    return replace(decision, refutation_duties=_duties(moment.after, refutation))


def _duties(table: Table, line: Sequence[str]) -> tuple[str, ...]:
    """Return, for each event of a line, the rule that forbids a pass there; empty where there is none."""
    table, duties = table.copy(), []
    for event in line:
        verdict = table.judge(f"{event.partition(': ')[0]}: pass") if table.standing else None
        duties.append(verdict.rule if isinstance(verdict, Illegal) else "")
        table.play(event)
    return tuple(duties)


def _with_known(
    moment: _Moment, decision: HandDecision, seed: str, steps: int, between: Callable[[], object]
) -> HandDecision:
    """Return a decision by which a win was given away with what the player could know; its line begins with what wins most often."""
    before = cast(Won, decision.before)
    first = next(
        (play for play in before.plays if _is_same(play, before.line[0].partition(": ")[2])), None
    )
    if first is None:
        return decision
    plays = [first, *(play for play in before.plays if play != first)]
    # a last card that was not announced is no play of the solver
    legal = () if decision.is_blocked else moment.before.legal_plays() or ()
    played = [play for play in legal if _is_same(play, decision.action)]
    seed = f"{seed}:{decision.event}"
    shares = known_shares(moment.before, [*plays, *played], seed=seed, steps=steps, between=between)
    best = max(plays, key=lambda play: (shares[play].won, _nearness(play, decision.action)))
    line = _line_of(moment, best) if best != first and before.line[1:] else ()
    return replace(
        decision,
        before=replace(before, line=line or before.line),
        known=shares[best if line else first],
        known_played=shares[played[0]] if played else None,
        could_know=_could_know(
            [shares[play] for play in plays],
            shares[played[0]] if played else None,
            is_every=not before.unsettled,
        ),
    )


def _could_know(
    shares: Sequence[KnownShare], played: KnownShare | None, *, is_every: bool
) -> bool | None:
    """Return whether one of these plays wins in half of the deals or more, or in more than what was played.

    None if that is not settled, or these may not be all.
    """
    if any(share.won >= HALF * share.deals for share in shares):
        return True
    if played and any(share.won > played.won + played.unsettled for share in shares):
        return True
    if not played or not is_every:
        return None
    is_rare = all(
        one.interval[1] < HALF and one.won + one.unsettled <= played.won for one in shares
    )
    return False if is_rare else None


def _is_same(play: str, action: str) -> bool:
    """Return whether two actions are the same but for the order of the cards and the announcement of the last one."""
    return _cards(play) == _cards(action)


def _cards(action: str) -> list[str]:
    return [] if action == "pass" else sorted(action.removesuffix(" last").split())


def _nearness(play: str, played: str) -> tuple[bool, int]:
    """Return how near a play is to what was played: whether it has as many cards, and how many ranks they share."""
    one, other = (Counter(map(rank, map(Card, _cards(text)))) for text in (play, played))
    return one.total() == other.total(), (one & other).total()


def _line_of(moment: _Moment, action: str) -> tuple[str, ...]:
    """Return a way to the win that begins with an action that was proved to win; nothing if its proof is no longer there."""
    after = moment.before.copy()
    after.play(f"{moment.seat}: {action}")
    outcome = moment.solver.solve(after, moment.seat, steps=0)
    return (f"{moment.seat}: {action}", *outcome.line) if isinstance(outcome, Won) else ()
