"""A whole club as a zip file: a manifest (``club-archive/1``) and a bundle for each session (docs/bundles.md)."""

import io
from collections.abc import Callable, Collection, Iterator
from typing import Any
from uuid import UUID
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.conf import settings

import referee
from scorekeeper import audit
from scorekeeper.access import Person
from scorekeeper.adjudication import hidden_cards
from scorekeeper.clubs import pictures
from scorekeeper.exports import bundle_journal, session_bundle
from scorekeeper.models import (
    Adjudication,
    Award,
    Club,
    Erasure,
    JournalEntry,
    MembershipChange,
    Player,
    PlayerMerge,
    ScoringPlan,
    Season,
    Session,
    User,
    row_json,
)
from scorekeeper.sessions.snapshots import snapshot

MANIFEST_NAME = "manifest.json"
JOURNAL_NAME = "journal.json"

ENTRIES = 1000  # of the journal that are read at a time
PIECES = 100  # of compressed content, collected before they are sent
NOTED = "club exported"  # in the audit log
FILE_TIME = (1980, 1, 1, 0, 0, 0)  # constant, so that an unchanged club gives identical archives


class UnfinishedHandsError(ValueError):
    """Sessions with hidden cards were neither finished nor left out of the archive."""

    def __init__(self, sessions: Collection[UUID]) -> None:
        listed = ", ".join(map(str, sessions))
        super().__init__(
            "Unfinished hands hold cards that nobody but their recorder may see yet.  Finish or void them, or leave "
            f"their sessions out with ?leave_out=unfinished: {listed}."
        )


class _Buffer(io.RawIOBase):
    """A write-only file that collects bytes until they are taken."""

    def __init__(self) -> None:
        self._written: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, content: Any) -> int:
        self._written.append(bytes(content))
        return len(content)

    @property
    def waiting(self) -> int:
        """The number of pieces that were not taken yet."""
        return len(self._written)

    def take(self) -> bytes:
        """Return what was written since the last call."""
        content = b"".join(self._written)
        self._written.clear()
        return content


def bundle_name(session: UUID) -> str:
    """Return the name of a session's bundle in the archive."""
    return f"sessions/{session}.json"


def sessions_with_hidden_cards(club: Club, person: Person) -> list[UUID]:
    """Return the sessions with unfinished hands whose cards this person may not see yet."""
    unfinished = Adjudication.objects.filter(club=club, status=hidden_cards.UNFINISHED)
    sessions = club.sessions.filter(pk__in=unfinished.values("hand__session")).order_by("pk")
    return [
        session.pk
        for session in sessions
        if any(session_bundle.positions_hidden_from(session, person))
    ]


def sessions_left_out(
    club: Club, person: Person, *, leaves_out_unfinished: bool
) -> Collection[UUID]:
    """Return the sessions to leave out of an archive for this person.

    Raises UnfinishedHandsError if there are such sessions and they are not to be left out.
    """
    hidden = sessions_with_hidden_cards(club, person)
    if hidden and not leaves_out_unfinished:
        raise UnfinishedHandsError(hidden)
    return hidden


def note(club: Club, *, by: User | None, left_out: Collection[UUID]) -> None:
    """Write into the audit log that somebody exports the club."""
    audit.note(NOTED, club, by=by, club=club, left_out=len(left_out))


def build_archive(
    club: Club,
    *,
    by: User | None,
    left_out: Collection[UUID] = (),
    leaves_out_unfinished: bool = False,
    on_progress: Callable[[int, int, str, int], None] = lambda done, total, doing, hands: None,
) -> Iterator[bytes]:
    """Note the export and yield the archive, as ``archive_chunks`` does."""
    note(club, by=by, left_out=left_out)
    yield from archive_chunks(
        club,
        person=by,
        left_out=left_out,
        leaves_out_unfinished=leaves_out_unfinished,
        on_progress=on_progress,
    )


