"""A session with its whole history, verifiable without this service: ``session-bundle/1`` (docs/bundles.md)."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias, TypeVar
from uuid import UUID

from django.db.models import Prefetch

import referee
from scorekeeper.access import Person
from scorekeeper.adjudication import derived_rows, hidden_cards, judging
from scorekeeper.clubs import player_merges
from scorekeeper.exports import bundle_journal
from scorekeeper.models import (
    Adjudication,
    Comment,
    Confirmation,
    Dispute,
    DisputeStatement,
    Erasure,
    Hand,
    HandRevision,
    HandVariation,
    Result,
    Session,
    SessionRevision,
    Transcript,
    row_json,
)
from scorekeeper.sessions.snapshots import snapshot

Row = TypeVar("Row", HandRevision, Confirmation, Comment, HandVariation, Dispute, Transcript)

Bundle: TypeAlias = dict[str, Any]
"""``session-bundle/1`` as JSON."""

OMITTED = (
    "club",
    "hand",
    "link",
)  # said once further up; a link is good in one installation only


class HiddenCardsError(ValueError):
    """The history contains cards that must not be shown yet; it can only be exported whole."""

    def __init__(self, positions: Iterable[int]) -> None:
        listed = ", ".join(map(str, positions))
        super().__init__(
            f"Unfinished hands (position {listed}) hold cards that nobody but their recorder may see yet: "
            "a history cannot be checked in part.  Finish or void them first."
        )


def bundle_for(session: Session, person: Person, *, is_member: bool) -> Bundle:
    """Return the session's bundle for a person; non-members get no comments, variations, disputes and transcripts.

    The words of removed comments and variations are left out.  Raises HiddenCardsError while it contains cards that they may not see.
    """
    with snapshot():  # a history that grows while it is read would not fit together
        session = Session.objects.select_related("head", "result").get(pk=session.pk)
        hidden = list(positions_hidden_from(session, person))
        if hidden:
            raise HiddenCardsError(hidden)
        whole = _build_bundle(session)
        for hand in whole["hands"]:
            if not is_member:
                hand.update(comments=[], variations=[], disputes=[], transcripts=[])
            for key in ("comments", "variations"):
                hand[key] = [_without_removed_text(row) for row in hand[key]]
        return {**whole, "journal": _journal_of(whole)}


def _without_removed_text(row: referee.JsonObject) -> referee.JsonObject:
    return {**row, "text": None} if row["removal"] else row


def positions_hidden_from(session: Session, person: Person) -> Iterator[int]:
    """Yield the positions of unfinished hands with cards, in any version, that this person may not see yet."""
    unfinished = session.hands.filter(adjudication__status=hidden_cards.UNFINISHED)
    for hand in unfinished.select_related("head", "adjudication").order_by("position"):
        is_own = hidden_cards.is_recorder(hand, person)
        contents = [] if is_own else [row.content for row in hand.revisions.all()]
        contents += [row.content for row in hand.transcripts.exclude(link=None, by=person.pk)]
        hides_tricks = hidden_cards.hides_past_tricks(hand, person)
        if hides_tricks or any(
            key in content for content in contents for key in hidden_cards.HIDDEN_KEYS
        ):
            yield hand.position


def build_bundle(session: Session) -> Bundle:
    """Return the whole bundle of a session, each part in chronological order."""
    whole = _build_bundle(session)
    return {**whole, "journal": _journal_of(whole)}


def _build_bundle(session: Session) -> Bundle:
    """Return the bundle without the entries of the journal."""
    hands = list(session.hands.select_related("head", "adjudication").order_by("position"))
    facts = _facts_about(session)
    head: SessionRevision = session.head
    versions = list(session.revisions.order_by("number"))
    return {
        "format": referee.BUNDLE_FORMAT,
        "club": str(session.club_id),
        "session": {
            "id": str(session.pk),
            "season": str(session.season_id) if session.season_id else None,
            "visibility": session.visibility,
            "created_at": row_json.format_time(session.created_at),
            "created_by": str(session.created_by_id),
            "words_erased": _has_erased_player(session, versions),
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
                **{key: rows.get(hand.pk, []) for key, rows in facts.items()},
            }
            for hand in hands
        ],
        "adjudication": _adjudication(session, hands),
    }


def _journal_of(whole: Bundle) -> referee.JsonObject:
    """Return the journal's entries about the facts that are in the bundle."""
    return bundle_journal.journal_of(referee.facts_in(whole), UUID(whole["club"]))


