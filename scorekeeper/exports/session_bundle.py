"""A session with its whole history, to be checked without this service: ``session-bundle/1`` (docs/bundles.md)."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias, TypeVar
from uuid import UUID

from django.db import transaction
from django.db.models import Prefetch

import referee
from scorekeeper.access import Person
from scorekeeper.adjudication import hidden_cards, judging, record_parts
from scorekeeper.clubs import player_merges
from scorekeeper.exports import row_json
from scorekeeper.models import (
    Comment,
    Confirmation,
    Dispute,
    DisputeStatement,
    Erasure,
    Hand,
    HandRevision,
    Result,
    Session,
    SessionRevision,
    Transcript,
)
from scorekeeper.sessions import recording

Row = TypeVar("Row", HandRevision, Confirmation, Comment, Dispute, Transcript)

Bundle: TypeAlias = dict[str, Any]
"""``session-bundle/1`` as JSON."""

NOT_TAKEN = (
    "club",
    "hand",
    "link",
)  # said once further up; a link is good in one installation only


class HiddenCardsError(ValueError):
    """A history is given whole or not at all, and this one holds cards that must not be shown yet."""

    def __init__(self, positions: Iterable[int]) -> None:
        listed = ", ".join(map(str, positions))
        super().__init__(
            f"Unfinished hands (position {listed}) hold cards that nobody but their recorder may see yet: "
            "a history cannot be checked in part.  Finish or void them first."
        )


@transaction.atomic
def bundle_for(session: Session, person: Person, *, inside: bool) -> Bundle:
    """The bundle for somebody; what a club's members wrote to each other only for those ``inside`` the club.

    What was said in a comment that was taken back is for nobody any more, as on every page.
    Raises HiddenCardsError while there are cards that they may not see.
    """
    session = recording.lock(
        session
    )  # a history that grows while it is read would not fit together
    hidden = list(hidden_from(session, person))
    if hidden:
        raise HiddenCardsError(hidden)
    whole = bundle(session)
    for hand in whole["hands"]:
        if not inside:
            hand.update(comments=[], disputes=[], transcripts=[])
        hand["comments"] = [_shown(comment) for comment in hand["comments"]]
    return whole


def _shown(comment: record_parts.Keys) -> record_parts.Keys:
    return {**comment, "text": None} if comment["removal"] else comment


def hidden_from(session: Session, person: Person) -> Iterator[int]:
    """The positions of the unfinished hands with cards, in any version, that somebody may not see yet."""
    unfinished = session.hands.filter(adjudication__status=hidden_cards.UNFINISHED)
    for hand in unfinished.select_related("head", "adjudication").order_by("position"):
        own = hidden_cards.recorded(hand, person)
        written = [] if own else [row.content for row in hand.revisions.all()]
        written += [row.content for row in hand.transcripts.exclude(link=None, by=person.pk)]
        past = hidden_cards.hides_past_tricks(hand, person)
        if past or any(key in content for content in written for key in hidden_cards.HIDDEN):
            yield hand.position


def bundle(session: Session) -> Bundle:
    """Everything there is about a sitting, in the order in which it came to be."""
    hands = list(session.hands.select_related("head", "adjudication").order_by("position"))
    known = _facts_about(session)
    head: SessionRevision = session.head
    versions = list(session.revisions.order_by("number"))
    return {
        "format": referee.BUNDLE,
        "club": str(session.club_id),
        "session": {
            "id": str(session.pk),
            "season": str(session.season_id) if session.season_id else None,
            "visibility": session.visibility,
            "created_at": row_json.moment(session.created_at),
            "created_by": str(session.created_by_id),
            "words_erased": _somebody_erased(session, versions),
            "head": head.digest,
            "revisions": [_revision(row) for row in versions],
        },
        "players": _players(session),
        "hands": [
            {
                "id": str(hand.pk),
                "position": hand.position,
                "recorded_by": str(hand.recorded_by_id),
                "head": hand.head.digest,
                **{key: rows.get(hand.pk, []) for key, rows in known.items()},
            }
            for hand in hands
        ],
        "adjudication": _adjudication(session, hands),
    }


def _players(session: Session) -> list[record_parts.Json]:
    """Who sits where, by the names of today."""
    names = player_merges.merged_names(session.club_id)
    seats = list(session.seats.select_related("player").order_by("number"))
    seated = [seat.player for seat in seats]
    erased = set(Erasure.objects.filter(player__in=seated).values_list("player", flat=True))
    return [
        {
            "id": str(player.pk),
            "name": names.get(player.pk, player.name),
            "erased": player.pk in erased,
        }
        for player in seated
    ]


def _somebody_erased(session: Session, versions: Iterable[SessionRevision]) -> bool:
    """Was anybody erased who ever sat at this table?"""
    seated = {str(pk) for version in versions for pk in version.content.get("players") or []}
    erased = Erasure.objects.filter(club=session.club_id).values_list("player", flat=True)
    return any(str(pk) in seated for pk in erased)


def _adjudication(session: Session, hands: list[Hand]) -> record_parts.Json:
    """What the service made of it, whether or not that is right."""
    judged = [getattr(hand, "adjudication", None) for hand in hands]
    result = Result.objects.filter(session=session).first()
    digests = {row.rules_digest for row in judged if row} or {judging.rules_of(session).digest}
    return {
        "format": "adjudication/1",
        "variant": session.variant,
        "rules_digest": min(digests),
        "hands": [row.answer if row else None for row in judged],
        "totals": result.totals if result else None,
        "over": result.over if result else None,
        "winners": result.winners if result else None,
    }


def _facts_about(session: Session) -> dict[str, dict[UUID, list[record_parts.Keys]]]:
    """By key and hand, in a query each: the versions of it, and what people said about them."""
    versions = HandRevision.objects.filter(hand__session=session).order_by("hand", "number")
    about = {"hand__session": session}
    said = DisputeStatement.objects.order_by("at", "pk")
    disputes = Dispute.objects.filter(**about).select_related("ruling", "withdrawal")
    disputes = disputes.prefetch_related(Prefetch("statements", said))
    comments = Comment.objects.filter(**about).select_related("removal")
    return {
        "revisions": _by_hand(versions, _revision),
        "confirmations": _by_hand(Confirmation.objects.filter(**about).order_by("at", "pk"), _fact),
        "comments": _by_hand(comments.order_by("at", "pk"), _comment),
        "disputes": _by_hand(disputes.order_by("raised_at", "pk"), _dispute),
        "transcripts": _by_hand(Transcript.objects.filter(**about).order_by("at", "pk"), _fact),
    }


def _by_hand(
    rows: Iterable[Row], told: Callable[[Row], record_parts.Keys]
) -> dict[UUID, list[record_parts.Keys]]:
    found: defaultdict[UUID, list[record_parts.Keys]] = defaultdict(list)
    for row in rows:
        found[row.hand_id].append(told(row))
    return found


def _revision(row: SessionRevision | HandRevision) -> record_parts.Keys:
    return row_json.as_json(row, without=("club", "session", "hand", "position"))


def _fact(row: Confirmation | Transcript) -> record_parts.Keys:
    return row_json.as_json(row, without=NOT_TAKEN)


def _comment(row: Comment) -> record_parts.Keys:
    """A comment with who took it back, if somebody did."""
    return {**row_json.as_json(row, without=NOT_TAKEN), **_ended(row, "removal", of="comment")}


def _dispute(row: Dispute) -> record_parts.Keys:
    """A dispute with what everybody had to say and how it ended."""
    said: list[record_parts.Json] = [
        row_json.as_json(one, without=(*NOT_TAKEN, "dispute")) for one in row.statements.all()
    ]
    ended = _ended(row, "ruling", "withdrawal", of="dispute")
    return {**row_json.as_json(row, without=NOT_TAKEN), "statements": said, **ended}


def _ended(row: Comment | Dispute, *names: str, of: str) -> record_parts.Keys:
    return {
        name: row_json.as_json(there, without=(*NOT_TAKEN, of)) if there else None
        for name in names
        for there in [getattr(row, name, None)]
    }
