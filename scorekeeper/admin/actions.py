"""What people do to a row of the books: each act has a page of its own, a thin one before one service."""

from typing import Any

from django.contrib import messages
from django.contrib.admin.helpers import AdminForm
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views import View

from scorekeeper import tasks
from scorekeeper.access import Action
from scorekeeper.admin.action_forms import PREVIEW, ActForm
from scorekeeper.admin.refusals import REFUSALS, StaleError, refusal, sentence
from scorekeeper.models import Club, HandRevision, SessionRevision, User


class ActPage(View):
    """One act: a form, perhaps a look at what would change, then the service."""

    model_admin: Any = None
    slug: str
    label: str  # of the link that leads here
    action: Action
    template = "admin/scorekeeper/act.html"
    form_class: type[ActForm] = ActForm

    row: Any

    @property
    def person(self) -> User:
        """Whoever asks; the admin lets in nobody without an account."""
        if not isinstance(self.request.user, User):
            raise PermissionDenied
        return self.request.user

    def found(self) -> QuerySet[Any]:
        """The rows that there are, with what the page shows of them."""
        raise NotImplementedError

    def club(self) -> Club:
        """Whose books these are."""
        club: Club = self.row.club
        return club

    def held(self) -> Any:
        """The row as it stands, while nobody else writes in its session."""
        raise NotImplementedError

    def head(self) -> HandRevision | SessionRevision:
        """The revision that stands."""
        raise NotImplementedError

    def version(self) -> str:
        """What was read, in one line."""
        raise NotImplementedError

    def initial(self) -> dict[str, Any]:
        """What the form says at first."""
        return {}

    def context(self) -> dict[str, Any]:
        """What else the page shows."""
        return {}

    def why_not(self) -> str:
        """Why this cannot be done to this row; nothing if it can."""
        return ""

    def why_not_kept(self) -> str:
        """Why somebody who may look may not act; nothing if they may."""
        return ""

    def preview(self, given: dict[str, Any]) -> Any:
        """What would change.  Nothing is kept."""
        raise NotImplementedError

    def save(self, given: dict[str, Any]) -> str:
        """Do it, and say what was done."""
        raise NotImplementedError

    def afterwards(self) -> str:
        """What is left to do once it is kept; the address of what there is to see then."""
        tasks.wake_up()
        return self.address("change")

    def place_of(self, where: str) -> tuple[str | None, str]:
        """The field that is wrong at this path, and what is left to be said of the path."""
        return (where, "") if where in self.form_class.base_fields else (None, where)

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Only for those who may, and where there is something to do."""
        self.row = get_object_or_404(self.found(), pk=kwargs["pk"])
        if not self.model_admin.has_view_permission(request, self.row):
            raise PermissionDenied
        if refused := refusal(self.person, self.action, self.club()):
            return self.shown(refused=refused, status=403)
        if refused := self.why_not():
            return self.shown(refused=refused, status=409)
        return super().dispatch(request, *args, **kwargs)

    def get(self, request: HttpRequest, **_: Any) -> HttpResponse:
        """The page as it is opened."""
        return self.shown(self.form_class(initial={**self.initial(), "version": self.version()}))

    def post(self, request: HttpRequest, **_: Any) -> HttpResponse:
        """Look, or act: of the version that was read, all of it or nothing."""
        form = self.form_class(request.POST, request.FILES)
        if not form.is_valid():
            return self.shown(form)
        try:
            with transaction.atomic():
                self.row = self.held()
                if form.cleaned_data["version"] != self.version():
                    raise StaleError(self.head())
                if PREVIEW in request.POST:
                    return self.shown(form, told=self.preview(form.cleaned_data))
                if refused := self.why_not_kept():
                    raise PermissionDenied(refused)
                done = self.save(form.cleaned_data)
        except REFUSALS as error:
            field, at = self.place_of(getattr(error, "where", ""))
            form.add_error(field, sentence(error, at=at))
            return self.shown(form)
        messages.success(request, done)
        return redirect(self.afterwards())

    def address(self, page: str) -> str:
        """One of the row's own pages."""
        opts = self.model_admin.opts
        return reverse(f"admin:{opts.app_label}_{opts.model_name}_{page}", args=[self.row.pk])

    def shown(
        self, form: ActForm | None = None, *, told: Any = None, refused: str = "", status: int = 200
    ) -> HttpResponse:
        """The page in the admin's own look."""
        context = {
            **self.model_admin.admin_site.each_context(self.request),
            "title": self.label,
            "opts": self.model_admin.opts,
            "row": self.row,
            "back": self.address("change"),
            "refused": refused,
            "told": told,
        }
        if form is not None:
            context |= {"form": form, "adminform": _in_admin_look(form), **self.context()}
        return render(self.request, self.template, context, status=status)


def _in_admin_look(form: Any) -> AdminForm:
    """A form as the admin lays out those of its models."""
    fields = [field.name for field in form.visible_fields()]
    return AdminForm(form, [(None, {"fields": fields})], {})
