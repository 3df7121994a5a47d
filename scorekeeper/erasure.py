"""A player is forgotten: their name, their account, and what was written freely where they sat.

Nothing of it can be brought back.  Cards, plays and points stay, and the chains still verify: content and the salted
hashes of the words stay, the words and their salts go.
"""

import json
import re
from collections.abc import Collection, Iterable
from uuid import UUID

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from scorekeeper import audit
from scorekeeper.adjudication import judging, record_parts, revisions
from scorekeeper.clubs import player_merges
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
    User,
)
from scorekeeper.sessions import recording

LABELS = ("event", "round", "table", "place")
"""What a session is found by; it stays, unless it names the player."""

_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


class NotNamedError(ValueError):
    """An erasure must name whom it erases."""

    def __init__(self) -> None:
        super().__init__("Erasing cannot be undone: confirm it with the player's name, exactly as it is shown.")  # fmt: skip


@transaction.atomic
def erase(player: Player, *, confirm: str, by: User) -> tuple[Erasure, bool]:
    """Remove a player's name and the free text of every session they sat in; says whether that is new.

    Whoever turned out to be the same person is erased with them.  Raises NotNamedError unless ``confirm`` is the name.
    """
    Club.objects.select_for_update(no_key=True).get(pk=player.club_id)  # numbers without gaps
    there = Erasure.objects.filter(player=player).first()
    if there is not None:
        return there, False
    player = Player.objects.get(pk=player.pk)
    if confirm != player.name:
        raise NotNamedError
    everybody = list(Player.objects.filter(pk__in=player_merges.identities_of(player), erasure=None))
    names = [one.name for one in everybody]
    said = [
        pk
        for model in (Comment, DisputeStatement)
        for pk in _without_remarks(model, player.club_id, everybody, names)
    ]
    for one in everybody:
        _forget(one, by=by)
    seated = Session.objects.filter(seats__player__in=everybody).distinct().order_by("pk")
    sessions = list(seated.values_list("pk", flat=True))
    for pk in sessions:
        _without_words(recording.lock(Session(pk=pk)), names, by=by)
    _without_imports(player.club_id, everybody, names, sessions)
    _without_plans(player.club_id, names)
    _without_answers(everybody, names, sessions, said)
    return Erasure.objects.get(player=player), True


def _forget(player: Player, *, by: User) -> None:
    """A number takes the place of the name."""
    others = Erasure.objects.filter(club=player.club_id).aggregate(last=Max("number"))["last"] or 0
    taken = set(Player.objects.filter(club=player.club_id).values_list("name", flat=True))
    number = next(
        n for n in range(others + 1, others + len(taken) + 2) if f"Player {n}" not in taken
    )
    player.name, player.user = f"Player {number}", None
    player.save(update_fields=["name", "user"])
    erasure = Erasure.objects.create(
        player=player, club_id=player.club_id, number=number, by=by, at=timezone.now()
    )
    of_player = ContentType.objects.get_for_model(Player)
    logged = LogEntry.objects.filter(content_type=of_player, object_id=str(player.pk))
    logged.update(object_repr=player.name, change_message="")
    audit.note("player erased", erasure, by=by, number=number)


def _without_words(session: Session, names: Iterable[str], *, by: User) -> None:
    """Every word that people wrote about a session goes, and what was derived from it is made again."""
    labels = _labels(session, names)
    gone = {"text": {}, "text_salt": "", "reason": ""}
    SessionRevision.objects.filter(session=session).update(**gone)
    HandRevision.objects.filter(hand__session=session).update(**gone)
    Transcript.objects.filter(hand__session=session).update(text={})
    disputes = Dispute.objects.filter(hand__session=session)
    disputes.update(claim=record_parts.REMOVED, grounds="", evidence="")
    Ruling.objects.filter(dispute__in=disputes).update(reason=record_parts.REMOVED)
    DisputeStatement.objects.filter(dispute__in=disputes).update(text=record_parts.REMOVED)
    Comment.objects.filter(hand__session=session).update(text=record_parts.REMOVED)
    session.links.update(label="")
    session = recording.lock(session)
    parts = record_parts.Parts(session.head.content, labels)
    recording.write(session, parts, revisions.Act(by=by, kind=Kind.AMENDED))
    Adjudication.objects.filter(hand__session=session).delete()
    Replay.objects.filter(hand__session=session).delete()
    judging.rejudge(session)
    audit.note("words erased", session, by=by, digest=session.head.digest)


