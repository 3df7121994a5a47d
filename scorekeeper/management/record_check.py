"""Check that stored records match their digests and that derived rows follow from them.

Damaged rows do not stop the check: what cannot be read is a problem of its own, and everything else is still compared.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any, NamedTuple
from uuid import UUID

from django.db import models, transaction
from django.db.models import Exists, OuterRef, QuerySet, Value

import referee
from scorekeeper.adjudication import derived_rows, judging, session_columns
from scorekeeper.clubs import player_merges
from scorekeeper.exports import session_bundle
from scorekeeper.journal import verification as journal_verification
from scorekeeper.management.damaged_rows import (
    DAMAGE_ERRORS,
    any_encoding_read,
    as_text,
    missing_references,
    parse_key,
    parse_object,
    readable,
    unreadable_values,
)
from scorekeeper.models import (
    Adjudication,
    AuditEntry,
    Club,
    Comment,
    CommentRemoval,
    Confirmation,
    Dispute,
    DisputeStatement,
    Erasure,
    Hand,
    HandRevision,
    MergeReversal,
    Player,
    PlayerMerge,
    Result,
    Ruling,
    Score,
    Seat,
    Session,
    SessionRevision,
    Transcript,
    Verdict,
    Withdrawal,
)

BATCH = 200
BUILT_LATER = frozenset({"replay", "showings"})
DIGESTED = ("content", "text")

CLUB_ROWS: Mapping[type[models.Model], str] = {
    Player: "club",
    PlayerMerge: "club",
    MergeReversal: "merge__club",
    Erasure: "club",
}
"""Rows that concern several sessions of a club, with the lookup of that club."""

SESSION_ROWS: Mapping[type[models.Model], str] = {
    Session: "pk",
    SessionRevision: "session",
    Seat: "session",
    Result: "session",
    Hand: "session",
    HandRevision: "hand__session",
    Adjudication: "hand__session",
    Score: "hand__session",
    Verdict: "hand__session",
    Confirmation: "hand__session",
    Transcript: "hand__session",
    Comment: "hand__session",
    CommentRemoval: "comment__hand__session",
    Dispute: "hand__session",
    DisputeStatement: "dispute__hand__session",
    Ruling: "dispute__hand__session",
    Withdrawal: "dispute__hand__session",
}
"""Rows of a session, with the lookup of that session."""


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
    with any_encoding_read():
        yield from _record_problems(club, on_progress)


def _record_problems(
    club: Club | None, on_progress: Callable[[int], None]
) -> Iterator[RecordProblem]:
    yield from _club_problems(Club.objects.filter(pk=club.pk) if club else Club.objects.all())
    sessions = Session.objects.filter(club=club) if club else Session.objects.all()
    for checked, key in enumerate(_keys(sessions), 1):
        pk = parse_key(key)
        if pk is None:
            yield RecordProblem(f"session {key}", "id", "unreadable", "This is no UUID.")
        else:
            yield from check_session(pk)
        on_progress(checked)
    yield from _missing_rows(club)
    yield from _missing_revisions(club)
    yield from (RecordProblem(*problem) for problem in journal_verification.verify(club))


@transaction.atomic
def check_session(pk: UUID) -> list[RecordProblem]:
    """Return every problem of a session, its hands and their derived rows."""
    # no writes between the queries
    Session.objects.select_for_update().filter(pk=pk).values_list(as_text("pk")).first()
    problems = [*_unreadable_values(pk), *_guarded(_encoding_problems(pk), "revisions")]
    sessions = readable(Session.objects.select_related("head").filter(pk=pk))
    if sessions:
        problems += _session_problems(sessions[0])
    else:
        problems += _head_missing(pk)
        problems += _guarded(_revision_problems(pk), "revisions")
    return [RecordProblem(f"session {pk}", *problem) for problem in problems]


def _keys(rows: QuerySet[Any]) -> Iterator[str]:
    """Yield the primary keys as text, in order."""
    keys = rows.order_by("pk").values_list(as_text("pk"), flat=True)
    return keys.iterator(chunk_size=BATCH)


def _club_problems(clubs: QuerySet[Club]) -> Iterator[RecordProblem]:
    """Yield what cannot be read of the players of these clubs, and merges that form a circle."""
    for key in _keys(clubs):
        pk = parse_key(key)
        if pk is None:
            yield RecordProblem(f"club {key}", "id", "unreadable", "This is no UUID.")
            continue
        for model, lookup in CLUB_ROWS.items():
            for damage in unreadable_values(model._default_manager.filter(**{lookup: pk})):
                yield RecordProblem(damage.row, damage.column, "unreadable", damage.message)
        survivors = _surviving_players(pk)
        for player in sorted(survivors.keys() & {*survivors.values()}):
            message = "This player was merged into others, and they into this one."
            yield RecordProblem(f"player {player}", "merges", "merge-circle", message)


def _surviving_players(club: UUID) -> Mapping[UUID, UUID]:
    merges = readable(player_merges.merges_in_force(club))
    return player_merges.follow_merges((merge.player_id, merge.into_id) for merge in merges)


def _unreadable_values(pk: UUID) -> Iterator[referee.VerificationProblem]:
    """Yield values of a session's rows that cannot be read.  ``_encoding_problems`` checks the digested ones."""
    for model, lookup in SESSION_ROWS.items():
        rows = model._default_manager.filter(**{lookup: pk})
        is_revision = model in {SessionRevision, HandRevision}
        for damage in unreadable_values(rows, without=DIGESTED if is_revision else ()):
            where = f"{damage.row}.{damage.column}"
            yield referee.VerificationProblem(where, "unreadable", damage.message)


