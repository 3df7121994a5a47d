"""The form that says how sheets are read: under which house rules, if they name none, and which part of a date is the day."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

import referee
from referee.spreadsheets.columns import DateOrder, Values
from referee.spreadsheets.written_dates import read_date
from scorekeeper.imports import readings
from scorekeeper.imports.options import ImportOptions
from scorekeeper.imports.sheet_rules import TEXT, ClubRules, HouseRules, RulesChoice, UnnamedRules
from scorekeeper.models import Club, Import
from scorekeeper.models.sessions import variant_choices
from scorekeeper.pages.display import house_rules
from scorekeeper.pages.imports import report_lines
from scorekeeper.pages.imports.columns_form import VALUES

CHOICES = {
    RulesChoice.CLUB: pgettext_lazy("house rules", "as the club played last"),
    RulesChoice.SHEET: pgettext_lazy("house rules", "as text score sheets are usually counted"),
    RulesChoice.RULEBOOK: pgettext_lazy("house rules", "the game’s defaults"),
    RulesChoice.BEFORE: pgettext_lazy("house rules", "as in this preview so far"),
}

USUAL = {
    RulesChoice.RULEBOOK: gettext_lazy("Scores are counted by the usual rules of %(game)s:"),
    RulesChoice.SHEET: gettext_lazy(
        "Scores are counted as text score sheets of %(game)s usually are:"
    ),
}
"""What is said of the club's first file of a game, before its house rules in words."""

SCORING = ("settlement", "scoring", "placement_points", "base", "threshold", "target")
"""The house rules that say how a hand is counted, and when a game is over."""

ORDERS = {
    DateOrder.DAY_FIRST: gettext_lazy("the day is written first"),
    DateOrder.MONTH_FIRST: gettext_lazy("the month is written first"),
}


class ReadingsForm(forms.Form):
    """How the sheets of these dry runs are read, and could be read."""

    def __init__(
        self, club: Club, dry_runs: Sequence[Import], data: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(data)
        self._sheets: dict[str, UnnamedRules] = {}
        self._choices: dict[str, Mapping[RulesChoice, HouseRules]] = {}
        self._club_rules = ClubRules(club)
        every = [ImportOptions.from_json(row.options) for row in dry_runs]
        for options in every:
            sheets, rules = options.unnamed_rules, options.house_rules
            if sheets is None or rules is None or sheets in self._sheets.values():
                continue
            choices, counted = readings.choices_of(self._club_rules, sheets, rules)
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

        self._add_dates([options for options in every if options.ambiguous_date])

    def _add_dates(self, options: Sequence[ImportOptions]) -> None:
        if not options:
            return
        written, orders = options[0].ambiguous_date, {one.dates for one in options}
        label = _("Dates such as %(date)s can be read in two ways. They are read as:")
        self.fields["dates"] = forms.ChoiceField(
            label=label % {"date": written},
            choices=[
                (order, f"{_day(written, order)} ({words})") for order, words in ORDERS.items()
            ],
            initial=orders.pop() if len(orders) == 1 else None,
            required=False,
            widget=forms.RadioSelect,
        )

    @property
    def dates(self) -> BoundField | None:
        """The choice how dates are read that can be read in two ways; None if there are none."""
        return self["dates"] if "dates" in self.fields else None

    def chosen_order(self) -> DateOrder | None:
        """Return how such dates are to be read; None if nothing was chosen.  The form must be bound."""
        self.is_valid()
        order = self.cleaned_data.get("dates")
        return DateOrder(order) if order else None

    def rules(self) -> Iterator[tuple[BoundField, bool]]:
        """Yield the choice of house rules for each kind of sheets that name none, and whether the club's own do not fit."""
        for name, sheets in self._sheets.items():
            is_offered = RulesChoice.CLUB in self._choices[name]
            misfit = not is_offered and self._club_rules.has_played(sheets.variant)
            if misfit or len(self._choices[name]) > 1:
                yield self[name], misfit

    def proposals(self) -> Iterator[tuple[str, str, bool]]:
        """Yield each game that the club never played and how it is counted until somebody chooses, in words, and whether others are offered."""
        games = dict(variant_choices())
        for name, sheets in self._sheets.items():
            choice = self[name].initial
            if choice in USUAL and not self._club_rules.has_played(sheets.variant):
                words = scoring_words(sheets.variant, self._choices[name][choice])
                lead = USUAL[choice] % {"game": games[sheets.variant]}
                yield str(games[sheets.variant]), f"{lead} {words}", len(self._choices[name]) > 1

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


def scoring_words(variant: str, chosen: HouseRules) -> str:
    """Return in words how the hands of a game are counted under these house rules, the others being its defaults.

    >>> scoring_words("big-two", {}), scoring_words("pusoy-dos", {})
    ('The winner gets the card points of all others. Each card left is one point.', 'Each place brings fixed points. Points for places: 3 2 1 0.')
    """
    rules = {**referee.rules_for(variant).house_rules, **chosen}
    usual = {name: rules[name] for name in SCORING if rules.get(name, "none") != "none"}
    texts = house_rules.describe(variant, {**usual, **chosen})
    sentences = [text.meaning or f"{text.label}: {text.value}." for text in texts]
    if rules.get("multipliers") == [[1, 1]] and "placement_points" not in rules:
        sentences.append(_("Each card left is one point."))
    return " ".join(sentences)


def _day(written: str, order: DateOrder) -> str:
    return date_format(date.fromisoformat(read_date(written, order) or ""))


def _legend(sheets: UnnamedRules) -> str:
    game = dict(variant_choices())[sheets.variant]
    if sheets.notation == TEXT:
        return _("%(game)s, text score sheets") % {"game": game}
    return _("%(game)s, spreadsheets with %(values)s") % {
        "game": game,
        "values": dict(VALUES)[Values(sheets.values)],
    }


def _label(sheets: UnnamedRules, choice: RulesChoice, rules: HouseRules) -> str:
    text = report_lines.rules_text(sheets.variant, rules)
    if not text and choice is not RulesChoice.RULEBOOK:
        text = _("the game’s defaults")
    return f"{CHOICES[choice]}: {text}" if text else str(CHOICES[choice])
