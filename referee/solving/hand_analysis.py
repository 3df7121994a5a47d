"""Where a hand was lost: certain wins that were taken or given away, found from its end backwards."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import cast

from referee.cards import Card, rank
from referee.climbing.progress import ClimbingHandInProgress
from referee.record import Json, SeatAction
from referee.solving import HAND_STEPS, MAX_STEPS, MOST_CARDS
from referee.solving.endings import (
    NotForced,
    NotSettled,
    Outcome,
    Solver,
    Won,
    cards_left,
    climbing_position,
    first_out,
    obstacle,
)
from referee.solving.known_deals import DEAL_STEPS, MOST_DEALS, KnownShare, known_shares
from referee.table import Table, progress_of
from referee.verdicts import Legal

ANALYSIS_FORMAT = "hand-analysis/1"


@dataclass(frozen=True)
class HandDecision:
    """An event whose seat had a choice, and whether this seat could force going out first before it and after it.

    ``before`` and ``after`` are ``Won``, ``NotForced`` or ``NotSettled``; ``after`` is None where the win was not certain before.
    ``choices`` is the number of the seat's actions, as ``Table.legal_plays`` lists them.  ``is_taken``: the seat went out first, that was certain from here on, and another
    action would have given it away, the first of which that is proved.

    Of a win that was given away: ``known`` says in how many of the deals that the seat could think of the first play of
    ``before.line`` wins, the play that wins in the most, as far as they are settled; ``known_played``, in how many what was played
    does.  ``could_know`` is true if a play that wins with all cards open wins in half of the deals or more, false if each wins in
    fewer, None if that is not settled.  ``is_blocked``: the last card was not announced (G25).  ``next_out`` is the seat that went
    out next, or won because all others were blocked (G28), and at which event.

    >>> import referee
    >>> table = referee.table_from_key("p1:big-two:3C,4S,2S/4D,5D,6D/6H,7H/8S,9S:turn=1")
    >>> for event in ("1: 3C", "2: 4D", "3: 6H", "4: 8S", "1: pass", "2: pass", "3: pass", "4: 9S"):
    ...     verdict = table.play(event)
    >>> decision = referee.analyze_hand(table).marked[-1]
    >>> decision.event, decision.seat, decision.action, decision.mark, decision.before.plays, decision.is_settled
    (13, 1, 'pass', 'given-away', ('2S',), True)
    >>> decision.as_json()["refutation"]
    ['2: pass', '3: pass', '4: 9S']
    """

    event: int
    seat: int
    text: str
    before: Outcome
    after: Outcome | None = None
    choices: int = 0
    is_taken: bool = False
    known: KnownShare | None = None
    known_played: KnownShare | None = None
    could_know: bool | None = None
    is_blocked: bool = False
    next_out: tuple[int, int] | None = None

    @property
    def action(self) -> str:
        """What was played, without the seat."""
        return self.text.partition(": ")[2]

    @property
    def mark(self) -> str:
        """``given-away``: the win was certain before and is not forced after.  ``taken``: kept to the end.  Otherwise empty."""
        if isinstance(self.before, Won) and isinstance(self.after, NotForced):
            return "given-away"
        return "taken" if self.is_taken else ""

    @property
    def is_settled(self) -> bool:
        """Whether it is known if a certain win was there, and, where one was, what became of it."""
        return not isinstance(self.before, NotSettled) and not isinstance(self.after, NotSettled)

    def as_json(self) -> dict[str, Json]:
        """Return a marked decision as JSON."""
        line: dict[str, Json] = {"event": self.event, "seat": self.seat, "text": self.text}
        line["mark"] = self.mark
        if isinstance(self.before, Won):
            line |= {"plays": list(self.before.plays), "line": list(self.before.line)}
            if self.before.unsettled:
                line["unsettled"] = list(self.before.unsettled)
        line["choices"] = self.choices
        if isinstance(self.after, NotForced):
            line["refutation"] = list(self.after.refutation)
            line["blocked"] = self.is_blocked
            line["could_know"] = self.could_know
            line["known"] = self.known and self.known.as_json()
            line["known_played"] = self.known_played and self.known_played.as_json()
            line["next_out"] = self.next_out and dict(
                zip(("seat", "event"), self.next_out, strict=True)
            )
        return {key: value for key, value in line.items() if value is not None}


@dataclass(frozen=True)
class HandAnalysis:
    """What is proved of the last cards of a hand, with all cards open.

    ``decisions`` are in the order of the hand, ``marked`` those by which a certain win was given away or taken; ``steps`` is the
    number of positions that were looked at.  ``reason`` says why nothing could be looked at, as ``NotSettled.reason`` does.

    >>> import referee
    >>> table = referee.table_from_key("p1:big-two:3C,4S,2S/4D,5D,6D/6H,7H/8S,9S:turn=1")
    >>> for event in ("1: 3C", "2: 4D", "3: 6H", "4: 8S", "1: pass", "2: pass", "3: pass", "4: 9S"):
    ...     verdict = table.play(event)
    >>> analysis = referee.analyze_hand(table)
    >>> [(decision.text, decision.mark) for decision in analysis.marked]
    [('4: pass', 'given-away'), ('1: pass', 'given-away')]
    >>> analysis.as_json()["settled"], len(analysis.decisions)
    (7, 7)
    """

    decisions: tuple[HandDecision, ...] = ()  # in the order of the hand
    steps: int = 0  # positions that were looked at
    reason: str = ""  # why nothing could be looked at, as ``NotSettled.reason`` says it

    @property
    def marked(self) -> tuple[HandDecision, ...]:
        """The decisions by which a certain win was given away or taken."""
        return tuple(decision for decision in self.decisions if decision.mark)

    def as_json(self) -> dict[str, Json]:
        """Return the analysis as JSON, ``hand-analysis/1``."""
        settled = sum(decision.is_settled for decision in self.decisions)
        return {
            "format": ANALYSIS_FORMAT,
            "decisions": len(self.decisions),
            "settled": settled,
            "steps": self.steps,
            **({"reason": self.reason} if self.reason else {}),
            "marks": [decision.as_json() for decision in self.marked],
        }


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
    record, it is also found out for each win given away in how many deals it could be seen (``known_shares``), in ``HAND_STEPS``
    more for all of them.  ``between`` is called between two positions, after a second or a few; what it raises ends the analysis.

    >>> import referee
    >>> referee.analyze_hand(referee.Table("big-two", hand={"events": ["1: 3C"]})).reason
    'hidden-cards'
    """
    reason = _reason(table)
    if reason:
        return HandAnalysis(reason=reason)
    moments = list(_moments(table, cards))
    decisions: list[HandDecision] = []
    left = steps
    for moment in reversed(moments):
        between()
        before = moment.solver.solve(moment.before, steps=min(left, move_steps))
        left -= before.steps
        after: Outcome | None = None
        if isinstance(before, Won):
            after = _after(moment, min(left, move_steps))
            left -= after.steps
        decisions.append(_decision(moment, before, after))
    marked = list(reversed(decisions))
    certain = {decision.event for run in _certain_runs(table, marked) for decision in run}
    for place, moment in reversed(list(enumerate(moments))):
        before = marked[place].before
        if isinstance(before, Won) and (marked[place].mark or moment.number in certain):
            between()
            every = moment.solver.solve(moment.before, steps=min(left, move_steps), every=True)
            left -= every.steps
            if isinstance(every, Won):  # it is not where no steps are left
                before = replace(before, plays=every.plays, unsettled=every.unsettled)
                marked[place] = replace(marked[place], before=before)
    marked = _with_ends(table, marked)
    if seed is not None:
        steps_of_deal = _steps_of_deal(marked)
        for place, moment in enumerate(moments):
            if marked[place].mark == "given-away":
                marked[place] = _with_known(moment, marked[place], seed, steps_of_deal, between)
    return HandAnalysis(tuple(marked), steps - left)