def _guarded(
    problems: Iterable[referee.VerificationProblem], where: str
) -> Iterator[referee.VerificationProblem]:
    """Yield these problems; where damage makes the rest of the check impossible, yield that instead."""
    try:
        yield from problems
    except DAMAGE_ERRORS as error:
        yield _not_checked(error, where)


def _not_checked(error: Exception, where: str) -> referee.VerificationProblem:
    """Return the problem that something could not be checked because of this error."""
    if isinstance(error, referee.MalformedError):
        where, reason = error.where or where, error.message
    else:
        reason = f"{type(error).__name__}: {error}"
    message = f"This could not be checked.  {reason}"
    return referee.VerificationProblem(where, "not-checked", message)


def _session_problems(session: Session) -> Iterator[referee.VerificationProblem]:
    yield from _guarded(_head_problems(session), "session")
    for version in readable(session.revisions.all()):
        where = f"session.revisions[{version.number - 1}]"
        yield from _compare_columns(version, where, {"club_id": session.club_id})
    for hand in readable(session.hands.order_by("position")):
        yield from _guarded(_hand_column_problems(session, hand), f"hands[{hand.position - 1}]")
    yield from _missing_hand_heads(session)
    yield from _bundle_problems(session)
    yield from _guarded(_derived_problems(session), "adjudication")


def _head_missing(pk: UUID) -> Iterator[referee.VerificationProblem]:
    head = SessionRevision.objects.filter(pk=OuterRef("head"))
    if Session.objects.filter(~Exists(head), pk=pk).exists():
        message = "The head is no revision that there is."
        yield referee.VerificationProblem("session.head", "head-missing", message)


def _missing_hand_heads(session: Session) -> Iterator[referee.VerificationProblem]:
    head = HandRevision.objects.filter(pk=OuterRef("head"))
    for key in _keys(session.hands.filter(~Exists(head))):
        message = f"The head of hand {parse_key(key) or key} is no revision that there is."
        yield referee.VerificationProblem("hands", "head-missing", message)


def _bundle_problems(session: Session) -> Iterator[referee.VerificationProblem]:
    """Yield problems of the session's bundle; if it cannot be built, problems of each revision by itself."""
    try:
        bundle = json.loads(json.dumps(session_bundle.build_bundle(session)))
        yield from referee.verify(bundle).problems
    except DAMAGE_ERRORS as error:
        yield _not_checked(error, "session")
        yield from _guarded(_revision_problems(session.pk), "revisions")


def _revision_problems(pk: UUID) -> Iterator[referee.VerificationProblem]:
    """Yield readable revisions of a session and its hands whose digest or text was changed."""
    versions: Iterable[SessionRevision | HandRevision] = chain(
        readable(SessionRevision.objects.filter(session=pk).order_by("number")),
        readable(HandRevision.objects.filter(hand__session=pk).order_by("hand", "number")),
    )
    for version in versions:
        where = f"{version._meta.verbose_name} {version.pk}"
        yield from _guarded(_digest_problems(version, where), where)


