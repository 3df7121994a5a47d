"""Print where the hands of a session were lost: certain wins that were taken or given away."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import cast

from referee.climbing.progress import ClimbingHandInProgress
from referee.combinations import Combination
from referee.events import format_event
from referee.record import SessionRecord
from referee.report.heading import session_heading
from referee.report.layout import Ink, Names, counted, hanging
from referee.solving.aftermath import before_event
from referee.solving.decisions import HandAnalysis, HandDecision
from referee.solving.endings import NotForced, Won, climbing_position
from referee.solving.known_deals import KnownShare
from referee.table import Table, progress_of
from referee.variants import rules_for

_REASONS = {
    "hidden-cards": "not all cards are known",
    "hand-over": "nobody plays",
    "gift-due": "a gift is due",
    "unsure-turn": "it is not known who is to act",
    "other-game": "this game has no tricks",
    "unknown-rule": "the solver does not know a rule of this game",
}
_MOST_PLAYS = 3
"""So many other plays that win are named, at most."""
_LONGEST = 8
"""So many plays of a line are printed, and the last one."""


def analysis_report(
    record: SessionRecord, hands: Iterable[tuple[Table, HandAnalysis]], *, cards: int
) -> str:
    """Return what is proved of the hands of a session, each with its table, as text in 80 columns."""
    names, rules = Names(record.players), rules_for(record.variant, record.house_rules)
    lines = [*session_heading(record, rules, names, Ink(color=False))]
    for table, analysis in hands:
        lines += ["", *_hand_lines(table, analysis, names, cards)]
    return "\n".join([*lines, ""])


def _hand_lines(table: Table, analysis: HandAnalysis, names: Names, cards: int) -> Iterator[str]:
    heading = f"Hand {table.adjudication.carried.number}: "
    if analysis.reason:
        yield f"{heading}nothing to look at, since {_REASONS[analysis.reason]}."
        return
    settled = sum(decision.is_settled for decision in analysis.decisions)
    decisions = counted(len(analysis.decisions), "decision")
    none = "" if analysis.marked else " No certain win was given away among them."
    yield from hanging("", f"{heading}{decisions} with at most {cards} cards left, {settled} settled.{none}", indent=2)  # fmt: skip
    for place, decision in enumerate(analysis.marked):
        yield f"  {decision.event}. {names[decision.seat]}: {decision.action}"
        for sentence in _sentences(decision, analysis.marked[place + 1 :], table, names):
            yield from hanging(" " * 4, sentence, indent=4)


def _sentences(
    decision: HandDecision, later: Sequence[HandDecision], table: Table, names: Names
) -> Iterator[str]:
    earlier = before_event(table, decision.event)
    yield _cards(earlier, names)
    before, name = cast(Won, decision.before), names[decision.seat]
    first = "next" if climbing_position(earlier)[1].out else "first"
    line = _line(before.line, decision.line_duties, names)
    if decision.mark == "taken":
        yield f"With all cards open, {name} could force going out {first} from here on, for example: {line}."
        yield from _merit(decision, before, names)
    elif decision.is_unannounced:
        yield f"{_blocked(decision, names)} Announced, it was certain to go out {first}: {line}."
    else:
        yield from _given_away(decision, before, first, names)
    end = decision.next_out and decision.next_out[1]
    if decision.given_back and decision.given_back[1] != end:
        seat, event = decision.given_back
        yield f"{names[seat]} gave it back at event {event}: {_given(table, seat, event)}."
        lost = (
            one.event for one in later if one.seat == decision.seat and one.mark == "given-away"
        )
        for other in islice(lost, 1):
            yield f"{name} gave it away again at event {other}."
    if decision.next_out:
        yield _end(decision, decision.next_out, first, table, names)


def _blocked(decision: HandDecision, names: Names) -> str:
    ended = decision.next_out is not None and decision.next_out[1] == decision.event
    if ended:
        return "The last card was not announced (G25)."
    return (
        "The last card was not announced: for the rest of the hand, "
        f"{names[decision.seat]} is skipped and never leads (G25)."
    )


def _given(table: Table, seat: int, event: int) -> str:
    """Return what a seat did at an event, and whether it did not announce its last card."""
    action = _named(_action(format_event(progress_of(table).events[event - 1])))
    is_blocked = seat in climbing_position(before_event(table, event + 1))[1].blocked
    return f"{action}, the last card not announced" if is_blocked else action


def _given_away(decision: HandDecision, before: Won, first: str, names: Names) -> Iterator[str]:
    yield _way(decision, before, first, names)
    if decision.is_blocked:
        yield _blocked(decision, names)
    elif isinstance(decision.after, NotForced):
        line = _line(decision.after.refutation, decision.refutation_duties, names)
        yield f"After this, the others can prevent it together, for example: {line}."
    if decision.known and len(before.line) > 1:
        yield _known(
            decision, decision.known, names[decision.seat], _named(_action(before.line[0]))
        )


def _end(
    decision: HandDecision, out: tuple[int, int], first: str, table: Table, names: Names
) -> str:
    """Return who went out next, or won because all others were blocked."""
    seat, event = out
    instead = " all the same" if seat == decision.seat else " instead"
    is_out = seat in climbing_position(before_event(table, event + 1))[1].out
    ended = f"{names[seat]} " + (f"went out {first}" if is_out else "won")
    ended += "" if decision.mark == "taken" else instead
    ended += ", at once" if event == decision.event else f", at event {event}"
    if is_out:
        return f"{ended}."
    if event == decision.event:
        return f"{ended}, since all others are blocked (G28)."
    last = names[progress_of(table).events[event - 1].seat]
    return f"{ended}: {last} did not announce the last card, and all others are blocked (G28)."


def _merit(decision: HandDecision, won: Won, names: Names) -> Iterator[str]:
    """Yield how many of the actions kept a certain win, and what would have given it away."""
    number = len(won.plays) + len(won.unsettled)
    at_most = "At most " if won.unsettled else ""
    if number == 1:
        yield "Only this kept it certain."
    else:
        yield f"{at_most}{number} of {decision.choices} possible actions kept it certain."
    if decision.otherwise:
        line = _line(decision.otherwise.refutation, decision.otherwise.duties, names)
        yield f"{decision.otherwise.action} would have given it away, for example: {line}."


def _cards(table: Table, names: Names) -> str:
    """Return who holds what, in the order of play, and what is to beat."""
    rules, position = climbing_position(table)
    order = [
        (position.turn - 1 + position.direction * n) % table.seats + 1 for n in range(table.seats)
    ]
    holdings = []
    for seat in order:
        cards = rules.order.sort(tuple(Counter(position.holdings[seat - 1]).elements()))
        if seat not in position.out:
            blocked = f" (blocked{_blocked_since(table, seat)})" if seat in position.blocked else ""
            holdings.append(f"{names[seat]} {' '.join(cards)}{blocked}")
    out = f" Out: {names.joined(position.out)}." if position.out else ""
    text = f"Cards, in the order of play: {', '.join(holdings)}.{out}"
    if position.standing is None:
        return f"{text} {names[position.turn]} leads."
    standing = " ".join(cast(Combination, position.standing).cards)
    return f"{text} To beat: {standing} of {names[position.owner]}."


def _blocked_since(table: Table, seat: int) -> str:
    """Return the event since which a seat is blocked, in words; empty if it was from the beginning."""
    positions = cast(ClimbingHandInProgress, progress_of(table)).positions
    free = [number for number, position in enumerate(positions) if seat not in position.blocked]
    return f" since event {free[-1] + 1}" if free else ""


def _way(decision: HandDecision, won: Won, first: str, names: Names) -> str:
    """Return by which plays a seat could win, and how it goes on."""
    name, action = names[decision.seat], _action(won.line[0])
    others = [other for other in won.plays if other != action]
    also = ", ".join(map(_named, others))
    if len(others) > _MOST_PLAYS:
        also = f"{len(others)} other plays"
    if len(won.plays) == decision.choices - 1 > 1 and not decision.is_blocked:
        also = f"anything but {_named(decision.action)}"
    also = f" (also by {also})" if others else ""
    if len(won.line) == 1:
        return f"{name} could go out by {_named(action)}{also}."
    line = "" if action != "pass" else f"{name} pass, "
    line += _line(won.line, decision.line_duties, names)
    return (
        f"With all cards open, {name} could force going out {first} by {_named(action)}{also}, "
        f"for example: {line}."
    )


def _known(decision: HandDecision, known: KnownShare, name: str, play: str) -> str:
    """Return in how many deals the play wins, and what was played instead, as far as the player could know."""
    if known.is_complete and known.deals == 1:
        return f"{name} could know every card."
    deals = f"all {known.deals}" if known.is_complete else f"{known.deals}"
    drawn = "that fit" if known.is_complete else "drawn from those that fit"
    fit = f"Of {deals} deals {drawn} what {name} saw,"
    low, high = (round(100 * bound) for bound in known.interval)
    if 2 * known.unsettled > known.deals:
        return f"In how many of the deals that fit what {name} saw {play} wins is not settled."
    share = "" if known.is_complete else f" ({low} to {high} % of all that fit)"
    played = decision.known_played
    instead = f", what was played in {_number(played)}" if played else ""
    unseen = f" {name} could not know it." if decision.could_know is False else ""
    return f"{fit} {play} wins in {_number(known)}{share}{instead}.{unseen}"


def _number(share: KnownShare) -> str:
    """Return in how many deals an action wins."""
    return f"{share.won} to {share.won + share.unsettled}" if share.unsettled else f"{share.won}"


def _action(event: str) -> str:
    return event.partition(": ")[2]


def _named(action: str) -> str:
    return "a pass" if action == "pass" else action


def _line(events: Sequence[str], duties: Sequence[str], names: Names) -> str:
    """Return a line without its passes, with the rule that forbids a pass; of a long one the beginning and the last play."""
    plays: list[str] = []
    for number, (event, duty) in enumerate(zip(events, duties, strict=True), 1):
        seat, _, action = event.partition(": ")
        if action != "pass":
            must = f" (must, {duty})" if duty and number < len(events) else ""
            plays.append(f"{names[int(seat)]} {action}{must}")
    if plays[_LONGEST + 1 :]:
        plays[_LONGEST:-1] = ["…"]
    return ", ".join(plays)
