"""The admin: everything can be found and read; what is a fact can be neither changed nor deleted here."""

import json
from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, Model, Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from scorekeeper import disclosure, exports
from scorekeeper.models import (
    Club,
    Hand,
    HandRevision,
    Member,
    MembershipChange,
    Player,
    Season,
    Seat,
    Session,
    SessionRevision,
    Token,
    User,
    Verdict,
)

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
    TabularInline = admin.TabularInline[Any, Any]
else:
    from django.contrib.admin import ModelAdmin, TabularInline

admin.site.site_header = admin.site.site_title = "Scorekeeper"
admin.site.register(User, UserAdmin)


class ReadOnly(ModelAdmin):
    """Looked at, never touched."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class ReadOnlyRows(TabularInline):
    """Rows on another's page, looked at only."""

    extra = 0
    can_delete = False
    show_change_link = True

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class MemberRows(ReadOnlyRows):
    model = Member
    fields = ["user", "role", "since"]
    show_change_link = False


class PlayerRows(ReadOnlyRows):
    model = Player
    fields = ["name", "user"]


@admin.register(Club)
class ClubAdmin(ModelAdmin):
    list_display = ["name", "visibility", "created_at"]
    list_filter = ["visibility"]
    search_fields = ["name", "players__name", "members__user__username"]
    inlines = [MemberRows, PlayerRows]


@admin.register(MembershipChange)
class MembershipChangeAdmin(ReadOnly):
    list_display = ["at", "club", "user", "role", "by"]
    list_filter = ["role", ("club", admin.RelatedOnlyFieldListFilter)]
    list_select_related = ["club", "user", "by"]
    search_fields = ["club__name", "user__username"]
    date_hierarchy = "at"


@admin.register(Player)
class PlayerAdmin(ModelAdmin):
    list_display = ["name", "club", "user", "created_at"]
    list_filter = [("club", admin.RelatedOnlyFieldListFilter)]
    list_select_related = ["club", "user"]
    search_fields = ["name", "user__username", "club__name"]
    autocomplete_fields = ["club", "user"]


@admin.register(Season)
class SeasonAdmin(ModelAdmin):
    list_display = ["name", "club", "starts_on", "ends_on", "visibility"]
    list_filter = ["visibility", ("club", admin.RelatedOnlyFieldListFilter)]
    list_select_related = ["club"]
    search_fields = ["name", "club__name"]
    autocomplete_fields = ["club"]


class SeatRows(ReadOnlyRows):
    model = Seat
    fields = ["number", "player"]
    show_change_link = False


class SessionRevisionRows(ReadOnlyRows):
    model = SessionRevision
    fields = ["number", "kind", "reason", "by", "at", "digest"]


@admin.register(Session)
class SessionAdmin(ModelAdmin):
    """Where a session belongs and who sees it can change; what it was, only by a revision."""

    list_display = ["__str__", "club", "event", "round", "table", "season", "hands", "totals"]
    list_filter = ["variant", "visibility", ("club", admin.RelatedOnlyFieldListFilter), "played_on"]
    list_select_related = ["club", "season", "result"]
    search_fields = ["event", "place", "club__name", "seats__player__name"]
    date_hierarchy = "played_on"
    fields = (
        "club", "season", "visibility", "variant", "played_on", "place", "event", "round", "table",
        "hands", "totals", "record", "created_by", "created_at",
    )  # fmt: skip
    readonly_fields = tuple(name for name in fields if name not in {"season", "visibility"})
    inlines = [SeatRows, SessionRevisionRows]

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
        return _pretty(exports.session_record(session, person=AnonymousUser()))


class VerdictRows(ReadOnlyRows):
    """The plays that were not plainly legal."""

    model = Verdict
    fields = ["event", "seat", "verdict", "fault", "rule", "reason"]
    show_change_link = False


