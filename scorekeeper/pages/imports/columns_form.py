"""The form that says what the columns of a spreadsheet mean."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

import referee
from referee.spreadsheets.columns import ColumnRole, DateOrder, SheetColumns, Values
from referee.spreadsheets.questions import SheetQuestion
from referee.spreadsheets.sheet_errors import join_parts
from referee.spreadsheets.table import Spreadsheet
from scorekeeper.models.sessions import variant_choices

SAMPLES = 4  # cells shown of each column
ROLES = (
    (ColumnRole.NOTHING, gettext_lazy("leave out")),
    (ColumnRole.SEAT, gettext_lazy("numbers of one player, whose name is at the top")),
    (ColumnRole.NAME, gettext_lazy("names of players")),
    (ColumnRole.VALUE, gettext_lazy("numbers of the player named to the left")),
    (ColumnRole.DATE, gettext_lazy("date")),
    (ColumnRole.HAND, gettext_lazy("number of the hand")),
    (ColumnRole.GAME, gettext_lazy("which game the row is of")),
    (ColumnRole.PLACE, pgettext_lazy("column", "place where it was played")),
    (ColumnRole.EVENT, pgettext_lazy("column", "event")),
    (ColumnRole.ROUND, pgettext_lazy("column", "round")),
    (ColumnRole.TABLE, pgettext_lazy("column", "table")),
    (ColumnRole.SEASON, pgettext_lazy("column", "season")),
    (ColumnRole.NOTES, pgettext_lazy("column", "notes")),
    (ColumnRole.ADJUSTMENT, gettext_lazy("points that a referee gave")),
    (ColumnRole.SESSION, gettext_lazy("which session the row is of")),
)
VALUES = (
    (Values.CARDS, gettext_lazy("cards left in each hand")),
    (Values.POINTS, gettext_lazy("points of each hand")),
    (Values.RUNNING, gettext_lazy("points of all hands so far")),
    (Values.TOTALS, gettext_lazy("points of a whole session")),
    (Values.ORDER, gettext_lazy("places in each hand, 1 for the first who went out")),
)
DATES = (
    (DateOrder.DAY_FIRST, gettext_lazy("day first: 31.3.2024")),
    (DateOrder.MONTH_FIRST, gettext_lazy("month first: 3/31/2024")),
    (DateOrder.YEAR_FIRST, gettext_lazy("year first: 2024-03-31")),
    (DateOrder.REPUBLIC, gettext_lazy("year of the Republic first: 99-03-31 is 2010-03-31")),
)
ANSWERS = {
    "leave-out": gettext_lazy("leave it out"),
    "hand": gettext_lazy("it is a hand"),
    "winner": gettext_lazy("this player won"),
    "absent": gettext_lazy("this player did not play"),
    "same-evening": gettext_lazy("the same evening"),
    "next-day": gettext_lazy("the next day"),
    "as-written": gettext_lazy("as it is written"),
    "goes-on": gettext_lazy("the totals go on"),
    "anew": gettext_lazy("the totals begin anew each day"),
}
"""Answers to questions in words; others are said as they are."""


class ColumnsForm(forms.Form):
    """The game, what the numbers are, and what each column holds."""

    variant = forms.ChoiceField(label=gettext_lazy("Game"), choices=variant_choices)
    values = forms.ChoiceField(label=gettext_lazy("The numbers are"), choices=VALUES)
    dates = forms.ChoiceField(label=gettext_lazy("Dates are written"), choices=DATES)
    for_alike = forms.BooleanField(
        label=gettext_lazy("Read the other files in the same way where only the players differ"),
        required=False,
    )
    house_rules = forms.CharField(
        label=gettext_lazy("House rules"),
        required=False,
        max_length=2000,
        widget=forms.Textarea(
            attrs={"rows": 3, "spellcheck": "false", "class": "plays", "autocapitalize": "off"}
        ),
        help_text=gettext_lazy(
            'Only what differs from the rulebook, one per line, as in a session record: settlement = "pairwise"'
        ),
    )

    def __init__(
        self,
        table: Spreadsheet,
        proposed: SheetColumns,
        data: Mapping[str, Any] | None = None,
        *,
        asks_for_game: bool = False,
        questions: Sequence[SheetQuestion] = (),
    ) -> None:
        initial = {
            "variant": "" if asks_for_game else proposed.variant,
            "values": proposed.values,
            "dates": proposed.dates,
            "for_alike": True,
            "house_rules": ""
            if asks_for_game
            else "\n".join(
                f"{name} = {referee.canonical(value)}"
                for name, value in proposed.house_rules.items()
            ),
        }
        super().__init__(data, initial=initial)
        if asks_for_game and isinstance(game := self.fields["variant"], forms.ChoiceField):
            game.choices = [("", gettext_lazy("choose …")), *variant_choices()]
            game.error_messages["required"] = _(
                "The file names no game: choose the one that was played."
            )
        self.table, self._proposed, self._questions = table, proposed, questions
        for question in questions:
            self.fields[_name(question)] = forms.ChoiceField(
                label=_label(question),
                choices=[(answer, ANSWERS.get(answer, answer)) for answer in question.answers],
                initial=question.assumed,
            )
        for place, header in enumerate(table.headers):
            self.fields[f"role_{place}"] = forms.ChoiceField(
                label=header or _("Column %(number)d") % {"number": place + 1},
                choices=ROLES,
                required=False,
                initial=proposed.roles[place],
            )

    def setting_fields(self) -> list[BoundField]:
        """Return the fields about all columns."""
        return [self["variant"], self["values"], self["dates"]]

    def question_fields(self) -> list[BoundField]:
        """Return the fields of what the file may mean in two ways."""
        return [self[_name(question)] for question in self._questions]

    def answers(self) -> dict[str, str]:
        """Return the answers to the questions by their ids."""
        return {question.id: self.cleaned_data[_name(question)] for question in self._questions}

    def columns(self) -> Iterator[tuple[list[str], BoundField]]:
        """Yield the first cells of each column, and the field that says what it holds."""
        for place in range(len(self.table.headers)):
            yield self.table.column(place)[:SAMPLES], self[f"role_{place}"]

    def clean_house_rules(self) -> dict[str, Any]:
        """Return the house rules by name."""
        try:
            rules = tomllib.loads(self.cleaned_data["house_rules"])
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            message = _("This cannot be read. Write one rule per line, as a name, “=” and a value.")
            raise forms.ValidationError(message) from error
        return rules

    def chosen(self) -> SheetColumns:
        """Return what was chosen."""
        data = self.cleaned_data
        return replace(
            self._proposed,
            variant=data["variant"],
            values=Values(data["values"]),
            dates=DateOrder(data["dates"]),
            roles=tuple(
                ColumnRole(data.get(f"role_{place}") or "")
                for place in range(len(self.table.headers))
            ),
            house_rules=data["house_rules"],
        )


def _name(question: SheetQuestion) -> str:
    return f"question_{question.id}"


def _label(question: SheetQuestion) -> str:
    """Return a question in the reader's language, with its line."""
    reason = join_parts((question.reason,), _)
    if question.line is None:
        return reason
    return _("Row %(row)d: %(reason)s") % {"row": question.line, "reason": reason}
