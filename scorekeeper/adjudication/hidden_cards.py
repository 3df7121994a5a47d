"""What each person may see of a hand.

While a hand is unfinished, only its recorder sees the cards that were dealt.  For everybody else the referee judges
the hand again without them, so that its reasons do not give them away.  Where the rules hide past tricks (G36),
onlookers do not see their cards either, unless the club allows it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from enum import IntFlag
from typing import Any

from django.utils.translation import gettext_noop

import referee
from scorekeeper import access
from scorekeeper.access import Action, Holder, Person
from scorekeeper.adjudication import judging
from scorekeeper.models import Dispute, Hand, HandRevision, Session, Transcript
from scorekeeper.models.adjudications import UNFINISHED as UNFINISHED

HIDDEN_KEYS = ("dealt", "left")
UNREADABLE = gettext_noop("A hand of this session cannot be judged by these rules.")
PAST_TRICK_REASON = gettext_noop("The cards of past tricks stay hidden until the hand is over.")
_EVENT = re.compile(r"\s*(\d+)\s*:\s*(.*)", re.DOTALL)
_NAMES_CARDS = frozenset({"needs", "needs_templates"})  # keys of a verdict, besides the reason


@dataclass(frozen=True, kw_only=True)
class VisibleHand:
    """The record of a hand and the referee's answer, as one person may see them."""

    record: referee.JsonObject
    answer: referee.JsonObject
    hides: bool  # whether cards are missing


class HiddenParts(IntFlag):
    """The parts of a hand that somebody may not see; false if there are none."""

    NOTHING = 0
    DEALT = 1
    PAST_TRICKS = 2


def hides_cards(hand: Hand, person: Person) -> HiddenParts:
    """Return which cards of this hand the person may not see yet."""
    if hand.adjudication.status != UNFINISHED or is_recorder(hand, person):
        return HiddenParts.NOTHING
    dealt = any(key in hand.head.content for key in HIDDEN_KEYS)
    past = HiddenParts.PAST_TRICKS if hides_past_tricks(hand, person) else HiddenParts.NOTHING
    return past | HiddenParts.DEALT if dealt else past


def hides_past_tricks(hand: Hand, person: Person) -> bool:
    """Return whether the cards of past tricks are hidden from this person (G36).

    Those who may record the session see them.
    """
    if hand.adjudication.status != UNFINISHED:  # so it is shown even if its game was removed
        return False
    if not referee.rules_for(hand.session.variant).hides_past_tricks:
        return False
    if is_recorder(hand, person) or access.may_in(person, Action.RECORD, hand.session):
        return False
    return not hand.session.club.shows_past_tricks


def is_recorder(hand: Hand, person: Person) -> bool:
    """Return whether this person recorded the hand.

    The holder of a link is not the member who created the link, and a token for another club is not its account.
    """
    if isinstance(person, Holder):
        return hand.recorded_through_id == person.link.pk
    is_own = hand.recorded_through_id is None and hand.recorded_by_id == person.pk
    return is_own and access.is_for_club(person, hand.club_id)


def visible_hand(hand: Hand, person: Person) -> VisibleHand:
    """Return the record of a hand and the verdicts on it, as this person may see them.

    Where the game was removed, nobody can tell which cards an unfinished hand hides: neither plays nor verdicts are returned.
    """
    if hand.adjudication.status == UNFINISHED and hand.session.variant not in referee.VARIANTS:
        return VisibleHand(record={}, answer={**hand.adjudication.answer, "events": []}, hides=True)
    public, answer = public_record(hand, person), public_answer(hand, person)
    if hides_past_tricks(hand, person):
        answer = {**answer, "events": without_past_tricks(answer["events"])}
        public = _with_texts(public, answer["events"])
    return VisibleHand(record=public, answer=answer, hides=bool(hides_cards(hand, person)))


def public_answer(hand: Hand, person: Person) -> dict[str, Any]:
    """Return the referee's answer judged from public cards, those of past tricks included."""
    answer: dict[str, Any] = hand.adjudication.answer
    return (
        _judge(hand, public_record(hand, person)).as_json() if hides_cards(hand, person) else answer
    )


def situation(
    hand: Hand, person: Person, judged: referee.HandAdjudication | None = None
) -> referee.JsonObject:
    """Return the table after the last event: turn, standing combination and card counts.

    ``judged`` is the referee's judgement of the hand as it stands, where the caller has it.
    """
    if judged is not None and not hides_cards(hand, person):
        return judged.situation
    return _judge(hand, public_record(hand, person)).situation


def record_for(
    hand: Hand, person: Person, *, revision: HandRevision | None = None
) -> referee.JsonObject:
    """Return the record of a hand as this person may read it, of any revision."""
    public = public_record(hand, person, revision=revision)
    if "events" not in public or not hides_past_tricks(hand, person):
        return public
    current = _events_of_current_trick(hand)
    events: Any = public["events"]
    return {
        **public,
        "events": [
            text if current.get(number) == text else _face_down(text)
            for number, text in enumerate(events, 1)
        ],
    }


def verdict_for(dispute: Dispute, person: Person) -> dict[str, Any] | None:
    """Return the verdict when the event was disputed, without the cards of a past trick."""
    verdict: dict[str, Any] | None = dispute.verdict
    if verdict is None or not hides_past_tricks(dispute.hand, person):
        return verdict
    current = _events_of_current_trick(dispute.hand)
    is_current = current.get(verdict["event"]) == verdict["text"]
    return verdict if is_current else _without_faces(verdict)


