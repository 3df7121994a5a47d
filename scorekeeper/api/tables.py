"""Tables for spreadsheets as answers of the API: formats, parameters, and the file with its name."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.conf import settings
from django.http import HttpResponse, StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.request import Request

from scorekeeper.api.fields import LANGUAGES, OneOf
from scorekeeper.api.parsers import parse_query
from scorekeeper.api.renderers import CSVRenderer, XLSXRenderer
from scorekeeper.exports.csv_files import Cell
from scorekeeper.exports.headings import in_language
from scorekeeper.exports.tables import TableFormat, table_chunks, table_headers
from scorekeeper.models import Separator
from scorekeeper.monitoring import line_budget
from scorekeeper.monitoring.askers import asker_of
from scorekeeper.monitoring.streaming import stream_response

Rows = Iterable[Iterable[Cell]]

RENDERERS = [CSVRenderer, XLSXRenderer]
"""Of the views with tables."""

RESPONSES: Mapping[Any, Any] = {
    (200, CSVRenderer.media_type): OpenApiTypes.STR,
    (200, XLSXRenderer.media_type): OpenApiTypes.BINARY,
}
"""What their OpenAPI documents say of the answers."""


class TableShape(serializers.Serializer[Any]):
    """How a table is written."""

    separator = OneOf(
        [separator.value for separator in Separator],
        required=False,
        help_text="Of CSV: ``comma``, the default, or ``semicolon``, with which numbers have a decimal comma.",
    )
    headings = OneOf(
        LANGUAGES,
        required=False,
        help_text="The language of the first row: ``en``, the default, or another one of the service.",
    )


def is_wanted(request: Request) -> bool:
    """Return whether the answer is to be a table for a spreadsheet."""
    return isinstance(request.accepted_renderer, (*RENDERERS,))


def answer(request: Request, rows: Rows, *name_parts: object) -> HttpResponse:
    """Return a short table as a file; the parts make its name."""
    form, separator = _format(request), _separator(request)
    content = b"".join(table_chunks(_headed(rows, request), form, separator))
    return HttpResponse(content, headers=table_headers(*name_parts, form=form))


def stream(request: Request, rows: Rows, *name_parts: object) -> StreamingHttpResponse:
    """Return a table of any length as a file that is sent while it is made; the parts make its name."""
    form, separator = _format(request), _separator(request)
    headers = table_headers(*name_parts, form=form)
    if form == TableFormat.XLSX:
        rows = _counted(rows, request)
    chunks = table_chunks(_headed(rows, request), form, separator)
    response = stream_response(request, chunks, headers["Content-Type"])
    response["Content-Disposition"] = headers["Content-Disposition"]
    return response


def _counted(rows: Rows, request: Request) -> Rows:
    """Yield the rows of a workbook, and count them as the lines of CSV, which are counted while they are sent."""
    number = 0
    try:
        for row in rows:
            number += 1
            yield row
    finally:
        line_budget.spend(asker_of(request), number)


def _format(request: Request) -> TableFormat:
    return TableFormat(request.accepted_renderer.format)


def _headed(rows: Rows, request: Request) -> Rows:
    """Yield the rows with the headings of the language that the request names, whatever language its sender reads."""
    language = parse_query(request, TableShape).get("headings", settings.LANGUAGE_CODE)
    return in_language(rows, language)


def _separator(request: Request) -> Separator:
    chosen = parse_query(request, TableShape).get("separator", Separator.COMMA)
    return Separator(chosen)
