"""A whole club in one file: a zip of a manifest, ``club-archive/1``, and a bundle for each session (docs/bundles.md)."""

import io
from collections.abc import Collection, Iterator
from typing import Any
from uuid import UUID
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.db import transaction

import referee
from scorekeeper import audit
from scorekeeper.access import Person
from scorekeeper.adjudication import hidden_cards, record_parts
from scorekeeper.exports import row_json, session_bundle
from scorekeeper.models import (
    Club,
    Erasure,
    MembershipChange,
    Player,
    PlayerMerge,
    ScoringPlan,
    Season,
    Session,
    User,
)
from scorekeeper.sessions import recording

ARCHIVE = "club-archive/1"
MANIFEST = "manifest.json"
BATCH = 200

LONG_AGO = (1980, 1, 1, 0, 0, 0)  # a file's time says nothing: the same club gives the same archive


class HidingError(ValueError):
    """An archive is whole, or says what is left out of it."""

    def __init__(self, sessions: Collection[UUID]) -> None:
        listed = ", ".join(map(str, sessions))
        super().__init__(
            "Unfinished hands hold cards that nobody but their recorder may see yet.  Finish or void them, or leave "
            f"their sessions out with ?leave_out=unfinished: {listed}."
        )


class _Outbox(io.RawIOBase):
    """What was written since somebody last took it."""

    def __init__(self) -> None:
        self._written: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, content: Any) -> int:
        self._written.append(bytes(content))
        return len(content)

    def taken(self) -> bytes:
        """Everything so far; it is gone from here."""
        content = b"".join(self._written)
        self._written.clear()
        return content


def place_of(session: UUID) -> str:
    """Where in the archive a session's bundle is."""
    return f"sessions/{session}.json"


def hiding(club: Club, person: Person) -> list[UUID]:
    """The sessions whose history this person may not have yet, since unfinished hands hold cards."""
    unfinished = club.sessions.filter(hands__adjudication__status=hidden_cards.UNFINISHED)
    sessions = unfinished.distinct().order_by("pk")
    return [session.pk for session in sessions if any(session_bundle.hidden_from(session, person))]


def archive(club: Club, *, by: User | None, left_out: Collection[UUID] = ()) -> Iterator[bytes]:
    """The archive, piece by piece: a session at a time is held in memory."""
    audit.note("club exported", club, by=by, club=club, left_out=len(left_out))
    every = club.sessions.order_by("created_at", "pk").values_list("pk", flat=True)
    sessions = [pk for pk in every if pk not in left_out]
    outbox = _Outbox()
    with ZipFile(outbox, "w") as file:
        for pk in sessions:
            _add(file, place_of(pk), _bundle(pk))
            yield outbox.taken()
        _add(file, MANIFEST, manifest(club, sessions=sessions, left_out=left_out))
    yield outbox.taken()


def manifest(
    club: Club, *, sessions: Collection[UUID], left_out: Collection[UUID]
) -> dict[str, Any]:
    """The club beside its sessions.  Accounts are ids: who they are is not taken along."""
    merges = PlayerMerge.objects.filter(club=club).select_related("reversal")
    members = club.members.order_by("since", "pk")
    return {
        "format": ARCHIVE,
        "club": row_json.as_json(club),
        "members": [row_json.as_json(member, without=("id", "club")) for member in members],
        "membership_changes": _rows(MembershipChange, club),
        "players": _rows(Player, club),
        "seasons": _rows(Season, club),
        "plans": _rows(ScoringPlan, club),
        "merges": [_merge(merge) for merge in merges.order_by("at", "pk")],
        "erasures": _rows(Erasure, club),
        "sessions": [str(pk) for pk in sessions],
        "left_out": sorted(str(pk) for pk in left_out),
    }


def _rows(
    model: type[MembershipChange | Player | Season | ScoringPlan | Erasure], club: Club
) -> list[record_parts.Keys]:
    rows = model._default_manager.filter(club=club).order_by("pk")
    return [row_json.as_json(row, without=("club",)) for row in rows]


def _merge(merge: PlayerMerge) -> record_parts.Keys:
    reversal = getattr(merge, "reversal", None)
    undone = row_json.as_json(reversal, without=("merge",)) if reversal else None
    return {**row_json.as_json(merge, without=("club",)), "reversal": undone}


@transaction.atomic
def _bundle(pk: UUID) -> session_bundle.Bundle:
    """A session's bundle, its parts read at one moment."""
    return session_bundle.bundle(recording.lock(Session(pk=pk)))


def _add(file: ZipFile, name: str, said: dict[str, Any]) -> None:
    entry = ZipInfo(name, date_time=LONG_AGO)
    entry.compress_type = ZIP_DEFLATED
    file.writestr(entry, referee.canonical(said))
