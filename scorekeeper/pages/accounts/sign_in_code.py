"""The page that asks for the code of an account with a second step, after its password."""

import time
from datetime import timedelta

from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from scorekeeper.accounts import second_step
from scorekeeper.accounts.rate_limits import AccountThrottle, remember_browser
from scorekeeper.models import User
from scorekeeper.pages import throttling
from scorekeeper.pages.accounts.forms import CodeForm
from scorekeeper.pages.accounts.views import set_preference_cookies

WAITING = "waits_for_code"
PATIENCE = timedelta(minutes=10)
"""How long after the password the code is accepted."""


def ask_for_code(request: HttpRequest, user: User, *, then: str) -> HttpResponse:
    """Note in the session who gave the right password, and redirect to the page that asks for the code."""
    request.session.cycle_key()
    request.session[WAITING] = {
        "user": str(user.pk),
        "hash": user.get_session_auth_hash(),  # a new password ends the waiting
        "at": time.time(),
        "then": then,
    }
    return redirect("sign-in-code")


def enter(request: HttpRequest, user: User, *, then: str) -> HttpResponse:
    """Sign in, and set the cookies of the browser: the account's language and theme, and that it is known."""
    login(request, user)
    request.session.pop(WAITING, None)
    response = HttpResponseRedirect(then)
    set_preference_cookies(response, user)
    remember_browser(response, user.get_username())
    return response


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_in_code(request: HttpRequest) -> HttpResponse:
    """Ask for the code; only the right one signs in."""
    user = _waiting_user(request)
    if user is None:
        return redirect("sign-in")
    form = CodeForm(request.POST if request.method == "POST" else None)
    if form.is_bound:
        name = user.get_username()
        # the address was counted with the password
        if refused := throttling.limit_codes(request, account=name):
            return refused
        if form.is_valid():
            if second_step.check_code(user, form.cleaned_data["code"]):
                AccountThrottle(name, kind="code").reset(request)
                return enter(request, user, then=request.session[WAITING]["then"])
            form.refuse()
    status = 422 if form.errors else 200
    return render(request, "accounts/sign_in_code.html", {"form": form}, status=status)


def _waiting_user(request: HttpRequest) -> User | None:
    """Return the account whose password was right a short time ago, and still is."""
    waiting = request.session.get(WAITING)
    if not waiting or time.time() - waiting["at"] > PATIENCE.total_seconds():
        return None
    user = User.objects.filter(pk=waiting["user"], is_active=True).first()
    is_same = user and constant_time_compare(user.get_session_auth_hash(), waiting["hash"])
    return user if is_same else None