@dataclass(frozen=True)
class _Moment:
    """A table before and after an event, and what solves it."""

    number: int  # of the event
    seat: int
    text: str
    before: Table
    after: Table
    solver: Solver


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
    solver: Solver | None = None
    for before, after in pairwise(tables):
        number = len(after.events)
        event, following = events[number - 1], events[number : number + 1]
        if any(other.action is SeatAction.TAKES_BACK for other in following):
            continue
        if obstacle(before) or cards_left(before) > cards or not _is_own_choice(before, after):
            continue
        if solver is None or not solver.reaches(before):
            solver = Solver(before)
        yield _Moment(number, event.seat, event.text, before, after, solver)


def _is_own_choice(before: Table, after: Table) -> bool:
    """Return whether the seat to act did one of several things that it might do."""
    step = progress_of(after).step
    legal = step is not None and isinstance(step.verdict, Legal) and step.event.seat == before.turn
    return legal and len(before.legal_plays() or ()) > 1


def _decision(moment: _Moment, before: Outcome, after: Outcome | None) -> HandDecision:
    _, position = climbing_position(moment.after)
    return HandDecision(
        moment.number,
        moment.seat,
        moment.text,
        before,
        after,
        choices=len(moment.before.legal_plays() or ()),
        is_blocked=moment.seat in position.blocked,
    )


def _after(moment: _Moment, steps: int) -> Outcome:
    """Return whether the seat can still force going out first after its event."""
    _, before = climbing_position(moment.before)
    _, after = climbing_position(moment.after)
    first = first_out(before, after)
    if first:
        return Won((), (), (), 0) if first == moment.seat else NotForced((), 0)
    return moment.solver.solve(moment.after, moment.seat, steps=steps)


