"""The addresses of one's own account, of passwords and of invitations."""

from django.urls import URLPattern, path

from scorekeeper.pages import accounts, joining, passwords, tokens

urlpatterns: list[URLPattern] = [
    path("account/", accounts.account, name="account"),
    path("account/password/", passwords.Change.as_view(), name="password_change"),
    path("account/sign-out-everywhere/", accounts.sign_out_everywhere, name="sign-out-everywhere"),
    path("account/tokens/", tokens.own, name="tokens"),
    path("account/tokens/<uuid:token>/revoke/", tokens.revoke, name="revoke-token"),
    # named as Django's own views expect them
    path("password/", passwords.Forgotten.as_view(), name="password_reset"),
    path("password/sent/", passwords.Asked.as_view(), name="password_reset_done"),
    path("password/<uidb64>/<token>/", passwords.Chosen.as_view(), name="password_reset_confirm"),
    path("join/", joining.join, name="join"),
    path("join/account/", joining.new_account, name="join-with-new-account"),
]
