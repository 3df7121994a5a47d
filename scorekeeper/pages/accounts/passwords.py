"""Pages to change a password, and to reset a forgotten one by mail."""

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
from scorekeeper.accounts.mail import MailSetting, base_url, enqueue_resets, mail_setting
from scorekeeper.models import User
from scorekeeper.pages import throttling
from scorekeeper.pages.accounts.forms import ResetRequestForm
from scorekeeper.pages.permissions import current_user


class ChangePassword(PasswordChangeView):
    """Change the password of the signed-in user; all other browsers are signed out."""

    template_name = "accounts/password_change.html"

    def post(self, request: HttpRequest, *args: str, **kwargs: str) -> HttpResponse:
        """Limit attempts, so that nobody can guess the password."""
        return throttling.limit_password_attempts(request) or super().post(request, *args, **kwargs)

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        """Store the password; this browser stays signed in."""
        user = current_user(self.request)
        with transaction.atomic():
            response = super().form_valid(form)
            audit.note("password changed", user, by=user)
        messages.success(
            self.request,
            _("Your password has been changed. You are signed out on all other devices."),
        )
        return response

    def get_success_url(self) -> str:
        return resolve_url("account")


class RequestPasswordReset(PasswordResetView):
    """Request a reset mail.  The response does not reveal whether the account exists."""

    template_name = "accounts/password_reset.html"
    form_class = ResetRequestForm
    extra_context = {"mail_setting": mail_setting}

    def post(self, request: HttpRequest, *args: str, **kwargs: str) -> HttpResponse:
        """Limit requests by asker alone: one counted by address would let strangers keep its owner waiting."""
        return throttling.limit_password_attempts(request) or super().post(request, *args, **kwargs)

    def form_valid(self, form: BaseForm) -> HttpResponse:
        """Queue the mail, so that the response time does not reveal whether the account exists."""
        if isinstance(form, ResetRequestForm) and mail_setting() is not MailSetting.NONE:
            site = base_url(self.request)
            language = get_language() or "en"
            enqueue_resets(form.user_ids(), site=site, language=language)
        return redirect("password_reset_done")


class PasswordResetRequested(PasswordResetDoneView):
    """Confirm that a mail is sent if the account exists."""

    template_name = "accounts/password_reset_done.html"
    extra_context = {"mail_setting": mail_setting}


class ChooseNewPassword(PasswordResetConfirmView):
    """Choose a new password, through the link in the mail."""

    template_name = "accounts/password_reset_confirm.html"

    def form_valid(self, form: "SetPasswordForm[User]") -> HttpResponse:
        """Store the password; browsers signed in with the old one are signed out."""
        user = form.user
        with transaction.atomic():
            response = super().form_valid(form)
            audit.note("password changed", user, by=user)
        messages.success(
            self.request, _("Your password has been changed. Sign in with the new one.")
        )
        return response

    def get_success_url(self) -> str:
        return resolve_url("sign-in")
