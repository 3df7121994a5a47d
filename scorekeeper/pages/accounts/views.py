"""Pages of a user's own account: profile, stored data and signing out everywhere."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from scorekeeper.accounts import profile, second_step, tokens
from scorekeeper.clubs import memberships
from scorekeeper.models import Player, User
from scorekeeper.pages import theming, throttling
from scorekeeper.pages.accounts.forms import AccountForm, PasswordForm
from scorekeeper.pages.permissions import current_user


@sensitive_post_parameters()
@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def account(request: HttpRequest) -> HttpResponse:
    """Show and change the profile, and list what is stored about the user."""
    user = current_user(request)
    form = AccountForm(user, request.POST if request.method == "POST" else None)
    if form.is_bound:
        if refused := throttling.limit_password_attempts(request):
            return refused
        if form.is_valid():
            try:
                user = profile.change(user, form.values())
            except ValidationError as error:  # another request took the user name meanwhile
                form.add_error(None, error.messages)
            else:
                return _saved_response(request, user)
    status = 422 if form.errors else 200
    return render(
        request, "accounts/account.html", {"form": form, **_stored_data(user)}, status=status
    )


@sensitive_post_parameters()
@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def sign_out_everywhere(request: HttpRequest) -> HttpResponse:
    """Sign out every browser of the user, this one too, after asking for the password."""
    user = current_user(request)
    form = PasswordForm(user, request.POST if request.method == "POST" else None)
    if form.is_bound:
        if refused := throttling.limit_password_attempts(request):
            return refused
        if form.is_valid():
            profile.sign_out_everywhere(user, form.cleaned_data["password"])
            logout(request)
            messages.success(request, _("You are signed out everywhere."))
            return redirect("sign-in")
    status = 422 if form.errors else 200
    return render(request, "accounts/sign_out_everywhere.html", {"form": form}, status=status)


def set_preference_cookies(response: HttpResponse, user: User) -> None:
    """Set the cookies of the user's theme and language; a preference left open does not change the cookie."""
    if user.theme:
        theming.set_theme_cookie(response, user.theme)
    if user.language:
        response.set_cookie(
            settings.LANGUAGE_COOKIE_NAME,
            user.language,
            max_age=settings.LANGUAGE_COOKIE_AGE,
            samesite="Lax",
        )


def _saved_response(request: HttpRequest, user: User) -> HttpResponse:
    response = redirect("account")
    theming.set_theme_cookie(response, user.theme)
    response.delete_cookie(settings.LANGUAGE_COOKIE_NAME)
    set_preference_cookies(response, user)
    messages.success(request, _("Your account is saved."))
    return response


def _stored_data(user: User) -> dict[str, Any]:
    """Return template variables for what is stored about the user: memberships, tokens, players, audit entries."""
    return {
        "memberships": user.memberships.select_related("club").order_by("club__name", "pk"),
        "solely_owned": memberships.solely_owned_clubs(user),
        "has_second_step": second_step.is_set_up(user),
        "tokens": tokens.valid_tokens(user).count(),
        "players": Player.objects.filter(user=user).select_related("club").order_by("name", "pk"),
        "entries": user.audit_entries.count(),
    }
