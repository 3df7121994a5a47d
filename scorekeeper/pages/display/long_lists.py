"""Pages of lists that may have millions of rows."""

from typing import TYPE_CHECKING, Any

from django.core.paginator import Page, Paginator
from django.db.models import Model, QuerySet
from django.utils.functional import cached_property

if TYPE_CHECKING:
    _Paginator = Paginator[Any]
else:
    _Paginator = Paginator

AHEAD = 200  # rows that are counted beyond the page that is read


class LongListPaginator(_Paginator):
    """Pages of a long list, of which the page that is read and some beyond it are counted, so that the first cost little."""

    def __init__(self, rows: QuerySet[Any], per_page: int, number: str | None) -> None:
        """Take the rows in their order and the number of the page that is asked for, as it was sent."""
        super().__init__(rows, per_page)
        self._asked = _number(number)
        self._most = most_counted(per_page, number)

    @cached_property
    def count(self) -> int:
        """The number of rows, at most ``AHEAD`` beyond the page that is asked for."""
        rows: QuerySet[Model] = self.object_list  # type: ignore[assignment]
        return rows.order_by().values("pk")[: self._most].count()

    @property
    def has_more(self) -> bool:
        """Whether there may be more pages than were counted."""
        return self.count == self._most

    def asked_page(self) -> "Page[Any]":
        """Return the page that is asked for, or the last one there is."""
        return self.get_page(self._asked)


def most_counted(per_page: int, number: str | None) -> int:
    """Return how many rows of a list are counted and read at most, for the page that is asked for."""
    return _number(number) * per_page + AHEAD


def _number(number: str | None) -> int:
    return int(number) if number and number.isdecimal() and len(number) < 7 else 1
