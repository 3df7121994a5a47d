"""Signing in to the admin: on the page on which everybody signs in, with its limits."""

from django.contrib import admin
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, resolve_url


def sign_in(request: HttpRequest, extra_context: object = None) -> HttpResponseBase:
    """Redirect to the page for signing in, or to the admin.  Raises PermissionDenied for an account that is not staff."""
    if admin.site.has_permission(request):
        return redirect("admin:index")
    if request.user.is_authenticated:
        raise PermissionDenied
    return redirect_to_login(request.GET.get("next") or resolve_url("admin:index"))
