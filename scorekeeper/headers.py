"""What every answer says about itself, put together once."""

from collections.abc import Callable
from dataclasses import asdict

from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase


class SecurityPolicy(CSPMiddleware):
    """The policy of all answers but those that ask for one of their own."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        super().__init__(get_response)
        parts = self.get_policy_parts(request=HttpRequest(), response=HttpResponse())
        self._usual: str = build_policy(**asdict(parts))

    def process_request(self, request: HttpRequest) -> None:
        """No page has scripts within it, which would need a word of their own."""

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        asks = any(name.startswith("_csp") for name in (*vars(response), *vars(request)))
        if asks or settings.DEBUG:
            answered: HttpResponseBase = super().process_response(request, response)
            return answered
        response.headers.setdefault(HEADER, self._usual)
        return response
