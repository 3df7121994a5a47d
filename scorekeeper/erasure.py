"""Erasure of a player: their name, their picture, the link to their account, and the free text of the sessions they sat in.

It cannot be undone.  Cards, plays and points stay, and the revision chains still verify: the texts and their salts are
deleted, the content and the salted hashes of the texts are not.  The names of the club and of its seasons stay (`find_kept_names`).
A seed of a scoring plan that has the name is replaced by another one; the lots that were drawn from it are stored beside it.

The decision is one transaction with few statements, however many sessions there are.  From its commit on no page, answer,
export, search, webhook, journal or replay has the name or one of the texts.  Workers then go through the sessions
(``sessions.erasure_pieces``).  Until they are done with a session, it has no event, place, round and table: those that do not
mention the player come back.  Verdicts, points, standings and replays stay as they were, but for replays of hands with a
reason in the referee's answer, which are built again.
"""

import json
import re
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple
from uuid import UUID

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import Max
from django.db.models.functions import Coalesce
from django.utils import timezone

import referee
from scorekeeper import audit, set_aside
from scorekeeper.clubs import player_merges
from scorekeeper.exports.files import delete_of_club
from scorekeeper.journal import sealing
from scorekeeper.models import (
    Award,
    Club,
    Comment,
    CountedScope,
    DisputeStatement,
    Erasure,
    GivenAnswer,
    HandRevision,
    HandVariation,
    Import,
    ImportLine,
    ImportState,
    Player,
    PlayerPicture,
    Recount,
    ScoringPlan,
    Season,
    SeasonCount,
    Session,
    SessionLabel,
    UploadedFile,
    User,
)
from scorekeeper.sessions import corrections, erasure_pieces, erasure_texts, season_what_if
from scorekeeper.sessions.erasure_texts import mentions, replace_words
from scorekeeper.standings.plans import plan_versions

_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")

AT_ONCE = 3
"""Sessions up to which workers have nothing to do: they are rewritten with the decision."""


class ErasureNotConfirmedError(ValueError):
    """The confirmation is not the player's name."""

    def __init__(self) -> None:
        super().__init__(
            "Erasing cannot be undone: confirm it with the player's name, exactly as it is shown."
        )


@transaction.atomic
def erase(player: Player, *, confirm: str, by: User) -> tuple[Erasure, bool]:
    """Erase a player's name and the free text of every session they sat in; return the erasure and whether it is new.

    Players merged with this one are erased too.  ``erasure.progress`` says for how many sessions workers have still to write
    the revision without the texts.  Raises ErasureNotConfirmedError unless ``confirm`` is the name.
    """
    # Workers that count now would store labels once more.  Waiting for them before the club is locked, nobody else waits.
    list(
        SeasonCount.objects.select_for_update(no_key=True)
        .filter(club=player.club_id)
        .order_by("pk")
    )
    # Numbers have no gaps, and an import or a new session with texts about the player is committed before or waits.
    Club.objects.select_for_update(no_key=True).get(pk=player.club_id)
    existing = Erasure.objects.select_related("progress").filter(player=player).first()
    if existing is not None:
        return existing, False
    player = Player.objects.get(pk=player.pk)
    if confirm != player.name:
        raise ErasureNotConfirmedError
    everybody = list(
        Player.objects.filter(pk__in=player_merges.identities_of(player), erasure=None)
    )
    names = [one.name for one in everybody]
    remarks = _erase_remarks(player.club_id, everybody, names)
    for one in everybody:
        _replace_name(one, by=by)
    erasure = Erasure.objects.get(player=player)
    _erase_parts_of_seasons(player.club_id, names)
    sessions = corrections.sessions_ever_of({one.pk for one in everybody})
    labels = erasure_texts.erase_texts(sessions, names)
    _erase_labels(player.club_id, names)
    _erase_imports(player.club_id, everybody, names, sessions)
    _erase_words_of_plans(player.club_id, names)
    _erase_names_of_awards(player.club_id, names)
    season_what_if.forget_texts(player.club_id, names, sessions)
    set_aside.forget_texts(player.club_id)
    delete_of_club(player.club_id)
    _erase_stored_answers(everybody, names, sessions, remarks)
    erasure_pieces.queue(erasure, labels)
    if len(sessions) <= AT_ONCE:
        for session in sessions:
            erasure_pieces.rewrite(session)
    return Erasure.objects.select_related("progress").get(player=player), True


class KeptNames(NamedTuple):
    """What an erasure does not change although it contains the name of the player."""

    club: bool
    seasons: Sequence[Season]  # their names


def find_kept_names(player: Player) -> KeptNames:
    """Return what an erasure of the player would leave as it is although it contains their name."""
    identities = Player.objects.filter(pk__in=player_merges.identities_of(player))
    names = list(identities.values_list("name", flat=True))
    seasons = Season.objects.filter(club=player.club_id)
    return KeptNames(
        club=mentions(player.club.name, names),
        seasons=[season for season in seasons if mentions(season.name, names)],
    )


def _replace_name(player: Player, *, by: User) -> None:
    """Replace the name by "Player" and a number, and remove the picture and the link to the account."""
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
    PlayerPicture.objects.filter(player=player).delete()
    sealing.note_changes(Player, [player.pk])
    erasure = Erasure.objects.create(
        player=player, club_id=player.club_id, number=number, by=by, at=timezone.now()
    )
    of_player = ContentType.objects.get_for_model(Player)
    logged = LogEntry.objects.filter(content_type=of_player, object_id=str(player.pk))
    logged.update(object_repr=player.name, change_message="")
    audit.note("player erased", erasure, by=by, number=number)


