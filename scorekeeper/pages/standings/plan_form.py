"""The form for a scoring plan."""

from collections.abc import Iterable, Mapping, Sequence
from math import isfinite
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from referee import Json
from scorekeeper.pages.display.presets import CUSTOM, Preset, filled_in, preset_for
from scorekeeper.pages.standings.plan_text import MERITS, TIE_BREAKS
from scorekeeper.standings.plans.plan import Merit, Per, Plan, Scoring, TieBreak
from scorekeeper.standings.plans.plan_input import PlanError, parse_plan

SCORINGS = (
    (Scoring.POINTS.value, gettext_lazy("game points, with adjustments")),
    (Scoring.PLACE_POINTS.value, gettext_lazy("a number of points for each place")),
    (Scoring.AVERAGE.value, gettext_lazy("points and adjustments per hand, as an average")),
)
PERS = (
    (Per.HAND.value, gettext_lazy("each hand")),
    (Per.SESSION.value, gettext_lazy("each session")),
)
PRESET = "preset"
"""The field that says which preset was chosen.  Without it, the other fields count."""


class PlanForm(forms.Form):
    """A scoring plan; ``plan`` is set once the form is valid."""

    scoring = forms.ChoiceField(
        label=gettext_lazy("What counts"), choices=SCORINGS, widget=forms.RadioSelect
    )
    place_points = forms.CharField(
        label=gettext_lazy("Points for the first place, the second …"),
        max_length=500,
        required=False,
        help_text=gettext_lazy("For example 5 3 2 1; only where places count."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    per = forms.ChoiceField(label=gettext_lazy("Places in"), choices=PERS)
    best_sessions = forms.IntegerField(
        label=gettext_lazy("Number of best sessions that count"),
        min_value=1,
        max_value=10**6,
        required=False,
        help_text=gettext_lazy("Leave it empty to count all of them."),
    )
    minimum_hands = forms.IntegerField(
        label=gettext_lazy("Number of hands needed for a place"),
        min_value=0,
        max_value=10**6,
        required=False,
    )
    seed = forms.CharField(
        label=gettext_lazy("Seed for drawing lots"),
        max_length=200,
        required=False,
        help_text=gettext_lazy(
            "Something that nobody can choose, such as the lottery number of an agreed day. Needed only if lots are drawn."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    reason = forms.CharField(
        label=gettext_lazy("Why"),
        max_length=2000,
        required=False,
        help_text=gettext_lazy("Saved with the plan."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def __init__(
        self, plan: Plan, data: Mapping[str, Any] | None = None, *, presets: Sequence[Preset] = ()
    ) -> None:
        """Create the form; a preset that was sent fills in all fields but the reason."""
        filled = None if data is None else filled_in(data, PRESET, besides=["reason"])
        super().__init__(filled, initial=_initial(plan))
        self.presets = presets
        self.plan: Plan | None = None
        self._plan_now = plan
        for merit, label in MERITS.items():
            self.fields[f"bonus-{merit.value}"] = forms.FloatField(label=label, required=False)
        choices = [("", "–"), *((one.value, label) for one, label in TIE_BREAKS.items())]
        for number in range(1, len(TieBreak) + 1):
            self.fields[f"tie-{number}"] = forms.ChoiceField(
                label=_("Tie-break %(number)d") % {"number": number},
                choices=choices,
                required=False,
            )

    @property
    def chosen_preset(self) -> str:
        """The value of the preset to show as chosen; *Custom* if none says what the form says."""
        if self.is_bound and (self.data.get(PRESET) == CUSTOM or not self.is_valid()):
            return CUSTOM
        return preset_for(fields_of(self.plan or self._plan_now), self.presets)

    @property
    def bonuses(self) -> Iterable[forms.BoundField]:
        """The fields of bonuses."""
        return [self[f"bonus-{merit.value}"] for merit in MERITS]

    @property
    def tie_breaks(self) -> Iterable[forms.BoundField]:
        """The fields of tie-breaks, in order."""
        return [self[f"tie-{number}"] for number in range(1, len(TieBreak) + 1)]

    def clean_place_points(self) -> list[float]:
        """Return the numbers, separated by spaces or semicolons."""
        try:
            return [
                _number(word)
                for word in self.cleaned_data["place_points"].replace(";", " ").split()
            ]
        except ValueError as error:
            raise forms.ValidationError(
                _("Enter numbers with spaces between them, for example 5 3 2 1")
            ) from error

    def clean(self) -> dict[str, Any]:
        """Add an error for values that contradict each other, and otherwise parse the plan."""
        if self.errors:
            return self.cleaned_data
        data = self.cleaned_data
        ties: list[Json] = [
            word for number in range(1, len(TieBreak) + 1) if (word := data[f"tie-{number}"])
        ]
        by_place = data["scoring"] == Scoring.PLACE_POINTS.value
        if by_place and not data["place_points"]:
            self.add_error("place_points", _("Enter the points for each place."))
        if TieBreak.LOT.value in ties and not data["seed"]:
            self.add_error(
                "seed", _("Drawing lots needs a seed, so that anybody can repeat the draw.")
            )
        for number, word in enumerate(ties, start=1):
            if word in ties[: number - 1]:
                self.add_error(
                    None, _("Each tie-break can be used only once. Remove the second one.")
                )
                break
        if not self.errors:
            self._parse(ties, data["place_points"] if by_place else [])
        return data

    def _parse(self, ties: list[Json], place_points: list[Json]) -> None:
        data = self.cleaned_data
        bonuses: list[Json] = [
            {"for": merit.value, "points": data[f"bonus-{merit.value}"]}
            for merit in Merit
            if data[f"bonus-{merit.value}"]
        ]
        try:
            self.plan = parse_plan(
                {
                    "scoring": data["scoring"],
                    "place_points": place_points,
                    "per": data["per"],
                    "best_sessions": data["best_sessions"],
                    "minimum_hands": data["minimum_hands"] or 0,
                    "bonuses": bonuses,
                    "tie_breaks": ties,
                    "seed": data["seed"] if TieBreak.LOT.value in ties else "",
                }
            )
        except PlanError as error:
            self.add_error(None, f"{error.where}: {error}")


def _number(word: str) -> float:
    """Return a number; a comma may stand for the decimal point, and whole numbers become int.

    >>> _number("5"), _number("2,5"), _number("3,")
    (5, 2.5, 3)
    """
    word = word.strip(",").replace(",", ".").replace("−", "-")
    number = float(word)
    if not isfinite(number):
        raise ValueError(word)
    return int(number) if number.is_integer() else number


def fields_of(plan: Plan) -> dict[str, str]:
    """Return what the fields of the form send for a plan; those that are left out are empty."""
    initial = _initial(plan).items()
    return {name: f"{value}" for name, value in initial if value}


def _initial(plan: Plan) -> dict[str, Any]:
    return {
        "scoring": plan.scoring.value,
        "place_points": " ".join(f"{points:g}" for points in plan.place_points),
        "per": plan.per.value,
        "best_sessions": plan.best_sessions,
        "minimum_hands": plan.minimum_hands,
        "seed": plan.seed,
        **{f"bonus-{bonus.merit.value}": bonus.points for bonus in plan.bonuses},
        **{f"tie-{number}": one.value for number, one in enumerate(plan.tie_breaks, start=1)},
    }
