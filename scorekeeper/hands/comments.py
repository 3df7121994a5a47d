"""Members say something about a play, once the hand is over; they take it back, or a referee hides it.

A comment stays with the event that it was written about, wherever a correction moves it; when the event is corrected
away, it stays with the hand.
"""

import uuid
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from scorekeeper import access, audit
from scorekeeper.access import Action, Person
from scorekeeper.adjudication import hidden_cards
from scorekeeper.hands import event_numbers
from scorekeeper.idempotency import IdTakenError
from scorekeeper.models import Club, Comment, CommentRemoval, Hand, HandRevision, User
from scorekeeper.sessions import recording


class PlacedComment(NamedTuple):
    """A comment, where its event stands now, and how it was taken back."""

    comment: Comment
    event: int | None  # none: about none, or it is gone
    removal: CommentRemoval | None

    @property
    def gone(self) -> bool:
        """Was the event that it is about corrected away?"""
        return self.comment.event is not None and self.event is None


class UnfinishedHandError(ValueError):
    """What is said while a hand goes on could tell somebody's cards."""

    def __init__(self) -> None:
        super().__init__("This hand is unfinished: comments are made when it is over.")


class CommentError(ValueError):
    """A comment is about something that there is not; ``where`` says which."""

    def __init__(self, where: str, message: str) -> None:
        super().__init__(message)
        self.where = where


class NotOwnCommentError(ValueError):
    """Only whoever wrote a comment takes it back; a referee may hide it."""

    def __init__(self) -> None:
        super().__init__("Somebody else wrote this comment: it is theirs to take back.")


def comments_on(hand: Hand, person: Person) -> QuerySet[Comment]:
    """What was said about a hand, as it was said; nothing to strangers, and nothing while the hand goes on."""
    found = comments_seen_by(person).filter(hand=hand)
    return found.none() if is_unfinished(hand) else found.order_by("at", "pk")


def comments_seen_by(person: Person) -> QuerySet[Comment]:
    """Comments are the club's own affair, also about hands that are public."""
    own = access.clubs_where(person, Action.SEE)
    related = ("by", "revision", "removal__by", "hand__adjudication")
    return Comment.objects.filter(club__in=own).select_related(*related)


def is_unfinished(hand: Hand) -> bool:
    """Is it too early to say anything?"""
    return hand.adjudication.status == hidden_cards.UNFINISHED


@transaction.atomic
def comment(
    hand: Hand,
    text: str,
    *,
    by: User,
    event: int | None = None,
    revision: int | None = None,
    id: uuid.UUID | None = None,  # noqa: A002
) -> tuple[Comment, bool]:
    """Say something about an event, or about the whole hand; says whether it is new.

    The event is one of the ``revision`` that was read, else of the record as it stands.
    """
    session = recording.lock(hand.session)
    there = Comment.objects.filter(pk=id).first() if id else None
    if there is not None:
        if (there.hand_id, there.by_id, there.event, there.text) != (hand.pk, by.pk, event, text):
            raise IdTakenError
        return there, False
    hand = session.hands.select_related("head", "adjudication").get(pk=hand.pk)
    if is_unfinished(hand):
        raise UnfinishedHandError
    read = _read(hand, revision)
    _require_event(read, event)
    made = Comment.objects.create(
        id=id or uuid.uuid4(),
        club_id=hand.club_id,
        hand=hand,
        revision=read,
        event=event,
        text=text,
        by=by,
        at=timezone.now(),
    )
    audit.note("comment made", made, by=by, hand=str(hand.pk), event=event)
    return made, True


@transaction.atomic
def remove(comment: Comment, *, by: User) -> tuple[CommentRemoval, bool]:
    """Take one's own comment back, or hide somebody else's; says whether that is new.

    Raises NotOwnCommentError for somebody else's, unless they may hide it.
    """
    Comment.objects.select_for_update(of=("self",)).get(pk=comment.pk)
    if not may_remove(comment, by):
        raise NotOwnCommentError
    removal, is_new = CommentRemoval.objects.get_or_create(
        comment=comment, defaults={"by": by, "at": timezone.now()}
    )
    if is_new:
        audit.note("comment removed", comment, by=by, hand=str(comment.hand_id))
    return removal, is_new


def _read(hand: Hand, number: int | None) -> HandRevision:
    if number is None:
        return hand.head
    read = hand.revisions.filter(number=number).first()
    if read is None:
        raise CommentError("revision", f"The hand has no revision {number}.")
    return read


def _require_event(read: HandRevision, event: int | None) -> None:
    known = len(read.content.get("events") or [])
    if event is not None and not 1 <= event <= known:
        raise CommentError("event", f"There is no event {event}: the hand has {known}.")


def may_remove(comment: Comment, person: Person, *, club: Club | None = None) -> bool:
    """Is it theirs, or may they hide what others wrote?"""
    if person.is_authenticated and comment.by_id == person.pk:
        return True
    return access.may(person, Action.MODERATE, club or comment.club)


def place_comments(comments: Sequence[Comment]) -> list[PlacedComment]:
    """Comments on one hand, each with where its event stands in the record of today."""
    if not comments:
        return []
    hand = comments[0].hand
    moved = [one.revision.number for one in comments if one.revision_id != hand.head_id]
    later = hand.revisions.filter(number__gte=min(moved)) if moved else hand.revisions.none()
    since = list(later.only("number", "hand_id", "content").order_by("number"))
    return [
        PlacedComment(one, _place(one, hand, since), getattr(one, "removal", None)) for one in comments
    ]


def _place(comment: Comment, hand: Hand, since: Iterable[HandRevision]) -> int | None:
    if comment.event is None or comment.revision_id == hand.head_id:
        return comment.event
    read = comment.revision.number
    versions = [row.content.get("events") or [] for row in since if row.number >= read]
    return event_numbers.follow_event(comment.event, versions)