def _labels(session: Session, names: Iterable[str]) -> record_parts.Keys:
    """The labels as they stand, sealed anew in one more revision."""
    said = session.head.text
    kept = {key: said[key] for key in LABELS if isinstance(said.get(key), str)}
    return {key: value for key, value in kept.items() if not _names(value, names)}


def _without_remarks(
    model: type[Comment | DisputeStatement],
    club: UUID,
    everybody: Iterable[Player],
    names: Iterable[str],
) -> Collection[UUID]:
    """What they said about hands or in disputes, and what others said that names them."""
    accounts = {player.user_id for player in everybody}
    of_club = model._default_manager.filter(club=club)
    rows = of_club.values_list("pk", "by", "text").iterator(chunk_size=200)
    said = [pk for pk, by, text in rows if by in accounts or _names(text, names)]
    of_club.filter(pk__in=said).update(text=record_parts.REMOVED)
    return said


def _without_plans(club: UUID, names: Iterable[str]) -> None:
    """Why a season is scored as it is, where that names the player."""
    for plan in ScoringPlan.objects.filter(club=club).exclude(reason=""):
        if _names(plan.reason, names):
            ScoringPlan.objects.filter(pk=plan.pk).update(reason=record_parts.REMOVED)


def _without_imports(
    club: UUID, everybody: Iterable[Player], names: Iterable[str], sessions: Collection[UUID]
) -> None:
    """What was sent in goes where it names the player or made one of their sessions, and so do such lines of its report."""
    of_club = Import.objects.filter(club=club)
    theirs = set(of_club.filter(report__session__in=sessions).values_list("pk", flat=True))
    ids = {str(player.pk) for player in everybody}
    for row in of_club.iterator(chunk_size=20):
        chosen = {
            name: pk
            for name, pk in row.names.items()
            if str(pk) not in ids and not _names(name, names)
        }
        if row.pk not in theirs and chosen == row.names and not _names(row.source, names):
            continue
        running = row.state in {ImportState.WAITING, ImportState.RUNNING}
        state = ImportState.CANCELLED if running else row.state
        of_club.filter(pk=row.pk).update(source="", names=chosen, state=state)
    lines = ImportLine.objects.filter(within__club=club)
    for line in lines.exclude(details={}).iterator(chunk_size=200):
        said = json.dumps(line.details, ensure_ascii=False)
        if line.session in sessions or _names(said, names):
            lines.filter(pk=line.pk).update(details={})


def _without_answers(
    everybody: Iterable[Player],
    names: Iterable[str],
    sessions: Iterable[UUID],
    remarks: Iterable[UUID],
) -> None:
    """Answers kept for requests that come again lose what they said about the player or their sessions.

    The keys stay: a request that comes again still has no second effect.
    """
    about = {str(player.pk) for player in everybody} | {str(pk) for pk in (*sessions, *remarks)}
    hands = HandRevision.objects.filter(hand__session__in=sessions)
    about.update(str(pk) for pk in hands.values_list("hand", flat=True))
    rows = GivenAnswer.objects.values_list("pk", "body").iterator(chunk_size=200)
    told = [
        pk for pk, body in rows if about.intersection(_UUID.findall(body)) or _names(body, names)
    ]
    GivenAnswer.objects.filter(pk__in=told).update(body="")


def _names(text: str, names: Iterable[str]) -> bool:
    """Does a word in it begin with one of them, in whatever case, as it is or as JSON spells it?"""
    spelled = {form for name in names for form in (name, json.dumps(name)[1:-1])}
    return any(re.search(rf"(?<!\w){re.escape(form)}", text, re.IGNORECASE) for form in spelled)
