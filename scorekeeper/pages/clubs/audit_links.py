"""What the lines of the audit log are about: what it is called today, and where it is read."""

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


class Thing(NamedTuple):
    """Something that a line is about."""

    label: str
    url: str  # "": it has no page that the reader may see


Ids: TypeAlias = Sequence[str]
Found: TypeAlias = Mapping[str, Thing]


def things(entries: Iterable[AuditEntry], *, webhooks: bool) -> dict[tuple[str, str], Thing]:
    """Of each kind of thing in one query; what is gone has no page.  Those of ``webhooks`` are not for every reader."""
    asked: dict[str, set[str]] = {}
    for entry in entries:
        kind, subject = about(entry)
        asked.setdefault(kind, set()).add(subject)
    found = {
        (kind, subject): thing
        for kind, subjects in asked.items()
        if kind in _FINDERS
        for subject, thing in _FINDERS[kind](_readable(subjects)).items()
    }
    if webhooks:
        return found
    return {key: thing._replace(url="") if key[0] == "webhook" else thing for key, thing in found.items()}  # fmt: skip


def about(entry: AuditEntry) -> tuple[str, str]:
    """Kind and id of what is worth looking at: of a comment its hand, of a statement its dispute, of a message nothing."""
    details = entry.details
    if entry.kind == "comment" and "hand" in details:
        return "hand", str(details["hand"])
    if entry.kind == "dispute statement" and "dispute" in details:
        return "dispute", str(details["dispute"])
    return entry.kind, entry.subject


def names_of(entries: Iterable[AuditEntry]) -> dict[str, str]:
    """The names of the accounts that lines are about."""
    subjects = {entry.subject for entry in entries if entry.kind == "user"}
    users = User.objects.filter(pk__in=_readable(subjects))
    return {str(user.pk): user.get_username() for user in users}


def _readable(subjects: Iterable[str]) -> list[str]:
    """An id in an old line may be of another form."""
    found = []
    for subject in subjects:
        try:
            found.append(str(uuid.UUID(subject)))
        except ValueError:
            continue
    return found


def _hands(ids: Ids) -> Found:
    rows = Hand.objects.filter(pk__in=ids).select_related("session")
    label = _("hand %(number)d, %(session)s")
    return {
        str(row.pk): Thing(label % {"number": row.position, "session": _called(row.session)}, reverse("hand", args=[row.pk]))
        for row in rows
    }  # fmt: skip


def _sessions(ids: Ids) -> Found:
    rows = Session.objects.filter(pk__in=ids)
    return {str(row.pk): Thing(_called(row), reverse("session", args=[row.pk])) for row in rows}


def _disputes(ids: Ids) -> Found:
    rows = Dispute.objects.filter(pk__in=ids).select_related("hand__session")
    label = _("the dispute about hand %(number)d, %(session)s")
    return {
        str(row.pk): Thing(label % {"number": row.hand.position, "session": _called(row.hand.session)}, reverse("dispute", args=[row.pk]))
        for row in rows
    }  # fmt: skip


def _links(ids: Ids) -> Found:
    rows = Link.objects.filter(pk__in=ids).select_related("session")
    return {
        str(row.pk): Thing(row.label or _called(row.session), reverse("session-links", args=[row.session_id]))
        for row in rows
    }  # fmt: skip


def _merges(ids: Ids) -> Found:
    rows = PlayerMerge.objects.filter(pk__in=ids).select_related("player", "into")
    label = _("%(player)s is %(into)s")
    return {
        str(row.pk): Thing(label % {"player": row.player, "into": row.into}, reverse("merges", args=[row.club_id]))
        for row in rows
    }  # fmt: skip


def _plans(ids: Ids) -> Found:
    rows = ScoringPlan.objects.filter(pk__in=ids).select_related("season")
    return {
        str(row.pk): Thing(row.season.name, reverse("season", args=[row.season_id])) for row in rows
    }


def _named(model: type[Model], page: str, name: str) -> Callable[[Ids], Found]:
    """Rows that have a name and a page of their own."""

    def find(ids: Ids) -> Found:
        rows = model._default_manager.filter(pk__in=ids).values_list("pk", name)
        return {str(pk): Thing(str(said), reverse(page, args=[pk])) for pk, said in rows}

    return find


def _dated(model: type[Model], page: str) -> Callable[[Ids], Found]:
    """Rows that are known by their moment."""

    def find(ids: Ids) -> Found:
        rows = model._default_manager.filter(pk__in=ids).values_list("pk", "at")
        shown = ((pk, date_format(timezone.localtime(at), "SHORT_DATETIME_FORMAT")) for pk, at in rows)  # fmt: skip
        return {str(pk): Thing(said, reverse(page, args=[pk])) for pk, said in shown}

    return find


def _webhooks(ids: Ids) -> Found:
    """Never by their address, which may hold a key."""
    rows = Webhook.objects.filter(pk__in=ids)
    return {str(row.pk): Thing(row.label or _("a webhook"), reverse("webhook", args=[row.pk])) for row in rows}  # fmt: skip


def _called(session: Session) -> str:
    """A session by its game and day, as its own page calls it."""
    day = session.played_on or timezone.localdate(session.created_at)
    return f"{session.get_variant_display()}, {date_format(day)}"


_FINDERS: Mapping[str, Callable[[Ids], Found]] = {
    "hand": _hands,
    "session": _sessions,
    "dispute": _disputes,
    "link": _links,
    "player merge": _merges,
    "scoring plan": _plans,
    "webhook": _webhooks,
    "player": _named(Player, "player", "name"),
    "erasure": _named(Player, "player", "name"),
    "season": _named(Season, "season", "name"),
    "import": _dated(Import, "import-report"),
    "rebuild": _dated(Rebuild, "rebuild"),
}
