"""A club's whole journal, ``club-journal/1``: check its chain, that it continues an earlier one, and that bundles agree with it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from referee.chain_verification import VerificationProblem
from referee.digests import NO_PREVIOUS_DIGEST, entry_digest
from referee.record import Json, MalformedError

JOURNAL_FORMAT = "club-journal/1"

_TEXTS = ("kind", "subject", "content", "salted", "digest")


@dataclass(frozen=True, kw_only=True)
class ClubJournal:
    """The digests of a club's journal, and the entries that do not follow the one before."""

    club: str
    digests: tuple[str, ...]  # of entries 1, 2, 3 …
    problems: tuple[VerificationProblem, ...]

    def check_since(self, head: str) -> Iterator[VerificationProblem]:
        """Yield a problem unless an entry has the digest ``head``, with or without ``sha256:``."""
        if head.removeprefix("sha256:") not in {
            each.removeprefix("sha256:") for each in self.digests
        }:
            message = "No entry has the digest that was kept: the journal was rewritten, or cut off before it."
            yield VerificationProblem("entries", "head-unknown", message)

    def check_bundle(self, bundle: Mapping[str, Json]) -> Iterator[VerificationProblem]:
        """Yield entries of a bundle or manifest that are not in this journal.  ``verify`` has read the bundle."""
        journal = bundle.get("journal")
        entries = journal.get("entries") if isinstance(journal, dict) else None
        if not isinstance(entries, list):
            yield VerificationProblem(
                "journal", "other-journal", "Here must be the entries of the club's journal."
            )
            return
        digests = dict(enumerate(self.digests, 1))
        for place, entry in enumerate(entries):
            number = entry.get("number") if isinstance(entry, dict) else None
            if not isinstance(number, int) or digests.get(number) != entry.get("digest"):
                message = "The club's journal has another entry of this number."
                yield VerificationProblem(f"journal.entries[{place}]", "other-journal", message)


def read_journal(value: Json) -> ClubJournal:
    """Return the journal in a JSON value, with its broken links.  Raises MalformedError with a path where its form is wrong."""
    if not isinstance(value, dict) or not isinstance(value.get("club"), str):
        raise MalformedError("unreadable", "club", "Here must be the id of the club.")
    club, entries = str(value["club"]), value.get("entries")
    if not isinstance(entries, list):
        raise MalformedError("unreadable", "entries", "Here must be a list.")
    digests, problems, previous = [], [], NO_PREVIOUS_DIGEST
    for number, entry in enumerate(entries, 1):
        where = f"entries[{number - 1}]"
        texts = _texts(entry, where)
        digest = texts.pop("digest")
        if entry_digest(journal=club, number=number, previous=previous, **texts) != digest:
            message = f"Entry {number} was changed, or does not follow the entry before it."
            problems.append(VerificationProblem(where, "journal-broken", message))
        digests.append(digest)
        previous = digest
    return ClubJournal(club=club, digests=tuple(digests), problems=tuple(problems))


def _texts(entry: Json, where: str) -> dict[str, str]:
    texts = {name: entry.get(name) for name in _TEXTS} if isinstance(entry, dict) else {}
    if not texts or not all(isinstance(text, str) for text in texts.values()):
        raise MalformedError(
            "unreadable", where, f"Here must be an entry with {', '.join(_TEXTS)}."
        )
    return {name: str(text) for name, text in texts.items()}
