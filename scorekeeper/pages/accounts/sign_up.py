"""Pages on which strangers sign up, where the installation lets them: a mail address, then a user name and a password."""

from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth import login
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from scorekeeper.accounts.mail import base_url, enqueue_sign_up, mail_setting
from scorekeeper.accounts.rate_limits import SignUpMailThrottle
from scorekeeper.accounts.sign_up import (
    AddressTakenError,
    LinkState,
    SignUpLink,
    create_account,
    is_sign_up_open,
    read_sign_up_link,
)
from scorekeeper.models import User
from scorekeeper.pages import throttling
from scorekeeper.pages.accounts.forms import SignUpAccountForm, SignUpForm


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sign_up(request: HttpRequest) -> HttpResponseBase:
    """Ask for a mail address.  The answer is the same whether it has an account or not."""
    if request.user.is_authenticated:
        return redirect("new-club")
    if not is_sign_up_open():
        return _closed(request)
    form = SignUpForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        email = form.cleaned_data["email"]
        if refused := throttling.limit_sign_ups(request, email=email):
            return refused
        if SignUpMailThrottle().is_used_up():
            form.add_error(None, _("Too many people have signed up today. Try again tomorrow."))
        else:
            enqueue_sign_up(email, site=base_url(request), language=get_language() or "en")
            return redirect("sign-up-sent")
    context = {"form": form, "mail_setting": mail_setting()}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    return render(request, "accounts/sign_up.html", context, status=status)


@require_safe
def sent(request: HttpRequest) -> HttpResponse:
    """Say that a mail is on its way."""
    if not is_sign_up_open():
        return _closed(request)
    return render(request, "accounts/sign_up_sent.html", {"mail_setting": mail_setting()})


@sensitive_post_parameters()
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_account(request: HttpRequest) -> HttpResponseBase:
    """Create the account of a link, and go on to start a club."""
    if request.user.is_authenticated:
        return redirect("new-club")
    if not is_sign_up_open():
        return _closed(request)
    link = read_sign_up_link(request.GET.get("link", ""))
    if link is None:
        raise Http404
    if (state := link.state) is not LinkState.OPEN:
        return _ended(request, state)
    if request.method == "POST":
        counted = {"account": str(link.account), "kind": "sign-up"}
        if refused := throttling.limit_password_attempts(request, **counted):
            return refused
    return _account_form(request, link)


def _account_form(request: HttpRequest, link: SignUpLink) -> HttpResponse:
    account = User(id=link.account, email=link.email)
    form = SignUpAccountForm(request.POST if request.method == "POST" else None, instance=account)
    if form.is_bound and form.is_valid():
        try:
            create_account(form.save(commit=False))
        except AddressTakenError:
            return _ended(request, LinkState.USED)
        except IntegrityError:  # another request took the user name or the link meanwhile
            form.add_error("username", _("Somebody else has this user name."))
        else:
            login(request, account)
            messages.success(request, _("Your account is ready. Now start your club."))
            return redirect("new-club")
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.errors else HTTPStatus.OK
    context = {"form": form, "email": link.email}
    return render(request, "accounts/sign_up_account.html", context, status=status)


def _ended(request: HttpRequest, state: LinkState) -> HttpResponse:
    """Say why a link is good for nothing any more."""
    context = {"state": state}
    return render(request, "accounts/sign_up_ended.html", context, status=HTTPStatus.GONE)


def _closed(request: HttpRequest) -> HttpResponse:
    """Say whom to ask."""
    return render(request, "accounts/sign_up_closed.html", status=HTTPStatus.FORBIDDEN)
