"""Which cards are shown to whom.

While a hand is unfinished, nobody but its recorder is shown dealt cards, and what the referee says to the others comes
from public cards alone: the hand is judged again without the hidden ones.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import referee
from scorekeeper import adjudicating, records
from scorekeeper.access import Holder, Person
from scorekeeper.models import Hand, HandRevision, Session, Transcript

UNFINISHED = "unfinished"
HIDDEN = ("dealt", "left")
NOT_LOOKED_AT = frozenset({"gang-of-four", "gang-of-four-loser-scores"})
"""Games in which nobody looks at cards of past tricks while the hand goes on (G36)."""
JUDGED = "just_judged"  # kept with a hand while its recorder is answered


@dataclass(frozen=True, kw_only=True)
class Shown:
    """A hand as one person may see it."""

    sheet: records.Keys
    answer: records.Keys  # the referee's
    hides: bool  # does it hold back cards?


def hides_cards(hand: Hand, person: Person) -> bool:
    """Are there cards in this record that this person may not see yet?"""
    return (
        hand.adjudication.status == UNFINISHED
        and not recorded(hand, person)
        and any(key in hand.head.content for key in HIDDEN)
    )


def hides_past_tricks(hand: Hand, person: Person) -> bool:
    """Are the tricks before the one that is going on kept from this person?"""
    goes_on = hand.adjudication.status == UNFINISHED
    return goes_on and hand.session.variant in NOT_LOOKED_AT and not recorded(hand, person)


def recorded(hand: Hand, person: Person) -> bool:
    """Did this person write the hand down?  Somebody with a link is not the member who made the link."""
    if isinstance(person, Holder):
        return hand.recorded_through_id == person.link.pk
    return hand.recorded_through_id is None and hand.recorded_by_id == person.pk


def shown(hand: Hand, person: Person) -> Shown:
    """The record of a hand and the verdicts on it, for this person."""
    sheet = sheet_for(hand, person)
    if not hides_cards(hand, person):
        return Shown(sheet=sheet, answer=hand.adjudication.answer, hides=False)
    return Shown(sheet=sheet, answer=_judged(hand, sheet).as_json(), hides=True)


def situation(hand: Hand, person: Person) -> records.Keys:
    """The table after the last event: whose turn it is, what is to be beaten, how many cards there are."""
    just_judged: referee.HandAdjudication | None = vars(hand).get(JUDGED)
    if just_judged is not None and not hides_cards(hand, person):
        return just_judged.situation
    return _judged(hand, sheet_for(hand, person)).situation


def sheet_for(hand: Hand, person: Person, *, revision: HandRevision | None = None) -> records.Keys:
    """The record of a hand for this person, as it stands or as it stood."""
    sheet = adjudicating.hand_sheet(revision or hand.head)
    if not hides_cards(hand, person):
        return sheet
    return without_hidden(sheet)


def transcript_for(transcript: Transcript, person: Person) -> records.Keys:
    """Somebody's own log of a hand; the cards in it are theirs alone while the hand is unfinished."""
    sheet = records.join_hand(records.Parts(transcript.content, transcript.text))
    own = transcript.link_id is None and transcript.by_id == person.pk
    if transcript.hand.adjudication.status != UNFINISHED or own:
        return sheet
    return without_hidden(sheet)


def without_hidden(sheet: records.Keys) -> records.Keys:
    """A record without the cards that nobody else may see yet."""
    return {key: value for key, value in sheet.items() if key not in HIDDEN}


def effects_for(session: Session, told: Mapping[str, Any], person: Person) -> dict[str, Any]:
    """What a change makes different in a session, without the verdicts that hidden cards would betray."""
    unfinished = session.hands.filter(adjudication__status=UNFINISHED)
    hands = unfinished.select_related("head", "adjudication")
    hidden = {hand.position for hand in hands if hides_cards(hand, person)}
    if not hidden:
        return {**told}
    shown = [
        _without_verdicts(hand) if hand["position"] in hidden else hand for hand in told["hands"]
    ]
    first = told["first_contradiction"]
    betrays = first is not None and first["position"] in hidden
    return {
        **told,
        "hands": [hand for hand in shown if len(hand) > 1],
        "first_contradiction": None if betrays else first,
    }


def _without_verdicts(hand: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in hand.items() if key != "verdicts"}


def frames_for(hand: Hand, person: Person) -> list[records.Keys] | None:
    """The frames of a hand of which this person may not see every card; nothing if they may."""
    if not hides_cards(hand, person):
        return None
    return _judged(hand, sheet_for(hand, person)).frames()


def _judged(hand: Hand, sheet: records.Keys) -> referee.HandAdjudication:
    return adjudicating.judge_kept(hand, sheet)