def _players(session: Session) -> list[referee.Json]:
    """Return the players by seat, with their current names."""
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


def _has_erased_player(session: Session, versions: Iterable[SessionRevision]) -> bool:
    """Return whether any player who ever sat in this session was erased."""
    seated = {str(pk) for version in versions for pk in version.content.get("players") or []}
    erased = Erasure.objects.filter(club=session.club_id).values_list("player", flat=True)
    return any(str(pk) in seated for pk in erased)


def _adjudication(session: Session, hands: list[Hand]) -> referee.Json:
    """Return the stored adjudication, even if it is outdated."""
    judged = [getattr(hand, "adjudication", None) for hand in hands]
    result = Result.objects.filter(session=session).first()
    rules = derived_rows.edition_of_result(session, judging.rules_of(session), result, [])
    digest = min((row.rules_digest for row in judged if row), default=rules.digest)
    return {
        "format": "adjudication/1",
        "variant": session.variant,
        "rules_digest": digest,
        "hands": [_answer(row, digest) if row else None for row in judged],
        "totals": result.totals if result else None,
        "over": result.over if result else None,
        "winners": result.winners if result else None,
    }


def _answer(row: Adjudication, digest: str) -> referee.Json:
    """Return a stored answer; with the digest of its rules where they are another edition than the bundle's."""
    own = {} if row.rules_digest == digest else {"rules_digest": row.rules_digest}
    return {**row.answer, **own}


def _facts_about(session: Session) -> dict[str, dict[UUID, list[referee.JsonObject]]]:
    """Return revisions, confirmations, comments, variations, disputes and transcripts by key and hand, one query each."""
    versions = HandRevision.objects.filter(hand__session=session).order_by("hand_id", "number")
    about = {"hand__session": session}
    statements = DisputeStatement.objects.order_by("at", "pk")
    disputes = Dispute.objects.filter(**about).select_related("ruling", "withdrawal")
    disputes = disputes.prefetch_related(Prefetch("statements", statements))
    comments = Comment.objects.filter(**about).select_related("removal")
    variations = HandVariation.objects.filter(**about).select_related("removal")
    return {
        "revisions": _by_hand(versions, _revision),
        "confirmations": _by_hand(Confirmation.objects.filter(**about).order_by("at", "pk"), _fact),
        "comments": _by_hand(comments.order_by("at", "pk"), _comment),
        "variations": _by_hand(variations.order_by("at", "pk"), _variation),
        "disputes": _by_hand(disputes.order_by("raised_at", "pk"), _dispute),
        "transcripts": _by_hand(Transcript.objects.filter(**about).order_by("at", "pk"), _fact),
    }


def _by_hand(
    rows: Iterable[Row], to_json: Callable[[Row], referee.JsonObject]
) -> dict[UUID, list[referee.JsonObject]]:
    by_hand: defaultdict[UUID, list[referee.JsonObject]] = defaultdict(list)
    for row in rows:
        by_hand[row.hand_id].append(to_json(row))
    return by_hand


def _revision(row: SessionRevision | HandRevision) -> referee.JsonObject:
    return row_json.to_json(row, without=("club", "session", "hand", "position"))


def _fact(row: Confirmation | Transcript) -> referee.JsonObject:
    return row_json.to_json(row, without=OMITTED)


def _comment(row: Comment) -> referee.JsonObject:
    """Return a comment with its removal, if any."""
    return {**row_json.to_json(row, without=OMITTED), **_outcomes(row, "removal", of="comment")}


def _variation(row: HandVariation) -> referee.JsonObject:
    """Return a variation with its removal, if any."""
    return {**row_json.to_json(row, without=OMITTED), **_outcomes(row, "removal", of="variation")}


def _dispute(row: Dispute) -> referee.JsonObject:
    """Return a dispute with its statements and its outcome."""
    statements: list[referee.Json] = [
        row_json.to_json(one, without=(*OMITTED, "dispute")) for one in row.statements.all()
    ]
    outcomes = _outcomes(row, "ruling", "withdrawal", of="dispute")
    return {**row_json.to_json(row, without=OMITTED), "statements": statements, **outcomes}


def _outcomes(row: Comment | HandVariation | Dispute, *names: str, of: str) -> referee.JsonObject:
    return {
        name: row_json.to_json(outcome, without=(*OMITTED, of)) if outcome else None
        for name in names
        for outcome in [getattr(row, name, None)]
    }
