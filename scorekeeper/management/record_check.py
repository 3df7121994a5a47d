"""Check that stored records match their digests and that derived rows follow from them."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import NamedTuple
from uuid import UUID

from django.db import models, transaction
from django.db.models import Value
from django.db.models.functions import Cast

import referee
from scorekeeper.adjudication import derived_rows, judging, session_columns
from scorekeeper.exports import session_bundle
from scorekeeper.models import (
    AuditEntry,
    Club,
    HandRevision,
    Result,
    Score,
    Session,
    SessionRevision,
    Verdict,
)

BATCH = 200
BUILT_LATER = frozenset({"replay", "showings"})


class RecordProblem(NamedTuple):
    """A problem: the session or other row, the place in it, a code for programs, and a message."""

    subject: str
    where: str
    code: str
    message: str


def verify_records(
    club: Club | None = None, *, on_progress: Callable[[int], None] = lambda _: None
) -> Iterator[RecordProblem]:
    """Yield every problem in the records of a club, or of all clubs.

    ``on_progress`` is called with the number of sessions checked so far.  Only one session at a time is in memory.
    """
    sessions = Session.objects.filter(club=club) if club else Session.objects.all()
    ids = sessions.order_by("pk").values_list("pk", flat=True).iterator(chunk_size=BATCH)
    for checked, pk in enumerate(ids, 1):
        yield from check_session(pk)
        on_progress(checked)
    yield from _missing_revisions(club)


@transaction.atomic
def check_session(pk: UUID) -> list[RecordProblem]:
    """Return every problem of a session, its hands and their derived rows."""
    Session.objects.select_for_update().filter(pk=pk).first()  # no writes between the queries
    subject = f"session {pk}"
    problems = [*_encoding_problems(pk)]
    session = Session.objects.select_related("head").filter(pk=pk).first()
    if session is None:
        message = "The head is no revision that there is."
        problems.append(referee.VerificationProblem("session.head", "head-missing", message))
    elif not any(problem.code == "unreadable" for problem in problems):
        problems += _session_problems(session)
    return [RecordProblem(subject, *problem) for problem in problems]


def _session_problems(session: Session) -> list[referee.VerificationProblem]:
    problems = [*_column_problems(session)]
    try:
        problems += referee.verify(
            json.loads(json.dumps(session_bundle.build_bundle(session)))
        ).problems
        problems += _derived_problems(session)
    except referee.MalformedError as error:
        problems.append(referee.VerificationProblem(error.where, "unreadable", error.message))
    return problems


def _encoding_problems(pk: UUID) -> Iterator[referee.VerificationProblem]:
    """Yield contents and texts that are not stored as canonical JSON, the form that was digested."""
    texts = {name: Cast(name, models.TextField()) for name in ("content", "text")}
    stored: Iterable[tuple[object, int, str, str]] = chain(
        SessionRevision.objects.filter(session=pk).values_list(
            Value("session"), "number", *texts.values()
        ),
        HandRevision.objects.filter(hand__session=pk)
        .values_list("hand", "number", *texts.values())
        .iterator(chunk_size=BATCH),
    )
    for of, number, *both in stored:
        for name, text in zip(texts, both, strict=True):
            yield from _check_encoding(text, f"{of}, revision {number}, {name}")


def _check_encoding(text: str, where: str) -> Iterator[referee.VerificationProblem]:
    try:
        value = json.loads(text)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        yield referee.VerificationProblem(
            where, "unreadable", "What is stored is no JSON object any more."
        )
    elif referee.canonical(value) != text:
        message = "What is stored is spelled otherwise than it was sealed."
        yield referee.VerificationProblem(where, "other-spelling", message)


def _column_problems(session: Session) -> Iterator[referee.VerificationProblem]:
    """Yield columns that contradict the revision chains."""
    for version in session.revisions.all():
        yield from _compare_columns(version, f"session.revisions[{version.number - 1}]", {"club_id": session.club_id})  # fmt: skip
    hands = list(session.hands.order_by("position"))
    for hand in hands:
        where = f"hands[{hand.position - 1}]"
        yield from _compare_columns(hand, where, {"club_id": session.club_id})
        expected = {"club_id": session.club_id, "session_id": session.pk, "position": hand.position}
        for revision in hand.revisions.all():
            yield from _compare_columns(
                revision, f"{where}.revisions[{revision.number - 1}]", expected
            )
            if revision.number == 1:
                yield from _compare_columns(hand, where, {"recorded_by_id": revision.by_id})
    if len(hands) != session.hands.filter(head__number__gte=1).count():
        yield referee.VerificationProblem(
            "hands", "head-missing", "The head of a hand is no revision that there is."
        )
    yield from _head_problems(session)


def _head_problems(session: Session) -> Iterator[referee.VerificationProblem]:
    """Yield columns and seats that differ from the session's head, and a wrong creator or creation time."""
    sheet = judging.session_record(session.head)
    yield from _compare_columns(session, "session", {**session_columns.columns_of(sheet)})
    first = session.revisions.filter(number=1).first()
    if first is not None:
        opened = {"created_at": first.at, "created_by_id": first.by_id}
        yield from _compare_columns(session, "session", opened)
    seats = session.seats.order_by("number").values_list("number", "player")
    if [(number, str(player)) for number, player in seats] != [*enumerate(_players(sheet), 1)]:
        message = "The seats are not those of the session's last revision."
        yield referee.VerificationProblem("session.seats", "other-mirror", message)