class HandRevisionRows(ReadOnlyRows):
    model = HandRevision
    fk_name = "hand"
    fields = ["number", "kind", "reason", "by", "at", "digest"]


@admin.register(Hand)
class HandAdmin(ReadOnly):
    list_display = ["session", "position", "club", "status", "points", "illegal", "recorded_by"]
    list_filter = [
        "adjudication__status", "session__variant", "verdicts__verdict", "verdicts__fault",
        ("club", admin.RelatedOnlyFieldListFilter),
    ]  # fmt: skip
    list_select_related = ["session", "club", "adjudication", "recorded_by"]
    search_fields = ["session__event", "club__name", "verdicts__fault", "verdicts__rule"]
    fields = [
        "session", "position", "club", "status", "points", "plays", "score", "record", "recorded_by",
    ]  # fmt: skip
    inlines = [VerdictRows, HandRevisionRows]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Hand]:
        wrong = Count("verdicts", filter=Q(verdicts__verdict="illegal"), distinct=True)
        hands: QuerySet[Hand] = super().get_queryset(request)
        return hands.annotate(illegal_plays=wrong)

    @admin.display(ordering="adjudication__status")
    def status(self, hand: Hand) -> str:
        return hand.adjudication.status

    @admin.display(description="points, by seat")
    def points(self, hand: Hand) -> str:
        points = hand.adjudication.answer["points"]
        return "–" if points is None else ", ".join(map(str, points))

    @admin.display(description="illegal plays", ordering="illegal_plays")
    def illegal(self, hand: Any) -> int:
        return int(hand.illegal_plays)

    @admin.display(description="verdicts")
    def plays(self, hand: Hand) -> SafeString:
        events: Any = disclosure.shown(hand, AnonymousUser()).answer["events"]
        return format_html_join(
            "", "<div>{}</div>", ((" – ".join(_said(event)),) for event in events)
        )

    @admin.display(description="how the points came about")
    def score(self, hand: Hand) -> SafeString:
        lines: Any = hand.adjudication.answer["lines"]
        return format_html_join(
            "",
            "<div>Seat {}: {} ({}, {})</div>",
            ((line["seat"], line["points"], line["reason"], line["rule"]) for line in lines),
        )

    @admin.display(description="as written down")
    def record(self, hand: Hand) -> SafeString:
        return _pretty(disclosure.sheet_for(hand, AnonymousUser()))


@admin.register(SessionRevision)
class SessionRevisionAdmin(ReadOnly):
    list_display = ["session", "number", "kind", "by", "at", "digest"]
    list_filter = ["kind", ("club", admin.RelatedOnlyFieldListFilter)]
    list_select_related = ["session", "by"]
    search_fields = ["digest", "reason", "session__event", "club__name"]


@admin.register(HandRevision)
class HandRevisionAdmin(ReadOnly):
    list_display = ["hand", "number", "kind", "by", "at", "digest"]
    list_filter = ["kind", ("club", admin.RelatedOnlyFieldListFilter)]
    list_select_related = ["hand", "by"]
    search_fields = ["digest", "reason", "hand__session__event", "club__name"]
    exclude = ["content", "text", "text_salt"]


@admin.register(Token)
class TokenAdmin(ModelAdmin):
    """Tokens can be revoked; made they are with a password, by their owner."""

    list_display = ["label", "user", "token_key", "created", "expiry"]
    list_select_related = ["user"]
    search_fields = ["label", "user__username", "token_key"]
    fields = ("label", "user", "token_key", "created", "expiry")
    readonly_fields = fields

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False


def _said(event: dict[str, Any]) -> list[str]:
    """An event and the referee on it, in words."""
    said = [event["text"], event["verdict"]]
    return [*said, f"{event['reason']} [{event['rule']}]"] if event.get("reason") else said


def _pretty(value: object) -> SafeString:
    return format_html("<pre>{}</pre>", json.dumps(value, indent=2, ensure_ascii=False))
