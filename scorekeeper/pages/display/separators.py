"""The separator of CSV files, as spreadsheets in the reader's language expect it."""

from collections.abc import Mapping

from django.http import HttpRequest
from django.utils.formats import get_format

from scorekeeper.exports.csv_files import Separator


def readers_separator() -> Separator:
    """Return semicolons for a language that writes a decimal comma, else commas."""
    has_decimal_comma = get_format("DECIMAL_SEPARATOR") == ","
    return Separator.SEMICOLON if has_decimal_comma else Separator.COMMA


def csv_query() -> str:
    """Return what the address of a CSV file needs behind its other parameters, empty for commas."""
    separator = readers_separator()
    return "" if separator == Separator.COMMA else f"&separator={separator}"


def csv_context(request: HttpRequest) -> dict[str, str]:
    """Return the context that templates with addresses of CSV files need."""
    return {"csv_query": csv_query()}


def chosen_separator(query: Mapping[str, str]) -> Separator:
    """Return the separator that the address of a page names, or the one of the reader's language."""
    chosen = query.get("separator", "")
    return Separator(chosen) if chosen in {*Separator} else readers_separator()