def _players(sheet: referee.JsonObject) -> list[str]:
    players = sheet.get("players")
    return [str(player) for player in players] if isinstance(players, list) else []


def _derived_problems(session: Session) -> Iterator[referee.VerificationProblem]:
    """Yield adjudications, scores, verdicts and results that do not follow from the heads.

    Raises MalformedError if the heads cannot be adjudicated.
    """
    rules = judging.rules_of(session)
    players = judging.players_of(session)
    record = referee.parse_record({**judging.session_record(session.head), "hands": []})
    carried, inputs = referee.Carried.first(record), []
    for hand in session.hands.select_related("head", "adjudication").order_by("position"):
        where = f"hands[{hand.position - 1}]"
        judged = referee.readjudicate_hand(rules, judging.hand_record(hand.head), carried)
        # Read before adjudication_of() replaces it in memory.
        stored = getattr(hand, "adjudication", None)
        derived = derived_rows.adjudication_of(hand, rules, judged, judged.as_json())
        yield from _compare_row(stored, derived, f"{where}.adjudication")
        scores = derived_rows.scores_of(hand, derived.answer, players=players)
        yield from _compare_rows(
            Score.objects.filter(hand=hand).order_by("seat"), scores, f"{where}.scores"
        )
        verdicts = derived_rows.verdicts_of(hand, derived.answer)
        yield from _compare_rows(
            Verdict.objects.filter(hand=hand).order_by("event"), verdicts, f"{where}.verdicts"
        )
        carried = judged.carried_out
        inputs.append(derived.input_digest)
    result = derived_rows.result_of(session, rules, carried, inputs=inputs)
    yield from _compare_row(Result.objects.filter(session=session).first(), result, "result")


def _compare_rows(
    stored: Iterable[models.Model], expected: Sequence[models.Model], where: str
) -> Iterator[referee.VerificationProblem]:
    rows = list(stored)
    if len(rows) != len(expected):
        message = f"There are {len(rows)} rows, and {len(expected)} follow from the record."
        yield referee.VerificationProblem(where, "other-derived", message)
        return
    for place, (row, wanted) in enumerate(zip(rows, expected, strict=True)):
        yield from _compare_row(row, wanted, f"{where}[{place}]")


def _compare_row(
    row: models.Model | None, expected: models.Model, where: str
) -> Iterator[referee.VerificationProblem]:
    """Compare a derived row with the expected one, except its automatic id and columns built later."""
    if row is None:
        yield referee.VerificationProblem(where, "other-derived", "This row is missing.")
        return
    fields = [f for f in expected._meta.concrete_fields if not isinstance(f, models.AutoField)]
    values = {f.attname: getattr(expected, f.attname) for f in fields if f.name not in BUILT_LATER}
    for problem in _compare_columns(row, where, values):
        yield problem._replace(code="other-derived")


def _compare_columns(
    row: models.Model, where: str, expected: Mapping[str, object]
) -> Iterator[referee.VerificationProblem]:
    for name, value in expected.items():
        stored = getattr(row, name)
        if stored != value:
            message = f"{name} is {stored!r}, and {value!r} follows from what was sealed."
            yield referee.VerificationProblem(
                f"{where}.{name.removesuffix('_id')}", "other-mirror", message
            )


def _missing_revisions(club: Club | None) -> Iterator[RecordProblem]:
    """Yield revisions that the audit log mentions but that no longer exist."""
    log = AuditEntry.objects.filter(kind__in=["session", "hand"])
    entries = (log.filter(club=club) if club else log).order_by("pk")
    lines = entries.values_list("kind", "subject", "details").iterator(chunk_size=BATCH)
    while batch := [*islice(lines, BATCH)]:
        named = {str(details.get("digest")): f"{kind} {subject}" for kind, subject, details in batch if "digest" in details}  # fmt: skip
        existing = set(
            SessionRevision.objects.filter(digest__in=named).values_list("digest", flat=True)
        )
        existing |= set(
            HandRevision.objects.filter(digest__in=named).values_list("digest", flat=True)
        )
        for digest in named.keys() - existing:
            message = "The audit log tells of this revision, and it is gone."
            yield RecordProblem(named[digest], digest, "revision-missing", message)
