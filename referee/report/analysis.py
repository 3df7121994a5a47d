"""Print where the hands of a session were lost: certain wins that were taken or given away."""

from collections.abc import Iterable, Iterator, Sequence

from referee.report.layout import Names, hanging
from referee.solving.endings import NotForced, Won
from referee.solving.hand_analysis import HandAnalysis, HandDecision
from referee.solving.known_deals import KnownShare

_REASONS = {
    "hidden-cards": "not all cards are known",
    "hand-over": "nobody plays",
    "gift-due": "a gift is due",
    "unsure-turn": "it is not known who is to act",
    "other-game": "this game has no tricks",
    "unknown-rule": "the solver does not know a rule of this game",
}


def analysis_report(
    hands: Iterable[tuple[int, HandAnalysis]], players: tuple[str, ...], *, cards: int
) -> str:
    """Return what is proved of the hands of a session, each with its number, as text in 80 columns."""
    names = Names(players)
    lines = [
        line for number, analysis in hands for line in _hand_lines(number, analysis, names, cards)
    ]
    return "\n".join([*lines, ""])


def _hand_lines(number: int, analysis: HandAnalysis, names: Names, cards: int) -> Iterator[str]:
    heading = f"Hand {number}: "
    if analysis.reason:
        yield f"{heading}nothing to look at, since {_REASONS[analysis.reason]}."
        return
    settled = sum(decision.is_settled for decision in analysis.decisions)
    count = len(analysis.decisions)
    decisions = f"{count} decision{'s' if count != 1 else ''}"
    yield f"{heading}{decisions} with at most {cards} cards left, {settled} settled."
    for decision in analysis.marked:
        name = names[decision.seat]
        yield f"  {decision.event}. {name}: {decision.text.partition(': ')[2]}"
        for sentence in _sentences(decision, names):
            yield from hanging(" " * 4, sentence, indent=4)


def _sentences(decision: HandDecision, names: Names) -> Iterator[str]:
    name, before, after = names[decision.seat], decision.before, decision.after
    if decision.mark == "taken":
        yield f"From here on, with all cards open, {name} could force going out first, and went out."
        return
    if isinstance(before, Won):
        line = _plays(before.line, names)
        yield f"With all cards open, {name} could force going out first, for example: {line}."
    if isinstance(after, NotForced) and after.refutation:
        line = _plays(after.refutation, names)
        yield f"After this, the others can prevent it, for example: {line}."
    if decision.known:
        yield _known(decision.known, name)


def _known(known: KnownShare, name: str) -> str:
    low, high = (round(100 * bound) for bound in known.interval)
    share = f"{low} %" if low == high else f"{low} to {high} %"
    deals = f"all {known.deals}" if known.is_complete else f"{known.deals}"
    unsettled = f", {known.unsettled} not settled" if known.unsettled else ""
    return f"Of {deals} deals that fit what {name} saw, that play wins in {known.won}{unsettled}: {share}."


def _plays(events: Sequence[str], names: Names) -> str:
    """Return a line without its passes."""
    parts = (event.partition(": ") for event in events)
    return ", ".join(
        f"{names[int(seat)]} {action}" for seat, _, action in parts if action != "pass"
    )