def archive_chunks(
    club: Club,
    *,
    person: Person | None,
    left_out: Collection[UUID],
    leaves_out_unfinished: bool,
    on_progress: Callable[[int, int, str, int], None],
) -> Iterator[bytes]:
    """Yield the archive in chunks; only one session at a time is in memory.

    ``on_progress`` is called with the number of sessions that are in it so far, of all, what is done, and the number of hands.
    Where a hand begins meanwhile whose cards the person may not see yet, its session is left out too, or UnfinishedHandsError is
    raised; None may see everything.
    """
    left_out = set(left_out)
    ids = club.sessions.order_by("created_at", "pk").values_list("pk", flat=True)
    sessions = [pk for pk in ids if pk not in left_out]
    outbox = _Buffer()
    with ZipFile(outbox, "w") as file:
        hands = 0
        for done, pk in enumerate(sessions, 1):
            bundle = _bundle(pk, person)
            if bundle is not None:
                _add_file(file, bundle_name(pk), bundle)
                yield outbox.take()
                hands += len(bundle["hands"])
            elif leaves_out_unfinished:
                left_out.add(pk)
            else:
                raise UnfinishedHandsError([pk])
            on_progress(done, len(sessions), "", hands)
        sessions = [pk for pk in sessions if pk not in left_out]
        _add_file(file, MANIFEST_NAME, build_manifest(club, sessions=sessions, left_out=left_out))
        # last, so that it has every entry of the others
        with file.open(_entry(JOURNAL_NAME), "w", force_zip64=True) as journal:
            for chunk in journal_chunks(club):
                journal.write(chunk)
                if outbox.waiting > PIECES:
                    yield outbox.take()
    yield outbox.take()


def build_manifest(
    club: Club, *, sessions: Collection[UUID], left_out: Collection[UUID]
) -> dict[str, Any]:
    """Return the archive's manifest: the club without its sessions.  Accounts appear as ids only."""
    merges = PlayerMerge.objects.filter(club=club).select_related("reversal")
    members = club.members.order_by("since", "pk")
    manifest: dict[str, Any] = {
        "format": referee.ARCHIVE_FORMAT,
        # without settings of accounts here; the journal has no time zone
        "club": row_json.to_json(club, without=("second_step_for", "time_zone", "solves_endings")),
        "time_zone": club.time_zone
        or settings.TIME_ZONE,  # so that the days stay the same elsewhere
        "members": [row_json.to_json(member, without=("id", "club")) for member in members],
        "membership_changes": _rows(MembershipChange, club),
        "players": _rows(Player, club),
        "pictures": pictures.to_json(club),
        "seasons": _rows(Season, club),
        "plans": _rows(ScoringPlan, club),
        "awards": _rows(Award, club),
        "merges": [_merge(merge) for merge in merges.order_by("at", "pk")],
        "erasures": _rows(Erasure, club),
        "sessions": [str(pk) for pk in sessions],
        "left_out": sorted(str(pk) for pk in left_out),
    }
    facts = referee.facts_in_manifest(manifest)
    return {**manifest, "journal": bundle_journal.journal_of(facts, club.pk)}


def journal_chunks(club: Club) -> Iterator[bytes]:
    """Yield the club's whole journal, without salts (``club-journal/1``), as canonical JSON.

    Only some entries are in memory, and nothing is open in the database between two chunks.
    """
    whole = {"format": referee.JOURNAL_FORMAT, "club": str(club.pk), "entries": []}
    before, _, after = referee.canonical(whole).partition("[]")
    yield f"{before}[".encode()
    for number, entry in enumerate(_journal_entries(club)):
        yield f"{',' if number else ''}{referee.canonical(entry)}".encode()
    yield f"]{after}".encode()


def _journal_entries(club: Club) -> Iterator[referee.JsonObject]:
    columns = ("kind", "subject", "content", "salted", "digest")
    entries = JournalEntry.objects.filter(journal=club.pk).order_by("number").values(*columns)
    last = 0  # numbers have no gaps
    while page := list(entries.filter(number__gt=last)[:ENTRIES]):
        yield from page
        last += len(page)


def _rows(
    model: type[MembershipChange | Player | Season | ScoringPlan | Award | Erasure], club: Club
) -> list[referee.JsonObject]:
    rows = model._default_manager.filter(club=club).order_by("pk")
    return [row_json.to_json(row, without=("club",)) for row in rows]


def _merge(merge: PlayerMerge) -> referee.JsonObject:
    reversal = getattr(merge, "reversal", None)
    undone = row_json.to_json(reversal, without=("merge",)) if reversal else None
    return {**row_json.to_json(merge, without=("club",)), "reversal": undone}


def _bundle(pk: UUID, person: Person | None) -> session_bundle.Bundle | None:
    """Return a session's bundle, whose parts agree with each other; None if it has cards that the person may not see yet."""
    with snapshot():
        session = Session.objects.select_related("head", "result").get(pk=pk)
        if person is not None and any(session_bundle.positions_hidden_from(session, person)):
            return None
        return session_bundle.build_bundle(session)


def _add_file(file: ZipFile, name: str, content: dict[str, Any]) -> None:
    file.writestr(_entry(name), referee.canonical(content))


def _entry(name: str) -> ZipInfo:
    """Return the description of a file in the archive, which does not depend on the time of day."""
    entry = ZipInfo(name, date_time=FILE_TIME)
    entry.compress_type = ZIP_DEFLATED
    return entry
