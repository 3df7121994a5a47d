"""Erasure of a player: their name, the link to their account, and the free text of the sessions they sat in.

It cannot be undone.  Cards, plays and points stay, and the revision chains still verify: the texts and their salts are
deleted, the content and the salted hashes of the texts are not.
"""

import json
import re
from collections.abc import Collection, Iterable
from typing import Any
from uuid import UUID

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils import timezone

import referee
from scorekeeper import audit
from scorekeeper.adjudication import judging, revisions
from scorekeeper.clubs import player_merges
from scorekeeper.journal import sealing
from scorekeeper.models import (
    Adjudication,
    Club,
    Comment,
    Dispute,
    DisputeStatement,
    Erasure,
    GivenAnswer,
    HandRevision,
    Import,
    ImportLine,
    ImportState,
    Kind,
    Player,
    Replay,
    Ruling,
    ScoringPlan,
    Session,
    SessionRevision,
    Transcript,
    UploadedFile,
    User,
)
from scorekeeper.sessions import corrections, recording

SESSION_LABELS = ("event", "round", "table", "place")
"""Text keys of a session that stay unless they mention the player, so that it can still be found."""

_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class ErasureNotConfirmedError(ValueError):
    """The confirmation is not the player's name."""

    def __init__(self) -> None:
        super().__init__("Erasing cannot be undone: confirm it with the player's name, exactly as it is shown.")  # fmt: skip


@transaction.atomic
def erase(player: Player, *, confirm: str, by: User) -> tuple[Erasure, bool]:
    """Erase a player's name and the free text of every session they sat in; return the erasure and whether it is new.

    Players merged with this one are erased too.  Raises ErasureNotConfirmedError unless ``confirm`` is the name.
    """
    Club.objects.select_for_update(no_key=True).get(
        pk=player.club_id
    )  # so that numbers have no gaps
    existing = Erasure.objects.filter(player=player).first()
    if existing is not None:
        return existing, False
    player = Player.objects.get(pk=player.pk)
    if confirm != player.name:
        raise ErasureNotConfirmedError
    everybody = list(
        Player.objects.filter(pk__in=player_merges.identities_of(player), erasure=None)
    )
    names = [one.name for one in everybody]
    remarks = [
        pk
        for model in (Comment, DisputeStatement)
        for pk in _erase_remarks(model, player.club_id, everybody, names)
    ]
    for one in everybody:
        _replace_name(one, by=by)
    sessions = corrections.sessions_ever_of({one.pk for one in everybody})
    for pk in sessions:
        _erase_session_texts(recording.lock(Session(pk=pk)), names, by=by)
    _erase_imports(player.club_id, everybody, names, sessions)
    _erase_plan_reasons(player.club_id, names)
    _erase_stored_answers(everybody, names, sessions, remarks)
    return Erasure.objects.get(player=player), True


def _replace_name(player: Player, *, by: User) -> None:
    """Replace the name by "Player" and a number, and remove the link to the account."""
    last_number = (
        Erasure.objects.filter(club=player.club_id).aggregate(last=Max("number"))["last"] or 0
    )
    names = set(Player.objects.filter(club=player.club_id).values_list("name", flat=True))
    number = next(
        n
        for n in range(last_number + 1, last_number + len(names) + 2)
        if f"Player {n}" not in names
    )
    player.name, player.user = f"Player {number}", None
    player.save(update_fields=["name", "user"])
    sealing.note_changes(Player, [player.pk])
    erasure = Erasure.objects.create(
        player=player, club_id=player.club_id, number=number, by=by, at=timezone.now()
    )
    of_player = ContentType.objects.get_for_model(Player)
    logged = LogEntry.objects.filter(content_type=of_player, object_id=str(player.pk))
    logged.update(object_repr=player.name, change_message="")
    audit.note("player erased", erasure, by=by, number=number)


def _erase_session_texts(session: Session, names: Iterable[str], *, by: User) -> None:
    """Erase all free text of a session, and rebuild its derived rows."""
    labels = _labels_to_keep(session, names)
    erased = {"text": {}, "text_salt": "", "reason": ""}
    SessionRevision.objects.filter(session=session).update(**erased)
    HandRevision.objects.filter(hand__session=session).update(**erased)
    _replace(Transcript.objects.filter(hand__session=session), text={})
    disputes = Dispute.objects.filter(hand__session=session)
    _replace(disputes, claim=referee.REMOVED, grounds="", evidence="")
    _replace(Ruling.objects.filter(dispute__in=disputes), reason=referee.REMOVED)
    _replace(DisputeStatement.objects.filter(dispute__in=disputes), text=referee.REMOVED)
    _replace(Comment.objects.filter(hand__session=session), text=referee.REMOVED)
    _replace(session.links.all(), label="")
    session = recording.lock(session)
    parts = referee.Parts(session.head.content, labels)
    recording.save_revision(session, parts, revisions.Act(by=by, kind=Kind.AMENDED))
    Adjudication.objects.filter(hand__session=session).delete()
    Replay.objects.filter(hand__session=session).delete()
    judging.rejudge(session)
    audit.note("words erased", session, by=by, digest=session.head.digest)


