"""Check the entries of the club's journal in an exported session or club against the facts in it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from referee.bundled_facts import BundledFact, facts_in, facts_in_manifest
from referee.chain_verification import VerificationProblem
from referee.digests import canonical, entry_digest, salted_digest, sha256
from referee.record import Json, MalformedError

WITHHELD = frozenset({"link", "recorded_through"})
"""Columns in the journal that a bundle leaves out."""


@dataclass(frozen=True, kw_only=True)
class BundledEntry:
    """An entry of a journal with the columns that it seals."""

    where: str
    number: int
    kind: str
    subject: str
    content: str
    salted: str
    salt: str  # empty where the words are withheld
    previous: str
    digest: str
    columns: Mapping[str, Json]  # those that never change
    open: tuple[str, ...]  # names of those in the salted digest


def journal_problems(bundle: Mapping[str, Json]) -> Iterator[VerificationProblem]:
    """Yield contradictions between the facts of a bundle and their entries; none where the bundle has no journal.

    Raises MalformedError where the journal has not the form of one.
    """
    if "journal" in bundle:
        yield from _problems(bundle["journal"], facts_in(bundle), club=str(bundle.get("club")))


def manifest_problems(manifest: Mapping[str, Json]) -> Iterator[VerificationProblem]:
    """Yield contradictions between the facts of an archive's manifest and their entries, and roles without a change.

    Raises MalformedError where the club or the journal has not the form of one.
    """
    club = manifest.get("club")
    if not isinstance(club, dict):
        raise MalformedError("unreadable", "club", "Here must be an object.")
    if "journal" in manifest:
        facts = facts_in_manifest(manifest)
        yield from _problems(manifest["journal"], facts, club=str(club.get("id")))
        yield from _member_problems(manifest)


def _member_problems(manifest: Mapping[str, Json]) -> Iterator[VerificationProblem]:
    """Yield a problem unless the members follow from the membership changes."""
    changes = [
        fact.values for fact in facts_in_manifest(manifest) if fact.kind == "membership change"
    ]
    changes.sort(key=lambda change: (str(change.get("at")), str(change.get("id"))))
    last = {str(change.get("user")): change for change in changes}
    expected = [
        {"user": user, "role": change.get("role"), "since": change.get("at")}
        for user, change in last.items()
        if change.get("role")
    ]
    members = manifest.get("members")
    listed = members if isinstance(members, list) else []
    if sorted(map(canonical, expected)) != sorted(map(canonical, listed)):
        message = "These are not the members that follow from the membership changes."
        yield VerificationProblem("members", "other-member", message)


def _problems(
    journal: Json, in_bundle: Iterable[BundledFact], *, club: str
) -> Iterator[VerificationProblem]:
    entries, unsealed = _read(journal)
    facts = {(fact.kind, fact.subject): fact for fact in in_bundle}
    before: BundledEntry | None = None
    for entry in entries:
        yield from _link_problems(entry, before, club)
        fact = facts.get((entry.kind, entry.subject))
        if fact is None:
            message = f"The journal tells of this {entry.kind}, and it is missing."
            yield VerificationProblem(entry.where, "row-missing", message)
        else:
            yield from _fact_problems(entry, fact)
        before = entry
    for name in sorted(unsealed - {" ".join(key) for key in facts}):
        message = f"{name} is said to have no entry yet, and it is missing."
        yield VerificationProblem("journal.unsealed", "row-missing", message)
    sealed = {(entry.kind, entry.subject) for entry in entries}
    for key, fact in facts.items():
        if key not in sealed and " ".join(key) not in unsealed:
            message = "This was added later, or its entry in the journal removed."
            yield VerificationProblem(fact.where, "not-in-journal", message)


def _link_problems(
    entry: BundledEntry, before: BundledEntry | None, club: str
) -> Iterator[VerificationProblem]:
    computed = entry_digest(
        journal=club,
        number=entry.number,
        kind=entry.kind,
        subject=entry.subject,
        content=entry.content,
        salted=entry.salted,
        previous=entry.previous,
    )
    is_next = before is not None and entry.number == before.number + 1
    follows = before is None or (
        entry.previous == before.digest if is_next else entry.number > before.number
    )
    if computed != entry.digest or not follows:
        message = "This entry was changed, or does not follow the entry before it."
        yield VerificationProblem(entry.where, "journal-broken", message)


def _fact_problems(entry: BundledEntry, fact: BundledFact) -> Iterator[VerificationProblem]:
    """Yield the columns of a fact that differ from what was sealed."""
    if sha256(canonical(entry.columns)) != entry.content:
        message = "These columns are not those that were sealed."
        yield VerificationProblem(f"{entry.where}.columns", "other-content", message)
    for name, value in entry.columns.items():
        if name in WITHHELD and name not in fact.values:
            continue
        if name not in fact.values or canonical(fact.values[name]) != canonical(value):
            message = f"{name} was changed after it was sealed."
            yield VerificationProblem(f"{fact.where}.{name}", "other-content", message)
    if (
        fact.kind == "comment"
        and fact.values.get("removal")
        and fact.values.get("text", "") is None
    ):
        return  # the words of a removed comment are withheld
    words = {name: fact.values.get(name) for name in entry.open}
    salted = salted_digest(entry.salt, words) if entry.open else ""
    if salted != entry.salted:
        message = f"{', '.join(entry.open) or 'Something'} was changed after it was sealed."
        yield VerificationProblem(fact.where, "other-words", message)


def _read(journal: Json) -> tuple[list[BundledEntry], set[str]]:
    """Return the entries, and the facts that had none yet.  Raises MalformedError."""
    if not isinstance(journal, dict):
        raise MalformedError("unreadable", "journal", "Here must be an object.")
    entries, unsealed = journal.get("entries"), journal.get("unsealed")
    if not isinstance(entries, list) or not isinstance(unsealed, list):
        message = "Here must be an object with the lists entries and unsealed."
        raise MalformedError("unreadable", "journal", message)
    read = [_entry(entry, f"journal.entries[{place}]") for place, entry in enumerate(entries)]
    return read, {str(each) for each in unsealed}


_TEXTS = ("kind", "subject", "content", "salted", "salt", "previous", "digest")


def _entry(value: Json, where: str) -> BundledEntry:
    if not isinstance(value, dict):
        raise MalformedError("unreadable", where, "Here must be an object.")
    texts = {name: value.get(name) for name in _TEXTS}
    number, columns, names = value.get("number"), value.get("columns"), value.get("open")
    if (
        not isinstance(number, int)
        or not isinstance(columns, dict)
        or not isinstance(names, list)
        or not all(isinstance(text, str) for text in texts.values())
    ):
        message = f"Here must be an entry with number, columns, open, {', '.join(_TEXTS)}."
        raise MalformedError("unreadable", where, message)
    return BundledEntry(
        where=where,
        number=number,
        columns=columns,
        open=tuple(str(name) for name in names),
        **{name: str(text) for name, text in texts.items()},
    )
