"""Check the chains of an exported session: every digest, link and number."""

from collections.abc import Iterator
from typing import NamedTuple

from referee.digests import NO_PREVIOUS_DIGEST, revision_digest, text_digest
from referee.session_bundle import RevisionChain, SealedRevision, SessionBundle


class VerificationProblem(NamedTuple):
    """Something wrong in a bundle, manifest or journal: its path, a code for programs, a message for people.

    >>> import referee
    >>> entry = {"kind": "player", "subject": "p1", "content": "", "salted": "", "digest": referee.sha256("a guess")}
    >>> (problem,) = referee.verify({"format": "club-journal/1", "club": "c1", "entries": [entry]}).problems
    >>> problem.where, problem.code, problem.message
    ('entries[0]', 'journal-broken', 'Entry 1 was changed, or does not follow the entry before it.')
    """

    where: str
    code: str
    message: str


def chain_problems(chain: RevisionChain, bundle: SessionBundle) -> Iterator[VerificationProblem]:
    """Yield problems of one chain.

    Revisions count from 1 without gaps, each has the digest of the one before, and the last is the head.
    """
    previous = NO_PREVIOUS_DIGEST
    for place, revision in enumerate(chain.revisions, 1):
        where = f"{chain.where}.revisions[{place - 1}]"
        if revision.number != place:
            message = f"Revision {place} is missing: here is number {revision.number}."
            yield VerificationProblem(f"{where}.number", "number-gap", message)
        if revision.previous_digest != previous:
            message = f"Revision {revision.number} does not follow the one before it."
            yield VerificationProblem(f"{where}.previous_digest", "broken-link", message)
        yield from _revision_problems(revision, chain, where, bundle)
        previous = revision.digest
    if not chain.revisions:
        yield VerificationProblem(
            f"{chain.where}.revisions", "no-revision", "There is no revision at all."
        )
    elif chain.head != previous:
        message = f"The head is not the last revision, number {chain.revisions[-1].number}."
        yield VerificationProblem(f"{chain.where}.head", "head-not-last", message)
    ids = {revision.id for revision in chain.revisions}
    for where, cited in chain.cited:
        if cited not in ids:
            message = f"No revision of this hand has the id {cited}."
            yield VerificationProblem(where, "unknown-revision", message)


def _revision_problems(
    revision: SealedRevision, chain: RevisionChain, where: str, bundle: SessionBundle
) -> Iterator[VerificationProblem]:
    digest = revision_digest(
        id=revision.id,
        of=chain.subject,
        number=revision.number,
        previous=revision.previous_digest,
        kind=revision.kind,
        cause=revision.cause,
        by=revision.by,
        at=revision.at,
        content=revision.content,
        text=revision.text_digest,
    )
    if digest != revision.digest:
        message = f"Revision {revision.number} was changed after it was sealed."
        yield VerificationProblem(f"{where}.digest", "other-digest", message)
    if revision.text_salt:
        computed = text_digest(salt=revision.text_salt, reason=revision.reason, text=revision.text)
        if computed != revision.text_digest:
            message = f"The text of revision {revision.number} was changed."
            yield VerificationProblem(f"{where}.text", "other-words", message)
    elif revision.text or revision.reason:
        message = f"The text of revision {revision.number} is marked as erased, but there is some."
        yield VerificationProblem(f"{where}.text", "words-after-erasure", message)
    elif not bundle.words_erased:
        message = f"The text of revision {revision.number} is missing, but no player was erased."
        yield VerificationProblem(f"{where}.text_salt", "words-missing", message)


def order_problems(bundle: SessionBundle) -> Iterator[VerificationProblem]:
    """Yield problems of the order: hands are numbered 1, 2, 3 …, and the players are those of the session."""
    for place, position in enumerate(bundle.positions, 1):
        if position != place:
            message = f"Hand {place} is missing: here is the one at position {position}."
            yield VerificationProblem(f"hands[{place - 1}].position", "position-gap", message)
    seated = bundle.session.revisions[-1].content.get("players") if bundle.session.revisions else []
    if list(bundle.players) != seated:
        message = "The players are not those of the session's last revision, in their order."
        yield VerificationProblem("players", "other-players", message)
