"""Which cards are shown to whom.

While a hand is unfinished, nobody but its recorder is shown dealt cards, and what the referee says to the others comes
from public cards alone: the hand is judged again without the hidden ones.  Where nobody may look at past tricks (G36), those
who only look on are not shown their cards either, unless the club says otherwise.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntFlag
from typing import Any

from django.utils.translation import gettext_noop

import referee
from scorekeeper import access
from scorekeeper.access import Action, Holder, Person
from scorekeeper.adjudication import judging, record_parts
from scorekeeper.models import Dispute, Hand, HandRevision, Session, Transcript
from scorekeeper.models.adjudications import UNFINISHED as UNFINISHED

HIDDEN = ("dealt", "left")
JUDGED = "just_judged"  # kept with a hand while its recorder is answered
PAST = gettext_noop("Nobody looks at the cards of past tricks while the hand goes on.")
_TEXT = re.compile(r"\s*(\d+)\s*:\s*(.*)", re.DOTALL)
_BETRAYS = frozenset({"needs", "needs_templates"})  # beside the reason: they name cards


@dataclass(frozen=True, kw_only=True)
class Shown:
    """A hand as one person may see it."""

    sheet: record_parts.Keys
    answer: record_parts.Keys  # the referee's
    hides: bool  # does it hold back cards?


class Hides(IntFlag):
    """What a hand holds back from somebody; true where it is anything."""

    NOTHING = 0
    DEALT = 1
    PAST_TRICKS = 2


def hides_cards(hand: Hand, person: Person) -> Hides:
    """The cards in this record that this person may not see yet."""
    if hand.adjudication.status != UNFINISHED or recorded(hand, person):
        return Hides.NOTHING
    dealt = any(key in hand.head.content for key in HIDDEN)
    past = Hides.PAST_TRICKS if hides_past_tricks(hand, person) else Hides.NOTHING
    return past | Hides.DEALT if dealt else past


def hides_past_tricks(hand: Hand, person: Person) -> bool:
    """Are the tricks before the one that is going on kept from this person?  Not from those who log."""
    rules = referee.VARIANTS[hand.session.variant]
    if hand.adjudication.status != UNFINISHED or not rules.hides_past_tricks:
        return False
    if recorded(hand, person) or access.may_in(person, Action.RECORD, hand.session):
        return False
    return not hand.session.club.shows_past_tricks


def recorded(hand: Hand, person: Person) -> bool:
    """Did this person write the hand down?  Somebody with a link is not the member who made the link."""
    if isinstance(person, Holder):
        return hand.recorded_through_id == person.link.pk
    return hand.recorded_through_id is None and hand.recorded_by_id == person.pk


def shown(hand: Hand, person: Person) -> Shown:
    """The record of a hand and the verdicts on it, for this person."""
    public, answer = public_sheet(hand, person), public_answer(hand, person)
    if hides_past_tricks(hand, person):
        answer = {**answer, "events": without_past_tricks(answer["events"])}
        public = _with_texts(public, answer["events"])
    return Shown(sheet=public, answer=answer, hides=bool(hides_cards(hand, person)))


def public_answer(hand: Hand, person: Person) -> dict[str, Any]:
    """The referee's answer from the cards that this person has seen, in past tricks too."""
    answer: dict[str, Any] = hand.adjudication.answer
    return (
        _judged(hand, public_sheet(hand, person)).as_json() if hides_cards(hand, person) else answer
    )


def situation(hand: Hand, person: Person) -> record_parts.Keys:
    """The table after the last event: whose turn it is, what is to be beaten, how many cards there are."""
    just_judged: referee.HandAdjudication | None = vars(hand).get(JUDGED)
    if just_judged is not None and not hides_cards(hand, person):
        return just_judged.situation
    return _judged(hand, public_sheet(hand, person)).situation


def sheet_for(
    hand: Hand, person: Person, *, revision: HandRevision | None = None
) -> record_parts.Keys:
    """The record of a hand for this person to read, as it stands or as it stood."""
    public = public_sheet(hand, person, revision=revision)
    if "events" not in public or not hides_past_tricks(hand, person):
        return public
    lies: Any = _lying(hand)
    written: Any = public["events"]
    return {
        **public,
        "events": [
            text if lies.get(number) == text else _face_down(text)
            for number, text in enumerate(written, 1)
        ],
    }


