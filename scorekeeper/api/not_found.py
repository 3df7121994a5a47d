"""Answer unknown addresses under /api/v1/."""

from typing import NoReturn

from drf_spectacular.utils import extend_schema
from rest_framework import permissions
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.views import APIView


@extend_schema(exclude=True)
class UnknownView(APIView):
    """A 404 as a problem, for any address that no other route matches."""

    permission_classes = [permissions.AllowAny]
    authentication_classes = []

    def initial(self, request: Request, *args: object, **kwargs: object) -> NoReturn:
        """Raise NotFound for every method."""
        raise NotFound
