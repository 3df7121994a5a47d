"""The part of a bundle or an archive's manifest that holds the journal's entries about its facts."""

from collections import defaultdict
from collections.abc import Iterable
from uuid import UUID

import referee
from referee import Json, JsonObject
from scorekeeper.journal import facts
from scorekeeper.models import JournalEntry


def journal_of(in_bundle: Iterable[referee.BundledFact], club: UUID) -> JsonObject:
    """Return the last entry of each of these facts of a club, in order, and the facts that have none yet."""
    by_kind: defaultdict[str, list[referee.BundledFact]] = defaultdict(list)
    for fact in in_bundle:
        by_kind[fact.kind].append(fact)
    sealed: dict[int, JsonObject] = {}
    unsealed: list[Json] = []
    for kind, of_kind in by_kind.items():
        entries = _last_entries(facts.BY_KIND[kind], [fact.subject for fact in of_kind])
        for fact in of_kind:
            entry = entries.get(fact.subject)
            if entry is None:
                unsealed.append(f"{kind} {fact.subject}")
            else:
                is_withheld = fact.values.get("text", "") is None
                sealed[int(str(entry["number"]))] = {**entry, "salt": ""} if is_withheld else entry
    previous = _digests_before(club, [*sealed])
    chained: list[Json] = [
        {**sealed[number], "previous": previous[number]} for number in sorted(sealed)
    ]
    return {"entries": chained, "unsealed": sorted(unsealed, key=str)}


def _last_entries(fact: facts.Fact, subjects: list[str]) -> dict[str, JsonObject]:
    """Return the last entry of each row, with the columns that it seals as they are now."""
    rows, _ = facts.read_rows(fact, subjects)
    entries = JournalEntry.objects.filter(kind=fact.kind, subject__in=subjects)
    last = {entry.subject: entry for entry in entries.order_by("number")}
    current = (
        (last[subject], row, fact.seal(row)) for subject, row in rows.items() if subject in last
    )
    return {
        entry.subject: {
            "number": entry.number,
            "kind": entry.kind,
            "subject": entry.subject,
            "content": entry.content,
            "salted": entry.salted,
            "salt": entry.salt,
            "digest": entry.digest,
            "columns": fact.fixed_columns(row),
            "open": [*sorted(seal.open_columns)],
        }
        for entry, row, seal in current
        if entry.salt or not seal.open_columns  # else it was changed and waits to be sealed again
    }


def _digests_before(journal: UUID, numbers: list[int]) -> dict[int, str]:
    """Return the digest of the entry before each of these numbers."""
    before = JournalEntry.objects.filter(
        journal=journal, number__in=[number - 1 for number in numbers]
    )
    digests = dict(before.values_list("number", "digest"))
    return {number: digests.get(number - 1, referee.NO_PREVIOUS_DIGEST) for number in numbers}
