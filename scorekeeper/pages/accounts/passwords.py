"""Passwords: changed by those who know theirs, chosen anew through a mail by those who do not."""

from django.contrib import messages
from django.contrib.auth.forms import PasswordChangeForm, SetPasswordForm
from django.contrib.auth.views import (
    PasswordChangeView,
    PasswordResetConfirmView,
    PasswordResetDoneView,
    PasswordResetView,
)
from django.db import transaction
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, resolve_url
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scorekeeper import audit
from scorekeeper.accounts import mail as account_mail
from scorekeeper.accounts import mail as mailing
from scorekeeper.models import User
from scorekeeper.pages import throttling
from scorekeeper.pages.accounts.forms import ForgottenForm
from scorekeeper.pages.permissions import current_user


class Change(PasswordChangeView):
    """Another password; whoever is signed in elsewhere is signed out by it."""

    template_name = "accounts/password_change.html"

    def post(self, request: HttpRequest, *args: str, **kwargs: str) -> HttpResponse:
        """Passwords cannot be tried out."""
        return throttling.tried_too_often(request) or super().post(request, *args, **kwargs)

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        """Kept, and this browser stays signed in."""
        user = current_user(self.request)
        with transaction.atomic():
            answer = super().form_valid(form)
            audit.note("password changed", user, by=user)
        messages.success(self.request, _("Your password is changed. You are signed out elsewhere."))
        return answer

    def get_success_url(self) -> str:
        return resolve_url("account")


class Forgotten(PasswordResetView):
    """Ask for a mail.  The answer is the same whether there is such an account or not."""

    template_name = "accounts/password_reset.html"
    form_class = ForgottenForm
    extra_context = {"post": mailing.mail_setting}

    def post(self, request: HttpRequest, *args: str, **kwargs: str) -> HttpResponse:
        """Nobody is flooded with mail."""
        return throttling.tried_too_often(request) or super().post(request, *args, **kwargs)

    def form_valid(self, form: BaseForm) -> HttpResponse:
        """Leave it to a worker, and say nothing of whether there is anybody."""
        if (
            isinstance(form, ForgottenForm)
            and mailing.mail_setting() is not mailing.MailSetting.NONE
        ):
            site = mailing.base_url(self.request)
            language = get_language() or "en"
            account_mail.enqueue_resets(form.accounts(), site=site, language=language)
        return redirect("password_reset_done")


class Asked(PasswordResetDoneView):
    """The mail is on its way, if there is somebody to send it to."""

    template_name = "accounts/password_reset_done.html"
    extra_context = {"post": mailing.mail_setting}


class Chosen(PasswordResetConfirmView):
    """Choose a new password, with the address from the mail."""

    template_name = "accounts/password_reset_confirm.html"

    def form_valid(self, form: "SetPasswordForm[User]") -> HttpResponse:
        """Kept; whoever was signed in with the old one is signed out."""
        user = form.user
        with transaction.atomic():
            answer = super().form_valid(form)
            audit.note("password changed", user, by=user)
        messages.success(self.request, _("Your password is changed. Sign in with the new one."))
        return answer

    def get_success_url(self) -> str:
        return resolve_url("sign-in")
