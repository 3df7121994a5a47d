"""Check a session's heads, seats and the columns that repeat what its revisions say."""

from collections.abc import Iterable, Iterator
from uuid import UUID

from django.db.models import Exists, OuterRef

import referee
from scorekeeper.adjudication import judging, session_columns
from scorekeeper.management.record_check.comparison import compare_columns
from scorekeeper.management.record_check.damaged_rows import (
    as_text,
    guarded,
    keys_of,
    parse_key,
    readable,
    readable_by,
)
from scorekeeper.management.record_check.revisions import DIGESTED
from scorekeeper.models import Hand, HandRevision, Session, SessionRevision


def session_problems(session: Session) -> Iterator[referee.VerificationProblem]:
    """Yield heads that are missing, and columns and seats that differ from the head they repeat."""
    yield from guarded(_head_problems(session), "session")
    for version in readable(session.revisions.all()):
        where = f"session.revisions[{version.number - 1}]"
        yield from compare_columns(version, where, {"club_id": session.club_id})
    revisions = HandRevision.objects.filter(hand__session=session).order_by("hand_id", "number")
    chains = readable_by("hand_id", revisions)
    for hand in readable(session.hands.order_by("position")):
        problems = _hand_column_problems(session, hand, chains.get(hand.pk, []))
        yield from guarded(problems, f"hands[{hand.position - 1}]")
    yield from _missing_hand_heads(session)


def head_missing(pk: UUID) -> Iterator[referee.VerificationProblem]:
    """Yield that the session's head is no revision, if so."""
    head = SessionRevision.objects.filter(pk=OuterRef("head"))
    if Session.objects.filter(~Exists(head), pk=pk).exists():
        message = "The head is no revision that there is."
        yield referee.VerificationProblem("session.head", "head-missing", message)


def _missing_hand_heads(session: Session) -> Iterator[referee.VerificationProblem]:
    head = HandRevision.objects.filter(pk=OuterRef("head"))
    for key in keys_of(session.hands.filter(~Exists(head))):
        message = f"The head of hand {parse_key(key) or key} is no revision that there is."
        yield referee.VerificationProblem("hands", "head-missing", message)


def _hand_column_problems(
    session: Session, hand: Hand, chain: Iterable[HandRevision]
) -> Iterator[referee.VerificationProblem]:
    """Yield columns of a hand and its revisions that contradict their chain."""
    where = f"hands[{hand.position - 1}]"
    yield from compare_columns(hand, where, {"club_id": session.club_id})
    expected = {"club_id": session.club_id, "session_id": session.pk, "position": hand.position}
    for revision in chain:
        yield from compare_columns(revision, f"{where}.revisions[{revision.number - 1}]", expected)
        if revision.number == 1:
            yield from compare_columns(hand, where, {"recorded_by_id": revision.by_id})


def _head_problems(session: Session) -> Iterator[referee.VerificationProblem]:
    """Yield columns and seats that differ from the session's head, and a wrong creator or creation time."""
    first = session.revisions.filter(number=1).defer(*DIGESTED).first()
    if first is not None:
        opened: dict[str, object] = {"created_at": first.at, "created_by_id": first.by_id}
        if session.entered_on is not None:  # the previous release writes no such day
            opened["entered_on"] = session.club.own_day(first.at)
        yield from compare_columns(session, "session", opened)
    sheet = judging.session_record(session.head)
    columns = session_columns.columns_of(sheet)
    yield from compare_columns(session, "session", {**columns})
    session.variant = columns["variant"]  # for the checks after this one
    seats = session.seats.order_by("number").values_list("number", as_text("player"))
    seated = [(number, str(parse_key(player) or player)) for number, player in seats]
    if seated != [*enumerate(players_of(sheet), 1)]:
        message = "The seats are not those of the session's last revision."
        yield referee.VerificationProblem("session.seats", "other-mirror", message)


def players_of(sheet: referee.JsonObject) -> list[str]:
    """Return the players' keys by seat; empty where the sheet has no list of them."""
    players = sheet.get("players")
    return [str(player) for player in players] if isinstance(players, list) else []
