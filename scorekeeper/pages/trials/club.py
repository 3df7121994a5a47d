"""A game that was logged without an account is taken into a club, once, however often it is sent."""

import uuid

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

import referee
from scorekeeper import access, workers
from scorekeeper.access import Action, Person
from scorekeeper.idempotency import IdTakenError
from scorekeeper.imports.session_records import import_session
from scorekeeper.models import Club, Session
from scorekeeper.pages.action_forms import offer
from scorekeeper.pages.display import house_rules
from scorekeeper.pages.display.input_errors import error_text
from scorekeeper.pages.permissions import current_user
from scorekeeper.pages.trials.record_field import RecordField
from scorekeeper.pages.trials.views import seat_limit


class TakeInForm(forms.Form):
    """The record of a game, the id that the browser chose for it, and the club."""

    id = forms.UUIDField(widget=forms.HiddenInput)
    record = RecordField()
    club = forms.ModelChoiceField(Club.objects.none(), label=gettext_lazy("Club"), empty_label=None)

    def __init__(self, person: Person, data: object = None) -> None:
        super().__init__(data)  # type: ignore[arg-type]
        clubs = access.clubs_where(person, Action.IMPORT).order_by("name", "pk")
        offer(self.fields["club"], clubs)
        self.has_club = bool(clubs)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def take_in(request: HttpRequest) -> HttpResponseBase:
    """Show the form, which the script fills from the browser's storage (``?game=big-two``); take the game into the club."""
    form = TakeInForm(request.user, request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        response = _take(request, form)
        if response is not None:
            return response
    game = request.GET.get("game", "")
    context = {
        "form": form,
        "game": game,
        "name": house_rules.get_game(game)["name"] if game in referee.VARIANTS else "",
        "seats": range(1, seat_limit() + 1),
    }
    return render(request, "trials/club.html", context, status=422 if form.errors else 200)


def _take(request: HttpRequest, form: TakeInForm) -> HttpResponse | None:
    """Import the game and return the redirect to its session; None if the record is refused."""
    club: Club = form.cleaned_data["club"]
    pk = uuid.uuid5(club.pk, str(form.cleaned_data["id"]))
    try:
        session, is_new = import_session(
            club, form.cleaned_data["record"], by=current_user(request), id=pk
        )
    except referee.MalformedError as error:
        form.add_error("record", error_text(error))
        return None
    except IdTakenError:
        session = Session.objects.get(pk=pk)
        messages.warning(
            request,
            _("This game is in the club already, and a hand or a name differs. Correct it here."),
        )
        return redirect("session", session=session.pk)
    except ValidationError as error:
        form.add_error("record", error)
        return None
    workers.wake_up()
    done = _("The game is in the club now.") if is_new else _("The game is in the club.")
    messages.success(request, done)
    return redirect("session", session=session.pk)
