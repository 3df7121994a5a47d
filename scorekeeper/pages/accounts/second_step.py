"""Pages of the account's second step: set up with an app, recovery codes, switched off."""

from textwrap import wrap

from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from scorekeeper.accounts import second_step as steps
from scorekeeper.accounts import tokens
from scorekeeper.models import User
from scorekeeper.pages import throttling
from scorekeeper.pages.accounts.forms import ConfirmStepForm, PasswordForm
from scorekeeper.pages.permissions import current_user
from scorekeeper.sessions.links import qr_svg


@sensitive_post_parameters()
@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def second_step(request: HttpRequest) -> HttpResponse:
    """Show whether the second step is on; a POST starts to set it up, makes new recovery codes or switches it off."""
    user = current_user(request)
    if request.method != "POST":
        return _page(request, user, PasswordForm(user))
    if not steps.is_set_up(user):
        steps.start(user)
        return redirect("second-step-app")
    if refused := throttling.limit_password_attempts(request):
        return refused
    form = PasswordForm(user, request.POST)
    if not form.is_valid():
        return _page(request, user, form)
    if "remove" not in request.POST:
        return _show_codes(request, steps.renew_recovery_codes(user))
    steps.remove(user, by=user)
    messages.success(request, _("The second step is off. You sign in with your password alone."))
    return redirect("second-step")


@sensitive_post_parameters()
@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def add_app(request: HttpRequest) -> HttpResponse:
    """Show the secret for the app; the right code and password switch the second step on."""
    user = current_user(request)
    device = steps.find_started(user)
    if device is None:
        return redirect("second-step")
    form = ConfirmStepForm(user, request.POST if request.method == "POST" else None)
    if form.is_bound:
        if refused := throttling.limit_password_attempts(request):
            return refused
        if form.is_valid():
            password = form.cleaned_data["password"]
            codes = steps.confirm(user, form.cleaned_data["code"], password=password)
            if codes:
                update_session_auth_hash(request, user)  # this browser stays signed in
                return _show_codes(request, codes)
            form.refuse()
    secret = steps.typed_secret(device)
    context = {
        "form": form,
        "qr": qr_svg(device.config_url),
        "secret": secret,
        "in_groups": " ".join(wrap(secret, 4)),  # as people read it to type it elsewhere
    }
    status = 422 if form.errors else 200
    return render(request, "accounts/second_step_app.html", context, status=status)


def _page(request: HttpRequest, user: User, form: PasswordForm) -> HttpResponse:
    context = {
        "form": form,
        "is_set_up": steps.is_set_up(user),
        "codes_left": steps.recovery_codes_left(user),
    }
    status = 422 if form.errors else 200
    return render(request, "accounts/second_step.html", context, status=status)


def _show_codes(request: HttpRequest, codes: list[str]) -> HttpResponse:
    """Show new recovery codes, once."""
    context = {"codes": codes, "tokens": tokens.valid_tokens(current_user(request)).count()}
    return render(request, "accounts/recovery_codes.html", context)
