"""The row's own page leads to what somebody may do to it."""

from typing import Any

from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils.http import urlencode

from scorekeeper.admin.actions import ActPage
from scorekeeper.admin.read_only import ModelAdmin
from scorekeeper.admin.refusals import refusal, stranger
from scorekeeper.models import User


class Acting(ModelAdmin):
    """Rows with acts."""

    acts: tuple[type[ActPage], ...] = ()

    def get_urls(self) -> list[URLPattern]:
        """The acts before the admin's own addresses, which end in one that takes everything."""
        return [
            *(self.act_url(act, f"<uuid:pk>/{act.slug}/") for act in self.acts),
            *super().get_urls(),
        ]

    def act_url(self, act: type[ActPage], route: str) -> URLPattern:
        """The address of an act."""
        view = self.admin_site.admin_view(act.as_view(model_admin=self))
        return path(route, view, name=f"{self.opts.app_label}_{self.opts.model_name}_{act.slug}")

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """With links to the acts, or a word to those who do not belong to the club."""
        row = self.get_object(request, object_id)
        more = self._offered(request, row) if row is not None else {}
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **more})

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """What was done to a row is in the audit log, however it was done."""
        log = reverse("admin:scorekeeper_auditentry_changelist")
        return redirect(f"{log}?{urlencode({'q': object_id})}")

    def _offered(self, request: HttpRequest, row: Any) -> dict[str, Any]:
        person = request.user
        if not isinstance(person, User):
            return {}
        pages = [self._page(act, request, row) for act in self.acts]
        tools = [
            {"label": page.label, "url": page.address(page.slug)}
            for page in pages
            if not refusal(person, page.action, page.club()) and not page.why_not()
        ]
        return {"tools": tools, "stranger": stranger(person, pages[0].club())}

    def _page(self, act: type[ActPage], request: HttpRequest, row: Model) -> ActPage:
        page = act(model_admin=self)
        page.setup(request, pk=row.pk)
        page.row = row
        return page