def _erase_remarks(
    club: UUID, everybody: Collection[Player], names: Collection[str]
) -> Collection[UUID]:
    """Erase the players' own comments, statements and variations and those that mention them; return the ids."""
    accounts = {player.user_id for player in everybody}
    erased: list[UUID] = []
    for model in (Comment, DisputeStatement):
        of_club = model._default_manager.filter(club=club)
        rows = of_club.values_list("pk", "by", "text").iterator(chunk_size=200)
        remarks = [pk for pk, by, text in rows if by in accounts or mentions(text, names)]
        replace_words(of_club.filter(pk__in=remarks), text=referee.REMOVED)
        erased += remarks
    return erased + _erase_variations(club, accounts, names)


def _erase_variations(
    club: UUID, accounts: Collection[UUID | None], names: Collection[str]
) -> list[UUID]:
    """Erase the words of the players' own variations and of those that mention them; return the ids."""
    rows = HandVariation.objects.filter(club=club)
    words = rows.values_list("pk", "by", "text").iterator(chunk_size=200)
    erased = [
        pk
        for pk, by, text in words
        if by in accounts or mentions(json.dumps(text, ensure_ascii=False), names)
    ]
    replace_words(rows.filter(pk__in=erased), text={})
    return erased


def _erase_words_of_plans(club: UUID, names: Collection[str]) -> None:
    """Erase the reasons and the seeds of scoring plans that mention any of the names."""
    for stored in plan_versions.readable_plans(club):
        if mentions(stored.plan.seed, names):
            plan_versions.erase_seed(stored)
    for plan in ScoringPlan.objects.filter(club=club).exclude(reason="").defer("plan"):
        if mentions(plan.reason, names):
            replace_words(ScoringPlan.objects.filter(pk=plan.pk), reason=referee.REMOVED)


def _erase_names_of_awards(club: UUID, names: Collection[str]) -> None:
    """Erase the names of awards that mention any of the names."""
    awards = Award.objects.filter(club=club)
    named = [pk for pk, name in awards.values_list("pk", "name") if mentions(name, names)]
    awards.filter(pk__in=named).update(name=referee.REMOVED)


def _erase_labels(club: UUID, names: Collection[str]) -> None:
    """Delete the labels that mention any of the names, unless a session in which somebody else sat has them."""
    labels = SessionLabel.objects.filter(club=club)
    for label in labels.iterator(chunk_size=500):
        of_label = Session.objects.filter((label.kind, label.text), club=club)
        if mentions(label.text, names) and not of_label.exists():
            label.delete()


def _erase_parts_of_seasons(club: UUID, names: Collection[str]) -> None:
    """Delete the stored standings of events, rounds and tables that mention any of the names; workers count them again."""
    season = Coalesce("count", "public_count")
    scopes = CountedScope.objects.filter(club=club).values_list(
        "pk", season, "event", "round", "table"
    )
    seasons = {
        pk: of_season for pk, of_season, *labels in scopes if mentions(" ".join(labels), names)
    }
    CountedScope.objects.filter(pk__in=seasons).delete()
    Recount.objects.bulk_create(Recount(season_id=of_season) for of_season in {*seasons.values()})


def _erase_imports(
    club: UUID, everybody: Iterable[Player], names: Iterable[str], sessions: Collection[UUID]
) -> None:
    """Erase import files and report lines that mention the players or made one of their sessions."""
    of_club = Import.objects.filter(club=club)
    with_sessions = set(of_club.filter(report__session__in=sessions).values_list("pk", flat=True))
    ids = {str(player.pk) for player in everybody}
    changed: list[Import] = []
    for row in of_club.iterator(chunk_size=20):
        chosen = {
            name: pk
            for name, pk in row.names.items()
            if str(pk) not in ids and not mentions(name, names)
        }
        edited = " ".join(row.options.get("edited_lines", {}).values())
        written = f"{row.source} {row.options.get('file_name', '')} {edited}"
        if row.pk not in with_sessions and chosen == row.names and not mentions(written, names):
            continue
        is_open = row.state in {ImportState.WAITING, ImportState.RUNNING}
        row.forget_file()
        row.names = chosen
        row.state = ImportState.CANCELLED if is_open else row.state
        changed.append(row)
    Import.objects.bulk_update(changed, ["source", "names", "options", "state"])
    files = UploadedFile.objects.filter(club=club)
    with_names = [
        file.pk
        for file in files.exclude(text="", name="", problem={}).iterator(chunk_size=20)
        if mentions(" ".join((file.name, file.text, json.dumps(file.problem))), names)
    ]
    files.filter(pk__in=with_names).update(name="", text="", problem={})
    lines = ImportLine.objects.filter(within__club=club)
    of_sessions = set(sessions)
    about_them = [
        line.pk
        for line in lines.exclude(details={}).iterator(chunk_size=200)
        if line.session in of_sessions
        or mentions(json.dumps(line.details, ensure_ascii=False), names)
    ]
    lines.filter(pk__in=about_them).update(details={})


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
        pk for pk, body in rows if ids.intersection(_UUID.findall(body)) or mentions(body, names)
    ]
    GivenAnswer.objects.filter(pk__in=affected).update(body="")
