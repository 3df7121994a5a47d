"""Sessions and their revisions."""

from typing import Any

from django.contrib import admin
from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from scorekeeper.admin.action_links import ActionPage, LinksToActions
from scorekeeper.admin.audited import Audited
from scorekeeper.admin.bounded_lists import MOST_FOUND, ClubOfSessionFilter, FoundBySession
from scorekeeper.admin.read_only import ReadOnly, ReadOnlyRows, pretty
from scorekeeper.models import Season, Seat, Session, SessionRevision, User
from scorekeeper.sessions import recording, search
from scorekeeper.sessions.actions import TryHouseRules
from scorekeeper.sessions.document import session_record


class SeatRows(ReadOnlyRows):
    model = Seat
    fields = ["number", "player"]
    show_change_link = False


class SessionRevisionRows(ReadOnlyRows):
    model = SessionRevision
    fields = ["number", "kind", "cause", "reason", "by", "at", "digest"]


@admin.register(Session)
class SessionAdmin(LinksToActions, Audited):
    """Sessions: season and visibility can change here, the record only by a revision."""

    list_display = ["__str__", "club", "event", "round", "table", "season", "hands", "totals"]
    list_filter = ["variant", "visibility", "club", "played_on"]
    list_select_related = ["club", "season", "result"]
    search_fields = ["event"]  # shows the field; see get_search_results
    search_help_text = "Words of the event, place, round, table, club or players"
    fields = (
        "club",
        "season",
        "visibility",
        "variant",
        "played_on",
        "place",
        "event",
        "round",
        "table",
        "hands",
        "totals",
        "record",
        "created_by",
        "created_at",
    )
    readonly_fields = tuple(name for name in fields if name not in {"season", "visibility"})
    inlines = [SeatRows, SessionRevisionRows]
    action_pages = (ActionPage("what-if", TryHouseRules, "what-if"),)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Session], search_term: str
    ) -> tuple[QuerySet[Session], bool]:
        """Search as the page of a club does, in all clubs and also by the names of clubs."""
        return search.find(queryset, search_term, club=None, most=MOST_FOUND), False

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Offer the seasons of the session's club."""
        if db_field.name == "season" and request.resolver_match:
            session = request.resolver_match.kwargs["object_id"]
            kwargs["queryset"] = Season.objects.filter(club__sessions=session)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def save_model(self, request: HttpRequest, obj: Session, form: Any, change: Any) -> None:
        """File the session; the form has nothing else."""
        by = request.user if isinstance(request.user, User) else None
        recording.file_session(obj, season=obj.season, visibility=obj.visibility, by=by)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Session | None = None) -> bool:
        return False

    @admin.display(description="hands")
    def hands(self, session: Session) -> SafeString:
        url = reverse("admin:scorekeeper_hand_changelist")
        count = session.result.hands
        return format_html('<a href="{}?session__id__exact={}">{}</a>', url, session.pk, count)

    @admin.display(description="totals, by seat")
    def totals(self, session: Session) -> str:
        totals = session.result.totals
        return "not proved" if totals is None else ", ".join(map(str, totals))

    @admin.display(description="session record")
    def record(self, session: Session) -> SafeString:
        return pretty(session_record(session, person=AnonymousUser()))


@admin.register(SessionRevision)
class SessionRevisionAdmin(FoundBySession, ReadOnly):
    list_display = ["session", "number", "kind", "by", "at", "digest"]
    list_filter = ["kind", ClubOfSessionFilter]
    list_select_related = ["session", "by"]
    ordering = ["-session__created_at", "session_id", "number"]
