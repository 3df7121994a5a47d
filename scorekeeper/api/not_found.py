"""Addresses that do not exist."""

from typing import NoReturn

from drf_spectacular.utils import extend_schema
from rest_framework import permissions
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.views import APIView


@extend_schema(exclude=True)
class UnknownView(APIView):
    """Anything else under /api/v1/ is a 404, in the API's own form."""

    permission_classes = [permissions.AllowAny]
    authentication_classes = []

    def initial(self, request: Request, *args: object, **kwargs: object) -> NoReturn:
        """Whatever the verb."""
        raise NotFound
