"""Comments of members on a finished hand or one of its events.

A comment follows its event through corrections.  If the event is removed, the comment stays with the hand.
"""

import uuid
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext_noop

from scorekeeper import access, audit
from scorekeeper.access import Action, Person
from scorekeeper.adjudication import hidden_cards
from scorekeeper.hands import event_numbers
from scorekeeper.idempotency import IdTakenError
from scorekeeper.models import Club, Comment, CommentRemoval, Hand, HandRevision, User
from scorekeeper.sessions import recording


class PlacedComment(NamedTuple):
    """A comment, its event's present number, and its removal."""

    comment: Comment
    event: int | None  # None: about the whole hand, or the event was removed
    removal: CommentRemoval | None

    @property
    def gone(self) -> bool:
        """Whether a correction removed the event that the comment is about."""
        return self.comment.event is not None and self.event is None


class UnfinishedHandError(ValueError):
    """The hand is unfinished: a comment or a variation could reveal cards."""

    def __init__(self) -> None:
        super().__init__(
            gettext_noop(
                "This hand is unfinished: comments and variations can be added when it is over."
            )
        )


class CommentError(ValueError):
    """The comment refers to a missing revision or event; ``where`` names the key."""

    def __init__(self, where: str, message: str) -> None:
        super().__init__(message)
        self.where = where


class NotOwnCommentError(ValueError):
    """The comment is somebody else's, and this account may not hide it."""

    def __init__(self) -> None:
        super().__init__(gettext_noop("Only its author or a referee can remove this comment."))


def comments_on(hand: Hand, person: Person) -> QuerySet[Comment]:
    """Return the comments on a hand, oldest first; none for people outside the club or while the hand is unfinished."""
    comments = comments_visible_to(person).filter(hand=hand)
    return comments.none() if is_unfinished(hand) else comments.order_by("at", "pk")


def comments_visible_to(person: Person) -> QuerySet[Comment]:
    """Return the comments in the clubs to which the person belongs, even on public hands."""
    own = access.clubs_where(person, Action.SEE)
    related = ("by", "revision", "removal__by", "hand__adjudication")
    return Comment.objects.filter(club__in=own).select_related(*related)


def is_unfinished(hand: Hand) -> bool:
    """Return whether the hand is unfinished, so that nobody may comment or keep a variation yet."""
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
    """Comment on an event or on the whole hand; return the comment and whether it is new.

    ``event`` is a number in ``revision``, by default the current one.  Raises UnfinishedHandError, CommentError for a missing
    revision or event, and IdTakenError if the id belongs to another comment.
    """
    session = recording.lock(hand.session)
    existing = Comment.objects.filter(pk=id).first() if id else None
    if existing is not None:
        stored = (existing.hand_id, existing.by_id, existing.event, existing.text)
        if stored != (hand.pk, by.pk, event, text):
            raise IdTakenError
        return existing, False
    hand = session.hands.select_related("head", "adjudication").get(pk=hand.pk)
    if is_unfinished(hand):
        raise UnfinishedHandError
    version = _get_revision(hand, revision)
    _require_event(version, event)
    row = Comment.objects.create(
        id=id or uuid.uuid4(),
        club_id=hand.club_id,
        hand=hand,
        revision=version,
        event=event,
        text=text,
        by=by,
        at=timezone.now(),
    )
    audit.note("comment made", row, by=by, hand=str(hand.pk), event=event)
    return row, True


@transaction.atomic
def remove(comment: Comment, *, by: User) -> tuple[CommentRemoval, bool]:
    """Remove one's own comment, or hide somebody else's; return the removal and whether it is new.

    Raises NotOwnCommentError for somebody else's comment, unless the account may hide it.
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


def _get_revision(hand: Hand, number: int | None) -> HandRevision:
    if number is None:
        return hand.head
    revision = hand.revisions.filter(number=number).first()
    if revision is None:
        raise CommentError("revision", f"The hand has no revision {number}.")
    return revision


def _require_event(revision: HandRevision, event: int | None) -> None:
    events = len(revision.content.get("events") or [])
    if event is not None and not 1 <= event <= events:
        raise CommentError("event", f"There is no event {event}: the hand has {events}.")


def may_remove(comment: Comment, person: Person, *, club: Club | None = None) -> bool:
    """Return whether a person may remove the comment: its author, or somebody who may hide others'."""
    if person.is_authenticated and comment.by_id == person.pk:
        return True
    return access.may(person, Action.MODERATE, club or comment.club)


def place_comments(comments: Sequence[Comment]) -> list[PlacedComment]:
    """Return comments on one hand, each with its event's number in the current record."""
    if not comments:
        return []
    hand = comments[0].hand
    moved = [one.revision.number for one in comments if one.revision_id != hand.head_id]
    later = hand.revisions.filter(number__gte=min(moved)) if moved else hand.revisions.none()
    since = list(later.only("number", "hand_id", "content").order_by("number"))
    return [
        PlacedComment(one, _place(one, hand, since), getattr(one, "removal", None))
        for one in comments
    ]


def _place(comment: Comment, hand: Hand, since: Iterable[HandRevision]) -> int | None:
    if comment.event is None or comment.revision_id == hand.head_id:
        return comment.event
    first = comment.revision.number
    versions = [row.content.get("events") or [] for row in since if row.number >= first]
    return event_numbers.follow_event(comment.event, versions)
