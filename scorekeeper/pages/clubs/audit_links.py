"""Labels of what audit entries are about, with links to their pages."""

import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from django.db.models import Model
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scorekeeper.models import (
    AuditEntry,
    Dispute,
    Hand,
    Import,
    Invitation,
    Link,
    Player,
    PlayerMerge,
    Rebuild,
    ScoringPlan,
    Season,
    Session,
    User,
    Webhook,
)

USER_KINDS = ("user", "Benutzer", "使用者")
"""The kinds of entries about accounts: earlier releases wrote the word in the language of the page."""


class AuditTarget(NamedTuple):
    """What an audit entry is about."""

    label: str
    url: str  # "" without a page that the reader may open


Ids: TypeAlias = Sequence[str]
Targets: TypeAlias = Mapping[str, AuditTarget]


def find_targets(
    entries: Iterable[AuditEntry], *, link_webhooks: bool
) -> dict[tuple[str, str], AuditTarget]:
    """Return the targets of the entries by kind and id, with one query for each kind.

    Deleted rows are missing. Without ``link_webhooks``, webhooks have no link: not every reader may open them.
    """
    ids: dict[str, set[str]] = {}
    for entry in entries:
        kind, subject = target_key(entry)
        ids.setdefault(kind, set()).add(subject)
    targets = {
        (kind, subject): target
        for kind, subjects in ids.items()
        if kind in _FINDERS
        for subject, target in _FINDERS[kind](_valid_ids(subjects)).items()
    }
    if link_webhooks:
        return targets
    return {
        key: target._replace(url="") if key[0] == "webhook" else target
        for key, target in targets.items()
    }


def target_key(entry: AuditEntry) -> tuple[str, str]:
    """Return the kind and id to link to: the hand of a comment or a variation, the dispute of a statement, otherwise the subject."""
    details = entry.details
    if entry.kind in {"comment", "hand variation"} and "hand" in details:
        return "hand", str(details["hand"])
    if entry.kind == "dispute statement" and "dispute" in details:
        return "dispute", str(details["dispute"])
    return entry.kind, entry.subject


def user_names(entries: Iterable[AuditEntry]) -> dict[str, str]:
    """Return the user names of the accounts that the entries are about, by id."""
    subjects = {entry.subject for entry in entries if entry.kind in USER_KINDS}
    users = User.objects.filter(pk__in=_valid_ids(subjects))
    return {str(user.pk): user.get_username() for user in users}


def _valid_ids(subjects: Iterable[str]) -> list[str]:
    """Return the subjects that are UUIDs; old entries may have others."""
    ids = []
    for subject in subjects:
        try:
            ids.append(str(uuid.UUID(subject)))
        except ValueError:
            continue
    return ids


def _hands(ids: Ids) -> Targets:
    rows = Hand.objects.filter(pk__in=ids).select_related("session")
    label = _("hand %(number)d, %(session)s")
    return {
        str(row.pk): AuditTarget(
            label % {"number": row.position, "session": _session_label(row.session)},
            reverse("hand", args=[row.pk]),
        )
        for row in rows
    }


def _sessions(ids: Ids) -> Targets:
    rows = Session.objects.filter(pk__in=ids)
    return {
        str(row.pk): AuditTarget(_session_label(row), reverse("session", args=[row.pk]))
        for row in rows
    }


def _disputes(ids: Ids) -> Targets:
    rows = Dispute.objects.filter(pk__in=ids).select_related("hand__session")
    label = _("the dispute about hand %(number)d, %(session)s")
    return {
        str(row.pk): AuditTarget(
            label % {"number": row.hand.position, "session": _session_label(row.hand.session)},
            reverse("dispute", args=[row.pk]),
        )
        for row in rows
    }


def _links(ids: Ids) -> Targets:
    rows = Link.objects.filter(pk__in=ids).select_related("session")
    return {
        str(row.pk): AuditTarget(
            row.label or _session_label(row.session),
            reverse("session-links", args=[row.session_id]),
        )
        for row in rows
    }


def _invitations(ids: Ids) -> Targets:
    label = _("the invitation of %(when)s")
    return {
        str(row.pk): AuditTarget(
            label
            % {"when": date_format(timezone.localtime(row.created_at), "SHORT_DATETIME_FORMAT")},
            reverse("invitation", args=[row.club_id, row.pk]),
        )
        for row in Invitation.objects.filter(pk__in=ids)
    }


def _merges(ids: Ids) -> Targets:
    rows = PlayerMerge.objects.filter(pk__in=ids).select_related("player", "into")
    label = _("%(player)s into %(into)s")
    return {
        str(row.pk): AuditTarget(
            label % {"player": row.player, "into": row.into}, reverse("merges", args=[row.club_id])
        )
        for row in rows
    }


def _plans(ids: Ids) -> Targets:
    rows = ScoringPlan.objects.filter(pk__in=ids).select_related("season")
    return {
        str(row.pk): AuditTarget(row.season.name, reverse("season", args=[row.season_id]))
        for row in rows
    }


def _finder_by_name(model: type[Model], page: str, name: str) -> Callable[[Ids], Targets]:
    """Return a finder for rows with a name and a page."""

    def find(ids: Ids) -> Targets:
        rows = model._default_manager.filter(pk__in=ids).values_list("pk", name)
        return {str(pk): AuditTarget(str(label), reverse(page, args=[pk])) for pk, label in rows}

    return find


def _finder_by_time(model: type[Model], page: str) -> Callable[[Ids], Targets]:
    """Return a finder for rows labeled with their date and time."""

    def find(ids: Ids) -> Targets:
        rows = model._default_manager.filter(pk__in=ids).values_list("pk", "at")
        labels = (
            (pk, date_format(timezone.localtime(at), "SHORT_DATETIME_FORMAT")) for pk, at in rows
        )
        return {str(pk): AuditTarget(label, reverse(page, args=[pk])) for pk, label in labels}

    return find


def _webhooks(ids: Ids) -> Targets:
    """Label webhooks without their address, which may contain a key."""
    rows = Webhook.objects.filter(pk__in=ids)
    return {
        str(row.pk): AuditTarget(row.label or _("a webhook"), reverse("webhook", args=[row.pk]))
        for row in rows
    }


def _session_label(session: Session) -> str:
    """Return the game and the day of a session, as in the title of its page."""
    return f"{session.get_variant_display()}, {session.when}"


_FINDERS: Mapping[str, Callable[[Ids], Targets]] = {
    "hand": _hands,
    "session": _sessions,
    "dispute": _disputes,
    "invitation": _invitations,
    "link": _links,
    "player merge": _merges,
    "scoring plan": _plans,
    "webhook": _webhooks,
    "player": _finder_by_name(Player, "player", "name"),
    "erasure": _finder_by_name(Player, "player", "name"),
    "season": _finder_by_name(Season, "season", "name"),
    "import": _finder_by_time(Import, "import-report"),
    "rebuild": _finder_by_time(Rebuild, "rebuild"),
}