def _digest_problems(
    version: SessionRevision | HandRevision, where: str
) -> Iterator[referee.VerificationProblem]:
    if version.compute_digest() != version.digest:
        message = f"Revision {version.number} was changed after it was sealed."
        yield referee.VerificationProblem(f"{where}.digest", "other-digest", message)
    salt, reason, text = version.text_salt, version.reason, version.text
    if salt and referee.text_digest(salt=salt, reason=reason, text=text) != version.text_digest:
        message = f"The text of revision {version.number} was changed."
        yield referee.VerificationProblem(f"{where}.text", "other-words", message)


def _encoding_problems(pk: UUID) -> Iterator[referee.VerificationProblem]:
    """Yield contents and texts that are not stored as canonical JSON, the form that was digested."""
    texts = {name: as_text(name) for name in DIGESTED}
    stored: Iterable[tuple[str, int, str, str]] = chain(
        SessionRevision.objects.filter(session=pk).values_list(
            Value("session"), "number", *texts.values()
        ),
        HandRevision.objects.filter(hand__session=pk)
        .values_list(as_text("hand"), "number", *texts.values())
        .iterator(chunk_size=BATCH),
    )
    for of, number, *both in stored:
        for name, text in zip(texts, both, strict=True):
            yield from _check_encoding(text, f"{parse_key(of) or of}, revision {number}, {name}")


def _check_encoding(text: str, where: str) -> Iterator[referee.VerificationProblem]:
    value = parse_object(text)
    if value is None:
        yield referee.VerificationProblem(
            where, "unreadable", "What is stored is no JSON object any more."
        )
    elif referee.canonical(value) != text:
        message = "What is stored is spelled otherwise than it was sealed."
        yield referee.VerificationProblem(where, "other-spelling", message)


def _hand_column_problems(session: Session, hand: Hand) -> Iterator[referee.VerificationProblem]:
    """Yield columns of a hand and its revisions that contradict their chain."""
    where = f"hands[{hand.position - 1}]"
    yield from _compare_columns(hand, where, {"club_id": session.club_id})
    expected = {"club_id": session.club_id, "session_id": session.pk, "position": hand.position}
    for revision in readable(hand.revisions.all()):
        yield from _compare_columns(revision, f"{where}.revisions[{revision.number - 1}]", expected)
        if revision.number == 1:
            yield from _compare_columns(hand, where, {"recorded_by_id": revision.by_id})


def _head_problems(session: Session) -> Iterator[referee.VerificationProblem]:
    """Yield columns and seats that differ from the session's head, and a wrong creator or creation time."""
    first = session.revisions.filter(number=1).defer(*DIGESTED).first()
    if first is not None:
        opened = {"created_at": first.at, "created_by_id": first.by_id}
        yield from _compare_columns(session, "session", opened)
    sheet = judging.session_record(session.head)
    columns = session_columns.columns_of(sheet)
    yield from _compare_columns(session, "session", {**columns})
    session.variant = columns["variant"]  # for the checks after this one
    seats = session.seats.order_by("number").values_list("number", as_text("player"))
    seated = [(number, str(parse_key(player) or player)) for number, player in seats]
    if seated != [*enumerate(_players(sheet), 1)]:
        message = "The seats are not those of the session's last revision."
        yield referee.VerificationProblem("session.seats", "other-mirror", message)


def _players(sheet: referee.JsonObject) -> list[str]:
    players = sheet.get("players")
    return [str(player) for player in players] if isinstance(players, list) else []


def _derived_problems(session: Session) -> Iterator[referee.VerificationProblem]:
    """Yield adjudications, scores, verdicts and results that do not follow from the heads.

    After a hand that cannot be judged, the next one is judged from what its own adjudication says was carried into it.
    Raises MalformedError if the head of the session cannot be read.
    """
    sheet = judging.session_record(session.head)
    record = referee.parse_record({**sheet, "hands": []})
    rules = referee.rules_for(record.variant, record.house_rules)
    seats = [(number, UUID(player)) for number, player in enumerate(_players(sheet), 1)]
    players = judging.surviving_seats(seats, _surviving_players(session.club_id))
    adjudications = {
        row.pk: row for row in readable(Adjudication.objects.filter(hand__session=session))
    }
    carried: referee.Carried | None = referee.Carried.first(record)
    inputs: list[str] = []
    count = session.hands.count()
    for place, hand in enumerate(
        readable(session.hands.select_related("head").order_by("position"))
    ):
        where, stored = f"hands[{hand.position - 1}]", adjudications.get(hand.pk)
        try:
            if (carried is None or hand.position != place + 1) and stored is not None:
                carried = referee.Carried.from_json(stored.carried_in)
            if carried is None:
                continue
            judged = referee.readjudicate_hand(rules, judging.hand_record(hand.head), carried)
            derived = derived_rows.adjudication_of(hand, rules, judged, judged.as_json())
            yield from _compare_derived(hand, stored, derived, players)
        except DAMAGE_ERRORS as error:
            yield _not_checked(error, where)
            carried = None
            continue
        carried = judged.carried_out
        inputs.append(derived.input_digest)
    if carried is not None and len(inputs) == count:
        result = derived_rows.result_of(session, rules, carried, inputs=inputs)
        stored_results = readable(Result.objects.filter(session=session))
        yield from _compare_row(next(iter(stored_results), None), result, "result")


