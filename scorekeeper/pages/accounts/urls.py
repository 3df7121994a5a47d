"""URLs of somebody's own account, of passwords and of accepting invitations."""

from django.urls import URLPattern, path

from scorekeeper.pages.accounts import accept_invitation, passwords, tokens
from scorekeeper.pages.accounts import views as account_views

urlpatterns: list[URLPattern] = [
    path("account/", account_views.account, name="account"),
    path("account/password/", passwords.Change.as_view(), name="password_change"),
    path(
        "account/sign-out-everywhere/",
        account_views.sign_out_everywhere,
        name="sign-out-everywhere",
    ),
    path("account/tokens/", tokens.own, name="tokens"),
    path("account/tokens/<uuid:token>/revoke/", tokens.revoke, name="revoke-token"),
    # named as Django's own views expect them
    path("password/", passwords.Forgotten.as_view(), name="password_reset"),
    path("password/sent/", passwords.Asked.as_view(), name="password_reset_done"),
    path("password/<uidb64>/<token>/", passwords.Chosen.as_view(), name="password_reset_confirm"),
    path("join/", accept_invitation.join, name="join"),
    path("join/account/", accept_invitation.new_account, name="join-with-new-account"),
]