def _replace(rows: QuerySet[Any], **words: object) -> None:
    """Replace words of these facts, and have what is left sealed."""
    ids = list(rows.values_list("pk", flat=True))
    rows.update(**words)
    sealing.note_changes(rows.model, ids)


def _labels_to_keep(session: Session, names: Iterable[str]) -> referee.JsonObject:
    """Return the session's labels that do not mention any of the names."""
    text = session.head.text
    labels = {key: text[key] for key in SESSION_LABELS if isinstance(text.get(key), str)}
    return {key: value for key, value in labels.items() if not _mentions(value, names)}


def _erase_remarks(
    model: type[Comment | DisputeStatement],
    club: UUID,
    everybody: Iterable[Player],
    names: Iterable[str],
) -> Collection[UUID]:
    """Erase the players' own remarks and those that mention them; return the ids."""
    accounts = {player.user_id for player in everybody}
    of_club = model._default_manager.filter(club=club)
    rows = of_club.values_list("pk", "by", "text").iterator(chunk_size=200)
    remarks = [pk for pk, by, text in rows if by in accounts or _mentions(text, names)]
    _replace(of_club.filter(pk__in=remarks), text=referee.REMOVED)
    return remarks


def _erase_plan_reasons(club: UUID, names: Iterable[str]) -> None:
    """Erase the reasons of scoring plans that mention any of the names."""
    for plan in ScoringPlan.objects.filter(club=club).exclude(reason=""):
        if _mentions(plan.reason, names):
            _replace(ScoringPlan.objects.filter(pk=plan.pk), reason=referee.REMOVED)


def _erase_imports(
    club: UUID, everybody: Iterable[Player], names: Iterable[str], sessions: Collection[UUID]
) -> None:
    """Erase import files and report lines that mention the players or made one of their sessions."""
    of_club = Import.objects.filter(club=club)
    with_sessions = set(of_club.filter(report__session__in=sessions).values_list("pk", flat=True))
    ids = {str(player.pk) for player in everybody}
    for row in of_club.iterator(chunk_size=20):
        chosen = {
            name: pk
            for name, pk in row.names.items()
            if str(pk) not in ids and not _mentions(name, names)
        }
        if row.pk not in with_sessions and chosen == row.names and not _mentions(row.source, names):
            continue
        is_open = row.state in {ImportState.WAITING, ImportState.RUNNING}
        state = ImportState.CANCELLED if is_open else row.state
        of_club.filter(pk=row.pk).update(source="", names=chosen, state=state)
    files = UploadedFile.objects.filter(club=club)
    for file in files.exclude(text="", name="", problem={}).iterator(chunk_size=20):
        if _mentions(" ".join((file.name, file.text, json.dumps(file.problem))), names):
            files.filter(pk=file.pk).update(name="", text="", problem={})
    lines = ImportLine.objects.filter(within__club=club)
    for line in lines.exclude(details={}).iterator(chunk_size=200):
        details = json.dumps(line.details, ensure_ascii=False)
        if line.session in sessions or _mentions(details, names):
            lines.filter(pk=line.pk).update(details={})


def _erase_stored_answers(
    everybody: Iterable[Player],
    names: Iterable[str],
    sessions: Iterable[UUID],
    remarks: Iterable[UUID],
) -> None:
    """Erase answers stored for Idempotency-Keys that mention the players or their sessions.

    The keys stay, so that a repeated request still has no second effect.
    """
    ids = {str(player.pk) for player in everybody} | {str(pk) for pk in (*sessions, *remarks)}
    hands = HandRevision.objects.filter(hand__session__in=sessions)
    ids.update(str(pk) for pk in hands.values_list("hand", flat=True))
    rows = GivenAnswer.objects.values_list("pk", "body").iterator(chunk_size=200)
    affected = [
        pk for pk, body in rows if ids.intersection(_UUID.findall(body)) or _mentions(body, names)
    ]
    GivenAnswer.objects.filter(pk__in=affected).update(body="")


def _mentions(text: str, names: Iterable[str]) -> bool:
    """Return whether a word of the text starts with one of the names, ignoring case, also in JSON's escaped form."""
    forms = {form for name in names for form in (name, json.dumps(name)[1:-1])}
    return any(re.search(rf"(?<!\w){re.escape(form)}", text, re.IGNORECASE) for form in forms)
