"""The form that says how sheets are read: under which house rules, where they name none."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from scorekeeper.imports import readings
from scorekeeper.imports.sheet_rules import TEXT, ClubRules, HouseRules, RulesChoice, UnnamedRules
from scorekeeper.imports.spreadsheets.columns import Values
from scorekeeper.models import Club, Import
from scorekeeper.models.sessions import variant_choices
from scorekeeper.pages.imports import report_lines
from scorekeeper.pages.imports.columns_form import VALUES

CHOICES = {
    RulesChoice.CLUB: pgettext_lazy("house rules", "as the club played last"),
    RulesChoice.SHEET: pgettext_lazy("house rules", "as text score sheets are usually counted"),
    RulesChoice.RULEBOOK: pgettext_lazy("house rules", "the game’s defaults"),
    RulesChoice.BEFORE: pgettext_lazy("house rules", "as in this preview so far"),
}


class RulesOfSheets(NamedTuple):
    """The choice of house rules for one kind of sheets; ``misfit`` says that the club's own are not among them."""

    field: BoundField
    misfit: bool


class ReadingsForm(forms.Form):
    """How the sheets of these dry runs are read, and could be read."""

    def __init__(
        self, club: Club, dry_runs: Iterable[Import], data: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(data)
        self._sheets: dict[str, UnnamedRules] = {}
        self._choices: dict[str, Mapping[RulesChoice, HouseRules]] = {}
        self._club_rules = ClubRules(club)
        for row in dry_runs:
            sheets = readings.unnamed_rules_of(row)
            if sheets is None or sheets in self._sheets.values():
                continue
            choices, counted = readings.choices_of(self._club_rules, sheets, row)
            name = "rules_" + "_".join(sheets)
            self._sheets[name], self._choices[name] = sheets, choices
            self.fields[name] = forms.ChoiceField(
                label=_legend(sheets),
                choices=[
                    (choice, _label(sheets, choice, rules)) for choice, rules in choices.items()
                ],
                initial=counted,
                required=False,
                widget=forms.RadioSelect,
            )

    def rules(self) -> Iterator[RulesOfSheets]:
        """Yield the choice of house rules for each kind of sheets that name none."""
        for name, sheets in self._sheets.items():
            is_offered = RulesChoice.CLUB in self._choices[name]
            misfit = not is_offered and self._club_rules.has_played(sheets.variant)
            yield RulesOfSheets(self[name], misfit)

    def is_choice(self) -> bool:
        """Return whether anything can be read otherwise."""
        return any(len(choices) > 1 for choices in self._choices.values())

    def chosen_rules(self) -> dict[UnnamedRules, RulesChoice]:
        """Return the chosen house rules.  The form must be bound."""
        self.is_valid()
        return {
            sheets: RulesChoice(choice)
            for name, sheets in self._sheets.items()
            if (choice := self.cleaned_data.get(name))
        }


def _legend(sheets: UnnamedRules) -> str:
    game = dict(variant_choices())[sheets.variant]
    if sheets.notation == TEXT:
        return _("%(game)s, text score sheets") % {"game": game}
    return _("%(game)s, spreadsheets with %(values)s") % {"game": game, "values": dict(VALUES)[Values(sheets.values)]}  # fmt: skip


def _label(sheets: UnnamedRules, choice: RulesChoice, rules: HouseRules) -> str:
    text = report_lines.rules_text(sheets.variant, rules)
    if not text and choice is not RulesChoice.RULEBOOK:
        text = _("the game’s defaults")
    return f"{CHOICES[choice]}: {text}" if text else str(CHOICES[choice])
