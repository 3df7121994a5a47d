"""The page of one action: its form, a preview where it has one, and saving.

``ActionView`` renders a ``scorekeeper.actions.RowAction``. Its subclasses name the template, the form and the address that
follows.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.utils.translation import gettext as _
from django.views import View

import referee
from scorekeeper import workers
from scorekeeper.actions import REFUSALS, RowAction, StaleError
from scorekeeper.models import Club, User
from scorekeeper.pages.action_forms import LOOK, REASON, VERSION, ActionForm
from scorekeeper.pages.display import changes_table, conflicts
from scorekeeper.pages.display.input_errors import error_text
from scorekeeper.pages.permissions import current_user, require_permission
from scorekeeper.sessions.document import names_of


class ActionView(View):
    """The page of one action on one row."""

    action_class: type[RowAction[Any, Any, Any]]
    template_name: str
    form_class: type[ActionForm] = ActionForm

    action: Any  # an instance of action_class

    @property
    def person(self) -> User:
        return current_user(self.request)

    @property
    def row(self) -> Any:
        """The row as the action last read it."""
        return self.action.row

    def find_row(self) -> Any:
        """Return the row, or raise Http404 where it does not exist for this person."""
        raise NotImplementedError

    def build_action(self, row: Any) -> RowAction[Any, Any, Any]:
        return self.action_class(row, self.person)

    def build_form(self, data: Any = None) -> forms.Form:
        """Build the form, empty or with what was sent."""
        return self.form_class(data, initial={**self.initial(), VERSION: self.action.version()})

    def initial(self) -> dict[str, Any]:
        """Return what the form contains when the page is opened."""
        return {}

    def context(self) -> dict[str, Any]:
        """Return what else the template shows of the row."""
        return {}

    def form_context(self, _form: Any) -> dict[str, Any]:
        """Return what the template shows beside the fields of the form."""
        return {}

    def read(self, _form: Any) -> Any:
        """Return the input of the action from a valid form."""
        return None

    def describe(self, changes: dict[str, Any]) -> Any:
        """Return the preview in words, as the template shows it."""
        return changes_table.describe(names_of(self.row.session), changes)

    def done(self, _result: Any) -> str:
        """Return the message after saving; empty for none."""
        return ""

    def next_url(self, _result: Any) -> str:
        """Return the address to go to after saving."""
        raise NotImplementedError

    def wake_up(self, _result: Any) -> None:
        """Wake the queue after saving."""
        workers.wake_up()

    def explain(self, error: Exception, *, path: str = "") -> str:
        """Return a refusal in the reader's language."""
        return sentence(error, path=path)

    def locate(self, path: str) -> tuple[str | None, str]:
        """Return the form's field that is wrong, None for the whole form, and the rest of the path to name in the message."""
        return (path, "") if path in self.form_class.base_fields else (None, path)

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Answer only people with the permission (else a login or 403), and only while the action is possible (else 409)."""
        row = self.find_row()
        club = row if isinstance(row, Club) else row.club
        if response := require_permission(request, self.action_class.permission, club):
            return response
        self.action = self.build_action(row)
        if reason := self.action.why_not():
            return self.render(refused=gettext(reason), status=409)
        return super().dispatch(request, *args, **kwargs)

    def get(self, request: HttpRequest, **_kwargs: Any) -> HttpResponse:
        """Open the page."""
        return self.render(self.build_form())

    def post(self, request: HttpRequest, **_kwargs: Any) -> HttpResponse:
        """Preview or save, on the version that the sender read: 412 if it changed, 422 for what cannot be saved."""
        form = self.build_form(request.POST)
        if not form.is_valid():
            return self.render(form, changes=self.preview_without_reason(form), status=422)
        version = form.cleaned_data.get(VERSION, "")
        try:
            data = self.read(form)
            if request.POST.get("do") == LOOK:
                changes = self.action.preview(data, version=version)
                return self.render(form, changes=self.describe(changes))
            result = self.action.save(data, version=version)
        except StaleError:
            return self.render_stale()
        except REFUSALS as error:
            field, path = self.locate(getattr(error, "where", ""))
            form.add_error(field, self.explain(error, path=path))
            return self.render(form, status=422)
        self.wake_up(result)
        if message := self.done(result):
            messages.success(request, message)
        return redirect(self.next_url(result))

    def preview_without_reason(self, form: forms.Form) -> Any:
        """Return the preview of a form that lacks nothing but its reason, so that asking for it does not take the preview away."""
        if set(form.errors) != {REASON} or self.request.POST.get(REASON, "").strip():
            return None
        try:
            version = form.cleaned_data.get(VERSION, "")
            form.cleaned_data[REASON] = ""
            return self.describe(self.action.preview(self.read(form), version=version))
        except (StaleError, NotImplementedError, *REFUSALS):
            return None

    def render_stale(self) -> HttpResponse:
        """Render the row as it is now, with what was typed, after somebody else changed the row."""
        data = self.request.POST.copy()
        data[VERSION] = self.action.version()
        form = self.build_form(data)
        form.is_valid()
        form.add_error(
            None,
            _(
                "Somebody else changed this in the meantime, so your change was not saved. Below is the current version with what you entered: check it, then press the button again."
            ),
        )
        return self.render(form, status=412)

    def render(
        self,
        form: forms.Form | None = None,
        *,
        changes: Any = None,
        refused: str = "",
        status: int = 200,
    ) -> HttpResponse:
        """Render the page; without a form where the action is refused."""
        context = {
            "row": self.row,
            "club": self.action.club,
            "changes": changes,
            "refused": refused,
        }
        if form is not None:
            context |= {"form": form, **self.context(), **self.form_context(form)}
        return render(self.request, self.template_name, context, status=status)


def sentence(error: Exception, *, path: str = "", names: Mapping[int, str] | None = None) -> str:
    """Return a refusal in the reader's language, with the names of the seats, after the place in the record that it is about."""
    if isinstance(error, referee.MalformedError):
        text = error_text(error, names)
    else:
        text = gettext(str(error)) if str(error) else ""
    return f"{conflicts.place(path)}: {text}" if path else text


def stop(
    request: HttpRequest, cancel: Callable[[], object], *, over: type[Exception], done: str
) -> None:
    """Cancel a running job and add the message ``done``, or one that it had ended, which ``cancel`` says by raising ``over``."""
    try:
        cancel()
    except over:
        messages.error(request, _("It had already finished and could not be stopped."))
    else:
        messages.success(request, done)
