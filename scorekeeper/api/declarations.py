"""Hold every request against what the OpenAPI document declares for its route, wrapped around the routes, so that no view can forget it.

Another method is 405; a query parameter that is not declared is 400, and so is a body where none is declared.  The keys of
a declared body are checked when it is validated (``parsers.validated``), since a body is read only for those who may send it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, wraps
from http import HTTPStatus
from threading import Lock
from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse, HttpResponseBase, UnreadablePostError
from django.urls import URLPattern
from drf_spectacular.generators import SchemaGenerator
from rest_framework.exceptions import APIException, MethodNotAllowed
from rest_framework.serializers import Serializer

from scorekeeper.api.errors import problem_handler
from scorekeeper.api.parsers import check_keys, check_query, parse_json, unreadable

View = Callable[..., HttpResponseBase]


@dataclass(frozen=True)
class Declaration:
    """What a route declares for one method."""

    query: frozenset[str]
    has_body: bool


Declarations = Mapping[str, Declaration]

_generating = Lock()


def with_declarations(routes: Sequence[URLPattern]) -> list[URLPattern]:
    """Return the routes, which refuse what they do not declare.  Routes that the document leaves out are not checked."""
    for route in routes:
        route.callback = _declared(route, route.callback)
    return list(routes)


def _declared(route: URLPattern, view: View) -> View:
    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        operations = _operations(route)
        if not operations:
            return view(request, *args, **kwargs)
        if request.method == "OPTIONS":
            return _options(operations)
        try:
            _check(request, operations)
        except (APIException, RequestDataTooBig, UnreadablePostError) as error:
            return _refusal(error, operations)
        return view(request, *args, **kwargs)

    return answer


@cache
def _operations(route: URLPattern) -> Declarations:
    """Return what the OpenAPI document declares for the route, by method; empty if it leaves the route out."""
    with _generating:
        paths = SchemaGenerator(patterns=[route]).get_schema(public=True)["paths"]  # type: ignore[no-untyped-call]
    operations = {
        method.upper(): Declaration(
            query=frozenset(
                parameter["name"]
                for parameter in operation.get("parameters", [])
                if parameter["in"] == "query"
            ),
            has_body="requestBody" in operation,
        )
        for methods in paths.values()
        for method, operation in methods.items()
    }
    return operations | ({"HEAD": operations["GET"]} if "GET" in operations else {})


def _check(request: HttpRequest, operations: Declarations) -> None:
    """Raise MethodNotAllowed, UnknownParameterError, BadParameterError or ParseError for what is not declared."""
    operation = operations.get(request.method or "")
    if operation is None:
        raise MethodNotAllowed(request.method or "")
    check_query(request.GET, operation.query)
    if not operation.has_body and request.method not in {"GET", "HEAD"} and request.body:
        check_keys(Serializer(), _object(request.body))


def _object(body: bytes) -> Any:
    """Return the body if it is a JSON object, or null.  Raises ParseError."""
    value = parse_json(body)
    if value is not None and not isinstance(value, Mapping):
        raise unreadable("This route takes no body.")
    return value


def _options(operations: Declarations) -> HttpResponse:
    allowed = {"Allow": _methods(operations)}
    response = HttpResponse(status=HTTPStatus.NO_CONTENT, headers=allowed)
    del response["Content-Type"]
    return response


def _refusal(error: Exception, operations: Declarations) -> HttpResponse:
    problem = problem_handler(error, {})
    if problem is None:
        raise error
    if isinstance(error, MethodNotAllowed):
        problem["Allow"] = _methods(operations)
    return problem


def _methods(operations: Declarations) -> str:
    return ", ".join(sorted({*operations, "OPTIONS"}))
