"""The webhooks of a club: added, changed, tried out, switched off; and what became of their messages."""

from datetime import timedelta
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper import access, tasks
from scorekeeper.access import Action
from scorekeeper.idempotency import IdTakenError
from scorekeeper.models import Club, Delivery, DeliveryState, Pause, Webhook, WebhookEvent
from scorekeeper.pages.permissions import current_user, get_club, require_permission
from scorekeeper.pages.webhooks import forms as webhook_forms
from scorekeeper.pages.webhooks import text as webhook_text
from scorekeeper.pages.webhooks.forms import DeliveriesForm, NewWebhookForm, WebhookForm
from scorekeeper.webhooks import signatures, subscriptions
from scorekeeper.webhooks.address_guard import AddressError

PAGE = 20  # deliveries
SOON = timedelta(minutes=1)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def of_club(request: HttpRequest, club: UUID) -> HttpResponseBase:
    """Those there are, and another one."""
    where = get_club(request, club)
    if elsewhere := require_permission(request, Action.NOTIFY, where):
        return elsewhere
    form = NewWebhookForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid() and (made := _made(request, where, form)):
        return _secret(request, made)
    rows = [{"hook": hook, "kinds": _kinds(hook), "state": _state(hook)} for hook in where.webhooks.all()]  # fmt: skip
    context = {"club": where, "form": form, "rows": rows, "most": subscriptions.MAX_PER_CLUB}
    return render(request, "office/webhooks.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def webhook(request: HttpRequest, hook: UUID) -> HttpResponseBase:
    """One of them: changed, and what it was told."""
    row = _hook(request, hook)
    if elsewhere := require_permission(request, Action.NOTIFY, row.club):
        return elsewhere
    posted = request.POST if request.method == "POST" else None
    form = WebhookForm(posted, initial=webhook_forms.said_of(row))
    if form.is_bound and form.is_valid() and _changed(request, row, form):
        messages.success(request, _("Saved. It holds for what happens from now on."))
        return redirect("webhook", hook=row.pk)
    shown = DeliveriesForm(request.GET)
    told = row.deliveries.filter(state=shown.chosen) if shown.chosen else row.deliveries.all()
    page = Paginator(told.order_by("-pk"), PAGE).get_page(request.GET.get("page"))
    context = {
        "hook": row,
        "club": row.club,
        "form": form,
        "shown": shown,
        "page": page,
        "deliveries": [_told(one) for one in page],
        "moving": any(_moves(one) for one in page),
        "state": _state(row),
        "pause": webhook_text.PAUSES[Pause(row.pause)] if row.pause else "",
    }
    return render(request, "office/webhook.html", context, status=422 if form.errors else 200)


@require_POST
def ping(request: HttpRequest, hook: UUID) -> HttpResponseBase:
    """A message that tells nothing is sent."""
    row = _hook(request, hook)
    if elsewhere := require_permission(request, Action.NOTIFY, row.club):
        return elsewhere
    subscriptions.ping(row, by=current_user(request))
    tasks.wake_up_for_messages()
    messages.success(request, _("A message that tells nothing is on its way: below you see whether it arrives."))  # fmt: skip
    return redirect("webhook", hook=row.pk)


@require_POST
def pause(request: HttpRequest, hook: UUID) -> HttpResponseBase:
    """Switched off, or on again."""
    row = _hook(request, hook)
    if elsewhere := require_permission(request, Action.NOTIFY, row.club):
        return elsewhere
    paused = request.POST.get("paused") == "yes"
    subscriptions.change(row, {"paused": paused}, by=current_user(request))
    tasks.wake_up_for_messages()
    told = _("Switched off. What happens meanwhile is not told later.") if paused else _("Switched on: it is told what happens from now on.")  # fmt: skip
    messages.success(request, told)
    return redirect("webhook", hook=row.pk)


@never_cache
@require_POST
def renew_secret(request: HttpRequest, hook: UUID) -> HttpResponseBase:
    """Another secret, shown once; the form sent twice renews once, since of two before only one would still sign."""
    row = _hook(request, hook)
    if elsewhere := require_permission(request, Action.NOTIFY, row.club):
        return elsewhere
    sent = request.POST.get("number", "")
    with transaction.atomic():
        held = subscriptions.lock(row)
        if sent == str(held.secret_number):
            held = subscriptions.renew_secret(held, by=current_user(request))
    if sent != str(held.secret_number - 1):
        messages.error(request, _("The secret was renewed meanwhile. Look whether that was you, then press the button again."))  # fmt: skip
        return redirect("webhook", hook=row.pk)
    return _secret(request, held, renewed=True)


@require_POST
def remove(request: HttpRequest, hook: UUID) -> HttpResponseBase:
    """It is told nothing any more."""
    row = _hook(request, hook)
    if elsewhere := require_permission(request, Action.NOTIFY, row.club):
        return elsewhere
    subscriptions.revoke(row, by=current_user(request))
    messages.success(request, _("The webhook is gone, and the list of what it was told."))
    return redirect("webhooks", club=row.club_id)


@require_POST
def send_again(request: HttpRequest, hook: UUID, message: UUID) -> HttpResponseBase:
    """A message is sent once more."""
    row = _hook(request, hook)
    if elsewhere := require_permission(request, Action.NOTIFY, row.club):
        return elsewhere
    delivery = get_object_or_404(row.deliveries, message=message)
    try:
        subscriptions.send_again(delivery, by=current_user(request))
    except subscriptions.StillWaitingError as error:
        messages.error(request, webhook_text.said(str(error)))
    else:
        tasks.wake_up_for_messages()
        messages.success(request, _("The message is on its way once more."))
    return redirect("webhook", hook=row.pk)


def _hook(request: HttpRequest, pk: UUID) -> Webhook:
    """The webhook, if it exists for whoever asks: members know that their club has some."""
    clubs = access.clubs_where(request.user, Action.SEE)
    return get_object_or_404(Webhook.objects.filter(club__in=clubs).select_related("club"), pk=pk)


def _made(request: HttpRequest, club: Club, form: NewWebhookForm) -> Webhook | None:
    given = form.cleaned_data
    kinds = [WebhookEvent(kind) for kind in given["kinds"]]
    new = subscriptions.NewWebhook(address=given["address"], kinds=kinds, label=given["label"])
    try:
        return subscriptions.create(club, new, by=current_user(request), id=given["id"])[0]
    except AddressError as error:
        form.add_error("address", webhook_text.said(str(error)))
    except subscriptions.TooManyWebhooksError as error:
        form.add_error(None, webhook_text.said(str(error)))
    except IdTakenError:
        form.add_error(None, _("This form was saved already, with something else in it."))
    return None


def _changed(request: HttpRequest, hook: Webhook, form: WebhookForm) -> bool:
    given = {**form.cleaned_data, "kinds": subscriptions.sorted_kinds(form.cleaned_data["kinds"])}
    try:
        subscriptions.change(hook, given, by=current_user(request))
    except AddressError as error:
        form.add_error("address", webhook_text.said(str(error)))
        return False
    return True


def _secret(request: HttpRequest, hook: Webhook, *, renewed: bool = False) -> HttpResponse:
    """The only page on which a secret stands."""
    context = {"hook": hook, "club": hook.club, "secret": signatures.secret_of(hook), "renewed": renewed}  # fmt: skip
    return render(request, "office/secret.html", context)


def _kinds(hook: Webhook) -> list[str]:
    return [webhook_text.kind(kind) for kind in hook.kinds]


def _state(hook: Webhook) -> str:
    """Is it told what happens, and does that arrive?"""
    if hook.paused_at is not None:
        return "off"
    return "failing" if hook.failing_since else "on"


def _told(row: Delivery) -> dict[str, Any]:
    return {
        "row": row,
        "kind": webhook_text.kind(row.kind),
        "state": webhook_text.STATES[DeliveryState(row.state)],
        "answer": webhook_text.answer(row),
        "waits": row.state == DeliveryState.WAITING,
    }


def _moves(row: Delivery) -> bool:
    """Is it likely to have another state in a moment?"""
    return row.next_try_at is not None and row.next_try_at < timezone.now() + SOON