def verdict_for(dispute: Dispute, person: Person) -> dict[str, Any] | None:
    """What the referee said of the disputed event when it was disputed, without the cards of a past trick."""
    verdict: dict[str, Any] | None = dispute.verdict
    if verdict is None or not hides_past_tricks(dispute.hand, person):
        return verdict
    lies = _lying(dispute.hand).get(verdict["event"]) == verdict["text"]
    return verdict if lies else _looked_away(verdict)


def public_sheet(
    hand: Hand, person: Person, *, revision: HandRevision | None = None
) -> record_parts.Keys:
    """What this person is told of a hand is judged from this: with past tricks, which lay open once."""
    sheet = judging.hand_record(revision or hand.head)
    return without_hidden(sheet) if hides_cards(hand, person) else sheet


def transcript_for(transcript: Transcript, person: Person) -> record_parts.Keys:
    """Somebody's own log of a hand; the cards in it are theirs alone while the hand is unfinished."""
    sheet = record_parts.join_hand(record_parts.Parts(transcript.content, transcript.text))
    own = transcript.link_id is None and transcript.by_id == person.pk
    if transcript.hand.adjudication.status != UNFINISHED or own:
        return sheet
    public = without_hidden(sheet)
    if hides_past_tricks(transcript.hand, person):
        public.pop("events", None)
    return public


def without_past_tricks(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Judged events, those of past tricks without their cards: who played how many, and the verdict.

    >>> first = {"seat": 1, "text": "1: 7G 7Y last", "trick": 1, "verdict": "legal"}
    >>> [event["text"] for event in without_past_tricks([first, {"text": "2: 8G", "trick": 2}])]
    ['1: ? ? last', '2: 8G']
    """
    now = events[-1]["trick"] if events else None
    return [event if event["trick"] == now else _looked_away(event) for event in events]


def _lying(hand: Hand) -> dict[int, str]:
    """The events of the trick that is going on, by their number."""
    judged: Any = hand.adjudication.answer["events"]
    return {
        event["event"]: event["text"] for event in judged if event["trick"] == judged[-1]["trick"]
    }


def _looked_away(event: Mapping[str, Any]) -> dict[str, Any]:
    seen = {key: value for key, value in event.items() if key not in _BETRAYS}
    seen["text"] = _face_down(event["text"])
    if "reason" in seen:
        seen.update(reason=PAST, template=PAST, parameters={})
    return seen


def _face_down(text: str) -> str:
    found = _TEXT.fullmatch(text)
    words = found[2].split() if found else []
    if found is None or words[0].lower() in {"pass", "unseen", "takes"}:
        return text
    if words[0].lower() == "gives":
        return f"{found[1]}: gives ? {' '.join(words[2:])}"
    return f"{found[1]}: {' '.join(word if word.lower() == 'last' else '?' for word in words)}"


def _with_texts(sheet: record_parts.Keys, events: list[dict[str, Any]]) -> record_parts.Keys:
    """The record with its events in these words."""
    return {**sheet, **({"events": [event["text"] for event in events]} if events else {})}


def without_hidden(sheet: record_parts.Keys) -> record_parts.Keys:
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


def frames_for(hand: Hand, person: Person) -> list[record_parts.Keys] | None:
    """The frames of a hand of which this person may not see every card; nothing if they may."""
    if not hides_cards(hand, person):
        return None
    frames = _judged(hand, public_sheet(hand, person)).frames()
    return _this_trick(frames) if hides_past_tricks(hand, person) else frames


def _this_trick(frames: list[record_parts.Keys]) -> list[record_parts.Keys]:
    """From the lead of the trick that is going on."""
    now = frames[-1]["trick"]
    return [frame for frame in frames if frame["trick"] == now] or frames[-1:]


def _judged(hand: Hand, sheet: record_parts.Keys) -> referee.HandAdjudication:
    return judging.judge_stored(hand, sheet)