def public_record(
    hand: Hand, person: Person, *, revision: HandRevision | None = None
) -> referee.JsonObject:
    """Return the record from which the hand is judged for this person.

    It includes past tricks: their cards were public once.
    """
    record = judging.hand_record(revision or hand.head)
    return without_hidden_cards(record) if hides_cards(hand, person) else record


def transcript_for(transcript: Transcript, person: Person) -> referee.JsonObject:
    """Return a second log of a hand; only its author sees its cards while the hand is unfinished."""
    record = referee.join_hand(referee.Parts(transcript.content, transcript.text))
    own = transcript.link_id is None and transcript.by_id == person.pk
    if transcript.hand.adjudication.status != UNFINISHED or own:
        return record
    public = without_hidden_cards(record)
    if hides_past_tricks(transcript.hand, person):
        public.pop("events", None)
    return public


def without_past_tricks(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Replace the cards of past tricks by question marks and drop the reasons of their verdicts.

    >>> first = {"seat": 1, "text": "1: 7G 7Y last", "trick": 1, "verdict": "legal"}
    >>> [event["text"] for event in without_past_tricks([first, {"text": "2: 8G", "trick": 2}])]
    ['1: ? ? last', '2: 8G']
    """
    current = events[-1]["trick"] if events else None
    return [event if event["trick"] == current else _without_faces(event) for event in events]


def _events_of_current_trick(hand: Hand) -> dict[int, str]:
    """Return the texts of the events of the current trick by event number."""
    judged: Any = hand.adjudication.answer["events"]
    return {
        event["event"]: event["text"] for event in judged if event["trick"] == judged[-1]["trick"]
    }


def _without_faces(event: Mapping[str, Any]) -> dict[str, Any]:
    public = {key: value for key, value in event.items() if key not in _NAMES_CARDS}
    public["text"] = _face_down(event["text"])
    if "reason" in public:
        public.update(reason=PAST_TRICK_REASON, template=PAST_TRICK_REASON, parameters={})
    return public


def _face_down(text: str) -> str:
    match = _EVENT.fullmatch(text)
    words = match[2].split() if match else []
    if match is None or words[0].lower() in {"pass", "unseen", "takes"}:
        return text
    if words[0].lower() == "gives":
        return f"{match[1]}: gives ? {' '.join(words[2:])}"
    return f"{match[1]}: {' '.join(word if word.lower() == 'last' else '?' for word in words)}"


def _with_texts(record: referee.JsonObject, events: list[dict[str, Any]]) -> referee.JsonObject:
    return {**record, **({"events": [event["text"] for event in events]} if events else {})}


def without_hidden_cards(record: referee.JsonObject) -> referee.JsonObject:
    """Return a record without the cards that only its recorder may see yet."""
    return {key: value for key, value in record.items() if key not in HIDDEN_KEYS}


def effects_for(session: Session, effects: Mapping[str, Any], person: Person) -> dict[str, Any]:
    """Return what a change makes different in a session, without verdicts that depend on hidden cards."""
    unfinished = session.hands.filter(adjudication__status=UNFINISHED)
    hands = unfinished.select_related("head", "adjudication")
    hidden = {hand.position for hand in hands if hides_cards(hand, person)}
    if not hidden:
        return {**effects}
    visible = [
        _without_verdicts(hand) if hand["position"] in hidden else hand for hand in effects["hands"]
    ]
    first = effects["first_contradiction"]
    is_hidden = first is not None and first["position"] in hidden
    return {
        **effects,
        "hands": [hand for hand in visible if len(hand) > 1],
        "first_contradiction": None if is_hidden else first,
    }


def error_for(
    sessions: Iterable[Session], error: referee.MalformedError, person: Person
) -> referee.MalformedError:
    """Return why hands of these sessions cannot be judged by other rules, without cards that are hidden from this person."""
    unfinished = Hand.objects.filter(session__in=sessions, adjudication__status=UNFINISHED)
    hands = unfinished.select_related("head", "adjudication", "session__club")
    if error.where.startswith("house_rules") or not any(
        hides_cards(hand, person) for hand in hands
    ):
        return error
    return referee.MalformedError("unreadable", "", UNREADABLE)


@contextmanager
def hidden_in_errors(sessions: Iterable[Session], person: Person) -> Iterator[None]:
    """Judge hands of these sessions by other rules; errors name no card that is hidden from this person."""
    try:
        yield
    except referee.MalformedError as error:
        raise error_for(sessions, error, person) from error


def _without_verdicts(hand: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in hand.items() if key != "verdicts"}


def frames_for(hand: Hand, person: Person) -> list[referee.JsonObject] | None:
    """Return the frames of a hand as this person may see them, or None if they may see every card."""
    if not hides_cards(hand, person):
        return None
    frames = _judge(hand, public_record(hand, person)).frames()
    return _frames_of_current_trick(frames) if hides_past_tricks(hand, person) else frames


def _frames_of_current_trick(frames: list[referee.JsonObject]) -> list[referee.JsonObject]:
    current = frames[-1]["trick"]
    return [frame for frame in frames if frame["trick"] == current] or frames[-1:]


def _judge(hand: Hand, record: referee.JsonObject) -> referee.HandAdjudication:
    return judging.judge_stored(hand, record)
