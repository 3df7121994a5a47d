"""The page to try other house rules on a session, and to apply them."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _

from referee import JsonObject
from scorekeeper.models import Session
from scorekeeper.pages.action_forms import LOOK, ReasonForm
from scorekeeper.pages.actions import ActionView
from scorekeeper.pages.display import changes_table, house_rules, rule_presets
from scorekeeper.pages.display.house_rules_form import HouseRulesForm
from scorekeeper.pages.permissions import get_session
from scorekeeper.sessions.actions import HouseRulesChange, TryHouseRules
from scorekeeper.sessions.document import names_of
from scorekeeper.sessions.usual_tables import house_rules_of


class HouseRulesView(ActionView):
    """A page to try other house rules and to apply them."""

    form_class = ReasonForm
    switches: HouseRulesForm

    @property
    def variant(self) -> str:
        """The game that is judged by other rules."""
        raise NotImplementedError

    def current_switches(self) -> QueryDict:
        """Return what the form of the switches contains when the page is opened."""
        return QueryDict()

    def current_rules(self) -> JsonObject:
        """Return the house rules by which it is judged now, so far as they differ from the defaults."""
        raise NotImplementedError

    def build_form(self, data: Any = None) -> forms.Form:
        """Build the form of the reason, and beside it the form of the switches."""
        switches = self.current_switches() if data is None else data
        presets = rule_presets.offered(self.variant, self.current_rules(), _("As it was played"))
        self.switches = HouseRulesForm(self.variant, switches, presets=presets)
        form = super().build_form(data)
        if data is not None and not self.switches.is_valid():
            form.add_error(None, _("Check the house rules."))
        return form

    def context(self) -> dict[str, Any]:
        return {
            "rules": self.switches,
            "game": house_rules.get_game(self.variant),
            "may_apply": not self.action.why_not_save(),
            "tried": self.request.POST.get("do") == LOOK,
        }

    def read(self, form: ReasonForm) -> HouseRulesChange:
        reason = form.cleaned_data["reason"]
        return HouseRulesChange(house_rules=self.switches.chosen(), reason=reason)

    def locate(self, path: str) -> tuple[str | None, str]:
        """Name the house rule: nothing else can be wrong here."""
        return None, path.removeprefix("house_rules.")


class SessionWhatIf(HouseRulesView):
    """Members try other house rules on a session; referees may apply them."""

    action_class = TryHouseRules
    template_name = "sessions/what_if.html"

    def find_row(self) -> Session:
        return get_session(self.request, self.kwargs["session"])

    @property
    def variant(self) -> str:
        return str(self.row.variant)

    def context(self) -> dict[str, Any]:
        return {**super().context(), "session": self.row}

    def describe(self, changes: dict[str, Any]) -> changes_table.ChangeText:
        return changes_table.describe(names_of(self.row), changes)

    def done(self, result: Any) -> str:
        return _("These house rules now apply to the session. All its hands were judged again.")

    def next_url(self, _result: Any) -> str:
        return reverse("session", args=[self.row.pk])

    def current_rules(self) -> JsonObject:
        return house_rules_of(self.row)

    def current_switches(self) -> QueryDict:
        return QueryDict(house_rules.as_query(self.row.variant, self.current_rules()))
