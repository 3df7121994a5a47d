"""Check that each revision of a session and its hands is as it was sealed."""

import json
from collections.abc import Iterable, Iterator
from itertools import chain
from uuid import UUID

from django.db.models import Value

import referee
from scorekeeper.adjudication.revisions import digest_of
from scorekeeper.exports import session_bundle
from scorekeeper.management.record_check.damaged_rows import (
    BATCH,
    DAMAGE_ERRORS,
    as_text,
    guarded,
    not_checked,
    parse_key,
    parse_object,
    readable,
)
from scorekeeper.models import HandRevision, Session, SessionRevision

DIGESTED = ("content", "text")


def bundle_problems(session: Session) -> Iterator[referee.VerificationProblem]:
    """Yield problems of the session's bundle; if it cannot be built, problems of each revision by itself."""
    try:
        bundle = json.loads(json.dumps(session_bundle.build_bundle(session)))
        yield from referee.verify(bundle).problems
    except DAMAGE_ERRORS as error:
        yield not_checked(error, "session")
        yield from guarded(revision_problems(session.pk), "revisions")


def revision_problems(pk: UUID) -> Iterator[referee.VerificationProblem]:
    """Yield readable revisions of a session and its hands whose digest or text was changed."""
    versions: Iterable[SessionRevision | HandRevision] = chain(
        readable(SessionRevision.objects.filter(session=pk).order_by("number")),
        readable(HandRevision.objects.filter(hand__session=pk).order_by("hand_id", "number")),
    )
    for version in versions:
        where = f"{version._meta.verbose_name} {version.pk}"
        yield from guarded(_digest_problems(version, where), where)


def _digest_problems(
    version: SessionRevision | HandRevision, where: str
) -> Iterator[referee.VerificationProblem]:
    if digest_of(version) != version.digest:
        message = f"Revision {version.number} was changed after it was sealed."
        yield referee.VerificationProblem(f"{where}.digest", "other-digest", message)
    salt, reason, text = version.text_salt, version.reason, version.text
    if salt and referee.text_digest(salt=salt, reason=reason, text=text) != version.text_digest:
        message = f"The text of revision {version.number} was changed."
        yield referee.VerificationProblem(f"{where}.text", "other-words", message)


def encoding_problems(pk: UUID) -> Iterator[referee.VerificationProblem]:
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