def _compare_derived(
    hand: Hand, stored: Adjudication | None, derived: Adjudication, players: dict[int, UUID]
) -> Iterator[referee.VerificationProblem]:
    """Compare the stored adjudication, scores and verdicts of a hand with what follows from its head."""
    where = f"hands[{hand.position - 1}]"
    yield from _compare_row(stored, derived, f"{where}.adjudication")
    scores = derived_rows.scores_of(hand, derived.answer, players=players)
    yield from _compare_rows(
        Score.objects.filter(hand=hand).order_by("seat"), scores, f"{where}.scores"
    )
    verdicts = derived_rows.verdicts_of(hand, derived.answer)
    yield from _compare_rows(
        Verdict.objects.filter(hand=hand).order_by("event"), verdicts, f"{where}.verdicts"
    )


def _compare_rows(
    stored: QuerySet[Any], expected: Sequence[models.Model], where: str
) -> Iterator[referee.VerificationProblem]:
    rows = readable(stored)
    if len(rows) != len(expected):
        message = f"{len(rows)} rows can be read, and {len(expected)} follow from the record."
        yield referee.VerificationProblem(where, "other-derived", message)
        return
    for place, (row, wanted) in enumerate(zip(rows, expected, strict=True)):
        yield from _compare_row(row, wanted, f"{where}[{place}]")


def _compare_row(
    row: models.Model | None, expected: models.Model, where: str
) -> Iterator[referee.VerificationProblem]:
    """Compare a derived row with the expected one, except its automatic id and columns built later."""
    if row is None:
        message = "This row is missing, or cannot be read."
        yield referee.VerificationProblem(where, "other-derived", message)
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


def _missing_rows(club: Club | None) -> Iterator[RecordProblem]:
    """Yield references to rows that do not exist.  Heads are checked with their sessions."""
    audit: Mapping[type[models.Model], str] = {AuditEntry: "club"}
    for model, lookup in chain(CLUB_ROWS.items(), SESSION_ROWS.items(), audit.items()):
        columns = {field.name for field in model._meta.concrete_fields}
        of_club = "club" if "club" in columns else f"{lookup.rpartition('__')[0] or lookup}__club"
        rows = model._default_manager.all()
        for damage in missing_references(
            rows.filter(**{of_club: club.pk}) if club else rows, without="head"
        ):
            yield RecordProblem(damage.row, damage.column, "reference-missing", damage.message)


def _missing_revisions(club: Club | None) -> Iterator[RecordProblem]:
    """Yield revisions that the audit log mentions but that no longer exist."""
    log = AuditEntry.objects.filter(kind__in=["session", "hand"])
    entries = (log.filter(club=club) if club else log).order_by("pk")
    lines = entries.values_list("pk", "kind", "subject", as_text("details"))
    every = lines.iterator(chunk_size=BATCH)
    while batch := [*islice(every, BATCH)]:
        named: dict[str, str] = {}
        for number, kind, subject, text in batch:
            details = parse_object(text)
            if details is None:
                message = "What is stored is no JSON object any more."
                yield RecordProblem(f"audit entry {number}", "details", "unreadable", message)
            elif "digest" in details:
                named[str(details["digest"])] = f"{kind} {subject}"
        existing = set(
            SessionRevision.objects.filter(digest__in=named).values_list("digest", flat=True)
        )
        existing |= set(
            HandRevision.objects.filter(digest__in=named).values_list("digest", flat=True)
        )
        for digest in named.keys() - existing:
            message = "The audit log tells of this revision, and it is gone."
            yield RecordProblem(named[digest], digest, "revision-missing", message)
