"""Pages of a club's webhooks: creating, changing, testing and pausing them, and their deliveries."""

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

from scorekeeper import access, workers
from scorekeeper.access import Action
from scorekeeper.idempotency import IdTakenError
from scorekeeper.models import Club, Delivery, DeliveryState, Pause, Webhook, WebhookEvent
from scorekeeper.pages.action_forms import TAKEN
from scorekeeper.pages.permissions import current_user, get_club, require_permission
from scorekeeper.pages.webhooks.forms import DeliveryFilterForm, NewWebhookForm, WebhookForm
from scorekeeper.pages.webhooks.text import (
    PAUSE_LABELS,
    STATE_LABELS,
    kind_label,
    outcome_text,
    problem_text,
)
from scorekeeper.webhooks import signatures, subscriptions
from scorekeeper.webhooks.address_guard import AddressError

PAGE = 20  # deliveries
SOON = timedelta(minutes=1)  # the page refreshes while an attempt is due within this time


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def webhooks(request: HttpRequest, club: UUID) -> HttpResponseBase:
    """List the webhooks of a club, and create one."""
    club_row = get_club(request, club)
    if response := require_permission(request, Action.NOTIFY, club_row):
        return response
    form = NewWebhookForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid() and (created := _create(request, club_row, form)):
        return _secret_page(request, created)
    rows = [
        {"hook": hook, "kinds": _kinds(hook), "state": _state(hook)}
        for hook in club_row.webhooks.all()
    ]
    context = {
        "club": club_row,
        "form": form,
        "rows": rows,
        "max_webhooks": subscriptions.MAX_PER_CLUB,
    }
    return render(request, "office/webhooks.html", context, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def webhook(request: HttpRequest, hook: UUID) -> HttpResponseBase:
    """Show and change a webhook, and list its deliveries."""
    row = _get_webhook(request, hook)
    if response := require_permission(request, Action.NOTIFY, row.club):
        return response
    data = request.POST if request.method == "POST" else None
    initial = {"address": row.address, "kinds": row.kinds, "label": row.label}
    form = WebhookForm(data, initial=initial)
    if form.is_bound and form.is_valid() and _change(request, row, form):
        messages.success(request, _("Saved. It applies to everything that happens from now on."))
        return redirect("webhook", hook=row.pk)
    search = DeliveryFilterForm(request.GET)
    deliveries = (
        row.deliveries.filter(state=search.chosen) if search.chosen else row.deliveries.all()
    )
    page = Paginator(deliveries.order_by("-pk"), PAGE).get_page(request.GET.get("page"))
    context = {
        "hook": row,
        "club": row.club,
        "form": form,
        "search": search,
        "page": page,
        "deliveries": [_delivery_row(delivery) for delivery in page],
        "is_changing": any(_is_due_soon(delivery) for delivery in page),
        "state": _state(row),
        "pause": PAUSE_LABELS[Pause(row.pause)] if row.pause else "",
    }
    return render(request, "office/webhook.html", context, status=422 if form.errors else 200)


@require_POST
def ping(request: HttpRequest, hook: UUID) -> HttpResponseBase:
    """Send a message without an event, to test the address."""
    row = _get_webhook(request, hook)
    if response := require_permission(request, Action.NOTIFY, row.club):
        return response
    subscriptions.ping(row, by=current_user(request))
    workers.wake_up()
    messages.success(
        request, _("A test message is being sent. Below you can see whether it arrives.")
    )
    return redirect("webhook", hook=row.pk)


@require_POST
def pause(request: HttpRequest, hook: UUID) -> HttpResponseBase:
    """Pause or resume a webhook."""
    row = _get_webhook(request, hook)
    if response := require_permission(request, Action.NOTIFY, row.club):
        return response
    paused = request.POST.get("paused") == "yes"
    subscriptions.change(row, {"paused": paused}, by=current_user(request))
    workers.wake_up()
    text = (
        _("Switched off. Nothing that happens until it is switched on again will be sent later.")
        if paused
        else _("Switched on. Messages are sent for everything that happens from now on.")
    )
    messages.success(request, text)
    return redirect("webhook", hook=row.pk)


@never_cache
@require_POST
def renew_secret(request: HttpRequest, hook: UUID) -> HttpResponseBase:
    """Renew the secret and show it once.

    The form names the secret that it replaces, so that sending it twice renews once: only one earlier secret still signs.
    """
    row = _get_webhook(request, hook)
    if response := require_permission(request, Action.NOTIFY, row.club):
        return response
    number = request.POST.get("number", "")
    with transaction.atomic():
        locked = subscriptions.lock(row)
        if number == str(locked.secret_number):
            locked = subscriptions.renew_secret(locked, by=current_user(request))
    if number != str(locked.secret_number - 1):
        messages.error(
            request,
            _(
                "The secret was renewed in the meantime. If that was not you, press the button again."
            ),
        )
        return redirect("webhook", hook=row.pk)
    return _secret_page(request, locked, renewed=True)


@require_POST
def remove(request: HttpRequest, hook: UUID) -> HttpResponseBase:
    """Delete a webhook with its deliveries."""
    row = _get_webhook(request, hook)
    if response := require_permission(request, Action.NOTIFY, row.club):
        return response
    subscriptions.revoke(row, by=current_user(request))
    messages.success(request, _("The webhook and the list of its messages have been removed."))
    return redirect("webhooks", club=row.club_id)


@require_POST
def send_again(request: HttpRequest, hook: UUID, message: UUID) -> HttpResponseBase:
    """Queue a message for another delivery."""
    row = _get_webhook(request, hook)
    if response := require_permission(request, Action.NOTIFY, row.club):
        return response
    delivery = get_object_or_404(row.deliveries, message=message)
    try:
        subscriptions.send_again(delivery, by=current_user(request))
    except subscriptions.StillWaitingError as error:
        messages.error(request, problem_text(str(error)))
    else:
        workers.wake_up()
        messages.success(request, _("The message is being sent again."))
    return redirect("webhook", hook=row.pk)


def _get_webhook(request: HttpRequest, pk: UUID) -> Webhook:
    """Return the webhook; raise Http404 for people outside its club. Members without the permission get 403."""
    clubs = access.clubs_where(request.user, Action.SEE)
    return get_object_or_404(Webhook.objects.filter(club__in=clubs).select_related("club"), pk=pk)


def _create(request: HttpRequest, club: Club, form: NewWebhookForm) -> Webhook | None:
    data = form.cleaned_data
    kinds = [WebhookEvent(kind) for kind in data["kinds"]]
    new = subscriptions.NewWebhook(address=data["address"], kinds=kinds, label=data["label"])
    try:
        return subscriptions.create(club, new, by=current_user(request), id=data["id"])[0]
    except AddressError as error:
        form.add_error("address", problem_text(str(error)))
    except subscriptions.TooManyWebhooksError as error:
        form.add_error(None, problem_text(str(error)))
    except IdTakenError:
        form.add_error(None, TAKEN)
    return None


def _change(request: HttpRequest, hook: Webhook, form: WebhookForm) -> bool:
    values = {**form.cleaned_data, "kinds": subscriptions.sorted_kinds(form.cleaned_data["kinds"])}
    try:
        subscriptions.change(hook, values, by=current_user(request))
    except AddressError as error:
        form.add_error("address", problem_text(str(error)))
        return False
    return True


def _secret_page(request: HttpRequest, hook: Webhook, *, renewed: bool = False) -> HttpResponse:
    """Show a new secret; no other page does."""
    context = {
        "hook": hook,
        "club": hook.club,
        "secret": signatures.secret_of(hook),
        "renewed": renewed,
    }
    return render(request, "office/secret.html", context)


def _kinds(hook: Webhook) -> list[str]:
    return [kind_label(kind) for kind in hook.kinds]


def _state(hook: Webhook) -> str:
    """Return "off", "failing" or "on", as CSS and template know them."""
    if hook.paused_at is not None:
        return "off"
    return "failing" if hook.failing_since else "on"


def _delivery_row(row: Delivery) -> dict[str, Any]:
    return {
        "row": row,
        "kind": kind_label(row.kind),
        "state": STATE_LABELS[DeliveryState(row.state)],
        "outcome": outcome_text(row),
        "is_waiting": row.state == DeliveryState.WAITING,
    }


def _is_due_soon(row: Delivery) -> bool:
    """Return whether the next attempt is so near that the page should refresh."""
    return row.next_try_at is not None and row.next_try_at < timezone.now() + SOON
