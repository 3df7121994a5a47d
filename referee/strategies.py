"""Strategies for Hypothesis: deals, hands and session records of any game, for tests of programs that use the referee.

Needs the package ``hypothesis``: ``pip install 'referee[hypothesis]'``.  ``import referee`` does not import this module.
"""

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from referee.carried_state import Carried
from referee.deals import deal
from referee.record import RECORD_FORMAT, Json
from referee.table import Table
from referee.variants import rules_for

_MOST_EVENTS = 60
_NAMES = ("Ann", "Bo", "Cy", "Di")


def deals(
    variant: str, *, seats: int = 4, house_rules: Mapping[str, Json] | None = None
) -> st.SearchStrategy[dict[str, Json]]:
    """Return a strategy of dealt hands, as ``referee.deal`` returns them.

    >>> import referee
    >>> from hypothesis import given, settings
    >>> @settings(max_examples=3, derandomize=True)
    ... @given(deals("big-two"))
    ... def test_the_holder_of_the_lowest_card_leads(hand):
    ...     table = referee.Table("big-two", hand=hand)
    ...     assert "3C" in table.holdings[table.turn - 1]
    >>> test_the_holder_of_the_lowest_card_leads()
    """
    deal(variant, seed=0, seats=seats, house_rules=house_rules)  # what is wrong is an error here

    def dealt(seed: int, first: int) -> dict[str, Json]:
        return deal(variant, seed=seed, seats=seats, house_rules=house_rules, first=first)

    return st.builds(dealt, st.integers(0, 2**32), st.integers(1, seats))


def hands(
    variant: str,
    *,
    seats: int = 4,
    house_rules: Mapping[str, Json] | None = None,
    finished: bool = False,
) -> st.SearchStrategy[dict[str, Json]]:
    """Return a strategy of hands with their deal, in which every event is legal.

    They go on for some events, or with ``finished`` to the end of the hand, which may be a wash-out.  Examples shrink to
    fewer events and to the actions that ``Table.choices`` lists first.

    >>> import referee
    >>> from hypothesis import given, settings
    >>> @settings(max_examples=3, derandomize=True)
    ... @given(hands("pusoy-dos", house_rules={"triples": True}))
    ... def test_every_event_is_legal(hand):
    ...     table = referee.Table("pusoy-dos", house_rules={"triples": True}, hand=hand)
    ...     assert not table.adjudication.has_illegal
    >>> test_every_event_is_legal()
    """
    deal(variant, seed=0, seats=seats, house_rules=house_rules)  # what is wrong is an error here
    rules = rules_for(variant, house_rules)
    start = Carried(number=1, totals=(rules.credits,) * seats)
    return _hands(variant, seats, house_rules, start, finished=finished)


@st.composite
def records(
    draw: st.DrawFn,
    variant: str,
    *,
    seats: int = 4,
    house_rules: Mapping[str, Json] | None = None,
    most: int = 2,
) -> dict[str, Any]:
    """Return a strategy of session records of up to ``most`` hands, in which every event is legal; the last hand may be unfinished.

    >>> import referee
    >>> from hypothesis import given, settings
    >>> @settings(max_examples=3, derandomize=True)
    ... @given(records("gang-of-four", seats=3, most=1))
    ... def test_a_record_is_written_and_read(document):
    ...     record = referee.parse_record(document)
    ...     assert referee.read_record(referee.write_record(record, "toml"), "toml").hands == record.hands
    >>> test_a_record_is_written_and_read()
    """
    rules = rules_for(variant, house_rules)
    carried = Carried(number=1, totals=(rules.credits,) * seats)
    played: list[dict[str, Json]] = []
    number = draw(st.integers(0, most))
    while len(played) < number and not carried.over:
        finished = len(played) + 1 < number
        hand = draw(_hands(variant, seats, house_rules, carried, finished=finished))
        played.append(hand)
        table = Table(variant, seats=seats, house_rules=house_rules, hand=hand, carried=carried)
        carried = table.adjudication.carried_out
    return {
        "format": RECORD_FORMAT,
        "variant": variant,
        "house_rules": dict(house_rules or {}),
        "players": [*_NAMES[:seats]],
        "hands": played,
    }


@st.composite
def _hands(
    draw: st.DrawFn,
    variant: str,
    seats: int,
    house_rules: Mapping[str, Json] | None,
    carried: Carried,
    *,
    finished: bool,
) -> dict[str, Json]:
    """Return a strategy of hands that follow those before them."""
    first = carried.next_first or draw(st.integers(1, seats))
    hand = deal(
        variant,
        seed=draw(st.integers(0, 2**32)),
        seats=seats,
        house_rules=house_rules,
        first=first,
    )
    table = Table(variant, seats=seats, house_rules=house_rules, hand=hand, carried=carried)
    most = None if finished else draw(st.integers(0, _MOST_EVENTS))
    while (choices := table.choices()) and (most is None or len(table.events) < most):
        events = (f"{seat}: {action}" for seat, some in choices.items() for action in some or ())
        table.play(draw(st.sampled_from([*events])))
    return table.hand
