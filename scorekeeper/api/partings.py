"""Once an answer is written, it lets go of its request and its view.

The framework's request, view and answer refer to each other in circles, which only the collector of garbage opens, many
requests later.  Until then all that was read and made for an answer is held with them, and the requests that follow are
given memory that no processor's cache knows: logging a hand took a tenth longer.  A serializer, where a view has one, and
an error hold theirs in circles of their own, which stay.
"""

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any, TypeVar

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import URLPattern
from rest_framework.response import Response

View = Callable[..., HttpResponseBase]
Pattern = TypeVar("Pattern", bound=URLPattern)


def parted(routes: Sequence[Pattern]) -> list[Pattern]:
    """The routes, each of which lets go of what it answered with."""
    for route in routes:
        route.callback = _parted(route.callback)
    return list(routes)


def _parted(view: View) -> View:
    @wraps(view)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        if isinstance(response, Response):
            response.add_post_render_callback(_part)
        return response

    return answered


def _part(response: Response) -> None:
    """Open the circles of an answer that is written."""
    context: dict[str, Any] = response.renderer_context  # type: ignore[attr-defined]
    request, view = context["request"], context["view"]
    for circle in (context, request.parser_context, vars(view)):
        circle.clear()
