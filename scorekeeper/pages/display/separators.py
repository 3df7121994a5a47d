"""The separator and the headings of files for spreadsheets, as the reader's language has them, unless the page's address names another separator."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest
from django.utils.formats import get_format
from django.utils.translation import get_language

from scorekeeper.models import Separator

PARAMETER = "separator"


def chosen_separator(query: Mapping[str, str]) -> Separator:
    """Return the separator that the address of a page names, or semicolons for a language that writes a decimal comma."""
    chosen = query.get(PARAMETER, "")
    if chosen in {*Separator}:
        return Separator(chosen)
    has_decimal_comma = get_format("DECIMAL_SEPARATOR") == ","
    return Separator.SEMICOLON if has_decimal_comma else Separator.COMMA


@dataclass(frozen=True)
class CsvLinks:
    """What the links to CSV files of a page say of their separator, and the choice of the other one."""

    request: HttpRequest

    @property
    def separator(self) -> Separator:
        """The separator that the page offers."""
        return chosen_separator(self.request.GET)

    @property
    def query(self) -> str:
        """What an address of the API needs behind its other parameters, empty for commas and English headings."""
        written = "" if self.separator == Separator.COMMA else f"&{PARAMETER}={self.separator}"
        return written + self.headings

    @property
    def headings(self) -> str:
        """What an address of the API needs for headings in the reader's language, empty for English."""
        language = get_language() or settings.LANGUAGE_CODE
        return "" if language == settings.LANGUAGE_CODE else f"&headings={language}"

    @property
    def other(self) -> str:
        """The query with which the same page offers the other separator."""
        query = self.request.GET.copy()
        (query[PARAMETER],) = {*Separator} - {self.separator}
        return f"?{query.urlencode()}"


def csv_context(request: HttpRequest) -> dict[str, CsvLinks]:
    """Return the context that templates with addresses of CSV files need."""
    return {"csv": CsvLinks(request)}
