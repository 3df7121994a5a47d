"""The form that gives a day to the sessions of files that say none."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from uuid import UUID

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from referee.spreadsheets.written_dates import day_in_name
from scorekeeper.imports.review.evaluating import Days
from scorekeeper.imports.review.reading import Review

MOST_NUMBERS = 20  # of records that are listed one by one


class DaysForm(forms.Form):
    """A date for each file with sessions that have none; a date in the name of the file is proposed.

    ``files`` are all files of the review in their order: dry run and name.
    """

    def __init__(
        self,
        review: Review,
        files: Sequence[tuple[UUID | None, str]],
        data: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(data)
        # by number: the dry run of a file becomes another one when the file is read under other house rules
        undated = {row.pk: review.undated_records(row) for row in review.dry_runs}
        self._rows: dict[str, UUID] = {}
        for number, (pk, name) in enumerate(files, 1):
            if pk is None or not undated.get(pk):
                continue
            key = f"day_{number}"
            self._rows[key] = pk
            self.fields[key] = forms.DateField(
                label=_("Date of “%(name)s”") % {"name": name} if name else _("Date of play"),
                required=False,
                help_text=_which(undated[pk]),
                initial=day_in_name(name),
                widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            )

    def __iter__(self) -> Iterator[BoundField]:
        """Yield the fields."""
        return (self[key] for key in self._rows)

    def __bool__(self) -> bool:
        """Return whether there is a file without dates."""
        return bool(self._rows)

    def chosen(self) -> Days:
        """Return the day of each dry run that has one; what is no date gives none."""
        if self.is_bound:
            self.is_valid()
            days = self.cleaned_data
        else:
            days = {key: self.get_initial_for_field(self.fields[key], key) for key in self._rows}
        return {pk: days[key].isoformat() for key, pk in self._rows.items() if days.get(key)}


def _which(records: Sequence[int]) -> str:
    """Return which records of a file have no date, in words."""
    numbers = ", ".join(map(str, records[:MOST_NUMBERS])) + ", …" * (len(records) > MOST_NUMBERS)
    text = ngettext(
        "Without a date: record %(numbers)s", "Without a date: records %(numbers)s", len(records)
    )
    return text % {"numbers": numbers}
