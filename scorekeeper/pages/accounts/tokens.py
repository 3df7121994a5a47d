"""Pages of the bearer tokens with which programs act for a user."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from scorekeeper.accounts import tokens
from scorekeeper.idempotency import IdTakenError
from scorekeeper.models import TokenScope
from scorekeeper.pages.accounts.forms import SCOPE_NAMES, TokenForm
from scorekeeper.pages.permissions import current_user


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def own_tokens(request: HttpRequest) -> HttpResponse:
    """List the valid tokens and create one. The key is shown in the response to the form only."""
    user = current_user(request)
    clubs = tokens.clubs_for_tokens(user)
    form = TokenForm(clubs, request.POST if request.method == "POST" else None)
    context: dict[str, object] = {"form": form}
    if form.is_bound and form.is_valid():
        try:
            _token, context["key"] = tokens.create_token(
                user,
                label=form.cleaned_data["label"],
                scopes=[form.cleaned_data["scope"]],
                only_club=form.cleaned_data["only_club"],
                lifetime=form.lifetime(),
                id=form.cleaned_data["id"],
            )
            context["form"] = TokenForm(clubs)
        except IdTakenError:
            form.add_error(
                None,
                _(
                    "This token already exists, and a token is shown only once. If you have lost it, revoke it and create another."
                ),
            )
    rows = tokens.valid_tokens(user).select_related("only_club").order_by("-created", "pk")
    context["rows"] = [(row, str(SCOPE_NAMES[TokenScope(row.scopes[-1])])) for row in rows]
    return render(request, "accounts/tokens.html", context, status=422 if form.errors else 200)


@login_required
@require_POST
def revoke(request: HttpRequest, token: UUID) -> HttpResponse:
    """Revoke a token."""
    user = current_user(request)
    row = get_object_or_404(tokens.valid_tokens(user), pk=token)
    tokens.revoke(row, by=user)
    messages.success(request, _("The token has been revoked."))
    return redirect("tokens")
