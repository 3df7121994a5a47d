"""What people do to the books: a form, perhaps a look at what would change, then one service."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext as _
from django.views import View

import referee
from scorekeeper import actions, tasks
from scorekeeper.access import Action
from scorekeeper.idempotency import IdTakenError
from scorekeeper.models import Club, User
from scorekeeper.pages.action_forms import LOOK, VERSION, ActForm
from scorekeeper.pages.display.changes_table import place
from scorekeeper.pages.display.input_errors import complaint
from scorekeeper.pages.permissions import refusal, signed_in

REFUSALS = (*actions.REFUSALS, IdTakenError)
"""What services refuse, each with a sentence for people."""


class ActPage(View):
    """One act on one row of the books."""

    action: Action
    template: str
    form_class: type[ActForm] = ActForm

    row: Any

    @property
    def person(self) -> User:
        return signed_in(self.request)

    def found(self) -> Any:
        """The row as it is seen, or 404."""
        raise NotImplementedError

    def club(self) -> Club:
        """Whose books these are."""
        club: Club = self.row.club
        return club

    def held(self) -> Any:
        """The row as it stands, while nobody else writes in its session."""
        raise NotImplementedError

    def version(self) -> str:
        """What was read, in one line."""
        raise NotImplementedError

    def made(self, data: Any = None) -> ActForm:
        """The form, empty or as it was sent."""
        return self.form_class(data, initial={**self.initial(), VERSION: self.version()})

    def initial(self) -> dict[str, Any]:
        """What the form says at first."""
        return {}

    def context(self) -> dict[str, Any]:
        """What else the page shows."""
        return {}

    def beside(self, _form: Any) -> dict[str, Any]:
        """What is shown of the form, beside its fields."""
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
        """Where there is something to see then."""
        raise NotImplementedError

    def place_of(self, where: str) -> tuple[str | None, str]:
        """The field that is wrong at this path, and what is left to be said of the path."""
        return (where, "") if where in self.form_class.base_fields else (None, where)

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Only for those who may, and where there is something to do."""
        self.row = self.found()
        if elsewhere := refusal(request, self.action, self.club()):
            return elsewhere
        if refused := self.why_not():
            return self.shown(refused=gettext(refused), status=409)
        return super().dispatch(request, *args, **kwargs)

    def get(self, request: HttpRequest, **_kwargs: Any) -> HttpResponse:
        """The page as it is opened."""
        return self.shown(self.made())

    def post(self, request: HttpRequest, **_kwargs: Any) -> HttpResponse:
        """Look, or act: on the version that was read, all of it or nothing."""
        form = self.made(request.POST)
        if not form.is_valid():
            return self.shown(form, status=422)
        try:
            with transaction.atomic():
                self.row = self.held()
                if form.cleaned_data[VERSION] != self.version():
                    return self.shown_anew()
                if request.POST.get("do") == LOOK:
                    return self.shown(form, told=self.preview(form.cleaned_data))
                if refused := self.why_not_kept():
                    raise PermissionDenied(refused)
                done = self.save(form.cleaned_data)
        except REFUSALS as error:
            field, at = self.place_of(getattr(error, "where", ""))
            form.add_error(field, sentence(error, at=at))
            return self.shown(form, status=422)
        tasks.wake_up()
        messages.success(request, done)
        return redirect(self.afterwards())

    def shown_anew(self) -> HttpResponse:
        """Somebody else changed it first: what was typed stays, beside what stands now."""
        sent = self.request.POST.copy()
        sent[VERSION] = self.version()
        form = self.made(sent)
        form.is_valid()
        form.add_error(
            None,
            _(
                "Somebody changed this meanwhile, and nothing of yours was kept. Below is how it stands now, with what "
                "you had written: look at it once more, then press the button again."
            ),
        )
        return self.shown(form, status=412)

    def shown(
        self, form: ActForm | None = None, *, told: Any = None, refused: str = "", status: int = 200
    ) -> HttpResponse:
        """The page."""
        context = {"row": self.row, "club": self.club(), "told": told, "refused": refused}
        if form is not None:
            context |= {"form": form, **self.context(), **self.beside(form)}
        return render(self.request, self.template, context, status=status)


def sentence(error: Exception, *, at: str = "") -> str:
    """What is wrong, after its place."""
    if isinstance(error, referee.MalformedError):
        said = complaint(error)
    else:
        said = gettext(str(error)) if str(error) else ""
    return f"{place(at)}: {said}" if at else said


def stop(
    request: HttpRequest, cancel: Callable[[], object], *, over: type[Exception], done: str
) -> None:
    """Stop it, and say so; or say that it was over, which is what ``over`` says."""
    try:
        cancel()
    except over:
        messages.error(request, _("It was over before it could be stopped."))
    else:
        messages.success(request, done)
