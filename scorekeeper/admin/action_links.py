"""Links from the rows of the admin to the pages where people act on them.

The admin has no forms of its own for these actions. Their former addresses redirect to the pages.
"""

from typing import Any, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils.http import urlencode

from scorekeeper import access
from scorekeeper.actions import RowAction
from scorekeeper.admin.bounded_lists import ModelAdmin
from scorekeeper.models import Club, User


class ActionPage(NamedTuple):
    """An action on a row, and the page where it is done."""

    slug: str  # last part of the former address in the admin, and of its URL name
    action: type[RowAction[Any, Any, Any]]
    url_name: str


class LinksToActions(ModelAdmin):
    """Rows with links to the pages of the actions on them."""

    action_pages: tuple[ActionPage, ...] = ()

    def get_urls(self) -> list[URLPattern]:
        """Return the redirects first: the admin's own addresses end in one that matches everything."""
        return [
            *(self.redirect_url(page, f"<uuid:pk>/{page.slug}/") for page in self.action_pages),
            *super().get_urls(),
        ]

    def redirect_url(self, page: ActionPage, route: str) -> URLPattern:
        """Return the former address of an action as a permanent redirect to its page."""

        def view(_request: HttpRequest, **ids: object) -> HttpResponse:
            return redirect(page.url_name, *ids.values(), permanent=True)

        name = f"{self.opts.app_label}_{self.opts.model_name}_{page.slug}"
        return path(route, self.admin_site.admin_view(view), name=name)

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Add the links that this person may follow, or a note to those who do not belong to the club."""
        row = self.get_object(request, object_id)
        links = self._links(request.user, row) if row is not None else {}
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **links})

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Redirect to the audit log, which has every change of the row, also those made outside the admin."""
        log = reverse("admin:scorekeeper_auditentry_changelist")
        return redirect(f"{log}?{urlencode({'q': object_id})}")

    def _links(self, person: User | AnonymousUser, row: Any) -> dict[str, Any]:
        if not isinstance(person, User):
            return {}
        club = row if isinstance(row, Club) else row.club
        links = [
            {"label": page.action.label, "url": reverse(page.url_name, args=[row.pk])}
            for page in self.action_pages
            if page.action(row, person).is_offered()
        ]
        return {"tools": links, "stranger": note_to_stranger(person, club)}


def note_to_stranger(person: User, club: Club) -> str:
    """Return a note for somebody who does not belong to a club; empty for its members."""
    if access.role_in(club, person) is not None:
        return ""
    return (
        f"You do not belong to {club}. You can read its records here; only its members amend, confirm and rule, "
        "whatever else your account may do."
    )