def _with_ends(table: Table, decisions: Sequence[HandDecision]) -> list[HandDecision]:
    """Return the decisions with what became of them: those by which a win was taken, and who went out after it was given away."""
    runs, going_out = [*_certain_runs(table, decisions)], [*_going_out(table)]
    taken = {next((one.event for one in run if _could_lose(one)), 0) for run in runs}
    ended = []
    for decision in decisions:
        if decision.mark == "given-away":
            later = (out for out in going_out if out[1] >= decision.event)
            ended.append(replace(decision, next_out=next(later, None)))
        else:
            ended.append(replace(decision, is_taken=decision.event in taken))
    return ended


def _could_lose(decision: HandDecision) -> bool:
    """Return whether an action of a seat whose win was certain is proved to give it away."""
    before = cast(Won, decision.before)
    return len(before.plays) + len(before.unsettled) < decision.choices


def _steps_of_deal(decisions: Sequence[HandDecision]) -> int:
    given_away = sum(decision.mark == "given-away" for decision in decisions)
    return min(DEAL_STEPS, HAND_STEPS // MOST_DEALS // max(1, given_away))


def _with_known(
    moment: _Moment, decision: HandDecision, seed: str, steps: int, between: Callable[[], object]
) -> HandDecision:
    """Return a decision by which a win was given away with what the player could know; its line begins with what wins most often."""
    before = cast(Won, decision.before)
    first = next((play for play in before.plays if _is_same(play, before.line[0])), None)
    if first is None:
        return decision
    plays = [first, *(play for play in before.plays if play != first)]
    # a last card that was not announced is no play of the solver
    legal = () if decision.is_blocked else moment.before.legal_plays() or ()
    played = [play for play in legal if _is_same(play, decision.text)]
    seed = f"{seed}:{decision.event}"
    shares = known_shares(moment.before, [*plays, *played], seed=seed, steps=steps, between=between)
    best = max(plays, key=lambda play: (shares[play].won, _nearness(play, decision.action)))
    line = _line_of(moment, best) if best != first and before.line[1:] else ()
    return replace(
        decision,
        before=replace(before, line=line or before.line),
        known=shares[best if line else first],
        known_played=shares[played[0]] if played else None,
        could_know=_could_know([shares[play] for play in plays], is_every=not before.unsettled),
    )


def _could_know(shares: Sequence[KnownShare], *, is_every: bool) -> bool | None:
    """Return whether one of these plays wins in half of the deals or more; None if that is not settled, or these may not be all."""
    if any(2 * share.won >= share.deals for share in shares):
        return True
    is_settled = is_every and all(2 * (one.won + one.unsettled) < one.deals for one in shares)
    return False if is_settled else None


def _is_same(play: str, event: str) -> bool:
    """Return whether an event states a play; the order of its cards, and whether the last one is announced, make no difference."""
    return _words(play) == _words(event.partition(": ")[2])


def _words(action: str) -> list[str]:
    return [] if action == "pass" else sorted(action.removesuffix(" last").split())


def _nearness(play: str, played: str) -> tuple[bool, int]:
    """Return how near a play is to what was played: whether it has as many cards, and how many ranks they share."""
    one, other = (Counter(map(rank, map(Card, _words(text)))) for text in (play, played))
    return one.total() == other.total(), (one & other).total()


def _line_of(moment: _Moment, action: str) -> tuple[str, ...]:
    """Return a way to the win that begins with an action that was proved to win; nothing if its proof is no longer there."""
    after = moment.before.copy()
    after.play(f"{moment.seat}: {action}")
    outcome = moment.solver.solve(after, moment.seat, steps=0)
    return (f"{moment.seat}: {action}", *outcome.line) if isinstance(outcome, Won) else ()


def _certain_runs(
    table: Table, decisions: Sequence[HandDecision]
) -> Iterator[Sequence[HandDecision]]:
    """Yield, for each seat that went out, its decisions since when that was certain."""
    earlier = 0
    for seat, event in _going_out(table):
        run: list[HandDecision] = []
        for decision in reversed(decisions):
            if decision.seat == seat and earlier < decision.event <= event:
                if not isinstance(decision.after, Won):
                    break
                run.insert(0, decision)
        if run:
            yield run
        earlier = event


def _going_out(table: Table) -> Iterator[tuple[int, int]]:
    """Yield each seat that went out, or that won because all others were blocked (G28), with the number of the event."""
    positions = cast(ClimbingHandInProgress, progress_of(table)).positions
    for number, (before, after) in enumerate(pairwise(positions), 1):
        first = first_out(before, after)
        if first:
            yield first, number
