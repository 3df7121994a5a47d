"""A club's history proved unaltered: what is stored is what was sealed, and what is derived is what follows from it."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import NamedTuple
from uuid import UUID

from django.db import models, transaction
from django.db.models import Value
from django.db.models.functions import Cast

import referee
from scorekeeper.adjudication import derived_rows, judging, record_parts
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
BUILT_SINCE = frozenset({"replay", "showings"})


class Finding(NamedTuple):
    """Something that is not as it was: in which session or other row, where in it, a word for programs, a sentence."""

    subject: str
    where: str
    code: str
    message: str


def verify_records(
    club: Club | None = None, *, told: Callable[[int], None] = lambda _: None
) -> Iterator[Finding]:
    """Everything that is wrong with the books of a club, or of all; ``told`` how many sessions are done.

    A session at a time is held in memory.
    """
    sessions = Session.objects.filter(club=club) if club else Session.objects.all()
    every = sessions.order_by("pk").values_list("pk", flat=True).iterator(chunk_size=BATCH)
    for done, pk in enumerate(every, 1):
        yield from in_session(pk)
        told(done)
    yield from _told_of_but_gone(club)


@transaction.atomic
def in_session(pk: UUID) -> list[Finding]:
    """Everything that is wrong with one session, its hands, and what was derived from them."""
    Session.objects.select_for_update().filter(pk=pk).first()  # nobody writes between two looks
    subject = f"session {pk}"
    problems = [*_as_stored(pk)]
    session = Session.objects.select_related("head").filter(pk=pk).first()
    if session is None:
        message = "The head is no revision that there is."
        problems.append(referee.Problem("session.head", "head-missing", message))
    elif not any(problem.code == "unreadable" for problem in problems):
        problems += _of_session(session)
    return [Finding(subject, *problem) for problem in problems]


def _of_session(session: Session) -> list[referee.Problem]:
    problems = [*_in_columns(session)]
    try:
        problems += referee.verify(json.loads(json.dumps(session_bundle.bundle(session)))).problems
        problems += _in_derived(session)
    except referee.MalformedError as error:
        problems.append(referee.Problem(error.where, "unreadable", error.message))
    return problems


def _as_stored(pk: UUID) -> Iterator[referee.Problem]:
    """Content and words stand in the one way to write them: another spelling of the same value was not sealed."""
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
            yield from _spelled(text, f"{of}, revision {number}, {name}")


def _spelled(text: str, where: str) -> Iterator[referee.Problem]:
    try:
        value = json.loads(text)
    except ValueError:
        value = None
    if not isinstance(value, dict):
        yield referee.Problem(where, "unreadable", "What is stored is no JSON object any more.")
    elif referee.canonical(value) != text:
        message = "What is stored is spelled otherwise than it was sealed."
        yield referee.Problem(where, "other-spelling", message)


def _in_columns(session: Session) -> Iterator[referee.Problem]:
    """What rows say beside the chains, and say again of them."""
    for version in session.revisions.all():
        yield from _differing(version, f"session.revisions[{version.number - 1}]", {"club_id": session.club_id})  # fmt: skip
    hands = list(session.hands.order_by("position"))
    for hand in hands:
        where = f"hands[{hand.position - 1}]"
        yield from _differing(hand, where, {"club_id": session.club_id})
        expected = {"club_id": session.club_id, "session_id": session.pk, "position": hand.position}
        for revision in hand.revisions.all():
            yield from _differing(revision, f"{where}.revisions[{revision.number - 1}]", expected)
            if revision.number == 1:
                yield from _differing(hand, where, {"recorded_by_id": revision.by_id})
    if len(hands) != session.hands.filter(head__number__gte=1).count():
        yield referee.Problem(
            "hands", "head-missing", "The head of a hand is no revision that there is."
        )
    yield from _of_head(session)


def _of_head(session: Session) -> Iterator[referee.Problem]:
    """The columns and seats that mirror the head, and when and by whom the session was opened."""
    sheet = judging.session_record(session.head)
    yield from _differing(session, "session", {**record_parts.columns_of(sheet)})
    first = session.revisions.filter(number=1).first()
    if first is not None:
        opened = {"created_at": first.at, "created_by_id": first.by_id}
        yield from _differing(session, "session", opened)
    seats = session.seats.order_by("number").values_list("number", "player")
    if [(number, str(player)) for number, player in seats] != [*enumerate(_players(sheet), 1)]:
        message = "The seats are not those of the session's last revision."
        yield referee.Problem("session.seats", "other-mirror", message)


def _players(sheet: record_parts.Keys) -> list[str]:
    players = sheet.get("players")
    return [str(player) for player in players] if isinstance(players, list) else []


def _in_derived(session: Session) -> Iterator[referee.Problem]:
    """Adjudications, scores, verdicts and the result are those that follow from the heads.

    Raises MalformedError where the heads cannot be judged.
    """
    rules = judging.rules_of(session)
    players = judging.players_of(session)
    record = referee.parse_record({**judging.session_record(session.head), "hands": []})
    carried, inputs = referee.Carried.first(record), []
    for hand in session.hands.select_related("head", "adjudication").order_by("position"):
        where = f"hands[{hand.position - 1}]"
        judged = referee.readjudicate_hand(rules, judging.hand_record(hand.head), carried)
        there = getattr(hand, "adjudication", None)  # before another takes its place in memory
        derived = derived_rows.adjudication_of(hand, rules, judged, judged.as_json())
        yield from _row(there, derived, f"{where}.adjudication")
        scores = derived_rows.scores_of(hand, derived.answer, players=players)
        yield from _rows(
            Score.objects.filter(hand=hand).order_by("seat"), scores, f"{where}.scores"
        )
        verdicts = derived_rows.verdicts_of(hand, derived.answer)
        yield from _rows(
            Verdict.objects.filter(hand=hand).order_by("event"), verdicts, f"{where}.verdicts"
        )
        carried = judged.carried_out
        inputs.append(derived.input_digest)
    result = derived_rows.result_of(session, rules, carried, inputs=inputs)
    yield from _row(Result.objects.filter(session=session).first(), result, "result")


def _rows(
    there: Iterable[models.Model], expected: Sequence[models.Model], where: str
) -> Iterator[referee.Problem]:
    rows = list(there)
    if len(rows) != len(expected):
        message = f"There are {len(rows)} rows, and {len(expected)} follow from the record."
        yield referee.Problem(where, "other-derived", message)
        return
    for place, (row, wanted) in enumerate(zip(rows, expected, strict=True)):
        yield from _row(row, wanted, f"{where}[{place}]")


def _row(
    there: models.Model | None, expected: models.Model, where: str
) -> Iterator[referee.Problem]:
    """A derived row, but for an id of its own and what was built from it since, which say nothing."""
    if there is None:
        yield referee.Problem(where, "other-derived", "This row is missing.")
        return
    fields = [f for f in expected._meta.concrete_fields if not isinstance(f, models.AutoField)]
    wanted = {f.attname: getattr(expected, f.attname) for f in fields if f.name not in BUILT_SINCE}
    for problem in _differing(there, where, wanted):
        yield problem._replace(code="other-derived")


def _differing(
    row: models.Model, where: str, wanted: Mapping[str, object]
) -> Iterator[referee.Problem]:
    for name, value in wanted.items():
        said = getattr(row, name)
        if said != value:
            message = f"{name} is {said!r}, and {value!r} follows from what was sealed."
            yield referee.Problem(f"{where}.{name.removesuffix('_id')}", "other-mirror", message)


def _told_of_but_gone(club: Club | None) -> Iterator[Finding]:
    """Revisions that the audit log names and that are no longer there."""
    log = AuditEntry.objects.filter(kind__in=["session", "hand"])
    entries = (log.filter(club=club) if club else log).order_by("pk")
    told = entries.values_list("kind", "subject", "details").iterator(chunk_size=BATCH)
    while batch := [*islice(told, BATCH)]:
        named = {str(details.get("digest")): f"{kind} {subject}" for kind, subject, details in batch if "digest" in details}  # fmt: skip
        there = set(
            SessionRevision.objects.filter(digest__in=named).values_list("digest", flat=True)
        )
        there |= set(HandRevision.objects.filter(digest__in=named).values_list("digest", flat=True))
        for digest in named.keys() - there:
            message = "The audit log tells of this revision, and it is gone."
            yield Finding(named[digest], digest, "revision-missing", message)
