"""URLs of a user's own account, of passwords and of accepting invitations."""

from django.urls import URLPattern, path

from scorekeeper.pages.accounts import (
    accept_invitation,
    passwords,
    second_step,
    sign_in_code,
    sign_up,
    tokens,
    views,
)

urlpatterns: list[URLPattern] = [
    path("account/", views.account, name="account"),
    path("account/password/", passwords.ChangePassword.as_view(), name="password_change"),
    path(
        "account/sign-out-everywhere/",
        views.sign_out_everywhere,
        name="sign-out-everywhere",
    ),
    path("account/second-step/", second_step.second_step, name="second-step"),
    path("account/second-step/app/", second_step.add_app, name="second-step-app"),
    path("sign-in/code/", sign_in_code.sign_in_code, name="sign-in-code"),
    path("account/tokens/", tokens.own_tokens, name="tokens"),
    path("account/tokens/<uuid:token>/revoke/", tokens.revoke, name="revoke-token"),
    # Django's password views redirect to these names
    path("password/", passwords.RequestPasswordReset.as_view(), name="password_reset"),
    path("password/sent/", passwords.PasswordResetRequested.as_view(), name="password_reset_done"),
    path(
        "password/<uidb64>/<token>/",
        passwords.ChooseNewPassword.as_view(),
        name="password_reset_confirm",
    ),
    path("sign-up/", sign_up.sign_up, name="sign-up"),
    path("sign-up/sent/", sign_up.sent, name="sign-up-sent"),
    path("sign-up/account/", sign_up.new_account, name="sign-up-account"),
    path("join/", accept_invitation.join, name="join"),
    path("join/account/", accept_invitation.new_account, name="join-with-new-account"),
]
