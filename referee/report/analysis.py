"""Print where the hands of a session were lost: certain wins that were taken or given away."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import cast

from referee.combinations import Combination
from referee.record import SessionRecord
from referee.report.heading import session_heading
from referee.report.layout import Ink, Names, counted, hanging
from referee.solving.endings import NotForced, Won, climbing_position
from referee.solving.hand_analysis import HandAnalysis, HandDecision
from referee.solving.known_deals import KnownShare
from referee.table import Table
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
_WIDEST = 30
"""Percent between the bounds of a share, of which nothing is said where they are wider apart."""


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
    yield f"{heading}{decisions} with at most {cards} cards left, {settled} settled."
    for decision in analysis.marked:
        yield f"  {decision.event}. {names[decision.seat]}: {_action(decision.text)}"
        for sentence in _sentences(decision, table, names):
            yield from hanging(" " * 4, sentence, indent=4)


def _sentences(decision: HandDecision, table: Table, names: Names) -> Iterator[str]:
    earlier = _after(table, decision.event - 1)
    yield _cards(earlier, names)
    name, before, after = names[decision.seat], decision.before, decision.after
    first = "next" if climbing_position(earlier)[1].out else "first"
    later = climbing_position(_after(table, decision.event))[1]
    if decision.mark == "taken" and decision.seat in later.out:
        yield f"{name} could go out, and did."
        return
    if decision.mark == "taken":
        yield f"With all cards open, {name} could force going out {first} from here on, and did."
        yield _merit(cast(Won, before), decision.choices)
        return
    if isinstance(before, Won):
        yield _way(decision, before, name, first, names)
    if decision.seat in later.blocked:
        yield f"The last card was not announced: {name} may only pass from here on (G25)."
    elif isinstance(after, NotForced):
        line = _plays(after.refutation, names)
        yield f"After this, the others can prevent it, for example: {line}."
    if decision.known and isinstance(before, Won) and len(before.line) > 1:
        yield _known(decision, decision.known, name, _words(_action(before.line[0])))
    if decision.next_out:
        seat, event = decision.next_out
        instead = "all the same" if seat == decision.seat else "instead"
        if seat in climbing_position(_after(table, event))[1].out:
            yield f"{names[seat]} went out {first} {instead}, at event {event}."
        else:
            yield f"{names[seat]} won {instead}, at event {event}, since all others may only pass (G28)."


def _merit(won: Won, choices: int) -> str:
    """Return how many of the actions kept a certain win."""
    number = len(won.plays) + len(won.unsettled)
    if number == 1:
        return "Only this kept it certain."
    at_most = "At most " if won.unsettled else ""
    return f"{at_most}{number} of {choices} possible actions kept it certain."


def _after(table: Table, number: int) -> Table:
    """Return a table after so many events."""
    earlier = table.copy()
    while len(earlier.events) > number:
        earlier.pop()
    return earlier


def _cards(table: Table, names: Names) -> str:
    """Return who holds what, and what is to beat."""
    rules, position = climbing_position(table)
    holdings = ", ".join(
        f"{names[seat]} {' '.join(rules.order.sort(tuple(holding.elements())))}"
        + (" (may only pass)" if seat in position.blocked else "")
        for seat, holding in enumerate(map(Counter, position.holdings), 1)
        if seat not in position.out
    )
    if position.standing is None:
        return f"Cards: {holdings}. {names[position.turn]} leads."
    cards = " ".join(cast(Combination, position.standing).cards)
    return f"Cards: {holdings}. To beat: {cards} of {names[position.owner]}."


def _way(decision: HandDecision, won: Won, name: str, first: str, names: Names) -> str:
    """Return by which plays a seat could win, and how it goes on."""
    action = _action(won.line[0])
    others = [other for other in won.plays if other != action]
    also = ", ".join(map(_words, others))
    if len(others) > _MOST_PLAYS:
        also = f"{len(others)} other plays"
    if len(won.plays) == decision.choices - 1 > 1 and not decision.is_blocked:
        also = f"anything but {_words(decision.action)}"
    also = f" (also by {also})" if others else ""
    if len(won.line) == 1:
        return f"{name} could go out by {_words(action)}{also}."
    line = ("" if action != "pass" else f"{name} pass, ") + _plays(won.line, names)
    return (
        f"With all cards open, {name} could force going out {first} by {_words(action)}{also}, "
        f"for example: {line}."
    )


def _known(decision: HandDecision, known: KnownShare, name: str, play: str) -> str:
    """Return in how many deals the play wins, and what was played instead, as far as the player could know."""
    if known.is_complete and known.deals == 1:
        return f"{name} could know every card."
    low, high = (round(100 * bound) for bound in known.interval)
    share = f"{low} %" if low == high else f"{low} to {high} %"
    deals = f"all {known.deals}" if known.is_complete else f"{known.deals}"
    fit = f"Of {deals} deals that fit what {name} saw,"
    if 2 * known.unsettled > known.deals or high - low > _WIDEST:
        return f"{fit} {known.unsettled} are not settled: in how many {play} wins is not known."
    unsettled = f", {known.unsettled} not settled" if known.unsettled else ""
    played = decision.known_played
    instead = ""
    if played:
        most = f" to {played.won + played.unsettled}" if played.unsettled else ""
        instead = f" What was played wins in {played.won}{most}."
    unseen = f" {name} could not know it." if decision.could_know is False else ""
    return f"{fit} {play} wins in {known.won}{unsettled}: {share}.{instead}{unseen}"


def _action(event: str) -> str:
    return event.partition(": ")[2]


def _words(action: str) -> str:
    return "a pass" if action == "pass" else action


def _plays(events: Sequence[str], names: Names) -> str:
    """Return a line without its passes."""
    parts = (event.partition(": ") for event in events)
    return ", ".join(
        f"{names[int(seat)]} {action}" for seat, _, action in parts if action != "pass"
    )
